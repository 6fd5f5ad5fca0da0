package onchain_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the numbers of blocks, the second reading of SPEC.md shuffles by them alike.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"replay": checkReplay,
		"bias":   checkBias,
	})
}
