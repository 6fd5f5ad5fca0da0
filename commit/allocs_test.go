//go:build !race

package commit_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

// The race detector changes what is inlined, hence the build constraint.
func TestNoAllocations(t *testing.T) {
	context, value := ramp(100), ramp(40)
	kept, keptNonce := commit.Commit(context, value)
	for what, f := range map[string]func(){
		"Commit": func() {
			if c, nonce := commit.Commit(context, value); c == kept || nonce.Equal(keptNonce) {
				t.Error("two commitments have one nonce")
			}
		},
		"Verify": func() {
			if err := kept.Verify(keptNonce, context, value); err != nil {
				t.Error(err)
			}
		},
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", what, n)
		}
	}
}
