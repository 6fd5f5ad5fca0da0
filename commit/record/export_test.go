package record

import (
	"crypto/ed25519"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

// HearUnsigned is [Log.Hear] without the check of the signature, for runs by the
// hundred thousand.
func (l Log) HearUnsigned(statement []byte) ([]Statement, error) {
	s := l.hiddenLog
	inner := secret.Reveal(s)
	st, err := decode(Table{inner.table}, statement)
	if err != nil {
		return nil, err
	}
	return inner.hear(st)
}

// MergeUnsigned is [Merge] without the checks of signatures.
func MergeUnsigned(table Table, transcripts ...[]byte) *Record {
	known := make(statements)
	for _, transcript := range transcripts {
		entries, _ := Split(transcript)
		for _, entry := range entries {
			if st, err := decode(table, entry); err == nil {
				known.add(st)
			}
		}
	}
	return join(table.t, known)
}

// Sign signs a statement with any heads.
func Sign(table Table, seat int, key Key, heads []Head, message []byte) []byte {
	return sign(table.t, seat, secret.Reveal(key.hiddenKey), heads, message).raw
}

// SignUnsigned leaves the signature empty.
func SignUnsigned(table Table, seat int, heads []Head, message []byte) []byte {
	b := table.t.body(seat, heads, message)
	return append(b, make([]byte, ed25519.SignatureSize)...)
}

// State returns the stored state.
func (l Log) State() []byte { return secret.Reveal(l.hiddenLog).encode(l.history()) }

// Fill makes a log hold n empty statements of its own seat, with empty signatures.
func (l Log) Fill(n int) {
	inner := secret.Reveal(l.hiddenLog)
	h := newHistory(inner.table)
	heads := make([]Head, len(h.chains))
	for range n {
		for seat := range heads {
			heads[seat] = inner.table.head(h.chains[seat])
		}
		raw := SignUnsigned(Table{inner.table}, inner.seat, heads, nil)
		st, err := decode(Table{inner.table}, raw)
		if err != nil {
			panic(err)
		}
		h.chains[st.seat] = append(h.chains[st.seat], st)
		h.sizes[st.seat] += len(raw)
	}
	inner.cell = stored.Open(h, nil, inner.encode, func(old, new stored.State) error { return nil })
}

// DecodeUnsigned is [ParseStatement] without the check of the signature.
func DecodeUnsigned(table Table, b []byte) (Statement, error) {
	st, err := decode(table, b)
	if err != nil {
		return Statement{}, err
	}
	return Statement{st}, nil
}

// Encode makes the body of a statement from its parts.
func Encode(s Statement) []byte { return s.p.table.body(s.p.seat, s.p.heads, s.p.message) }

// Seal appends a checksum.
func Seal(b []byte) []byte { return field.Seal(slices.Clip(b)) }

// Early returns how many statements are kept.
func (l Log) Early() int { return len(slices.Concat(secret.Reveal(l.hiddenLog).early...)) }

// StateWith returns a state with any transcript.
func (l Log) StateWith(transcript []byte) []byte {
	return secret.Reveal(l.hiddenLog).encode(history{transcript: transcript})
}
