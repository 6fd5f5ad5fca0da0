package shuffle_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the words of a source are, the second reading of SPEC.md shuffles by them alike.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"groups":      checkGroups,
		"slice":       checkSlice,
		"deal":        checkDeal,
		"permutation": checkPermutation,
	})
}
