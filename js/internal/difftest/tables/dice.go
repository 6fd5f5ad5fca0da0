package tables

import (
	"errors"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// A dice game's state is a hash, which says who is due, and what becomes of a message. Of the promises of a
// game, it keeps only that it is the same for all who read it. Its terms are the number of rounds.
type dice struct {
	seats  int
	rounds byte
	over   bool
	state  []byte
}

func (g *dice) Start(head record.Digest) {
	g.over = g.rounds == 0
	if !g.over {
		g.rounds--
	}
	g.state = hashOf(head[:])
}

func (g *dice) Due() (phase int, seats []int) {
	if g.over || len(g.state) == 0 || g.state[8] < 10 {
		return 0, nil
	}
	for s := range g.seats {
		for range g.state[1+s] % 3 {
			seats = append(seats, s)
		}
	}
	return int(g.state[0] % 4), seats
}

func (g *dice) Apply(seat int, message []byte) error {
	h := hashOf(g.state, []byte{byte(seat)}, message)
	fault := errors.New("fault")
	switch guilty := int(h[30]) % g.seats; {
	case h[31] < 4 || h[31] < 16 && guilty == seat:
		return fault
	case h[31] < 16:
		return &table.BlameError{Seats: []int{guilty}, Err: fault}
	case h[31] >= 60:
		g.state = h
	}
	return nil
}

func (g *dice) Out(seat int, why table.Reason) {
	h := hashOf(g.state, []byte{byte(seat)}, []byte(why.String()))
	if h[31]%2 == 0 {
		g.state = h
	}
}

func (g *dice) Pending() []byte         { return nil }
func (g *dice) Check(int, []byte) error { return nil }
func (g *dice) Checkpoint() []byte      { return append([]byte{g.rounds}, g.state...) }
func (g *dice) Restore(b []byte) error  { g.rounds, g.state = b[0], b[1:]; return nil }

func newDice(terms table.Terms, _ int, _ []byte) (table.Game, error) {
	return &dice{seats: len(terms.Seats), rounds: terms.Game[0]}, nil
}

var now time.Time // on a clock that stands
