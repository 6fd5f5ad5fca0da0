package holdem

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
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

// few reports whether a vote is to go on without most of those who play. If these are
// there, it is they who go on, and its voter leaves.
func (v vote) few(g *game) bool { return 2*len(v.seats) > len(g.rests[v.epoch]) }

// vote takes a vote. If all who are to play on have voted alike, it is settled: what the
// others say doesn't count any more, from just there on. It may have been settled before
// something that came too late to count began another epoch here.
func (g *game) vote(st record.Statement, c clock, m message) (wrong string) {
	v := vote{by: st.Seat(), epoch: m.epoch, seats: m.seats, clock: c}
	for _, s := range v.seats {
		if !slices.Contains(g.rests[v.epoch], s) || s == v.by {
			return "it votes on a seat that doesn't play, or on itself"
		}
		v.counts = append(v.counts, st.Head(s).Count)
	}
	if v.few(g) && !g.host.follows(v) {
		g.leaving[v.by] = true
		g.note(v.by, "goes on without most others, who go on without it.")
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
			g.note(v.by, "goes on without %s if all others do.", seats.String(v.seats))
			return ""
		}
		join = join.join(g.votes[i].clock)
	}
	if slices.ContainsFunc(g.settled, func(w vote) bool { return w.epoch == v.epoch }) {
		return "" // others had settled something else: see split
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

// split reports whether, among some statements, all of another group of seats have voted
// to go on without the others, while these have gone on without them: there are two ends
// of the match then, and the game follows one.
func (g *game) split(statements []record.Statement) bool {
	var votes []vote
	for _, st := range statements {
		m, wrong := parseMessage(st.Message())
		if wrong != "" || m.kind != voteMessage || m.epoch >= len(g.rests) {
			continue
		}
		v := vote{by: st.Seat(), epoch: m.epoch, seats: m.seats}
		for _, s := range m.seats {
			if s < len(g.members) {
				v.counts = append(v.counts, st.Head(s).Count)
			}
		}
		votes = append(votes, v)
	}
	for _, v := range votes {
		of := slices.IndexFunc(g.settled, func(w vote) bool { return w.epoch == v.epoch })
		if of < 0 || g.settled[of].same(v) {
			continue
		}
		if !slices.ContainsFunc(g.rests[v.epoch], func(s int) bool {
			return !slices.Contains(v.seats, s) && !slices.ContainsFunc(votes, func(w vote) bool { return w.by == s && w.same(v) })
		}) {
			return true
		}
	}
	return false
}

// frozen reports whether a seat whose heads are these waits for others to vote as it has:
// it does unless it has heard more since of those that it voted on.
func (g *game) frozen(seat int, head func(seat int) record.Head) bool {
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

// settle goes on without some seats. If more of what they said has counted than all have
// heard, the game is to be made again with the cuts that this leaves.
func (g *game) settle(v vote, c clock) {
	for _, s := range v.seats {
		g.members[s] = false
		o := Out{Seat: s, Hand: g.hand, Why: Silent}
		switch {
		case g.faults[s] != nil:
			o.Why, o.What = Cheated, g.faults[s].text
		case g.leaving[s]:
			o.Why = Left
		}
		g.outs = append(g.outs, o)
		g.note(s, "is out of the match: %s.", o.Why)
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
	case g.phase == opening:
		g.open()
	case g.phase == acting:
		g.nextTurn()
	}
}

func seatChips(seat, chips int) string {
	return fmt.Sprintf("seat %d has %d", seat, chips)
}
