package otpdeal

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
	mathrand "math/rand/v2"
	"sync/atomic"
)

// A Table is what the Host knows and nobody else must: the cards in their secret
// order, and for each a pad, which is the key that encrypts it. It is good for one
// deal; two deals with the same pads show the differences of their cards to whoever
// sees the messages. It prints as redacted and refuses to be marshalled. The zero
// value is invalid.
type Table struct {
	secret func() *tableSecret // a closure, which nothing that prints by reflection looks into
}

type tableSecret struct {
	encrypted, keys [DeckSize]byte
	used            atomic.Bool
}

// GenerateTable returns a new table: the cards in an order and the pads of a
// content that are uniformly random, from crypto/rand.
func GenerateTable() Table {
	cards := Deck()
	shuffle(secretSource{}, cards)
	var s tableSecret
	rand.Read(s.keys[:])
	for i, c := range cards {
		s.encrypted[i] = byte(c) ^ s.keys[i]
	}
	return Table{func() *tableSecret { return &s }}
}

// NewTable returns the table of 52 different cards in this order and as many pads.
// It returns an [ErrCards] or [ErrMalformed] for anything else. It is for replaying
// a deal: to deal a new one, use [GenerateTable].
func NewTable(cards []Card, pads []byte) (Table, error) {
	if len(cards) != DeckSize || len(pads) != DeckSize {
		return Table{}, malformed("a table of %d cards and %d pads, not %d of each", len(cards), len(pads), DeckSize)
	}
	if err := checkCards("the table", cards); err != nil {
		return Table{}, err
	}
	var s tableSecret
	copy(s.keys[:], pads)
	for i, c := range cards {
		s.encrypted[i] = byte(c) ^ s.keys[i]
	}
	return Table{func() *tableSecret { return &s }}, nil
}

const entryLabel = "squaredeal/otpdeal/v1/entry"

// Values returns, for each i from 0 to 51, the bytes that the Host commits to
// before it deals: i, encrypted card i and key i, as SPEC.md, section 5.1, encodes
// them. Each needs a hiding commitment of its own, with a nonce: without one,
// 65,536 guesses find an entry. To open the table, after the hand, the Host opens
// the commitments. Values is nil for the zero value.
func (t Table) Values() [][]byte {
	if t.secret == nil {
		return nil
	}
	s := t.secret()
	values := make([][]byte, DeckSize)
	for i := range values {
		v := appendField(nil, []byte(entryLabel))
		v = appendField(v, []byte{byte(i)})
		v = appendField(v, s.encrypted[i:i+1])
		values[i] = appendField(v, s.keys[i:i+1])
	}
	return values
}

// parseValues reads what Values wrote.
func parseValues(values [][]byte) (encrypted, keys [DeckSize]byte, err error) {
	if len(values) != DeckSize {
		return encrypted, keys, malformed("the table has %d entries, not %d", len(values), DeckSize)
	}
	for i, v := range values {
		r := reader{rest: v}
		label, number := r.field(), r.field()
		c, k := r.field(), r.field()
		if r.bad || len(r.rest) != 0 || string(label) != entryLabel || len(number) != 1 || int(number[0]) != i || len(c) != 1 || len(k) != 1 {
			return encrypted, keys, malformed("entry %d of the table", i)
		}
		encrypted[i], keys[i] = c[0], k[0]
	}
	return encrypted, keys, nil
}

// Format prints the table as redacted, whatever the verb.
func (Table) Format(f fmt.State, _ rune) { io.WriteString(f, "otpdeal.Table(redacted)") }

// MarshalText always fails, so that no encoder writes a live table into a message.
func (Table) MarshalText() ([]byte, error) { return nil, notMarshalled("a table") }

func notMarshalled(what string) error {
	return fmt.Errorf("%w: %s isn't marshalled: it holds secrets", ErrState, what)
}

// secretSource is a source for math/rand/v2 whose words only crypto/rand knows.
type secretSource struct{}

func (secretSource) Uint64() uint64 {
	var b [8]byte
	rand.Read(b[:]) // never fails
	return binary.BigEndian.Uint64(b[:])
}

// shuffle is exactly uniform if the words are: math/rand/v2 rejects those that
// would bias an index.
func shuffle[T any](src mathrand.Source, list []T) {
	mathrand.New(src).Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
}

func appendField(b, field []byte) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(len(field)))
	return append(b, field...)
}

// A reader takes fields off the front of an encoding. After its first error it
// returns nil.
type reader struct {
	rest []byte
	bad  bool
}

func (r *reader) field() []byte {
	if r.bad = r.bad || len(r.rest) < 8; r.bad {
		return nil
	}
	n := binary.BigEndian.Uint64(r.rest)
	if r.bad = n > uint64(len(r.rest)-8); r.bad {
		return nil
	}
	field := r.rest[8 : 8+n]
	r.rest = r.rest[8+n:]
	return field
}
