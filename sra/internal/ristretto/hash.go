package ristretto

var (
	oneMinusDSquared = decimal("1159843021668779879193775521855586647937357759715417654439879720876111806838")
	dMinusOneSquared = decimal("40440834346308536858101042469323190826248399146238708352240133220865137265952")
)

// derive sets p to the element derivation function of RFC 9496, section 4.3.4.
func (p *point) derive(b *[64]byte) {
	var t fe
	var q point
	t.setBytes((*[32]byte)(b[:32]))
	p.elligator(&t)
	t.setBytes((*[32]byte)(b[32:]))
	q.elligator(&t)
	p.sum(p, &q)
}

// elligator sets p to MAP(t) of RFC 9496, section 4.3.4, for reduced t.
func (p *point) elligator(t *fe) {
	var minusOne, r, u, v, s, c, n, w0, w1, w2, w3 fe
	minusOne.negate(&feOne)
	minusOne.carry()
	r.square(t)
	r.mul(&r, &sqrtMinusOne)
	u.add(&r, &feOne)
	u.mul(&u, &oneMinusDSquared)
	v.mul(&r, &curveD)
	v.sub(&minusOne, &v)
	w0.add(&r, &curveD)
	v.mul(&v, &w0)
	square := s.sqrtRatio(&u, &v)
	w0.mul(&s, t)
	w0.abs(&w0)
	w0.negate(&w0)
	s.choose(&s, &w0, square)
	c.choose(&minusOne, &r, square)
	n.sub(&r, &feOne)
	n.mul(&n, &c)
	n.mul(&n, &dMinusOneSquared)
	n.sub(&n, &v)
	w0.mul(&s, &v)
	w0.add(&w0, &w0)
	w1.mul(&n, &sqrtADMinusOne)
	s.square(&s)
	w2.sub(&feOne, &s)
	w3.add(&feOne, &s)
	p.x.mul(&w0, &w3)
	p.y.mul(&w2, &w1)
	p.z.mul(&w1, &w3)
	p.t.mul(&w0, &w2)
}
