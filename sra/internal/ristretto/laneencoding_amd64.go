//go:build !purego

package ristretto

// words returns lane l as a number below p.
func (a *laneFe) words(lane int) words {
	z := a.get(lane)
	return z.words()
}

// negative returns 1 for the lanes that are negative, and 0 for the others.
func (a *laneFe) negative() (c [lanes]int) {
	for lane := range c {
		c[lane] = int(a.words(lane)[0] & 1)
	}
	return c
}

// choose sets z to a in the lanes whose condition is 1, and to b in those where it is 0.
func (z *laneFe) choose(a, b *laneFe, condition *[lanes]int) {
	for i := range z {
		for lane := range lanes {
			z[i][lane] = b[i][lane] ^ -uint64(condition[lane])&(a[i][lane]^b[i][lane])
		}
	}
}

// abs sets z to the one of a and −a that isn't negative.
func (z *laneFe) abs(a, room *laneFe) {
	negative := a.negative()
	laneSub(room, laneZero, a)
	z.choose(room, a, &negative)
}

// decodeLanes is decodeAll.
func decodeLanes(points []point, b []byte) int {
	d := new(laneDecoder)
	for i := 0; i < len(points); i += lanes {
		eight := points[i:min(i+lanes, len(points))]
		valid := d.decode(b[i*size:][:len(eight)*size])
		d.p.store(eight)
		for lane := range eight {
			if valid[lane] == 0 {
				return i + lane
			}
		}
	}
	return len(points)
}

// A laneDecoder is the room for decoding eight elements.
type laneDecoder struct {
	p                                        lanePoint
	s, ss, u1, u2, u2Squared, v, t, r, check laneFe
	room                                     [5]laneFe
}

// decode sets p to up to eight elements that b encodes, as point.decode does, and returns 1 for
// those that are elements, and 0 for the others.
func (d *laneDecoder) decode(b []byte) (valid [lanes]int) {
	d.s = laneFe{}
	for lane := range len(b) / size {
		encoded, s := (*[size]byte)(b[lane*size:]), fe{}
		s.setBytes(encoded)
		d.s.set(lane, &s)
		if s.isCanonical(encoded) {
			valid[lane] = 1
		}
	}
	laneSquareTimes(&d.ss, &d.s, 1)
	laneSub(&d.u1, laneOne, &d.ss)
	laneAdd(&d.u2, laneOne, &d.ss)
	laneSquareTimes(&d.u2Squared, &d.u2, 1)
	laneSquareTimes(&d.v, &d.u1, 1)
	laneMul(&d.v, &d.v, laneCurveD)
	laneAdd(&d.v, &d.v, &d.u2Squared)
	laneSub(&d.v, laneZero, &d.v)
	laneMul(&d.t, &d.v, &d.u2Squared)

	// r = ±1/√t, or ±√(i/t): t³·(t⁷)^((p − 5)/8), or i times that.
	laneSquareTimes(&d.r, &d.t, 1)
	laneMul(&d.r, &d.r, &d.t)
	laneSquareTimes(&d.check, &d.r, 1)
	laneMul(&d.check, &d.check, &d.t)
	x, _ := d.check.power250(&d.room)
	laneSquareTimes(x, x, 2)
	laneMul(x, x, &d.check)
	laneMul(&d.r, &d.r, x)
	laneSquareTimes(&d.check, &d.r, 1)
	laneMul(&d.check, &d.check, &d.t) // t·r² is one of ±1 and ±i
	var turned [lanes]int
	for lane := range lanes {
		check := d.check.words(lane)
		flipped := check.equal(&wordsOfMinusOne)
		turned[lane] = flipped | check.equal(&wordsOfMinusI)
		valid[lane] &= flipped | check.equal(&words{1})
	}
	laneMul(&d.check, &d.r, laneSqrtMinusOne)
	d.r.choose(&d.check, &d.r, &turned)
	d.r.abs(&d.r, &d.check)

	p := &d.p
	laneMul(&p.x, &d.r, &d.u2)
	laneMul(&p.y, &d.r, &p.x)
	laneMul(&p.y, &p.y, &d.v)
	laneMul(&p.y, &p.y, &d.u1)
	laneMul(&p.x, &p.x, &d.s)
	laneAdd(&p.x, &p.x, &p.x)
	p.x.abs(&p.x, &d.check)
	p.z = *laneOne
	laneMul(&p.t, &p.x, &p.y)
	for lane := range lanes {
		t, y := p.t.words(lane), p.y.words(lane)
		valid[lane] &= int(1&^t[0]) & (1 ^ y.equal(&words{}))
	}
	return valid
}
