package sra_test

import (
	"fmt"
	"math/big"
	"slices"

	"filippo.io/edwards25519"
	"filippo.io/edwards25519/field"
)

// Elements of ristretto255 as points of edwards25519, by the formulas of RFC 9496 and in its
// names, with the constants computed by what they are.
var (
	fOne           = new(field.Element).One()
	curveD         = fMul(fNeg(fSmall(121665)), new(field.Element).Invert(fSmall(121666)))
	sqrtMinusOne   = fSqrtRatio(fNeg(fOne), fOne)
	invSqrtAMinusD = fSqrtRatio(fOne, fSub(fNeg(fOne), curveD))
)

func fSmall(n uint32) *field.Element       { return new(field.Element).Mult32(fOne, n) }
func fNeg(a *field.Element) *field.Element { return new(field.Element).Negate(a) }
func fAbs(a *field.Element) *field.Element { return new(field.Element).Absolute(a) }

func fAdd(a, b *field.Element) *field.Element {
	return new(field.Element).Add(a, b)
}

func fSub(a, b *field.Element) *field.Element {
	return new(field.Element).Subtract(a, b)
}

func fMul(a ...*field.Element) *field.Element {
	z := new(field.Element).One()
	for _, x := range a {
		z.Multiply(z, x)
	}
	return z
}

func fSqrtRatio(u, v *field.Element) *field.Element {
	r, _ := new(field.Element).SqrtRatio(u, v)
	return r
}

// decodePoint is the decoding of section 4.3.1, of what is known to be an element.
func decodePoint(x *big.Int) *edwards25519.Point {
	s, err := new(field.Element).SetBytes(x.FillBytes(make([]byte, 32)))
	if err != nil {
		panic(err)
	}
	ss := fMul(s, s)
	u1, u2 := fSub(fOne, ss), fAdd(fOne, ss)
	v := fSub(fNeg(fMul(curveD, u1, u1)), fMul(u2, u2))
	invSqrt := fSqrtRatio(fOne, fMul(v, u2, u2))
	denX := fMul(invSqrt, u2)
	px, py := fAbs(fMul(s, denX, fSmall(2))), fMul(u1, invSqrt, denX, v)
	p, err := new(edwards25519.Point).SetExtendedCoordinates(px, py, fOne, fMul(px, py))
	if err != nil {
		panic(fmt.Sprintf("%x is no element: %v", x, err))
	}
	return p
}

// encodePoint is the encoding of section 4.3.2.
func encodePoint(p *edwards25519.Point) *big.Int {
	x, y, z, t := p.ExtendedCoordinates()
	u1, u2 := fMul(fAdd(z, y), fSub(z, y)), fMul(x, y)
	invSqrt := fSqrtRatio(fOne, fMul(u1, u2, u2))
	den1, den2 := fMul(invSqrt, u1), fMul(invSqrt, u2)
	zInv := fMul(den1, den2, t)
	den := den2
	if fMul(t, zInv).IsNegative() == 1 {
		x, y, den = fMul(y, sqrtMinusOne), fMul(x, sqrtMinusOne), fMul(den1, invSqrtAMinusD)
	}
	if fMul(x, zInv).IsNegative() == 1 {
		y = fNeg(y)
	}
	return new(big.Int).SetBytes(fAbs(fMul(den, fSub(z, y))).Bytes())
}

// curveProduct is Πbases^exponents, with exponents below q.
func curveProduct(bases, exponents []*big.Int) *big.Int {
	var points []*edwards25519.Point
	var scalars []*edwards25519.Scalar
	for i := range bases {
		b := exponents[i].FillBytes(make([]byte, 32))
		slices.Reverse(b)
		e, err := new(edwards25519.Scalar).SetCanonicalBytes(b)
		if err != nil {
			panic(err)
		}
		points, scalars = append(points, decodePoint(bases[i])), append(scalars, e)
	}
	return encodePoint(new(edwards25519.Point).VarTimeMultiScalarMult(scalars, points))
}
