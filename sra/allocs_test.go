//go:build !race

package sra_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// leastAllocs is how often f allocates when nothing else does: a collection of garbage, for
// example, empties pools.
func leastAllocs(f func()) float64 {
	least := testing.AllocsPerRun(2, f)
	for range 4 {
		least = min(least, testing.AllocsPerRun(2, f))
	}
	return least
}

// Encrypting allocates for a deck, not for its cards.
func TestAllocations(t *testing.T) {
	k := fixedKey(t, sra.Group14(), "k")
	of := func(n int) float64 {
		deck := mustPublic(t, sra.Group14(), "x", n)
		return leastAllocs(func() { mustEncrypt(t, k, deck) })
	}
	if one, ten := of(1), of(10); ten != one || one > 10 {
		t.Errorf("%v allocations for a card, %v for ten", one, ten)
	}
}

// On the curve, neither encrypting, nor proving a shuffle, nor verifying it allocates for each
// card; maps and buffers grow by steps.
func TestCurveAllocations(t *testing.T) {
	of := func(n int) (allocs [3]float64) {
		p := prove(t, sra.Ristretto255(), n)
		for i, f := range []func(){
			func() { mustEncrypt(t, p.key, p.from) },
			func() {
				if _, err := p.key.ProveShuffle(testContext, p.from, p.to, p.order); err != nil {
					t.Error(err)
				}
			},
			func() {
				if err := p.public.VerifyShuffle(testContext, p.from, p.to, p.shuffle); err != nil {
					t.Error(err)
				}
			},
		} {
			allocs[i] = leastAllocs(f)
		}
		return allocs
	}
	few, many := of(20), of(200)
	for i, what := range []string{"encrypt", "prove", "verify"} {
		if many[i] > few[i]+20 || many[i] > 300 {
			t.Errorf("%s: %v allocations for 20 cards, %v for 200", what, few[i], many[i])
		}
	}
}
