package ristretto

import "github.com/squaredeal/squaredeal/sra/internal/arith"

// What is in this file and in comb.go is for secret scalars. Time and memory accesses
// depend on the numbers of points and scalars alone.

// An entry is an affine point in a table, each of its numbers packed in four words.
type entry [12]uint64

// A multiples table has 1·p, 2·p, … of a point p. Its length is a multiple of 8. How it is
// arranged in memory depends on the processor.
type multiples []entry

// chooseGeneric sets q_i to d_i·p, for up to eight digits, each of up to len(m) either way.
func (m multiples) chooseGeneric(q *[8]affine, d []int8) {
	for i, digit := range d {
		m.multipleGeneric(&q[i], digit)
	}
}

// multipleGeneric sets q to d·p, for a digit d of up to len(m) either way, by reading all
// entries.
func (m multiples) multipleGeneric(q *affine, d int8) {
	sign := d >> 7
	number := uint64(uint8((d ^ sign) - sign))
	var e entry
	e.pick(m, number)
	zero := uint64(isZero(number))
	e[0] |= zero
	e[4] |= zero
	// −p is (y − x, y + x, −2dxy).
	negative := uint64(d) >> 63
	swap := -negative
	for i := range 4 {
		t := swap & (e[i] ^ e[4+i])
		e[i] ^= t
		e[4+i] ^= t
	}
	q[0].setWords((*words)(e[:4]))
	q[1].setWords((*words)(e[4:8]))
	q[2].setWords((*words)(e[8:]))
	q[2].negateIf(&q[2], int(negative))
}

// pick sets e to entry number − 1, or to zeros if the number is 0.
func (e *entry) pick(m multiples, number uint64) {
	*e = entry{}
	for i := 0; i < len(m); i += 8 {
		t, n := (*[8]entry)(m[i:]), number-uint64(i)
		k1, k2, k3, k4 := mask(n^1), mask(n^2), mask(n^3), mask(n^4)
		k5, k6, k7, k8 := mask(n^5), mask(n^6), mask(n^7), mask(n^8)
		for j := range e {
			e[j] |= t[0][j]&k1 | t[1][j]&k2 | t[2][j]&k3 | t[3][j]&k4 |
				t[4][j]&k5 | t[5][j]&k6 | t[6][j]&k7 | t[7][j]&k8
		}
	}
}

// mask is all ones if n is 0, and 0 otherwise.
func mask(n uint64) uint64 { return ^uint64(int64(n|-n) >> 63) }

// multiplesOf returns tables of the first n multiples of points, with one inversion
// for all of them.
func multiplesOf(points []point, n int) []multiples {
	all := make([]point, len(points)*n)
	var c completed
	var first cached
	for i := range points {
		p := all[i*n:][:n]
		p[0] = points[i]
		first.set(&points[i])
		for j := 1; j < n; j++ {
			if j%2 == 1 {
				c.double(&p[j/2].x, &p[j/2].y, &p[j/2].z)
			} else {
				c.addCached(&p[j-1], &first)
			}
			p[j].complete(&c)
		}
	}
	normalize(all)
	entries := make([]entry, len(all))
	var q affine
	for i := range all {
		q.set(&all[i])
		for j := range q {
			*(*words)(entries[i][4*j:]) = q[j].words()
		}
	}
	arrange(entries)
	tables := make([]multiples, len(points))
	for i := range tables {
		tables[i] = entries[i*n:][:n:n]
	}
	return tables
}

// A multiplier multiplies some points by secret scalars. It is a table, or where the processor
// has instructions for it a laneTable.
type multiplier interface {
	// powers returns s times each of the points.
	powers(s scalar, routines int) []point
	// sum returns the sum of s_i times point i.
	sum(s []scalar) point
	// pick returns the multiplier of those of the points.
	pick(positions []int) multiplier
}

// newMultiplier returns the multiplier of some points, with Z = 1. Its tables are those of
// newTable.
func newMultiplier(points []point, width uint, blocks int) multiplier {
	if haveLanes && len(points) >= minLanes {
		return newLaneTable(points, width, blocks)
	}
	return newTable(points, width, blocks)
}

