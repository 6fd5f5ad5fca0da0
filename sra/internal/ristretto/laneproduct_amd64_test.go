//go:build !purego

package ristretto

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"filippo.io/edwards25519"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// Sums in rooms that are used again: with tables of other fixed elements, of more and fewer, of
// several in one sum, and with none; with more terms than are added up together.
func TestLaneSums(t *testing.T) {
	needLanes(t)
	points := append(bases(t)[:8], randomPoints(12)...)
	var plain []*edwards25519.Point
	for i := range points {
		plain = append(plain, toEdwards(t, &points[i]))
	}
	fixed := func(from, to int) *elements {
		return theGroup.Fixed(&elements{n: to - from, points: points[from:to]}).(*elements)
	}
	type list struct {
		x    arith.Elements
		from int
	}
	all := fixed(0, 20)
	lists := []list{
		{&elements{n: len(points), points: points}, 0}, {all, 0}, {fixed(3, 4), 3}, {fixed(11, 20), 11},
		{theGroup.Select(all, []int{5, 6, 7}), 5}, {theGroup.Fixed(&elements{n: 9, points: points[1:10]}), 1},
	}
	edges := edgeScalars()
	check := func(rng *rand.Rand, n, routines int, zero bool, from []list) {
		var factors []arith.Factor
		sums := make([]*big.Int, len(points))
		for i := range sums {
			sums[i] = new(big.Int)
		}
		for range n {
			l := from[rng.IntN(len(from))]
			i := rng.IntN(l.x.Len())
			e := new(big.Int)
			switch kind := rng.IntN(4); {
			case zero:
			case kind == 0:
				e.Set(edges[rng.IntN(len(edges))])
			case kind == 1:
				e.Rsh(orderBig(), uint(rng.IntN(200)))
			default:
				e.SetBytes(randomBytes(1 + rng.IntN(32)))
			}
			if rng.IntN(2) == 0 {
				e.Neg(e)
			}
			factors = append(factors, arith.Factor{X: l.x, I: i, E: e})
			sums[l.from+i].Add(sums[l.from+i], e)
		}
		want := edwards25519.NewIdentityPoint()
		for i, s := range sums {
			want.Add(want, new(edwards25519.Point).ScalarMult(toScalar(s), plain[i]))
		}
		got := sumByLanes(theGroup.terms(factors), routines)
		same(t, fmt.Sprintf("%d terms of %d lists", n, len(from)), &got, want)
	}
	rng := rand.New(rand.NewPCG(61, 62))
	for round := range 60 {
		n := []int{1, 6, 7, 8, 9, 17, 60, 130}[round%8]
		check(rng, n, 1+round%3, round%11 == 0, lists[rng.IntN(len(lists)):])
		check(rng, n, 1, false, lists[round%len(lists):][:1])
	}
	for _, n := range []int{laneSumTerms, laneSumTerms + 1, 2*laneSumTerms + 7} {
		check(rng, n, 1, false, lists)
	}
	var wg sync.WaitGroup
	for i := range 3 {
		wg.Go(func() {
			rng := rand.New(rand.NewPCG(63, uint64(i)))
			for round := range 20 {
				check(rng, 8+round, 2, false, lists[(round+i)%len(lists):])
			}
		})
	}
	wg.Wait()
}
