package ristretto

// What is in this file and in comb.go is for secret scalars. Time and memory accesses
// depend on the numbers of points and scalars alone.

// A multiples table has 1·p, 2·p, … of a point p.
type multiples []affine

// maxMultiples is the length of the longest such table.
const maxMultiples = 16

// pick sets q to d·p, for a digit d of up to len(m) either way, by reading all entries.
func (m multiples) pick(q *affine, d int8) {
	sign := d >> 7
	magnitude := uint32(uint8((d ^ sign) - sign))
	var masks [maxMultiples]limb // all ones for the entry
	for i := range m {
		masks[i] = limb(int32(magnitude^uint32(i+1)-1) >> 31)
	}
	none := limb(int32(magnitude-1)>>31) & 1
	q[0].pick(m, 0, &masks)
	q[1].pick(m, 1, &masks)
	q[2].pick(m, 2, &masks)
	q[0][0] |= none
	q[1][0] |= none
	q.negateIf(int(uint8(d) >> 7))
}

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
	entries := make([]affine, len(all))
	for i := range all {
		entries[i].set(&all[i])
	}
	tables := make([]multiples, len(points))
	for i := range tables {
		tables[i] = entries[i*n:][:n:n]
	}
	return tables
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

func (t *table) digits(s *scalar) []int8 {
	d := make([]int8, t.digitCount())
	digits(d, s, t.width)
	return d
}

// pick returns the table of those of the points.
func (t *table) pick(positions []int) *table {
	u := *t
	u.entries = make([]multiples, 0, len(positions)*t.blocks)
	for _, i := range positions {
		u.entries = append(u.entries, t.entries[i*t.blocks:][:t.blocks]...)
	}
	return &u
}

// powers sets out[i] to s times point from + i.
func (t *table) powers(out []point, from int, s *scalar) {
	d := t.digits(s)
	for i := range out {
		out[i] = identity
		t.addProducts(&out[i], from+i, 1, d)
	}
}

// sum returns the sum of s_i times point i.
func (t *table) sum(s []scalar) point {
	d := make([]int8, 0, t.digitCount()*len(s))
	for i := range s {
		d = append(d, t.digits(&s[i])...)
	}
	p := identity
	t.addProducts(&p, 0, len(s), d)
	return p
}

// addProducts sets p, which is 0, to the sum of d_i times point from + i, for n points.
func (t *table) addProducts(p *point, from, n int, d []int8) {
	var c completed
	var q affine
	for j := t.spacing - 1; j >= 0; j-- {
		if j < t.spacing-1 {
			c.doubleTimes(p, int(t.width))
			p.complete(&c)
		}
		for i := range n {
			for k := range t.blocks {
				t.entries[(from+i)*t.blocks+k].pick(&q, d[i*t.digitCount()+k*t.spacing+j])
				c.add(p, &q)
				p.complete(&c)
			}
		}
	}
}
