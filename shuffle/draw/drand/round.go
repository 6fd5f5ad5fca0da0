package drand

import (
	"bytes"
	"crypto/sha256"
	"regexp"
	"strconv"
	"sync"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// MaxRoundSize is the greatest length of a round's JSON.
const MaxRoundSize = 4096

// The JSON of rounds is a part of JSON that leaves readers nothing to differ about: one object,
// of texts without escapes, whole numbers, true, false and null.
const (
	jsonSpace  = `[ \t\n\r]*`
	jsonText   = `"([ !#-\[\]-~]*)"`
	jsonNumber = `(0|[1-9][0-9]*)`
	jsonMember = jsonText + jsonSpace + `:` + jsonSpace + `(?:` + jsonText + `|` + jsonNumber + `|true|false|null)`
	jsonMore   = `(?:` + jsonSpace + `,` + jsonSpace + jsonMember + `)*`
	jsonObject = `^` + jsonSpace + `\{` + jsonSpace + `(?:` + jsonMember + jsonMore + `)?` + jsonSpace + `\}` + jsonSpace + `$`
)

var (
	object = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(jsonObject) })
	member = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(jsonMember) })
)

// ParseRound reads a round as drand's HTTP API publishes it, version 1 or 2, and verifies it:
// a JSON object with round, signature, previous_signature on [Default] and, in version 1,
// randomness. It returns an [ErrMalformed] for another format, for some of JSON that no
// round needs, such as a repeated member or an escape, or for a randomness that isn't the
// signature's hash, and else the errors of [Network.Verify].
func (n *Network) ParseRound(text []byte) (draw.Value, error) {
	if len(text) > MaxRoundSize {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round of %d bytes", len(text))
	}
	if !object().Match(text) {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round: not an object of texts without escapes and whole numbers")
	}
	type value struct{ text, number []byte } // nil if it isn't one
	values := make(map[string]value)
	for _, m := range member().FindAllSubmatch(text, -1) {
		name := string(m[1])
		if _, ok := values[name]; ok {
			return draw.Value{}, wrap.Errorf(ErrMalformed, "round: %s is repeated", name)
		}
		values[name] = value{m[2], m[3]}
	}
	round, err := strconv.ParseUint(string(values["round"].number), 10, 64)
	if err != nil {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "round's number: %v", err)
	}
	var parts [3][]byte
	for i, name := range []string{"signature", "previous_signature", "randomness"} {
		v, ok := values[name]
		if !ok {
			continue
		}
		if v.text == nil {
			return draw.Value{}, wrap.Errorf(ErrMalformed, "%s isn't a text", name)
		}
		parts[i] = make([]byte, len(v.text)/2)
		if err := field.ParseHex(parts[i], string(v.text)); err != nil {
			return draw.Value{}, wrap.Errorf(ErrMalformed, "%s: %v", name, err)
		}
	}
	if sum := sha256.Sum256(parts[0]); parts[2] != nil && !bytes.Equal(parts[2], sum[:]) {
		return draw.Value{}, wrap.Errorf(ErrMalformed, "randomness isn't the hash of the signature")
	}
	return n.Verify(round, parts[1], parts[0])
}
