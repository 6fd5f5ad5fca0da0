//go:build !(386 || arm || mips || mipsle || wasm)

package ristretto

import (
	"encoding/binary"
	"math/bits"
)

// A fe is the sum of its limbs z_i·2^(51·i). See field.go.
type fe [5]limb

type limb = uint64

const mask51 = 1<<51 - 1

// A wide is a number of 128 bits.
type wide struct{ high, low uint64 }

func product(a, b uint64) wide {
	high, low := bits.Mul64(a, b)
	return wide{high, low}
}

// plus returns w + a·b.
func (w wide) plus(a, b uint64) wide {
	high, low := bits.Mul64(a, b)
	low, carry := bits.Add64(low, w.low, 0)
	high, _ = bits.Add64(high, w.high, carry)
	return wide{high, low}
}

// carry returns ⌊w/2⁵¹⌋, for w below 2¹¹⁵.
func (w wide) carry() uint64 { return w.high<<13 | w.low>>51 }

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

// mul sets z to a·b, reduced, for loose a and b.
//
// With limbs below 2⁵⁴, each r below is less than 77·2¹⁰⁸, and its carry less than 2⁶⁴;
// r4 is less than 5·2¹⁰⁸, and 19 times its carry less than 2⁶⁴ − 2⁵¹. So the last
// carries are below 2¹³, but for that of l4, times 19: it is below 2⁶⁴/2⁵¹·19.
func (z *fe) mul(a, b *fe) {
	a0, a1, a2, a3, a4 := a[0], a[1], a[2], a[3], a[4]
	b0, b1, b2, b3, b4 := b[0], b[1], b[2], b[3], b[4]
	c1, c2, c3, c4 := 19*b1, 19*b2, 19*b3, 19*b4 // as 2²⁵⁵ = 19
	r0 := product(a0, b0).plus(a1, c4).plus(a2, c3).plus(a3, c2).plus(a4, c1)
	r1 := product(a0, b1).plus(a1, b0).plus(a2, c4).plus(a3, c3).plus(a4, c2)
	r2 := product(a0, b2).plus(a1, b1).plus(a2, b0).plus(a3, c4).plus(a4, c3)
	r3 := product(a0, b3).plus(a1, b2).plus(a2, b1).plus(a3, b0).plus(a4, c4)
	r4 := product(a0, b4).plus(a1, b3).plus(a2, b2).plus(a3, b1).plus(a4, b0)
	l0 := r0.low&mask51 + 19*r4.carry()
	l1 := r1.low&mask51 + r0.carry()
	l2 := r2.low&mask51 + r1.carry()
	l3 := r3.low&mask51 + r2.carry()
	l4 := r4.low&mask51 + r3.carry()
	z[0] = l0&mask51 + 19*(l4>>51)
	z[1] = l1&mask51 + l0>>51
	z[2] = l2&mask51 + l1>>51
	z[3] = l3&mask51 + l2>>51
	z[4] = l4&mask51 + l3>>51
}

// square sets z to a², reduced, for loose a.
func (z *fe) square(a *fe) { z.squareTimes(a, 1) }

// squareTimes sets z to a^(2ⁿ), reduced, for loose a and n ≥ 1. Its bounds are those of
// mul.
func (z *fe) squareTimes(a *fe, n int) {
	a0, a1, a2, a3, a4 := a[0], a[1], a[2], a[3], a[4]
	for range n {
		d0, d1, c3, c4 := 2*a0, 2*a1, 19*a3, 19*a4
		r0 := product(a0, a0).plus(a1, 2*c4).plus(2*a2, c3)
		r1 := product(d0, a1).plus(a2, 2*c4).plus(a3, c3)
		r2 := product(d0, a2).plus(a1, a1).plus(a3, 2*c4)
		r3 := product(d0, a3).plus(d1, a2).plus(a4, c4)
		r4 := product(d0, a4).plus(d1, a3).plus(a2, a2)
		l0 := r0.low&mask51 + 19*r4.carry()
		l1 := r1.low&mask51 + r0.carry()
		l2 := r2.low&mask51 + r1.carry()
		l3 := r3.low&mask51 + r2.carry()
		l4 := r4.low&mask51 + r3.carry()
		a0 = l0&mask51 + 19*(l4>>51)
		a1 = l1&mask51 + l0>>51
		a2 = l2&mask51 + l1>>51
		a3 = l3&mask51 + l2>>51
		a4 = l4&mask51 + l3>>51
	}
	z[0], z[1], z[2], z[3], z[4] = a0, a1, a2, a3, a4
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

// setBytes sets z to the little-endian number b, without its highest bit, reduced.
func (z *fe) setBytes(b *[32]byte) {
	le := binary.LittleEndian
	w0, w1, w2, w3 := le.Uint64(b[:]), le.Uint64(b[8:]), le.Uint64(b[16:]), le.Uint64(b[24:])
	z[0] = w0 & mask51
	z[1] = (w0>>51 | w1<<13) & mask51
	z[2] = (w1>>38 | w2<<26) & mask51
	z[3] = (w2>>25 | w3<<39) & mask51
	z[4] = w3 >> 12 & mask51
}

// bytes returns a, of limbs of any size, as a little-endian number below p.
func (a *fe) bytes() (b [32]byte) {
	t := *a
	t.carry()
	// The value is below 2p; it is at least p if 19 more give 2²⁵⁵ or more.
	c := (t[0] + 19) >> 51
	c = (t[1] + c) >> 51
	c = (t[2] + c) >> 51
	c = (t[3] + c) >> 51
	c = (t[4] + c) >> 51
	t[0] += 19 * c
	t[1] += t[0] >> 51
	t[2] += t[1] >> 51
	t[3] += t[2] >> 51
	t[4] += t[3] >> 51
	l0, l1, l2, l3, l4 := t[0]&mask51, t[1]&mask51, t[2]&mask51, t[3]&mask51, t[4]&mask51
	le := binary.LittleEndian
	le.PutUint64(b[:], l0|l1<<51)
	le.PutUint64(b[8:], l1>>13|l2<<38)
	le.PutUint64(b[16:], l2>>26|l3<<25)
	le.PutUint64(b[24:], l3>>39|l4<<12)
	return b
}

// pick sets z to a coordinate of the sum of those entries whose mask is all ones.
func (z *fe) pick(m multiples, coordinate int, masks *[maxMultiples]limb) {
	var z0, z1, z2, z3, z4 uint64
	for i := range m {
		a, mask := &m[i][coordinate], masks[i]
		z0 |= a[0] & mask
		z1 |= a[1] & mask
		z2 |= a[2] & mask
		z3 |= a[3] & mask
		z4 |= a[4] & mask
	}
	z[0], z[1], z[2], z[3], z[4] = z0, z1, z2, z3, z4
}
