package modp_test

import (
	"math/big"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/modp"
)

// Each power is one goroutine's, and none has more to do than it must: a batch takes as
// long as a part of one.
func TestSplit(t *testing.T) {
	g := modp.New(big.NewInt(1019))
	for routines := 1; routines <= 9; routines++ {
		for n := 1; n <= 60; n++ {
			var mu sync.Mutex
			parts, most := 0, 0
			done := make([]int, n)
			batch := modp.Split(g, routines, n, func(from, to int) {
				mu.Lock()
				defer mu.Unlock()
				parts++
				most = max(most, to-from)
				for i := from; i < to; i++ {
					done[i]++
				}
			})
			batches := (n + batch - 1) / batch
			if bound := (batches + routines - 1) / routines * batch; most > bound || parts > routines {
				t.Errorf("%d powers among %d: %d parts, one of %d, want at most %d", n, routines, parts, most, bound)
			}
			for i, times := range done {
				if times != 1 {
					t.Errorf("%d powers among %d: power %d %d times", n, routines, i, times)
				}
			}
		}
	}
}
