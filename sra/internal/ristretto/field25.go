//go:build 386 || arm || mips || mipsle || wasm

package ristretto

import "encoding/binary"

// A fe is the sum of its limbs z_i·2^⌈25.5·i⌉. See field.go.
type fe [10]limb

type limb = uint32

const (
	mask25 = 1<<25 - 1
	mask26 = 1<<26 - 1
)

// add sets z to a + b, without a carry.
func (z *fe) add(a, b *fe) {
	z[0] = a[0] + b[0]
	z[1] = a[1] + b[1]
	z[2] = a[2] + b[2]
	z[3] = a[3] + b[3]
	z[4] = a[4] + b[4]
	z[5] = a[5] + b[5]
	z[6] = a[6] + b[6]
	z[7] = a[7] + b[7]
	z[8] = a[8] + b[8]
	z[9] = a[9] + b[9]
}

// sub sets z to a − b + 2p, without a carry. b is reduced.
func (z *fe) sub(a, b *fe) {
	z[0] = a[0] + (1<<27 - 38) - b[0]
	z[1] = a[1] + (1<<26 - 2) - b[1]
	z[2] = a[2] + (1<<27 - 2) - b[2]
	z[3] = a[3] + (1<<26 - 2) - b[3]
	z[4] = a[4] + (1<<27 - 2) - b[4]
	z[5] = a[5] + (1<<26 - 2) - b[5]
	z[6] = a[6] + (1<<27 - 2) - b[6]
	z[7] = a[7] + (1<<26 - 2) - b[7]
	z[8] = a[8] + (1<<27 - 2) - b[8]
	z[9] = a[9] + (1<<26 - 2) - b[9]
}

// subLoose sets z to a − b + 4p, reduced. a and b are sums or differences of two
// reduced numbers.
func (z *fe) subLoose(a, b *fe) {
	z[0] = a[0] + (1<<28 - 76) - b[0]
	z[1] = a[1] + (1<<27 - 4) - b[1]
	z[2] = a[2] + (1<<28 - 4) - b[2]
	z[3] = a[3] + (1<<27 - 4) - b[3]
	z[4] = a[4] + (1<<28 - 4) - b[4]
	z[5] = a[5] + (1<<27 - 4) - b[5]
	z[6] = a[6] + (1<<28 - 4) - b[6]
	z[7] = a[7] + (1<<27 - 4) - b[7]
	z[8] = a[8] + (1<<28 - 4) - b[8]
	z[9] = a[9] + (1<<27 - 4) - b[9]
	z.carry()
}

