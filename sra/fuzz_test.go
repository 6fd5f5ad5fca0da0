package sra_test

import (
	"bytes"
	"errors"
	"math"
	"math/big"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

func FuzzParseElement(f *testing.F) {
	valid, invalid := edges(sra.Group14())
	for _, edge := range []map[string]*big.Int{valid, invalid} {
		for _, x := range edge {
			f.Add(element(sra.Group14(), x))
		}
	}
	f.Add(sra.Generator(sra.Ristretto255()))
	f.Add([]byte{})
	f.Add(bytes.Repeat([]byte{1}, 384))
	f.Fuzz(func(t *testing.T, b []byte) {
		if x, err := sra.ParseElement(sra.Ristretto255(), b); err == nil && !bytes.Equal(x.Bytes(), b) ||
			err != nil && !errors.Is(err, sra.ErrMalformed) {
			t.Fatalf("%x on the curve: %v, %v", b, x, err)
		}
		for _, g := range []sra.Group{sra.Group14(), sra.Group15(), tiny()} {
			x, err := sra.ParseElement(g, b)
			n := new(big.Int).SetBytes(b)
			valid := len(b) == g.ElementSize() && n.Cmp(big.NewInt(2)) >= 0 && n.Cmp(new(big.Int).Rsh(g.P(), 1)) <= 0
			if valid != (err == nil) {
				t.Fatalf("valid %v, error %v", valid, err)
			}
			if err != nil {
				if !errors.Is(err, sra.ErrMalformed) || x.Bytes() != nil {
					t.Fatalf("%v, %v", err, x)
				}
				continue
			}
			if !bytes.Equal(x.Bytes(), b) {
				t.Fatalf("%x became %v", b, x)
			}
		}
	})
}

// In a group with short elements, so that the fuzzer sees what a deck is made of.
func FuzzParseDeck(f *testing.F) {
	f.Add(3, tinyBytes(5, 6, 7))
	f.Add(2, tinyBytes(5, 5))
	f.Add(2, tinyBytes(1, 510))
	f.Add(0, []byte{})
	f.Add(-1, []byte{2})
	f.Add(math.MaxInt, []byte{2})
	f.Fuzz(func(t *testing.T, n int, b []byte) {
		d, err := sra.ParseDeck(tiny(), n, b)
		valid := 1 <= n && n <= sra.MaxCards && len(b) == 2*n
		seen := make(map[[2]byte]bool)
		for i := 0; valid && i < n; i++ {
			x := [2]byte(b[2*i:])
			v := int(x[0])<<8 | int(x[1])
			valid = 2 <= v && v <= 509 && !seen[x]
			seen[x] = true
		}
		if valid != (err == nil) {
			t.Fatalf("valid %v, error %v", valid, err)
		}
		if err != nil {
			if !errors.Is(err, sra.ErrMalformed) || d.Len() != 0 {
				t.Fatalf("%v, %d cards", err, d.Len())
			}
			return
		}
		if !bytes.Equal(d.Bytes(), b) || d.Len() != n {
			t.Fatalf("%x became %x", b, d.Bytes())
		}
	})
}

func FuzzParseKey(f *testing.F) {
	f.Add([]byte{0, 2})
	f.Add([]byte{1, 252})
	f.Add([]byte{1, 253})
	f.Add(exponent(sra.Group14(), "seed"))
	f.Add(new(big.Int).Rsh(sra.Group14().P(), 1).Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, g := range []sra.Group{tiny(), sra.Group14()} {
			q := new(big.Int).Rsh(g.P(), 1)
			e := new(big.Int).SetBytes(b)
			valid := len(b) == len(q.Bytes()) && e.Cmp(big.NewInt(2)) >= 0 && e.Cmp(q) < 0
			k, err := sra.ParseKey(g, b)
			if valid != (err == nil) {
				t.Fatalf("valid %v, error %v", valid, err)
			}
			if err != nil {
				if !errors.Is(err, sra.ErrMalformed) || k.Bytes() != nil {
					t.Fatal(err)
				}
				continue
			}
			if !bytes.Equal(k.Bytes(), b) {
				t.Fatalf("%x became %x", b, k.Bytes())
			}
		}
	})
}

