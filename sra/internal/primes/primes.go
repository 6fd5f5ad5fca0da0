// Package primes tests numbers that somebody may have made to be mistaken for
// primes. It takes variable time: the numbers are public.
package primes

import (
	"crypto/rand"
	"math/big"
)

var one = big.NewInt(1)

// At most a quarter of all bases miss a composite number, whatever the number, if
// it is odd (Rabin 1980). big.Int.ProbablyPrime takes its bases from the number
// itself, so one can be made that passes them, and leaves the rest to a Lucas test
// for which no such bound is known.
const rounds = 64

// MillerRabin reports whether n is an odd prime. It always accepts an odd prime, and
// accepts any other number with probability at most 4⁻⁶⁴.
func MillerRabin(n *big.Int) bool {
	if n.Bit(0) == 0 || n.Cmp(one) <= 0 {
		return false
	}
	minusOne := new(big.Int).Sub(n, one)
	twos := minusOne.TrailingZeroBits()
	odd := new(big.Int).Rsh(minusOne, twos)
	for range rounds {
		base, err := rand.Int(rand.Reader, minusOne)
		if err != nil {
			panic(err) // crypto/rand never fails
		}
		if !strongProbablePrime(n, minusOne, odd, twos, base.Add(base, one)) {
			return false
		}
	}
	return true
}

// strongProbablePrime is a round of Miller–Rabin: whether base^odd ≡ 1 mod n, or
// one of the twos powers that follow by squaring is ≡ −1. n−1 is odd·2^twos.
func strongProbablePrime(n, minusOne, odd *big.Int, twos uint, base *big.Int) bool {
	y := new(big.Int).Exp(base, odd, n)
	if y.Cmp(one) == 0 || y.Cmp(minusOne) == 0 {
		return true
	}
	for range twos - 1 {
		if y.Mul(y, y).Mod(y, n).Cmp(minusOne) == 0 {
			return true
		}
	}
	return false
}

// Fermat reports whether 2^(n−1) ≡ 1 mod n, as for every odd prime.
func Fermat(n *big.Int) bool {
	return new(big.Int).Exp(big.NewInt(2), new(big.Int).Sub(n, one), n).Cmp(one) == 0
}
