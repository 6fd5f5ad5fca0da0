package modp

import "slices"

// Combs hold powers of many fixed bases, with which all of them are raised to
// one exponent in a fraction of the time. They are immutable.
type Combs struct {
	m     *Modulus
	n     int
	lanes *laneTable // or else
	combs []*Comb    // of each base
}

// NewCombs returns those of the bases, a sequence of numbers below the modulus,
// for exponents of exponentSize bytes. It panics as Exp does.
func (m *Modulus) NewCombs(bases []byte, exponentSize int) *Combs {
	size := m.Size()
	if len(bases)%size != 0 {
		panic("modp: wrong length")
	}
	c := &Combs{m: m, n: len(bases) / size}
	if m.lanes != nil {
		c.lanes = m.lanes.newTable(bases, size, exponentSize)
		return c
	}
	for base := range slices.Chunk(bases, size) {
		c.combs = append(c.combs, m.NewComb(base, exponentSize))
	}
	return c
}

// Exp sets dst to the powers of the bases from number `from` on, as many as it has
// room for. from has to be a multiple of Modulus.Batch. It panics as Modulus.Exp
// does.
func (c *Combs) Exp(dst []byte, from int, exponent []byte) {
	size := c.m.Size()
	if len(dst)%size != 0 || from < 0 || from%c.m.Batch() != 0 || from+len(dst)/size > c.n {
		panic("modp: wrong length")
	}
	if c.lanes != nil {
		c.lanes.exp(dst, from, exponent, size)
		return
	}
	for i, power := range slices.Collect(slices.Chunk(dst, size)) {
		c.combs[from+i].Exp(power, exponent)
	}
}
