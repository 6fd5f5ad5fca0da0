package holdem

import (
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/seats"
)

// Why a seat doesn't play on.
const (
	Broke   = "broke"   // it has no chips left
	Left    = "left"    // it said so
	Silent  = "silent"  // the others have waited for it too long; this is no proof of anything
	Cheated = "cheated" // its own statement proves it
)

// An Out is a seat that doesn't play on.
type Out struct {
	Seat int    `json:"seat"`
	Hand int    `json:"hand"` // the number of the hand in which it went
	Why  string `json:"why"`
	What string `json:"what,omitempty"` // its cheat
}

// A vote is a seat's word that it has waited long enough for some others, or that these
// leave or have cheated. From then on it says nothing but votes and objections, and
// hears nothing of those seats: so its statements show how many of theirs count.
type vote struct {
	by     int
	epoch  int
	seats  []int
	counts []int // of the statements of each of these that it has heard
	clock  clock
}

// same reports whether two votes are for the same.
func (v vote) same(w vote) bool {
	return v.epoch == w.epoch && slices.Equal(v.seats, w.seats) && slices.Equal(v.counts, w.counts)
}

// few reports whether a vote is to go on without most of those who play, or without half
// of them and the lowest seat among these. Its voter leaves with it: were others to go on
// with it, there could be two groups that go on without each other. Seats that leave or
// have cheated, as the voter knows, don't count.
func (g *game) few(v vote) bool {
	rest := slices.DeleteFunc(slices.Clone(g.rests[v.epoch]), func(s int) bool {
		return (g.faults[s] != nil || g.leaving[s]) && v.clock[s] > g.last[s]
	})
	var out []int
	for _, s := range v.seats {
		if slices.Contains(rest, s) {
			out = append(out, s)
		}
	}
	return 2*len(out) > len(rest) || len(out) > 0 && 2*len(out) == len(rest) && out[0] == rest[0]
}

// vote takes a vote. If all who are to play on have voted alike, it is settled: what the
// others say doesn't count any more, from just there on. It may have been settled before
// something that came too late to count began another epoch here.
func (g *game) vote(st oldrecord.Statement, c clock, m message) (wrong string) {
	v := vote{by: st.Seat(), epoch: m.epoch, seats: m.seats, clock: c}
	for _, s := range v.seats {
		if !slices.Contains(g.rests[v.epoch], s) || s == v.by {
			return "it votes on a seat that doesn't play, or on itself"
		}
		v.counts = append(v.counts, st.Head(s).Count)
	}
	if slices.ContainsFunc(g.votes, func(w vote) bool { return w.by == v.by && w.same(v) }) {
		return "it votes the same again"
	}
	if g.few(v) {
		if g.alone[v.by] == nil {
			g.note(v.by, "finds most others gone, and leaves.")
		}
		g.leaving[v.by], g.alone[v.by], g.last[v.by] = true, &v, st.Number()
		return ""
	}
	g.votes = append(g.votes, v)
	join := g.since.join(g.gathered)
	for _, s := range g.rests[v.epoch] {
		if slices.Contains(v.seats, s) {
			continue
		}
		i := slices.IndexFunc(g.votes, func(w vote) bool { return w.by == s && w.same(v) })
		if i < 0 {
			g.note(v.by, "votes to go on without %s.", seats.String(v.seats))
			return ""
		}
		join = join.join(g.votes[i].clock)
	}
	if g.overridden(v) {
		g.late = true
	} else if slices.ContainsFunc(g.settled, func(w vote) bool { return w.epoch == v.epoch }) {
		return ""
	}
	for i, s := range v.seats {
		g.late = g.late || len(g.clocks[s]) > v.counts[i]
		g.cuts[s] = min(g.cuts[s], v.counts[i])
	}
	if v.epoch == g.epoch() && g.phase != over {
		g.settled = append(g.settled, v)
		g.settle(v, join)
	}
	return ""
}

// again takes another vote of a seat that finds most others gone.
func (g *game) again(st oldrecord.Statement, m message) {
	v := vote{by: st.Seat(), epoch: g.alone[st.Seat()].epoch, seats: m.seats}
	for _, s := range m.seats {
		if s >= len(g.members) {
			return
		}
		v.counts = append(v.counts, st.Head(s).Count)
	}
	g.alone[st.Seat()] = &v
}

