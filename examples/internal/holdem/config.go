package holdem

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
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
	Hands      int `json:"hands"` // to play; 0 is until one seat has all chips, or MaxHands
	Chips      int `json:"chips"` // of each seat at the start
	SmallBlind int `json:"smallBlind"`
	BigBlind   int `json:"bigBlind"`
	Deposit    int `json:"deposit"` // of each seat, outside of the game
}

// Errors.
var (
	ErrMalformed = errors.New("holdem: malformed")    // a Config, a checkpoint or a move breaks its format or range
	ErrIllegal   = errors.New("holdem: illegal move") // by the rules of betting, at this point
)

// Check returns an [ErrMalformed] for a Config that can't be played.
func (c Config) Check() error {
	switch {
	case c.Seats < MinSeats || c.Seats > MaxSeats:
		return malformed("%d seats, not %d to %d", c.Seats, MinSeats, MaxSeats)
	case c.Hands < 0 || c.Hands > MaxHands:
		return malformed("%d hands, not 0 to %d", c.Hands, MaxHands)
	case c.Chips < 1 || c.Chips > MaxChips || c.Deposit < 0 || c.Deposit > MaxChips:
		return malformed("%d chips and a deposit of %d, not 1 to %d", c.Chips, c.Deposit, MaxChips)
	case c.SmallBlind < 0 || c.BigBlind < 1 || c.SmallBlind > c.BigBlind || c.BigBlind > MaxChips:
		return malformed("blinds of %d and %d chips", c.SmallBlind, c.BigBlind)
	}
	return nil
}

const label = "squaredeal/examples/holdem/v2"

// Bytes returns the rules, for [table.Terms]: JSON that names this game.
func (c Config) Bytes() []byte { return must(json.Marshal(named{label, c})) }

type named struct {
	Name string `json:"name"`
	Config
}

// ParseConfig reads what [Config.Bytes] returned.
func ParseConfig(b []byte) (Config, error) {
	var n named
	if err := json.Unmarshal(b, &n); err != nil || n.Name != label || !bytes.Equal(n.Bytes(), b) {
		return Config{}, malformed("the rules are those of another game")
	}
	return n.Config, n.Check()
}

// Longest is the length of a match's longest message in bytes, for [table.Terms]: that of a
// shuffle.
func Longest() int { return hand.MessageSize(sra.Ristretto255(), deckSize) }

// hands returns how many are played at most.
func (c Config) hands() int {
	if c.Hands == 0 {
		return MaxHands
	}
	return c.Hands
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

const (
	deckSize  = 52
	holeCards = 2
)

// Deck returns the deck in clear, whose cards are numbered as in package cards.
var Deck = sync.OnceValue(func() sra.Deck {
	deck, err := sra.PublicDeck(sra.Ristretto255(), label, deckSize)
	if err != nil {
		panic(err) // all of it is constant
	}
	return deck.Precompute()
})
