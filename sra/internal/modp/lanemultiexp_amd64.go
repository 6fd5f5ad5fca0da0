//go:build !purego

package modp

import "slices"

// multiExp is Modulus.MultiExp. Base i is in lane i mod 8, with those of the same
// i/8 in a slot.
func (m *laneModulus) multiExp(dst, bases, exponents []byte, size int) {
	n := len(bases) / size
	exponentSize := len(exponents) / n
	w := m.newWork()
	tables := w.tables(bases, size)
	w.small(w.x, 1)
	for digit := range 2 * exponentSize {
		w.sqr(w.x, w.x, window)
		for slot, table := range tables {
			for l := range lanes {
				w.index[l] = 0
				if i := slot*lanes + l; i < n {
					w.index[l] = nibble(exponents[i*exponentSize:][:exponentSize], digit)
				}
			}
			w.pick(table, windowEntries)
			w.mul(w.x, w.x, w.y)
		}
	}
	w.fold(dst, size)
}

// tables returns, for each eight bases, the table of their powers.
func (w *laneWork) tables(bases []byte, size int) (tables [][]uint64) {
	for slot := range slices.Chunk(bases, lanes*size) {
		table := w.alloc(windowEntries)
		w.load(w.entry(table, 1), slot, size)
		w.powers(table, windowEntries)
		tables = append(tables, table)
	}
	return tables
}

// fold writes the product of the lanes of x to dst.
func (w *laneWork) fold(dst []byte, size int) {
	for half := lanes / 2; half > 0; half /= 2 {
		for i := range w.y {
			w.y[i] = w.x[i&^(lanes-1)|(i+half)&(lanes-1)]
		}
		w.mul(w.x, w.x, w.y)
	}
	w.store(dst, size, w.x)
}

// multiExpVarTime is Modulus.MultiExpVarTime. Bases with exponents of similar
// lengths share a slot, which is multiplied in from the digits of its longest one
// on.
func (m *laneModulus) multiExpVarTime(dst, bases []byte, exponents [][]byte, size int) {
	order := make([]int, len(exponents))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return len(exponents[j]) - len(exponents[i]) })
	sorted := make([]byte, 0, len(bases))
	for _, i := range order {
		sorted = append(sorted, bases[i*size:][:size]...)
	}
	w := m.newWork()
	tables := w.tables(sorted, size)
	w.small(w.x, 1)
	digits := 0
	if len(order) > 0 {
		digits = 2 * len(exponents[order[0]])
	}
	for left := digits - 1; left >= 0; left-- { // digits that follow
		w.sqr(w.x, w.x, window)
		for slot, table := range tables {
			used := uint64(0)
			for l := range lanes {
				w.index[l] = 0
				if i := slot*lanes + l; i < len(order) {
					if e := exponents[order[i]]; left < 2*len(e) {
						w.index[l] = nibble(e, 2*len(e)-1-left)
						used |= w.index[l]
					}
				}
			}
			if used != 0 {
				w.pick(table, windowEntries)
				w.mul(w.x, w.x, w.y)
			}
		}
	}
	w.fold(dst, size)
}
