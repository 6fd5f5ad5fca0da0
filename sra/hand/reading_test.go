package hand_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever is read in a small hand, the second reading of SPEC.md takes it alike, and all seats then know the same.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"hand": checkHand,
	})
}
