//go:build !(386 || arm || mips || mipsle || wasm)

package ristretto

import "math/bits"

// A fe is the sum of its limbs z_i·2^(51·i). See field.go.
type fe [5]limb

type limb = uint64

const mask51 = 1<<51 - 1

// A column is a sum of up to five products: high·2⁵¹ + ⌊low/2¹⁰⌋. As factors are shifted
// by 13 bits together, the halves of a product have these weights (except for 3 bits), and
// there is no carry between them.
type column struct{ high, low uint64 }

// plus returns c + a·b, for a·2⁸ and b·2⁵.
func (c column) plus(a8, b5 uint64) column {
	high, low := bits.Mul64(a8, b5)
	return column{c.high + high, c.low + low>>3}
}

// add sets z to a + b, without a carry.
func (z *fe) add(a, b *fe) {
	z[0] = a[0] + b[0]
	z[1] = a[1] + b[1]
	z[2] = a[2] + b[2]
	z[3] = a[3] + b[3]
	z[4] = a[4] + b[4]
}

// sub sets z to a − b + 2p, without a carry. b is reduced.
func (z *fe) sub(a, b *fe) {
	z[0] = a[0] + (1<<52 - 38) - b[0]
	z[1] = a[1] + (1<<52 - 2) - b[1]
	z[2] = a[2] + (1<<52 - 2) - b[2]
	z[3] = a[3] + (1<<52 - 2) - b[3]
	z[4] = a[4] + (1<<52 - 2) - b[4]
}

// subLoose sets z to a − b + 4p, without a carry. a and b are sums or differences of
// two reduced numbers.
func (z *fe) subLoose(a, b *fe) {
	z[0] = a[0] + (1<<53 - 76) - b[0]
	z[1] = a[1] + (1<<53 - 4) - b[1]
	z[2] = a[2] + (1<<53 - 4) - b[2]
	z[3] = a[3] + (1<<53 - 4) - b[3]
	z[4] = a[4] + (1<<53 - 4) - b[4]
}

// mulGeneric sets z to a·b, reduced, for loose a and b.
//
// Limbs are below 2⁵⁴, and c_i·2⁵ below 2⁶⁴. So the high part of a column, of one product
// without the 19 at least, is below 4·2^61.25 + 2⁵⁷ < 2⁶⁴ − 2⁵⁴, and that of the last, of
// none with it, below 5·2⁵⁷, which leaves room for 19 times as much. The last carries are
// below 2¹³, one of them times 19.
func (z *fe) mulGeneric(a, b *fe) {
	a0, a1, a2, a3, a4 := a[0]<<8, a[1]<<8, a[2]<<8, a[3]<<8, a[4]<<8
	b0, b1, b2, b3, b4 := b[0]<<5, b[1]<<5, b[2]<<5, b[3]<<5, b[4]<<5
	c1, c2, c3, c4 := 19*b1, 19*b2, 19*b3, 19*b4 // as 2²⁵⁵ = 19
	s0 := column{}.plus(a0, b0).plus(a1, c4).plus(a2, c3).plus(a3, c2).plus(a4, c1)
	s1 := column{}.plus(a0, b1).plus(a1, b0).plus(a2, c4).plus(a3, c3).plus(a4, c2)
	s2 := column{}.plus(a0, b2).plus(a1, b1).plus(a2, b0).plus(a3, c4).plus(a4, c3)
	s3 := column{}.plus(a0, b3).plus(a1, b2).plus(a2, b1).plus(a3, b0).plus(a4, c4)
	s4 := column{}.plus(a0, b4).plus(a1, b3).plus(a2, b2).plus(a3, b1).plus(a4, b0)
	l0 := s0.low>>10 + 19*s4.high
	l1 := s1.low>>10 + s0.high
	l2 := s2.low>>10 + s1.high
	l3 := s3.low>>10 + s2.high
	l4 := s4.low>>10 + s3.high
	z[0] = l0&mask51 + 19*(l4>>51)
	z[1] = l1&mask51 + l0>>51
	z[2] = l2&mask51 + l1>>51
	z[3] = l3&mask51 + l2>>51
	z[4] = l4&mask51 + l3>>51
}

