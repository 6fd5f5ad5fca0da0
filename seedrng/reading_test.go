package seedrng_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// Whatever a server and a player are asked, in whatever state, the second reading of SPEC.md answers the same.
func FuzzSecondReading(f *testing.F) {
	vectors.Fuzz(f, class, map[string]func(*testing.T, vector) error{
		"verify":  checkVerify,
		"stream":  checkStream,
		"session": checkSession,
		"player":  checkPlayer,
	})
}