// A table is what multiplies many points by secret scalars: for each point, multiples
// of 2^(width·spacing·i) times the point for some i. A scalar of `spacing` times as many
// digits takes width·(spacing − 1) doublings.
type table struct {
	width   uint
	spacing int // digits from one of a point's tables to the next
	blocks  int // tables of a point
	entries []multiples
}

// newTable returns the table of some points, with Z = 1.
func newTable(points []point, width uint, blocks int) *table {
	n := digitCount(secretBits, width)
	spacing := (n + blocks - 1) / blocks
	all := make([]point, 0, len(points)*blocks)
	for i := range points {
		p := points[i]
		all = append(all, p)
		for range blocks - 1 {
			p.doubleTimes(&p, int(width)*spacing)
			all = append(all, p)
		}
	}
	return &table{width, spacing, blocks, multiplesOf(all, 1<<(width-1))}
}

// digitCount is the number of digits of a scalar for the table.
func (t *table) digitCount() int { return t.spacing * t.blocks }

func (t *table) len() int { return len(t.entries) / t.blocks }

// digits returns the digits of the scalars, one after another.
func (t *table) digits(s []scalar) []int8 {
	n := t.digitCount()
	d := make([]int8, n*len(s))
	for i := range s {
		digits(d[i*n:][:n], &s[i], t.width)
	}
	return d
}

func (t *table) pick(positions []int) multiplier {
	u := *t
	u.entries = make([]multiples, 0, len(positions)*t.blocks)
	for _, i := range positions {
		u.entries = append(u.entries, t.entries[i*t.blocks:][:t.blocks]...)
	}
	return &u
}

func (t *table) powers(s scalar, routines int) []point {
	out, d := make([]point, t.len()), t.digits([]scalar{s})
	arith.Split(routines, len(out), func(from, to int) {
		chosen := make([][8]affine, t.blocks)
		for i := from; i < to; i++ {
			out[i] = identity
			t.addProducts(&out[i], i, d, chosen)
		}
	})
	return out
}

func (t *table) sum(s []scalar) point {
	p, d := identity, t.digits(s)
	if tables := len(s) * t.blocks; tables < 16 {
		t.addProducts(&p, 0, d, make([][8]affine, tables))
	} else {
		t.addColumns(&p, d)
	}
	return p
}

// addColumns sets p, which is 0, to the sum of d_i times point i. The multiples of eight
// places are added up for each place, and then the sums, so that there is no need to keep
// the multiples of all points. It takes as many additions more as there are places.
func (t *table) addColumns(p *point, d []int8) {
	var columns [8]point
	var chosen [8]affine
	for last := t.spacing; last > 0; last = (last - 1) / 8 * 8 {
		first := (last - 1) / 8 * 8
		for j := range columns {
			columns[j] = identity
		}
		for i := range len(d) / t.spacing {
			digits := d[i*t.spacing:][first:last]
			t.entries[i].choose(&chosen, digits)
			for j := range digits {
				columns[j].addAffine(&chosen[j])
			}
		}
		for j := last - 1; j >= first; j-- {
			if j < t.spacing-1 {
				p.doubleTimes(p, int(t.width))
			}
			p.sum(p, &columns[j-first])
		}
	}
}

// addProducts sets p, which is 0, to the sum of d_i times point from + i. It has room for
// eight multiples from each table, which are chosen together.
func (t *table) addProducts(p *point, from int, d []int8, chosen [][8]affine) {
	var c completed
	for last := t.spacing; last > 0; last = (last - 1) / 8 * 8 {
		first := (last - 1) / 8 * 8
		for i := range chosen {
			t.entries[from*t.blocks+i].choose(&chosen[i], d[i*t.spacing:][first:last])
		}
		for j := last - 1; j >= first; j-- {
			if j < t.spacing-1 {
				c.doubleTimes(p, int(t.width))
				p.complete(&c)
			}
			for i := range chosen {
				p.addAffine(&chosen[i][j-first])
			}
		}
	}
}
