package sites

import "encoding/json"

// A rawDefinition is a definition as the catalogue in Go writes it: it becomes one by way of
// its JSON. This file goes when schemes.json is the catalogue.
type rawDefinition struct {
	Commitment *hashing     `json:"commitment,omitempty"` // how the field commitment follows from the others
	Derive     []derived    `json:"derive,omitempty"`
	Bytes      hashing      `json:"bytes"`
	Numbers    rawNumbering `json:"numbers"`
	Map        rawMapping   `json:"map"`
	Form       form         `json:"form"`
}

// A numbering says how bytes become numbers below N.
type rawNumbering struct {
	Kind  rawKind `json:"kind"`
	Fresh bool    `json:"fresh,omitempty"` // each number takes a cursor of its own, and the first word of its digest
	Start uint64  `json:"start,omitempty"` // the first cursor
	Top   uint64  `json:"top,omitempty"`   // of Reject: words from Top − Top mod N on are rejected
	Retry uint64  `json:"retry,omitempty"` // of Reject: what a cursor goes up by when a whole digest is rejected
}

// A numberKind is a way to make a number below N from bytes. A word w is 32 bits,
// big-endian, from the digests of the cursors in turn.
type rawKind = string

const (
	byWords     rawKind = "words"      // ⌊N·w/2^32⌋
	byWordsCeil rawKind = "words-ceil" // ⌈N·w/2^32⌉ − 1, and 0 for 0
	byWordsMod  rawKind = "words-mod"  // w mod N
	byReject    rawKind = "reject"     // w mod N, of the first word that isn't rejected
	byHex5      rawKind = "hex5"       // the first group of five hex digits below 10^6, mod N; N − 1 if there is none
	byHex15     rawKind = "hex15"      // the first 15 hex digits mod N: all 60 bits count, which no double holds
	byWindow53  rawKind = "window53"   // ⌊N·y/2^53⌋: y is 14 hex digits, shifted right by 3, from the place that the first 15 give mod 47
	byRounded32 rawKind = "rounded32"  // w·(N−1)/(2^32−1), rounded
	byTop52     rawKind = "top52"      // the first 13 hex digits, for inverse52 and bustabit1
	byByte100   rawKind = "byte100"    // each byte mod 100, if that is below N and new
	byFieldsMod rawKind = "fields-mod" // the sum of the number fields server and client mod 2^16
)

// A mapping says how numbers become a result.
type rawMapping struct {
	Kind   rawKind            `json:"kind"`
	N      num                `json:"n,omitzero"`
	Count  num                `json:"count,omitzero"`  // 1 if not given
	Of     num                `json:"of,omitzero"`     // of Sums; 1 if not given
	Groups num                `json:"groups,omitzero"` // of Draw; one list if not given
	First  int64              `json:"first,omitempty"` // is added to each value
	Sorted bool               `json:"sorted,omitempty"`
	Table  map[string][]int64 `json:"table,omitempty"` // replaces each value by what stands there; the keys are the texts of the fields By
	By     []string           `json:"by,omitempty"`    // joined by a space
	Turns  []string           `json:"turns,omitempty"` // the keys of the values in turn end with a space and these
	Steps  map[string][]int64 `json:"steps,omitempty"` // of Sums: a value is first replaced by how many of these, but the first, aren't above it

	Forward bool  `json:"forward,omitempty"` // of Shuffle: from the first place on
	Place   bool  `json:"place,omitempty"`   // of Shuffle: the place is the cursor
	Wrap    int64 `json:"wrap,omitempty"`    // values are taken mod this

	Numer   int64   `json:"numer,omitempty"`   // of inverses: what is divided, 99 for an edge of 1 %; of Bustabit1: what the quotient is multiplied by before it is cut, in hundredths; 100 if not given
	Scale   int64   `json:"scale,omitempty"`   // by how much Numer is to be divided to be in hundredths; 1 if not given
	Range   uint64  `json:"range,omitempty"`   // of Inverse: x is one of so many numbers, ⌊Range·w/2^32⌋
	Divisor divisor `json:"divisor,omitempty"` // of Inverse
	Min     int64   `json:"min,omitempty"`     // results are at least this
	Max     int64   `json:"max,omitempty"`     // results are at most this
	Digits  int     `json:"digits,omitempty"`  // of Inverse52: significant digits that the fraction is rounded to
	Mod     int64   `json:"mod,omitempty"`     // of Bustabit1: the result is Min if this divides the digest
	Factor  int64   `json:"factor,omitempty"`  // of Bustabit1: what the result is multiplied by after it is cut
}

const (
	mapSums      rawKind = "sums"      // Count values, each the sum of Of numbers below N
	mapDraw      rawKind = "draw"      // Count of 0…N−1 by removal: the number below what is left says which place
	mapLeast     rawKind = "least"     // the least of a Draw
	mapShuffle   rawKind = "shuffle"   // the first Count of 0…N−1 after swaps from the last place on
	mapInverse   rawKind = "inverse"   // Count times ⌊Numer·Range/(Scale·Divisor)⌋, in doubles, in the order of SPEC.md
	mapInverse52 rawKind = "inverse52" // ⌊Numer/(1 − X)⌋ in doubles, X the first 52 bits as a fraction
	mapBustabit1 rawKind = "bustabit1" // ⌊(100·2^52 − h)/(2^52 − h)⌋ in doubles, h the first 52 bits
	mapPercent   rawKind = "percent"   // the number below 2^16, as hundredths of a percent of 2^16 − 1, rounded
)

// parse makes it a definition.
func (raw *rawDefinition) parse() (d definition) {
	text, err := json.Marshal(raw)
	if err == nil {
		err = json.Unmarshal(text, &d)
	}
	if err != nil {
		panic(err)
	}
	return d
}

// counting is a game of places that people count.
func (g Game) counting(places string) Game {
	g.raw.Form.Places = places
	return g
}
