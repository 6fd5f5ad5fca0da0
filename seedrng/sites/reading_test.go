package sites_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/spec"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the seeds, the second reading of SPEC.md deals the same cards.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, "testdata/vectors.json", "squaredeal/seedrng/sites v1", spec.Answer, class, map[string]func(*testing.T, vector) error{
		"cryptogames": checkCryptoGames,
	})
}
