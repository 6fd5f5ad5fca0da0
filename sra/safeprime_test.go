package sra_test

import (
	"context"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

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

func TestMillerRabinSmall(t *testing.T) {
	for n := int64(-3); n < 5000; n++ {
		if got, want := sra.MillerRabin(big.NewInt(n)), n != 2 && isPrime(n); got != want {
			t.Errorf("%d: %v", n, got)
		}
	}
}

// A product of three primes that passes Miller–Rabin with every prime base below 307
// (Arnault 1995), and so with any fixed choice of small ones.
func arnault(t *testing.T) *big.Int {
	p1, ok := new(big.Int).SetString("29674495668685510550154174642905332730771991799853043350995075531276838753171770199594238596428121188033664754218345562493168782883", 10)
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
	if !sra.Fermat(n) {
		t.Fatal("the number doesn't pass for a prime at base 2: it isn't Arnault's")
	}
	if sra.MillerRabin(n) {
		t.Error("it passes with random bases")
	}
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

func TestPrimesBelow(t *testing.T) {
	var want []uint
	for n := int64(3); n < 3000; n++ {
		if isPrime(n) {
			want = append(want, uint(n))
		}
	}
	if diff := cmp.Diff(want, sra.PrimesBelow(3000)); diff != "" {
		t.Error(diff)
	}
	if n := len(sra.PrimesBelow(sra.SieveBound)); n != 82_024 { // π(2²⁰) − 1
		t.Errorf("%d primes", n)
	}
}

// The sieve keeps exactly the offsets at which neither q nor 2q+1 has a small factor.
func TestSieve(t *testing.T) {
	primes := sra.PrimesBelow(50)
	base, _ := new(big.Int).SetString("123456789012345678901234567890123456789", 10)
	kept := make(map[int64]bool)
	for _, offset := range sra.Sieve(base, primes) {
		kept[offset] = true
	}
	zero := new(big.Int)
	for offset := int64(0); offset < 2*sra.SieveSize; offset++ {
		q := new(big.Int).Add(base, big.NewInt(offset))
		p := new(big.Int).Add(new(big.Int).Lsh(q, 1), big.NewInt(1))
		want := offset%2 == 0
		for _, r := range primes {
			divisor := big.NewInt(int64(r))
			want = want && new(big.Int).Mod(q, divisor).Cmp(zero) != 0 && new(big.Int).Mod(p, divisor).Cmp(zero) != 0
		}
		if kept[offset] != want {
			t.Fatalf("offset %d: kept %v", offset, kept[offset])
		}
	}
}

func TestGenerateSafePrime(t *testing.T) {
	for _, bits := range []int{32, 33, 64, 127, 256} {
		seen := make(map[string]bool)
		for range 3 {
			p, err := sra.GenerateSafePrime(t.Context(), bits)
			if err != nil {
				t.Fatal(err)
			}
			q := new(big.Int).Rsh(p, 1)
			if p.BitLen() != bits || !p.ProbablyPrime(20) || !q.ProbablyPrime(20) {
				t.Errorf("%d bits: %v", bits, p)
			}
			seen[p.String()] = true
		}
		if bits >= 64 && len(seen) != 3 {
			t.Errorf("%d bits: the same prime twice", bits)
		}
	}
}

func TestGenerateGroupRefusals(t *testing.T) {
	for _, bits := range []int{-1, 0, 1024, 2047, 4097, 1 << 30} {
		if _, err := sra.GenerateGroup(t.Context(), bits); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%d bits: %v", bits, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if g, err := sra.GenerateGroup(ctx, 4096); !errors.Is(err, context.Canceled) || g.Name() != "" {
		t.Errorf("with a context that is done: %v, %v", g, err)
	}
}
