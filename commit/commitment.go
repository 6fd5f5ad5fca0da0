package commit

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Commitment binds its maker to a value without showing it. Its text form is 64
// lowercase hex characters. The zero value commits to no known value.
type Commitment [sha256.Size]byte

// A Nonce hides the value of one [Commitment]: 32 random bytes, used once. Together
// with the value it is the commitment's opening. It prints as redacted and refuses to
// be encoded; [Nonce.Bytes] is what to send or to store. The zero value is invalid.
type Nonce struct{ hidden }

type hidden = secret.Value[nonceBytes]

type nonceBytes [NonceSize]byte

func (b nonceBytes) self() nonceBytes { return b }

// NonceSize is the size of a [Nonce] in bytes.
const NonceSize = 32

// ParseNonce takes the 32 bytes of a nonce. It returns an [ErrMalformed] for any other
// number of bytes.
func ParseNonce(b []byte) (Nonce, error) {
	if len(b) != NonceSize {
		return Nonce{}, wrap.Errorf(ErrMalformed, "nonce of %d bytes, not %d", len(b), NonceSize)
	}
	return Nonce{secret.Hide(nonceBytes(b))}, nil
}

// Bytes returns a copy of the 32 bytes, nil for the zero value.
func (n Nonce) Bytes() []byte {
	if secret.IsZero(n.hidden) {
		return nil
	}
	b := secret.Reveal(n.hidden)
	return b[:]
}

// Equal reports whether two valid nonces have the same bytes, in constant time.
func (n Nonce) Equal(m Nonce) bool {
	if secret.IsZero(n.hidden) || secret.IsZero(m.hidden) {
		return false
	}
	a, b := secret.Reveal(n.hidden), secret.Reveal(m.hidden)
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// Commit commits to a value with a fresh nonce from crypto/rand. The context is
// public: it says what the commitment is for, and whose it is (game, round, seat),
// so that it can't be passed off as one for something else, or as another party's.
// Both may have any length; an opening shows the value's.
func Commit(context, value []byte) (Commitment, Nonce) {
	// Small enough to be inlined, so that the nonce is on the caller's stack if it
	// stays with the caller.
	var b nonceBytes
	c := commitWith(&b, context, value)
	return c, Nonce{b.self} // costs the inliner less than secret.Hide
}

func commitWith(b *nonceBytes, context, value []byte) Commitment {
	rand.Read(b[:]) // never fails
	return mac(b, context, value)
}

var errZeroNonce = wrap.Errorf(ErrMalformed, "zero Nonce")

const commitmentLabel = "squaredeal/commit/v1"

// mac returns HMAC-SHA256 (RFC 2104) of the label, the context and the value, each
// with its length. It is written out since crypto/hmac allocates. A message of
// usual length stays in these arrays; append moves a longer one to the heap.
func mac(key *nonceBytes, context, value []byte) Commitment {
	var array [256]byte
	inner := array[:sha256.BlockSize]
	copy(inner, key[:])
	for i := range inner {
		inner[i] ^= 0x36
	}
	inner = field.Append(inner, commitmentLabel)
	inner = field.Append(inner, context)
	inner = field.Append(inner, value)
	sum := sha256.Sum256(inner)

	var outer [sha256.BlockSize + sha256.Size]byte
	copy(outer[:], key[:])
	for i := range outer[:sha256.BlockSize] {
		outer[i] ^= 0x5c
	}
	copy(outer[sha256.BlockSize:], sum[:])
	return sha256.Sum256(outer[:])
}

// Verify reports whether nonce and value open the commitment in this context. It
// returns an [ErrMismatch] if they don't, and an [ErrMalformed] for a zero Nonce. Its
// time depends on the lengths alone.
func (c Commitment) Verify(nonce Nonce, context, value []byte) error {
	if secret.IsZero(nonce.hidden) {
		return errZeroNonce
	}
	b := secret.Reveal(nonce.hidden)
	if got := mac(&b, context, value); subtle.ConstantTimeCompare(got[:], c[:]) != 1 {
		return wrap.Errorf(ErrMismatch, "nonce and value don't open commitment %v in this context", c)
	}
	return nil
}

// ParseCommitment reads the text form and nothing else: an [ErrMalformed] says what
// is wrong with any other text.
func ParseCommitment(text string) (Commitment, error) {
	var c Commitment
	if err := field.ParseHex(c[:], text); err != nil {
		return c, wrap.Errorf(ErrMalformed, "commitment: %v", err)
	}
	return c, nil
}

// String returns the text form.
func (c Commitment) String() string { return hex.EncodeToString(c[:]) }

// MarshalText returns the text form.
func (c Commitment) MarshalText() ([]byte, error) { return []byte(c.String()), nil }

// UnmarshalText is [ParseCommitment]; c keeps its value on error.
func (c *Commitment) UnmarshalText(text []byte) error {
	parsed, err := ParseCommitment(string(text))
	if err != nil {
		return err
	}
	*c = parsed
	return nil
}
