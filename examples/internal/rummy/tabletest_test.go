package rummy

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
)

// A match keeps what table.Game promises.
func TestGame(t *testing.T) {
	err := tabletest.TestGame(tabletest.Config{
		Terms: table.Terms{Game: Terms(3, 2), Longest: Longest, Grace: time.Second},
		Seats: 3,
		New: func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
			return New(terms, seat, secret)
		},
		Move:    func(game table.Game, _ int, _ *rand.Rand) []byte { return game.(*Game).Choose() },
		Matches: 6,
	})
	if err != nil {
		t.Error(err)
	}
}
