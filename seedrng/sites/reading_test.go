package sites_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the seeds, the second reading of SPEC.md deals the same cards.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"cryptogames": checkCryptoGames,
	})
}
