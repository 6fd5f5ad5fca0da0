package sra_test

import (
	"bytes"
	"encoding/hex"
	"errors"
	"math/big"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// element returns the encoding of x, reduced to the group's length.
func element(g sra.Group, x *big.Int) []byte {
	return x.FillBytes(make([]byte, g.ElementSize()))
}

func mustElement(t testing.TB, g sra.Group, b []byte) sra.Element {
	t.Helper()
	x, err := sra.ParseElement(g, b)
	if err != nil {
		t.Fatal(err)
	}
	return x
}

// edges are the numbers at which an encoding starts or stops to be an element.
func edges(g sra.Group) (valid, invalid map[string]*big.Int) {
	p := g.P()
	q := new(big.Int).Rsh(p, 1)
	plus := func(x *big.Int, n int64) *big.Int { return new(big.Int).Add(x, big.NewInt(n)) }
	most := plus(pow2(8*g.ElementSize()), -1)
	return map[string]*big.Int{"2": big.NewInt(2), "255": big.NewInt(255), "256": big.NewInt(256), "65536": big.NewInt(65536),
			"q-1": plus(q, -1), "q": q},
		map[string]*big.Int{
			"is 0 or 1": big.NewInt(0), "is 0 or 1 ": big.NewInt(1), "is above q": plus(q, 1), "is above q ": plus(p, -2),
			"is above q  ":   plus(p, -1),
			"is not below p": p, "is not below p ": plus(p, 1), "is not below p  ": most,
		}
}

func TestParseElement(t *testing.T) {
	for _, g := range append(namedGroups(), sra.SmallGroup(big.NewInt(1019)), sra.SmallGroup(digits(t, "309485009821345068724783703"))) {
		valid, invalid := edges(g)
		for name, x := range valid {
			if x.Cmp(g.P()) > 0 {
				continue
			}
			b := element(g, x)
			parsed, err := sra.ParseElement(g, b)
			if err != nil || !bytes.Equal(parsed.Bytes(), b) || parsed.String() != hex.EncodeToString(b) || !parsed.Group().Equal(g) {
				t.Errorf("%v: %s: %v, %v", g, name, parsed, err)
			}
		}
		for want, x := range invalid {
			parsed, err := sra.ParseElement(g, element(g, x))
			if !errors.Is(err, sra.ErrMalformed) || !strings.HasSuffix(err.Error(), strings.TrimSpace(want)) || parsed.Bytes() != nil {
				t.Errorf("%v: %v: %v, want %q", g, x, err, want)
			}
		}
		for _, n := range []int{0, 1, g.ElementSize() - 1, g.ElementSize() + 1, 10_000} {
			b := make([]byte, n)
			if n > 0 {
				b[n-1] = 2
			}
			if _, err := sra.ParseElement(g, b); n != g.ElementSize() && (!errors.Is(err, sra.ErrMalformed) ||
				!strings.Contains(err.Error(), "bytes")) {
				t.Errorf("%v: %d bytes: %v", g, n, err)
			}
		}
	}
}

// Of every number of two bytes, 2 … q are elements.
func TestParseElementExhaustively(t *testing.T) {
	g := sra.SmallGroup(big.NewInt(1019))
	for x := range 1 << 16 {
		_, err := sra.ParseElement(g, []byte{byte(x >> 8), byte(x)})
		if want := 2 <= x && x <= 509; want != (err == nil) {
			t.Errorf("%d: %v", x, err)
		}
	}
}

func TestElementCopies(t *testing.T) {
	g := sra.Group14()
	b := element(g, big.NewInt(5))
	x := mustElement(t, g, b)
	b[0] = 1
	x.Bytes()[0] = 1
	if want := mustElement(t, g, element(g, big.NewInt(5))); !x.Equal(want) {
		t.Errorf("%v has changed", x)
	}
}

func TestElementEqual(t *testing.T) {
	a, b := sra.SmallGroup(big.NewInt(1019)), sra.SmallGroup(big.NewInt(1187))
	x := mustElement(t, a, []byte{1, 2})
	var zero sra.Element
	if !x.Equal(mustElement(t, sra.SmallGroup(big.NewInt(1019)), []byte{1, 2})) {
		t.Error("the same element isn't equal")
	}
	if x.Equal(mustElement(t, a, []byte{1, 3})) || x.Equal(mustElement(t, b, []byte{1, 2})) || x.Equal(zero) || zero.Equal(x) ||
		zero.Equal(zero) {
		t.Error("another element is equal")
	}
	if zero.Bytes() != nil || zero.String() != "" || zero.Group().Name() != "" {
		t.Error("the zero element is something")
	}
}

// No element is fixed by a key, as x^(e−1) = ±1 has no solution but 1 in a group of
// prime order.
func TestNoFixedPoints(t *testing.T) {
	for e := int64(2); e < 509; e++ {
		k := mustKey(t, tiny(), big.NewInt(e).FillBytes(make([]byte, 2)))
		deck := tinyDeck(t, 2, 3, 5, 508, 509)
		for i, x := range numbers(mustEncrypt(t, k, deck)) {
			if x.Cmp(numbers(deck)[i]) == 0 {
				t.Fatalf("%v is fixed by e = %d", x, e)
			}
		}
	}
}

// numbers returns the cards of a deck as integers.
func numbers(d sra.Deck) (out []*big.Int) {
	for i := range d.Len() {
		out = append(out, new(big.Int).SetBytes(d.At(i).Bytes()))
	}
	return out
}