// squareTimesGeneric sets z to a^(2ⁿ), reduced, for loose a and n ≥ 1. Its bounds are
// those of mulGeneric.
func (z *fe) squareTimesGeneric(a *fe, n int) {
	a0, a1, a2, a3, a4 := a[0], a[1], a[2], a[3], a[4]
	for range n {
		b0, b1, b2, b3, b4 := a0<<5, a1<<5, a2<<5, a3<<5, a4<<5
		c3, c4 := 19*b3, 19*b4
		d0, d1, d2, d3 := a0<<9, a1<<9, a2<<9, a3<<9
		s0 := column{}.plus(a0<<8, b0).plus(d1, c4).plus(d2, c3)
		s1 := column{}.plus(d0, b1).plus(d2, c4).plus(a3<<8, c3)
		s2 := column{}.plus(d0, b2).plus(a1<<8, b1).plus(d3, c4)
		s3 := column{}.plus(d0, b3).plus(d1, b2).plus(a4<<8, c4)
		s4 := column{}.plus(d0, b4).plus(d1, b3).plus(a2<<8, b2)
		l0 := s0.low>>10 + 19*s4.high
		l1 := s1.low>>10 + s0.high
		l2 := s2.low>>10 + s1.high
		l3 := s3.low>>10 + s2.high
		l4 := s4.low>>10 + s3.high
		a0 = l0&mask51 + 19*(l4>>51)
		a1 = l1&mask51 + l0>>51
		a2 = l2&mask51 + l1>>51
		a3 = l3&mask51 + l2>>51
		a4 = l4&mask51 + l3>>51
	}
	z[0], z[1], z[2], z[3], z[4] = a0, a1, a2, a3, a4
}

// choose sets z to a if condition is 1, and to b if it is 0.
func (z *fe) choose(a, b *fe, condition int) {
	m := -limb(condition)
	z[0] = b[0] ^ m&(a[0]^b[0])
	z[1] = b[1] ^ m&(a[1]^b[1])
	z[2] = b[2] ^ m&(a[2]^b[2])
	z[3] = b[3] ^ m&(a[3]^b[3])
	z[4] = b[4] ^ m&(a[4]^b[4])
}

// carry reduces z, of limbs of any size.
func (z *fe) carry() {
	l0, l1, l2, l3, l4 := z[0], z[1], z[2], z[3], z[4]
	z[0] = l0&mask51 + 19*(l4>>51)
	z[1] = l1&mask51 + l0>>51
	z[2] = l2&mask51 + l1>>51
	z[3] = l3&mask51 + l2>>51
	z[4] = l4&mask51 + l3>>51
}

// setWords sets z to the number w, little-endian, without its highest bit, reduced.
func (z *fe) setWords(w *words) {
	w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
	z[0] = w0 & mask51
	z[1] = (w0>>51 | w1<<13) & mask51
	z[2] = (w1>>38 | w2<<26) & mask51
	z[3] = (w2>>25 | w3<<39) & mask51
	z[4] = w3 >> 12 & mask51
}

// words returns a, of limbs of any size, as a number below p.
func (a *fe) words() words {
	t := *a
	t.carry()
	// The value is below 2p; it is at least p if 19 more give 2²⁵⁵ or more.
	c := (t[0] + 19) >> 51
	c = (t[1] + c) >> 51
	c = (t[2] + c) >> 51
	c = (t[3] + c) >> 51
	c = (t[4] + c) >> 51
	l0 := t[0] + 19*c
	l1 := t[1] + l0>>51
	l2 := t[2] + l1>>51
	l3 := t[3] + l2>>51
	l4 := t[4] + l3>>51
	return fe{l0 & mask51, l1 & mask51, l2 & mask51, l3 & mask51, l4 & mask51}.pack()
}

// pack returns a, of limbs below 2⁵¹, as a number.
func (a fe) pack() words {
	return words{a[0] | a[1]<<51, a[1]>>13 | a[2]<<38, a[2]>>26 | a[3]<<25, a[3]>>39 | a[4]<<12}
}
