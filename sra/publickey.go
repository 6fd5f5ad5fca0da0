package sra

import (
	"bytes"
	"runtime"
)

// A PublicKey is G^e, where e is the exponent of a [Key] and G the group's
// generator. It fixes e, and doesn't tell it. It is immutable and prints as hex.
// The zero value is invalid: it has no bytes, is equal to nothing, and verifies
// nothing.
type PublicKey struct {
	element  Element
	routines int
}

// ParsePublicKey takes the encoding of a public key, as [PublicKey.Bytes] returns
// it. It returns an [ErrMalformed] if it isn't that of an element of g, or if it is
// G's, whose exponent is 1.
//
// That its sender has the key is for a proof to show: see [Key.Prove].
func ParsePublicKey(g Group, b []byte) (PublicKey, error) {
	x, err := ParseElement(g, b)
	if err != nil {
		return PublicKey{}, err
	}
	if bytes.Equal(b, g.g.generator) {
		return PublicKey{}, malformed("the public key is the generator")
	}
	return PublicKey{x, 1}, nil
}

// Group returns the group that the key is for.
func (k PublicKey) Group() Group { return k.element.group }

// Bytes returns a copy of the encoding, that of an element; nil for the zero value.
func (k PublicKey) Bytes() []byte { return k.element.Bytes() }

// String returns the encoding in lowercase hex.
func (k PublicKey) String() string { return k.element.String() }

func (k PublicKey) isZero() bool { return k.element.group.g == nil }

// Equal reports whether k and l are the same key of the same group.
func (k PublicKey) Equal(l PublicKey) bool { return k.element.Equal(l.element) }

// Parallel returns the same key, whose verifications are shared among n goroutines,
// as [Key.Parallel] does with a key's work.
func (k PublicKey) Parallel(n int) PublicKey {
	k.routines = atMost(n)
	return k
}

// atMost returns n, but at least 1 and at most the number of goroutines that can
// run at once.
func atMost(n int) int { return max(1, min(n, runtime.GOMAXPROCS(0))) }
