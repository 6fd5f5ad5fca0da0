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
			r = *q
			r.subtractAffine(&a)
			equals(t, "q − p", &r, difference)
		}
		r = *p
		r.sum(&r, &r)
		equals(t, "p + p", &r, new(edwards25519.Point).Double(ep))
	}
}
