//go:build !purego

package modexp

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

// exp is Comb.Exp.
func (c *laneComb) exp(dst []byte, size int, exponents [][]byte, exponentSize int) {
	w := c.m.newWork()
	words := (laneTeeth*laneBlocks*c.spacing + 63) / 64
	e := make([]uint64, len(exponents)*lanes*words) // by base, lane
	for i := 0; i < len(dst); i += lanes * size {
		part := dst[i:min(i+lanes*size, len(dst))]
		for k := range exponents {
			for l := range len(part) / size {
				of := e[(k*lanes+l)*words:][:words]
				clear(of)
				toWords(of, exponents[k][(i/size+l)*exponentSize:][:exponentSize])
			}
		}
		w.small(w.x, 1)
		for column := c.spacing - 1; column >= 0; column-- {
			w.sqr(w.x, w.x, 1)
			for k := range exponents {
				for block := range laneBlocks {
					for l := range lanes {
						w.index[l] = c.set(e[(k*lanes+l)*words:][:words], block, column)
					}
					table := c.tables[k][block*w.digits()*laneEntries:]
					lookup8(&w.y[0], &table[0], &w.index[0], w.digits())
					w.mul(w.x, w.x, w.y)
				}
			}
		}
		w.store(part, size, w.x)
	}
}

// set returns the bits of a column of a block.
func (c *laneComb) set(exponent []uint64, block, column int) (set uint64) {
	for row := range laneTeeth {
		i := c.spacing*(laneBlocks*row+block) + column
		set |= exponent[i/64] >> (i % 64) & 1 << row
	}
	return set
}
