package shuffle

import (
	"math/bits"
)

// A group is a run of bounds that share one word of the source: from its first down
// to end+1. Their product is the number of its outcomes.
type group struct {
	end     uint64
	product uint64
}

// maxProduct keeps the chance of rejecting a word below 2⁻⁴.
const maxProduct = 1 << 60

// groupAt returns the group that starts at bound b, for b > 1: as many bounds as
// have a product of at most maxProduct. It ends at 1, since a bound of 1 needs no
// draw.
func groupAt(b uint64) group {
	if b < uint64(len(small)) {
		return small[b]
	}
	return newGroup(b)
}

func newGroup(b uint64) group {
	g := group{end: b - 1, product: b}
	for g.end > 1 {
		high, product := bits.Mul64(g.product, g.end)
		if high != 0 || product > maxProduct {
			break
		}
		g.product = product
		g.end--
	}
	return g
}

// small saves a deck of cards nearly half of its multiplications.
var small = func() (groups [65]group) {
	for b := 2; b < len(groups); b++ {
		groups[b] = newGroup(uint64(b))
	}
	return groups
}()

// draw returns a word that the group g accepts.
//
// Multiplying a word by the bounds of its group one after another, each high half
// is an index and each low half goes on. The last low half is word·product mod 2⁶⁴,
// whatever the indices are, so a word is accepted or rejected before they are
// computed. Rejecting those whose last low half is below 2⁶⁴ mod product leaves
// ⌊2⁶⁴/product⌋ words for each outcome (Lemire 2019; Brackett-Rozinsky and Lemire
// 2024).
func draw[S Source](src S, g group) uint64 {
	word := src.Uint64()
	if low := word * g.product; low < g.product { // so a division is rare
		for threshold := -g.product % g.product; low < threshold; low = word * g.product {
			word = src.Uint64()
		}
	}
	return word
}
