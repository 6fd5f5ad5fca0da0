package ristretto

import (
	"crypto/sha512"
	"math/big"
	"sync"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// scalarSize is the length of an exponent.
const scalarSize = 32

// Of the tables for many points: the width of digits, of elements that serve once or
// twice, and those that are precomputed; and how many tables there are of a point that is
// precomputed, which take 6 kB together, or 7.5 kB in lanes. As measured for 52 elements,
// the first tables take 0.1 times as long as the powers they are made for. Precomputed ones
// take 1.4 times as long, and powers then take a third of it, or in lanes 0.6 times as long.
const (
	expWidth          = 4
	fixedWidth        = 5
	precomputedBlocks = 8
)

// A group is the implementation of arith.Group. Points are written additively, and
// so are the comments of other files: what is a product and a power here, is a sum and
// a multiple there.
type group struct{ order *big.Int }

var theGroup = group{orderBig()}

// New returns the group. It may be used concurrently.
func New() arith.Group { return &theGroup }

var generator = sync.OnceValue(func() *elements {
	var g point
	if g.decode(&generatorEncoded) == 0 {
		panic("ristretto: wrong generator")
	}
	return &elements{n: 1, encoded: generatorEncoded[:], points: []point{g}}
})

// generatorEncoded is the encoding of the generator of RFC 9496, section 4.4 (appendix
// A.1, multiple 1).
var generatorEncoded = [size]byte{
	0xe2, 0xf2, 0xae, 0x0a, 0x6a, 0xbc, 0x4e, 0x71, 0xa8, 0x84, 0xa9, 0x61, 0xc5, 0x00, 0x51, 0x5f,
	0x58, 0xe3, 0x0b, 0x6a, 0xa5, 0x82, 0xdd, 0x8d, 0xb6, 0xa6, 0x59, 0x45, 0xe0, 0x8d, 0x2d, 0x76,
}

// Generator returns one element, G of RFC 9496.
func Generator() arith.Elements { return generator() }

// Order returns q, 2²⁵² + 27742317777372353535851937790883648493.
func (g *group) Order() *big.Int { return g.order }

// ElementSize returns 32.
func (g *group) ElementSize() int { return size }

// LittleEndian returns true.
func (g *group) LittleEndian() bool { return true }

// Decode takes a square root for each element.
func (g *group) Decode(b []byte, routines int) (x arith.Elements, at int, fault string) {
	n := len(b) / size
	if len(b) != n*size {
		panic("ristretto: wrong length")
	}
	points := make([]point, n)
	at = n
	var mu sync.Mutex
	arith.Split(routines, n, func(from, to int) {
		i, what := from+decodeAll(points[from:to], b[from*size:to*size]), "not a valid encoding"
		for one := from; one < i; one++ {
			if [size]byte(b[one*size:]) == [size]byte{} {
				i, what = one, "1"
			}
		}
		mu.Lock()
		defer mu.Unlock()
		if i < min(to, at) {
			at, fault = i, what
		}
	})
	if fault != "" {
		return nil, at, fault
	}
	return &elements{n: n, encoded: append([]byte(nil), b...), points: points}, 0, ""
}

// Known panics later, when elements are computed with, if there is something else.
func (g *group) Known(b []byte) arith.Elements {
	if len(b)%size != 0 {
		panic("ristretto: wrong length")
	}
	return &elements{n: len(b) / size, encoded: b}
}

// Hash is hash_to_ristretto255 of RFC 9380, appendix B, with expand_message_xmd and
// SHA-512. That a hash isn't 1 isn't checked: the probability is 2⁻²⁵².
func (g *group) Hash(dst string, messages [][]byte) arith.Elements {
	points, h := make([]point, len(messages)), sha512.New()
	for i, message := range messages {
		points[i].derive((*[64]byte)(arith.ExpandMessage(h, message, dst, 64)))
	}
	normalize(points)
	return &elements{n: len(points), points: points}
}

// Select keeps all that is known of x.
func (g *group) Select(x arith.Elements, positions []int) arith.Elements {
	return x.(*elements).pick(positions)
}

// Precompute makes tables of 6 kB for an element, or 7.5 kB in lanes.
func (g *group) Precompute(x arith.Elements) arith.Elements {
	return withTable(x.(*elements), expWidth, precomputedBlocks)
}

// Fixed makes tables of 1.5 kB for an element, or 1.9 kB in lanes, and its half.
func (g *group) Fixed(x arith.Elements) arith.Elements {
	y := withTable(x.(*elements), fixedWidth, 1)
	one := scalar{1}
	one.halve()
	y.halves = y.table.powers(one, 1)
	if haveLanes {
		y.odd = newOddTable(y.points)
	}
	return y
}

// withTable returns x with another table.
func withTable(x *elements, width uint, blocks int) *elements {
	x.mu.Lock()
	defer x.mu.Unlock()
	points := x.decode()
	return &elements{n: x.n, encoded: x.encoded, points: points, halves: x.halves, table: newMultiplier(points, width, blocks)}
}

// NewComb makes tables of 78, 227 or, for lanes, 284 kB for a base.
func (g *group) NewComb(bases arith.Elements) arith.Comb {
	return newComb(bases.(*elements).affine())
}

// Exp makes the tables of x, if it has none, and keeps them.
func (g *group) Exp(x arith.Elements, exponent []byte, routines int) arith.Elements {
	if len(exponent) != scalarSize {
		panic("ristretto: wrong length")
	}
	s := halfScalars(exponent, scalarSize)
	return &elements{n: x.Len(), halves: x.(*elements).multiplier().powers(s[0], routines)}
}

// Mul adds halves to halves, such as those of Exp, Comb.Exp, MultiExp, Mul and Fixed. If
// either of a and b has none, the product takes longer to encode.
func (g *group) Mul(a, b arith.Elements) arith.Elements {
	if a.Len() != b.Len() {
		panic("ristretto: wrong length")
	}
	x, y := a.(*elements), b.(*elements)
	product := &elements{n: x.n}
	p, q := x.halved(), y.halved()
	if p != nil && q != nil {
		product.halves = sums(p, q)
		return product
	}
	product.points = sums(x.affine(), y.affine())
	normalize(product.points)
	return product
}

func sums(a, b []point) []point {
	sums := make([]point, len(a))
	for i := range sums {
		sums[i].sum(&a[i], &b[i])
	}
	return sums
}

// MultiExp makes the tables of x, if it has none, and keeps them.
func (g *group) MultiExp(x arith.Elements, exponents []byte) arith.Elements {
	n := x.Len()
	if n == 0 || len(exponents) == 0 || len(exponents)%n != 0 || len(exponents)/n > scalarSize {
		panic("ristretto: wrong length")
	}
	s := halfScalars(exponents, len(exponents)/n)
	return &elements{n: 1, halves: []point{x.(*elements).multiplier().sum(s)}}
}

// ProductVarTime returns the product in a form that takes long to encode.
func (g *group) ProductVarTime(factors []arith.Factor, routines int) arith.Elements {
	points := []point{sumVarTime(g.terms(factors), routines)}
	normalize(points)
	return &elements{n: 1, points: points}
}

// IsOneVarTime reports whether the product is 1.
func (g *group) IsOneVarTime(factors []arith.Factor, routines int) bool {
	sum := sumVarTime(g.terms(factors), routines)
	return sum.isIdentity() == 1
}

// terms returns the terms of a sum, in variable time.
func (g *group) terms(factors []arith.Factor) []term {
	terms := make([]term, len(factors))
	var b [scalarSize]byte
	for i, f := range factors {
		e := f.E
		if e.BitLen() > 8*len(b) {
			e = new(big.Int).Mod(e, g.order)
		}
		var s scalar
		s.setBytes(e.FillBytes(b[:]))
		x := f.X.(*elements)
		terms[i] = termVarTime(&s, &x.affine()[f.I], e.Sign() < 0)
		terms[i].fixed, terms[i].i = x.odd, f.I
	}
	return terms
}

// halfScalars returns half of each of the exponents mod q.
func halfScalars(exponents []byte, size int) []scalar {
	s := make([]scalar, len(exponents)/size)
	for i := range s {
		s[i].setBytes(exponents[i*size:][:size])
		s[i].halve()
	}
	return s
}
