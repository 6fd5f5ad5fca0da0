package textbook_test

import (
	"crypto/sha512"
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

func digits(t testing.TB, text string) *big.Int {
	t.Helper()
	n, ok := new(big.Int).SetString(text, 10)
	if !ok {
		t.Fatalf("%q is no number", text)
	}
	return n
}

func pow2(n int) *big.Int { return new(big.Int).Lsh(one, uint(n)) }

var one = big.NewInt(1)

// Package sra, on which the attacks are tried as well.

func must[T any](t testing.TB) func(T, error) T {
	return func(x T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
		return x
	}
}

// fixedKey returns a key of 512 bits that is the same in every run.
func fixedKey(t testing.TB, g sra.Group, name string) sra.Key {
	e := sha512.Sum512([]byte(name))
	return must[sra.Key](t)(sra.ParseKey(g, new(big.Int).SetBytes(e[:]).FillBytes(make([]byte, g.ElementSize()))))
}

func mustPublic(t testing.TB, g sra.Group, label string, n int) sra.Deck {
	return must[sra.Deck](t)(sra.PublicDeck(g, label, n))
}

func mustEncrypt(t testing.TB, k sra.Key, d sra.Deck) sra.Deck {
	return must[sra.Deck](t)(k.Encrypt(d))
}

func mustDecrypt(t testing.TB, k sra.Key, d sra.Deck) sra.Deck {
	return must[sra.Deck](t)(k.Decrypt(d))
}

func mustSelect(t testing.TB, d sra.Deck, positions ...int) sra.Deck {
	return must[sra.Deck](t)(d.Select(positions...))
}

func mustElement(t testing.TB, g sra.Group, b []byte) sra.Element {
	return must[sra.Element](t)(sra.ParseElement(g, b))
}

// element returns x as an element is encoded.
func element(g sra.Group, x *big.Int) []byte { return x.FillBytes(make([]byte, g.ElementSize())) }

// isPrime tries every divisor.
func isPrime(n int64) bool {
	for d := int64(2); d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n >= 2
}
