package ristretto

import "math/big"

// The curve is edwards25519, −x² + y² = 1 + dx²y² mod p, of RFC 7748, section 4.1. The
// formulas are those of Hisil, Wong, Carter and Dawson ("Twisted Edwards curves
// revisited", ASIACRYPT 2008) in extended coordinates. They are complete: they hold for
// all points of the curve, and none is a special case. Here the group is written
// additively, as is usual for curves.

// A point has the extended coordinates x = X/Z, y = Y/Z, xy = T/Z, reduced. It stands
// for an element of ristretto255: the coset of it by the points of order 4.
type point struct{ x, y, z, t fe }

// A completed point is what additions and doublings return: x = X/Z, y = Y/T, loose; T
// of limbs up to 2²⁸ + 2¹⁶ where there are ten. (These are coordinates on P¹ × P¹.)
type completed struct{ x, y, z, t fe }

// An affine point is one that is ready to be added: y + x, y − x, 2dxy, loose.
type affine [3]fe

// A cached point is another: Y + X, Y − X, 2Z, 2dT, loose.
type cached struct{ sum, difference, twiceZ, product fe }

var (
	curveD       = decimal("37095705934669439343138083508754565189542113879843219016388785533085940283555")
	curve2D      = twice(&curveD)
	sqrtMinusOne = decimal("19681161376707505956807079304988542015446066515923890162744021073123829784752")

	identity = point{y: feOne, z: feOne}
)

// decimal returns a constant. Those of this package are RFC 9496's, section 4.1, as it
// has them.
func decimal(s string) (z fe) {
	n, _ := new(big.Int).SetString(s, 10)
	var b [32]byte
	n.FillBytes(b[:])
	reverse(&b)
	z.setBytes(&b)
	return z
}

func twice(a *fe) (z fe) {
	z.add(a, a)
	z.carry()
	return z
}

// reverse reverses the order of bytes.
func reverse(b *[32]byte) {
	for i := range 16 {
		b[i], b[31-i] = b[31-i], b[i]
	}
}

// complete sets p to c.
func (p *point) complete(c *completed) {
	p.x.mul(&c.t, &c.x)
	p.y.mul(&c.z, &c.y)
	p.z.mul(&c.t, &c.z)
	p.t.mul(&c.x, &c.y)
}

// double sets c to the double of the point with the coordinates X, Y, Z, reduced.
func (c *completed) double(x, y, z *fe) {
	var xx, yy, zz, sum fe
	xx.square(x)
	yy.square(y)
	zz.square(z)
	sum.add(x, y)
	sum.square(&sum)
	c.y.add(&yy, &xx)
	c.z.sub(&yy, &xx)
	c.x.subLoose(&sum, &c.y)
	zz.add(&zz, &zz)
	c.t.subLoose(&zz, &c.z)
}

// doubleTimes sets c to 2ⁿ·p, for n ≥ 1.
func (c *completed) doubleTimes(p *point, n int) {
	c.double(&p.x, &p.y, &p.z)
	var x, y, z fe
	for range n - 1 {
		x.mul(&c.t, &c.x)
		y.mul(&c.z, &c.y)
		z.mul(&c.t, &c.z)
		c.double(&x, &y, &z)
	}
}

// add sets c to p + q.
func (c *completed) add(p *point, q *affine) {
	var sum, difference, product, zz fe
	sum.add(&p.y, &p.x)
	sum.mul(&sum, &q[0])
	difference.sub(&p.y, &p.x)
	difference.mul(&difference, &q[1])
	product.mul(&p.t, &q[2])
	zz.add(&p.z, &p.z)
	c.x.sub(&sum, &difference)
	c.y.add(&sum, &difference)
	c.z.add(&zz, &product)
	c.t.sub(&zz, &product)
}

// subtract sets c to p − q.
func (c *completed) subtract(p *point, q *affine) {
	var sum, difference, product, zz fe
	sum.add(&p.y, &p.x)
	sum.mul(&sum, &q[1])
	difference.sub(&p.y, &p.x)
	difference.mul(&difference, &q[0])
	product.mul(&p.t, &q[2])
	zz.add(&p.z, &p.z)
	c.x.sub(&sum, &difference)
	c.y.add(&sum, &difference)
	c.z.sub(&zz, &product)
	c.z.carry() // only T may be that large
	c.t.add(&zz, &product)
}

// addCached sets c to p + q.
func (c *completed) addCached(p *point, q *cached) {
	var sum, difference, product, zz fe
	sum.add(&p.y, &p.x)
	sum.mul(&sum, &q.sum)
	difference.sub(&p.y, &p.x)
	difference.mul(&difference, &q.difference)
	product.mul(&p.t, &q.product)
	zz.mul(&p.z, &q.twiceZ)
	c.x.sub(&sum, &difference)
	c.y.add(&sum, &difference)
	c.z.add(&zz, &product)
	c.t.sub(&zz, &product)
}

func (q *cached) set(p *point) {
	q.sum.add(&p.y, &p.x)
	q.difference.sub(&p.y, &p.x)
	q.twiceZ.add(&p.z, &p.z)
	q.product.mul(&p.t, &curve2D)
}

// set sets q to p, whose Z is 1.
func (q *affine) set(p *point) {
	q[0].add(&p.y, &p.x)
	q[1].sub(&p.y, &p.x)
	q[2].mul(&p.t, &curve2D)
}

// sum sets p to a + b.
func (p *point) sum(a, b *point) {
	var c completed
	var q cached
	q.set(b)
	c.addCached(a, &q)
	p.complete(&c)
}

// addAffineGeneric sets p to p + q.
func (p *point) addAffineGeneric(q *affine) {
	var c completed
	c.add(p, q)
	p.complete(&c)
}

// subtractAffineGeneric sets p to p − q.
func (p *point) subtractAffineGeneric(q *affine) {
	var c completed
	c.subtract(p, q)
	p.complete(&c)
}

// doubleTimes sets p to 2ⁿ·a, for n ≥ 1.
func (p *point) doubleTimes(a *point, n int) {
	var c completed
	c.doubleTimes(a, n)
	p.complete(&c)
}

// negate sets p to −a.
func (p *point) negate(a *point) {
	p.x.negate(&a.x)
	p.x.carry()
	p.y, p.z = a.y, a.z
	p.t.negate(&a.t)
	p.t.carry()
}

// isIdentity returns 1 if the element of p is 0, which is to say that p is one of (0,
// ±1) and (±√−1, 0).
func (p *point) isIdentity() int { return p.x.isZero() | p.y.isZero() }

// normalize makes the Z of the points 1, with one inversion for all of them.
func normalize(points []point) {
	inverses := make([]fe, len(points))
	for i := range points {
		inverses[i] = points[i].z
	}
	invertAll(inverses)
	for i := range points {
		p := &points[i]
		p.x.mul(&p.x, &inverses[i])
		p.y.mul(&p.y, &inverses[i])
		p.z = feOne
		p.t.mul(&p.x, &p.y)
	}
}
