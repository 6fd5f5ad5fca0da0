//go:build !purego

package ristretto

// equal returns 1 for the lanes that are the same as b's, and 0 for the others, for a reduced, and
// b below p with limbs below 2⁵¹.
func (a *laneFe) equal(b *laneFe) (c [lanes]int) {
	var z laneFe
	laneReduce(&z, a)
	for lane := range c {
		c[lane] = isZero((z[0][lane] ^ b[0][lane]) | (z[1][lane] ^ b[1][lane]) | (z[2][lane] ^ b[2][lane]) |
			(z[3][lane] ^ b[3][lane]) | (z[4][lane] ^ b[4][lane]))
	}
	return c
}

// negative returns 1 for the lanes that are negative, and 0 for the others, for reduced a.
func (a *laneFe) negative() (c [lanes]int) {
	var z laneFe
	laneReduce(&z, a)
	for lane := range c {
		c[lane] = int(z[0][lane] & 1)
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
	}
	valid = d.s.equal(&d.s) // below p
	for lane := range len(b) / size {
		valid[lane] &= 1 ^ int(b[lane*size]&1|b[lane*size+size-1]>>7)
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
	correct, flipped, turned := d.check.equal(laneOne), d.check.equal(laneMinusOne), d.check.equal(laneMinusI)
	for lane := range lanes {
		turned[lane] |= flipped[lane]
		valid[lane] &= correct[lane] | flipped[lane]
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
	negative, zero := p.t.negative(), p.y.equal(laneZero)
	for lane := range lanes {
		valid[lane] &= 1 &^ (negative[lane] | zero[lane])
	}
	return valid
}

// A laneDoubling is a doubling of eight points. Before is the product of E·F·G·H of those before.
type laneDoubling struct {
	e, f, g, h, eg, fh laneFe
	efgh, before       laneFe
	zero               [lanes]int // 1 where E·F·G·H is 0; efgh is 1 then
}

func (d *laneDoubling) set(p *lanePoint) {
	laneSquareTimes(&d.f, &p.z, 1)
	laneSquareTimes(&d.h, &p.t, 1)
	laneMul(&d.e, &d.h, laneCurveD)
	laneSub(&d.h, &d.f, &d.e)
	laneAdd(&d.f, &d.f, &d.e)
	laneSquareTimes(&d.g, &p.y, 1)
	laneSquareTimes(&d.e, &p.x, 1)
	laneAdd(&d.g, &d.g, &d.e)
	laneMul(&d.e, &p.x, &p.y)
	laneAdd(&d.e, &d.e, &d.e)
	laneMul(&d.eg, &d.e, &d.g)
	laneMul(&d.fh, &d.f, &d.h)
	laneMul(&d.efgh, &d.eg, &d.fh)
	d.zero = d.efgh.equal(laneZero)
	d.efgh.choose(laneOne, &d.efgh, &d.zero)
}

// appendDoublesLanes is appendDoubles, with one inversion in each lane.
func appendDoublesLanes(b []byte, points []point) []byte {
	doublings := make([]laneDoubling, (len(points)+lanes-1)/lanes)
	w := new(laneEncoder)
	w.inverse = *laneOne
	for i := range doublings {
		w.p.load(points[i*lanes : min(i*lanes+lanes, len(points))])
		d := &doublings[i]
		d.set(&w.p)
		d.before = w.inverse
		laneMul(&w.inverse, &w.inverse, &d.efgh)
	}
	w.inverse.invert(&w.inverse)
	from := len(b)
	b = append(b, make([]byte, len(points)*size)...)
	for i := len(doublings) - 1; i >= 0; i-- {
		eight := points[i*lanes : min(i*lanes+lanes, len(points))]
		w.encode(&doublings[i])
		w.p.store(eight)
		for lane := range eight {
			encoded := w.encoding.get(lane)
			encoded.pack().put(b[from+(i*lanes+lane)*size:])
		}
	}
	return b
}

// A laneEncoder is the room for encoding.
type laneEncoder struct {
	p                                                  lanePoint
	encoding                                           laneFe
	inverse                                            laneFe // of the product up to the eight that is next
	own, zInverse, tInverse, e, g, h, factor, t, minus laneFe
}

// encode sets p to the doubles, with Z = 1, and encoding to the numbers that are their
// encodings, below p, as appendDoubles does.
func (w *laneEncoder) encode(d *laneDoubling) {
	laneMul(&w.own, &w.inverse, &d.before)
	laneMul(&w.inverse, &w.inverse, &d.efgh)
	w.own.choose(laneZero, &w.own, &d.zero)
	laneMul(&w.zInverse, &d.eg, &w.own)
	laneMul(&w.tInverse, &d.fh, &w.own)

	p := &w.p
	laneMul(&p.x, &d.e, &d.h)
	laneMul(&p.x, &p.x, &w.zInverse)
	laneMul(&p.y, &d.g, &d.f)
	laneMul(&p.y, &p.y, &w.zInverse)
	p.y.choose(laneOne, &p.y, &d.zero) // 0·G·F otherwise
	p.z = *laneOne
	laneMul(&p.t, &p.x, &p.y)

	laneMul(&w.t, &d.eg, &w.zInverse)
	rotate := w.t.negative()
	w.e.choose(&d.g, &d.e, &rotate)
	laneSub(&w.minus, laneZero, &d.e)
	w.g.choose(&w.minus, &d.g, &rotate)
	laneMul(&w.t, &d.f, laneSqrtMinusOne)
	w.h.choose(&w.t, &d.h, &rotate)
	w.factor.choose(laneSqrtMinusOne, laneInvSqrtAMinusD, &rotate)
	laneMul(&w.t, &w.h, &w.e)
	laneMul(&w.t, &w.t, &w.zInverse)
	negative := w.t.negative()
	laneSub(&w.minus, laneZero, &w.g)
	w.g.choose(&w.minus, &w.g, &negative)
	laneSub(&w.t, &w.h, &w.g)
	laneMul(&w.t, &w.t, &w.g)
	laneMul(&w.t, &w.t, &w.tInverse)
	laneMul(&w.t, &w.t, &w.factor)
	w.encoding.abs(&w.t, &w.minus)
	laneReduce(&w.encoding, &w.encoding)
}
