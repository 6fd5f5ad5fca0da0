//go:build !purego

package ristretto

import "golang.org/x/sys/cpu"

//go:generate go run ./internal/genasm lanes_amd64.s

// haveLanes reports whether the processor has the instructions of lanes_amd64.s.
var haveLanes = cpu.X86.HasAVX512F && cpu.X86.HasAVX512IFMA

// The functions of lanes_amd64.s compute with eight numbers at once, the lanes, one in each word
// of AVX-512's registers. Eight sums of points take as long as two by themselves, if all of them
// follow the same formula: so a lane is a card, or a scalar of a comb.
//
// VPMADD52 adds the low or the high half of the product of two numbers of 52 bits. So the bounds
// of limbs differ from those in field.go:
//
//   - Factors are below 2⁵². Sums of two reduced numbers aren't.
//   - The columns of a product, with 19 times those above, are sums of at most 267 halves of
//     products, the high ones of which count twice: below 267·2⁵² < 2⁶⁰·⁰⁷.
//   - Sums of up to three columns, and differences, with 1024·p more, are below 2⁶³. They are
//     carried once, which leaves limbs below 2⁵¹ + 19·2¹²: they are reduced, as field.go has it.
//   - A difference of two reduced numbers has 2p more, and is carried too. But 2p − a isn't, as
//     its limbs are at most 2⁵² − 2.
//
// The functions take the same time for all numbers: none has a branch or an address that depends
// on anything but n, which is public, and to choose an entry they read all of them.

const lanes = 8

// A laneFe is eight numbers mod 2²⁵⁵ − 19, in the limbs of fe. Limb i of lane l is [i][l].
type laneFe [5][lanes]uint64

type (
	lanePoint  struct{ x, y, z, t laneFe }
	laneAffine [3]laneFe // y + x, y − x, 2dxy
	laneCached [4]laneFe // Y + X, Y − X, 2dT, 2Z
)

// laneMul sets z to a·b, reduced, for factors a and b.
//
//go:noescape
func laneMul(z, a, b *laneFe)

// laneSquareTimes sets z to a^(2ⁿ), reduced, for a factor a and n ≥ 1.
//
//go:noescape
func laneSquareTimes(z, a *laneFe, n int)

// laneAdd sets z to a + b, reduced, for reduced a and b.
//
//go:noescape
func laneAdd(z, a, b *laneFe)

// laneSub sets z to a − b, reduced, for reduced a and b.
//
//go:noescape
func laneSub(z, a, b *laneFe)

// laneReduce sets z to a below p, with limbs below 2⁵¹, for reduced a.
//
//go:noescape
func laneReduce(z, a *laneFe)

// laneDouble sets p to 2ⁿ·p, reduced, for reduced p and n ≥ 1.
//
//go:noescape
func laneDouble(p *lanePoint, n int)

// laneAddAffine sets p to p + q, reduced, for reduced p, and q of factors.
//
//go:noescape
func laneAddAffine(p *lanePoint, q *laneAffine)

// laneAddCached sets p to p + q, reduced, for reduced p, and q of factors.
//
//go:noescape
func laneAddCached(p *lanePoint, q *laneCached)

// lanePick sets q to digits_l times a point p_l in each lane l. The entries are p_l … n·p_l,
// and digits are up to n either way.
//
//go:noescape
func lanePick(q *laneAffine, entries *laneAffine, n int, digits *[lanes]int8)

// laneLookup sets q to digits_l·p in each lane l. The entries are the limbs of p … 64·p, each
// as an affine point, reduced.
//
//go:noescape
func laneLookup(q *laneAffine, entries *[15][64]uint64, digits *[lanes]int8)

// lanePickOdd sets q to eight entries, in variable time: a code is the distance of an entry from
// the first in bytes, and 1 more for its negative.
//
//go:noescape
func lanePickOdd(q *laneAffine, entries *oddEntry, codes *[lanes]uint32)

// laneStoreOdd sets every nth entry to what is in a lane of q.
//
//go:noescape
func laneStoreOdd(entries *oddEntry, n int, q *laneAffine)

