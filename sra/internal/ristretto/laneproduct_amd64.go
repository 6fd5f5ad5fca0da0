//go:build !purego

package ristretto

import (
	"slices"
	"sync"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// minLaneTerms is the number of terms from which sumByLanes is faster, as measured.
const minLaneTerms = 7

// laneSumEights is how many eights of terms sumByLanes adds up together, at most: their tables
// have 1.5 MB.
const laneSumEights = 192

// sumByLanes is sumVarTime by Straus's method, with terms in lanes and digits of expWidth bits,
// as in laneTable.sum. Terms that have as many digits are together.
func sumByLanes(terms []term, routines int) point {
	order := make([]laneTerm, len(terms)) // the longest first
	for i := range terms {
		order[i] = laneTerm{&terms[i], digitCount(terms[i].s.bitLen(), expWidth)}
	}
	slices.SortFunc(order, func(a, b laneTerm) int { return b.digits - a.digits })
	eights := chunks(order, lanes)
	parts := max((len(eights)+laneSumEights-1)/laneSumEights, min(routines, len(eights)))
	sums := make([]point, parts)
	arith.Split(routines, parts, func(from, to int) {
		for part := from; part < to; part++ {
			some := make([][]laneTerm, 0, len(eights)/parts+1)
			for i := part; i < len(eights); i += parts {
				some = append(some, eights[i])
			}
			sums[part] = sumEights(some)
		}
	})
	sum := identity
	for i := range sums {
		sum.sum(&sum, &sums[i])
	}
	return sum
}

// laneRooms are kept for the tables of public terms: allocating 0.4 MB each time takes 10 % of the
// time of verifying a shuffle.
var laneRooms = sync.Pool{New: func() any { return new(laneRoom) }}

// A laneTerm is a term with the number of its digits.
type laneTerm struct {
	*term
	digits int
}

// sumEights returns the sum of eights of terms, the longest first.
func sumEights(eights [][]laneTerm) point {
	points := make([]lanePoint, len(eights))
	d := make([][][lanes]int8, len(eights))
	one := make([]int8, digitCount(secretBits, expWidth))
	room := make([][lanes]int8, len(eights)*len(one))
	var p [lanes]point
	for i, eight := range eights {
		n := eight[0].digits
		d[i], room = room[:n], room[n:]
		for lane, t := range eight {
			p[lane] = t.p
			if t.negative {
				p[lane].negate(&t.p)
			}
			digits(one[:n], &t.s, expWidth)
			for j, digit := range one[:n] {
				d[i][j][lane] = digit
			}
		}
		points[i].load(p[:len(eight)])
	}
	r := laneRooms.Get().(*laneRoom)
	defer laneRooms.Put(r)
	return new(laneAdder).products(r.multiples(points, 1<<(expWidth-1)), d, expWidth).sum()
}
