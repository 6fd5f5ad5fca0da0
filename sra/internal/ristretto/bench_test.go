package ristretto

import (
	"fmt"
	"math/big"
	"testing"

	"filippo.io/edwards25519"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// besideEdwards runs a benchmark of n cards, beside n multiplications by
// filippo.io/edwards25519, which aren't encoded.
func besideEdwards(b *testing.B, n int, run func()) {
	b.Run(fmt.Sprintf("%d/squaredeal", n), func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			run()
		}
	})
	b.Run(fmt.Sprintf("%d/edwards25519", n), func(b *testing.B) {
		s := randomScalar()
		p, e, q := toEdwards(b, randomPoint()), toScalar(toBig(&s)), new(edwards25519.Point)
		b.ReportAllocs()
		for b.Loop() {
			for range n {
				q.ScalarMult(e, p)
			}
		}
	})
}

func randomExponents(n int) (b []byte) {
	for range n {
		s := randomScalar()
		b = append(b, exponent(toBig(&s))...)
	}
	return b
}

// fresh returns decoded elements without tables.
func fresh(points []point) *elements { return &elements{n: len(points), points: points} }

func BenchmarkEncryptDeck(b *testing.B) {
	for _, n := range []int{52, 1024} {
		points, e := randomPoints(n), randomExponents(1)
		besideEdwards(b, n, func() { theGroup.Exp(fresh(points), e, 1).Bytes() })
	}
}

func BenchmarkEncryptPublicDeck(b *testing.B) {
	x, e := theGroup.Precompute(fresh(randomPoints(52))), randomExponents(1)
	besideEdwards(b, 52, func() { theGroup.Exp(x, e, 1).Bytes() })
}

func BenchmarkPrecompute(b *testing.B) {
	points := randomPoints(52)
	besideEdwards(b, 52, func() { theGroup.Precompute(fresh(points)) })
}

// The arithmetic of a proof of a shuffle, but for that of scalars.
func BenchmarkProveShuffle(b *testing.B) {
	for _, n := range []int{52, 1024} {
		h := theGroup.Fixed(fresh(randomPoints(n)))
		c := theGroup.NewComb(fresh(randomPoints(2)))
		x := fresh(randomPoints(n))
		theGroup.Exp(x, randomExponents(1), 1)
		r, g, h0, one, masks := randomExponents(n), randomExponents(2*n), randomExponents(2*n), randomExponents(4), randomExponents(n)
		besideEdwards(b, n, func() {
			theGroup.Mul(c.Exp(1, r), h).Bytes()
			c.Exp(1, g, h0).Bytes()
			t := c.Exp(1, one)
			t.Bytes()
			theGroup.Mul(theGroup.Select(t, []int{2}), theGroup.MultiExp(h, masks)).Bytes()
			theGroup.MultiExp(x, masks).Bytes()
		})
	}
}

// The arithmetic of verifying it: 4n + 5 elements are decoded, and 5n + 9 are in a product,
// 2n + 4 of them to short exponents.
func BenchmarkVerifyShuffle(b *testing.B) {
	for _, n := range []int{52, 1024} {
		encoded := fresh(randomPoints(4*n + 5)).Bytes()
		others := fresh(randomPoints(n + 5))
		short, long := randomFactors(others, 2*n+4, 16), randomFactors(others, 3*n+5, 32)
		besideEdwards(b, n, func() {
			x, _, _ := theGroup.Decode(encoded, 1)
			var factors []arith.Factor
			for i, f := range long {
				if i < 2*n {
					f.X, f.I = x, i
				} else {
					f.I = i - 2*n
				}
				factors = append(factors, f)
			}
			for i, f := range short {
				f.X, f.I = x, 2*n+i
				factors = append(factors, f)
			}
			theGroup.IsOneVarTime(factors, 1)
		})
	}
}

func randomFactors(x arith.Elements, n, size int) (f []arith.Factor) {
	for i := range n {
		e := new(big.Int).SetBytes(randomBytes(size))
		f = append(f, arith.Factor{X: x, I: i % x.Len(), E: e.Mod(e, orderBig())})
	}
	return f
}

// The parts, to choose between ways to compute them.
func BenchmarkParts(b *testing.B) {
	points := randomPoints(52)
	run := func(name string, f func()) {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				f()
			}
		})
	}
	encoded := fresh(points).Bytes()
	run("decode/52", func() { theGroup.Decode(encoded, 1) })
	run("encode/52", func() { fresh(points).Bytes() })
	run("double and encode/52", func() { (&elements{n: 52, halves: points}).Bytes() })
	run("hash/52", func() { theGroup.Hash("dst", make([][]byte, 52)) })
	for _, width := range []uint{4, 5} {
		run(fmt.Sprintf("table/52/width %d", width), func() { newMultiplier(points, width, 1) })
		t := newMultiplier(points, width, 1)
		s := make([]scalar, 52)
		for i := range s {
			s[i] = randomScalar()
		}
		run(fmt.Sprintf("powers/52/width %d", width), func() { t.powers(s[0], 1) })
		run(fmt.Sprintf("sum/52/width %d", width), func() { t.sum(s) })
	}
	c, e := theGroup.NewComb(fresh(points[:2])), randomExponents(52)
	run("comb/52", func() { c.Exp(1, e) })
	for _, n := range []int{3, 10, 20, 50, 100, 269, 6000} {
		f := randomFactors(fresh(points), n, 32)
		for i := range f {
			if i%2 == 0 {
				f[i].E.Rsh(f[i].E, 126)
			}
		}
		terms := theGroup.terms(f)
		run(fmt.Sprintf("tables/%d", n), func() { sumByTables(terms) })
		best, _ := bucketWidth(terms)
		for width := best - 1; width <= best+1; width++ {
			run(fmt.Sprintf("buckets/%d/width %d", n, width), func() { sumByBuckets(terms, width, 1) })
		}
	}
}

func BenchmarkField(b *testing.B) {
	p, q := randomPoint(), randomPoint()
	x, y := p.x, q.y
	var z fe
	var a affine
	var c completed
	one := []point{*q}
	normalize(one)
	a.set(&one[0])
	c.add(p, &a)
	var chosen [8]affine
	var d [8]int8
	run := func(name string, f func()) {
		b.Run(name+"×100", func(b *testing.B) {
			for b.Loop() {
				for range 100 {
					f()
				}
			}
		})
	}
	run("mul", func() { z.mul(&x, &y) })
	run("square", func() { z.square(&x) })
	run("add", func() { z.add(&x, &y) })
	run("sub", func() { z.sub(&x, &y) })
	run("point/add", func() { c.add(p, &a) })
	run("point/double", func() { c.double(&p.x, &p.y, &p.z) })
	run("point/complete", func() { p.complete(&c) })
	for _, n := range []int{8, 16, 64} {
		m := multiplesOf(one, n)[0]
		run(fmt.Sprintf("choose eight/%d", n), func() { m.choose(&chosen, d[:]) })
	}
}
