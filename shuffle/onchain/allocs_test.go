//go:build !race

package onchain_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// The race detector makes a sync.Pool forget, hence the build constraint.
func TestNoAllocations(t *testing.T) {
	deck := ordered(52)
	if n := testing.AllocsPerRun(100, func() { onchain.Shuffle([32]byte{}, deck) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
