package holdem

import (
	"crypto/ed25519"
	"encoding/binary"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/field"
)

// Limits of a Config.
const (
	MinSeats = 2
	MaxSeats = 9
	MaxHands = 1000
	MaxChips = 1 << 30 // of one seat
)

// A Config is what all seats agree on before they sit down.
type Config struct {
	Seats      int `json:"seats"`
	Hands      int `json:"hands"` // to play; 0 is until one seat has all chips, or MaxHands
	Chips      int `json:"chips"` // of each seat at the start
	SmallBlind int `json:"smallBlind"`
	BigBlind   int `json:"bigBlind"`
}

// Check returns an [ErrMalformed] for a Config that can't be played.
func (c Config) Check() error {
	switch {
	case c.Seats < MinSeats || c.Seats > MaxSeats:
		return malformed("%d seats, not %d to %d", c.Seats, MinSeats, MaxSeats)
	case c.Hands < 0 || c.Hands > MaxHands:
		return malformed("%d hands, not 0 to %d", c.Hands, MaxHands)
	case c.Chips < 1 || c.Chips > MaxChips:
		return malformed("%d chips, not 1 to %d", c.Chips, MaxChips)
	case c.SmallBlind < 0 || c.BigBlind < 1 || c.SmallBlind > c.BigBlind || c.BigBlind > MaxChips:
		return malformed("blinds of %d and %d chips", c.SmallBlind, c.BigBlind)
	}
	return nil
}

const label = "squaredeal/examples/holdem/v1"

// Table returns the table of the record that these seats, by their public keys, play
// with this Config. Players who compare its digest know that they sit at one table,
// with those whose keys they mean. The keys are new ones, for this table alone.
func (c Config) Table(keys []ed25519.PublicKey) (oldrecord.Table, error) {
	if err := c.Check(); err != nil {
		return oldrecord.Table{}, err
	}
	if len(keys) != c.Seats {
		return oldrecord.Table{}, malformed("%d keys of %d seats", len(keys), c.Seats)
	}
	return oldrecord.NewTable(c.append(field.Append(nil, label)), keys)
}

func (c Config) append(b []byte) []byte {
	for _, n := range []int{c.Seats, c.Hands, c.Chips, c.SmallBlind, c.BigBlind} {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return b
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
