package spec

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
	m := match{rules: octet(int(rounds)) + "\x00", longest: 4, grace: 8000, bank: 16000}
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
	due      []int
	since    []int
	least    []int
	begun    []int64
	spent    []int64
	used     []int64
	voids    []int
	ticks    []int
	leaves   []int
	told     []map[int]bool

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
	told := make([]map[int]bool, n)
	for s := range told {
		told[s] = map[int]bool{}
	}
	return &matchReader{
		reader: table.reader(), terms: m, game: newTestGame(m.rules, n),
		isOut: make([]bool, n), due: make([]int, n), since: slices.Repeat([]int{none}, n), least: slices.Repeat([]int{none}, n),
		begun: make([]int64, n), spent: make([]int64, n), used: make([]int64, n),
		voids: make([]int, n), ticks: make([]int, n), leaves: slices.Repeat([]int{none}, n), told: told,
		struck: make([]bool, n), closed: make([]bool, n),
	}
}

func (r *matchReader) over() bool { return r.e > 0 }

// noneDue says that no seat is due.
func (r *matchReader) noneDue() bool {
	return !slices.ContainsFunc(r.due, func(c int) bool { return c > 0 })
}

// graces is m of section 7.2.
func (m match) graces() int { return int((m.grace + m.bank + m.grace - 1) / m.grace) }

