package board_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever is posted, the second reading of SPEC.md gives the same posts a place.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vectorCase) error{
		"offer":    offerVector,
		"request":  requestVector,
		"sequence": sequenceVector,
	})
}
