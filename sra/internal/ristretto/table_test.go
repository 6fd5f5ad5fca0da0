package ristretto

import (
	"bytes"
	"fmt"
	"math/big"
	"testing"

	"filippo.io/edwards25519"
)

func TestComb(t *testing.T) {
	points := randomPoints(2)
	points = append(points, torsion(t)[2])
	normalize(points)
	c := theGroup.NewComb(&elements{n: 3, points: points})
	edges := edgeScalars()
	for _, n := range []int{0, 1, 5, len(edges)} {
		for bases := 1; bases <= 3; bases++ {
			exponents := make([][]byte, bases)
			want := make([]*edwards25519.Point, n)
			for i := range want {
				want[i] = edwards25519.NewIdentityPoint()
				for k := range bases {
					e := edges[(i+5*k)%len(edges)]
					exponents[k] = append(exponents[k], exponent(e)...)
					want[i].Add(want[i], new(edwards25519.Point).ScalarMult(toScalar(e), toEdwards(t, &points[k])))
				}
			}
			got := c.Exp(bases, exponents...)
			if got.Len() != n {
				t.Fatalf("%d elements, want %d", got.Len(), n)
			}
			for i := range want {
				if !bytes.Equal(got.Bytes()[i*size:][:size], fromEdwards(want[i]).encoding()) {
					t.Errorf("the product of powers %d of %d bases is wrong", i, bases)
				}
			}
		}
	}
}

// All digits that a table can be asked for, in all places.
func TestMultiples(t *testing.T) {
	p := randomPoint()
	points := []point{*p}
	normalize(points)
	for _, n := range []int{8, 16, 32, 64} {
		m := multiplesOf(points, n)[0]
		want := make(map[int8]*edwards25519.Point)
		var all []int8
		for d := -n; d <= n; d++ {
			want[int8(d)] = new(edwards25519.Point).ScalarMult(toScalar(big.NewInt(int64(max(d, -d)))), toEdwards(t, p))
			if d < 0 {
				want[int8(d)].Negate(want[int8(d)])
			}
			all = append(all, int8(d))
		}
		for length := 1; length <= 8; length++ {
			for from := range len(all) - length + 1 {
				d := all[from:][:length]
				var q [8]affine
				m.choose(&q, d)
				for i := range d {
					got := identity
					got.addAffine(&q[i])
					equals(t, fmt.Sprintf("%d·p", d[i]), &got, want[d[i]])
				}
			}
		}
	}
}
