package seedrng

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"
	"fmt"
	"io"
)

// A ServerSeed is the secret half of a pair of seeds. It prints as redacted under
// every fmt verb and refuses to be marshalled; [ServerSeed.Reveal] gives its text.
// The zero value is invalid: it has the zero Hash, and whatever draws from it
// returns an error.
type ServerSeed struct {
	text func() string // a closure, which nothing that prints by reflection looks into
}

func newServerSeed(text string) ServerSeed { return ServerSeed{func() string { return text }} }

// GenerateServerSeed returns a seed of 32 bytes from crypto/rand, whose text is
// their 64 lowercase hex characters.
func GenerateServerSeed() ServerSeed {
	var b [32]byte
	rand.Read(b[:])
	return newServerSeed(hex.EncodeToString(b[:]))
}

// ParseServerSeed takes the text of a server seed: 1 to [MaxSeedLen] bytes of
// UTF-8, as they are. It returns an [ErrMalformed] otherwise.
//
// It is for auditing the rounds of whoever revealed the text. To deal rounds, use
// [GenerateServerSeed]: another seed may be guessable, or [ServerSeed.Predictable].
func ParseServerSeed(text string) (ServerSeed, error) {
	if err := checkSeed("server seed", text); err != nil {
		return ServerSeed{}, err
	}
	return newServerSeed(text), nil
}

func (s ServerSeed) isZero() bool { return s.text == nil }

// Reveal returns the text, which makes every outcome of the seed computable. A
// [Session] reveals a seed when it is rotated, and not before.
func (s ServerSeed) Reveal() string {
	if s.isZero() {
		return ""
	}
	return s.text()
}

// Hash returns the SHA-256 of the text: the commitment that is published before a
// client seed is chosen.
func (s ServerSeed) Hash() Hash {
	if s.isZero() {
		return Hash{}
	}
	return sha256.Sum256([]byte(s.text()))
}

// Equal reports whether two valid seeds have the same text, in time that depends on
// their lengths alone.
func (s ServerSeed) Equal(t ServerSeed) bool {
	return !s.isZero() && subtle.ConstantTimeCompare([]byte(s.Reveal()), []byte(t.Reveal())) == 1
}

// Predictable reports whether anyone who saw the seed's hash could compute its
// [Stream] from that alone. It is so for texts of more than 64 bytes: HMAC replaces
// a key longer than SHA-256's block by its SHA-256 (RFC 2104, section 2).
func (s ServerSeed) Predictable() bool {
	return len(s.Reveal()) > sha256.BlockSize
}

// Format prints the seed as redacted, whatever the verb.
func (ServerSeed) Format(f fmt.State, _ rune) { io.WriteString(f, "seedrng.ServerSeed(redacted)") }

// MarshalText always fails, so that no encoder writes a live seed into a message or
// leaves a hole where a caller meant to store one.
func (ServerSeed) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a server seed isn't marshalled: reveal it, or store its Session", ErrState)
}

// A Hash is the SHA-256 of a server seed's text. Its text form is 64 lowercase hex
// characters.
type Hash [sha256.Size]byte

// ParseHash reads the 64 lowercase hex characters of a Hash and nothing else: an
// [ErrMalformed] says what is wrong with any other text.
func ParseHash(text string) (Hash, error) {
	var h Hash
	if len(text) != hex.EncodedLen(len(h)) {
		return Hash{}, malformed("server seed hash has %d characters, not %d", len(text), hex.EncodedLen(len(h)))
	}
	for i, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return Hash{}, malformed("server seed hash: character %d isn't lowercase hex", i+1)
		}
	}
	hex.Decode(h[:], []byte(text))
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

// Verify reports whether hash, as it was published, is that of serverSeed, as it
// was revealed: nil if so, an [ErrMismatch] if not, an [ErrMalformed] if either is
// no hash or no seed. The digests are compared in constant time.
func Verify(hash, serverSeed string) error {
	h, err := ParseHash(hash)
	if err != nil {
		return err
	}
	seed, err := ParseServerSeed(serverSeed)
	if err != nil {
		return err
	}
	got := seed.Hash()
	if subtle.ConstantTimeCompare(h[:], got[:]) != 1 {
		return fmt.Errorf("%w: the server seed's hash is %v, not %v", ErrMismatch, got, h)
	}
	return nil
}
