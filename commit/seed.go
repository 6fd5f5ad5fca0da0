package commit

import (
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Seed is the result of a [Toss]. Its text form is 64 lowercase hex characters. The
// zero value is invalid: it is what a failed toss returns.
type Seed [SeedSize]byte

// ParseSeed reads the text form and nothing else: an [ErrMalformed] says what is wrong
// with any other text, and with 64 zeros.
func ParseSeed(text string) (Seed, error) {
	var s Seed
	if err := field.ParseHex(s[:], text); err != nil {
		return s, wrap.Errorf(ErrMalformed, "seed: %v", err)
	}
	if s == (Seed{}) {
		return s, wrap.Errorf(ErrMalformed, "zero Seed")
	}
	return s, nil
}

// String returns the text form.
func (s Seed) String() string { return hex.EncodeToString(s[:]) }

// MarshalText returns the text form.
func (s Seed) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText is [ParseSeed]; s keeps its value on error.
func (s *Seed) UnmarshalText(text []byte) error {
	parsed, err := ParseSeed(string(text))
	if err != nil {
		return err
	}
	*s = parsed
	return nil
}

// Stream returns the draws of the seed: dice, cards and anything else that all seats
// compute alike. The context says what is drawn, in any number of bytes; another
// context is another stream, independent of the first. A zero Seed has the zero Stream.
func (s Seed) Stream(context []byte) *Stream {
	if s == (Seed{}) {
		return new(Stream)
	}
	return newStream(s, field.Append(field.Append(nil, tossStreamLabel), context))
}
