package spec

import (
	"crypto/sha512"
	"math/big"

	"filippo.io/edwards25519"
	"filippo.io/edwards25519/field"
)

// ristretto255 of RFC 9496, in its names, on the points and the field of filippo.io/edwards25519.

func fe(x *big.Int) *field.Element {
	return must(new(field.Element).SetBytes([]byte(little(x, 32))))
}

var (
	feZero, feOne  = new(field.Element), fe(one)
	curveD         = fe(bigInt("37095705934669439343138083508754565189542113879843219016388785533085940283555"))
	sqrtM1         = fe(bigInt("19681161376707505956807079304988542015446066515923890162744021073123829784752"))
	sqrtADMinusOne = fe(bigInt("25063068953384623474111414158702152701244531502492656460079210482610430750235"))
	invSqrtAMinusD = fe(bigInt("54469307008909316920995813868745141605393597292927456921205312896311721017578"))
	oneMinusDSq    = fe(bigInt("1159843021668779879193775521855586647937357759715417654439879720876111806838"))
	dMinusOneSq    = fe(bigInt("40440834346308536858101042469323190826248399146238708352240133220865137265952"))
)

func fAdd(a, b *field.Element) *field.Element { return new(field.Element).Add(a, b) }
func fSub(a, b *field.Element) *field.Element { return new(field.Element).Subtract(a, b) }
func fNeg(a *field.Element) *field.Element    { return new(field.Element).Negate(a) }
func fAbs(a *field.Element) *field.Element    { return new(field.Element).Absolute(a) }

func fMul(a *field.Element, more ...*field.Element) *field.Element {
	x := new(field.Element).Set(a)
	for _, b := range more {
		x.Multiply(x, b)
	}
	return x
}

// sqrtRatio is SQRT_RATIO_M1 of section 4.2.
func sqrtRatio(u, v *field.Element) (wasSquare bool, r *field.Element) {
	r, square := new(field.Element).SqrtRatio(u, v)
	return square == 1, r
}

// decode is that of section 4.3.1.
func decode(element string) (p point, ok bool) {
	x := fromLittle(element)
	if broken == "element-top-bit" {
		x.SetBit(x, 255, 0)
	}
	if !rule("element-reduced", x.Cmp(fieldPrime) < 0) || !rule("element-sign", x.Bit(0) == 0 || x.Cmp(fieldPrime) >= 0) {
		return nil, false
	}
	s := fe(x.Mod(x, fieldPrime))
	ss := fMul(s, s)
	u1, u2 := fSub(feOne, ss), fAdd(feOne, ss)
	v := fSub(fNeg(fMul(curveD, u1, u1)), fMul(u2, u2))
	wasSquare, invsqrt := sqrtRatio(feOne, fMul(v, u2, u2))
	denX := fMul(invsqrt, u2)
	denY := fMul(invsqrt, denX, v)
	X := fAbs(fMul(fAdd(s, s), denX))
	Y := fMul(u1, denY)
	T := fMul(X, Y)
	if !wasSquare || !rule("element-product", T.IsNegative() == 0) || !rule("element-y", Y.Equal(feZero) == 0) {
		return nil, false
	}
	return must(new(edwards25519.Point).SetExtendedCoordinates(X, Y, feOne, T)), true
}

// encode is that of section 4.3.2.
func encode(p point) string {
	x, y, z, t := p.ExtendedCoordinates()
	u1, u2 := fMul(fAdd(z, y), fSub(z, y)), fMul(x, y)
	_, invsqrt := sqrtRatio(feOne, fMul(u1, u2, u2))
	den1, den2 := fMul(invsqrt, u1), fMul(invsqrt, u2)
	zInv := fMul(den1, den2, t)
	denInv := den2
	if fMul(t, zInv).IsNegative() == 1 {
		x, y, denInv = fMul(y, sqrtM1), fMul(x, sqrtM1), fMul(den1, invSqrtAMinusD)
	}
	if fMul(x, zInv).IsNegative() == 1 {
		y = fNeg(y)
	}
	return string(fAbs(fMul(denInv, fSub(z, y))).Bytes())
}

// mapToPoint is MAP of section 4.3.4, for 32 bytes.
func mapToPoint(b string) point {
	t := must(new(field.Element).SetBytes([]byte(b))) // without the highest bit
	r := fMul(sqrtM1, t, t)
	u := fMul(fAdd(r, feOne), oneMinusDSq)
	c := fNeg(feOne)
	v := fMul(fSub(c, fMul(r, curveD)), fAdd(r, curveD))
	wasSquare, s := sqrtRatio(u, v)
	if !wasSquare {
		s, c = fNeg(fAbs(fMul(s, t))), r
	}
	n := fSub(fMul(c, fSub(r, feOne), dMinusOneSq), v)
	w0, w1 := fMul(fAdd(s, s), v), fMul(n, sqrtADMinusOne)
	w2, w3 := fSub(feOne, fMul(s, s)), fAdd(feOne, fMul(s, s))
	return must(new(edwards25519.Point).SetExtendedCoordinates(fMul(w0, w3), fMul(w2, w1), fMul(w1, w3), fMul(w0, w2)))
}

// hashToCurve is hash_to_ristretto255 of RFC 9380, appendix B.
func hashToCurve(message, dst string) (uniform, element string) {
	uniform = expand(sha512.New(), message, dst, 64)
	return uniform, encode(add(mapToPoint(uniform[:32]), mapToPoint(uniform[32:])))
}

var decoded = map[string]point{} // what decode returned

func curveProduct(bases []string, exponents []*big.Int) string {
	var points []point
	var scalars []scalar
	for i, base := range bases {
		p := decoded[base]
		if p == nil {
			p, _ = decode(base)
			decoded[base] = p
		}
		points, scalars = append(points, p), append(scalars, scalarOf(exponents[i]))
	}
	return encode(new(edwards25519.Point).VarTimeMultiScalarMult(scalars, points))
}