// read is section 7.2.
func (r *matchReader) read(post string, stamp int64) (placed bool) {
	st, class := r.judge(post)
	if class != "ok" {
		return false
	}
	s := st.seat
	switch {
	case r.over():
		if st.kind != 5 || st.len > 0 || st.pruned {
			return false
		}
		r.closed[s] = true
		r.place(st, r.outBits())
		return true
	case r.r == 0:
		if st.kind != 1 || st.len > 0 || st.pruned {
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
	isVoid := r.isVoid(st)
	switch {
	case isVoid && r.voids[s] >= 16, !isVoid && st.pruned, !isVoid && st.kind == 3 && r.ticks[s] >= 16+16*r.terms.graces():
		return false
	}
	r.timePasses(stamp)
	said := none // whose say is taken
	switch {
	case isVoid:
		r.voids[s]++
		return true
	case st.kind == 3:
		r.ticks[s]++
		for seat := range r.due {
			if r.due[seat] > 0 && r.left(seat) <= 0 {
				r.putOut(seat, "silent")
			}
		}
	case st.kind == 4:
		u := uint32(number(st.message[1:]))
		r.leaves[s] = max(r.r, int(min(u, 1<<30)))
		r.effect()
	default:
		said = r.say(s, st.message[1:])
	}
	r.settle(r.k+1, said, r.phase != r.game.phase)
	return true
}

func (r *matchReader) isVoid(st statement) bool {
	s := st.seat
	switch st.kind {
	case 2:
		return r.due[s] == 0 || st.k < r.since[s]
	case 3:
		return st.len > 0
	case 4:
		return st.len != 4 || r.isOut[s] || r.leaves[s] != none
	}
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
	return r.terms.grace + r.terms.bank - r.used[s] - r.spent[s] - (r.t - r.begun[s])
}

// effect is section 7.4.
func (r *matchReader) effect() {
	for s := range r.voids {
		r.voids[s] = max(0, r.voids[s]-1)
	}
	clear(r.ticks)
}

// say is section 7.5. It returns the seat if its message is taken.
func (r *matchReader) say(s int, message string) (taken int) {
	fault := r.game.apply(s, message)
	switch {
	case fault == none && (r.phase != r.game.phase || !slices.Equal(r.due, r.named())):
		r.effect()
		return s
	case fault == none && r.voids[s] < 16:
		r.voids[s]++
		return s
	case fault == none || fault == s || r.told[s][fault]:
		r.putOut(s, "fault")
	case r.isOut[fault]:
		r.told[s][fault] = true
	default:
		r.putOut(fault, "fault")
	}
	return none
}

func (r *matchReader) putOut(s int, reason string) {
	r.isOut[s], r.struck[s] = true, reason != "left"
	r.outs = append(r.outs, fmt.Sprint(s, " ", reason, " ", r.r, " ", r.k))
	r.effect()
	r.game.out(s, reason)
}

// named is how often each seat is named that isn't out.
func (r *matchReader) named() []int {
	c := make([]int, len(r.due))
	for _, s := range r.game.due() {
		if !r.isOut[s] {
			c[s]++
		}
	}
	return c
}

// settle is section 7.6, with the number of places after which what is new became due.
func (r *matchReader) settle(places, said int, newPhase bool) {
	for s, c := range r.named() {
		if r.due[s] > 0 {
			r.spent[s] += r.t - r.begun[s]
		}
		if newPhase || r.least[s] != none && c < r.least[s] {
			r.used[s] = min(r.terms.bank, r.used[s]+max(0, r.spent[s]-r.terms.grace))
			r.spent[s] = 0
			if r.least[s] = c; newPhase {
				r.least[s] = none
			}
		}
		switch {
		case c == 0:
			r.since[s] = none
		case r.since[s] == none || newPhase || s == said:
			r.since[s] = places
		}
		if c > 0 && r.least[s] == none {
			r.least[s] = c
		}
		r.due[s], r.begun[s] = c, r.t
	}
	r.phase = r.game.phase
}

// nextRound is section 7.7.
func (r *matchReader) nextRound() {
	r.r++
	for s := range r.due {
		r.due[s], r.since[s], r.least[s] = 0, none, none
		r.spent[s], r.used[s], r.ticks[s] = 0, 0, 0
	}
	r.cut()
	r.game.start()
	r.settle(r.k, none, true)
	if r.noneDue() {
		r.end()
	}
}

// view is a view of section 13.3.
func (r *matchReader) view() string {
	text := fmt.Sprint(r.r)
	for s, c := range r.due {
		if c > 0 {
			text += fmt.Sprintf(" %d:%d:%d", s, r.since[s], max(0, r.left(s)))
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
	twice    int // a bit for each seat
	in       []bool
	marked   []bool
	scores   []int
	phase    int
	speaking bool // phase 0
	left     []int
	turn     int // the seat, or none
	guest    int // that has borrowed the turn, or none
}

func newTestGame(rules string, n int) *testGame {
	return &testGame{
		rounds: int(rules[0]), twice: int(rules[1]), in: slices.Repeat([]bool{true}, n), marked: make([]bool, n),
		scores: make([]int, n), turn: none, guest: none, left: make([]int, n),
	}
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
	for s := range g.left {
		g.left[s] = 1 + g.twice>>s&1
	}
}

// due returns who is due. In phase 0, that is also who is out.
func (g *testGame) due() (seats []int) {
	for s := range g.in {
		if g.speaking {
			seats = append(seats, slices.Repeat([]int{s}, g.left[s])...)
		} else if g.guest == s || g.guest == none && g.turn == s {
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
		g.left[s]--
		g.marked[s] = g.marked[s] || message[0] == 255
		g.turns()
		return none
	}
	if len(message) != 1 {
		return s
	}
	switch b := int(message[0]); {
	case b >= 128 && b-128 < len(g.in) && b-128 != s && g.marked[b-128]:
		return b - 128
	case b < 4:
		g.scores[s] += b
		if b == 3 { // it is its turn again
			return none
		}
		if g.guest != none {
			g.guest = none
		} else {
			g.next()
		}
		return none
	case b == 4 && g.guest == none:
		for i, in := range g.in {
			if in && i != s {
				g.guest = i
				return none
			}
		}
	}
	return s
}

// turns begins the turns if all that are in have spoken in phase 0.
func (g *testGame) turns() {
	for s, in := range g.in {
		if in && g.left[s] > 0 {
			return
		}
	}
	g.speaking = false
	g.next()
}

// next gives the turn to the next seat that is in.
func (g *testGame) next() {
	g.guest = none
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
	if g.guest == s {
		g.guest = none
	}
}
