package holdem

import (
	"slices"
	"sort"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/internal/field"
)

// uncut lets all statements count.
func uncut(seats int) []int { return slices.Repeat([]int{record.MaxStatements}, seats) }

// contradict reports whether two statements of one seat, at a table of so many, can't both
// be an honest seat's.
func contradict(a, b record.Statement, seats int) bool {
	return a.Digest() != b.Digest() && !follows(a, b, seats) && !follows(b, a, seats)
}

// follows reports whether a seat can say b after a.
func follows(a, b record.Statement, seats int) bool {
	seat := a.Seat()
	if b.Number() <= a.Number() || b.Number() == a.Number()+1 && b.Head(seat).Digest != a.Digest() {
		return false
	}
	for s := range seats {
		before, after := a.Head(s), b.Head(s)
		if s != seat && (after.Count < before.Count || after.Count == before.Count && after.Digest != before.Digest) {
			return false
		}
	}
	return true
}

// compare looks for something else that a seat has signed in the place of a statement. The
// first proof of each seat is kept, and sent to all.
func (t *table) compare(st record.Statement) {
	seat := st.Seat()
	if t.proofs[seat] != nil {
		return
	}
	var others []record.Statement
	if held, ok := t.log.Statement(seat, min(st.Number(), t.log.Count(seat)-1)); ok {
		others = append(others, held)
	}
	if t.chosen(seat) {
		others = append(others, t.pending[seat])
	}
	for _, h := range t.held {
		if h.Seat() == seat {
			others = append(others, h)
		}
	}
	for _, other := range others {
		if !contradict(other, st, t.config.Seats) {
			continue
		}
		proof := newProof(t.log.Table(), other, st)
		t.proofs[seat], t.changed = proof, true
		t.noteProof(seat)
		first, second := proof.Statements()
		if t.live {
			t.send = append(t.send, first.Bytes(), second.Bytes())
		}
		return
	}
}

// newProof returns the evidence that two statements contradict each other.
func newProof(table record.Table, a, b record.Statement) *record.Equivocation {
	for _, pair := range [][2]record.Statement{{a, b}, {b, a}} {
		entries := field.Append(field.Append(nil, pair[0].Bytes()), pair[1].Bytes())
		if proof, err := record.ParseEquivocation(table, entries); err == nil {
			return proof
		}
	}
	panic("holdem: two statements don't contradict each other")
}

func (t *table) noteProof(seat int) {
	if t.proofs[seat] != nil {
		t.game.proved[seat] = true
		t.game.note(seat, "cheated: %s.", errEquivocation)
	}
}

// named returns why seats don't play on, now that some are known to have contradicted
// themselves.
func named(outs []Out, proved func(seat int) bool) []Out {
	outs = slices.Clone(outs)
	for i, o := range outs {
		if proved(o.Seat) && (o.Why == Silent || o.Why == Cheated) {
			outs[i].Why, outs[i].What = Cheated, errEquivocation.Error()
		}
	}
	return outs
}

// lines returns the statements that go together with what most honest seats have heard,
// in causal order.
func lines(seats int, r *record.Record, signed map[record.Digest]map[int]bool) (statements []record.Statement) {
	said := make([][]record.Statement, seats)
	for _, st := range slices.Concat(r.Statements, r.Loose) {
		said[st.Seat()] = append(said[st.Seat()], st)
	}
	bad := make([]bool, seats)
	for _, proof := range r.Equivocations {
		bad[proof.Seat()] = true
	}
	pasts := make(map[record.Digest][]record.Statement)
	past := func(st record.Statement) []record.Statement {
		p, ok := pasts[st.Digest()]
		if !ok {
			p, _ = r.Past(st)
			pasts[st.Digest()] = p
		}
		return p
	}
	var best map[[2]int]record.Statement
	most := -1
	for first := range seats {
		if bad[first] {
			continue
		}
		chosen := make(map[[2]int]record.Statement)
		for _, st := range r.Statements {
			chosen[place(st)] = st
		}
		whole := 0
		for i := range seats {
			s := (first + i) % seats
			if bad[s] {
				continue
			}
			n := sort.Search(len(said[s]), func(i int) bool {
				p := past(said[s][i])
				return p == nil || slices.ContainsFunc(p, func(st record.Statement) bool {
					other, ok := chosen[place(st)]
					return ok && other.Digest() != st.Digest()
				})
			})
			if n > 0 {
				for _, st := range past(said[s][n-1]) {
					chosen[place(st)] = st
				}
			}
			if n == len(said[s]) {
				whole++
			}
		}
		if score := whole<<24 + len(chosen); score > most {
			best, most = chosen, score
		}
	}
	if best == nil {
		best = make(map[[2]int]record.Statement)
		for _, st := range r.Statements {
			best[place(st)] = st
		}
	}
	// What nobody has shown to have heard counts if it is countersigned, or the only one.
	votes := func(st record.Statement) (n int) {
		for s := range signed[st.Digest()] {
			if !bad[s] {
				n++
			}
		}
		return n
	}
	for again := true; again; {
		again = false
		for s := range seats {
			if next, ok := tail(best, said[s], s, seats, votes); ok && bad[s] {
				best[place(next)], again = next, true
			}
		}
	}
	// In causal order.
	counts := make([]int, seats)
	for again := true; again; {
		again = false
		for s := range counts {
			for st, ok := best[[2]int{s, counts[s]}]; ok && within(st, counts); st, ok = best[[2]int{s, counts[s]}] {
				statements = append(statements, st)
				counts[s]++
				again = true
			}
		}
	}
	return statements
}

// tail returns what a seat has said after what is chosen of it: the only such statement, or
// the one that most have countersigned.
func tail(chosen map[[2]int]record.Statement, said []record.Statement, seat, seats int, votes func(record.Statement) int) (next record.Statement, ok bool) {
	n := 0
	for ; chosen[[2]int{seat, n}] != (record.Statement{}); n++ {
	}
	var all []record.Statement
	for _, st := range said {
		whole := st.Number() == n && (n == 0 || follows(chosen[[2]int{seat, n - 1}], st, seats))
		for s := range seats {
			head := st.Head(s)
			whole = whole && (head.Count == 0 || chosen[[2]int{s, head.Count - 1}].Digest() == head.Digest)
		}
		if whole {
			all = append(all, st)
		}
	}
	slices.SortStableFunc(all, func(a, b record.Statement) int { return votes(b) - votes(a) })
	if len(all) == 0 || len(all) > 1 && votes(all[0]) == votes(all[1]) {
		return next, false
	}
	return all[0], true
}

// within reports whether so many statements of each seat are all that one follows.
func within(st record.Statement, counts []int) bool {
	for s, n := range counts {
		if st.Head(s).Count > n {
			return false
		}
	}
	return true
}
