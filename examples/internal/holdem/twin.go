package holdem

import (
	"slices"
	"sort"

	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// A line is what a seat has said, and of two contradicting things the one that others
// have heard here.
type line func(number int) (oldrecord.Statement, bool)

// fork reports whether a statement, at a table of so many seats, contradicts its seat's
// line, and how much of that may come before both.
func fork(st oldrecord.Statement, seats int, l line) (number int, forked bool) {
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
func uncut(seats int) []int { return slices.Repeat([]int{oldrecord.MaxStatements}, seats) }

// guilty are the seats that have said something else than their lines.
func guilty(seats int, twins []oldrecord.Statement) (guilty []int) {
	for s := range seats {
		if slices.ContainsFunc(twins, func(st oldrecord.Statement) bool { return st.Seat() == s }) {
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
func stand(g *game, twins []oldrecord.Statement, line func(seat int) line) (cuts, confirmed []int) {
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
func (g *game) convict(twins []oldrecord.Statement) {
	for _, seat := range guilty(len(g.members), twins) {
		i := slices.IndexFunc(twins, func(st oldrecord.Statement) bool { return st.Seat() == seat })
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
func lines(seats int, r *oldrecord.Record) (statements, twins []oldrecord.Statement) {
	f := &forked{Record: r, said: make([][]oldrecord.Statement, seats), bad: make([]bool, seats), pasts: make(map[oldrecord.Digest][]oldrecord.Statement)}
	for _, st := range slices.Concat(r.Statements, r.Loose) {
		f.said[st.Seat()] = append(f.said[st.Seat()], st)
	}
	for _, proof := range r.Equivocations {
		f.bad[proof.Seat()] = true
	}
	c := f.choose()
	f.extend(c)
	return c.inOrder(seats), f.twins(c)
}

// A forked record is one in which some seats contradict themselves.
type forked struct {
	*oldrecord.Record
	said  [][]oldrecord.Statement // by seat
	bad   []bool                  // the seats that contradict themselves
	pasts map[oldrecord.Digest][]oldrecord.Statement
}

// past returns what comes before a statement, nil if the record lacks some of it.
func (f *forked) past(st oldrecord.Statement) []oldrecord.Statement {
	p, ok := f.pasts[st.Digest()]
	if !ok {
		p, _ = f.Past(st)
		f.pasts[st.Digest()] = p
	}
	return p
}

// A choice has one statement for each place: its seat and number.
type choice map[[2]int]oldrecord.Statement

func newChoice(statements []oldrecord.Statement) choice {
	c := make(choice, len(statements))
	for _, st := range statements {
		c[place(st)] = st
	}
	return c
}

func place(st oldrecord.Statement) [2]int { return [2]int{st.Seat(), st.Number()} }

// line returns what it has of a seat.
func (c choice) line(seat int) line {
	return func(n int) (oldrecord.Statement, bool) { st, ok := c[[2]int{seat, n}]; return st, ok }
}

// choose returns the choice that most seats agree with that don't contradict themselves:
// that of one of them, whoever it is, with what the others have heard as far as it fits.
func (f *forked) choose() choice {
	best, most := newChoice(f.Statements), -1
	for first, bad := range f.bad {
		if bad {
			continue
		}
		if c, whole := f.heardBy(first); whole<<24+len(c) > most {
			best, most = c, whole<<24+len(c)
		}
	}
	return best
}

// heardBy returns the choice of a seat, and how many others agree with all of it.
func (f *forked) heardBy(first int) (c choice, whole int) {
	c = newChoice(f.Statements)
	for i := range f.said {
		s := (first + i) % len(f.said)
		if f.bad[s] {
			continue
		}
		n := sort.Search(len(f.said[s]), func(i int) bool { return !c.fits(f.past(f.said[s][i])) })
		if n > 0 {
			for _, st := range f.past(f.said[s][n-1]) {
				c[place(st)] = st
			}
		}
		if n == len(f.said[s]) {
			whole++
		}
	}
	return c, whole
}

// fits reports whether a past is there and contradicts nothing of the choice.
func (c choice) fits(past []oldrecord.Statement) bool {
	return past != nil && !slices.ContainsFunc(past, func(st oldrecord.Statement) bool {
		other, ok := c[place(st)]
		return ok && other.Digest() != st.Digest()
	})
}

// extend adds what seats that contradict themselves have said and nobody has heard, as far
// as there is one of it.
func (f *forked) extend(c choice) {
	for s, bad := range f.bad {
		for n := 0; bad; n++ {
			if _, ok := c[[2]int{s, n}]; ok {
				continue
			}
			at := slices.IndexFunc(f.said[s], func(st oldrecord.Statement) bool {
				_, forks := fork(st, len(f.said), c.line(s))
				return st.Number() == n && !forks && (n == 0 || st.Head(s).Digest == c[[2]int{s, n - 1}].Digest())
			})
			if at < 0 {
				break
			}
			c[[2]int{s, n}] = f.said[s][at] // any other one shows that it forks here
		}
	}
}

// inOrder returns the statements of a choice in causal order.
func (c choice) inOrder(seats int) (statements []oldrecord.Statement) {
	counts := make([]int, seats)
	ready := func(st oldrecord.Statement) bool {
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
			for st, ok := c[[2]int{s, counts[s]}]; ok && ready(st); st, ok = c[[2]int{s, counts[s]}] {
				statements = append(statements, st)
				counts[s]++
				again = true
			}
		}
	}
	return statements
}

// twins returns the statements that contradict a choice: one at least for each seat that
// contradicts itself, if only where nobody has heard it.
func (f *forked) twins(c choice) (twins []oldrecord.Statement) {
	for s, bad := range f.bad {
		if !bad {
			continue
		}
		for _, st := range f.said[s] {
			if _, forks := fork(st, len(f.said), c.line(s)); forks {
				twins = append(twins, st)
			}
		}
	}
	for _, proof := range f.Equivocations {
		if !slices.ContainsFunc(twins, func(st oldrecord.Statement) bool { return st.Seat() == proof.Seat() }) {
			_, second := proof.Statements()
			twins = append(twins, second)
		}
	}
	return twins
}
