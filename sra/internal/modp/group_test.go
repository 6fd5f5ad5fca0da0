package modp_test

import (
	"bytes"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra/internal/arith"
	"github.com/squaredeal/squaredeal/sra/internal/modp"
)

// safePrimes have 10, 128 and 512 bits.
func safePrimes() (primes []*big.Int) {
	for _, digits := range []string{"3fb", "8000000000000000000000000000225f",
		"b393ad4010b44dbbc320b6c037c90e5514fc39ce724c046152db84712f5e7b94" +
			"c836ab550d0ffe6f9a059acdfd0a1c4a433689c8487943d7e58e88dd5ce619d7"} {
		p, _ := new(big.Int).SetString(digits, 16)
		primes = append(primes, p)
	}
	return primes
}

// Every function of the group, against math/big.
func TestGroup(t *testing.T) { onEachPath(t, checkGroup) }

func checkGroup(t *testing.T) {
	rng := rand.New(rand.NewPCG(41, 42))
	for _, p := range safePrimes() {
		g := modp.New(p)
		q := new(big.Int).Rsh(p, 1)
		size, exponentSize := len(p.Bytes()), len(q.Bytes())
		if g.Order().Cmp(q) != 0 || g.ElementSize() != size || g.LittleEndian() {
			t.Errorf("%v: order %v, size %d", p, g.Order(), g.ElementSize())
		}
		abs := func(x *big.Int) *big.Int {
			x = new(big.Int).Mod(x, p)
			if x.Cmp(q) > 0 {
				x.Sub(p, x)
			}
			return x
		}
		power := func(x, e *big.Int) *big.Int { return abs(new(big.Int).Exp(x, new(big.Int).Mod(e, q), p)) }
		times := func(x, y *big.Int) *big.Int { return abs(new(big.Int).Mul(x, y)) }
		some := func(n int) (x []*big.Int) {
			for range n {
				x = append(x, new(big.Int).Add(random(rng, new(big.Int).Sub(q, big.NewInt(1))), big.NewInt(2)))
			}
			return x
		}
		same := func(name string, got arith.Elements, want []*big.Int) {
			t.Helper()
			if got.Len() != len(want) || !bytes.Equal(got.Bytes(), encode(size, want...)) {
				t.Errorf("%d bits: %s: %x, want %x", p.BitLen(), name, got.Bytes(), encode(size, want...))
			}
		}
		const n = 11
		xs, es := some(n), some(n)
		x := g.Known(encode(size, xs...))
		decoded, _, fault := g.Decode(encode(size, xs...), 1)
		if fault != "" {
			t.Fatal(fault)
		}
		same("Decode", decoded, xs)
		same("Select", g.Select(x, []int{3, 0, 10}), []*big.Int{xs[3], xs[0], xs[10]})
		var powers, products, both []*big.Int
		multi := big.NewInt(1)
		for i := range n {
			powers = append(powers, power(xs[i], es[0]))
			products = append(products, times(xs[i], es[i]))
			both = append(both, times(power(xs[0], es[i]), power(xs[1], es[n-1-i])))
			multi = times(multi, power(xs[i], es[i]))
		}
		exponents := encode(exponentSize, es...)
		reversed := encode(exponentSize, reversed(es)...)
		for routines := 1; routines <= 3; routines++ {
			for _, x := range []arith.Elements{x, g.Precompute(x), g.Precompute(g.Precompute(x)), g.Fixed(x)} {
				same("Exp", g.Exp(x, encode(exponentSize, es[0]), routines), powers)
			}
			same("Comb", g.NewComb(x).Exp(routines, exponents, reversed), both)
		}
		same("Mul", g.Mul(x, g.Known(encode(size, es...))), products)
		same("MultiExp", g.MultiExp(x, exponents), []*big.Int{multi})

		// Products with exponents of any length and sign, with repeated bases, and of nothing.
		var factors []arith.Factor
		want := big.NewInt(1)
		for i := range 3 * n {
			e := new(big.Int).Mul(random(rng, q), random(rng, q))
			e.Rsh(e, uint(rng.IntN(2*q.BitLen())))
			if rng.IntN(2) == 0 {
				e.Neg(e)
			}
			factors = append(factors, arith.Factor{X: x, I: i % n, E: e})
			want = times(want, power(xs[i%n], e))
		}
		inverse := g.Known(encode(size, abs(new(big.Int).ModInverse(want, p))))
		for routines := range 4 {
			same("ProductVarTime", g.ProductVarTime(factors, routines), []*big.Int{want})
			same("ProductVarTime of nothing", g.ProductVarTime(nil, routines), []*big.Int{big.NewInt(1)})
			if !g.IsOneVarTime(nil, routines) || g.IsOneVarTime(factors, routines) != (want.Cmp(big.NewInt(1)) == 0) {
				t.Errorf("%d bits: IsOneVarTime is wrong", p.BitLen())
			}
			for _, e := range []*big.Int{big.NewInt(1), new(big.Int).Sub(big.NewInt(1), q), new(big.Int).Add(q, big.NewInt(1))} {
				if !g.IsOneVarTime(append(slices.Clone(factors), arith.Factor{X: inverse, E: e}), routines) {
					t.Errorf("%d bits: a product that is 1 isn't, with %v", p.BitLen(), e)
				}
			}
			if g.IsOneVarTime(append(slices.Clone(factors), arith.Factor{X: inverse, E: big.NewInt(2)}), routines) && want.Cmp(big.NewInt(1)) != 0 {
				t.Errorf("%d bits: a product that isn't 1 is", p.BitLen())
			}
		}
	}
}

func reversed(x []*big.Int) []*big.Int {
	y := slices.Clone(x)
	slices.Reverse(y)
	return y
}

func TestDecode(t *testing.T) {
	g := modp.New(big.NewInt(1019))
	for x := range 1 << 16 {
		want := ""
		switch {
		case x < 2:
			want = "0 or 1"
		case x >= 1019:
			want = "not below p"
		case x > 509:
			want = "above q"
		}
		b := []byte{0, 5, byte(x >> 8), byte(x), 0, 0}
		_, at, fault := g.Decode(b[:4], 1)
		if fault != want || fault != "" && at != 1 {
			t.Fatalf("%d: %q at %d", x, fault, at)
		}
	}
	b := []byte{0, 5}
	x, _, _ := g.Decode(b, 1)
	b[1] = 6
	if x.Bytes()[1] != 5 {
		t.Error("Decode keeps its argument")
	}
}

func TestHash(t *testing.T) {
	for _, p := range safePrimes() {
		g := modp.New(p)
		x := g.Hash("dst", [][]byte{[]byte("a"), nil, []byte("b")})
		again := g.Hash("dst", [][]byte{[]byte("a")})
		if x.Len() != 3 || !bytes.Equal(again.Bytes(), x.Bytes()[:g.ElementSize()]) {
			t.Errorf("%d bits: %x", p.BitLen(), x.Bytes())
		}
		if _, _, fault := g.Decode(x.Bytes(), 1); fault != "" {
			t.Error(fault)
		}
	}
}
