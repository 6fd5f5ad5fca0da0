package stream

import (
	"math/bits"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Uint64N returns an integer in [0, n), exactly uniform. For n up to 2³² it takes Uint32
// words until one is below 2³² − (2³² mod n), for larger n Uint64 words until one is
// below 2⁶⁴ − (2⁶⁴ mod n), and returns that word mod n. On average it takes fewer than
// two. It panics if n is 0.
func (s *Stream) Uint64N(n uint64) uint64 {
	if n == 0 {
		panic(wrap.Errorf(s.errors.Malformed, "a draw below 0"))
	}
	return s.below(n)
}

// IntN is Uint64N for ints. It panics if n < 1.
func (s *Stream) IntN(n int) int {
	if n < 1 {
		panic(wrap.Errorf(s.errors.Malformed, "a draw below %d", n))
	}
	return int(s.below(uint64(n)))
}

func (s *Stream) below(n uint64) uint64 {
	const words = 1 << 32
	if n > words {
		rejected := -n % n // 2⁶⁴ mod n
		for {
			if w := s.Uint64(); w <= ^rejected {
				return w % n
			}
		}
	}
	limit := words - words%n
	for {
		if w := uint64(s.Uint32()); w < limit {
			return w % n
		}
	}
}

// Distinct returns k different integers in [0, n), every ordered choice equally
// likely: the values of IntN(n) in order of appearance, repeats skipped. It panics
// unless 0 ≤ k ≤ n and n ≥ 1. Memory grows with k, beside 8 KiB at most.
func (s *Stream) Distinct(n, k int) []int {
	if n < 1 || k < 0 || k > n {
		panic(wrap.Errorf(s.errors.Malformed, "%d different integers below %d", k, n))
	}
	out := make([]int, 0, min(k, 1<<16)) // k may be far more than are ever drawn
	seen := newIntSet(n)
	for len(out) < k {
		if v := s.IntN(n); seen.add(v) {
			out = append(out, v)
		}
	}
	return out
}

// Weighted returns an index of weights, each with a probability of exactly its
// weight out of the sum of all: v = Uint64N(sum), and the first index whose weight,
// added to those before it, exceeds v. It panics unless 0 < sum < 2⁶⁴.
func (s *Stream) Weighted(weights []uint64) int {
	var sum uint64
	for _, w := range weights {
		var carry uint64
		if sum, carry = bits.Add64(sum, w, 0); carry != 0 {
			panic(wrap.Errorf(s.errors.Malformed, "weights add up to 2^64 or more"))
		}
	}
	if sum == 0 {
		panic(wrap.Errorf(s.errors.Malformed, "weights add up to 0"))
	}
	v := s.below(sum)
	i := 0
	for ; v >= weights[i]; i++ {
		v -= weights[i]
	}
	return i
}

// An intSet holds integers in [0, n): as bits where these take at most 8 KiB, else in a
// map, whose memory is proportional to the number of values held.
type intSet struct {
	bits []uint64
	rest map[int]struct{}
}

func newIntSet(n int) intSet {
	if n <= 1<<16 {
		return intSet{bits: make([]uint64, (n+63)/64)}
	}
	return intSet{rest: make(map[int]struct{})}
}

// add reports whether v was not in the set.
func (s intSet) add(v int) bool {
	if s.bits == nil {
		before := len(s.rest)
		s.rest[v] = struct{}{}
		return len(s.rest) > before
	}
	word, bit := &s.bits[v/64], uint64(1)<<(v%64)
	added := *word&bit == 0
	*word |= bit
	return added
}
