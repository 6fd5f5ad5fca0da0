package main

import (
	"crypto/sha512"
	"log"
	"math/big"
	"slices"
)

// ristretto255 of RFC 9496, in math/big and in its names, without a care for speed or
// secrets. An element is kept as the number that its encoding is if it is read big-endian,
// so that it is a *big.Int as in the groups of integers.

func decimal(digits string) *big.Int {
	n, ok := new(big.Int).SetString(digits, 10)
	if !ok {
		log.Fatalf("%q is no number", digits)
	}
	return n
}

var (
	fProduct       = new(big.Int) // this and the next are kept to save allocations
	fQuotient      = new(big.Int)
	fieldP         = new(big.Int).Sub(pow2(255), big.NewInt(19))
	curveD         = decimal("37095705934669439343138083508754565189542113879843219016388785533085940283555")
	twiceD         = fAdd(curveD, curveD)
	sqrtM1         = decimal("19681161376707505956807079304988542015446066515923890162744021073123829784752")
	sqrtADMinusOne = decimal("25063068953384623474111414158702152701244531502492656460079210482610430750235")
	invSqrtAMinusD = decimal("54469307008909316920995813868745141605393597292927456921205312896311721017578")
	oneMinusDSq    = decimal("1159843021668779879193775521855586647937357759715417654439879720876111806838")
	dMinusOneSq    = decimal("40440834346308536858101042469323190826248399146238708352240133220865137265952")

	ristretto255 = group{name: "ristretto255", curve: true, q: new(big.Int).Add(pow2(252), decimal("27742317777372353535851937790883648493"))}
)

// fAdd, fSub and fMul are of numbers 0 … fieldP−1.
func fAdd(a, b *big.Int) *big.Int {
	x := new(big.Int).Add(a, b)
	if x.Cmp(fieldP) >= 0 {
		x.Sub(x, fieldP)
	}
	return x
}
func fSub(a, b *big.Int) *big.Int {
	x := new(big.Int).Sub(a, b)
	if x.Sign() < 0 {
		x.Add(x, fieldP)
	}
	return x
}
func fMul(a ...*big.Int) *big.Int {
	x := new(big.Int).Set(a[0])
	for _, b := range a[1:] {
		fProduct.Mul(x, b)
		fQuotient.QuoRem(fProduct, fieldP, x)
	}
	return x
}
func fNeg(a *big.Int) *big.Int   { return fSub(new(big.Int), a) }
func isNegative(a *big.Int) bool { return a.Bit(0) == 1 }
func fEqual(a, b *big.Int) bool  { return fSub(a, b).Sign() == 0 }
func little(b []byte) *big.Int {
	b = slices.Clone(b)
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}
func fInverse(a *big.Int) *big.Int { return new(big.Int).ModInverse(a, fieldP) }

func ctAbs(a *big.Int) *big.Int {
	if isNegative(a) {
		return fNeg(a)
	}
	return a
}

// sqrtRatio is SQRT_RATIO_M1 of section 4.2.
func sqrtRatio(u, v *big.Int) (wasSquare bool, r *big.Int) {
	v3 := fMul(v, v, v)
	exponent := new(big.Int).Sub(fieldP, big.NewInt(5))
	r = fMul(u, v3, new(big.Int).Exp(fMul(u, v3, v3, v), exponent.Rsh(exponent, 3), fieldP))
	check := fMul(v, r, r)
	correct, flipped, flippedI := fEqual(check, u), fEqual(check, fNeg(u)), fEqual(check, fNeg(fMul(u, sqrtM1)))
	if flipped || flippedI {
		r = fMul(r, sqrtM1)
	}
	return correct || flipped, ctAbs(r)
}

// A point has x = X/Z, y = Y/Z and T = XY/Z.
type point struct{ x, y, z, t *big.Int }

func (p point) add(q point) point {
	a, b := fMul(fSub(p.y, p.x), fSub(q.y, q.x)), fMul(fAdd(p.y, p.x), fAdd(q.y, q.x))
	c, d := fMul(p.t, q.t, twiceD), fMul(fAdd(p.z, p.z), q.z)
	e, f, g, h := fSub(b, a), fSub(d, c), fAdd(d, c), fAdd(b, a)
	return point{fMul(e, f), fMul(g, h), fMul(f, g), fMul(e, h)}
}

func identity() point { return point{new(big.Int), big.NewInt(1), big.NewInt(1), new(big.Int)} }

// multiples are 0, 1, …, 15 times p.
func (p point) multiples() (out [16]point) {
	out[0] = identity()
	for i := range 15 {
		out[i+1] = out[i].add(p)
	}
	return out
}

