//go:build !purego

package ristretto

import (
	"sync"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// minLaneTerms is the number of terms from which sumByLanes is faster, as measured.
const minLaneTerms = 7

// laneSumTerms is how many terms sumByLanes adds up together, at most: their tables have 1 MB.
const laneSumTerms = 1024

// sumByLanes is sumVarTime by Straus's method: for each point there is a table of its odd
// multiples, for the non-adjacent form of its scalar, and the multiples that belong to the same
// place are added up in lanes, whatever points they are of.
func sumByLanes(terms []term, routines int) point {
	parts := max((len(terms)+laneSumTerms-1)/laneSumTerms, min(routines, len(terms)/lanes))
	sums := make([]point, parts)
	arith.Split(routines, parts, func(from, to int) {
		r := laneSums.Get().(*laneSum)
		defer laneSums.Put(r)
		for part := from; part < to; part++ {
			some := make([]*term, 0, len(terms)/parts+1)
			for i := part; i < len(terms); i += parts {
				some = append(some, &terms[i])
			}
			sums[part] = r.sum(some)
		}
	})
	sum := identity
	for i := range sums {
		sum.sum(&sum, &sums[i])
	}
	return sum
}

func newOddTable(points []point) *oddTable {
	const n = 1 << (fixedOddWidth - 2)
	entries := make([]oddEntry, (len(points)+lanes-1)/lanes*lanes*n)
	setOdd(entries, points, n)
	return &oddTable{entries[:len(points)*n]}
}

// setOdd sets entries to p_0, 3·p_0, … (2n−1)·p_0, p_1, …. There has to be room for points up to
// a multiple of eight.
func setOdd(entries []oddEntry, points []point, n int) {
	eights := make([]lanePoint, (len(points)+lanes-1)/lanes)
	for i := range eights {
		eights[i].load(points[i*lanes : min(i*lanes+lanes, len(points))])
	}
	eachLaneMultiple(eights, n, true, func(i, j int, q *laneAffine) {
		laneStoreOdd(&entries[i*lanes*n+j], n, q)
	})
}

// A laneSum is the room for a sum, which is kept: allocating it takes 10 % of the time of
// verifying a shuffle.
type laneSum struct {
	entries []oddEntry // 0, those of fixed, and those of the other terms' points
	fixed   *oddTable
	points  []point
	codes   []uint32 // of lanePickOdd: those of each place
	counts  [places]int
}

var laneSums = sync.Pool{New: func() any { return new(laneSum) }}

// sum returns the sum of terms.
func (r *laneSum) sum(terms []*term) point {
	first := r.tables(terms)
	row := (len(terms) + lanes - 1) / lanes * lanes
	if len(r.codes) < places*row {
		r.codes = make([]uint32, places*row)
	}
	clear(r.counts[:])
	for _, t := range terms {
		width, at := uint(oddWidth), first
		if t.fixed != nil && t.fixed == r.fixed {
			width, at = fixedOddWidth, 1+t.i<<(fixedOddWidth-2)
		} else {
			first += 1 << (oddWidth - 2)
		}
		for place, d := range t.s.nonAdjacentForm(width) {
			code := uint32(at+max(d, -d)/2) * oddSize
			if d < 0 != t.negative {
				code++
			}
			r.codes[place*row+r.counts[place]] = code
			r.counts[place]++
		}
	}
	sum := *laneIdentity
	chosen := new(laneAffine)
	doublings := 0
	for place := places - 1; place >= 0; place-- {
		doublings++
		n := r.counts[place]
		if n == 0 {
			continue
		}
		laneDouble(&sum, doublings)
		doublings = 0
		codes := r.codes[place*row:][:(n+lanes-1)/lanes*lanes]
		clear(codes[n:])
		for i := 0; i < n; i += lanes {
			lanePickOdd(chosen, &r.entries[0], (*[lanes]uint32)(codes[i:]))
			laneAddAffine(&sum, chosen)
		}
	}
	if doublings > 0 {
		laneDouble(&sum, doublings)
	}
	return sum.sum()
}

// oddSize is the length of an oddEntry in bytes.
const oddSize = 16 * 8

// tables sets the entries to those of the terms, and returns where those begin that aren't fixed.
func (r *laneSum) tables(terms []*term) (first int) {
	var fixed *oddTable
	for _, t := range terms {
		if t.fixed != nil {
			fixed = t.fixed
			break
		}
	}
	r.points = r.points[:0]
	for _, t := range terms {
		if t.fixed == nil || t.fixed != fixed {
			r.points = append(r.points, *t.p)
		}
	}
	first = 1
	if fixed != nil {
		first += len(fixed.entries)
	}
	const n = 1 << (oddWidth - 2)
	if need := first + (len(r.points)+lanes-1)/lanes*lanes*n; need > len(r.entries) {
		r.entries, r.fixed = make([]oddEntry, need), nil
		r.entries[0] = oddEntry{0: 1, 5: 1}
	}
	if fixed != nil && fixed != r.fixed {
		copy(r.entries[1:], fixed.entries)
		r.fixed = fixed
	}
	if fixed == nil {
		r.fixed = nil
	}
	setOdd(r.entries[first:], r.points, n)
	return first
}
