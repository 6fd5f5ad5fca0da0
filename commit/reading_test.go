package commit_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the seats of a toss say, the second reading of SPEC.md takes, refuses and blames the same.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"commitment": checkCommitment,
		"toss":       checkToss,
		"record":     checkRecord,
	})
}
