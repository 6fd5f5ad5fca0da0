package holdem_test

import (
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// tell lets a seat hear statements, and returns what it says.
func (b *bus) tell(seat int, statements [][]byte) (send [][]byte) {
	b.t.Helper()
	for _, st := range statements {
		more, err := b.tables[seat].Hear(st)
		if err != nil {
			b.t.Fatal(err)
		}
		send = append(send, more...)
	}
	return send
}

// do makes a call of a seat's table, and returns what it says.
func (b *bus) do(send [][]byte, err error) [][]byte {
	b.t.Helper()
	if err != nil {
		b.t.Fatal(err)
	}
	return send
}

// toBetting plays until somebody is to act and nothing is under way. It returns the seats
// from that one on.
func toBetting(t *testing.T, seats int) (*bus, []int) {
	b := newBus(t, 1, config(seats, 1))
	for slices.ContainsFunc(b.queues, func(q [][]byte) bool { return len(q) > 0 }) {
		b.step()
	}
	turn := b.tables[0].View().Turn
	var order []int
	for i := range seats {
		order = append(order, (turn+i)%seats)
	}
	return b, order
}

var call = holdem.Action{Kind: holdem.Call}

// Who has heard more of a seat than another that votes on it says so at once, and shows
// what that lacks.
func TestObjection(t *testing.T) {
	b, s := toBetting(t, 3)
	acts := b.do(b.tables[s[0]].Act(call))
	b.tell(s[1], acts)
	votes := b.do(b.tables[s[2]].Expire(s[0]))
	if len(votes) == 0 {
		t.Fatal("no vote")
	}
	objection := b.tell(s[1], votes)
	b.tell(s[2], objection)
	if v := b.tables[s[2]].View(); v.Turn != s[1] || len(v.Awaited) != 1 || v.Awaited[0].Seat != s[1] || v.Awaited[0].What != "its bet" {
		t.Errorf("after %d statements: turn of %d, awaiting %v", len(objection), v.Turn, v.Awaited)
	}
	if v := b.tables[s[1]].View(); v.Cheats != nil || v.Legal == (holdem.Legal{}) {
		t.Errorf("%+v", v)
	}
}

// A seat that votes hears no more of the other until it is settled.
func TestVoteBinds(t *testing.T) {
	b, s := toBetting(t, 3)
	acts := b.do(b.tables[s[0]].Act(call))
	b.do(b.tables[s[2]].Expire(s[0]))
	b.tell(s[2], acts)
	if v := b.tables[s[2]].View(); v.Turn != s[0] || len(v.Awaited) != 1 || v.Awaited[0].Seat != s[1] {
		t.Errorf("turn of %d, awaiting %v", v.Turn, v.Awaited)
	}
}

// A seat that acts before it has heard that it may, or while it votes, or speaks of what it
// can't know, is named, in whichever order others hear of it.
func TestOutOfTurn(t *testing.T) {
	cheats := func(b *bus, seat, cheat int) {
		t.Helper()
		if named := b.tables[seat].View().Cheats; len(named) != 1 || named[0].Seat != cheat {
			t.Errorf("seat %d names %v, not seat %d", seat, named, cheat)
		}
	}
	b, s := toBetting(t, 3)
	acts := b.do(b.tables[s[0]].Act(call))
	early := b.do(holdem.SayAct(b.tables[s[1]], call))
	b.tell(s[2], acts)
	b.tell(s[2], early)
	cheats(b, s[2], s[1])
	b.tell(s[0], early)
	cheats(b, s[0], s[1])

	b, s = toBetting(t, 4)
	votes := b.do(holdem.SayVote(b.tables[s[0]], s[1]))
	acts = b.do(holdem.SayAct(b.tables[s[0]], call))
	b.tell(s[2], votes)
	b.tell(s[2], acts)
	cheats(b, s[2], s[0])

	b, s = toBetting(t, 3)
	fold := holdem.Action{Kind: holdem.Fold}
	acts = b.do(b.tables[s[0]].Act(fold))
	ahead := b.do(holdem.SayAhead(b.tables[s[0]]))
	b.tell(s[1], acts)
	acts = append(acts, b.do(b.tables[s[1]].Act(fold))...)
	b.tell(s[2], acts)
	if v := b.tables[s[2]].View(); len(v.Results) != 1 {
		t.Fatalf("%+v", v)
	}
	b.tell(s[2], ahead)
	cheats(b, s[2], s[0])
}

// A seat completes an old vote alone, while the others have gone on without it as well: it
// sees that it is out, and blames nobody; and an audit follows the others.
func TestOverride(t *testing.T) {
	b, s := toBetting(t, 5)
	dead, back, rest := s[0], s[4], s[1:4]
	slices.Sort(rest)
	var first, second [][]byte
	for _, r := range rest {
		first = append(first, b.do(b.tables[r].Expire(dead))...)
	}
	b.tell(back, first)
	for _, r := range rest {
		b.tell(r, first)
	}
	for _, r := range rest {
		second = append(second, b.do(b.tables[r].Expire(back))...)
	}
	alone := b.do(b.tables[back].Expire(dead))
	if outs := b.tables[back].View().Outs; len(outs) != 1 {
		t.Fatalf("it hasn't settled anything alone: %v", outs)
	}
	var more [][]byte
	for _, r := range rest {
		more = append(more, b.tell(r, second)...)
		more = append(more, b.tell(r, alone)...)
	}
	b.tell(back, second)
	b.tell(back, more)
	if v := b.tables[back].View(); !errors.Is(v.Err, holdem.ErrOut) || v.Cheats != nil || len(v.Outs) != 2 {
		t.Errorf("%v, %v, %v", v.Err, v.Cheats, v.Outs)
	}
	if v := b.tables[rest[0]].View(); v.Err != nil || len(v.Outs) != 2 {
		t.Errorf("%v, %v", v.Err, v.Outs)
	}
	b.kill(dead)
	if v := b.audit(); v.Guilty != nil || len(v.Outs) != 2 {
		t.Errorf("the audit: %v, %v", v.Guilty, v.Outs)
	}
}

// A seat that is the last to take its layer off a card may have voted already when its turn
// comes: it says nothing then, so that the card stays closed, and deals again as the others
// do. That is so after a restart, too.
func TestVoteBeforeLayer(t *testing.T) {
	for _, restarts := range []bool{false, true} {
		b, s := toBetting(t, 3)
		said := make([][][]byte, 3)
		say := func(seat int, send [][]byte) {
			said[seat] = append(said[seat], send...)
		}
		for i, a := range []holdem.Action{call, call, {Kind: holdem.Check}} {
			act := b.do(b.tables[s[i]].Act(a))
			for other := range 3 {
				if s[i] == other {
					say(other, act[1:]) // what follows from it
				} else {
					say(other, b.tell(other, act[:1]))
				}
			}
		}
		if len(said[0]) != 1 || len(said[1]) > 0 || len(said[2]) > 0 {
			t.Fatalf("%d, %d and %d statements after the bets", len(said[0]), len(said[1]), len(said[2]))
		}
		layer := said[0]
		leave := b.do(b.tables[0].Leave())
		next := b.tell(1, layer)
		vote := b.tell(2, append(layer, leave...))
		if more := b.tell(2, next); len(next) != 1 || len(vote) != 1 || len(more) > 0 {
			t.Fatalf("%d, %d and %d statements", len(next), len(vote), len(more))
		}
		if restarts {
			b.restart(2)
		}
		b.tell(2, b.tell(1, append(leave, vote...)))
		for seat := 1; seat < 3; seat++ {
			if v := b.tables[seat].View(); v.Cheats != nil || len(v.Outs) != 1 || len(v.Board) > 0 {
				t.Errorf("seat %d, %v: it names %d seats, out are %v, the board is %v", seat, restarts, len(v.Cheats), v.Outs, v.Board)
			}
		}
		if v := b.tables[2].View(); len(v.Awaited) != 1 || v.Awaited[0].Seat != 1 || v.Stage != holdem.Shuffling {
			t.Errorf("%v, awaiting %v", v.Stage, v.Awaited)
		}
	}
}
