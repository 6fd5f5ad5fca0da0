package main

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

func u32(x int) string { return string(binary.BigEndian.AppendUint32(nil, uint32(x))) }

func lp(x string) string { return string(binary.BigEndian.AppendUint64(nil, uint64(len(x)))) + x }

func hash(x string) string {
	sum := sha256.Sum256([]byte(x))
	return string(sum[:])
}

func hexOf(x string) string { return hex.EncodeToString([]byte(x)) }

func encodeTable(id string, keys []string) string {
	return lp("squaredeal/record/v1/table") + lp(id) + u32(len(keys)) + strings.Join(keys, "")
}

// A game is a table of which all is known.
type game struct {
	seeds, keys []string
	table, T    string
}

func seedOf(seat int) string { return hash(fmt.Sprint("key ", seat)) }

var publicKeys = map[string]string{}

func newGame(id string, n int) *game {
	g := new(game)
	for seat := range n {
		seed := seedOf(seat)
		if publicKeys[seed] == "" {
			publicKeys[seed] = publicOf(seed)
		}
		g.seeds = append(g.seeds, seed)
		g.keys = append(g.keys, publicKeys[seed])
	}
	g.table = encodeTable(id, g.keys)
	g.T = hash(g.table)
	return g
}

type head struct {
	count  int
	digest string
}

// start returns the heads of whoever has heard nothing.
func (g *game) start() []head {
	heads := make([]head, len(g.keys))
	for seat := range heads {
		heads[seat] = head{0, g.T}
	}
	return heads
}

func (g *game) body(seat int, heads []head, message string) string {
	b := lp("squaredeal/record/v1") + g.T + u32(seat)
	for _, h := range heads {
		b += u32(h.count) + h.digest
	}
	return b + lp(message)
}

func (g *game) sign(seat int, heads []head, message string) string {
	body := g.body(seat, heads, message)
	return body + signature(g.seeds[seat], body)
}

// A statement is one that has passed section 5.2.
type statement struct {
	seat, number int
	heads        []head
	message      string
	digest, raw  string
}

var verified = map[string]bool{} // signatures that were verified before

// parse makes the checks of section 5.2.
func (g *game) parse(raw string) (st *statement, class string) {
	fixed := len(g.body(0, g.start(), "")) - 8
	if len(raw) < fixed+8+64 || raw[:60] != lp("squaredeal/record/v1")+g.T {
		return nil, "malformed"
	}
	st = &statement{raw: raw, seat: int(binary.BigEndian.Uint32([]byte(raw[60:]))), digest: hash(raw[:len(raw)-64])}
	length := binary.BigEndian.Uint64([]byte(raw[fixed:]))
	if uint32(st.seat) >= uint32(len(g.keys)) || length != uint64(len(raw)-fixed-8-64) || length > 1<<22 {
		return nil, "malformed"
	}
	for seat := range g.keys {
		at := 64 + 36*seat
		count := binary.BigEndian.Uint32([]byte(raw[at:]))
		h := head{int(count), raw[at+4 : at+36]}
		if count > 65536 || h.count == 0 && h.digest != g.T {
			return nil, "malformed"
		}
		st.heads = append(st.heads, h)
	}
	st.number = st.heads[st.seat].count
	st.message = raw[fixed+8 : len(raw)-64]
	if st.number > 65535 {
		return nil, "malformed"
	}
	good, known := verified[g.keys[st.seat]+raw]
	if !known {
		good = verify(g.keys[st.seat], raw[:len(raw)-64], raw[len(raw)-64:])
		verified[g.keys[st.seat]+raw] = good
	}
	if !good {
		return nil, "signature"
	}
	return st, "ok"
}

func canFollow(a, b *statement) bool {
	if b.number <= a.number {
		return false
	}
	if b.number == a.number+1 && b.heads[b.seat].digest != a.digest {
		return false
	}
	for t := range a.heads {
		if t == a.seat {
			continue
		}
		if b.heads[t].count < a.heads[t].count {
			return false
		}
		if b.heads[t].count == a.heads[t].count && b.heads[t].digest != a.heads[t].digest {
			return false
		}
	}
	return true
}

