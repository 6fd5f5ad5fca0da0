package jgammon_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever two parties reveal, the second reading of SPEC.md throws the same dice.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"throw": checkThrow,
	})
}
