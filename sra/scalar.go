package sra

import (
	"slices"
)

// Lengths in bytes of numbers of the proof of a shuffle that are shorter than scalars
// where q is long (SPEC.md, section 7.3).
const (
	maskSize   = 42  // ω′, 336 bits: 80 bits more than what it hides
	maskedBits = 337 // s′ = ω′ + c·u′, at most
	maskedSize = (maskedBits + 7) / 8
)

// scalars are numbers mod q, each as big-endian bytes of q's length. Work with them
// takes constant time.
type scalars struct {
	g *group
	b []byte
}

func (g *group) newScalars(n int) scalars { return scalars{g, make([]byte, n*len(g.qBytes))} }

func (s scalars) len() int { return len(s.b) / len(s.g.qBytes) }

// at returns scalar i alone, which isn't a copy.
func (s scalars) at(i int) scalars { return s.slice(i, i+1) }

func (s scalars) slice(from, to int) scalars {
	size := len(s.g.qBytes)
	return scalars{s.g, s.b[from*size : to*size : to*size]}
}

// widen returns big-endian numbers of `from` bytes, fewer than q has, as scalars.
func (g *group) widen(numbers []byte, from int) scalars {
	out := g.newScalars(len(numbers) / from)
	for i := range out.len() {
		x := out.at(i).b
		copy(x[len(x)-from:], numbers[i*from:][:from])
	}
	return out
}

// times and plus return the products and the sums of s and t, which may be a single
// scalar, for all of s.
func (s scalars) times(t scalars) scalars {
	out := s.g.newScalars(s.len())
	s.g.modQ.Mul(out.b, s.b, t.asMany(s).b)
	return out
}

func (s scalars) plus(t scalars) scalars {
	out := s.g.newScalars(s.len())
	s.g.modQ.Add(out.b, s.b, t.asMany(s).b)
	return out
}

func (s scalars) asMany(as scalars) scalars {
	if s.len() == 1 && as.len() > 1 {
		return scalars{s.g, slices.Repeat(s.b, as.len())}
	}
	return s
}

// minus returns −s.
func (s scalars) minus() scalars {
	minusOne := slices.Clone(s.g.qBytes) // q is odd
	minusOne[len(minusOne)-1] ^= 1
	return s.times(scalars{s.g, minusOne})
}

// inverse returns 1/s of one scalar other than 0 as s^(q−2), by Fermat's little theorem:
// Euclid's algorithm would take a time that depends on s.
func (s scalars) inverse() scalars {
	out := s.g.newScalars(1)
	s.g.modQ.Exp(out.b, s.b, s.g.qMinus2)
	return out
}

// sum returns the sum of all of s.
func (s scalars) sum() scalars {
	sum := s.g.newScalars(1)
	s.g.modQ.Sum(sum.b, s.b)
	return sum
}

// permuted returns the scalars in a secret order: number j is number order[j] of s.
func (s scalars) permuted(order []int) scalars { return scalars{s.g, permuted(s.b, order)} }

// encoding returns the scalars as the group's standard writes them.
func (s scalars) encoding() []byte { return s.g.reverse(s.b) }

// reverse returns a copy of encodings of scalars as big-endian numbers, and the other
// way round.
func (g *group) reverse(b []byte) []byte {
	b = slices.Clone(b)
	if g.a.LittleEndian() {
		for x := range slices.Chunk(b, len(g.qBytes)) {
			slices.Reverse(x)
		}
	}
	return b
}
