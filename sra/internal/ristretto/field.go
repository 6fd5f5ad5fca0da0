package ristretto

import "encoding/binary"

// The field is that of the integers mod p = 2²⁵⁵ − 19. A number is in limbs: five of 51
// bits where the product of two 64-bit numbers is one instruction (field51.go), ten of 26
// and 25 bits elsewhere (field25.go). Sums and differences aren't carried, so bounds of
// limbs are part of what a function promises. They are multiples of these, for five limbs
// and for ten, of which those with odd numbers have half of what is given:
//
//   - Reduced: below 2⁵¹ + 2¹⁸; below 2²⁶ + 2¹³. What mul, square, carry and setWords
//     return.
//   - Loose: below 2⁵⁴; below 1.65·2²⁷. What mul and square take.
//
// A sum of two reduced numbers is loose, and so is their difference, which has 2p more:
// limbs of 2⁵² − 2; 2²⁷ − 2.
//
// All functions take the same time for all numbers, and results may replace operands.

var (
	feZero = fe{}
	feOne  = fe{1}
)

// words are a number of 256 bits, little-endian.
type words [4]uint64

// setBytes sets z to the little-endian number b, without its highest bit, reduced.
func (z *fe) setBytes(b *[32]byte) {
	le := binary.LittleEndian
	z.setWords(&words{le.Uint64(b[:]), le.Uint64(b[8:]), le.Uint64(b[16:]), le.Uint64(b[24:])})
}

// bytes returns a, of limbs of any size, as a little-endian number below p.
func (a *fe) bytes() (b [32]byte) {
	a.words().put(b[:])
	return b
}

// put writes w to b.
func (w words) put(b []byte) {
	for i := range w {
		binary.LittleEndian.PutUint64(b[8*i:], w[i])
	}
}

// isZero returns 1 if a, of limbs of any size, is 0 mod p, and 0 otherwise.
func (a *fe) isZero() int {
	w := a.words()
	return isZero(w[0] | w[1] | w[2] | w[3])
}

// equal returns 1 if a and b, of limbs of any size, are the same mod p, and 0 otherwise.
func (a *fe) equal(b *fe) int {
	v, w := a.words(), b.words()
	return v.equal(&w)
}

// equal returns 1 if v and w are the same, and 0 otherwise.
func (v *words) equal(w *words) int {
	return isZero((v[0] ^ w[0]) | (v[1] ^ w[1]) | (v[2] ^ w[2]) | (v[3] ^ w[3]))
}

// isZero returns 1 if n is 0, and 0 otherwise.
func isZero(n uint64) int { return int(1 ^ (n|-n)>>63) }

// isNegative returns 1 if a, of limbs of any size, is negative, which is to say odd, and 0
// otherwise.
func (a *fe) isNegative() int {
	w := a.words()
	return int(w[0] & 1)
}

// negate sets z to −a, loose, for reduced a.
func (z *fe) negate(a *fe) { z.sub(&feZero, a) }

// negateIf sets z to −a if condition is 1, and to a if it is 0, loose, for reduced a.
func (z *fe) negateIf(a *fe, condition int) {
	var minus fe
	minus.negate(a)
	z.choose(&minus, a, condition)
}

// abs sets z to the one of a and −a that isn't negative, reduced, for reduced a.
func (z *fe) abs(a *fe) {
	z.negateIf(a, a.isNegative())
	z.carry()
}

// power250 returns a^(2²⁵⁰ − 1) and a¹¹, for loose a.
func (a *fe) power250() (x250, x11 fe) {
	var t, x5, x10, x20, x50, x100 fe
	t.square(a)            // 2
	x11.squareTimes(&t, 2) // 8
	x11.mul(&x11, a)       // 9
	t.mul(&x11, &t)        // 11
	x5.square(&t)          // 22
	x5.mul(&x5, &x11)      // 31 = 2⁵ − 1
	x11 = t
	x10.squareTimes(&x5, 5)
	x10.mul(&x10, &x5)
	x20.squareTimes(&x10, 10)
	x20.mul(&x20, &x10)
	t.squareTimes(&x20, 20)
	t.mul(&t, &x20) // 40
	x50.squareTimes(&t, 10)
	x50.mul(&x50, &x10)
	x100.squareTimes(&x50, 50)
	x100.mul(&x100, &x50)
	t.squareTimes(&x100, 100)
	t.mul(&t, &x100) // 200
	x250.squareTimes(&t, 50)
	x250.mul(&x250, &x50)
	return x250, x11
}

// invert sets z to 1/a, for loose a, or to 0 if a is 0: it is a^(p − 2), p − 2 being
// 2²⁵⁵ − 21.
func (z *fe) invert(a *fe) {
	x, x11 := a.power250()
	x.squareTimes(&x, 5)
	z.mul(&x, &x11)
}

// power252 sets z to a^((p − 5)/8), for loose a. The exponent is 2²⁵² − 3.
func (z *fe) power252(a *fe) {
	x, _ := a.power250()
	x.squareTimes(&x, 2)
	z.mul(&x, a)
}

// invertAll inverts the numbers of a, reduced, with one inversion for all of them.
// What is 0 stays 0. (Montgomery's trick.)
func invertAll(a []fe) {
	products := make([]fe, len(a))
	product := feOne
	var t fe
	for i := range a {
		products[i] = product
		t.mul(&product, &a[i])
		product.choose(&product, &t, a[i].isZero())
	}
	product.invert(&product)
	for i := len(a) - 1; i >= 0; i-- {
		zero := a[i].isZero()
		products[i].mul(&products[i], &product)
		t.mul(&product, &a[i])
		product.choose(&product, &t, zero)
		a[i].choose(&feZero, &products[i], zero)
	}
}

// sqrtRatio sets z to √(u/v), the root that isn't negative, and returns 1 if there is
// one. If not, z is √(i·u/v), with i = √−1, and 0 is returned. u and v are reduced. It
// is SQRT_RATIO_M1 of RFC 9496, section 4.2: √(0/v) is 0, with 1; √(u/0) is 0, with 0
// unless u is 0.
func (z *fe) sqrtRatio(u, v *fe) int {
	var v3, r, check, minusU, t fe
	v3.square(v)
	v3.mul(&v3, v)
	t.square(&v3)
	t.mul(&t, v)
	t.mul(&t, u) // u·v⁷
	t.power252(&t)
	r.mul(u, &v3)
	r.mul(&r, &t) // u·v³·(u·v⁷)^((p − 5)/8): v·r² is one of ±u and ±i·u

	check.square(&r)
	check.mul(&check, v)
	minusU.negate(u)
	correct := check.equal(u)
	flipped := check.equal(&minusU)
	t.mul(&minusU, &sqrtMinusOne)
	flippedI := check.equal(&t)
	t.mul(&r, &sqrtMinusOne)
	r.choose(&t, &r, flipped|flippedI)
	z.abs(&r)
	return correct | flipped
}
