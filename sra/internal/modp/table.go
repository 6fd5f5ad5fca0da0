package modp

import "slices"

// A Table holds powers of many fixed bases, with which all of them are raised to
// one exponent in a fraction of the time. It is immutable.
type Table struct {
	m     *Modulus
	n     int
	lanes *laneTable // or else
	combs []*Comb    // of each base
}

// NewTable returns the table of the bases, a sequence of numbers below the modulus,
// for exponents of exponentSize bytes. It panics as Exp does.
func (m *Modulus) NewTable(bases []byte, exponentSize int) *Table {
	size := m.Size()
	if len(bases)%size != 0 {
		panic("modp: wrong length")
	}
	t := &Table{m: m, n: len(bases) / size}
	if m.lanes != nil {
		t.lanes = m.lanes.newTable(bases, size, exponentSize)
		return t
	}
	for base := range slices.Chunk(bases, size) {
		t.combs = append(t.combs, m.NewComb(base, exponentSize))
	}
	return t
}

// Exp sets dst to the powers of the bases from number `from` on, as many as it has
// room for. from has to be a multiple of Modulus.Batch. It panics as Modulus.Exp
// does.
func (t *Table) Exp(dst []byte, from int, exponent []byte) {
	size := t.m.Size()
	if len(dst)%size != 0 || from < 0 || from%t.m.Batch() != 0 || from+len(dst)/size > t.n {
		panic("modp: wrong length")
	}
	if t.lanes != nil {
		t.lanes.exp(dst, from, exponent, size)
		return
	}
	for i, power := range slices.Collect(slices.Chunk(dst, size)) {
		t.combs[from+i].Exp(power, exponent)
	}
}
