package main

import (
	"crypto/sha512"
	"math/big"
	"slices"
)

// Ed25519 as RFC 8032 has it, with affine points and no care for time.

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
	curve = div(big.NewInt(-121665), big.NewInt(121666))
	base  = recover255(div(big.NewInt(4), big.NewInt(5)), 0)
)

func mod(x *big.Int) *big.Int { return new(big.Int).Mod(x, prime) }

func mul(a, b *big.Int) *big.Int { return mod(new(big.Int).Mul(a, b)) }

func div(a, b *big.Int) *big.Int { return mul(a, new(big.Int).ModInverse(mod(b), prime)) }

// A point is (x, y) on −x² + y² = 1 + d·x²·y².
type point struct{ x, y *big.Int }

var identity = point{new(big.Int), big.NewInt(1)}

// recover255 returns the point with this y and the lowest bit of x, and panics if
// there is none.
func recover255(y *big.Int, sign uint) point {
	u := new(big.Int).Sub(mul(y, y), big.NewInt(1))
	v := new(big.Int).Add(mul(curve, mul(y, y)), big.NewInt(1))
	x := new(big.Int).ModSqrt(div(u, v), prime)
	if x == nil {
		panic("no point")
	}
	if x.Bit(0) != sign {
		x = mod(new(big.Int).Neg(x))
	}
	return point{x, y}
}

func add(a, b point) point {
	xy, yx := mul(a.x, b.y), mul(a.y, b.x)
	yy, xx := mul(a.y, b.y), mul(a.x, b.x)
	t := mul(curve, mul(xx, yy))
	one := big.NewInt(1)
	return point{
		div(new(big.Int).Add(xy, yx), new(big.Int).Add(one, t)),
		div(new(big.Int).Add(yy, xx), new(big.Int).Sub(one, t)),
	}
}

func neg(a point) point { return point{mod(new(big.Int).Neg(a.x)), a.y} }

// times adds in extended coordinates, RFC 8032's section 5.1.4, which need no inverse.
func times(k *big.Int, a point) point {
	type extended struct{ x, y, z, t *big.Int }
	plus := func(a, b extended) extended {
		A := mul(new(big.Int).Sub(a.y, a.x), new(big.Int).Sub(b.y, b.x))
		B := mul(new(big.Int).Add(a.y, a.x), new(big.Int).Add(b.y, b.x))
		C := mul(mul(a.t, b.t), new(big.Int).Lsh(curve, 1))
		D := mul(a.z, new(big.Int).Lsh(b.z, 1))
		E, F := new(big.Int).Sub(B, A), new(big.Int).Sub(D, C)
		G, H := new(big.Int).Add(D, C), new(big.Int).Add(B, A)
		return extended{mul(E, F), mul(G, H), mul(F, G), mul(E, H)}
	}
	one := big.NewInt(1)
	sum, b := extended{new(big.Int), one, one, new(big.Int)}, extended{a.x, a.y, one, mul(a.x, a.y)}
	for i := k.BitLen() - 1; i >= 0; i-- {
		sum = plus(sum, sum)
		if k.Bit(i) == 1 {
			sum = plus(sum, b)
		}
	}
	return point{div(sum.x, sum.z), div(sum.y, sum.z)}
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

func (a point) String() string {
	y := new(big.Int).Set(a.y)
	return little(y.SetBit(y, 255, a.x.Bit(0)), 32)
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
	R := times(r, base).String()
	s := R + response(r, a, R, publicOf(seed), message)
	made[[3]string{publicOf(seed), message, s}] = true
	return s
}

// made has what needn't be verified.
var made = map[[3]string]bool{}

// response returns S.
func response(r, a *big.Int, R, key, message string) string {
	s := new(big.Int).Mul(challenge(R, key, message), a)
	return little(s.Mod(s.Add(s, r), order), 32)
}

// verify is check 2 of section 6.2.
func verify(key, message, signature string) bool {
	if made[[3]string{key, message, signature}] {
		return true
	}
	s := fromLittle(signature[32:])
	if s.Cmp(order) >= 0 {
		return false
	}
	y := fromLittle(key)
	sign := y.Bit(255)
	A := recover255(y.SetBit(y, 255, 0), sign)
	return add(times(s, base), neg(times(challenge(signature[:32], key, message), A))).String() == signature[:32]
}

// keyIsGood is the rule of section 4 for keys.
func keyIsGood(key string) bool {
	y := fromLittle(key)
	y.SetBit(y, 255, 0)
	if len(key) != 32 || y.Cmp(prime) >= 0 {
		return false
	}
	u := new(big.Int).Sub(mul(y, y), big.NewInt(1))
	v := new(big.Int).Add(mul(curve, mul(y, y)), big.NewInt(1))
	if new(big.Int).ModSqrt(div(u, v), prime) == nil {
		return false
	}
	eight := times(big.NewInt(8), recover255(y, 0))
	return eight.x.Sign() != 0 || eight.y.Cmp(identity.y) != 0
}

// small returns a point of order 8.
func small() point {
	for y := int64(2); ; y++ {
		candidate := big.NewInt(y)
		u := new(big.Int).Sub(mul(candidate, candidate), big.NewInt(1))
		v := new(big.Int).Add(mul(curve, mul(candidate, candidate)), big.NewInt(1))
		if new(big.Int).ModSqrt(div(u, v), prime) == nil {
			continue
		}
		t := times(order, recover255(candidate, 0))
		if four := times(big.NewInt(4), t); four.x.Sign() == 0 && four.y.Cmp(identity.y) == 0 {
			continue
		}
		return t
	}
}