// mul sets z to a·b, reduced, for loose a and b. a may have limbs up to 2²⁸ + 2¹⁶.
//
// A product of two limbs of odd numbers counts twice. Products from 2²⁵⁵ on count 19
// times; so each r below is less than 124.5·2²⁸·1.65·2²⁷ < 2⁶³, and r9, of which nothing
// counts so, less than 2⁶⁰.
func (z *fe) mul(a, b *fe) {
	a0, a2, a4, a6, a8 := uint64(a[0]), uint64(a[2]), uint64(a[4]), uint64(a[6]), uint64(a[8])
	a1, a3, a5, a7, a9 := uint64(a[1]), uint64(a[3]), uint64(a[5]), uint64(a[7]), uint64(a[9])
	d1, d3, d5, d7, d9 := uint64(2*a[1]), uint64(2*a[3]), uint64(2*a[5]), uint64(2*a[7]), uint64(2*a[9])
	b0, b1, b2, b3, b4 := uint64(b[0]), uint64(b[1]), uint64(b[2]), uint64(b[3]), uint64(b[4])
	b5, b6, b7, b8, b9 := uint64(b[5]), uint64(b[6]), uint64(b[7]), uint64(b[8]), uint64(b[9])
	c1, c2, c3, c4, c5 := uint64(19*b[1]), uint64(19*b[2]), uint64(19*b[3]), uint64(19*b[4]), uint64(19*b[5])
	c6, c7, c8, c9 := uint64(19*b[6]), uint64(19*b[7]), uint64(19*b[8]), uint64(19*b[9])
	r0 := a0*b0 + d1*c9 + a2*c8 + d3*c7 + a4*c6 +
		d5*c5 + a6*c4 + d7*c3 + a8*c2 + d9*c1
	r1 := a0*b1 + a1*b0 + a2*c9 + a3*c8 + a4*c7 +
		a5*c6 + a6*c5 + a7*c4 + a8*c3 + a9*c2
	r2 := a0*b2 + d1*b1 + a2*b0 + d3*c9 + a4*c8 +
		d5*c7 + a6*c6 + d7*c5 + a8*c4 + d9*c3
	r3 := a0*b3 + a1*b2 + a2*b1 + a3*b0 + a4*c9 +
		a5*c8 + a6*c7 + a7*c6 + a8*c5 + a9*c4
	r4 := a0*b4 + d1*b3 + a2*b2 + d3*b1 + a4*b0 +
		d5*c9 + a6*c8 + d7*c7 + a8*c6 + d9*c5
	r5 := a0*b5 + a1*b4 + a2*b3 + a3*b2 + a4*b1 +
		a5*b0 + a6*c9 + a7*c8 + a8*c7 + a9*c6
	r6 := a0*b6 + d1*b5 + a2*b4 + d3*b3 + a4*b2 +
		d5*b1 + a6*b0 + d7*c9 + a8*c8 + d9*c7
	r7 := a0*b7 + a1*b6 + a2*b5 + a3*b4 + a4*b3 +
		a5*b2 + a6*b1 + a7*b0 + a8*c9 + a9*c8
	r8 := a0*b8 + d1*b7 + a2*b6 + d3*b5 + a4*b4 +
		d5*b3 + a6*b2 + d7*b1 + a8*b0 + d9*c9
	r9 := a0*b9 + a1*b8 + a2*b7 + a3*b6 + a4*b5 +
		a5*b4 + a6*b3 + a7*b2 + a8*b1 + a9*b0
	r1 += r0 >> 26
	r6 += r5 >> 25
	r2 += r1 >> 25
	r7 += r6 >> 26
	r3 += r2 >> 26
	r8 += r7 >> 25
	r4 += r3 >> 25
	r9 += r8 >> 26
	r5 = r5&mask25 + r4>>26
	r0 = r0&mask26 + 19*(r9>>25)
	z[0] = limb(r0 & mask26)
	z[1] = limb(r1&mask25 + r0>>26)
	z[2] = limb(r2 & mask26)
	z[3] = limb(r3 & mask25)
	z[4] = limb(r4 & mask26)
	z[5] = limb(r5 & mask25)
	z[6] = limb(r6&mask26 + r5>>25)
	z[7] = limb(r7 & mask25)
	z[8] = limb(r8 & mask26)
	z[9] = limb(r9 & mask25)
}

// square sets z to a², reduced, for loose a.
func (z *fe) square(a *fe) { z.squareTimes(a, 1) }

// squareTimes sets z to a^(2ⁿ), reduced, for loose a and n ≥ 1. Its bounds are those of
// mul.
func (z *fe) squareTimes(a *fe, n int) {
	t := *a
	for range n {
		a0, a1, a2, a3, a4 := uint64(t[0]), uint64(t[1]), uint64(t[2]), uint64(t[3]), uint64(t[4])
		a5, a6, a7, a8, a9 := uint64(t[5]), uint64(t[6]), uint64(t[7]), uint64(t[8]), uint64(t[9])
		d0, d1, d2, d3 := uint64(2*t[0]), uint64(2*t[1]), uint64(2*t[2]), uint64(2*t[3])
		d4, d5, d6, d7 := uint64(2*t[4]), uint64(2*t[5]), uint64(2*t[6]), uint64(2*t[7])
		c6, c8, e5, e7, e9 := uint64(19*t[6]), uint64(19*t[8]), uint64(38*t[5]), uint64(38*t[7]), uint64(38*t[9])
		r0 := a0*a0 + d1*e9 + d2*c8 + d3*e7 + d4*c6 + a5*e5
		r1 := d0*a1 + a2*e9 + d3*c8 + a4*e7 + d5*c6
		r2 := d0*a2 + d1*a1 + d3*e9 + d4*c8 + d5*e7 + a6*c6
		r3 := d0*a3 + d1*a2 + a4*e9 + d5*c8 + a6*e7
		r4 := d0*a4 + d1*d3 + a2*a2 + d5*e9 + d6*c8 + a7*e7
		r5 := d0*a5 + d1*a4 + d2*a3 + a6*e9 + d7*c8
		r6 := d0*a6 + d1*d5 + d2*a4 + d3*a3 + d7*e9 + a8*c8
		r7 := d0*a7 + d1*a6 + d2*a5 + d3*a4 + a8*e9
		r8 := d0*a8 + d1*d7 + d2*a6 + d3*d5 + a4*a4 + a9*e9
		r9 := d0*a9 + d1*a8 + d2*a7 + d3*a6 + d4*a5
		r1 += r0 >> 26
		r6 += r5 >> 25
		r2 += r1 >> 25
		r7 += r6 >> 26
		r3 += r2 >> 26
		r8 += r7 >> 25
		r4 += r3 >> 25
		r9 += r8 >> 26
		r5 = r5&mask25 + r4>>26
		r0 = r0&mask26 + 19*(r9>>25)
		t[0] = limb(r0 & mask26)
		t[1] = limb(r1&mask25 + r0>>26)
		t[2] = limb(r2 & mask26)
		t[3] = limb(r3 & mask25)
		t[4] = limb(r4 & mask26)
		t[5] = limb(r5 & mask25)
		t[6] = limb(r6&mask26 + r5>>25)
		t[7] = limb(r7 & mask25)
		t[8] = limb(r8 & mask26)
		t[9] = limb(r9 & mask25)
	}
	*z = t
}

