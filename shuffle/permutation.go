package shuffle

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Permutation rearranges n elements: position i takes the one from position p(i).
// It prints in clear, so don't log one that is secret. The zero value is the
// permutation of no elements.
type Permutation struct {
	from []uint32 // p(0), p(1), …
}

// Perm returns a permutation of n elements: what [Slice] makes of 0, 1, …, n−1 with
// the same source. [Apply] shuffles any list by it and leaves the list alone, so that
// one ordered deck serves all rounds. It takes 4·n bytes, so n must not come from a
// peer unchecked. It returns an [ErrMalformed] if src is nil or n isn't in 0 …
// [MaxLen].
func Perm[S Source](src S, n int) (Permutation, error) {
	if err := check(src, n); err != nil {
		return Permutation{}, err
	}
	p := Permutation{make([]uint32, n)}
	for i := range p.from {
		p.from[i] = uint32(i)
	}
	Slice(src, p.from)
	return p, nil
}

// NewPermutation returns the permutation with p(i) = from[i]. It returns an
// [ErrMalformed] unless from holds each of 0, 1, …, len(from)−1 once.
func NewPermutation(from []int) (Permutation, error) {
	if uint64(len(from)) > MaxLen {
		return Permutation{}, wrap.Errorf(ErrMalformed, "a permutation of %d elements", len(from))
	}
	p := Permutation{make([]uint32, len(from))}
	seen := make([]bool, len(from))
	for i, j := range from {
		switch {
		case j < 0 || j >= len(from):
			return Permutation{}, wrap.Errorf(ErrMalformed, "position %d holds %d, not 0 to %d", i, j, len(from)-1)
		case seen[j]:
			return Permutation{}, wrap.Errorf(ErrMalformed, "position %d repeats %d", i, j)
		}
		seen[j] = true
		p.from[i] = uint32(j)
	}
	return p, nil
}

// Len returns the number of elements.
func (p Permutation) Len() int { return len(p.from) }

// At returns p(i), for i in 0 … Len()−1.
func (p Permutation) At(i int) int { return int(p.from[i]) }

// Ints returns p(0), p(1), … as a new slice.
func (p Permutation) Ints() []int {
	from := make([]int, len(p.from))
	for i, j := range p.from {
		from[i] = int(j)
	}
	return from
}

// Equal reports whether p and q rearrange alike.
func (p Permutation) Equal(q Permutation) bool { return slices.Equal(p.from, q.from) }

// Inverse returns the permutation that undoes p.
func (p Permutation) Inverse() Permutation {
	inverse := Permutation{make([]uint32, len(p.from))}
	for i, j := range p.from {
		inverse.from[j] = uint32(i)
	}
	return inverse
}

// Compose returns the permutation i ↦ p(q(i)), which has the effect of p and then
// of q. It returns an [ErrMalformed] if their lengths differ.
func (p Permutation) Compose(q Permutation) (Permutation, error) {
	from, err := Apply(q, p.from)
	return Permutation{from}, err
}

// Apply returns a new slice with s[p(i)] at position i. It returns an
// [ErrMalformed] if the length of s isn't p's.
func Apply[T any](p Permutation, s []T) ([]T, error) {
	if len(s) != len(p.from) {
		return nil, wrap.Errorf(ErrMalformed, "%d elements for a permutation of %d", len(s), len(p.from))
	}
	out := make([]T, len(s))
	for i, j := range p.from {
		out[i] = s[j]
	}
	return out, nil
}
