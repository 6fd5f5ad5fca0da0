package ristretto

import (
	"testing"

	"filippo.io/edwards25519"
)

func TestPointsAgree(t *testing.T) {
	points := append(randomPoints(20), torsion(t)...)
	for i := range 5 { // of other Z, and with torsion
		p := randomPoint()
		p.sum(p, &points[20+i])
		points = append(points, *p)
	}
	for i := range points {
		p := &points[i]
		ep := toEdwards(t, p)
		var r point
		r.doubleTimes(p, 1)
		equals(t, "2p", &r, new(edwards25519.Point).Double(ep))
		r.doubleTimes(p, 3)
		equals(t, "8p", &r, new(edwards25519.Point).MultByCofactor(ep))
		r.negate(p)
		equals(t, "−p", &r, new(edwards25519.Point).Negate(ep))
		one := []point{*p}
		normalize(one)
		equals(t, "p", &one[0], ep)
		if one[0].z != feOne {
			t.Error("Z isn't 1")
		}
		var a affine
		for j := range points {
			q := &points[j]
			eq := toEdwards(t, q)
			sum, difference := new(edwards25519.Point).Add(ep, eq), new(edwards25519.Point).Subtract(eq, ep)
			r.sum(p, q)
			equals(t, "p + q", &r, sum)
			a.set(&one[0])
			r = *q
			r.addAffine(&a)
			equals(t, "q + p", &r, sum)
			var c completed
			c.subtract(q, &a)
			r.complete(&c)
			equals(t, "q − p", &r, difference)
		}
		r = *p
		r.sum(&r, &r)
		equals(t, "p + p", &r, new(edwards25519.Point).Double(ep))
	}
}

// The addition in assembly, beside that in Go, of limbs at their bounds too: points have none.
func TestAddAffineBounds(t *testing.T) {
	reduced, loose, _ := bounds()
	r, l := numbers(&reduced), numbers(&loose)
	for i := range r {
		at := func(all []fe, j int) fe { return all[(i*7+j*11)%len(all)] }
		p := point{r[i], at(r, 1), at(r, 2), at(r, 3)}
		q := affine{l[i], at(l, 1), at(l, 2)}
		got, want := p, p
		got.addAffine(&q)
		want.addAffineGeneric(&q)
		gotNumbers, wantNumbers := [4]fe{got.x, got.y, got.z, got.t}, [4]fe{want.x, want.y, want.z, want.t}
		for k := range gotNumbers {
			if feBig(&gotNumbers[k]).Cmp(feBig(&wantNumbers[k])) != 0 {
				t.Errorf("%d: coordinate %d differs from the generic addition's", i, k)
			}
			for j := range reduced {
				if gotNumbers[k][j] > reduced[j] {
					t.Errorf("%d: coordinate %d isn't reduced: limb %d is %#x", i, k, j, gotNumbers[k][j])
				}
			}
		}
	}
}
