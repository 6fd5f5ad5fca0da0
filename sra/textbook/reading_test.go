package textbook_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the numbers, the second reading of SPEC.md takes and encrypts the same.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"textbook": check,
	})
}
