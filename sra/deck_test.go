package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

func mustPublic(t testing.TB, g sra.Group, label string, n int) sra.Deck {
	t.Helper()
	d, err := sra.PublicDeck(g, label, n)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func mustSelect(t testing.TB, d sra.Deck, positions ...int) sra.Deck {
	t.Helper()
	picked, err := d.Select(positions...)
	if err != nil {
		t.Fatal(err)
	}
	return picked
}

func mustDeck(t testing.TB, g sra.Group, b []byte) sra.Deck {
	t.Helper()
	d, err := sra.ParseDeck(g, len(b)/g.ElementSize(), b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}

// tiny is a group that can be gone through element by element.
func tiny() sra.Group { return sra.SmallGroup(big.NewInt(1019)) }

// tinyDeck is the deck of the elements x.
func tinyDeck(t testing.TB, x ...int) sra.Deck {
	t.Helper()
	d, err := sra.ParseDeck(tiny(), len(x), tinyBytes(x...))
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func tinyBytes(x ...int) (b []byte) {
	for _, v := range x {
		b = append(b, byte(v>>8), byte(v))
	}
	return b
}

func TestDeckRoundTrip(t *testing.T) {
	for _, n := range []int{1, 2, 52, sra.MaxCards} {
		d := mustPublic(t, sra.Group14(), "a deck", n)
		if d.Len() != n || !d.Group().Equal(sra.Group14()) {
			t.Fatalf("%d cards, of %v", d.Len(), d.Group())
		}
		parsed, err := sra.ParseDeck(sra.Group14(), n, d.Bytes())
		if err != nil || !parsed.Equal(d) || !bytes.Equal(parsed.Bytes(), d.Bytes()) {
			t.Errorf("%d cards: %v", n, err)
		}
		elements := make([]sra.Element, n)
		for i := range elements {
			elements[i] = d.At(i)
			if got := d.Index(elements[i]); got != i {
				t.Errorf("card %d is found at %d", i, got)
			}
		}
		joined, err := sra.NewDeck(elements...)
		if err != nil || !joined.Equal(d) {
			t.Errorf("NewDeck of %d cards: %v", n, err)
		}
	}
	// More cards of the same label go on where fewer stop.
	if a, b := mustPublic(t, sra.Group14(), "a deck", 60), mustPublic(t, sra.Group14(), "a deck", 52); !bytes.HasPrefix(a.Bytes(), b.Bytes()) {
		t.Error("a card depends on the number of cards")
	}
}

func TestDeckRefusals(t *testing.T) {
	g := sra.Group14()
	size := g.ElementSize()
	deck := mustPublic(t, g, "x", 4)
	with := func(position int, x *big.Int) []byte {
		b := deck.Bytes()
		copy(b[position*size:], element(g, x))
		return b
	}
	refused := func(d sra.Deck, err error) error {
		if d.Len() != 0 || d.Bytes() != nil {
			t.Error("a deck with an error")
		}
		return err
	}
	p, all := g.P(), deck.Bytes()
	q := new(big.Int).Rsh(p, 1)
	for _, c := range []struct {
		err  error
		want string
	}{
		{refused(sra.ParseDeck(g, 4, nil)), "the deck has 0 bytes, 4 cards of modp2048 take 1024"},
		{refused(sra.ParseDeck(g, 4, all[1:])), "the deck has 1023 bytes"},
		{refused(sra.ParseDeck(g, 4, append(all, 0))), "the deck has 1025 bytes"},
		{refused(sra.ParseDeck(g, 3, all)), "the deck has 1024 bytes, 3 cards"},
		{refused(sra.ParseDeck(g, 5, all)), "the deck has 1024 bytes, 5 cards"},
		{refused(sra.ParseDeck(g, 0, nil)), "a deck of 0 cards"},
		{refused(sra.ParseDeck(g, -1, nil)), "a deck of -1 cards"},
		{refused(sra.ParseDeck(g, 1025, make([]byte, 1025*size))), "a deck of 1025 cards"},
		{refused(sra.ParseDeck(g, math.MaxInt, nil)), fmt.Sprint("a deck of ", math.MaxInt, " cards")},
		{refused(sra.ParseDeck(g, 4, with(0, big.NewInt(0)))), "card 0 is 0 or 1"},
		{refused(sra.ParseDeck(g, 4, with(1, big.NewInt(1)))), "card 1 is 0 or 1"},
		{refused(sra.ParseDeck(g, 4, with(2, new(big.Int).Add(q, one)))), "card 2 is above q"},
		{refused(sra.ParseDeck(g, 4, with(3, new(big.Int).Sub(p, one)))), "card 3 is above q"},
		{refused(sra.ParseDeck(g, 4, with(3, p))), "card 3 is not below p"},
		{refused(sra.ParseDeck(g, 4, with(3, new(big.Int).SetBytes(all[:size])))), "card 3 is the same as card 0"},
		{refused(sra.ParseDeck(g, 4, with(1, new(big.Int).SetBytes(all[:size])))), "card 1 is the same as card 0"},
		{refused(sra.PublicDeck(g, "", 52)), "the label is empty"},
		{refused(sra.PublicDeck(g, strings.Repeat("x", 1025), 52)), "the label has 1025 bytes"},
		{refused(sra.PublicDeck(g, "\xff", 52)), "the label isn't UTF-8"},
		{refused(sra.PublicDeck(g, "x", 0)), "a deck of 0 cards"},
		{refused(sra.PublicDeck(g, "x", -5)), "a deck of -5 cards"},
		{refused(sra.PublicDeck(g, "x", 1025)), "a deck of 1025 cards"},
		{refused(sra.NewDeck()), "the deck has no cards"},
		{refused(sra.NewDeck(sra.Element{})), "zero Group"},
		{refused(sra.NewDeck(deck.At(0), sra.Element{})), "card 1 isn't in the group"},
		{refused(sra.NewDeck(deck.At(0), tinyDeck(t, 5).At(0))), "card 1 isn't in the group modp2048"},
		{refused(sra.NewDeck(deck.At(0), deck.At(1), deck.At(0))), "card 2 is the same as card 0"},
		{refused(sra.NewDeck(make([]sra.Element, 1025)...)), "zero Group"},
		{refused(sra.NewDeck(slices.Repeat([]sra.Element{deck.At(0)}, 1025)...)), "a deck of 1025 cards"},
		{refused(deck.Select()), "a deck of 0 cards"},
		{refused(deck.Select(0, 4)), "position 4 isn't in 0 to 3"},
		{refused(deck.Select(-1)), "position -1 isn't in 0 to 3"},
		{refused(deck.Select(1, 2, 1)), "position 1 is repeated"},
		{refused(deck.Select(make([]int, 1025)...)), "a deck of 1025 cards"},
	} {
		if !errors.Is(c.err, sra.ErrMalformed) || !strings.Contains(c.err.Error(), c.want) {
			t.Errorf("%v, want %q", c.err, c.want)
		}
	}
	mustPublic(t, g, strings.Repeat("x", sra.MaxLabelLen), 1)
}

// A change of any byte of an encoded deck is refused or gives another deck.
func TestDeckTampering(t *testing.T) {
	deck := mustPublic(t, sra.Group14(), "x", 2)
	for i := range deck.Bytes() {
		for _, bit := range []byte{1, 0x80} {
			b := deck.Bytes()
			b[i] ^= bit
			if got, err := sra.ParseDeck(sra.Group14(), 2, b); err == nil && got.Equal(deck) {
				t.Errorf("byte %d doesn't matter", i)
			}
		}
	}
}

func TestDeckCopies(t *testing.T) {
	deck := tinyDeck(t, 5, 6, 7)
	b := deck.Bytes()
	parsed, err := sra.ParseDeck(tiny(), 3, b)
	if err != nil {
		t.Fatal(err)
	}
	elements := []sra.Element{deck.At(0), deck.At(1), deck.At(2)}
	joined, err := sra.NewDeck(elements...)
	if err != nil {
		t.Fatal(err)
	}
	positions := []int{0, 1, 2}
	picked := mustSelect(t, deck, positions...)
	b[1], positions[0], elements[0] = 9, 2, elements[2]
	for _, d := range []sra.Deck{deck, parsed, joined, picked} {
		d.Bytes()[1] = 9
		d.At(0).Bytes()[1] = 9
		if !d.Equal(tinyDeck(t, 5, 6, 7)) {
			t.Errorf("the deck has become %x", d.Bytes())
		}
	}
}

func TestSelect(t *testing.T) {
	deck := tinyDeck(t, 5, 6, 7, 8)
	if got := mustSelect(t, deck, 3, 0); !got.Equal(tinyDeck(t, 8, 5)) {
		t.Errorf("%x", got.Bytes())
	}
	if got := mustSelect(t, deck, 2); !got.Equal(tinyDeck(t, 7)) {
		t.Errorf("%x", got.Bytes())
	}
}

func TestDeckEqual(t *testing.T) {
	d := tinyDeck(t, 5, 6)
	other, err := sra.ParseDeck(sra.SmallGroup(big.NewInt(1187)), 2, tinyBytes(5, 6))
	if err != nil {
		t.Fatal(err)
	}
	if !d.Equal(tinyDeck(t, 5, 6)) || d.Equal(tinyDeck(t, 6, 5)) || d.Equal(tinyDeck(t, 5)) || d.Equal(other) {
		t.Error("decks are equal by something else than their cards")
	}
	if d.Index(other.At(0)) != -1 || d.Index(tinyDeck(t, 7).At(0)) != -1 || d.Index(sra.Element{}) != -1 {
		t.Error("a card that isn't there is found")
	}
}

func TestZeroDeck(t *testing.T) {
	var zero sra.Deck
	if zero.Len() != 0 || zero.Bytes() != nil || zero.Equal(zero) || zero.Index(sra.Element{}) != -1 || zero.Group().Name() != "" {
		t.Error("the zero deck is something")
	}
	if _, err := zero.Select(0); !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
}
