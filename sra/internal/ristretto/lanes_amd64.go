//go:build !purego

package ristretto

import (
	"golang.org/x/sys/cpu"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

//go:generate go run ./internal/genasm lanes_amd64.s

// haveLanes reports whether the processor has the instructions of lanes_amd64.s.
var haveLanes = cpu.X86.HasAVX512F && cpu.X86.HasAVX512IFMA

// The functions of lanes_amd64.s compute with eight numbers at once, the lanes, one in each word
// of AVX-512's registers. As an instruction takes no longer for eight, and multiplies in one of
// them what lies in different registers, there are nearly as many products in the time of one as
// there are lanes, if all are of the same formula: so a lane is a card, or a scalar of a comb.
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

var laneOne, laneCurve2D = all(&feOne), all(&curve2D)

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

// power250 sets x to a^(2²⁵⁰ − 1), and x11 to a¹¹: fe.power250 in lanes.
func (a *laneFe) power250() (x, x11 *laneFe) {
	room := new([5]laneFe)
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
	x, x11 := a.power250()
	laneSquareTimes(x, x, 5)
	laneMul(z, x, x11)
}

// laneMultiples returns the first n multiples of each of the points, n for each, with one
// inversion for all of them.
func laneMultiples(points []lanePoint, n int) []laneAffine {
	all := make([]lanePoint, len(points)*n)
	first := new(laneCached)
	for i := range points {
		p := all[i*n:][:n]
		p[0] = points[i]
		first.set(&points[i])
		for j := 1; j < n; j++ {
			if j%2 == 1 {
				p[j] = p[j/2]
				laneDouble(&p[j], 1)
			} else {
				p[j] = p[j-1]
				laneAddCached(&p[j], first)
			}
		}
	}
	normalizeLanes(all)
	entries := make([]laneAffine, len(all))
	for i := range all {
		entries[i].set(&all[i])
	}
	return entries
}

// normalizeLanes makes the Z of the points 1, with one inversion in each lane.
func normalizeLanes(points []lanePoint) {
	inverses := make([]laneFe, len(points))
	for i := range points {
		inverses[i] = points[i].z
	}
	invertLanes(inverses)
	for i := range points {
		p, inverse := &points[i], &inverses[i]
		laneMul(&p.x, &p.x, inverse)
		laneMul(&p.y, &p.y, inverse)
		laneMul(&p.t, &p.x, &p.y)
		p.z = *laneOne
	}
}

// invertLanes inverts the numbers of a, with one inversion in each lane. None is 0.
// (Montgomery's trick.)
func invertLanes(a []laneFe) {
	products := make([]laneFe, len(a)+1)
	products[0] = *laneOne
	for i := range a {
		laneMul(&products[i+1], &products[i], &a[i])
	}
	inverse := &products[len(a)]
	inverse.invert(inverse)
	for i := len(a) - 1; i >= 0; i-- {
		laneMul(&products[i], &products[i], inverse)
		laneMul(inverse, inverse, &a[i])
		a[i] = products[i]
	}
}

// A laneTable is a table of points in lanes, eight by eight. It has 0 in lanes that are left.
type laneTable struct {
	n, width, spacing, blocks, multiples int
	entries                              []laneAffine // of each eight points, of each block
}

// minLanes is the number of points from which lanes are faster, as measured.
const minLanes = 3

func newLaneTable(points []point, width uint, blocks int) *laneTable {
	n := digitCount(secretBits, width)
	t := &laneTable{len(points), int(width), (n + blocks - 1) / blocks, blocks, 1 << (width - 1), nil}
	all := make([]lanePoint, 0, (len(points)+lanes-1)/lanes*blocks)
	p := new(lanePoint)
	for i := 0; i < len(points); i += lanes {
		p.load(points[i:min(i+lanes, len(points))])
		all = append(all, *p)
		for range blocks - 1 {
			laneDouble(p, t.width*t.spacing)
			all = append(all, *p)
		}
	}
	t.entries = laneMultiples(all, t.multiples)
	return t
}

// block returns the multiples of one block of eight points.
func (t *laneTable) block(eight, block int) []laneAffine {
	return t.entries[(eight*t.blocks+block)*t.multiples:][:t.multiples]
}

// A laneSum is a sum that is being computed. There is room beside it for what is added.
type laneSum struct {
	p      lanePoint
	chosen laneAffine
	digits [lanes]int8
	_      [56]byte // so that all numbers in a slice are aligned
}

func newLaneSum() *laneSum {
	s := new(laneSum)
	s.p.load(nil)
	return s
}

// add adds s.digits times the points that the entries are multiples of.
func (s *laneSum) add(entries []laneAffine) {
	lanePick(&s.chosen, &entries[0], len(entries), &s.digits)
	laneAddAffine(&s.p, &s.chosen)
}

// powers is table.powers.
func (t *laneTable) powers(s scalar, routines int) []point {
	out, d := make([]point, t.n), make([]int8, t.spacing*t.blocks)
	digits(d, &s, uint(t.width))
	arith.Split(routines, (t.n+lanes-1)/lanes, func(from, to int) {
		for eight := from; eight < to; eight++ {
			sum := newLaneSum()
			for j := t.spacing - 1; j >= 0; j-- {
				if j < t.spacing-1 {
					laneDouble(&sum.p, t.width)
				}
				for block := range t.blocks {
					for lane := range sum.digits {
						sum.digits[lane] = d[block*t.spacing+j]
					}
					sum.add(t.block(eight, block))
				}
			}
			sum.p.store(out[eight*lanes : min(eight*lanes+lanes, t.n)])
		}
	})
	return out
}

// sum is table.sum.
func (t *laneTable) sum(s []scalar) point {
	n := t.spacing * t.blocks
	d := make([][lanes]int8, (t.n+lanes-1)/lanes*n) // of each eight points
	one := make([]int8, n)
	for i := range s {
		digits(one, &s[i], uint(t.width))
		for j, digit := range one {
			d[i/lanes*n+j][i%lanes] = digit
		}
	}
	sum := newLaneSum()
	for j := t.spacing - 1; j >= 0; j-- {
		if j < t.spacing-1 {
			laneDouble(&sum.p, t.width)
		}
		for i := range len(d) / t.spacing { // the blocks of all eights
			sum.digits = d[i*t.spacing+j]
			sum.add(t.block(0, i))
		}
	}
	return sum.p.sum()
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

// pick is table.pick. For few points it returns a table.
func (t *laneTable) pick(positions []int) multiplier {
	entry := func(i, block, multiple int) (e [3]fe) {
		at := &t.block(i/lanes, block)[multiple]
		for k := range e {
			e[k] = at[k].get(i % lanes)
		}
		return e
	}
	if len(positions) < minLanes {
		few := &table{uint(t.width), t.spacing, t.blocks, nil}
		for _, i := range positions {
			for block := range t.blocks {
				m := make(multiples, t.multiples)
				for j := range m {
					for k, a := range entry(i, block, j) {
						*(*words)(m[j][4*k:]) = a.words()
					}
				}
				arrange(m)
				few.entries = append(few.entries, m)
			}
		}
		return few
	}
	u := *t
	u.n = len(positions)
	eights := (u.n + lanes - 1) / lanes
	u.entries = make([]laneAffine, eights*t.blocks*t.multiples)
	for at := range eights * lanes {
		for block := range t.blocks {
			m := u.block(at/lanes, block)
			for j := range m {
				e := [3]fe{feOne, feOne}
				if at < u.n {
					e = entry(positions[at], block, j)
				}
				for k := range e {
					m[j][k].set(at%lanes, &e[k])
				}
			}
		}
	}
	return &u
}

// A laneComb is a comb that takes eight scalars at once.
type laneComb struct {
	blocks  int
	entries [][15][64]uint64 // of each block of each base: the limbs of its multiples
}

// laneCombWidth is what laneLookup expects.
const laneCombWidth = 7

func newLaneComb(points []point) *laneComb {
	c := &laneComb{blocks: digitCount(secretBits, laneCombWidth)}
	all := make([]point, 0, len(points)*c.blocks)
	for _, p := range points {
		all = append(all, p)
		for range c.blocks - 1 {
			p.doubleTimes(&p, laneCombWidth)
			all = append(all, p)
		}
	}
	c.entries = make([][15][64]uint64, len(all))
	p := make([]lanePoint, 1)
	for i := 0; i < len(all); i += lanes {
		eight := c.entries[i:min(i+lanes, len(all))]
		p[0].load(all[i:][:len(eight)])
		for j, e := range laneMultiples(p, len(eight[0][0])) {
			for lane := range eight {
				for k := range eight[lane] {
					eight[lane][k][j] = e[k/5][k%5][lane]
				}
			}
		}
	}
	return c
}

// Exp is that of comb.
func (c *laneComb) Exp(routines int, exponents ...[]byte) arith.Elements {
	n := exponentCount(len(c.entries)/c.blocks, exponents)
	halves := make([]point, n)
	scalars := make([][]scalar, len(exponents))
	for base, e := range exponents {
		scalars[base] = halfScalars(e, scalarSize)
	}
	arith.Split(routines, (n+lanes-1)/lanes, func(from, to int) {
		sums := make([]laneSum, to-from)
		for i := range sums {
			sums[i].p.load(nil)
		}
		d, one := make([][lanes]int8, len(sums)*c.blocks), make([]int8, c.blocks)
		for base := range scalars {
			for i, s := range scalars[base][from*lanes : min(to*lanes, n)] {
				digits(one, &s, laneCombWidth)
				for j, digit := range one {
					d[j*len(sums)+i/lanes][i%lanes] = digit
				}
			}
			for j := range c.blocks {
				for i := range sums {
					laneLookup(&sums[i].chosen, &c.entries[base*c.blocks+j], &d[j*len(sums)+i])
					laneAddAffine(&sums[i].p, &sums[i].chosen)
				}
			}
		}
		for i := range sums {
			at := (from + i) * lanes
			sums[i].p.store(halves[at:min(at+lanes, n)])
		}
	})
	return &elements{n: n, halves: halves}
}
