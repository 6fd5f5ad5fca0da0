//go:build !race

package sra_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// Encrypting allocates for a deck, not for its cards.
func TestAllocations(t *testing.T) {
	k := fixedKey(t, sra.Group14(), "k")
	of := func(n int) float64 {
		deck := mustPublic(t, sra.Group14(), "x", n)
		return testing.AllocsPerRun(2, func() { mustEncrypt(t, k, deck) })
	}
	if one, ten := of(1), of(10); ten != one || one > 10 {
		t.Errorf("%v allocations for a card, %v for ten", one, ten)
	}
}
