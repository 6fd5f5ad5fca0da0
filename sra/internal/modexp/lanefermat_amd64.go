//go:build !purego

package modexp

import (
	"math/big"
	"slices"
)

// fermatLanes is FermatVarTime, of eight numbers at once.
func fermatLanes(numbers []*big.Int) (passed []bool) {
	one := big.NewInt(1)
	for eight := range slices.Chunk(numbers, lanes) {
		m := newLaneModulus(eight...)
		w := m.newWork()
		size := (eight[0].BitLen() + 7) / 8
		table := m.alloc(windowEntries)
		for i := range windowEntries {
			w.small(w.entry(table, i), 1<<i) // 2^i
		}
		exponents := make([][]byte, lanes)
		for l := range lanes {
			n := eight[min(l, len(eight)-1)]
			exponents[l] = new(big.Int).Sub(n, one).FillBytes(make([]byte, size))
		}
		w.small(w.x, 1)
		for digit := range 2 * size {
			w.sqr(w.x, w.x, window)
			for l := range lanes {
				w.index[l] = nibble(exponents[l], digit)
			}
			w.pick(table, windowEntries)
			w.mul(w.x, w.x, w.y)
		}
		powers := make([]byte, len(eight)*size)
		w.store(powers, size, w.x)
		for power := range slices.Chunk(powers, size) {
			passed = append(passed, new(big.Int).SetBytes(power).Cmp(one) == 0)
		}
	}
	return passed
}
