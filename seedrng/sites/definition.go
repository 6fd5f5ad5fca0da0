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

// explain says in plain words how bets become results.
func (d *definition) explain() string {
	text := d.Map.explain(d.Numbers.digestKind)
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
