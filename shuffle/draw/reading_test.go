package draw_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/spec"
	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever an organiser publishes, and entrants hold, the second reading of SPEC.md takes and refuses the same.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, "testdata/vectors.json", "squaredeal/draw v1", spec.Answer, class, map[string]func(*testing.T, vector) error{
		"list":         checkList,
		"announcement": checkAnnouncement,
		"following":    checkFollowing,
		"draw":         checkDraw,
		"proof":        checkProof,
		"receipt":      checkReceipt,
		"places":       checkPlaces,
		"time":         checkTime,
		"round":        checkRound,
		"hidden":       checkHidden,
	})
}
