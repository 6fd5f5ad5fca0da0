package ristretto

import "github.com/squaredeal/squaredeal/sra/internal/arith"

// combWidth is the width of the digits for a few fixed points. For each point there
// are 51 tables of 16 multiples, 78 kB, and no doublings.
const combWidth = 5

// A comb multiplies fixed points by secret scalars.
type comb struct {
	table *table
}

func newComb(points []point) *comb {
	return &comb{newTable(points, combWidth, digitCount(secretBits, combWidth))}
}

// Exp is that of arith.Comb. It takes one table after another, for all scalars, so
// that a table stays in the cache.
func (c *comb) Exp(routines int, exponents ...[]byte) arith.Elements {
	if len(exponents) == 0 || len(exponents) > c.table.len() {
		panic("ristretto: wrong number of exponents")
	}
	n := len(exponents[0]) / scalarSize
	halves := make([]point, n)
	for i := range halves {
		halves[i] = identity
	}
	for base, e := range exponents {
		if len(e) != n*scalarSize {
			panic("ristretto: wrong length")
		}
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
	var q affine
	for j, entries := range c.table.entries[base*n:][:n] {
		for i := range p {
			entries.multiple(&q, d[i*n+j])
			p[i].addAffine(&q)
		}
	}
}
