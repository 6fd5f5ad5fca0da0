package holdem

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
)

// A match keeps what table.Game promises.
func TestGame(t *testing.T) {
	c := Config{Seats: 3, Hands: 2, Chips: 20, SmallBlind: 1, BigBlind: 2}
	err := tabletest.TestGame(tabletest.Config{
		Terms: table.Terms{Game: c.Bytes(), Longest: Longest, Grace: time.Second},
		Seats: c.Seats,
		New: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
			return New(terms, seat, secret)
		},
		Move: func(game table.Game, seat int, rng *rand.Rand) []byte {
			g := game.(*Game)
			if g.Stage() == Seating {
				return Word(rng.IntN(4) > 0)
			}
			return g.Move(randomAction(rng, g.Betting.Legal(seat)))
		},
		Matches: 24,
	})
	if err != nil {
		t.Error(err)
	}
}
