package sites

import (
	"errors"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Every error of this package wraps one of these.
var (
	// ErrMalformed: an argument, such as a field of a bet, breaks its format or range. Errors of
	// fields are [FieldError] values.
	ErrMalformed = errors.New("sites: malformed")
	// ErrUnknown: there is no such site or game, or it has no odds.
	ErrUnknown = errors.New("sites: unknown")
	// ErrExhausted: a digest holds too few numbers.
	ErrExhausted = errors.New("sites: exhausted")
	// ErrMismatch: the commitment isn't to the seed, or the result isn't what the site
	// said, by a scheme that is evidenced to be the site's.
	ErrMismatch = errors.New("sites: mismatch")
	// ErrUnproven: the same, by a scheme that may not be the site's: it says nothing
	// against the site.
	ErrUnproven = errors.New("sites: unproven")
)

// A FieldError says which field of a bet can't be, and why. It wraps [ErrMalformed]
// and holds nothing of the field's text.
type FieldError struct {
	Field  string // its name, as the bet has it
	Reason string
}

// Error is one line of printable text. Games' fields have short names; another name, which
// may be anything, is quoted and cut short.
func (e *FieldError) Error() string {
	const most = 40
	name := e.Field
	plain := func(c rune) bool { return c == '_' || c >= 'a' && c <= 'z' || c >= '0' && c <= '9' }
	if len(name) > most {
		name = strconv.Quote(name[:most]) + "…"
	} else if name == "" || strings.ContainsFunc(name, func(c rune) bool { return !plain(c) }) {
		name = strconv.Quote(name)
	}
	return ErrMalformed.Error() + ": " + name + " " + e.Reason
}

// Unwrap returns [ErrMalformed].
func (e *FieldError) Unwrap() error { return ErrMalformed }

// checkSeeds requires 1 to 1,024 bytes of UTF-8 each.
func checkSeeds(serverSeed, clientSeed string) error {
	err := field.CheckText("server seed", serverSeed, seedrng.MaxSeedLen)
	if err == nil {
		err = field.CheckText("client seed", clientSeed, seedrng.MaxSeedLen)
	}
	if err != nil {
		return wrap.Errorf(ErrMalformed, "%w", err)
	}
	return nil
}
