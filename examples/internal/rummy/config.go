package rummy

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/must"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// MaxTurns is how many turns a round has at most.
const MaxTurns = 150

// Limits of a Config.
const (
	MinSeats  = 2
	MaxSeats  = 6
	MaxRounds = 100
)

// A Config is what all seats agree on before they sit down.
type Config struct {
	Name   string `json:"name"` // Label
	Seats  int    `json:"seats"`
	Rounds int    `json:"rounds"`
}

// Label names the rules.
const Label = "squaredeal/examples/rummy/v1"

// Terms returns the rules for this many seats and rounds, for [table.Terms], as JSON.
func Terms(seats, rounds int) []byte {
	b, _ := json.Marshal(Config{Label, seats, rounds}) // numbers
	return b
}

// ParseConfig reads what [Terms] returned, of a game that can be played.
func ParseConfig(b []byte) (c Config, err error) {
	switch err := json.Unmarshal(b, &c); {
	case err != nil || !bytes.Equal(Terms(c.Seats, c.Rounds), b):
		return Config{}, errors.New("rummy: the rules are those of another game")
	case c.Seats < MinSeats || c.Seats > MaxSeats || c.Rounds < 1 || c.Rounds > MaxRounds:
		return Config{}, fmt.Errorf("rummy: a number is out of range: %+v", c)
	}
	return c, nil
}

// Deck has 52 cards in clear, numbered as in package faces.
var Deck = must.Get(sra.PublicDeck(sra.Ristretto255(), "rummy", 52))

// Longest is more than the length of the longest message in bytes, a shuffle.
var Longest = hand.MessageSize(Deck.Group(), Deck.Len())
