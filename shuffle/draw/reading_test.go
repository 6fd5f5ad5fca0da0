package draw_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever an organiser publishes, and entrants hold, the second reading of SPEC.md takes and refuses the same.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, readingChecks())
}
