package sra_test

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
)

var one = big.NewInt(1)

func pow2(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

// series returns ⌊2^bits·Σ terms⌋, but for an error below the sum's guard bits.
func series(bits int, term func(i int64, unit *big.Int) *big.Int) *big.Int {
	const guard = 64
	sum, unit := new(big.Int), pow2(bits+guard)
	for i := int64(0); ; i++ {
		x := term(i, unit)
		if x.Sign() == 0 {
			return sum.Rsh(sum, guard)
		}
		sum.Add(sum, x)
	}
}

// pi returns ⌊2^bits·π⌋ by Machin's formula, 16·arctan(1/5) − 4·arctan(1/239).
func pi(bits int) *big.Int {
	arctan := func(factor, n int64) func(int64, *big.Int) *big.Int {
		power := new(big.Int)
		return func(i int64, unit *big.Int) *big.Int {
			if i == 0 {
				power.Mul(unit, big.NewInt(factor))
				power.Quo(power, big.NewInt(n))
			} else {
				power.Quo(power, big.NewInt(-n*n))
			}
			return new(big.Int).Quo(power, big.NewInt(2*i+1))
		}
	}
	a, b := arctan(16, 5), arctan(-4, 239)
	return series(bits, func(i int64, unit *big.Int) *big.Int {
		return new(big.Int).Add(a(i, unit), b(i, unit))
	})
}

// euler returns ⌊2^bits·e⌋.
func euler(bits int) *big.Int {
	term := new(big.Int)
	return series(bits, func(i int64, unit *big.Int) *big.Int {
		if i == 0 {
			return term.Set(unit)
		}
		return term.Quo(term, big.NewInt(i))
	})
}

// digitsPrime is 2ⁿ − 2ⁿ⁻⁶⁴ − 1 + 2⁶⁴·(⌊2ⁿ⁻¹³⁰·constant⌋ + c).
func digitsPrime(n int, constant func(int) *big.Int, c int64) *big.Int {
	x := constant(n - 130)
	x.Add(x, big.NewInt(c)).Lsh(x, 64)
	x.Add(x, pow2(n)).Sub(x, pow2(n-64))
	return x.Sub(x, one)
}

// ffdhe2048 is a safe prime that isn't RFC 3526's: RFC 7919, appendix A.1.
func ffdhe2048() *big.Int { return digitsPrime(2048, euler, 560316) }

var ffdheGroup = sync.OnceValues(func() (sra.Group, error) { return sra.NewGroup(ffdhe2048()) })

func namedGroups() []sra.Group {
	return []sra.Group{sra.Group14(), sra.Group15(), sra.Group16()}
}

// The constants are those of RFC 3526's formula, and safe primes.
func TestNamedGroups(t *testing.T) {
	for i, c := range []struct {
		bits int
		c    int64
		name string
	}{
		{2048, 124476, "modp2048"},
		{3072, 1690314, "modp3072"},
		{4096, 240904, "modp4096"},
	} {
		g := namedGroups()[i]
		if g.P().Cmp(digitsPrime(c.bits, pi, c.c)) != 0 {
			t.Errorf("%v: the constant isn't that of the formula", g)
		}
		if g.Name() != c.name || g.String() != c.name || g.ElementSize() != c.bits/8 {
			t.Errorf("%v has elements of %d bytes, want %s", g, g.ElementSize(), c.name)
		}
		if again, err := sra.NewGroup(g.P()); err != nil || !again.Equal(g) || again.Name() != c.name {
			t.Errorf("NewGroup of the prime of %v: %v, %v", g, again, err)
		}
		if c.bits > 2048 && !long.Tests() {
			continue
		}
		if err := sra.CheckSafePrime(g.P()); err != nil {
			t.Errorf("%v: %v", g, err)
		}
	}
}

func TestNewGroup(t *testing.T) {
	p := ffdhe2048()
	g, err := sra.NewGroup(p)
	if err != nil {
		t.Fatal(err)
	}
	label := "\x00\x00\x00\x00\x00\x00\x00\x17squaredeal/sra/v1/group\x00\x00\x00\x00\x00\x00\x01\x00"
	digest := sha256.Sum256(slices.Concat([]byte(label), p.Bytes()))
	if want := "safe-prime-" + hex.EncodeToString(digest[:]); g.Name() != want {
		t.Errorf("name %s, want %s", g.Name(), want)
	}
	other, err := ffdheGroup()
	if err != nil || !g.Equal(other) || g.Equal(sra.Group14()) {
		t.Errorf("%v, or equality is wrong", err)
	}

	// The group keeps nothing of the number it was made from, nor hands out its own.
	p.SetInt64(4)
	g.P().SetInt64(4)
	if g.P().Cmp(ffdhe2048()) != 0 {
		t.Error("the prime has changed")
	}
}

func TestNewGroupRefusals(t *testing.T) {
	safe := sra.Group14().P()
	times := func(n int64) *big.Int { return new(big.Int).Mul(safe, big.NewInt(n)) }
	plus := func(x *big.Int, n int64) *big.Int { return new(big.Int).Add(x, big.NewInt(n)) }
	mersenne := plus(pow2(2203), -1)
	q := new(big.Int).Rsh(safe, 1)
	for _, c := range []struct {
		what string
		p    *big.Int
		want string
	}{
		{"nil", nil, "p is nil"},
		{"zero", new(big.Int), "p isn't positive"},
		{"negative", new(big.Int).Neg(safe), "p isn't positive"},
		{"a short safe prime", smallGroup().P(), "fewer than 2048"},
		{"2047 bits", q, "p has 2047 bits, fewer than 2048"},
		{"4097 bits", plus(pow2(4096), 1), "p has 4097 bits, more than 4096"},
		{"a long number", pow2(1 << 20), "p has 1048577 bits, more than 4096"},
		{"even", plus(safe, 1), "p isn't prime"},
		{"a multiple of 3", times(3), "p isn't prime"},
		{"a multiple of a safe prime", times(23), "p isn't prime"},
		{"the product of two primes", new(big.Int).Mul(q, q), "p isn't prime"},
		{"2q+3", plus(safe, 2), "p isn't prime"},
		{"a Mersenne prime, whose p-1 is smooth", mersenne, "(p-1)/2 isn't prime"},
		{"a prime", evilPrime(), "(p-1)/2 isn't prime"},
	} {
		g, err := sra.NewGroup(c.p)
		if !errors.Is(err, sra.ErrMalformed) || !strings.HasSuffix(err.Error(), c.want) || g.Name() != "" {
			t.Errorf("%s: %v, %v, want %q", c.what, g, err, c.want)
		}
	}
}

func TestZeroGroup(t *testing.T) {
	var zero sra.Group
	if zero.Name() != "" || zero.String() != "" || zero.P() != nil || zero.ElementSize() != 0 || zero.Equal(zero) ||
		zero.Equal(sra.Group14()) || sra.Group14().Equal(zero) {
		t.Error("the zero group is something")
	}
	_, errElement := sra.ParseElement(zero, nil)
	_, errDeck := sra.ParseDeck(zero, 1, nil)
	_, errPublic := sra.PublicDeck(zero, "x", 1)
	_, errKey := sra.ParseKey(zero, nil)
	_, errGenerate := sra.GenerateKey(zero)
	for _, err := range []error{errElement, errDeck, errPublic, errKey, errGenerate} {
		if !errors.Is(err, sra.ErrMalformed) || !strings.Contains(err.Error(), "zero Group") {
			t.Error(err)
		}
	}
}
