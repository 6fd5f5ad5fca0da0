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

// deceiver returns a prime p = 2q+1 of 2048 bits for which q is r·(313·(r−1)+1)·(337·(r−1)+1),
// made as in Arnault 1995 to pass Miller–Rabin with small prime bases.
func deceiver(t *testing.T) (p *big.Int) {
	r := digits(t, "0x16f7e45191e44f9a72929d105cd08a691ac1d89f1c4cfeb4039adde44d3dae1d30340e1811efd18049b1"+
		"97f6b4b3cf542be1b9b90fc63db88dcb22f4af99ead70b9c6fa4f3aae9571d27b58982f56c7d4f4e0196bb")
	p = new(big.Int).Lsh(r, 1)
	for _, k := range []int64{313, 337} {
		factor := new(big.Int).Sub(r, one)
		factor.Mul(factor, big.NewInt(k))
		p.Mul(p, factor.Add(factor, one))
	}
	return p.Add(p, one)
}

// A prime p of an accepted size whose q deceives as many rounds of Miller–Rabin as the
// package makes, if their bases are the smallest primes. It would give a group whose order
// has factors of a third of the length.
func TestFixedBasesAreDeceived(t *testing.T) {
	p := deceiver(t)
	q := new(big.Int).Rsh(p, 1)
	half, minusOne := new(big.Int).Rsh(q, 1), new(big.Int).Sub(q, one)
	bases := 0
	for a := int64(2); a <= 311; a++ {
		if !isPrime(a) {
			continue
		}
		// q is 3 mod 4, so a round is a single power.
		if y := new(big.Int).Exp(big.NewInt(a), half, q); y.Cmp(one) != 0 && y.Cmp(minusOne) != 0 {
			t.Errorf("base %d tells that q isn't prime", a)
		}
		bases++
	}
	if p.BitLen() != sra.MinBits || !p.ProbablyPrime(10) || q.Bit(0) != 1 || q.Bit(1) != 1 || bases != 64 {
		t.Errorf("p isn't such a number: %d bits, %d bases", p.BitLen(), bases)
	}
	if _, err := sra.NewGroup(p); !errors.Is(err, sra.ErrMalformed) || !strings.Contains(err.Error(), "(p-1)/2 isn't prime") {
		t.Errorf("NewGroup: %v", err)
	}
}
