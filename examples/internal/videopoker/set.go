package videopoker

import "math/bits"

// A set is a set of cards: bit c stands for card c, so each suit is a mask of
// 13 adjacent bits.
type set uint64

const allCards = set(1)<<deck - 1

// pick returns the cards whose bits are set in the mask.
func pick(cards [5]uint8, mask uint8) set {
	var s set
	for i, c := range cards {
		s |= set(mask>>i&1) << c
	}
	return s
}

func (s set) size() int { return bits.OnesCount64(uint64(s)) }

// suits returns the mask of each suit.
func (s set) suits() (a, b, c, d uint16) {
	const suit = 1<<ranks - 1
	return uint16(s & suit), uint16(s >> ranks & suit), uint16(s >> (2 * ranks) & suit), uint16(s >> (3 * ranks) & suit)
}

// next returns the next larger number with as many bits set as s has, by
// Gosper's method (HAKMEM, item 175). s isn't empty.
func (s set) next() set {
	low := s & -s
	up := s + low
	return up | (s^up)>>2>>bits.TrailingZeros64(uint64(s))
}

// canonical returns the representative of the sets that are s up to a
// permutation of the suits: the one with the masks in descending order, which
// is the smallest as a number.
func (s set) canonical() set {
	a, b, c, d := s.suits()
	a, b = max(a, b), min(a, b)
	c, d = max(c, d), min(c, d)
	a, c = max(a, c), min(a, c)
	b, d = max(b, d), min(b, d)
	b, c = max(b, c), min(b, c)
	return set(a) | set(b)<<ranks | set(c)<<(2*ranks) | set(d)<<(3*ranks)
}

// arrangements returns the number of sets that s represents, 0 if s isn't
// canonical: the 24 permutations of the suits over those of equal masks.
func (s set) arrangements() int64 {
	a, b, c, d := s.suits()
	if a < b || b < c || c < d {
		return 0
	}
	n, run := int64(24), int64(1)
	for _, same := range [...]bool{a == b, b == c, c == d} {
		if same {
			run++
			n /= run
		} else {
			run = 1
		}
	}
	return n
}

// index numbers the sets of at most four cards from 0: smaller sets first, and
// sets of one size in ascending order as numbers. Among the sets of k cards
// c₁ < ... < c_k that is position C(c₁,1) + ... + C(c_k,k), in the
// combinatorial number system (Knuth, The Art of Computer Programming, volume
// 4A, section 7.2.1.3).
func (s set) index() int32 {
	var n int32
	for i := 0; s != 0; i++ {
		n += place[i][bits.TrailingZeros64(uint64(s))]
		s &= s - 1
	}
	return n
}

// indexes returns the index of every subset of a set of four cards. Bit i of a
// subset's number stands for the i-th card in ascending order.
func (s set) indexes() (index [16]int32) {
	for i := range 4 {
		c := bits.TrailingZeros64(uint64(s))
		s &= s - 1
		for m := range 1 << i {
			index[m|1<<i] = index[m] + place[bits.OnesCount(uint(m))][c]
		}
	}
	return index
}

// place[i][c] is what card c adds to the index of a set that has i lower cards:
// its term C(c,i+1), and C(52,i) for passing all the sets of i cards.
var place = func() (p [4][deck]int32) {
	for i := range p {
		for c := range p[i] {
			p[i][c] = binomial(deck, i) + binomial(c, i+1)
		}
	}
	return p
}()

func binomial(n, k int) int32 {
	b := 1
	for i := range k {
		b = b * (n - i) / (i + 1)
	}
	return int32(b)
}
