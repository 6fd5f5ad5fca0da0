package record

import (
	"bytes"
	"crypto/ed25519"

	"github.com/squaredeal/squaredeal/internal/secret"
)

// A Key signs the statements of one seat at one table, or the heads of a board. It
// prints as redacted. The zero value is invalid.
type Key struct{ hiddenKey }

type hiddenKey = secret.Value[ed25519.PrivateKey]

// GenerateKey returns a key from crypto/rand.
func GenerateKey() Key {
	_, key, err := ed25519.GenerateKey(nil)
	if err != nil {
		panic(err) // crypto/rand never fails
	}
	return Key{secret.Hide(key)}
}

// ParseKey reads what [Key.Bytes] returned: the 32-byte seed of RFC 8032's private
// key. It returns an [ErrMalformed] for another length.
func ParseKey(seed []byte) (Key, error) {
	if len(seed) != ed25519.SeedSize {
		return Key{}, malformed("key of %d bytes, not %d", len(seed), ed25519.SeedSize)
	}
	return Key{secret.Hide(ed25519.NewKeyFromSeed(seed))}, nil
}

// Public returns the public key, for [NewTable]; nil for a zero Key.
func (k Key) Public() ed25519.PublicKey {
	return bytes.Clone(secret.Reveal(k.hiddenKey)[min(ed25519.SeedSize, len(secret.Reveal(k.hiddenKey))):])
}

// Bytes returns the secret seed; nil for a zero Key.
func (k Key) Bytes() []byte {
	return bytes.Clone(secret.Reveal(k.hiddenKey)[:min(ed25519.SeedSize, len(secret.Reveal(k.hiddenKey)))])
}
