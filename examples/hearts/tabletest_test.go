package main

import (
	"testing"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/tabletest"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// A hand keeps what table.Game promises.
func TestGame(t *testing.T) {
	err := tabletest.TestGame(tabletest.Config{
		Terms: table.Terms{Game: offer.Game, Longest: offer.Longest, Grace: offer.Grace},
		Seats: otpdeal.NumSeats,
		New: func(_ table.Terms, seat int, secret []byte) (table.Game, error) {
			return &hand{seat: seat, seed: secret, player: honest, note: func(int, string) {}}, nil
		},
		Matches: 60,
	})
	if err != nil {
		t.Error(err)
	}
}
