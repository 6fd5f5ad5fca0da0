package sra_test

import (
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// isPrime tries every divisor.
func isPrime(n int64) bool {
	for d := int64(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n >= 2
}

func TestCheckSafePrimeSmall(t *testing.T) {
	for p := int64(7); p < 20_000; p++ {
		err := sra.CheckSafePrime(big.NewInt(p))
		want := ""
		if !isPrime(p) {
			want = "isn't prime"
		} else if !isPrime((p - 1) / 2) {
			want = "(p-1)/2 isn't prime"
		}
		if (want == "") != (err == nil) || err != nil && (!errors.Is(err, sra.ErrMalformed) || !strings.Contains(err.Error(), want)) {
			t.Errorf("%d: %v, want %q", p, err, want)
		}
	}
}

// evilPrime is a prime of 2048 bits with p−1 the product of 4093 and the primes up to 1459.
func evilPrime() *big.Int {
	p := big.NewInt(4093)
	for n := int64(2); n <= 1459; n++ {
		if isPrime(n) {
			p.Mul(p, big.NewInt(n))
		}
	}
	return p.Add(p, one)
}
