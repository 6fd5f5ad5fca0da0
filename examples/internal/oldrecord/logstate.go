package oldrecord

import (
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

const stateLabel = "squaredeal/record/v1/state"

// A LogState is the encoded state of a [Log], with its key: what its store function
// keeps. It prints as redacted; Bytes returns what to store. The zero value stands
// for no state at all.
type LogState struct{ hiddenState }

type hiddenState = stored.State

// Bytes returns a copy of the encoding, nil for no state.
func (s LogState) Bytes() []byte { return stored.Bytes(s.hiddenState) }

func hideStates(store func(old, new LogState) error) func(old, new stored.State) error {
	return func(old, new stored.State) error { return store(LogState{old}, LogState{new}) }
}

// encode returns the state of a log.
func (l *log) encode(h history) []byte {
	b := make([]byte, 0, 256+len(l.table.encoding)+len(h.transcript))
	b = field.Append(b, stateLabel)
	b = field.Append(b, l.table.encoding)
	b = binary.BigEndian.AppendUint32(b, uint32(l.seat))
	b = append(b, l.key.Seed()...)
	b = field.Append(b, h.transcript)
	return field.Seal(b)
}

// ParseLog goes on from a stored state, which must be the newest: see [GenerateLog]
// for what happens otherwise, and for store. It verifies all statements. It returns
// an [ErrMalformed] or an [ErrSignature] for anything that isn't a state.
//
// Statements that were kept because they came early are lost, and must come again.
func ParseLog(state []byte, store func(old, new LogState) error) (Log, error) {
	if store == nil {
		return Log{}, malformed("nil store function")
	}
	r := field.NewSealedReader(state)
	r.Label(stateLabel)
	encodedTable := r.Field("table")
	seat := r.Uint32("seat")
	seed := r.Fixed("key", SeedSize)
	transcript := r.Field("transcript")
	if fault := r.End(); fault != "" {
		return Log{}, malformed("log state: %s", fault)
	}
	table, err := ParseTable(encodedTable)
	if err != nil {
		return Log{}, err
	}
	key, err := ParseKey(seed)
	if err != nil {
		return Log{}, err
	}
	l, err := newLog(table, int(min(seat, MaxSeats)), key)
	if err != nil {
		return Log{}, err
	}
	h, err := parseHistory(table, transcript)
	if err != nil {
		return Log{}, err
	}
	l.cell = stored.Open(h, state, l.encode, hideStates(store))
	return Log{secret.Hide(l)}, nil
}

// parseHistory reads a transcript as a log writes it: each entry is ready or proves
// something, the two entries of a proof of which neither is held one after the other.
func parseHistory(table Table, transcript []byte) (history, error) {
	h := newHistory(table.t)
	entries, err := Split(transcript)
	if err != nil {
		return h, err
	}
	loose := func(i int) error {
		return malformed("log state: entry %d neither follows from those before it nor proves anything", i)
	}
	var waiting *statement
	for i, entry := range entries {
		parsed, err := ParseStatement(table, entry)
		if err != nil {
			return h, err
		}
		st := parsed.p
		other := h.opposed(st)
		switch {
		case h.proofs[st.seat] != nil:
			return h, malformed("log state: entry %d comes after a proof against its seat", i)
		case waiting != nil && (!contradict(waiting, st) || compare(waiting, st) > 0 || other != nil || h.ready(st)):
			return h, loose(i - 1)
		case waiting != nil:
			h.prove(waiting, st)
			waiting = nil
		case other != nil:
			h.prove(other, st)
		case h.ready(st):
			if h.full(st) {
				return h, malformed("log state: entry %d exceeds the limits of its seat", i)
			}
			h.add(st)
		default:
			waiting = st
		}
	}
	if waiting != nil {
		return h, loose(len(entries) - 1)
	}
	return h, nil
}
