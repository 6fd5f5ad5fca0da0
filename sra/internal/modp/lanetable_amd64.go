//go:build !purego

package modp

import "slices"

// A laneTable is that of Combs, for each eight bases: Lim and Lee's, as in Comb,
// but with the entries of eight bases beside each other.
type laneTable struct {
	m            *laneModulus
	exponentSize int
	spacing      int
	tables       [][]uint64 // for each eight bases, tableBlocks·2^tableTeeth entries
}

// These make 328 kB for eight bases at 2048 bits, so 2.3 MB for a deck of 52. With
// 5 teeth and 4 blocks there would be fewer multiplications, but more of a table to
// read for each.
const (
	tableTeeth   = 4
	tableEntries = 1 << tableTeeth
	tableBlocks  = 8
)

func (m *laneModulus) newTable(bases []byte, size, exponentSize int) *laneTable {
	spacing := (8*exponentSize + tableTeeth*tableBlocks - 1) / (tableTeeth * tableBlocks)
	t := &laneTable{m: m, exponentSize: exponentSize, spacing: spacing}
	w := m.newWork()
	for eight := range slices.Chunk(bases, lanes*size) {
		t.tables = append(t.tables, t.table(w, eight, size))
	}
	return t
}

func (t *laneTable) table(w *laneWork, bases []byte, size int) []uint64 {
	table := w.alloc(tableBlocks * tableEntries)
	w.load(w.x, bases, size)
	for row := range tableTeeth {
		for block := range tableBlocks {
			copy(w.entry(table, block*tableEntries+1<<row), w.x)
			w.sqr(w.x, w.x, t.spacing)
		}
	}
	for block := range tableBlocks {
		entry := func(set int) []uint64 { return w.entry(table, block*tableEntries+set) }
		w.small(entry(0), 1)
		for set := range tableEntries {
			if rest := set & (set - 1); rest != 0 {
				w.mul(entry(set), entry(rest), entry(set^rest))
			}
		}
	}
	return table
}

// exp is Combs.Exp.
func (t *laneTable) exp(dst []byte, from int, exponent []byte, size int) {
	if len(exponent) != t.exponentSize {
		panic("modp: wrong length")
	}
	w := t.m.newWork()
	for i := 0; i < len(dst); i += lanes * size {
		table := t.tables[from/lanes+i/(lanes*size)]
		w.small(w.x, 1)
		for column := t.spacing - 1; column >= 0; column-- {
			w.sqr(w.x, w.x, 1)
			for block := range tableBlocks {
				set := 0
				for row := range tableTeeth {
					set |= bit(exponent, t.spacing*(tableBlocks*row+block)+column) << row
				}
				w.setIndex(uint64(set))
				w.pick(w.entry(table, block*tableEntries), tableEntries)
				w.mul(w.x, w.x, w.y)
			}
		}
		w.store(dst[i:min(i+lanes*size, len(dst))], size, w.x)
	}
}
