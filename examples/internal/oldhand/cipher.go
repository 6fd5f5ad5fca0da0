package oldhand

import (
	"crypto/sha256"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/sra"
)

// A digest is a SHA-256 of a label and of fields, each with its length.
type digest [sha256.Size]byte

func hashFields(label string, fields ...[]byte) digest {
	b := field.Append(nil, "squaredeal/sra/v1/"+label)
	for _, f := range fields {
		b = field.Append(b, f)
	}
	return sha256.Sum256(b)
}

func u32(n int) []byte { return binary.BigEndian.AppendUint32(nil, uint32(n)) }

// must returns what package sra has made of keys and decks of one group, of equal lengths
// where there are two: it can't fail then.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// pick is Select of places that are known to be right, or of none.
func pick(d sra.Deck, places []int) sra.Deck {
	if len(places) == 0 {
		return sra.Deck{}
	}
	return must(d.Select(places...))
}

// deckOf returns the deck of elements whose encodings have been checked. No two are equal:
// they are powers of different cards, between which nobody knows a relation.
func deckOf(g sra.Group, encoded []byte) sra.Deck {
	if len(encoded) == 0 {
		return sra.Deck{}
	}
	return must(sra.ParseDeck(g, len(encoded)/g.ElementSize(), encoded))
}

func elementOf(g sra.Group, encoded []byte) sra.Element { return must(sra.ParseElement(g, encoded)) }

// isZero reports whether a public key isn't known.
func isZero(k sra.PublicKey) bool { return k.Group().Name() == "" }

// checkPositions requires different positions in 0 … n−1.
func checkPositions(positions []int, n int) error {
	seen := make([]bool, n)
	for _, p := range positions {
		if err := checkPosition(p, 0, seen); err != nil {
			return err
		}
	}
	return nil
}

// checkPosition requires a position in first … len(seen)−1 that isn't seen yet, and marks
// it as seen.
func checkPosition(p, first int, seen []bool) error {
	switch {
	case p < first || p >= len(seen):
		return malformed("position %d isn't in %d to %d", p, first, len(seen)-1)
	case seen[p]:
		return malformed("position %d is repeated", p)
	}
	seen[p] = true
	return nil
}
