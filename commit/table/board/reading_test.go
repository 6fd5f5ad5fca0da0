package board_test

import (
	"encoding/json"
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever is posted, the second reading of SPEC.md gives the same posts a place.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, json.RawMessage) error{
		"offer":    vectors.Of(offerVector),
		"request":  vectors.Of(requestVector),
		"sequence": vectors.Of(sequenceVector),
	})
}
