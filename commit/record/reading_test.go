package record_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the bytes, the second reading of SPEC.md judges them alike.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, errorClass, map[string]func(*testing.T, vectorCase) error{
		"agreement":  agreementVector,
		"statement":  statementVector,
		"head":       headVector,
		"transcript": transcriptVector,
	})
}