func contradict(a, b *statement) bool {
	return a.seat == b.seat && a.digest != b.digest && !canFollow(a, b) && !canFollow(b, a)
}

// before is the order by seat, number and digest.
func before(a, b *statement) int {
	return cmp.Or(cmp.Compare(a.seat, b.seat), cmp.Compare(a.number, b.number), cmp.Compare(a.digest, b.digest))
}

func proof(a, b *statement) []*statement {
	pair := []*statement{a, b}
	slices.SortFunc(pair, before)
	return pair
}

// entries returns those of a transcript, and whether it ends with one.
func entries(transcript string) (all []string, whole bool) {
	for transcript != "" {
		if len(transcript) < 8 {
			return all, false
		}
		n := binary.BigEndian.Uint64([]byte(transcript))
		transcript = transcript[8:]
		if n > uint64(len(transcript)) {
			return all, false
		}
		all = append(all, transcript[:n])
		transcript = transcript[n:]
	}
	return all, true
}

func (g *game) evidence(evidence string) (seat int, class string) {
	all, whole := entries(evidence)
	if !whole || len(all) != 2 {
		return 0, "malformed"
	}
	a, class := g.parse(all[0])
	if class != "ok" {
		return 0, class
	}
	b, class := g.parse(all[1])
	if class != "ok" {
		return 0, class
	}
	if !contradict(a, b) || before(a, b) > 0 {
		return 0, "malformed"
	}
	return a.seat, "ok"
}

// A log follows sections 6 and 7.
type log struct {
	*game
	seat       int
	chains     [][]*statement
	proofs     [][]*statement
	early      [][]*statement
	transcript string
	heard      []*statement
}

func (g *game) log(seat int) *log {
	n := len(g.keys)
	return &log{game: g, seat: seat, chains: make([][]*statement, n), proofs: make([][]*statement, n), early: make([][]*statement, n)}
}

func size(statements []*statement) int {
	n := 0
	for _, st := range statements {
		n += len(st.raw)
	}
	return n
}

func (l *log) own(seat int) head {
	c := len(l.chains[seat])
	if c == 0 {
		return head{0, l.T}
	}
	return head{c, l.chains[seat][c-1].digest}
}

func (l *log) held(seat int, h head) bool {
	return h.count == 0 || h.count <= len(l.chains[seat]) && l.chains[seat][h.count-1].digest == h.digest
}

func (l *log) allHeld(st *statement) bool {
	for seat, h := range st.heads {
		if !l.held(seat, h) {
			return false
		}
	}
	return true
}

func (l *log) isFull(st *statement) bool { return size(l.chains[st.seat])+len(st.raw) > 1<<24 }

func (l *log) say(number int, message string) (raw, class string) {
	own := l.chains[l.seat]
	switch {
	case number > len(own):
		return "", "state"
	case len(message) > 1<<22:
		return "", "malformed"
	case number < len(own) && own[number].message == message:
		return own[number].raw, "said"
	case number < len(own), l.proofs[l.seat] != nil, len(l.early[l.seat]) > 0:
		return "", "state"
	}
	var heads []head
	for seat := range l.keys {
		heads = append(heads, l.own(seat))
	}
	body := l.body(l.seat, heads, message)
	st := &statement{l.seat, number, heads, message, hash(body), body + string(make([]byte, 64))}
	if number == 65536 || l.isFull(st) {
		return "", "full"
	}
	st.raw = body + signature(l.seeds[l.seat], body)
	l.put(st)
	for seat := range l.early {
		l.early[seat] = slices.DeleteFunc(slices.Clone(l.early[seat]), func(other *statement) bool {
			return other.number == len(l.chains[seat]) && l.allHeld(other)
		})
	}
	return st.raw, "said"
}

func (l *log) put(st *statement) {
	l.chains[st.seat] = append(l.chains[st.seat], st)
	l.transcript += lp(st.raw)
}

