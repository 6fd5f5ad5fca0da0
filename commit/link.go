package commit

import (
	"crypto/sha256"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// MaxSteps is the greatest distance between two links that is verified at once.
// [VerifyChain] says how long that takes.
const MaxSteps uint64 = 1 << 24

// A Link is a public value of a hash chain: its anchor, or what a round has revealed.
// Its text form is 64 lowercase hex characters. It is never a seed: [Round.Stream]
// draws from the values of a chain.
type Link [sha256.Size]byte

// ParseLink reads the text form and nothing else: an [ErrMalformed] says what is
// wrong with any other text.
func ParseLink(text string) (Link, error) {
	var x Link
	if err := field.ParseHex(x[:], text); err != nil {
		return x, wrap.Errorf(ErrMalformed, "link: %v", err)
	}
	return x, nil
}

// String returns the text form.
func (x Link) String() string { return hex.EncodeToString(x[:]) }

// MarshalText returns the text form.
func (x Link) MarshalText() ([]byte, error) { return []byte(x.String()), nil }

// UnmarshalText is [ParseLink]; x keeps its value on error.
func (x *Link) UnmarshalText(text []byte) error {
	parsed, err := ParseLink(string(text))
	if err != nil {
		return err
	}
	*x = parsed
	return nil
}

// hash is the step from each value of a chain to the one that is revealed before it.
func hash(x Link) Link { return sha256.Sum256(x[:]) }

// leadsTo returns an [ErrMismatch] unless x leads to y in exactly that many steps, and an
// [ErrMalformed] unless steps is 1 to [MaxSteps]. It names no link: x may be a secret.
func (x Link) leadsTo(y Link, steps uint64) error {
	if steps < 1 || steps > MaxSteps {
		return wrap.Errorf(ErrMalformed, "%d steps, not 1 to %d", steps, MaxSteps)
	}
	for range steps {
		x = hash(x)
	}
	if x != y {
		return wrap.Errorf(ErrMismatch, "the link isn't %d steps from the one before", steps)
	}
	return nil
}
