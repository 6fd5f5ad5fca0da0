package holdem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
)

// Limits of a Config.
const (
	MinSeats = 2
	MaxSeats = 9
	MaxHands = 1000
	MaxChips = 1 << 26 // of one seat
)

// A Config is what all seats agree on before they sit down.
type Config struct {
	Seats      int `json:"seats"`
	Hands      int `json:"hands"` // to play, unless one seat has all chips before
	Chips      int `json:"chips"` // of each seat at the start
	SmallBlind int `json:"smallBlind"`
	BigBlind   int `json:"bigBlind"`
	Deposit    int `json:"deposit"` // of each seat, outside of the game
}

// Errors.
var (
	ErrMalformed = errors.New("holdem: malformed")    // terms, a checkpoint or a move break their format or range
	ErrIllegal   = errors.New("holdem: illegal move") // by the rules of betting, at this point
)

// Label names the rules.
const Label = "squaredeal/examples/holdem/v5"

type named struct {
	Name string `json:"name"`
	Config
}

// Bytes returns the rules, for [table.Terms]: JSON that names this game.
func (c Config) Bytes() []byte {
	b, _ := json.Marshal(named{Label, c}) // numbers
	return b
}

// ParseConfig reads what [Config.Bytes] returned, of a game that can be played.
func ParseConfig(b []byte) (Config, error) {
	var n named
	if err := json.Unmarshal(b, &n); err != nil || n.Name != Label || !bytes.Equal(n.Bytes(), b) {
		return Config{}, fmt.Errorf("%w: the rules are those of another game", ErrMalformed)
	}
	c := n.Config
	in := func(n, low, high int) bool { return low <= n && n <= high }
	if !in(c.Seats, MinSeats, MaxSeats) || !in(c.Hands, 1, MaxHands) || !in(c.Chips, 1, MaxChips) || !in(c.Deposit, 0, MaxChips) ||
		!in(c.BigBlind, 1, MaxChips) || !in(c.SmallBlind, 0, c.BigBlind) {
		return Config{}, fmt.Errorf("%w: a number is out of range: %+v", ErrMalformed, c)
	}
	return c, nil
}
