package ristretto

// size is the length of an element's encoding.
const size = 32

var (
	invSqrtAMinusD = decimal("54469307008909316920995813868745141605393597292927456921205312896311721017578")
	sqrtADMinusOne = decimal("25063068953384623474111414158702152701244531502492656460079210482610430750235")
)

// decode sets p to the element that b encodes, with Z = 1, and returns 1; or 0 if b
// isn't the encoding of one. 0 is one, that of 32 zeros. (RFC 9496, section 4.3.1.)
//
// Its time depends on b if b isn't canonical, and on nothing else.
func (p *point) decode(b *[size]byte) int {
	var s, ss, u1, u2, u2Squared, v, t, inverse fe
	s.setBytes(b)
	if !s.isCanonical(b) {
		return 0
	}
	ss.square(&s)
	u1.sub(&feOne, &ss)
	u2.add(&feOne, &ss)
	u2Squared.square(&u2)
	v.square(&u1)
	v.mul(&v, &curveD)
	v.add(&v, &u2Squared)
	v.carry()
	v.negate(&v) // −d·u1² − u2²
	t.mul(&v, &u2Squared)
	square := inverse.sqrtRatio(&feOne, &t)
	// x = |2s/√v|, y = u1/u2
	p.x.mul(&inverse, &u2)
	p.y.mul(&inverse, &p.x)
	p.y.mul(&p.y, &v)
	p.y.mul(&p.y, &u1)
	p.x.mul(&p.x, &s)
	p.x.add(&p.x, &p.x)
	p.x.carry()
	p.x.abs(&p.x)
	p.z = feOne
	p.t.mul(&p.x, &p.y)
	return square & (1 ^ p.t.isNegative()) & (1 ^ p.y.isZero())
}

// isCanonical reports whether a, which is what b has, is below p and isn't negative.
func (a *fe) isCanonical(b *[size]byte) bool { return a.bytes() == *b && b[0]&1 == 0 }

// decodeAll sets points to what b encodes. It returns the number of the first that isn't an
// element, or how many points there are.
func decodeAll(points []point, b []byte) int {
	if haveLanes && len(points) >= minLanes {
		return decodeLanes(points, b)
	}
	for i := range points {
		if points[i].decode((*[size]byte)(b[i*size:])) == 0 {
			return i
		}
	}
	return len(points)
}

// appendEncoding appends the encoding of p. (RFC 9496, section 4.3.2.)
func (p *point) appendEncoding(b []byte) []byte {
	var u1, u2, t, inverse, den1, den2, zInverse, x, y fe
	t.add(&p.z, &p.y)
	u1.sub(&p.z, &p.y)
	u1.mul(&u1, &t)
	u2.mul(&p.x, &p.y)
	t.square(&u2)
	t.mul(&t, &u1)
	inverse.sqrtRatio(&feOne, &t)
	den1.mul(&inverse, &u1)
	den2.mul(&inverse, &u2)
	zInverse.mul(&den1, &den2)
	zInverse.mul(&zInverse, &p.t)
	t.mul(&p.t, &zInverse)
	rotate := t.isNegative()
	t.mul(&p.y, &sqrtMinusOne)
	x.choose(&t, &p.x, rotate)
	t.mul(&p.x, &sqrtMinusOne)
	y.choose(&t, &p.y, rotate)
	t.mul(&den1, &invSqrtAMinusD)
	den2.choose(&t, &den2, rotate)
	t.mul(&x, &zInverse)
	y.negateIf(&y, t.isNegative())
	y.carry()
	t.sub(&p.z, &y)
	t.mul(&t, &den2)
	t.abs(&t)
	encoded := t.bytes()
	return append(b, encoded[:]...)
}

// A doubling is what is between the two maps of degree 2 that doubling consists of:
// 2p is x = E/F, y = G/H. The encoding of 2p needs no more than this, and no square
// root.
type doubling struct{ e, f, g, h, eg, fh fe }

func (d *doubling) set(p *point) {
	var xx, zz, tt fe
	xx.square(&p.x)
	zz.square(&p.z)
	tt.square(&p.t)
	tt.mul(&tt, &curveD)
	d.g.square(&p.y)
	d.g.add(&d.g, &xx)
	d.e.mul(&p.x, &p.y)
	d.e.add(&d.e, &d.e)
	d.f.add(&zz, &tt)
	d.h.sub(&zz, &tt)
	d.eg.mul(&d.e, &d.g)
	d.fh.mul(&d.f, &d.h)
	// E is subtracted, and from H.
	d.e.carry()
	d.h.carry()
}

// appendDoubles appends the encodings of the doubles of the points, and sets the
// points to their doubles, with Z = 1. There is one inversion for all of them. It is
// curve25519-dalek's double_and_compress_batch (Hamburg).
//
// 0 isn't a special case: then E·G is 0, and so is its inverse, and the encoding; of
// the double, the coordinates are set.
func appendDoubles(b []byte, points []point) []byte {
	if haveLanes && len(points) >= minLanes {
		return appendDoublesLanes(b, points)
	}
	doublings, inverses := make([]doubling, len(points)), make([]fe, len(points))
	for i := range points {
		d := &doublings[i]
		d.set(&points[i])
		inverses[i].mul(&d.eg, &d.fh)
	}
	invertAll(inverses)
	for i := range points {
		p, d, inverse := &points[i], &doublings[i], &inverses[i]
		var zInverse, tInverse, t, e, g, h, factor fe
		zInverse.mul(&d.eg, inverse)
		tInverse.mul(&d.fh, inverse)

		p.x.mul(&d.e, &d.h)
		p.x.mul(&p.x, &zInverse)
		p.y.mul(&d.g, &d.f)
		p.y.mul(&p.y, &zInverse)
		p.y.choose(&feOne, &p.y, p.y.isZero())
		p.z = feOne
		p.t.mul(&p.x, &p.y)

		t.mul(&d.eg, &zInverse)
		rotate := t.isNegative()
		e.choose(&d.g, &d.e, rotate)
		t.negate(&d.e)
		g.choose(&t, &d.g, rotate)
		g.carry()
		t.mul(&d.f, &sqrtMinusOne)
		h.choose(&t, &d.h, rotate)
		factor.choose(&sqrtMinusOne, &invSqrtAMinusD, rotate)
		t.mul(&h, &e)
		t.mul(&t, &zInverse)
		g.negateIf(&g, t.isNegative())
		g.carry()
		t.sub(&h, &g)
		t.mul(&t, &g)
		t.mul(&t, &tInverse)
		t.mul(&t, &factor)
		t.abs(&t)
		encoded := t.bytes()
		b = append(b, encoded[:]...)
	}
	return b
}
