package ristretto

import (
	"iter"
	"math/bits"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// The sums of this file are of public points and scalars, in variable time.

// A term is s·p in a sum, for p with Z = 1 and s with 2s < q.
type term struct {
	s        scalar
	p        *point
	negative bool // −s·p
	fixed    *oddTable
	i        int // of p in fixed, if there is such a table
}

// An oddTable has for each of some points the odd multiples for digits of fixedOddWidth, if
// there are lanes.
type oddTable struct{ entries []oddEntry }

func (t *oddTable) pick(positions []int) *oddTable {
	const n = 1 << (fixedOddWidth - 2)
	entries := make([]oddEntry, 0, len(positions)*n)
	for _, i := range positions {
		entries = append(entries, t.entries[i*n:][:n]...)
	}
	return &oddTable{entries}
}

// An oddEntry is a multiple of a public point: y + x, y − x, 2dxy in five limbs each, and a word
// more, so that it takes two lines of the cache.
type oddEntry [16]uint64

// Widths of digits of non-adjacent forms.
const (
	oddWidth      = 5
	fixedOddWidth = 7
)

// termVarTime returns s·p or −s·p, for s < q.
func termVarTime(s *scalar, p *point, negative bool) term {
	t := term{s: *s, p: p, negative: negative}
	var borrow uint64
	for i := range s {
		t.s[i], borrow = bits.Sub64(order[i], s[i], borrow)
	}
	if t.s.bitLen() < s.bitLen() || t.s.bitLen() == s.bitLen() && t.s[3] < s[3] {
		t.negative = !negative
	} else {
		t.s = *s
	}
	return t
}

func (s *scalar) bitLen() int {
	for i := 3; i > 0; i-- {
		if s[i] != 0 {
			return 64*i + bits.Len64(s[i])
		}
	}
	return bits.Len64(s[0])
}

// sumVarTime returns the sum of the terms.
func sumVarTime(terms []term, routines int) point {
	if haveLanes && len(terms) >= minLaneTerms {
		return sumByLanes(terms, routines)
	}
	width, cost := bucketWidth(terms)
	if tableCost(terms) <= cost {
		return sumByTables(terms)
	}
	return sumByBuckets(terms, width, routines)
}

// bucketWidth returns the best width of sumByBuckets for some terms, and about how many
// additions it takes then, without what doublings take: one for each digit, and some
// for each bucket.
func bucketWidth(terms []term) (best uint, least int) {
	for width := uint(3); width <= 12; width++ {
		most, cost := 0, 0
		for i := range terms {
			n := digitCount(terms[i].s.bitLen(), width)
			most = max(most, n)
			cost += n
		}
		cost += most << width * 5 / 4
		if least == 0 || cost < least {
			best, least = width, cost
		}
	}
	return best, least
}

// sumByBuckets is sumVarTime by Pippenger's method: for each digit of the scalars, the
// points with the same digit are added up first.
func sumByBuckets(terms []term, width uint, routines int) point {
	most := 0
	for i := range terms {
		most = max(most, digitCount(terms[i].s.bitLen(), width))
	}
	ready := make([]affine, len(terms))
	d := make([]int16, most*len(terms)) // transposed
	column := make([]int16, most)
	for i := range terms {
		t := &terms[i]
		ready[i].set(t.p)
		digits(column, &t.s, width)
		for j, digit := range column {
			if t.negative {
				digit = -digit
			}
			d[j*len(terms)+i] = digit
		}
	}
	sums := make([]point, most)
	parts := max(1, min(routines, most))
	arith.Split(parts, parts, func(from, to int) {
		buckets := newBuckets(width)
		for part := from; part < to; part++ {
			for j := part; j < most; j += parts {
				sums[j] = buckets.sum(d[j*len(terms):][:len(terms)], terms, ready)
			}
		}
	})
	sum := identity
	for j := most - 1; j >= 0; j-- {
		if j < most-1 {
			sum.doubleTimes(&sum, int(width))
		}
		sum.sum(&sum, &sums[j])
	}
	return sum
}

type buckets struct {
	sums []point
	used []bool
}

func newBuckets(width uint) *buckets {
	return &buckets{make([]point, 1<<(width-1)), make([]bool, 1<<(width-1))}
}

// sum returns the sum of d_i times the point of term i, which ready has too.
func (b *buckets) sum(d []int16, terms []term, ready []affine) point {
	clear(b.used)
	var c completed
	for i, digit := range d {
		if digit == 0 {
			continue
		}
		at := max(digit, -digit) - 1
		p := &b.sums[at]
		switch {
		case b.used[at] && digit > 0:
			p.addAffine(&ready[i])
		case b.used[at]:
			p.subtractAffine(&ready[i])
		case digit > 0:
			*p, b.used[at] = *terms[i].p, true
		default:
			p.negate(terms[i].p)
			b.used[at] = true
		}
	}
	// Σ(i+1)·bucket_i is the sum of the sums of the last buckets.
	total, running, begun := identity, identity, false
	var q cached
	for i := len(b.sums) - 1; i >= 0; i-- {
		if b.used[i] {
			if begun {
				q.set(&b.sums[i])
				c.addCached(&running, &q)
				running.complete(&c)
			} else {
				running, begun = b.sums[i], true
			}
		}
		if begun {
			q.set(&running)
			c.addCached(&total, &q)
			total.complete(&c)
		}
	}
	return total
}

// tableCost is for sumByTables what bucketWidth returns. Its additions take longer,
// as measured.
func tableCost(terms []term) (cost int) {
	for i := range terms {
		cost += 1<<(oddWidth-2) + terms[i].s.bitLen()/(oddWidth+1) + 1
	}
	return cost * 3 / 2
}

// sumByTables is sumVarTime by Straus's method: for each point there is a table of its
// odd multiples, for the non-adjacent form of its scalar.
func sumByTables(terms []term) point {
	type odd [1 << (oddWidth - 2)]cached // p, 3p, 5p, …
	tables := make([]odd, len(terms))
	forms := make([][places]int8, len(terms))
	most := 0
	var c completed
	for i := range terms {
		t := &terms[i]
		p := *t.p
		if t.negative {
			p.negate(&p)
		}
		var twice cached
		var double point
		double.doubleTimes(&p, 1)
		twice.set(&double)
		tables[i][0].set(&p)
		for j := 1; j < len(tables[i]); j++ {
			c.addCached(&p, &twice)
			p.complete(&c)
			tables[i][j].set(&p)
		}
		for place, d := range t.s.nonAdjacentForm(oddWidth) {
			forms[i][place] = int8(d)
			most = max(most, place+1)
		}
	}
	sum := identity
	for j := most - 1; j >= 0; j-- {
		sum.doubleTimes(&sum, 1)
		for i := range forms {
			switch d := forms[i][j]; {
			case d > 0:
				c.addCached(&sum, &tables[i][d/2])
				sum.complete(&c)
			case d < 0:
				minus := tables[i][-d/2]
				minus.sum, minus.difference = minus.difference, minus.sum
				minus.product.negate(&minus.product)
				c.addCached(&sum, &minus)
				sum.complete(&c)
			}
		}
	}
	return sum
}

// places are those of non-adjacent forms of numbers below q/2.
const places = secretBits

// nonAdjacentForm returns places and digits of s, below q/2, in the radix 2, the lowest first:
// digits are odd, between −2^(width−1) and 2^(width−1), and width places or more apart.
func (s *scalar) nonAdjacentForm(width uint) iter.Seq2[int, int] {
	t := [5]uint64{s[0], s[1], s[2], s[3]}
	from := func(i uint) uint64 { return t[i/64]>>(i%64) | t[i/64+1]<<1<<(63-i%64) }
	return func(yield func(place, digit int) bool) {
		carry := uint64(0)
		for i := uint(0); i < 256; {
			zeros := uint(bits.TrailingZeros64(from(i) ^ -carry)) // a carry goes on through ones
			if i += zeros; zeros == 64 || i >= 256 {
				continue
			}
			window := int(from(i)&(1<<width-1) + carry)
			carry = uint64(window >> (width - 1))
			if !yield(int(i), window-int(carry<<width)) {
				return
			}
			i += width
		}
	}
}
