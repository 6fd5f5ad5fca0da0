package primes_test

import (
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/primes"
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

func TestMillerRabinSmall(t *testing.T) {
	for n := int64(-3); n < 5000; n++ {
		if got, want := primes.MillerRabin(big.NewInt(n)), n != 2 && isPrime(n); got != want {
			t.Errorf("%d: %v", n, got)
		}
	}
}

// A product of three primes that passes Miller–Rabin with every prime base below 307
// (Arnault 1995), and so with any fixed choice of small ones.
func arnault(t *testing.T) *big.Int {
	p1, ok := new(big.Int).SetString("2967449566868551055015417464290533273077199179985304335099507553127683875317177"+
		"0199594238596428121188033664754218345562493168782883", 10)
	if !ok {
		t.Fatal("no number")
	}
	n := new(big.Int).Set(p1)
	less := new(big.Int).Sub(p1, big.NewInt(1))
	for _, k := range []int64{313, 353} {
		factor := new(big.Int).Mul(less, big.NewInt(k))
		n.Mul(n, factor.Add(factor, big.NewInt(1)))
	}
	return n
}

func TestMillerRabinAgainstArnault(t *testing.T) {
	n := arnault(t)
	if !primes.Fermat(n) {
		t.Fatal("the number doesn't pass for a prime at base 2: it isn't Arnault's")
	}
	if primes.MillerRabin(n) {
		t.Error("it passes with random bases")
	}
}
