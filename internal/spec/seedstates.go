package spec

import (
	"slices"
	"strings"
)

// A state is the fields of a stored state, without the checksum.
type state []string

// with returns the state with another field.
func (s state) with(at int, field string) state {
	s = slices.Clone(s)
	s[at] = field
	return s
}

// text returns the state with its checksum, in hex, with runs of a step written as one.
func (s state) text() string {
	text := hexOf(seal(strings.Join(s, "")))
	for _, unit := range []string{u64(1) + lp("6") + lp("1"), lp("6") + lp("1")} {
		for _, n := range []int{1025, 1024, 1023} {
			text = strings.Replace(text, strings.Repeat(hexOf(unit), n), times(n, unit), 1)
		}
	}
	return text
}

var serverHash, nextHash = shaHex(serverSeed), shaHex(nextSeed)

// withHashes returns calls and results with these hashes in place of $h and $x.
func withHashes(texts []string) (out []string) {
	replacer := strings.NewReplacer("$h", serverHash, "$x", nextHash)
	for _, text := range texts {
		out = append(out, replacer.Replace(text))
	}
	return out
}

// accepted is a case of calls to what has a state, with the result of each behind it. The
// state afterwards is left out if it is nil.
func accepted(id, comment string, s, after state, callsAndResults ...string) vector {
	calls, results := []string{}, []string{}
	for pair := range slices.Chunk(callsAndResults, 2) {
		calls, results = append(calls, pair[0]), append(results, pair[1])
	}
	outputs := fields{"results": results}
	if after != nil {
		outputs["state"] = after.text()
	}
	return vector{ID: id, Comment: comment, Inputs: fields{"state": s.text(), "calls": calls}, Outputs: outputs, Result: "ok"}
}

// refused is the case of a state that can't be.
func refused(id, comment string, s state) vector {
	return vector{ID: id, Comment: comment, Inputs: fields{"state": s.text(), "calls": []string{}}, Result: "malformed"}
}
