package otpdeal_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever the seats of a deal send, store and record, the second reading of SPEC.md takes, refuses and blames the same.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, classOf, map[string]func(*testing.T, vector) error{
		"message": checkMessageVector,
		"deal":    checkDealVector,
		"role":    checkRoleVector,
		"state":   checkStateVector,
		"record":  checkRecordVector,
		"audit":   checkAuditVector,
	})
}
