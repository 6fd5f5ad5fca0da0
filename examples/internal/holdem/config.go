package holdem

import (
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
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
	ErrMalformed = errors.New("holdem: malformed")   // a Config, a checkpoint or a move breaks its format or range
	ErrIllegal   = errors.New("holdem: not allowed") // by the rules of betting, at this point
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

// Terms returns those of a table at which seats with these keys play. A seat that is due
// has the grace, and in each hand the bank besides.
func (c Config) Terms(grace, bank time.Duration, keys []ed25519.PublicKey, board ed25519.PublicKey) (table.Terms, error) {
	if err := c.Check(); err != nil {
		return table.Terms{}, err
	}
	if len(keys) != c.Seats {
		return table.Terms{}, malformed("%d keys of %d seats", len(keys), c.Seats)
	}
	game := []byte(label)
	for _, n := range []int{c.Seats, c.Hands, c.Chips, c.SmallBlind, c.BigBlind, c.Deposit} {
		game = binary.BigEndian.AppendUint32(game, uint32(n))
	}
	return table.Terms{
		Game: game, Longest: hand.MessageSize(sra.Ristretto255(), deckSize), Grace: grace, Bank: bank, Seats: keys, Board: board,
	}, nil
}

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
