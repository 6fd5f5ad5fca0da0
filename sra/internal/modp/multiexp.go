package modp

import "filippo.io/bigmod"

// MultiExp sets dst, Size() bytes, to the product of the bases, each raised to its
// exponent. The exponents follow one another as the bases do, all of the same
// length. It panics as Exp does.
//
// It is Straus's method with windows of 4 bits: all bases share the squarings.
func (m *Modulus) MultiExp(dst, bases, exponents []byte) {
	size := m.Size()
	n := len(bases) / size
	if len(dst) != size || len(bases) != n*size || n == 0 || len(exponents)%n != 0 {
		panic("modp: wrong length")
	}
	if m.lanes != nil {
		m.lanes.multiExp(dst, bases, exponents, size)
		return
	}
	exponentSize := len(exponents) / n

	const window = 4
	base, factor := bigmod.NewNat(), bigmod.NewNat().ExpandFor(m.m)
	limbs := len(factor.Bits())
	tables := make([]uint, 0, n*limbs<<window)
	for i := range n {
		m.load(base, bases[i*size:][:size])
		power := m.one()
		for range 1 << window {
			tables = append(tables, power.Bits()...)
			power.Mul(base, m.m)
		}
	}
	product := m.one()
	for digit := range 2 * exponentSize {
		for range window {
			product.Mul(product, m.m)
		}
		for i := range n {
			b := exponents[i*exponentSize+digit/2]
			if digit%2 == 0 {
				b >>= 4
			}
			pick(factor.Bits(), tables[i*limbs<<window:][:limbs<<window], int(b&15))
			product.Mul(factor, m.m)
		}
	}
	put(dst, product.Bits())
}

// MultiExpVarTime is MultiExp for bases and exponents that are public: its time and
// its memory accesses tell both. Exponents may have any lengths.
//
// The bases share the squarings, and each is multiplied in by its odd powers, at
// sliding windows of its own. (Möller, "Algorithms for Multi-exponentiation", SAC
// 2001.)
func (m *Modulus) MultiExpVarTime(dst, bases []byte, exponents [][]byte) {
	size := m.Size()
	if len(dst) != size || len(bases) != len(exponents)*size {
		panic("modp: wrong length")
	}
	if m.lanes != nil {
		m.lanes.multiExpVarTime(dst, bases, exponents, size)
		return
	}
	most := 0
	for _, e := range exponents {
		most = max(most, 8*len(e))
	}
	factors := make([][]*bigmod.Nat, most) // those to multiply by when a bit has been squared in
	square := bigmod.NewNat()
	for i, e := range exponents {
		window := 5
		if len(e) <= 32 {
			window = 4
		}
		odd := make([]*bigmod.Nat, 1<<(window-1)) // base^1, base^3, …
		odd[0] = bigmod.NewNat()
		m.load(odd[0], bases[i*size:][:size])
		square.ExpandFor(m.m)
		copy(square.Bits(), odd[0].Bits())
		square.Mul(square, m.m)
		for k := range len(odd) - 1 {
			odd[k+1] = clone(odd[k], m).Mul(square, m.m)
		}
		for high := 8*len(e) - 1; high >= 0; high-- {
			if bit(e, high) == 0 {
				continue
			}
			low := max(0, high-window+1)
			for bit(e, low) == 0 {
				low++
			}
			digit := 0
			for j := high; j >= low; j-- {
				digit = digit<<1 | bit(e, j)
			}
			factors[low] = append(factors[low], odd[digit>>1])
			high = low
		}
	}
	product := m.one()
	for low := most - 1; low >= 0; low-- {
		product.Mul(product, m.m)
		for _, factor := range factors[low] {
			product.Mul(factor, m.m)
		}
	}
	put(dst, product.Bits())
}