func (z *laneFe) set(lane int, a *fe) {
	for i := range a {
		z[i][lane] = a[i]
	}
}

func (a *laneFe) get(lane int) (z fe) {
	for i := range z {
		z[i] = a[i][lane]
	}
	return z
}

// all returns a in all lanes.
func all(a *fe) *laneFe {
	z := new(laneFe)
	for lane := range lanes {
		z.set(lane, a)
	}
	return z
}

var (
	laneZero, laneOne       = all(&feZero), all(&feOne)
	laneCurveD, laneCurve2D = all(&curveD), all(&curve2D)
	laneSqrtMinusOne        = all(&sqrtMinusOne)
	laneInvSqrtAMinusD      = all(&invSqrtAMinusD)
	laneIdentity            = newLaneIdentity()

	laneMinusOne, laneMinusI = minus(laneOne), minus(laneSqrtMinusOne)
)

func newLaneIdentity() *lanePoint {
	p := new(lanePoint)
	p.load(nil)
	return p
}

// minus returns −a, below p.
func minus(a *laneFe) *laneFe {
	z := new(laneFe)
	for lane := range lanes {
		var minus fe
		b := a.get(lane)
		minus.negate(&b)
		w := minus.words()
		b.setWords(&w)
		z.set(lane, &b)
	}
	return z
}

// load sets p to up to eight points, and to 0 in the other lanes.
func (p *lanePoint) load(points []point) {
	for lane := range lanes {
		q := &identity
		if lane < len(points) {
			q = &points[lane]
		}
		p.x.set(lane, &q.x)
		p.y.set(lane, &q.y)
		p.z.set(lane, &q.z)
		p.t.set(lane, &q.t)
	}
}

// store sets points to the lanes, as far as they go.
func (p *lanePoint) store(points []point) {
	for lane := range points {
		points[lane] = point{p.x.get(lane), p.y.get(lane), p.z.get(lane), p.t.get(lane)}
	}
}

func (q *laneCached) set(p *lanePoint) {
	laneAdd(&q[0], &p.y, &p.x)
	laneSub(&q[1], &p.y, &p.x)
	laneMul(&q[2], &p.t, laneCurve2D)
	laneAdd(&q[3], &p.z, &p.z)
}

// set sets q to p, whose Z are 1.
func (q *laneAffine) set(p *lanePoint) {
	laneAdd(&q[0], &p.y, &p.x)
	laneSub(&q[1], &p.y, &p.x)
	laneMul(&q[2], &p.t, laneCurve2D)
}

// power250 returns a^(2²⁵⁰ − 1) and a¹¹, in some of the room: fe.power250 in lanes.
func (a *laneFe) power250(room *[5]laneFe) (x, x11 *laneFe) {
	x, x11 = &room[0], &room[1]
	x5, x10, x50 := &room[2], &room[3], &room[4]
	next := func(z, a *laneFe, n int, b *laneFe) { // a^(2ⁿ)·b
		laneSquareTimes(x, a, n)
		laneMul(z, x, b)
	}
	next(x5, a, 3, a)    // 9
	next(x11, a, 1, x5)  // 11
	next(x5, x11, 1, x5) // 31 = 2⁵ − 1
	next(x10, x5, 5, x5)
	next(x50, x10, 10, x10) // 20
	next(x50, x50, 20, x50) // 40
	next(x50, x50, 10, x10)
	next(x10, x50, 50, x50)  // 100
	next(x10, x10, 100, x10) // 200
	next(x, x10, 50, x50)
	return x, x11
}

// invert sets z to 1/a, or to 0 where a is 0.
func (z *laneFe) invert(a *laneFe) {
	x, x11 := a.power250(new([5]laneFe))
	laneSquareTimes(x, x, 5)
	laneMul(z, x, x11)
}

// sum returns the sum of the lanes.
func (p *lanePoint) sum() point {
	var points [lanes]point
	p.store(points[:])
	sum := points[0]
	for lane := 1; lane < lanes; lane++ {
		sum.sum(&sum, &points[lane])
	}
	return sum
}
