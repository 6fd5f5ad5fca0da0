package ristretto

import (
	"bytes"
	"fmt"
	"math/big"
	"slices"
	"testing"

	"filippo.io/edwards25519"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// Products of public powers, of few and many factors, by both methods.
func TestProducts(t *testing.T) {
	points := bases(t)
	edges := edgeScalars()
	for _, n := range []int{0, 1, 2, 3, 8, 40, 300} {
		for round := range 4 {
			terms := make([]term, n)
			want := edwards25519.NewIdentityPoint()
			for i := range terms {
				at := (i*3 + round) % len(points)
				e := edges[(5*i+round)%len(edges)]
				switch {
				case round == 1:
					s := randomScalar()
					e = toBig(&s)
				case round == 2 && i%2 == 0:
					e = new(big.Int).SetBytes(randomBytes(16))
				case round == 3:
					e = big.NewInt(int64(i % 3))
				}
				s := fromBig(e)
				negative := i%4 == 1
				terms[i] = termVarTime(&s, &points[at], negative)
				power := new(edwards25519.Point).ScalarMult(toScalar(e), toEdwards(t, &points[at]))
				if negative {
					power.Negate(power)
				}
				want.Add(want, power)
			}
			got := sumByTables(terms)
			same(t, fmt.Sprintf("%d terms by tables", n), &got, want)
			for width := uint(3); width <= 12; width += 3 {
				got := sumByBuckets(terms, width, 1+n%3)
				same(t, fmt.Sprintf("%d terms by buckets of width %d", n, width), &got, want)
			}
			got = sumVarTime(terms, 2)
			same(t, fmt.Sprintf("%d terms", n), &got, want)
		}
	}
}

// Exponents of any size and sign.
func TestFactors(t *testing.T) {
	x := &elements{n: 14, points: bases(t)}
	q := orderBig()
	edges := edgeScalars()
	edges = append(edges, new(big.Int).Lsh(q, 300), new(big.Int).Mul(q, q), new(big.Int).Lsh(big.NewInt(1), 260),
		new(big.Int).Exp(big.NewInt(3), big.NewInt(500), nil))
	for _, e := range edges {
		for _, e := range []*big.Int{e, new(big.Int).Neg(e)} {
			before := new(big.Int).Set(e)
			got := theGroup.ProductVarTime([]arith.Factor{{X: x, I: 3, E: e}}, 1)
			want := new(edwards25519.Point).ScalarMult(toScalar(e), toEdwards(t, &x.points[3]))
			if !bytes.Equal(got.Bytes(), fromEdwards(want).encoding()) {
				t.Errorf("the power to %x is wrong", e)
			}
			if e.Cmp(before) != 0 {
				t.Errorf("%x was changed", before)
			}
			// x^e · y^−e with the same elements, x^e · x⁻ᵉ, and x^e by itself.
			minus := new(big.Int).Neg(e)
			for _, at := range []int{3, 10, 11, 12, 13} {
				if !theGroup.IsOneVarTime([]arith.Factor{{X: x, I: at, E: e}, {X: x, I: at, E: minus}}, 1) {
					t.Errorf("x^%x·x^−%x isn't 1", e, e)
				}
			}
			if !theGroup.IsOneVarTime([]arith.Factor{{X: x, I: 0, E: e}, {X: x, I: 6, E: minus}, {X: x, I: 10, E: e}}, 1) {
				t.Error("equal elements give another power")
			}
			if !theGroup.IsOneVarTime([]arith.Factor{{X: x, I: 0, E: e}, {X: x, I: 8, E: e}}, 1) {
				t.Error("inverse elements don't cancel")
			}
			isZero := new(big.Int).Mod(e, q).Sign() == 0
			if theGroup.IsOneVarTime([]arith.Factor{{X: x, I: 4, E: e}}, 1) != isZero {
				t.Errorf("x^%x is 1, or isn't", e)
			}
		}
	}
	if !theGroup.IsOneVarTime(nil, 1) || !theGroup.IsOneVarTime(nil, 4) {
		t.Error("no factors aren't 1")
	}
	if got := theGroup.ProductVarTime(nil, 1).Bytes(); !bytes.Equal(got, make([]byte, size)) {
		t.Errorf("the product of no factors is %x", got)
	}
}

// Powers, combs and products of a few elements agree with each other and with
// edwards25519, for any exponents.
func FuzzPowers(f *testing.F) {
	for i, e := range edgeScalars() {
		f.Add(exponent(e), exponent(big.NewInt(int64(i))))
	}
	points := bases(f)[:2]
	x, fixed := fresh(points), theGroup.Fixed(fresh(points))
	comb := theGroup.NewComb(x)
	f.Fuzz(func(t *testing.T, a, b []byte) {
		if len(a) != scalarSize || len(b) != scalarSize {
			return
		}
		factors := []arith.Factor{{X: x, I: 0, E: new(big.Int).SetBytes(a)}, {X: x, I: 1, E: new(big.Int).SetBytes(b)}}
		sum := edwards25519.NewIdentityPoint()
		for i, factor := range factors {
			sum.Add(sum, new(edwards25519.Point).ScalarMult(toScalar(factor.E), toEdwards(t, &points[i])))
		}
		want := fromEdwards(sum).encoding()
		both := slices.Concat(a, b)
		powers := theGroup.Mul(theGroup.Select(theGroup.Exp(x, a, 1), []int{0}), theGroup.Select(theGroup.Exp(x, b, 1), []int{1}))
		for name, got := range map[string]arith.Elements{
			"MultiExp": theGroup.MultiExp(x, both), "MultiExp, fixed": theGroup.MultiExp(fixed, both), "Comb.Exp": comb.Exp(1, a, b),
			"ProductVarTime": theGroup.ProductVarTime(factors, 1), "Exp": powers,
		} {
			if !bytes.Equal(got.Bytes(), want) {
				t.Errorf("%s: %x, want %x", name, got.Bytes(), want)
			}
		}
	})
}
