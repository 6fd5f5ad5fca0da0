package record_test

import (
	"encoding/json"
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the bytes, the second reading of SPEC.md judges them alike.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, errorClass, map[string]func(*testing.T, json.RawMessage) error{
		"agreement":  vectors.Of(agreementVector),
		"statement":  vectors.Of(statementVector),
		"head":       vectors.Of(headVector),
		"transcript": vectors.Of(transcriptVector),
	})
}
