package onchain_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/spec"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the numbers of blocks, the second reading of SPEC.md shuffles by them alike.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, "testdata/vectors.json", "squaredeal/shuffle/onchain v1", spec.Answer, class, map[string]func(*testing.T, vector) error{
		"replay": checkReplay,
		"bias":   checkBias,
	})
}