// decode is that of section 4.3.1.
func decode(element *big.Int) (point, bool) {
	s := little(element.FillBytes(make([]byte, 32)))
	if s.Cmp(fieldP) >= 0 || isNegative(s) {
		return point{}, false
	}
	ss := fMul(s, s)
	u1, u2 := fSub(one, ss), fAdd(one, ss)
	v := fSub(fNeg(fMul(curveD, u1, u1)), fMul(u2, u2))
	wasSquare, invsqrt := sqrtRatio(one, fMul(v, u2, u2))
	denX := fMul(invsqrt, u2)
	denY := fMul(invsqrt, denX, v)
	x := ctAbs(fMul(big.NewInt(2), s, denX))
	y := fMul(u1, denY)
	t := fMul(x, y)
	return point{x, y, one, t}, wasSquare && !isNegative(t) && y.Sign() != 0
}

// encode is that of section 4.3.2.
func encode(p point) *big.Int {
	u1, u2 := fMul(fAdd(p.z, p.y), fSub(p.z, p.y)), fMul(p.x, p.y)
	_, invsqrt := sqrtRatio(one, fMul(u1, u2, u2))
	den1, den2 := fMul(invsqrt, u1), fMul(invsqrt, u2)
	zInv := fMul(den1, den2, p.t)
	x, y, denInv := p.x, p.y, den2
	if isNegative(fMul(p.t, zInv)) {
		x, y, denInv = fMul(p.y, sqrtM1), fMul(p.x, sqrtM1), fMul(den1, invSqrtAMinusD)
	}
	if isNegative(fMul(x, zInv)) {
		y = fNeg(y)
	}
	b := ctAbs(fMul(denInv, fSub(p.z, y))).FillBytes(make([]byte, 32))
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

// mapToPoint is MAP of section 4.3.4, for 32 bytes.
func mapToPoint(b []byte) point {
	t := little(b)
	t.SetBit(t, 255, 0).Mod(t, fieldP)
	r := fMul(sqrtM1, t, t)
	u := fMul(fAdd(r, one), oneMinusDSq)
	v := fMul(fSub(fNeg(one), fMul(r, curveD)), fAdd(r, curveD))
	wasSquare, s := sqrtRatio(u, v)
	c := fNeg(one)
	if !wasSquare {
		s, c = fNeg(ctAbs(fMul(s, t))), r
	}
	n := fSub(fMul(c, fSub(r, one), dMinusOneSq), v)
	w0, w1 := fMul(big.NewInt(2), s, v), fMul(n, sqrtADMinusOne)
	w2, w3 := fSub(one, fMul(s, s)), fAdd(one, fMul(s, s))
	return point{fMul(w0, w3), fMul(w2, w1), fMul(w1, w3), fMul(w0, w2)}
}

// hashToCurve is hash_to_ristretto255 of RFC 9380, appendix B.
func hashToCurve(message []byte, dst string) (uniform []byte, element *big.Int) {
	uniform = expandWith(sha512.New(), message, dst, 64)
	return uniform, encode(mapToPoint(uniform[:32]).add(mapToPoint(uniform[32:])))
}

// curveGenerator is the base point of RFC 8032: y = 4/5, and x is not negative.
func curveGenerator() *big.Int {
	y := fMul(big.NewInt(4), fInverse(big.NewInt(5)))
	_, x := sqrtRatio(fSub(fMul(y, y), one), fAdd(one, fMul(curveD, y, y)))
	return encode(point{x, y, one, fMul(x, y)})
}

// combs are, of each generator, the multiples of 1, 16, 256, … times it.
var combs = map[string][][16]point{}

func addComb(generator *big.Int) {
	p, _ := decode(generator)
	var comb [][16]point
	for range 64 {
		m := p.multiples()
		comb, p = append(comb, m), m[15].add(p)
	}
	combs[generator.String()] = comb
}

// curveProduct reads exponents four bits at a time: those of generators first, and then
// all others at once.
func curveProduct(bases, exponents []*big.Int, q *big.Int) *big.Int {
	out, fixed := identity(), identity()
	digit := func(e *big.Int, i int) uint {
		return e.Bit(4*i) | e.Bit(4*i+1)<<1 | e.Bit(4*i+2)<<2 | e.Bit(4*i+3)<<3
	}
	var tables [][16]point
	var others []*big.Int
	digits := 0
	for i, base := range bases {
		e := new(big.Int).Mod(exponents[i], q)
		if comb, ok := combs[base.String()]; ok {
			for at := range comb {
				fixed = fixed.add(comb[at][digit(e, at)])
			}
			continue
		}
		p, ok := decode(base)
		if !ok {
			log.Fatalf("%x isn't an element", base)
		}
		tables, others = append(tables, p.multiples()), append(others, e)
		digits = max(digits, (e.BitLen()+3)/4)
	}
	for at := digits - 1; at >= 0; at-- {
		for range 4 {
			out = out.add(out)
		}
		for i, e := range others {
			out = out.add(tables[i][digit(e, at)])
		}
	}
	return encode(out.add(fixed))
}
