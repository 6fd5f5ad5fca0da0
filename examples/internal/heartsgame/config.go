package heartsgame

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Limits of a game.
const (
	Seats    = 4
	MinSeats = 3 // that go on
	MaxLimit = 500
	passed   = 3 // cards
)

// A Config is what all seats agree on before they sit down.
type Config struct {
	Name  string `json:"name"`  // Label
	Limit int    `json:"limit"` // the points that end the game
}

// Label names the rules.
const Label = "squaredeal/examples/hearts/v1"

// Terms returns the rules for a game to this many points, for [table.Terms], as JSON.
func Terms(limit int) []byte {
	b, _ := json.Marshal(Config{Label, limit}) // numbers
	return b
}

// ParseConfig reads what [Terms] returned, of a game that can be played.
func ParseConfig(b []byte) (c Config, err error) {
	switch err := json.Unmarshal(b, &c); {
	case err != nil || !bytes.Equal(Terms(c.Limit), b):
		return Config{}, errors.New("heartsgame: the rules are those of another game")
	case c.Limit < 1 || c.Limit > MaxLimit:
		return Config{}, fmt.Errorf("heartsgame: the limit is %d, not 1 to %d", c.Limit, MaxLimit)
	}
	return c, nil
}

// The decks of four and of three players have the cards in clear, numbered as in package
// examples/internal/faces; that of three has no two of diamonds, and later cards are one less.
var (
	deck      = must.Get(sra.PublicDeck(sra.Ristretto255(), "hearts", 52))
	shortDeck = must.Get(sra.PublicDeck(sra.Ristretto255(), "hearts for three", 51))
)

// Longest is more than the length of the longest message in bytes, a shuffle.
var Longest = hand.MessageSize(deck.Group(), deck.Len())