// Numbers of the fuzzer, as primes: no panic, and nothing is accepted that math/big takes for
// composite.
func FuzzNewGroup(f *testing.F) {
	f.Add(sra.Group14().P().Bytes(), false)
	f.Add(sra.Group14().P().Bytes(), true)
	f.Add(evilPrime().Bytes(), false)
	f.Add([]byte{7}, false)
	f.Fuzz(func(t *testing.T, b []byte, negative bool) {
		p := new(big.Int).SetBytes(b)
		if negative {
			p.Neg(p)
		}
		g, err := sra.NewGroup(p)
		if err != nil {
			if !errors.Is(err, sra.ErrMalformed) || g.Name() != "" {
				t.Fatalf("%v, %v", err, g)
			}
			return
		}
		if g.P().Cmp(p) != 0 || !p.ProbablyPrime(1) || !new(big.Int).Rsh(p, 1).ProbablyPrime(1) {
			t.Fatalf("%v is accepted", p)
		}
	})
}

// Any cards and any two keys, in any order of encrypting and decrypting.
func FuzzRoundTrip(f *testing.F) {
	f.Add(tinyBytes(2, 3, 4, 509), uint16(2), uint16(508), uint8(3))
	f.Add(tinyBytes(100), uint16(77), uint16(77), uint8(0))
	f.Fuzz(func(t *testing.T, cards []byte, e1, e2 uint16, routines uint8) {
		deck, err := sra.ParseDeck(tiny(), len(cards)/2, cards)
		if err != nil {
			return
		}
		a, err := sra.ParseKey(tiny(), tinyBytes(int(e1)))
		if err != nil {
			return
		}
		b, err := sra.ParseKey(tiny(), tinyBytes(int(e2)))
		if err != nil {
			return
		}
		a = a.Parallel(int(routines))
		both := mustEncrypt(t, b, mustEncrypt(t, a, deck))
		if !both.Equal(mustEncrypt(t, a, mustEncrypt(t, b, deck))) {
			t.Fatal("layers don't commute")
		}
		if !mustDecrypt(t, a, mustDecrypt(t, b, both)).Equal(deck) || !mustDecrypt(t, b, mustDecrypt(t, a, both)).Equal(deck) {
			t.Fatal("layers don't come off")
		}
		if again, err := sra.ParseDeck(tiny(), deck.Len(), both.Bytes()); err != nil || !again.Equal(both) {
			t.Fatalf("an encrypted deck isn't one: %v", err)
		}
		shuffled, p, err := a.Shuffle(deck)
		if err != nil {
			t.Fatal(err)
		}
		open := mustDecrypt(t, a, shuffled)
		for i, j := range p.Reveal().Ints() {
			if deck.Index(open.At(i)) != j {
				t.Fatalf("position %d doesn't hold card %d", i, j)
			}
		}
	})
}

// Select by any positions, against slices.
func FuzzSelect(f *testing.F) {
	f.Add([]byte{0, 1, 2})
	f.Add([]byte{2, 2})
	f.Add([]byte{})
	f.Add([]byte{255})
	deck := []int{5, 6, 7, 8, 9}
	f.Fuzz(func(t *testing.T, script []byte) {
		var positions, want []int
		valid := len(script) > 0
		for _, b := range script {
			i := int(int8(b))
			valid = valid && 0 <= i && i < len(deck) && !slices.Contains(positions, i)
			positions = append(positions, i)
			if valid {
				want = append(want, deck[i])
			}
		}
		got, err := tinyDeck(t, deck...).Select(positions...)
		if valid != (err == nil) {
			t.Fatalf("valid %v, error %v", valid, err)
		}
		if err == nil && !got.Equal(tinyDeck(t, want...)) {
			t.Fatalf("%x", got.Bytes())
		}
	})
}
