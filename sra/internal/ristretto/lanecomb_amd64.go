//go:build !purego

package ristretto

import "github.com/squaredeal/squaredeal/sra/internal/arith"

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
		for j, e := range laneMultiples(p, len(eight[0][0]))[0] {
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
		chosen, sums := new(laneAffine), make([]lanePoint, to-from)
		for i := range sums {
			sums[i] = *laneIdentity
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
					laneLookup(chosen, &c.entries[base*c.blocks+j], &d[j*len(sums)+i])
					laneAddAffine(&sums[i], chosen)
				}
			}
		}
		for i := range sums {
			at := (from + i) * lanes
			sums[i].store(halves[at:min(at+lanes, n)])
		}
	})
	return &elements{n: n, halves: halves}
}
