//go:build 386 || arm || mips || mipsle || wasm

package ristretto

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

// mulGeneric sets z to a·b, reduced, for loose a and b. a may have limbs up to 2²⁸ + 2¹⁶.
//
// A product of two limbs of odd numbers counts twice. Products from 2²⁵⁵ on count 19
// times; so each r below is less than 124.5·2²⁸·1.65·2²⁷ < 2⁶³, and r9, of which nothing
// counts so, less than 2⁶⁰.
func (z *fe) mulGeneric(a, b *fe) {
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

// squareTimesGeneric sets z to a^(2ⁿ), reduced, for loose a and n ≥ 1. Its bounds are
// those of mulGeneric.
func (z *fe) squareTimesGeneric(a *fe, n int) {
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

// choose sets z to a if condition is 1, and to b if it is 0.
func (z *fe) choose(a, b *fe, condition int) {
	m := -limb(condition)
	z[0] = b[0] ^ m&(a[0]^b[0])
	z[1] = b[1] ^ m&(a[1]^b[1])
	z[2] = b[2] ^ m&(a[2]^b[2])
	z[3] = b[3] ^ m&(a[3]^b[3])
	z[4] = b[4] ^ m&(a[4]^b[4])
	z[5] = b[5] ^ m&(a[5]^b[5])
	z[6] = b[6] ^ m&(a[6]^b[6])
	z[7] = b[7] ^ m&(a[7]^b[7])
	z[8] = b[8] ^ m&(a[8]^b[8])
	z[9] = b[9] ^ m&(a[9]^b[9])
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

// setWords sets z to the number w, little-endian, without its highest bit, reduced.
func (z *fe) setWords(w *words) {
	w0, w1, w2, w3 := w[0], w[1], w[2], w[3]
	z[0] = limb(w0 & mask26)
	z[1] = limb(w0 >> 26 & mask25)
	z[2] = limb((w0>>51 | w1<<13) & mask26)
	z[3] = limb(w1 >> 13 & mask25)
	z[4] = limb(w1 >> 38)
	z[5] = limb(w2 & mask25)
	z[6] = limb(w2 >> 25 & mask26)
	z[7] = limb((w2>>51 | w3<<13) & mask25)
	z[8] = limb(w3 >> 12 & mask26)
	z[9] = limb(w3 >> 38 & mask25)
}

// words returns a, of limbs of any size, as a number below p.
func (a *fe) words() words {
	t := *a
	t.carry()
	// The value is below 2p; it is at least p if 19 more give 2²⁵⁵ or more.
	c := (t[0] + 19) >> 26
	c = (t[1] + c) >> 25
	c = (t[2] + c) >> 26
	c = (t[3] + c) >> 25
	c = (t[4] + c) >> 26
	c = (t[5] + c) >> 25
	c = (t[6] + c) >> 26
	c = (t[7] + c) >> 25
	c = (t[8] + c) >> 26
	c = (t[9] + c) >> 25
	l0 := t[0] + 19*c
	l1 := t[1] + l0>>26
	l2 := t[2] + l1>>25
	l3 := t[3] + l2>>26
	l4 := t[4] + l3>>25
	l5 := t[5] + l4>>26
	l6 := t[6] + l5>>25
	l7 := t[7] + l6>>26
	l8 := t[8] + l7>>25
	l9 := t[9] + l8>>26
	w0, w1 := uint64(l0&mask26), uint64(l1&mask25)
	w2, w3, w4 := uint64(l2&mask26), uint64(l3&mask25), uint64(l4&mask26)
	w5, w6 := uint64(l5&mask25), uint64(l6&mask26)
	w7, w8, w9 := uint64(l7&mask25), uint64(l8&mask26), uint64(l9&mask25)
	return words{w0 | w1<<26 | w2<<51, w2>>13 | w3<<13 | w4<<38, w5 | w6<<25 | w7<<51, w7>>13 | w8<<12 | w9<<38}
}