// contradicted returns what st contradicts in its chain, by step 3 of section 7.2.
func (l *log) contradicted(st *statement) *statement {
	chain := l.chains[st.seat]
	if len(chain) == 0 {
		return nil
	}
	if other := chain[min(st.number, len(chain)-1)]; contradict(other, st) {
		return other
	}
	return nil
}

func (l *log) prove(a, b *statement) {
	l.proofs[a.seat] = proof(a, b)
	for _, st := range l.proofs[a.seat] {
		if !slices.ContainsFunc(l.chains[st.seat], func(other *statement) bool { return other.digest == st.digest }) {
			l.transcript += lp(st.raw)
		}
	}
	l.early[a.seat] = nil
}

// hear returns what was heard, and the class.
func (l *log) hear(raw string) (heard []*statement, class string) {
	st, class := l.parse(raw)
	if class != "ok" {
		return nil, class
	}
	s, i := st.seat, st.number
	chain := l.chains[s]
	if i < len(chain) && chain[i].digest == st.digest {
		return nil, "heard"
	}
	if l.proofs[s] != nil {
		return nil, fmt.Sprint("equivocation ", s)
	}
	if other := l.contradicted(st); other != nil {
		l.prove(other, st)
		return nil, fmt.Sprint("equivocation ", s)
	}
	if i == len(chain) && l.isFull(st) {
		return nil, "full"
	}
	if i == len(chain) && l.allHeld(st) {
		l.put(st)
		l.heard = []*statement{st}
		class = "heard"
		for _, other := range l.early[s] {
			if contradict(other, st) {
				l.prove(other, st)
				class = fmt.Sprint("equivocation ", s)
				break
			}
		}
		l.release()
		return l.heard, class
	}
	for _, other := range l.early[s] {
		if contradict(other, st) {
			l.prove(other, st)
			return nil, fmt.Sprint("equivocation ", s)
		}
	}
	if kept := l.early[s]; !slices.ContainsFunc(kept, func(other *statement) bool { return other.digest == st.digest }) {
		kept = append(slices.Clone(kept), st)
		slices.SortFunc(kept, before)
		l.early[s] = kept
		l.drop(s)
	}
	return nil, "early"
}

// drop drops the last early statements that have no room.
func (l *log) drop(seat int) {
	for len(l.early[seat]) > 16 || size(l.chains[seat])+size(l.early[seat]) > 1<<24 {
		l.early[seat] = l.early[seat][:len(l.early[seat])-1]
	}
}

// release is section 7.4.
func (l *log) release() {
	for again := true; again; {
		again = false
		for seat := range l.early {
			var stay []*statement
			for _, st := range l.early[seat] {
				switch {
				case st.number != len(l.chains[seat]) || !l.allHeld(st):
					stay = append(stay, st)
				case !l.isFull(st):
					l.put(st)
					l.heard = append(l.heard, st)
					again = true
				}
			}
			l.early[seat] = stay
		}
	}
	for seat := range l.early {
		if len(l.early[seat]) > 0 {
			l.drop(seat)
		}
	}
}

func (l *log) claims() []string {
	claims := []string{}
	for _, early := range l.early {
		if len(early) == 0 {
			continue
		}
		for seat, h := range early[0].heads {
			if !l.held(seat, h) {
				claims = append(claims, claim(early[0], seat, h, h.count <= len(l.chains[seat])))
			}
		}
	}
	return claims
}

func claim(by *statement, seat int, h head, conflict bool) string {
	c := fmt.Sprintf("%s %d.%d %s", place(by), seat, h.count, hexOf(h.digest))
	if conflict {
		c += " conflict"
	}
	return c
}

func place(st *statement) string { return fmt.Sprintf("%d.%d", st.seat, st.number) }

func (l *log) state() string {
	s := lp("squaredeal/record/v1/state") + lp(l.table) + u32(l.seat) + l.seeds[l.seat] + lp(l.transcript)
	return s + hash(s)
}

// A merged is what section 9.1 makes of transcripts.
type merged struct {
	known             map[string]*statement
	statements, loose []*statement
	equivocations     [][]*statement
	claims            []string
	damaged           []int
}

