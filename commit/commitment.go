package commit

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"io"
)

// A Commitment binds its maker to a value without showing it. Its text form is 64
// lowercase hex characters. The zero value is that of no known value.
type Commitment [sha256.Size]byte

// A Nonce hides the value of one [Commitment]: 32 random bytes, used once. Together
// with the value it is the commitment's opening. It prints as redacted under every
// fmt verb and refuses to be marshalled as text; [Nonce.Bytes] is what to send or
// to store. The zero value is invalid.
type Nonce struct {
	bytes func() nonceBytes // a closure, which nothing that prints by reflection looks into
}

type nonceBytes [NonceSize]byte

func (b nonceBytes) self() nonceBytes { return b }

// NonceSize is the size of a [Nonce] in bytes.
const NonceSize = 32

// ParseNonce takes the 32 bytes of a nonce. It returns an [ErrMalformed] for any
// other number.
func ParseNonce(b []byte) (Nonce, error) {
	if len(b) != NonceSize {
		return Nonce{}, malformed("nonce has %d bytes, not %d", len(b), NonceSize)
	}
	n := nonceBytes(b)
	return Nonce{n.self}, nil
}

// Bytes returns a copy of the 32 bytes, nil for the zero value.
func (n Nonce) Bytes() []byte {
	if n.bytes == nil {
		return nil
	}
	b := n.bytes()
	return b[:]
}

// Equal reports whether two valid nonces have the same bytes, in constant time.
func (n Nonce) Equal(m Nonce) bool {
	if n.bytes == nil || m.bytes == nil {
		return false
	}
	a, b := n.bytes(), m.bytes()
	return subtle.ConstantTimeCompare(a[:], b[:]) == 1
}

// Format prints the nonce as redacted, whatever the verb.
func (Nonce) Format(f fmt.State, _ rune) { io.WriteString(f, "commit.Nonce(redacted)") }

// MarshalText always fails, so that no encoder writes a live nonce into a log.
func (Nonce) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a nonce isn't marshalled: use its Bytes", ErrState)
}

// Commit commits to a value with a fresh nonce from crypto/rand. The context is
// public: it says what the commitment is for, and whose it is (game, round, seat),
// so that it can't be passed off as one for something else, or as another party's.
// Both may have any length; an opening shows the value's.
func Commit(context, value []byte) (Commitment, Nonce) {
	// Small enough to be inlined, so that the nonce is on the caller's stack if it
	// stays with the caller. The method value copies b; a function literal would move
	// it to the heap.
	var b nonceBytes
	c := commitWith(&b, context, value)
	return c, Nonce{b.self}
}

func commitWith(b *nonceBytes, context, value []byte) Commitment {
	rand.Read(b[:]) // never fails
	return mac(b, context, value)
}

// New returns the commitment to a value with a given nonce (SPEC.md, section 4), an
// [ErrMalformed] if that is the zero value. To commit, use [Commit]: a nonce that
// is known, or used for another value, hides nothing.
func New(nonce Nonce, context, value []byte) (Commitment, error) {
	if nonce.bytes == nil {
		return Commitment{}, errZeroNonce
	}
	b := nonce.bytes()
	return mac(&b, context, value), nil
}

var errZeroNonce = malformed("nonce is the zero value")

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
	inner = appendField(inner, commitmentLabel)
	inner = appendField(inner, context)
	inner = appendField(inner, value)
	sum := sha256.Sum256(inner)

	var outer [sha256.BlockSize + sha256.Size]byte
	copy(outer[:], key[:])
	for i := range outer[:sha256.BlockSize] {
		outer[i] ^= 0x5c
	}
	copy(outer[sha256.BlockSize:], sum[:])
	return sha256.Sum256(outer[:])
}

// Verify reports whether nonce and value open the commitment in this context: nil
// if so, an [ErrMismatch] if not, an [ErrMalformed] for the zero value of a nonce.
// Its time depends on the lengths alone.
func (c Commitment) Verify(nonce Nonce, context, value []byte) error {
	if nonce.bytes == nil {
		return errZeroNonce
	}
	b := nonce.bytes()
	if got := mac(&b, context, value); subtle.ConstantTimeCompare(got[:], c[:]) != 1 {
		return fmt.Errorf("%w: the opening isn't that of commitment %v in this context", ErrMismatch, c)
	}
	return nil
}

// ParseCommitment reads the text form and nothing else: an [ErrMalformed] says what
// is wrong with any other text.
func ParseCommitment(text string) (Commitment, error) {
	c, err := parseHex("commitment", text)
	return Commitment(c), err
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

// parseHex reads 32 bytes from 64 lowercase hex characters.
func parseHex(field, text string) (b [32]byte, err error) {
	if len(text) != hex.EncodedLen(len(b)) {
		return b, malformed("%s has %d characters, not %d", field, len(text), hex.EncodedLen(len(b)))
	}
	for i, c := range []byte(text) {
		if (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return b, malformed("%s: character %d isn't lowercase hex", field, i+1)
		}
	}
	hex.Decode(b[:], []byte(text))
	return b, nil
}

// appendField appends a field with its length, which SPEC.md calls lp.
func appendField[T string | []byte](b []byte, field T) []byte {
	b = binary.BigEndian.AppendUint64(b, uint64(len(field)))
	return append(b, field...)
}
