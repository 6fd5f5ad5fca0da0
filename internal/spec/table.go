package main

import (
	"fmt"
	"math/big"
	"slices"
)

// commit/table/SPEC.md, on record's part.

// A match is the terms of section 4.
type match struct {
	rules       string
	longest     int
	grace, bank int64
	seats       []string // keys
	boardKey    string
}

// newMatch returns the terms of most cases: n seats that play so many rounds.
func newMatch(rounds byte, n int) match {
	m := match{rules: octet(int(rounds)), longest: 4, grace: 8000, bank: 16000}
	for seat := range n {
		m.seats = append(m.seats, publicOf(seedOf(seat)))
	}
	return m
}

func (m match) with(change func(m *match)) match {
	change(&m)
	return m
}

func (m match) terms() string {
	return lp("squaredeal/table/v1/terms") + u64(uint64(m.grace)) + u64(uint64(m.bank)) + lp(m.rules)
}

// table returns the table of record, or that there is none.
func (m match) table() (g *table, ok bool) {
	if m.longest < 1 || m.longest >= 1<<22 || m.grace < 1000 || m.grace > 31_622_400_000 || m.bank < 0 || m.bank > 64*m.grace {
		return nil, false
	}
	g = &table{
		terms:   m.terms(),
		longest: max(5, 1+m.longest),
		keys:    m.seats,
		board:   m.boardKey,
	}
	for seat := range m.seats {
		g.seeds = append(g.seeds, seedOf(seat))
	}
	keys := slices.Clone(m.seats)
	if m.boardKey != "" {
		keys = append(keys, m.boardKey)
	}
	slices.Sort(keys)
	if len(g.terms) > 65536 || len(m.seats) < 2 || len(m.seats) > 64 || len(slices.Compact(slices.Clone(keys))) < len(keys) {
		return nil, false
	}
	for _, key := range keys {
		if !keyIsGood(key) {
			return nil, false
		}
	}
	return g.made(), true
}

func (m match) inputs(more ...any) fields {
	return fields{
		"game": hexOf(m.rules), "longest": m.longest, "grace": m.grace, "bank": m.bank, "keys": hexes(m.seats...), "board": hexOf(m.boardKey),
	}.with(more...)
}

const none = -1

// A matchReader is that of section 7.1.
type matchReader struct {
	*reader
	terms    match
	game     *testGame
	r        int
	phase    int
	t, stamp int64
	isOut    []bool
	since    []int
	begun    []int64
	used     []int64
	voids    []int
	ticks    []int
	leaves   []int

	outs   []string // what vectors show of those that are out
	struck []bool   // out by fault or silence
	closed []bool
}

func (m match) reader() *matchReader {
	table, ok := m.table()
	if !ok {
		panic("terms")
	}
	n := len(m.seats)
	return &matchReader{
		reader: table.reader(), terms: m, game: newTestGame(m.rules, n),
		isOut: make([]bool, n), since: slices.Repeat([]int{none}, n), begun: make([]int64, n), used: make([]int64, n),
		voids: make([]int, n), ticks: make([]int, n), leaves: slices.Repeat([]int{none}, n),
		struck: make([]bool, n), closed: make([]bool, n),
	}
}

func (r *matchReader) over() bool { return r.e > 0 }

// noneDue says that no seat is due.
func (r *matchReader) noneDue() bool {
	return !slices.ContainsFunc(r.since, func(k int) bool { return k != none })
}

// ceil returns ⌈(grace + bank) / grace⌉.
func (m match) ceil() int { return int((m.grace + m.bank + m.grace - 1) / m.grace) }

// read is section 7.2.
func (r *matchReader) read(post string, stamp int64) (placed bool) {
	st, class := r.judge(post)
	if class != "ok" {
		return false
	}
	s := st.seat
	switch {
	case r.over():
		if st.message != "\x05" {
			return false
		}
		r.closed[s] = true
		r.place(st, r.outBits())
		return true
	case r.r == 0:
		if st.message != "\x01" {
			return false
		}
		r.stamp = stamp
	default:
		if !r.readInRound(st, stamp) {
			return false
		}
	}

	hellos := 0
	for seat := range r.last {
		if r.last[seat] > 0 || seat == s {
			hellos++
		}
	}
	roundOver := r.noneDue() && (r.r > 0 || hellos == len(r.last))
	if roundOver {
		for seat := range r.leaves {
			if !r.isOut[seat] && r.leaves[seat] != none && r.leaves[seat] <= r.r {
				r.putOut(seat, "left")
			}
		}
	}
	r.place(st, r.outBits())
	if roundOver {
		r.nextRound()
	}
	return true
}

func (r *matchReader) outBits() (bits uint64) {
	for seat, out := range r.isOut {
		if out {
			bits |= 1 << seat
		}
	}
	return bits
}

func (r *matchReader) readInRound(st statement, stamp int64) (placed bool) {
	s := st.seat
	kind := none
	if st.message != "" {
		kind = int(st.message[0])
	}
	isTick := st.message == "\x03"
	isSay := kind == 2 && r.since[s] != none && st.k >= r.since[s]
	isLeave := kind == 4 && len(st.message) == 5 && !r.isOut[s] && r.leaves[s] == none
	isVoid := !isTick && !isSay && !isLeave
	if isTick && r.ticks[s] >= 16+16*r.terms.ceil() || isVoid && r.voids[s] >= 16 {
		return false
	}
	r.timePasses(stamp)
	switch {
	case isVoid:
		r.voids[s]++
		return true
	case isTick:
		r.ticks[s]++
		for seat := range r.since {
			if r.since[seat] != none && r.left(seat) <= 0 {
				r.putOut(seat, "silent")
			}
		}
	case isLeave:
		u := uint32(number(st.message[1:]))
		r.leaves[s] = max(r.r, int(min(u, 1<<30)))
		r.effect()
	case isSay:
		r.say(s, st.message[1:])
	}
	r.settle(r.k + 1)
	return true
}