func (g *game) merge(transcripts []string) *merged {
	m := &merged{known: map[string]*statement{}, claims: []string{}, damaged: []int{}}
	for i, transcript := range transcripts {
		all, whole := entries(transcript)
		for _, raw := range all {
			st, class := g.parse(raw)
			if class != "ok" {
				whole = false
				continue
			}
			if other := m.known[st.digest]; other == nil || st.raw < other.raw {
				m.known[st.digest] = st
			}
		}
		if !whole {
			m.damaged = append(m.damaged, i)
		}
	}
	var all []*statement
	for _, st := range m.known {
		all = append(all, st)
	}
	slices.SortFunc(all, before)
	m.equivocations = firstContradictions(all)
	contested := func(st *statement) bool {
		return slices.ContainsFunc(m.equivocations, func(pair []*statement) bool {
			return pair[0].seat == st.seat && pair[0].number <= st.number
		})
	}

	// Take what isn't in the record away until nothing changes.
	in := map[*statement]bool{}
	for _, st := range all {
		in[st] = !contested(st)
	}
	for again := true; again; {
		again = false
		for _, st := range all {
			for seat, h := range st.heads {
				if in[st] && h.count > 0 && !in[m.named(seat, h)] {
					in[st] = false
					again = true
				}
			}
		}
	}
	for _, st := range all {
		if in[st] {
			m.statements = append(m.statements, st)
		} else {
			m.loose = append(m.loose, st)
		}
	}
	m.sort(m.statements)

	listed := map[string]bool{}
	for signer := range g.keys {
		for seat := range g.keys {
			for _, st := range all {
				h := st.heads[seat]
				pair := fmt.Sprint(signer, " ", seat)
				if st.seat != signer || h.count == 0 || m.named(seat, h) != nil || listed[pair] {
					continue
				}
				listed[pair] = true
				conflict := slices.ContainsFunc(all, func(other *statement) bool { return other.seat == seat && other.number == h.count-1 })
				m.claims = append(m.claims, claim(st, seat, h, conflict))
			}
		}
	}
	return m
}

func (m *merged) named(seat int, h head) *statement {
	if st := m.known[h.digest]; st != nil && st.seat == seat && st.number == h.count-1 {
		return st
	}
	return nil
}

// sort orders statements, with all that they name, by depth and seat.
func (m *merged) sort(all []*statement) {
	depths := map[*statement]int{}
	var depth func(st *statement) int
	depth = func(st *statement) int {
		if d, ok := depths[st]; ok {
			return d
		}
		d := 0
		for seat, h := range st.heads {
			if h.count > 0 {
				d = max(d, 1+depth(m.named(seat, h)))
			}
		}
		depths[st] = d
		return d
	}
	slices.SortFunc(all, func(a, b *statement) int {
		return cmp.Or(cmp.Compare(depth(a), depth(b)), cmp.Compare(a.seat, b.seat))
	})
}

func firstContradictions(all []*statement) (pairs [][]*statement) {
	done := map[int]bool{}
	for i := 1; i < len(all); i++ {
		if a, b := all[i-1], all[i]; contradict(a, b) && !done[a.seat] {
			done[a.seat] = true
			pairs = append(pairs, []*statement{a, b})
		}
	}
	return pairs
}

// past returns the places of a statement's past, or the class of the failure.
func (m *merged) past(x *statement) string {
	seen := map[*statement]bool{}
	missing := false
	var visit func(st *statement)
	visit = func(st *statement) {
		if seen[st] {
			return
		}
		seen[st] = true
		for seat, h := range st.heads {
			if h.count == 0 {
				continue
			}
			if named := m.named(seat, h); named != nil {
				visit(named)
			} else {
				missing = true
			}
		}
	}
	visit(x)
	var all []*statement
	for st := range seen {
		all = append(all, st)
	}
	slices.SortFunc(all, before)
	if missing {
		return "early"
	}
	if pairs := firstContradictions(all); len(pairs) > 0 {
		return fmt.Sprint("equivocation ", pairs[0][0].seat)
	}
	m.sort(all)
	var places []string
	for _, st := range all {
		places = append(places, place(st))
	}
	return strings.Join(places, " ")
}
