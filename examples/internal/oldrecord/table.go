package oldrecord

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
)

// Limits of a [Table].
const (
	MinSeats = 2
	MaxSeats = 64
	MaxIDLen = 1024 // bytes
)

const tableLabel = "squaredeal/record/v1/table"

// A Digest is a SHA-256 of a table or of a statement.
type Digest [sha256.Size]byte

// String returns the digest in lowercase hex.
func (d Digest) String() string { return hex.EncodeToString(d[:]) }

// A Table names the game that a record is of, and the keys of its seats. All seats
// and all who read the record must have the same one: compare its Digest. The zero
// value is invalid.
type Table struct{ t *table }

type table struct {
	id       []byte
	keys     []ed25519.PublicKey
	encoding []byte
	digest   Digest
}

// NewTable returns the table with this id and the public keys of seats 0, 1, … The
// id, 1 to [MaxIDLen] bytes, names one game and no other that any of these keys ever
// plays. There are [MinSeats] to [MaxSeats] keys, all different.
//
// It returns an [ErrMalformed] for anything else, and for a key that is not the
// canonical encoding of a point of the curve, or of a point of small order, for
// which one signature could fit many statements.
func NewTable(id []byte, keys []ed25519.PublicKey) (Table, error) {
	if len(id) < 1 || len(id) > MaxIDLen {
		return Table{}, malformed("id of %d bytes, not 1 to %d", len(id), MaxIDLen)
	}
	if len(keys) < MinSeats || len(keys) > MaxSeats {
		return Table{}, malformed("%d seats, not %d to %d", len(keys), MinSeats, MaxSeats)
	}
	t := &table{id: bytes.Clone(id)}
	t.encoding = field.Append(field.Append(nil, tableLabel), id)
	t.encoding = binary.BigEndian.AppendUint32(t.encoding, uint32(len(keys)))
	for seat, key := range keys {
		if fault := keyFault(key); fault != "" {
			return Table{}, malformed("key of seat %d %s", seat, fault)
		}
		for other := range seat {
			if bytes.Equal(key, keys[other]) {
				return Table{}, malformed("seats %d and %d have the same key", other, seat)
			}
		}
		t.keys = append(t.keys, bytes.Clone(key))
		t.encoding = append(t.encoding, key...)
	}
	t.digest = sha256.Sum256(t.encoding)
	return Table{t}, nil
}

// ParseTable reads what [Table.Bytes] returned, with the checks of [NewTable].
func ParseTable(b []byte) (Table, error) {
	r := field.NewReader(b)
	r.Label(tableLabel)
	id := r.Field("id")
	n := r.Uint32("seats")
	r.Check("seats", n <= MaxSeats)
	var keys []ed25519.PublicKey
	for range min(n, MaxSeats) {
		keys = append(keys, r.Fixed("key", ed25519.PublicKeySize))
	}
	if fault := r.End(); fault != "" {
		return Table{}, malformed("table: %s", fault)
	}
	return NewTable(id, keys)
}

// Bytes returns an encoding of the table, which isn't secret.
func (t Table) Bytes() []byte {
	if t.t == nil {
		return nil
	}
	return bytes.Clone(t.t.encoding)
}

// Digest returns the SHA-256 of the table, which all statements contain.
func (t Table) Digest() Digest {
	if t.t == nil {
		return Digest{}
	}
	return t.t.digest
}

// ID returns a copy of the id.
func (t Table) ID() []byte {
	if t.t == nil {
		return nil
	}
	return bytes.Clone(t.t.id)
}

// Keys returns a copy of the seats' keys.
func (t Table) Keys() []ed25519.PublicKey {
	if t.t == nil {
		return nil
	}
	keys := slices.Clone(t.t.keys)
	for seat := range keys {
		keys[seat] = bytes.Clone(keys[seat])
	}
	return keys
}