// timePasses is section 7.3.
func (r *matchReader) timePasses(stamp int64) {
	d := new(big.Int).Sub(big.NewInt(stamp), big.NewInt(r.stamp))
	quarter := big.NewInt(r.terms.grace / 4)
	switch {
	case d.Sign() < 0 && d.CmpAbs(quarter) <= 0:
		return
	case d.Sign() < 0:
		d.SetInt64(0)
	case d.Cmp(quarter) > 0:
		d = quarter
	}
	r.t += d.Int64()
	r.stamp = stamp
}

// left is the time that a due seat has.
func (r *matchReader) left(s int) int64 {
	return r.terms.grace + max(0, r.terms.bank-r.used[s]) - (r.t - r.begun[s])
}

// effect is section 7.4.
func (r *matchReader) effect() {
	for s := range r.voids {
		r.voids[s] = max(0, r.voids[s]-1)
	}
	clear(r.ticks)
}

// say is section 7.5.
func (r *matchReader) say(s int, message string) {
	switch fault := r.game.apply(s, message); {
	case fault == none:
		r.used[s] = min(r.terms.bank, r.used[s]+max(0, r.t-r.begun[s]-r.terms.grace))
		r.since[s] = none
		r.effect()
	case fault != s && !r.isOut[fault]:
		r.putOut(fault, "fault")
	case fault != s && r.voids[s] < 16:
		r.voids[s]++
	default:
		r.putOut(s, "fault")
	}
}

func (r *matchReader) putOut(s int, reason string) {
	r.isOut[s], r.struck[s] = true, reason != "left"
	r.since[s] = none
	r.outs = append(r.outs, fmt.Sprint(s, " ", reason, " ", r.r, " ", r.k))
	r.effect()
	r.game.out(s, reason)
}

// settle is section 7.6, with the number of places after which new items became due.
func (r *matchReader) settle(places int) {
	due := r.game.due()
	for s := range r.since {
		switch {
		case r.isOut[s] || !slices.Contains(due, s):
			r.since[s] = none
		case r.since[s] == none || r.phase != r.game.phase:
			r.since[s], r.begun[s] = places, r.t
		}
	}
	r.phase = r.game.phase
}

// nextRound is section 7.7.
func (r *matchReader) nextRound() {
	r.r++
	for s := range r.since {
		r.since[s], r.used[s], r.ticks[s] = none, 0, 0
	}
	r.cut()
	r.game.start()
	r.settle(r.k)
	if r.noneDue() {
		r.end()
	}
}

// view is a view of section 13.3.
func (r *matchReader) view() string {
	text := fmt.Sprint(r.r)
	for s, since := range r.since {
		if since != none {
			text += fmt.Sprintf(" %d:%d:%d", s, since, max(0, r.left(s)))
		}
	}
	return text
}

func (r *matchReader) final() bool { return r.over() && r.reader.final() >= r.e }

// returned lists the seats whose deposits return (section 9).
func (r *matchReader) returned() []int {
	seats := []int{} // not null
	for s := range r.closed {
		if r.closed[s] && !r.struck[s] {
			seats = append(seats, s)
		}
	}
	return seats
}

// A testGame is that of section 13.1.
type testGame struct {
	rounds   int // that are left
	in       []bool
	scores   []int
	phase    int
	speaking bool // phase 0
	turn     int  // the seat, or none
	said     []string
}

func newTestGame(rules string, n int) *testGame {
	return &testGame{rounds: int(rules[0]), in: slices.Repeat([]bool{true}, n), scores: make([]int, n), turn: none, said: make([]string, n)}
}

func (g *testGame) start() {
	in := 0
	for _, is := range g.in {
		if is {
			in++
		}
	}
	if g.rounds == 0 || in < 2 {
		return
	}
	g.rounds--
	g.phase, g.speaking = 0, true
	clear(g.said)
}

// due returns who is due. In phase 0, that is also who is out.
func (g *testGame) due() (seats []int) {
	for s := range g.in {
		if g.turn == s || g.speaking && g.said[s] == "" {
			seats = append(seats, s)
		}
	}
	return seats
}

// apply returns whose fault the message shows.
func (g *testGame) apply(s int, message string) (fault int) {
	if g.speaking {
		if len(message) != 4 {
			return s
		}
		g.said[s] = message
		g.turns()
		return none
	}
	if len(message) != 1 {
		return s
	}
	b := int(message[0])
	if i := b - 128; i >= 0 && i < len(g.said) && i != s && g.said[i] != "" && g.said[i][0] == 255 {
		return i
	}
	if b >= 4 {
		return s
	}
	g.scores[s] += b
	if b < 3 { // or else it is its turn again
		g.next()
	}
	return none
}

// turns begins the turns if all that are in have spoken in phase 0.
func (g *testGame) turns() {
	for s, in := range g.in {
		if in && g.said[s] == "" {
			return
		}
	}
	g.speaking = false
	g.next()
}

// next gives the turn to the next seat that is in.
func (g *testGame) next() {
	for g.turn++; g.turn < len(g.in); g.turn++ {
		if g.in[g.turn] {
			g.phase++
			return
		}
	}
	g.turn = none
}

func (g *testGame) out(s int, reason string) {
	g.in[s] = false
	if reason != "left" {
		g.scores[s] = 0
	}
	switch {
	case g.speaking:
		g.turns()
	case g.turn == s:
		g.next()
	case g.turn != none && s > g.turn:
		g.phase++
	}
}
