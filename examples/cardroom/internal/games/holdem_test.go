package games

import (
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A seat that sits a hand out hasn't folded, and one that has folded doesn't sit out.
func TestSeats(t *testing.T) {
	g := holdem.NewGame(holdem.Config{Seats: 4, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2}, holdem.Nobody, nil)
	g.Button = 0
	g.Start(record.Digest{})
	const out, folds = 2, 3
	for s := range g.Config.Seats {
		if err := g.Apply(s, holdem.Word(s != out)); err != nil {
			t.Fatal(err)
		}
	}
	g.Betting.Out[folds] = true
	for s, seat := range (&poker{Game: g}).View().(pokerView).Seats {
		if seat.Sits != (s == out) || seat.Folded != (s == folds) {
			t.Errorf("seat %d: %+v", s, seat)
		}
	}
}
