package table_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever is posted, the second reading of SPEC.md sees the same table.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, errorClass, map[string]func(*testing.T, vectorCase) error{
		"terms":    termsVector,
		"sequence": sequenceVector,
	})
}
