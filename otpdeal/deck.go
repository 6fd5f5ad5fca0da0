package otpdeal

import (
	"crypto/rand"
	"encoding/binary"
	mathrand "math/rand/v2"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// An encryptedDeck is what the Host knows and nobody else must: for each number, an
// encrypted card and its key.
type encryptedDeck struct {
	cards, keys [DeckSize]byte
}

// generateDeck returns a deck with the cards in a uniformly random order and uniformly
// random keys.
func generateDeck() (d encryptedDeck) {
	cards := Deck()
	shuffle(secretSource{}, cards)
	rand.Read(d.keys[:]) // never fails
	for i, c := range cards {
		d.cards[i] = byte(c) ^ d.keys[i]
	}
	return d
}

// newDeck encrypts 52 different cards with as many keys.
func newDeck(cards []Card, keys []byte) (d encryptedDeck, err error) {
	if len(cards) != DeckSize || len(keys) != DeckSize {
		return d, wrap.Errorf(ErrMalformed, "%d cards and %d keys, not %d of each", len(cards), len(keys), DeckSize)
	}
	copy(d.keys[:], keys)
	for i, c := range cards {
		d.cards[i] = byte(c) ^ d.keys[i]
	}
	return d, checkCards("the deck", cards)
}

// decrypted returns the cards in the order of their numbers.
func (d *encryptedDeck) decrypted() []Card {
	cards := make([]Card, DeckSize)
	for i := range cards {
		cards[i] = Card(d.cards[i] ^ d.keys[i])
	}
	return cards
}

const entryLabel = "squaredeal/otpdeal/v1/entry"

// entries returns what the Host commits to.
func (d *encryptedDeck) entries(deal string) [][]byte {
	entries := make([][]byte, DeckSize)
	for i := range entries {
		b := field.Append(nil, entryLabel)
		b = field.Append(b, deal)
		entries[i] = append(b, byte(i), d.cards[i], d.keys[i])
	}
	return entries
}

// parseEntries reads what entries wrote.
func parseEntries(deal []byte, entries [][]byte) (d encryptedDeck, err error) {
	if len(entries) != DeckSize {
		return d, wrap.Errorf(ErrMalformed, "%d entries, not %d", len(entries), DeckSize)
	}
	for i, b := range entries {
		r := field.NewReader(b)
		r.Label(entryLabel)
		r.Check("deal", string(r.Field("deal")) == string(deal))
		r.Check("number", int(r.Byte("number")) == i)
		d.cards[i], d.keys[i] = r.Byte("card"), r.Byte("key")
		if fault := r.End(); fault != "" {
			return d, wrap.Errorf(ErrMalformed, "entry %d: %s", i, fault)
		}
	}
	return d, nil
}

// checkOrder checks that order assigns each number to a place.
func checkOrder(order []byte) error {
	if len(order) != DeckSize {
		return wrap.Errorf(ErrMalformed, "an assignment of %d numbers, not %d", len(order), DeckSize)
	}
	var seen [DeckSize]bool
	for _, n := range order {
		if n >= DeckSize || seen[n] {
			return wrap.Errorf(ErrMalformed, "the assignment isn't each of 0 to %d once", DeckSize-1)
		}
		seen[n] = true
	}
	return nil
}

// generateOrder returns a uniformly random assignment: the first 13 numbers are for
// seat 0, the next 13 for seat 1, and so on.
func generateOrder() []byte {
	order := make([]byte, DeckSize)
	for i := range order {
		order[i] = byte(i)
	}
	shuffle(secretSource{}, order)
	return order
}

// secretSource is a source for math/rand/v2 whose words only crypto/rand knows.
type secretSource struct{}

func (secretSource) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.BigEndian.Uint64(b[:])
}

// shuffle is exactly uniform if the words are: math/rand/v2 rejects those that would
// bias an index. Package shuffle does the same for an order that others recompute, which nobody does here.
func shuffle[T any](src mathrand.Source, list []T) {
	mathrand.New(src).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}
