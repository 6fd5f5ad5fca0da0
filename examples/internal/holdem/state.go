package holdem

import (
	"bytes"
	"encoding/binary"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/oldhand"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

// A State is all that a [Table] remembers, its keys and cards among it: what a store
// function keeps. It prints as redacted; Bytes returns what [ParseTable] takes. The zero
// value stands for no state.
//
// Only the newest state will do. A seat that goes on from an older one, or in two
// processes, signs two statements that contradict each other, and so proves itself
// guilty. So a store function fails unless it replaces just the old state.
type State struct{ hiddenState }

type hiddenState = stored.State

// Bytes returns a copy of the encoding, nil for the zero value.
func (s State) Bytes() []byte { return stored.Bytes(s.hiddenState) }

func newState(b []byte) State { return State{secret.Hide(b)} }

const stateLabel = label + "/state"

// state returns the state: the small part first, with a checksum; the log has its own. They
// are put together only for those who want the bytes, as the log grows long.
func (t *table) state() State {
	small, log := field.Append(nil, t.encode()), t.logState
	return State{secret.HideLazily(func() []byte {
		b := log()
		return field.Append(slices.Grow(slices.Clip(small), len(b)+8), b)
	})}
}

// encode returns the state without the log.
func (t *table) encode() []byte {
	b := field.Append(nil, stateLabel)
	b = t.config.append(b)
	b = binary.BigEndian.AppendUint32(b, uint32(t.seat))
	b = binary.BigEndian.AppendUint32(b, uint32(len(t.tosses)))
	for _, o := range t.tosses {
		b = append(field.Append(b, o.session), byte(o.me))
		b = field.Append(b, o.state)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(t.decks)))
	for _, d := range t.decks {
		b = d.append(b)
	}
	b = binary.BigEndian.AppendUint32(b, uint32(len(t.twins)))
	for _, twin := range t.twins {
		b = field.Append(b, twin.Bytes())
	}
	return field.Seal(b)
}

// append appends the encoding of a deck.
func (d *deck) append(b []byte) []byte {
	b = append(field.Append(b, d.id), byte(d.me))
	b = field.Append(field.Append(b, d.state), d.unsaid)
	var known, drawn []byte
	for _, c := range d.known {
		known = append(known, byte(c))
	}
	for _, p := range d.drawn {
		drawn = binary.BigEndian.AppendUint16(drawn, uint16(p))
	}
	b = field.Append(field.Append(b, known), drawn)
	b = binary.BigEndian.AppendUint32(b, uint32(len(d.refused)))
	for _, r := range d.refused {
		b = field.Append(append(b, r.statement[:]...), r.text)
	}
	return b
}

// decode makes the table what it was when this was encoded.
func (t *table) decode(state []byte) error {
	outer := field.NewReader(state)
	r := field.NewSealedReader(outer.Field("table"))
	logState := bytes.Clone(outer.Field("log"))
	if fault := outer.End(); fault != "" {
		return malformed("state: %s", fault)
	}
	r.Label(stateLabel)
	var c Config
	for _, n := range []*int{&c.Seats, &c.Hands, &c.Chips, &c.SmallBlind, &c.BigBlind} {
		*n = int(r.Uint32("config"))
	}
	seat := int(r.Uint32("seat"))
	if fault := r.Fault(); fault != "" {
		return malformed("state: %s", fault)
	}
	if err := c.Check(); err != nil {
		return err
	}
	tosses, err := readTosses(r)
	if err != nil {
		return err
	}
	decks, err := t.readDecks(r)
	if err != nil {
		return err
	}
	raws := readList(r, "twins", func() []byte { return bytes.Clone(r.Field("twin")) })
	if fault := r.End(); fault != "" {
		return malformed("state: %s", fault)
	}
	log, err := oldrecord.ParseLog(logState, t.keepLog)
	if err != nil {
		return err
	}
	if seat != log.Seat() {
		return malformed("state: seat")
	}
	var twins []oldrecord.Statement
	for _, raw := range raws {
		twin, err := oldrecord.ParseStatement(log.Table(), raw)
		if err != nil {
			return err
		}
		twins = append(twins, twin)
	}
	t.config, t.seat, t.tosses, t.decks, t.twins = c, seat, tosses, decks, twins
	t.log, t.logState = log, func() []byte { return logState }
	t.live, t.changed = false, false
	t.replay(false)
	t.abandon()
	t.live = true
	return nil
}

// readList reads a list: its length, and its items as far as there is no fault.
func readList[T any](r *field.Reader, name string, item func() T) (list []T) {
	for range r.Uint32(name) {
		x := item()
		if r.Fault() != "" {
			break
		}
		list = append(list, x)
	}
	return list
}

func readTosses(r *field.Reader) ([]*toss, error) {
	tosses := readList(r, "tosses", func() *toss {
		return &toss{session: bytes.Clone(r.Field("toss")), me: int(r.Byte("toss")), state: bytes.Clone(r.Field("toss"))}
	})
	for _, o := range tosses {
		var err error
		if o.toss, err = commit.ParseToss(o.state, o.keep); err != nil {
			return nil, err
		}
	}
	return tosses, nil
}

func (t *table) readDecks(r *field.Reader) ([]*deck, error) {
	decks := readList(r, "decks", func() *deck {
		d := &deck{id: bytes.Clone(r.Field("deck")), me: int(r.Byte("deck")), state: bytes.Clone(r.Field("deck")), live: &t.live}
		if unsaid := r.Field("deck"); len(unsaid) > 0 {
			d.unsaid = bytes.Clone(unsaid)
		}
		for _, c := range r.Field("cards") {
			d.known = append(d.known, int(int8(c)))
		}
		for p := range slices.Chunk(r.Field("stock"), 2) {
			if r.Check("stock", len(p) == 2); len(p) == 2 {
				d.drawn = append(d.drawn, int(binary.BigEndian.Uint16(p)))
			}
		}
		d.refused = readList(r, "refusals", func() refusal {
			return refusal{oldrecord.Digest(r.Fixed("refusal", len(oldrecord.Digest{}))), string(r.Field("refusal"))}
		})
		return d
	})
	for _, d := range decks {
		if len(d.state) == 0 {
			continue
		}
		var err error
		if d.hand, err = oldhand.ParseHand(d.state, d.keep); err != nil {
			return nil, err
		}
	}
	return decks, nil
}

// ParseTable goes on from a stored state, as its Bytes, which must be the newest: see
// [State]. Send the statements of [Table.Sent] then, as they may have been stored and not
// sent, and hear all that the others have said again: what the table had kept in memory
// until something else came is lost.
func ParseTable(state []byte, store func(old, new State) error) (*Table, error) {
	if store == nil {
		return nil, errNilStore
	}
	t := &table{store: store, encoded: newState(bytes.Clone(state))}
	if err := t.decode(state); err != nil {
		return nil, err
	}
	return &Table{secret.Hide(t)}, nil
}
