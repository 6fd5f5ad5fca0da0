package seedrng

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

type hiddenText = secret.Value[string]

// A ServerSeed is the secret half of a pair of seeds. It prints as redacted and
// refuses to be encoded; [ServerSeed.Reveal] gives its text. The zero value is
// invalid: it has the zero Hash, and what needs a seed refuses it as malformed.
type ServerSeed struct{ hiddenText }

// GenerateServerSeed returns a seed of 32 bytes from crypto/rand, whose text is
// their 64 lowercase hex characters.
func GenerateServerSeed() ServerSeed {
	var b [32]byte
	rand.Read(b[:]) // never fails
	return ServerSeed{secret.Hide(hex.EncodeToString(b[:]))}
}

// ParseServerSeed takes the text of a server seed as it is: 1 to [MaxServerSeedLen]
// bytes of UTF-8. It returns an [ErrMalformed] for any other.
//
// To deal rounds, use a [Session], whose seeds come from [GenerateServerSeed]: other
// seeds may be guessable.
func ParseServerSeed(text string) (ServerSeed, error) {
	return parseSeed(text, MaxServerSeedLen)
}

// ParseAuditSeed is ParseServerSeed for texts of up to [MaxSeedLen] bytes, which
// sites may have dealt with. HMAC replaces a key of more than 64 bytes by its SHA-256
// (RFC 2104, section 2), and that is the hash that was published: anybody could
// compute the outcomes of a longer seed before betting. [ServerSeed.Predictable] says
// whether a seed is of that kind.
func ParseAuditSeed(text string) (ServerSeed, error) {
	return parseSeed(text, MaxSeedLen)
}

func parseSeed(text string, limit int) (ServerSeed, error) {
	if err := checkText("server seed", text, limit); err != nil {
		return ServerSeed{}, err
	}
	return ServerSeed{secret.Hide(text)}, nil
}

// Reveal returns the text, which makes every outcome of the seed computable. A
// [Session] reveals a seed when it rotates, and not before.
func (s ServerSeed) Reveal() string { return secret.Reveal(s.hiddenText) }

// Hash returns the SHA-256 of the text: the commitment that is published before a
// client seed is chosen.
func (s ServerSeed) Hash() Hash {
	if s.isZero() {
		return Hash{}
	}
	return sha256.Sum256([]byte(s.Reveal()))
}

// Equal reports whether two valid seeds have the same text, in time that depends on
// their lengths alone.
func (s ServerSeed) Equal(t ServerSeed) bool {
	return !s.isZero() && subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(t.Reveal())) == 1
}

// Predictable reports whether the seed has more than [MaxServerSeedLen] bytes, so
// that its [Stream] follows from its hash alone.
func (s ServerSeed) Predictable() bool { return len(s.Reveal()) > MaxServerSeedLen }

func (s ServerSeed) isZero() bool { return secret.IsZero(s.hiddenText) }

// A Hash is the SHA-256 of a server seed's text. Its text form is 64 lowercase hex
// characters.
type Hash [sha256.Size]byte

// ParseHash reads the 64 lowercase hex characters of a Hash and nothing else: an
// [ErrMalformed] says what is wrong with any other text.
func ParseHash(text string) (Hash, error) {
	var h Hash
	if err := field.ParseHex(h[:], text); err != nil {
		return Hash{}, wrap.Errorf(ErrMalformed, "server seed hash: %v", err)
	}
	return h, nil
}

// String returns the text form.
func (h Hash) String() string { return hex.EncodeToString(h[:]) }

// MarshalText returns the text form.
func (h Hash) MarshalText() ([]byte, error) { return []byte(h.String()), nil }

// UnmarshalText is [ParseHash]; h keeps its value on error.
func (h *Hash) UnmarshalText(text []byte) error {
	parsed, err := ParseHash(string(text))
	if err != nil {
		return err
	}
	*h = parsed
	return nil
}

// Verify checks a server seed, as it was revealed, against the hash that was shown
// before: nil if it has this hash, an [ErrMismatch] if not, an [ErrMalformed] if it
// isn't 1 to [MaxSeedLen] bytes of UTF-8. The digests are compared in constant time.
func (h Hash) Verify(serverSeed string) error {
	seed, err := ParseAuditSeed(serverSeed)
	if err != nil {
		return err
	}
	got := seed.Hash()
	if subtle.ConstantTimeCompare(h[:], got[:]) != 1 {
		return wrap.Errorf(ErrMismatch, "the server seed has the hash %v, not %v", got, h)
	}
	return nil
}
