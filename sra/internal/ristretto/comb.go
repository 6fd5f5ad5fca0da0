package ristretto

import "github.com/squaredeal/squaredeal/sra/internal/arith"

// A comb multiplies a few fixed points by secret scalars, in digits of combWidth bits. For
// each point there are 51 tables of 16 multiples, 78 kB, or 37 of 64, 227 kB, and no
// doublings. Where the processor has instructions for it, a laneComb replaces it.
type comb struct {
	table *table
}

func newComb(points []point) arith.Comb {
	if haveLanes {
		return newLaneComb(points)
	}
	return &comb{newTable(points, combWidth, digitCount(secretBits, combWidth))}
}

// Exp is that of arith.Comb. It takes one table after another, for all scalars, so
// that a table stays in the cache.
func (c *comb) Exp(routines int, exponents ...[]byte) arith.Elements {
	n := exponentCount(c.table.len(), exponents)
	halves := make([]point, n)
	for i := range halves {
		halves[i] = identity
	}
	for base, e := range exponents {
		scalars := halfScalars(e, scalarSize)
		arith.Split(routines, n, func(from, to int) {
			c.add(halves[from:to], base, scalars[from:to])
		})
	}
	return &elements{n: n, halves: halves}
}

// add adds s_i times the base to p_i.
func (c *comb) add(p []point, base int, s []scalar) {
	n, d := c.table.blocks, c.table.digits(s)
	column := make([]int8, len(s))
	var chosen [8]affine
	for j, entries := range c.table.entries[base*n:][:n] {
		for i := range column {
			column[i] = d[i*n+j]
		}
		for i := 0; i < len(p); i += 8 {
			eight := column[i:min(i+8, len(p))]
			entries.choose(&chosen, eight)
			for k := range eight {
				p[i+k].addAffine(&chosen[k])
			}
		}
	}
}

// exponentCount returns how many exponents there are of each base.
func exponentCount(bases int, exponents [][]byte) int {
	if len(exponents) == 0 || len(exponents) > bases {
		panic("ristretto: wrong number of exponents")
	}
	n := len(exponents[0]) / scalarSize
	for _, e := range exponents {
		if len(e) != n*scalarSize {
			panic("ristretto: wrong length")
		}
	}
	return n
}
