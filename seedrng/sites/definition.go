package sites

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/big"
)

// A definition is how a game's results follow from its bets: what schemes.json has, and
// what a run interprets. SPEC.md, section 2, defines the parts.
type definition struct {
	Commitment *hashing  `json:"commitment,omitempty"` // how the field commitment follows from the others
	Derive     []derived `json:"derive,omitempty"`
	Bytes      hashing   `json:"bytes"`
	Numbers    numbering `json:"numbers"`
	Map        mapping   `json:"map"`
	Form       form      `json:"form"`
}

// explain says in plain words how bets become results.
func (d *definition) explain() string {
	text := d.Map.explain(d.Numbers.numberKind)
	if d.Bytes.Alg != "" {
		text = "the bet's fields are hashed. " + text
	}
	return text
}

// A hashing is a hash, or an HMAC if it has a key, of texts made from templates: literal
// text with fields in braces. {client} is the field's text, {server:hex} its decoded
// bytes, {drand:utf8} its decoded bytes read as UTF-8 as browsers do (SPEC.md, section
// 2.1), and {k} the cursor.
type hashing struct {
	Alg     alg    `json:"alg,omitempty"`
	Key     string `json:"key,omitempty"`
	Message string `json:"message,omitempty"`
}

// An alg is a hash function.
type alg string

// The hash functions, and HMAC with them.
const (
	algNone    alg = "none" // the message is the digest
	algSHA256  alg = "sha256"
	algSHA512  alg = "sha512"
	algHMAC256 alg = "hmac-sha256"
	algHMAC512 alg = "hmac-sha512"
)

// A derived value is a digest in hex that later templates name like a field. With
// From and Times it is the field From hashed as many times as the field Times says:
// its own name in the template is the value so far.
type derived struct {
	Name   string  `json:"name"`
	Digest hashing `json:"digest"`
	From   string  `json:"from,omitempty"`
	Times  string  `json:"times,omitempty"`
}

// A numbering says how bytes become numbers below N. Its JSON has the kind, and the members
// of the kind's type.
type numbering struct{ numberKind }

// A numberKind is a way to make numbers below N of bytes.
type numberKind interface {
	kind() string
	cursors() (start uint64, fresh bool)
	below(r *run, n uint64) (uint64, error)                   // the next number below n, at least 1
	atLeast(r *run, n, i uint64) *big.Rat                     // the probability that it is i or more, i from 0 to n; nil if unknown
	explain() string                                          // in plain words
	parameters(d *definition, add func(name string, ok bool)) // calls add for those that it may have
}

// A mapping says how numbers become a result. Its JSON is like that of a numbering.
type mapping struct{ mapKind }

// A mapKind is a way to make a result of numbers.
type mapKind interface {
	kind() string
	evaluate(r *run) error                                    // appends the result's values to r.out
	possible(r *run) possible                                 // the values that results have
	odds(r *run, d *Distribution) bool                        // sets tables and AtLeast, or reports that they are unknown
	explain(n numberKind) string                              // in plain words, with how numbers are made
	parameters(d *definition, add func(name string, ok bool)) // calls add for those that it may have
	asks() demand                                             // of numbers
	shapes() []string                                         // the fields that choose the form of results
}

// A demand is what a map asks of numbers.
type demand struct {
	below   bool // they are below some N
	even    bool // which may be even
	several bool // there are more than one
	placed  bool // the map says their cursors
}

// MarshalJSON returns an object with the kind and the members of the numbers.
func (n numbering) MarshalJSON() ([]byte, error) { return marshalKind(n.kind(), n.numberKind) }

// UnmarshalJSON takes the members of the kind, and no others.
func (n *numbering) UnmarshalJSON(text []byte) (err error) {
	n.numberKind, err = unmarshalKind(text, numberKinds)
	return err
}

// MarshalJSON returns an object with the kind and the members of the map.
func (m mapping) MarshalJSON() ([]byte, error) { return marshalKind(m.kind(), m.mapKind) }

// UnmarshalJSON takes the members of the kind, and no others.
func (m *mapping) UnmarshalJSON(text []byte) (err error) {
	m.mapKind, err = unmarshalKind(text, mapKinds)
	return err
}

func marshalKind(kind string, members any) ([]byte, error) {
	text, err := json.Marshal(members)
	if err != nil {
		return nil, err
	}
	head := fmt.Appendf(nil, `{"kind":%q`, kind)
	if len(text) > len("{}") {
		head = append(head, ',')
	}
	return append(head, text[1:]...), nil
}

func unmarshalKind[K any](text []byte, kinds []func() K) (none K, err error) {
	var members map[string]json.RawMessage
	var kind string
	if err := json.Unmarshal(text, &members); err != nil {
		return none, err
	}
	if err := json.Unmarshal(members["kind"], &kind); err != nil {
		return none, fmt.Errorf("sites: kind: %w", err)
	}
	delete(members, "kind")
	rest, err := json.Marshal(members)
	if err != nil {
		return none, err
	}
	for _, newKind := range kinds {
		k := newKind()
		if any(k).(interface{ kind() string }).kind() != kind {
			continue
		}
		in := json.NewDecoder(bytes.NewReader(rest))
		in.DisallowUnknownFields()
		return k, in.Decode(k)
	}
	return none, fmt.Errorf("sites: no kind %q", kind)
}

// numberKinds has an empty value of each kind of numbers.
var numberKinds = []func() numberKind{
	func() numberKind { return new(words) }, func() numberKind { return new(wordsCeil) }, func() numberKind { return new(wordsMod) },
	func() numberKind { return new(reject) }, func() numberKind { return new(hex5) }, func() numberKind { return new(hex15) },
	func() numberKind { return new(window53) }, func() numberKind { return new(rounded32) }, func() numberKind { return new(byte100) },
	func() numberKind { return new(top52) }, func() numberKind { return new(top52Mod) }, func() numberKind { return new(fieldsMod) },
	func() numberKind { return new(rotations) },
}

// mapKinds has an empty value of each kind of map.
var mapKinds = []func() mapKind{
	func() mapKind { return new(sums) }, func() mapKind { return new(draw) }, func() mapKind { return new(least) },
	func() mapKind { return new(shuffle) }, func() mapKind { return new(inverse) }, func() mapKind { return new(inverse52) },
	func() mapKind { return new(bustabit1) }, func() mapKind { return new(percent) },
}

// A form says how results are written.
type form struct {
	Decimals int              `json:"decimals,omitempty"` // values are integers times 10^−Decimals
	Names    []string         `json:"names,omitempty"`    // what values 0, 1, … are called
	Also     map[string]int64 `json:"also,omitempty"`     // other names of values
	Joined   bool             `json:"joined,omitempty"`   // written without spaces: HHTH
	Fewest   int              `json:"fewest,omitempty"`   // a site may show the first values only, at least so many
	Hands    bool             `json:"hands,omitempty"`    // cards of several hands, or of one after a draw, which people show hand by hand
	// what values are places of, such as tiles: people count these from other numbers, too
	Places string `json:"places,omitempty"`
}

// whole reports whether values are whole numbers without names.
func (f *form) whole() bool { return f.Decimals == 0 && f.Names == nil }
