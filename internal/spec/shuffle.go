package spec

import (
	"math/big"
	"math/bits"
)

// shuffle/SPEC.md.

// splitMix is SplitMix64 as section 8.1 has it.
type splitMix struct{ state uint64 }

func (s *splitMix) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// bounds returns the groups for n elements, a slice of bounds for each; above 1,000 elements
// the first four.
func bounds(n uint64) (groups [][]uint64) {
	for b := n; b >= 2 && (n <= 1000 || len(groups) < 4); {
		group, product := []uint64{b}, new(big.Int).SetUint64(b)
		for b--; b >= 2; b-- {
			product.Mul(product, new(big.Int).SetUint64(b))
			if product.Cmp(pow2(60)) > 0 {
				break
			}
			group = append(group, b)
		}
		groups = append(groups, group)
	}
	return groups
}

func productOf(group []uint64) uint64 {
	product := uint64(1)
	for _, b := range group {
		product *= b
	}
	return product
}

// indices draws the indices of a group.
func indices(group []uint64, next func() uint64) []uint64 {
	threshold := new(big.Int).Mod(pow2(64), new(big.Int).SetUint64(productOf(group))).Uint64()
	for {
		r := next()
		var out []uint64
		for _, b := range group {
			var index uint64
			index, r = bits.Mul64(r, b)
			out = append(out, index)
		}
		if r >= threshold {
			return out
		}
	}
}

// dealt shuffles 0, 1, …, n−1 by the groups that k cards take, and returns all the cards that
// these groups deal, and the number of words.
func dealt(n, k int, next func() uint64) (deck, cards []int, words int) {
	deck = ascending(n)
	counted := func() uint64 {
		words++
		return next()
	}
	for _, group := range bounds(uint64(n)) {
		if len(cards) >= k {
			break
		}
		for i, j := range indices(group, counted) {
			b := group[i]
			deck[b-1], deck[j] = deck[j], deck[b-1]
			cards = append(cards, deck[b-1])
		}
	}
	if n > 0 {
		cards = append(cards, deck[0])
	}
	return deck, cards, words
}

func shuffled(n int, next func() uint64) (deck []int, words int) {
	deck, _, words = dealt(n, n, next)
	return deck, words
}

// permutedBy returns the inverse of p, p after q, and elements in the order of p.
func permutedBy(p, q []int, elements []string) (inverse, composed []int, applied []string) {
	inverse = make([]int, len(p))
	for i, j := range p {
		inverse[j] = i
		composed, applied = append(composed, p[q[i]]), append(applied, elements[j])
	}
	return inverse, composed, applied
}