// missing reports whether a seat, which has said so many statements, is gone as far as
// seats tell that find most others gone.
func (g *game) missing(seat, said int) bool {
	if g.faults[seat] != nil || g.leaving[seat] {
		return true
	}
	return slices.ContainsFunc(g.alone, func(v *vote) bool {
		return v != nil && slices.Contains(v.seats, seat) && said <= v.counts[slices.Index(v.seats, seat)]
	})
}

// abandoned ends the match if nobody is left but seats that find most others gone, and
// those have indeed said no more than these have heard. The hand is void.
func (g *game) abandoned(said []int) bool {
	rest := g.rest()
	here := func(s int) bool { return !g.missing(s, said[s]) }
	alone := func(s int) bool { return g.alone[s] != nil }
	if g.phase == over || !slices.ContainsFunc(rest, alone) || slices.ContainsFunc(rest, here) {
		return false
	}
	for _, s := range rest {
		if g.alone[s] == nil {
			g.leave(s)
		}
	}
	if g.betting != nil {
		g.betting.drop(slices.DeleteFunc(rest, alone)...)
		if len(g.betting.contenders()) == 1 {
			g.endHand()
		} else {
			g.void()
		}
	}
	if g.phase != over {
		g.end()
	}
	return true
}

// frozen reports whether a seat whose heads are these waits for others to vote as it has:
// it does unless it has heard more since of those that it voted on.
func (g *game) frozen(seat int, head func(seat int) oldrecord.Head) bool {
	return g.waits(seat, func(s int) int { return head(s).Count }) != nil
}

// waits returns the last vote of a seat that still holds, nil if there is none.
func (g *game) waits(seat int, count func(seat int) int) *vote {
	for i := range slices.Backward(g.votes) {
		v := &g.votes[i]
		if v.by == seat && v.epoch == g.epoch() && !slices.ContainsFunc(v.seats, func(s int) bool { return count(s) != v.counts[slices.Index(v.seats, s)] }) {
			return v
		}
	}
	return nil
}

// overridden reports whether what was settled in the epoch of a vote on which all agree
// needed a vote that comes too late to count if this is settled: then none of those who
// agree had heard it, and it isn't what they went on with.
func (g *game) overridden(v vote) bool {
	return slices.ContainsFunc(g.settled, func(w vote) bool {
		return w.epoch == v.epoch && slices.ContainsFunc(g.votes, func(x vote) bool {
			at := slices.Index(v.seats, x.by)
			return x.same(w) && at >= 0 && x.clock[x.by] > v.counts[at]
		})
	})
}

// settle goes on without some seats. If more of what they said has counted than all have
// heard, the game is to be made again with the cuts that this leaves.
func (g *game) settle(v vote, c clock) {
	for _, s := range v.seats {
		g.leave(s)
	}
	g.nextEpoch(c)
	if len(g.rest()) == 0 {
		g.end()
		return
	}
	switch {
	case g.hand == 0 && len(g.rest()) < 2:
		g.end()
	case g.hand == 0:
		g.startToss()
	case g.betting == nil:
		g.shuffle()
	default:
		g.drop(v.seats)
	}
}

// leave takes a seat out of the match.
func (g *game) leave(seat int) {
	g.members[seat] = false
	o := Out{Seat: seat, Hand: g.hand, Why: Silent}
	switch {
	case g.faults[seat] != nil:
		o.Why, o.What = Cheated, g.faults[seat].text
	case g.leaving[seat]:
		o.Why = Left
	}
	g.outs = append(g.outs, o)
	g.note(seat, "is out of the match, as it %s.", map[string]string{Silent: "was silent for too long", Cheated: "cheated", Left: "left"}[o.Why])
}

// drop goes on with a hand whose hole cards are dealt.
func (g *game) drop(out []int) {
	g.betting.drop(out...)
	left := len(g.betting.contenders())
	g.due = slices.DeleteFunc(slices.Clone(g.due), func(s int) bool { return slices.Contains(out, s) })
	switch {
	case left == 0:
		g.void()
	case left == 1 || g.phase == showing && len(g.due) == 0:
		g.endHand()
	case g.phase == acting:
		g.nextTurn()
	case g.phase != showing:
		g.open()
	}
}
