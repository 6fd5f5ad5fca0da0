package sra

import (
	"bytes"
	"crypto/rand"
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// Verifying is of public numbers, in variable time. The equations of a proof are
// checked together: an equation is L/R = 1 in a group of prime order, and so is the
// product of several, each to a random weight of 128 bits. If one doesn't hold, the
// product doesn't either, except with probability 2⁻¹²⁸.

// A sequence is some public elements, one after another, of a longer one perhaps.
type sequence struct {
	x       arith.Elements
	from, n int
}

func all(x arith.Elements) sequence { return sequence{x, 0, x.Len()} }

func (s sequence) at(i int) sequence { return sequence{s.x, s.from + i, 1} }

// A product is that of public elements to public exponents, which may be negative.
type product struct {
	g       *group
	factors []arith.Factor
}

// times multiplies p by a power of the one element of x.
func (p *product) times(x sequence, exponent *big.Int) {
	p.factors = append(p.factors, arith.Factor{X: x.x, I: x.from, E: exponent})
}

// equals checks that p is 1.
func (p *product) isOne(routines int, what string) error {
	if !p.g.a.IsOneVarTime(p.factors, routines) {
		return invalid("%s doesn't hold", what)
	}
	return nil
}

// weighted returns Πx_i^u_i, one element, for weights u_i.
func (g *group) weighted(x arith.Elements, u []byte, routines int) arith.Elements {
	p := product{g: g}
	for i, ui := range numbers(u, challengeSize) {
		p.times(all(x).at(i), ui)
	}
	return g.a.ProductVarTime(p.factors, routines)
}

// numbers returns big-endian numbers of `size` bytes each.
func numbers(b []byte, size int) (x []*big.Int) {
	for chunk := range slices.Chunk(b, size) {
		x = append(x, new(big.Int).SetBytes(chunk))
	}
	return x
}

func times(a, b *big.Int) *big.Int { return new(big.Int).Mul(a, b) }

func minus(a *big.Int) *big.Int { return new(big.Int).Neg(a) }

// randomWeight returns 128 random bits.
func randomWeight() *big.Int {
	var b [challengeSize]byte
	rand.Read(b[:]) // never fails
	return new(big.Int).SetBytes(b[:])
}

// A proofReader takes a proof apart. After a fault it returns nothing.
type proofReader struct {
	g     *group
	rest  []byte
	fault string
}

func (p *proofReader) take(n int) []byte {
	if p.fault == "" && len(p.rest) < n {
		p.fault = "too short"
	}
	if p.fault != "" {
		return nil
	}
	taken := p.rest[:n]
	p.rest = p.rest[n:]
	return taken
}

// elements returns n elements and their encodings.
func (p *proofReader) elements(n int) (x arith.Elements, encoded []byte) {
	encoded = p.take(n * p.g.a.ElementSize())
	if p.fault != "" {
		return nil, nil
	}
	x, at, fault := p.g.a.Decode(encoded)
	if fault != "" {
		p.fault = fmt.Sprintf("wrong: element %d in it is %s", at, fault)
	}
	return x, encoded
}

// scalars returns n scalars.
func (p *proofReader) scalars(n int) []*big.Int {
	size := len(p.g.qBytes)
	encoded := p.g.reverse(p.take(n * size))
	for x := range slices.Chunk(encoded, size) {
		if bytes.Compare(x, p.g.qBytes) >= 0 && p.fault == "" {
			p.fault = "wrong: a scalar in it is not below q"
		}
	}
	return numbers(encoded, size)
}

// masked returns n numbers s′ of the proof of a shuffle.
func (p *proofReader) masked(n int) []*big.Int {
	if !p.g.short {
		return p.scalars(n)
	}
	encoded := p.take(n * maskedSize)
	for x := range slices.Chunk(encoded, maskedSize) {
		if x[0] > 1 && p.fault == "" {
			p.fault = "wrong: a masked number in it has more than 337 bits"
		}
	}
	return numbers(encoded, maskedSize)
}

func (p *proofReader) end(what string) error {
	if p.fault == "" && len(p.rest) > 0 {
		p.fault = "too long"
	}
	if p.fault != "" {
		return malformed("%s is %s", what, p.fault)
	}
	return nil
}
