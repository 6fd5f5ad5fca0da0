//go:build !race

package shuffle_test

import (
	"math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle"
)

// The race detector makes a sync.Pool forget, hence the build constraint.
func TestNoAllocations(t *testing.T) {
	deck := ordered(52)
	src := rand.NewPCG(1, 2)
	swap := func(i, j int) { deck[i], deck[j] = deck[j], deck[i] }
	for what, f := range map[string]func(){
		"Slice":                 func() { shuffle.Slice(src, deck) },
		"Slice by an interface": func() { shuffle.Slice(shuffle.Source(src), deck) },
		"Shuffle":               func() { shuffle.Shuffle(src, 52, swap) },
		"Secretly":              func() { shuffle.Secretly(deck) },
	} {
		if n := testing.AllocsPerRun(100, f); n != 0 {
			t.Errorf("%s: %v allocations", what, n)
		}
	}
}
