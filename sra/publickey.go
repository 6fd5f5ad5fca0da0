package sra

import (
	"bytes"
	"encoding/hex"
	"runtime"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/internal/arith"
)

// A PublicKey is G^e, where e is the exponent of a [Key] and G the group's
// generator. It fixes e, and doesn't tell it. It is immutable and prints as hex.
// The zero value is invalid: it has no bytes, is equal to nothing, and verifies
// nothing.
type PublicKey struct {
	group    Group
	x        arith.Elements // one
	routines int
}

// ParsePublicKey takes the encoding of a public key, as [PublicKey.Bytes] returns
// it. It returns an [ErrMalformed] if it isn't that of an element of g, or if it is
// G's, whose exponent is 1.
//
// It doesn't show that its sender has the key: see [Key.ProveKey].
func ParsePublicKey(g Group, b []byte) (PublicKey, error) {
	e, err := ParseElement(g, b)
	if err != nil {
		return PublicKey{}, err
	}
	if bytes.Equal(b, g.g.generator.Bytes()) {
		return PublicKey{}, wrap.Errorf(ErrMalformed, "the public key is the generator")
	}
	return PublicKey{g, g.g.a.Known(e.encoded), 1}, nil
}

// Group returns the group that the key is for.
func (k PublicKey) Group() Group { return k.group }

// Bytes returns a copy of the encoding, that of an element; nil for the zero value.
func (k PublicKey) Bytes() []byte {
	if k.isZero() {
		return nil
	}
	return bytes.Clone(k.x.Bytes())
}

// Element returns the key as an element, which [NewDeck] takes; the zero value for the zero
// value.
func (k PublicKey) Element() Element {
	if k.isZero() {
		return Element{}
	}
	return Element{k.group, k.x.Bytes()}
}

// String returns the encoding in lowercase hex.
func (k PublicKey) String() string { return hex.EncodeToString(k.Bytes()) }

func (k PublicKey) isZero() bool { return k.x == nil }

// Equal reports whether k and l are the same key of the same group.
func (k PublicKey) Equal(l PublicKey) bool {
	return k.group.Equal(l.group) && bytes.Equal(k.x.Bytes(), l.x.Bytes())
}

// Parallel returns the same key, whose verifications are shared among n goroutines,
// as [Key.Parallel] does with a key's work.
func (k PublicKey) Parallel(n int) PublicKey {
	k.routines = atMost(n)
	return k
}

// atMost returns n, but at least 1 and at most the number of goroutines that can
// run at once.
func atMost(n int) int { return max(1, min(n, runtime.GOMAXPROCS(0))) }

func (k PublicKey) check(decks ...Deck) error {
	if k.isZero() {
		return wrap.Errorf(ErrMalformed, "zero PublicKey")
	}
	for _, d := range decks {
		switch {
		case d.Len() == 0:
			return wrap.Errorf(ErrMalformed, "zero Deck")
		case !k.group.Equal(d.group):
			return wrap.Errorf(ErrMalformed, "the deck is of the group %v, the public key of %v", d.group, k.group)
		case d.Len() != decks[0].Len():
			return wrap.Errorf(ErrMalformed, "a deck of %d cards becomes one of %d", decks[0].Len(), d.Len())
		}
	}
	return nil
}
