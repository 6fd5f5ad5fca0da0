package sites

// A Digest is a hash, or an HMAC if it has a key, of texts made from templates: literal
// text with fields in braces. {client} is the field's text, {server:hex} its decoded
// bytes, {drand:utf8} its decoded bytes read as UTF-8 as browsers do (SPEC.md, section
// 2.1), and {k} the cursor.
type Digest struct {
	Alg     Alg    `json:"alg,omitempty"`
	Key     string `json:"key,omitempty"`
	Message string `json:"message,omitempty"`
}

// An Alg is a hash function.
type Alg string

// The hash functions, and HMAC with them.
const (
	SHA256     Alg = "sha256"
	SHA512     Alg = "sha512"
	HMACSHA256 Alg = "hmac-sha256"
	HMACSHA512 Alg = "hmac-sha512"
)

// A Derived value is a digest in hex that later templates name like a field. With
// From and Times it is the field From hashed as many times as the field Times says:
// its own name in the template is the value so far.
type Derived struct {
	Name   string `json:"name"`
	Digest Digest `json:"digest"`
	From   string `json:"from,omitempty"`
	Times  string `json:"times,omitempty"`
}

// Numbers says how bytes become numbers below N.
type Numbers struct {
	Kind  NumberKind `json:"kind"`
	Fresh bool       `json:"fresh,omitempty"` // each number takes a cursor of its own, and the first word of its digest
	Start uint64     `json:"start,omitempty"` // the first cursor
	Top   uint64     `json:"top,omitempty"`   // of Reject: words from Top − Top mod N on are rejected
	Retry uint64     `json:"retry,omitempty"` // of Reject: what a cursor goes up by when a whole digest is rejected
}

// A NumberKind is a way to make a number below N from bytes. A word w is 32 bits,
// big-endian, from the digests of the cursors in turn.
type NumberKind string

const (
	Words     NumberKind = "words"      // ⌊N·w/2^32⌋
	WordsCeil NumberKind = "words-ceil" // ⌈N·w/2^32⌉ − 1, and 0 for 0
	WordsMod  NumberKind = "words-mod"  // w mod N
	Reject    NumberKind = "reject"     // w mod N, of the first word that isn't rejected
	Hex5      NumberKind = "hex5"       // the first group of five hex digits below 10^6, mod N; N − 1 if there is none
	Hex15     NumberKind = "hex15"      // the first 15 hex digits mod N: all 60 bits count, which no double holds
	Window53  NumberKind = "window53"   // ⌊N·y/2^53⌋: y is 14 hex digits, shifted right by 3, from the place that the first 15 give mod 47
	Rounded32 NumberKind = "rounded32"  // w·(N−1)/(2^32−1), rounded
	Top52     NumberKind = "top52"      // the first 13 hex digits, for [Inverse52] and [Bustabit1]
	Byte100   NumberKind = "byte100"    // each byte mod 100, if that is below N and new
	FieldsMod NumberKind = "fields-mod" // the sum of the number fields server and client mod 2^16
)

// A Map says how numbers become a result.
type Map struct {
	Kind   MapKind            `json:"kind"`
	N      Num                `json:"n,omitzero"`
	Count  Num                `json:"count,omitzero"`  // 1 if not given
	Of     Num                `json:"of,omitzero"`     // of Sums; 1 if not given
	Groups Num                `json:"groups,omitzero"` // of Draw; one list if not given
	First  int64              `json:"first,omitempty"` // is added to each value
	Sorted bool               `json:"sorted,omitempty"`
	Table  map[string][]int64 `json:"table,omitempty"` // replaces each value by what stands there; the keys are the texts of the fields By
	By     []string           `json:"by,omitempty"`    // joined by a space

	Forward bool  `json:"forward,omitempty"` // of Shuffle: from the first place on
	Place   bool  `json:"place,omitempty"`   // of Shuffle: the place is the cursor
	Wrap    int64 `json:"wrap,omitempty"`    // values are taken mod this

	Numer   int64   `json:"numer,omitempty"`   // of inverses: what is divided, 99 for an edge of 1 %
	Scale   int64   `json:"scale,omitempty"`   // of Inverse: by how much Numer is to be divided to be in hundredths; 1 if not given
	Bits    uint    `json:"bits,omitempty"`    // of Inverse: how many bits of a word count
	Divisor Divisor `json:"divisor,omitempty"` // of Inverse
	Min     int64   `json:"min,omitempty"`     // results are at least this
	Max     int64   `json:"max,omitempty"`     // results are at most this
	Digits  int     `json:"digits,omitempty"`  // of Inverse52: significant digits that the fraction is rounded to
	Mod     int64   `json:"mod,omitempty"`     // of Bustabit1: the result is Min if this divides the digest
	Factor  int64   `json:"factor,omitempty"`  // of Bustabit1: what the result is multiplied by
}

// A MapKind is a way to make a result from numbers.
type MapKind string

const (
	Sums      MapKind = "sums"      // Count values, each the sum of Of numbers below N
	Draw      MapKind = "draw"      // Count of 0…N−1 by removal: the number below what is left says which place
	Least     MapKind = "least"     // the least of a Draw
	Shuffle   MapKind = "shuffle"   // the first Count of 0…N−1 after swaps from the last place on
	Inverse   MapKind = "inverse"   // Count times ⌊Numer·2^Bits/(Scale·Divisor)⌋, in doubles, in the order of SPEC.md
	Inverse52 MapKind = "inverse52" // ⌊Numer/(1 − X)⌋ in doubles, X the first 52 bits as a fraction
	Bustabit1 MapKind = "bustabit1" // ⌊(100·2^52 − h)/(2^52 − h)⌋ in doubles, h the first 52 bits
	Percent   MapKind = "percent"   // the number below 2^16, as hundredths of a percent of 2^16 − 1, rounded
)

// A Divisor is what an inverse divides by, x being the word's first Bits bits.
type Divisor string

const (
	XPlus1  Divisor = "x+1"      // x + 1
	X       Divisor = "x"        // x; for 0, the result is Max
	Falling Divisor = "2^bits-x" // 2^Bits − x
)

// A Num is a number of a scheme: By[text of Field], or the number that Field holds, or
// Value.
type Num struct {
	Value int64            `json:"value,omitempty"`
	Field string           `json:"field,omitempty"`
	By    map[string]int64 `json:"by,omitempty"`
}

// A Form says how results are written.
type Form struct {
	Decimals int      `json:"decimals,omitempty"` // values are integers times 10^−Decimals
	Names    []string `json:"names,omitempty"`    // what values 0, 1, … are called
	Joined   bool     `json:"joined,omitempty"`   // written without spaces: HHTH
}