// carry reduces z, of limbs of any size.
func (z *fe) carry() {
	l0, l1, l2, l3, l4, l5, l6, l7, l8, l9 := z[0], z[1], z[2], z[3], z[4], z[5], z[6], z[7], z[8], z[9]
	z[0] = l0&mask26 + 19*(l9>>25)
	z[1] = l1&mask25 + l0>>26
	z[2] = l2&mask26 + l1>>25
	z[3] = l3&mask25 + l2>>26
	z[4] = l4&mask26 + l3>>25
	z[5] = l5&mask25 + l4>>26
	z[6] = l6&mask26 + l5>>25
	z[7] = l7&mask25 + l6>>26
	z[8] = l8&mask26 + l7>>25
	z[9] = l9&mask25 + l8>>26
}

// setBytes sets z to the little-endian number b, without its highest bit, reduced.
func (z *fe) setBytes(b *[32]byte) {
	le := binary.LittleEndian
	z[0] = le.Uint32(b[0:]) & mask26
	z[1] = le.Uint32(b[3:]) >> 2 & mask25
	z[2] = le.Uint32(b[6:]) >> 3 & mask26
	z[3] = le.Uint32(b[9:]) >> 5 & mask25
	z[4] = le.Uint32(b[12:]) >> 6 & mask26
	z[5] = le.Uint32(b[16:]) & mask25
	z[6] = le.Uint32(b[19:]) >> 1 & mask26
	z[7] = le.Uint32(b[22:]) >> 3 & mask25
	z[8] = le.Uint32(b[25:]) >> 4 & mask26
	z[9] = le.Uint32(b[28:]) >> 6 & mask25
}

// bytes returns a, of limbs of any size, as a little-endian number below p.
func (a *fe) bytes() (b [32]byte) {
	t := *a
	t.carry()
	// The value is below 2p; it is at least p if 19 more give 2²⁵⁵ or more.
	c := (t[0] + 19) >> 26
	for i := 1; i < 10; i += 2 {
		c = (t[i] + c) >> 25
		if i < 9 {
			c = (t[i+1] + c) >> 26
		}
	}
	t[0] += 19 * c
	for i := 0; i < 8; i += 2 {
		t[i+1] += t[i] >> 26
		t[i] &= mask26
		t[i+2] += t[i+1] >> 25
		t[i+1] &= mask25
	}
	t[9] += t[8] >> 26
	t[8] &= mask26
	t[9] &= mask25
	le := binary.LittleEndian
	le.PutUint32(b[0:], t[0]|t[1]<<26)
	le.PutUint32(b[4:], t[1]>>6|t[2]<<19)
	le.PutUint32(b[8:], t[2]>>13|t[3]<<13)
	le.PutUint32(b[12:], t[3]>>19|t[4]<<6)
	le.PutUint32(b[16:], t[5]|t[6]<<25)
	le.PutUint32(b[20:], t[6]>>7|t[7]<<19)
	le.PutUint32(b[24:], t[7]>>13|t[8]<<12)
	le.PutUint32(b[28:], t[8]>>20|t[9]<<6)
	return b
}

// pick sets z to a coordinate of the sum of those entries whose mask is all ones.
func (z *fe) pick(m multiples, coordinate int, masks *[maxMultiples]limb) {
	var z0, z1, z2, z3, z4, z5, z6, z7, z8, z9 uint32
	for i := range m {
		a, mask := &m[i][coordinate], masks[i]
		z0 |= a[0] & mask
		z1 |= a[1] & mask
		z2 |= a[2] & mask
		z3 |= a[3] & mask
		z4 |= a[4] & mask
		z5 |= a[5] & mask
		z6 |= a[6] & mask
		z7 |= a[7] & mask
		z8 |= a[8] & mask
		z9 |= a[9] & mask
	}
	*z = fe{z0, z1, z2, z3, z4, z5, z6, z7, z8, z9}
}
