//go:build !purego

package ristretto

import (
	"slices"
	"sync"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// laneMultiples returns tables of the first n multiples of points.
func laneMultiples(points []lanePoint, n int) [][]laneAffine {
	entries := make([]laneAffine, len(points)*n)
	eachLaneMultiple(points, n, false, func(i, j int, q *laneAffine) { entries[i*n+j] = *q })
	return chunks(entries, n)
}

// laneBatch is how many multiples there are to an inversion in each lane, which then takes 3 %
// of the time, and so little room for the coordinates.
const laneBatch = 128

// eachLaneMultiple calls take with the first n multiples of each point i, or n odd ones.
func eachLaneMultiple(points []lanePoint, n int, odd bool, take func(i, j int, q *laneAffine)) {
	room := laneRooms.Get().(*[laneBatch]lanePoint)
	defer laneRooms.Put(room)
	step, q := new(laneCached), new(laneAffine)
	batch := max(laneBatch/n, 1)
	for i := 0; i < len(points); i += batch {
		some := room[:min(batch, len(points)-i)*n]
		for k := range len(some) / n {
			p := some[k*n:][:n]
			p[0] = points[i+k]
			if odd {
				p[1] = p[0]
				laneDouble(&p[1], 1)
				step.set(&p[1])
			} else {
				step.set(&p[0])
			}
			for j := 1; j < n; j++ {
				if j%2 == 1 && !odd {
					p[j] = p[j/2]
					laneDouble(&p[j], 1)
				} else {
					p[j] = p[j-1]
					laneAddCached(&p[j], step)
				}
			}
		}
		normalizeLanes(some)
		for k := range some {
			q.set(&some[k])
			take(i+k/n, k%n, q)
		}
	}
}

// laneRooms are kept for the coordinates of multiples: 160 kB.
var laneRooms = sync.Pool{New: func() any { return new([laneBatch]lanePoint) }}

// normalizeLanes makes the Z of the points 1, with one inversion in each lane. (Montgomery's
// trick; none is 0.) Until then, T is the product of the Z of the points before.
func normalizeLanes(points []lanePoint) {
	product := new(laneFe)
	*product = *laneOne
	for i := range points {
		points[i].t = *product
		laneMul(product, product, &points[i].z)
	}
	product.invert(product)
	inverse := new(laneFe)
	for i := len(points) - 1; i >= 0; i-- {
		p := &points[i]
		laneMul(inverse, product, &p.t)
		laneMul(product, product, &p.z)
		laneMul(&p.x, &p.x, inverse)
		laneMul(&p.y, &p.y, inverse)
		laneMul(&p.t, &p.x, &p.y)
		p.z = *laneOne
	}
}

// A laneAdder adds multiples of points that are in tables.
type laneAdder struct {
	sum     lanePoint
	columns [8]lanePoint
	chosen  laneAffine
	cached  laneCached
}

// add adds d times the points that the entries are multiples of.
func (a *laneAdder) add(p *lanePoint, entries []laneAffine, d *[lanes]int8) {
	lanePick(&a.chosen, &entries[0], len(entries), d)
	laneAddAffine(p, &a.chosen)
}

// products returns the sum of d_i times the points of table i, in each lane: of digits of a
// width, the lowest first. There are no more in a table's than in the one's before. The result is
// there until the next call.
func (a *laneAdder) products(tables [][]laneAffine, d [][][lanes]int8, width int) *lanePoint {
	sum, most := &a.sum, len(d[0])
	*sum = *laneIdentity
	if len(tables) == 1 {
		for j := most - 1; j >= 0; j-- {
			if j < most-1 {
				laneDouble(sum, width)
			}
			a.add(sum, tables[0], &d[0][j])
		}
		return sum
	}
	// The multiples are added up for eight places at a time, and then the sums, so that a table
	// is in the cache when it is read again.
	for last := most; last > 0; last = (last - 1) / 8 * 8 {
		first := (last - 1) / 8 * 8
		for j := range a.columns {
			a.columns[j] = *laneIdentity
		}
		for i, table := range tables {
			for j := first; j < min(last, len(d[i])); j++ {
				a.add(&a.columns[j-first], table, &d[i][j])
			}
		}
		for j := last - 1; j >= first; j-- {
			if j < most-1 {
				laneDouble(sum, width)
			}
			a.cached.set(&a.columns[j-first])
			laneAddCached(sum, &a.cached)
		}
	}
	return sum
}

// A laneTable is a table of points in lanes, eight by eight. Lanes that are left have numbers that
// don't matter: there, powers aren't taken out, and the digits of a sum are 0.
type laneTable struct {
	n, width, spacing, blocks int
	tables                    [][]laneAffine // of each block of each eight points
}

// minLanes is the number of points from which lanes are faster, as measured.
const minLanes = 3

func newLaneTable(points []point, width uint, blocks int) *laneTable {
	n := digitCount(secretBits, width)
	t := &laneTable{n: len(points), width: int(width), spacing: (n + blocks - 1) / blocks, blocks: blocks}
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
	t.tables = laneMultiples(all, 1<<(width-1))
	return t
}

// digits returns those of scalars, of up to eight in lanes, for all blocks of each eight points.
func (t *laneTable) digits(s []scalar) [][][lanes]int8 {
	n := t.spacing * t.blocks
	room := make([][lanes]int8, (len(s)+lanes-1)/lanes*n)
	one := make([]int8, n)
	for i := range s {
		digits(one, &s[i], uint(t.width))
		for j, digit := range one {
			room[i/lanes*n+j][i%lanes] = digit
		}
	}
	return chunks(room, t.spacing)
}

// chunks returns slices of n of s, and one of what is left.
func chunks[T any](s []T, n int) [][]T {
	return slices.AppendSeq(make([][]T, 0, (len(s)+n-1)/n), slices.Chunk(s, n))
}

// powers is table.powers.
func (t *laneTable) powers(s scalar, routines int) []point {
	out, d := make([]point, t.n), t.digits(slices.Repeat([]scalar{s}, lanes))
	arith.Split(routines, len(t.tables)/t.blocks, func(from, to int) {
		a := new(laneAdder)
		for eight := from; eight < to; eight++ {
			p := a.products(t.tables[eight*t.blocks:][:t.blocks], d, t.width)
			p.store(out[eight*lanes : min(eight*lanes+lanes, t.n)])
		}
	})
	return out
}

// sum is table.sum.
func (t *laneTable) sum(s []scalar) point {
	return new(laneAdder).products(t.tables, t.digits(s), t.width).sum()
}

// pick is table.pick. For few points it returns a table.
func (t *laneTable) pick(positions []int) multiplier {
	entry := func(i, block, multiple int) (e [3]fe) {
		at := &t.tables[i/lanes*t.blocks+block][multiple]
		for k := range e {
			e[k] = at[k].get(i % lanes)
		}
		return e
	}
	if len(positions) < minLanes {
		few := &table{uint(t.width), t.spacing, t.blocks, nil}
		for _, i := range positions {
			for block := range t.blocks {
				m := make(multiples, len(t.tables[0]))
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
	u.n, u.tables = len(positions), nil
	for eight := range slices.Chunk(positions, lanes) {
		for block := range t.blocks {
			m := make([]laneAffine, len(t.tables[0]))
			for j := range m {
				for lane, i := range eight {
					for k, a := range entry(i, block, j) {
						m[j][k].set(lane, &a)
					}
				}
			}
			u.tables = append(u.tables, m)
		}
	}
	return &u
}
