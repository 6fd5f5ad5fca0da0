package holdem

import (
	"slices"
	"sort"

	"github.com/squaredeal/squaredeal/commit/record"
)

// A line is what a seat has said, and of two contradicting things the one that others
// have heard here.
type line func(number int) (record.Statement, bool)

// fork reports whether a statement, at a table of so many seats, contradicts its seat's
// line, and how much of that may come before both.
func fork(st record.Statement, seats int, l line) (number int, forked bool) {
	number = st.Number()
	if number > 0 {
		before, ok := l(number - 1)
		if !ok {
			return 0, false
		}
		if before.Digest() != st.Head(st.Seat()).Digest {
			return number - 1, true
		}
		for s := range seats {
			earlier, later := before.Head(s), st.Head(s)
			if later.Count < earlier.Count || later.Count == earlier.Count && later.Digest != earlier.Digest {
				return number, true
			}
		}
	}
	other, ok := l(number)
	return number, ok && other.Digest() != st.Digest()
}

// uncut lets all statements count.
func uncut(seats int) []int { return slices.Repeat([]int{record.MaxStatements}, seats) }

// guilty are the seats that have said something else than their lines.
func guilty(seats int, twins []record.Statement) (guilty []int) {
	for s := range seats {
		if slices.ContainsFunc(twins, func(st record.Statement) bool { return st.Seat() == s }) {
			guilty = append(guilty, s)
		}
	}
	return guilty
}

// stand returns how many statements of each seat count when some have said something else
// than their lines, which this game was played with, and how much of each seat all who
// play on have confirmed. What they have confirmed counts, whatever else the seat signs.
// Of the rest, what the seat has said counts up to the first place where it has said
// something else; if there is none, what others have heard.
func stand(g *game, twins []record.Statement, line func(seat int) line) (cuts, confirmed []int) {
	seats := len(g.members)
	cuts, confirmed = uncut(seats), uncut(seats)
	out := guilty(seats, twins)
	for _, seat := range out {
		cited := 0
		for s, clocks := range g.clocks {
			if slices.Contains(out, s) {
				continue
			}
			heard := 0
			if len(clocks) > 0 {
				heard = clocks[len(clocks)-1][seat]
			}
			cited = max(cited, heard)
			if g.members[s] {
				confirmed[seat] = min(confirmed[seat], heard)
			}
		}
		forked := false
		for _, twin := range twins {
			if at, ok := fork(twin, seats, line(seat)); ok && twin.Seat() == seat && at >= confirmed[seat] {
				cuts[seat], forked = min(cuts[seat], at), true
			}
		}
		if !forked {
			cuts[seat] = cited
		}
	}
	return cuts, confirmed
}

// convict ends the match, as seats have signed statements that contradict others of theirs.
// The hand under way is void: what they have put into the pot goes to the others.
func (g *game) convict(twins []record.Statement) {
	for _, seat := range guilty(len(g.members), twins) {
		i := slices.IndexFunc(twins, func(st record.Statement) bool { return st.Seat() == seat })
		g.faults[seat] = &fault{twins[i], errEquivocation.Error()}
		text := g.faults[seat].text
		g.note(seat, "cheated: %s.", text)
		if g.members[seat] {
			g.members[seat] = false
			g.outs = append(g.outs, Out{Seat: seat, Hand: g.hand, Why: Cheated, What: text})
		}
		for i, o := range g.outs {
			if o.Seat == seat && o.Why != Broke {
				g.outs[i].Why, g.outs[i].What = Cheated, text
			}
		}
	}
	if g.ended = true; g.phase == over {
		return
	}
	if g.betting != nil && slices.ContainsFunc(g.players, g.member) {
		g.void()
		return
	}
	g.betting = nil
	g.end()
}

// lines returns the statements that go together with what most honest seats have heard,
// in causal order, and those that contradict them.
func lines(seats int, r *record.Record) (statements, twins []record.Statement) {
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
	// What nobody has heard counts as far as there is one of it.
	for s := range seats {
		for n := 0; bad[s]; n++ {
			if _, ok := best[[2]int{s, n}]; ok {
				continue
			}
			var next []record.Statement
			for _, st := range said[s] {
				if _, forked := fork(st, seats, lineOf(best, s)); st.Number() == n && !forked {
					next = append(next, st)
				}
			}
			if n > 0 {
				next = slices.DeleteFunc(next, func(st record.Statement) bool { return st.Head(s).Digest != best[[2]int{s, n - 1}].Digest() })
			}
			if len(next) == 0 {
				break
			}
			best[place(next[0])] = next[0] // any other one shows that it forks here
		}
	}
	// In causal order.
	counts := make([]int, seats)
	ready := func(st record.Statement) bool {
		for s, n := range counts {
			if st.Head(s).Count > n {
				return false
			}
		}
		return true
	}
	for again := true; again; {
		again = false
		for s := range counts {
			for st, ok := best[[2]int{s, counts[s]}]; ok && ready(st); st, ok = best[[2]int{s, counts[s]}] {
				statements = append(statements, st)
				counts[s]++
				again = true
			}
		}
	}
	for s := range seats {
		if !bad[s] {
			continue
		}
		for _, st := range said[s] {
			if _, forked := fork(st, seats, lineOf(best, s)); forked {
				twins = append(twins, st)
			}
		}
	}
	// A seat that contradicts itself where nobody has heard it.
	for _, proof := range r.Equivocations {
		if !slices.ContainsFunc(twins, func(st record.Statement) bool { return st.Seat() == proof.Seat() }) {
			_, second := proof.Statements()
			twins = append(twins, second)
		}
	}
	return statements, twins
}

func place(st record.Statement) [2]int { return [2]int{st.Seat(), st.Number()} }

func lineOf(chosen map[[2]int]record.Statement, seat int) line {
	return func(n int) (record.Statement, bool) { st, ok := chosen[[2]int{seat, n}]; return st, ok }
}
