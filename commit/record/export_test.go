package record

import (
	"crypto/ed25519"

	"github.com/squaredeal/squaredeal/internal/secret"
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
