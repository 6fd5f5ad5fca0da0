//go:build !purego

package modp

// A laneComb is the tables of a Comb for eight exponents at once. All lanes look
// their powers up in the same table, each at its own index.
type laneComb struct {
	m       *laneModulus
	spacing int
	tables  [][]uint64 // for each base, laneBlocks tables; digit i of entry e is word 64·i + e
}

// A table has 64 entries, as many as lookup8 takes, and there are as many as there
// are lanes, which make one each: 164 kB for a base at 2048 bits.
const (
	laneTeeth   = 6
	laneEntries = 1 << laneTeeth
	laneBlocks  = lanes
)

func (m *laneModulus) newComb(bases []byte, size, exponentSize int) *laneComb {
	c := &laneComb{m: m, spacing: (8*exponentSize + laneTeeth*laneBlocks - 1) / (laneTeeth * laneBlocks)}
	w := m.newWork()
	for i := 0; i < len(bases); i += size {
		c.tables = append(c.tables, c.table(w, bases[i:i+size], size))
	}
	return c
}

// table computes what Comb.table does, block b in lane b.
func (c *laneComb) table(w *laneWork, base []byte, size int) []uint64 {
	entries := c.m.alloc(laneEntries)
	w.load(w.x, base, size)
	for row := range laneTeeth {
		for block := range laneBlocks {
			to := w.entry(entries, 1<<row)
			for i := range w.digits() {
				to[lanes*i+block] = w.x[lanes*i]
			}
			w.sqr(w.x, w.x, c.spacing)
		}
	}
	w.small(w.entry(entries, 0), 1)
	for set := range laneEntries {
		if rest := set & (set - 1); rest != 0 {
			w.mul(w.entry(entries, set), w.entry(entries, rest), w.entry(entries, set^rest))
		}
	}
	table := c.m.alloc(laneEntries)
	for block := range laneBlocks {
		for i := range w.digits() {
			for e := range laneEntries {
				table[(block*w.digits()+i)*laneEntries+e] = w.entry(entries, e)[lanes*i+block]
			}
		}
	}
	return table
}

// aloneBelow is the number of exponents below which they are taken one after
// another: one alone takes 0.3 of the time of eight together.
const aloneBelow = 4

// exp is Comb.Exp.
func (c *laneComb) exp(dst []byte, size int, exponents [][]byte, exponentSize int) {
	w := c.m.newWork()
	words := (laneTeeth*laneBlocks*c.spacing + 63) / 64
	e := make([]uint64, len(exponents)*lanes*words) // by base, lane
	for i := 0; i < len(dst); i += lanes * size {
		part := dst[i:min(i+lanes*size, len(dst))]
		n := len(part) / size
		of := func(k, l int) []uint64 { return e[(k*lanes+l)*words:][:words] }
		for k := range exponents {
			for l := range n {
				clear(of(k, l))
				toWords(of(k, l), exponents[k][(i/size+l)*exponentSize:][:exponentSize])
			}
		}
		if n >= aloneBelow {
			c.together(w, of, len(exponents))
			w.store(part, size, w.x)
			continue
		}
		for l := range n {
			c.alone(w, func(k int) []uint64 { return of(k, l) }, len(exponents))
			w.fold(part[l*size:][:size], size)
		}
	}
}

// together sets each lane of x to the product of the powers of the bases to the
// lane's exponents.
func (c *laneComb) together(w *laneWork, exponent func(base, lane int) []uint64, bases int) {
	w.small(w.x, 1)
	for column := c.spacing - 1; column >= 0; column-- {
		w.sqr(w.x, w.x, 1)
		for k := range bases {
			for block := range laneBlocks {
				for l := range lanes {
					w.index[l] = c.set(exponent(k, l), block, column)
				}
				c.lookup(w, w.y, k, block)
				w.mul(w.x, w.x, w.y)
			}
		}
	}
}

// alone sets x to numbers whose product is that of the powers of the bases to one
// exponent each: lane b takes block b, so that a column is one multiplication.
func (c *laneComb) alone(w *laneWork, exponent func(base int) []uint64, bases int) {
	// Of what lookup8 finds for all lanes in one block, a lane is kept.
	found := w.alloc(1)
	w.small(w.x, 1)
	for column := c.spacing - 1; column >= 0; column-- {
		w.sqr(w.x, w.x, 1)
		for k := range bases {
			for block := range laneBlocks {
				w.index[block] = c.set(exponent(k), block, column)
			}
			for block := range laneBlocks {
				c.lookup(w, found, k, block)
				for i := block; i < len(found); i += lanes {
					w.y[i] = found[i]
				}
			}
			w.mul(w.x, w.x, w.y)
		}
	}
}

// lookup sets r to the entries of a block of a base's table at each lane's index.
func (c *laneComb) lookup(w *laneWork, r []uint64, base, block int) {
	table := c.tables[base][block*w.digits()*laneEntries:]
	lookup8(&r[0], &table[0], &w.index[0], w.digits())
}

// set returns the bits of a column of a block.
func (c *laneComb) set(exponent []uint64, block, column int) (set uint64) {
	for row := range laneTeeth {
		i := c.spacing*(laneBlocks*row+block) + column
		set |= exponent[i/64] >> (i % 64) & 1 << row
	}
	return set
}
