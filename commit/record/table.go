package record

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
)

// Limits, the last three in bytes.
const (
	MinSeats, MaxSeats = 2, 64
	MaxPlaces          = 1<<31 - 1
	MaxTermsLen        = 1 << 16
	MaxMessageLen      = 1 << 22
	Overhead           = fixedSize + ed25519.SignatureSize // of a statement, besides its message
)

const (
	label                   = "squaredeal/record/v1/"
	statementKind, headKind = 1, 2
	fixedSize               = 1 + 1 + 4 + sha256.Size
)

// A Digest is a SHA-256, of a table or a statement, or a head.
type Digest [sha256.Size]byte

// String returns the digest in lowercase hex.
func (d Digest) String() string { return fmt.Sprintf("%x", d[:]) }

// A Table is what all agree on before a game. Players compare at least 128 bits of its
// Digest. The zero value is invalid.
type Table struct{ t *table }

type table struct {
	terms, encoding []byte
	longest, seats  int
	keys            []ed25519.PublicKey // of the seats, and then of the board if it has one
	digest          Digest
}

// NewTable returns the table with these terms (a text, or the digest of one), the
// longest message in bytes, the public keys of seats 0, 1, …, and that of the board, nil
// if it has none. Draw a seat's key for one table: statements could be moved between
// two with the same terms and keys. NewTable returns an [ErrMalformed] for what
// exceeds the limits, for equal keys, and for a key that isn't the canonical encoding of a
// point, or has small order, so that one signature could fit many statements.
func NewTable(terms []byte, longest int, seats []ed25519.PublicKey, board ed25519.PublicKey) (Table, error) {
	switch {
	case len(terms) < 1 || len(terms) > MaxTermsLen:
		return Table{}, malformed("terms of %d bytes, not 1 to %d", len(terms), MaxTermsLen)
	case longest < 1 || longest > MaxMessageLen:
		return Table{}, malformed("messages of %d bytes, not 1 to %d", longest, MaxMessageLen)
	case len(seats) < MinSeats || len(seats) > MaxSeats:
		return Table{}, malformed("%d seats, not %d to %d", len(seats), MinSeats, MaxSeats)
	}
	t := &table{terms: bytes.Clone(terms), longest: longest, seats: len(seats)}
	b := appendUint32(field.Append(field.Append(nil, label+"table"), terms), longest, len(seats))
	if board != nil {
		seats = append(slices.Clip(seats), board)
	}
	for seat, key := range seats {
		if fault := keyFault(key); fault != "" {
			return Table{}, malformed("key %d of %d seats %s", seat, t.seats, fault)
		}
		if other := t.owner(key); other >= 0 {
			return Table{}, malformed("keys %d and %d of %d seats are equal", other, seat, t.seats)
		}
		t.keys, b = append(t.keys, bytes.Clone(key)), append(b, key...)
	}
	t.encoding, t.digest = b, sha256.Sum256(b)
	return Table{t}, nil
}

// ParseTable reads what [Table.Bytes] returned, with the checks of [NewTable].
func ParseTable(b []byte) (Table, error) {
	r := field.NewReader(b)
	r.Label(label + "table")
	terms, longest, n := r.Field("terms"), r.Uint32("longest message"), r.Uint32("seats")
	r.Check("longest message", longest <= MaxMessageLen)
	r.Check("seats", n <= MaxSeats)
	var seats []ed25519.PublicKey
	for range min(n, MaxSeats) {
		seats = append(seats, r.Fixed("key", ed25519.PublicKeySize))
	}
	var board ed25519.PublicKey
	if r.Len() > 0 {
		board = r.Fixed("board", ed25519.PublicKeySize)
	}
	if fault := r.End(); fault != "" {
		return Table{}, malformed("table: %s", fault)
	}
	return NewTable(terms, int(longest), seats, board)
}

// get returns what a Table holds, something without seats for a zero Table.
func (t Table) get() *table {
	if t.t == nil {
		return new(table)
	}
	return t.t
}

// Bytes returns an encoding of the table, which isn't secret.
func (t Table) Bytes() []byte { return bytes.Clone(t.get().encoding) }

// Digest returns the SHA-256 of the table, which all signatures cover.
func (t Table) Digest() Digest { return t.get().digest }

// Terms returns a copy of the terms.
func (t Table) Terms() []byte { return bytes.Clone(t.get().terms) }

// Keys returns a copy of the seats' keys, and after them the board's if it has one.
func (t Table) Keys() (keys []ed25519.PublicKey) {
	for _, key := range t.get().keys {
		keys = append(keys, bytes.Clone(key))
	}
	return keys
}

// owner returns the seat that has a key, the number of seats for the board, or -1.
func (t *table) owner(key ed25519.PublicKey) int {
	return slices.IndexFunc(t.keys, func(k ed25519.PublicKey) bool { return bytes.Equal(k, key) })
}

// hash returns the SHA-256 of a label and of parts that need no lengths.
func hash(name string, parts ...[]byte) (d Digest) {
	h := sha256.New()
	h.Write(field.Append(make([]byte, 0, 64), label+name))
	for _, part := range parts {
		h.Write(part)
	}
	h.Sum(d[:0])
	return d
}

// sign appends the signature of a body to it.
func (t *table) sign(key Key, name string, body []byte) []byte {
	digest := hash(name, t.digest[:], body)
	return append(body, ed25519.Sign(secret.Reveal(key.hiddenKey), digest[:])...)
}

func appendUint32(b []byte, numbers ...int) []byte {
	for _, n := range numbers {
		b = binary.BigEndian.AppendUint32(b, uint32(n))
	}
	return b
}
