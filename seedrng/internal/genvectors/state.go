package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"slices"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// A state is the fields of a stored state, without the checksum.
type state [][]byte

func lp(text string) []byte {
	return append(binary.BigEndian.AppendUint64(nil, uint64(len(text))), text...)
}

func u64(values ...uint64) (b []byte) {
	for _, v := range values {
		b = binary.BigEndian.AppendUint64(b, v)
	}
	return b
}

// with returns the state with another field.
func (s state) with(at int, field []byte) state {
	s = slices.Clone(s)
	s[at] = field
	return s
}

// text returns the state with its checksum.
func (s state) text() string {
	b := bytes.Join(s, nil)
	sum := sha256.Sum256(b)
	return hex.EncodeToString(append(b, sum[:]...))
}

// accepted is a case of calls to what has a state, with the result of each behind it. The
// state afterwards is left out if it is nil.
func accepted(id, comment string, s, after state, callsAndResults ...string) vectors.Case {
	calls, results := []string{}, []string{}
	for pair := range slices.Chunk(callsAndResults, 2) {
		calls, results = append(calls, pair[0]), append(results, pair[1])
	}
	outputs := vectors.Fields{"results": results}
	if after != nil {
		outputs["state"] = after.text()
	}
	return vectors.Case{ID: id, Comment: comment, Inputs: vectors.Fields{"state": s.text(), "calls": calls}, Outputs: outputs, Result: "ok"}
}

// refused is the case of a state that can't be.
func refused(id, comment string, s state) vectors.Case {
	return vectors.Case{ID: id, Comment: comment, Inputs: vectors.Fields{"state": s.text(), "calls": []string{}}, Result: "malformed"}
}
