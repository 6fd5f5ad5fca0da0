package record

import (
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Key signs the statements of one seat in one game, or the heads of a board. It
// prints as redacted. The zero value is invalid.
type Key struct{ hiddenKey }

type hiddenKey = secret.Value[ed25519.PrivateKey]

// GenerateKey returns a key from crypto/rand.
func GenerateKey() Key {
	_, key, _ := ed25519.GenerateKey(nil) // crypto/rand never fails
	return Key{secret.Hide(key)}
}

// ParseKey reads what [Key.Bytes] returned: the 32-byte seed of RFC 8032's private key. It
// returns an [ErrMalformed] for another length.
func ParseKey(seed []byte) (Key, error) {
	if len(seed) != ed25519.SeedSize {
		return Key{}, wrap.Errorf(ErrMalformed, "key of %d bytes, not %d", len(seed), ed25519.SeedSize)
	}
	return Key{secret.Hide(ed25519.NewKeyFromSeed(seed))}, nil
}

// Public returns the public key, for [NewAgreement]; nil for a zero Key.
func (k Key) Public() ed25519.PublicKey {
	key := secret.Reveal(k.hiddenKey)
	return bytes.Clone(key[min(ed25519.SeedSize, len(key)):])
}

// Bytes returns the secret seed; nil for a zero Key.
func (k Key) Bytes() []byte {
	key := secret.Reveal(k.hiddenKey)
	return bytes.Clone(key[:min(ed25519.SeedSize, len(key))])
}

// Sign returns the signature of something besides statements and heads, of which this package
// signs SHA-256 digests: let it be the digest of what begins with a label of your own. It returns
// nil for a zero Key.
func (k Key) Sign(message []byte) []byte {
	key := secret.Reveal(k.hiddenKey)
	if key == nil {
		return nil
	}
	return ed25519.Sign(key, message)
}

// keyIsGood reports whether an agreement takes a public key. One that is no point of the curve
// does no harm, as it verifies nothing.
func keyIsGood(key ed25519.PublicKey) bool {
	if len(key) != ed25519.PublicKeySize {
		return false
	}
	y := [32]byte(key)
	slices.Reverse(y[:])
	y[0] &= 0x7f // without the sign of x
	within := bytes.Compare(y[:], orderOneY) > 0 && bytes.Compare(y[:], orderTwoY) < 0
	return within && !bytes.Equal(y[:], orderEightY) && !bytes.Equal(y[:], otherOrderEightY)
}

// The y, big-endian, of points of small order. That of order 4 has 0.
var (
	orderOneY        = unhex("0000000000000000000000000000000000000000000000000000000000000001") // 1: order 1
	orderTwoY        = unhex("7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffec") // p − 1: order 2
	orderEightY      = unhex("05fc536d880238b13933c6d305acdfd5f098eff289f4c345b027b2c28f95e826")
	otherOrderEightY = unhex("7a03ac9277fdc74ec6cc392cfa53202a0f67100d760b3cba4fd84d3d706a17c7")
)

func unhex(text string) []byte {
	b, err := hex.DecodeString(text)
	if err != nil {
		panic(err)
	}
	return b
}

// sign appends the signature of a digest.
func sign(key Key, b []byte, digest Digest) []byte {
	return append(b, key.Sign(digest[:])...)
}
