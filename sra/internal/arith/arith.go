// Package arith is what lies between the cipher and the proofs of package sra, which
// are the same in every group, and the arithmetic of the groups: packages modp and
// ristretto implement it.
//
// Groups are written multiplicatively and have a prime order q. Exponents are
// big-endian. What isn't said to take variable time takes a time, and makes memory
// accesses, that depend on lengths alone.
package arith

import "math/big"

// Elements are a sequence of elements of a group. They are immutable and may be used
// concurrently; what an implementation decodes, encodes or precomputes when it is
// first needed, it keeps.
type Elements interface {
	Len() int
	// Bytes returns the encodings, one after another. It isn't a copy. Elements that
	// result from secret exponents aren't 1, except with negligible probability;
	// the encoding of 1 is undefined.
	Bytes() []byte
}

// A Factor is a power in a product: element number I of X, to the exponent E, any
// integer. All of it is public.
type Factor struct {
	X Elements
	I int
	E *big.Int
}

// A Group is the arithmetic of a group. Functions that take Elements expect some of
// the same group, and panic if lengths don't fit. Those that take `routines` may
// share their work among as many goroutines, and leave none behind; the results
// don't depend on it.
type Group interface {
	// Order returns q.
	Order() *big.Int
	// ElementSize is the length of an element's encoding.
	ElementSize() int
	// LittleEndian reports whether the group's standard writes scalars so.
	LittleEndian() bool

	// Decode takes the encodings of elements other than 1, one after another. If
	// there is something else, it returns the number of the first such, and what is
	// wrong with it ("above q"). It takes variable time, and doesn't keep b.
	Decode(b []byte, routines int) (x Elements, at int, fault string)
	// Known is Decode for encodings that are known to be right: they needn't be
	// decoded before the elements are computed with. It keeps b.
	Known(b []byte) Elements
	// Hash hashes each message to an element, in variable time.
	Hash(dst string, messages [][]byte) Elements
	// Select returns the elements at some positions, which are public. What is
	// known of x, decoded forms and precomputed tables among it, needn't be lost.
	Select(x Elements, positions []int) Elements

	// Precompute returns the same elements, prepared for many calls of Exp.
	Precompute(x Elements) Elements
	// Fixed returns the same elements, prepared for many calls of Mul and MultiExp.
	Fixed(x Elements) Elements
	// NewComb prepares a few bases for many powers.
	NewComb(bases Elements) Comb

	// Exp returns x_i^exponent for each i. The exponent has q's length.
	Exp(x Elements, exponent []byte, routines int) Elements
	// Mul returns a_i·b_i for each i.
	Mul(a, b Elements) Elements
	// MultiExp returns one element, the product of all x_i^e_i. The exponents follow
	// one another, all of the same length, at most q's.
	MultiExp(x Elements, exponents []byte) Elements

	// ProductVarTime returns one element, the product of the factors.
	ProductVarTime(factors []Factor, routines int) Elements
	// IsOneVarTime reports whether the product of the factors is 1.
	IsOneVarTime(factors []Factor, routines int) bool
}

// A Comb raises fixed bases to secret exponents.
type Comb interface {
	// Exp returns, for each i, the product of the powers of the bases: of the first
	// one to exponent i of exponents[0], of the second one to exponent i of
	// exponents[1], and so on. There may be fewer sequences of exponents than bases.
	// Exponents follow one another and have q's length.
	Exp(routines int, exponents ...[]byte) Elements
}
