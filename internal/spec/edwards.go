package spec

import (
	"crypto/sha512"
	"math/big"

	"filippo.io/edwards25519"
)

// Ed25519 as RFC 8032 has it, on the points of filippo.io/edwards25519.

type (
	point  = *edwards25519.Point
	scalar = *edwards25519.Scalar
)

var (
	fieldPrime = plus(pow2(255), -19)
	curveOrder = new(big.Int).Add(pow2(252), bigInt("27742317777372353535851937790883648493"))

	// orderEight is the y of a point of order 8.
	orderEight = bigInt("2707385501144840649318225287225658788936804267575313519463743609750303402022")

	basePoint, identityPoint = edwards25519.NewGeneratorPoint(), edwards25519.NewIdentityPoint()
)

// little returns x as n bytes, the lowest first.
func little(x *big.Int, n int) string { return reversed(string(x.FillBytes(make([]byte, n)))) }

func fromLittle(s string) *big.Int { return integer(reversed(s)) }

// encodedY is a point's encoding by its y and the sign of its x.
func encodedY(y *big.Int, sign uint) string { return little(new(big.Int).SetBit(y, 255, sign), 32) }

func add(a, b point) point             { return new(edwards25519.Point).Add(a, b) }
func multiply(k scalar, a point) point { return new(edwards25519.Point).ScalarMult(k, a) }
func small(i int64) scalar             { return scalarOf(big.NewInt(i)) }

func scalarOf(x *big.Int) scalar {
	x = new(big.Int).Mod(x, curveOrder)
	return must(edwards25519.NewScalar().SetCanonicalBytes([]byte(little(x, 32))))
}

func sha512Of(s string) string {
	sum := sha512.Sum512([]byte(s))
	return string(sum[:])
}

// wide is the scalar of 64 bytes.
func wide(s string) scalar { return must(edwards25519.NewScalar().SetUniformBytes([]byte(s))) }

// secretOf returns the secret scalar of a seed, and the prefix of its nonces.
func secretOf(seed string) (a scalar, prefix string) {
	h := sha512Of(seed)
	return must(edwards25519.NewScalar().SetBytesWithClamping([]byte(h[:32]))), h[32:]
}

var publicKeys = map[string]string{}

func publicOf(seed string) string {
	if publicKeys[seed] == "" {
		a, _ := secretOf(seed)
		publicKeys[seed] = string(multiply(a, basePoint).Bytes())
	}
	return publicKeys[seed]
}

func challenge(R, key, message string) scalar { return wide(sha512Of(R + key + message)) }

// response returns S.
func response(r, a scalar, R, key, message string) string {
	return string(edwards25519.NewScalar().MultiplyAdd(challenge(R, key, message), a, r).Bytes())
}

func signature(seed, message string) string {
	a, prefix := secretOf(seed)
	r := wide(sha512Of(prefix + message))
	R := string(new(edwards25519.Point).ScalarBaseMult(r).Bytes())
	return R + response(r, a, R, publicOf(seed), message)
}

// verify has no cofactor: S·B is R + k·A.
func verify(key, message, signature string) bool {
	A, keyErr := new(edwards25519.Point).SetBytes([]byte(key))
	S, err := edwards25519.NewScalar().SetCanonicalBytes([]byte(signature[32:]))
	if keyErr != nil || err != nil {
		return false
	}
	A.Negate(A)
	R := new(edwards25519.Point).VarTimeDoubleScalarBaseMult(challenge(signature[:32], key, message), A, S)
	return string(R.Bytes()) == signature[:32]
}
