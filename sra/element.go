package sra

import (
	"bytes"
	"encoding/hex"
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// An Element is a member of a [Group] other than the identity: a card, encrypted or
// not, or a public key. It is immutable and prints as hex. The zero value is invalid:
// it has no bytes and is equal to nothing.
type Element struct {
	group   Group
	encoded []byte
}

// ParseElement takes the encoding of an element of g. It returns an [ErrMalformed]
// unless b is ElementSize bytes long and canonical: in ristretto255, what RFC 9496
// decodes, except the identity; of integers, a number in 2 … q.
func ParseElement(g Group, b []byte) (Element, error) {
	if err := g.check(); err != nil {
		return Element{}, err
	}
	if len(b) != g.ElementSize() {
		return Element{}, wrap.Errorf(ErrMalformed, "the element has %d bytes, %v takes %d", len(b), g, g.ElementSize())
	}
	if _, _, fault := g.g.a.Decode(b, 1); fault != "" {
		return Element{}, wrap.Errorf(ErrMalformed, "the element is %s", fault)
	}
	return Element{g, bytes.Clone(b)}, nil
}

// Group returns the group that the element is in.
func (x Element) Group() Group { return x.group }

// Bytes returns a copy of the encoding, nil for the zero value.
func (x Element) Bytes() []byte { return slices.Clone(x.encoded) }

// String returns the encoding in lowercase hex.
func (x Element) String() string { return hex.EncodeToString(x.encoded) }

// Equal reports whether x and y are the same element of the same group, in time
// that depends on them.
func (x Element) Equal(y Element) bool {
	return x.group.Equal(y.group) && bytes.Equal(x.encoded, y.encoded)
}
