package sites

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/seedrng"
	"github.com/squaredeal/squaredeal/seedrng/internal/text"
)

// Every error of this package wraps one of these.
var (
	// ErrMalformed: a seed breaks its format.
	ErrMalformed = errors.New("sites: malformed")
	// ErrExhausted: a digest holds too few cards.
	ErrExhausted = errors.New("sites: exhausted")
)

// checkSeeds requires 1 to 1,024 bytes of UTF-8 each.
func checkSeeds(serverSeed, clientSeed string) error {
	err := text.Check("server seed", serverSeed, seedrng.MaxSeedLen)
	if err == nil {
		err = text.Check("client seed", clientSeed, seedrng.MaxSeedLen)
	}
	if err != nil {
		return fmt.Errorf("%w: %w", ErrMalformed, err)
	}
	return nil
}
