package seedrng

import (
	"errors"
	"fmt"
	"unicode/utf8"
)

// Every error that this package makes itself wraps one of these, names the field at
// fault, and holds no secret.
var (
	// ErrMalformed: an argument or an encoding breaks its format or range.
	ErrMalformed = errors.New("seedrng: malformed")
	// ErrMismatch: a server seed doesn't have the hash that was published for it, or a
	// rotation quotes another hash than the current one.
	ErrMismatch = errors.New("seedrng: mismatch")
	// ErrState: the call isn't possible in the present state, which it left as it was.
	ErrState = errors.New("seedrng: wrong state")
	// ErrExhausted: no more can be drawn from a digest, a stream or a session.
	ErrExhausted = errors.New("seedrng: exhausted")
)

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: "+format, append([]any{ErrMalformed}, args...)...)
}

// MaxSeedLen is the longest server seed or client seed accepted, in bytes.
const MaxSeedLen = 1024

func checkSeed(field, seed string) error {
	switch {
	case seed == "":
		return malformed("%s is empty", field)
	case len(seed) > MaxSeedLen:
		return malformed("%s has %d bytes, the limit is %d", field, len(seed), MaxSeedLen)
	case !utf8.ValidString(seed):
		return malformed("%s isn't UTF-8", field)
	}
	return nil
}
