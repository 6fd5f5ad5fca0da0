package sites

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

// A numbering says how bytes become numbers below N.
type numbering struct {
	Kind  numberKind `json:"kind"`
	Fresh bool       `json:"fresh,omitempty"` // each number takes a cursor of its own, and the first word of its digest
	Start uint64     `json:"start,omitempty"` // the first cursor
	Top   uint64     `json:"top,omitempty"`   // of Reject: words from Top − Top mod N on are rejected
	Retry uint64     `json:"retry,omitempty"` // of Reject: what a cursor goes up by when a whole digest is rejected
}

// A numberKind is a way to make a number below N from bytes. A word w is 32 bits,
// big-endian, from the digests of the cursors in turn.
type numberKind string

const (
	byWords     numberKind = "words"      // ⌊N·w/2^32⌋
	byWordsCeil numberKind = "words-ceil" // ⌈N·w/2^32⌉ − 1, and 0 for 0
	byWordsMod  numberKind = "words-mod"  // w mod N
	byReject    numberKind = "reject"     // w mod N, of the first word that isn't rejected
	byHex5      numberKind = "hex5"       // the first group of five hex digits below 10^6, mod N; N − 1 if there is none
	byHex15     numberKind = "hex15"      // the first 15 hex digits mod N: all 60 bits count, which no double holds
	byWindow53  numberKind = "window53"   // ⌊N·y/2^53⌋: y is 14 hex digits, shifted right by 3, from the place that the first 15 give mod 47
	byRounded32 numberKind = "rounded32"  // w·(N−1)/(2^32−1), rounded
	byTop52     numberKind = "top52"      // the first 13 hex digits, for inverse52 and bustabit1
	byByte100   numberKind = "byte100"    // each byte mod 100, if that is below N and new
	byFieldsMod numberKind = "fields-mod" // the sum of the number fields server and client mod 2^16
)

// A mapping says how numbers become a result.
type mapping struct {
	Kind   mapKind            `json:"kind"`
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

// A mapKind is a way to make a result from numbers.
type mapKind string

const (
	mapSums      mapKind = "sums"      // Count values, each the sum of Of numbers below N
	mapDraw      mapKind = "draw"      // Count of 0…N−1 by removal: the number below what is left says which place
	mapLeast     mapKind = "least"     // the least of a Draw
	mapShuffle   mapKind = "shuffle"   // the first Count of 0…N−1 after swaps from the last place on
	mapInverse   mapKind = "inverse"   // Count times ⌊Numer·Range/(Scale·Divisor)⌋, in doubles, in the order of SPEC.md
	mapInverse52 mapKind = "inverse52" // ⌊Numer/(1 − X)⌋ in doubles, X the first 52 bits as a fraction
	mapBustabit1 mapKind = "bustabit1" // ⌊(100·2^52 − h)/(2^52 − h)⌋ in doubles, h the first 52 bits
	mapPercent   mapKind = "percent"   // the number below 2^16, as hundredths of a percent of 2^16 − 1, rounded
)

// A divisor is what an inverse divides by.
type divisor string

const (
	divXPlus1  divisor = "x+1"     // x + 1
	divX       divisor = "x"       // x; for 0, the result is Max
	divFalling divisor = "range-x" // Range − x
)

// A num is a number of a scheme: By[text of Field], or the number that Field holds, or
// Value.
type num struct {
	Value int64            `json:"value,omitempty"`
	Field string           `json:"field,omitempty"`
	By    map[string]int64 `json:"by,omitempty"`
}

// A form says how results are written.
type form struct {
	Decimals int              `json:"decimals,omitempty"` // values are integers times 10^−Decimals
	Names    []string         `json:"names,omitempty"`    // what values 0, 1, … are called
	Also     map[string]int64 `json:"also,omitempty"`     // other names of values
	Joined   bool             `json:"joined,omitempty"`   // written without spaces: HHTH
	Fewest   int              `json:"fewest,omitempty"`   // a site may show the first values only, at least so many
	Hands    bool             `json:"hands,omitempty"`    // cards of several hands, or of one after a draw, which people show hand by hand
	Places   string           `json:"places,omitempty"`   // what values are places of, such as tiles: people count these from other numbers, too
}
