package main

import (
	"crypto/sha512"
	"math/big"
	"slices"

	"filippo.io/edwards25519"
)

// Ed25519 as RFC 8032 has it, on the points of filippo.io/edwards25519.

func integer(decimal string) *big.Int {
	x, ok := new(big.Int).SetString(decimal, 10)
	if !ok {
		panic(decimal)
	}
	return x
}

var (
	prime = integer("57896044618658097711785492504343953926634992332820282019728792003956564819949")
	order = integer("7237005577332262213973186563042994240857116359379907606001950938285454250989")
	y8    = integer("2707385501144840649318225287225658788936804267575313519463743609750303402022")
)

type point struct{ *edwards25519.Point }

func (a point) String() string { return string(a.Bytes()) }

var base, identity = point{edwards25519.NewGeneratorPoint()}, point{edwards25519.NewIdentityPoint()}

// recover255 returns the point with this y and sign, nil if there is none.
func recover255(y *big.Int, sign uint) *point {
	p, err := new(edwards25519.Point).SetBytes([]byte(little(new(big.Int).SetBit(y, 255, sign), 32)))
	if err != nil {
		return nil
	}
	return &point{p}
}

func add(a, b point) point { return point{new(edwards25519.Point).Add(a.Point, b.Point)} }

func neg(a point) point { return point{new(edwards25519.Point).Negate(a.Point)} }

// times doubles and adds, as a scalar of that package is modulo the order of the base point.
func times(k *big.Int, a point) point {
	sum := identity
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = add(sum, sum)
		if k.Bit(i) == 1 {
			sum = add(sum, a)
		}
	}
	return sum
}

// little returns x as n bytes, the lowest first.
func little(x *big.Int, n int) string {
	b := x.FillBytes(make([]byte, n))
	slices.Reverse(b)
	return string(b)
}

func fromLittle(s string) *big.Int {
	b := []byte(s)
	slices.Reverse(b)
	return new(big.Int).SetBytes(b)
}

func sha512Of(s string) string {
	sum := sha512.Sum512([]byte(s))
	return string(sum[:])
}

func challenge(r, key, message string) *big.Int {
	return new(big.Int).Mod(fromLittle(sha512Of(r+key+message)), order)
}

// secretOf returns the secret scalar of a seed, and the prefix of its nonces.
func secretOf(seed string) (*big.Int, string) {
	h := []byte(sha512Of(seed))
	h[0] &= 248
	h[31] = h[31]&127 | 64
	return fromLittle(string(h[:32])), string(h[32:])
}

var publicKeys = map[string]string{}

func publicOf(seed string) string {
	if publicKeys[seed] == "" {
		a, _ := secretOf(seed)
		publicKeys[seed] = times(a, base).String()
	}
	return publicKeys[seed]
}

// signature returns the signature of a message that RFC 8032 defines.
func signature(seed, message string) string {
	a, prefix := secretOf(seed)
	r := new(big.Int).Mod(fromLittle(sha512Of(prefix+message)), order)
	scalar, err := new(edwards25519.Scalar).SetCanonicalBytes([]byte(little(r, 32)))
	if err != nil {
		panic(err)
	}
	R := point{new(edwards25519.Point).ScalarBaseMult(scalar)}.String() // faster than times
	return R + response(r, a, R, publicOf(seed), message)
}

// response returns S.
func response(r, a *big.Int, R, key, message string) string {
	s := new(big.Int).Mul(challenge(R, key, message), a)
	return little(s.Mod(s.Add(s, r), order), 32)
}

// verify is check 2 of section 6.2.
func verify(key, message, signature string) bool {
	s, y := fromLittle(signature[32:]), fromLittle(key)
	sign := y.Bit(255)
	A := recover255(y.SetBit(y, 255, 0), sign)
	return s.Cmp(order) < 0 && A != nil &&
		add(times(s, base), neg(times(challenge(signature[:32], key, message), *A))).String() == signature[:32]
}

// keyIsGood is the rule of section 4 for keys.
func keyIsGood(key string) bool {
	y := fromLittle(key)
	y.SetBit(y, 255, 0)
	minus := new(big.Int).Sub(prime, y)
	return len(key) == 32 && minus.Cmp(big.NewInt(1)) > 0 && y.Cmp(big.NewInt(1)) > 0 && y.Cmp(y8) != 0 && minus.Cmp(y8) != 0
}

// small returns a point of order 8.
func small() point { return *recover255(y8, 0) }
