package games

import (
	"crypto/ed25519"
	"testing"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/heartsgame"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// Terms that no game can have begin none.
func TestNewRefuses(t *testing.T) {
	for name, rules := range map[string]string{
		"no JSON":     "{",
		"no game":     `{"name":"whist"}`,
		"hold'em":     `{"name":"` + holdem.Label + `"}`,
		"rummy":       `{"name":"` + rummy.Label + `"}`,
		"hearts":      `{"name":"` + heartsgame.Label + `"}`,
		"other seats": string(holdem.Config{Seats: 3, Hands: 1, Chips: 100, BigBlind: 2}.Bytes()),
	} {
		terms := table.Terms{Game: []byte(rules), Longest: holdem.Longest, Seats: make([]ed25519.PublicKey, 2)}
		if g, err := New(terms, -1, nil); g != nil || err == nil {
			t.Errorf("%s: %T, %v", name, g, err)
		}
	}
}
