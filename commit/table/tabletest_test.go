package table_test

import (
	"math/rand/v2"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
)

// The games that the tests of this package play keep the promises of a Game.
func TestGames(t *testing.T) {
	terms := table.Terms{Game: []byte("test"), Longest: 64, Grace: time.Second}
	for name, c := range map[string]tabletest.Config{
		"fake": {
			Terms: terms, Seats: 4,
			New: func(_ table.Terms, seat int, secret []byte) (table.Game, error) {
				f := newFake(4, 2, seat)
				f.seed = secret
				return f, nil
			},
			Move: func(g table.Game, _ int, rng *rand.Rand) []byte { return g.(*fake).choose(rng) },
		},
		"toss": {
			Terms: terms, Seats: 3,
			New: func(_ table.Terms, seat int, _ []byte) (table.Game, error) {
				return &toss{seat: seat, left: 2, in: [3]bool{true, true, true}}, nil
			},
		},
		"odds": {
			Terms: terms, Seats: 2,
			New: func(_ table.Terms, seat int, secret []byte) (table.Game, error) {
				return &odds{seat: seat, seed: secret, left: 2}, nil
			},
		},
	} {
		t.Run(name, func(t *testing.T) {
			if err := tabletest.TestGame(c); err != nil {
				t.Error(err)
			}
		})
	}
}
