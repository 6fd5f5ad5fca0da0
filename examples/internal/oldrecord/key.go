package oldrecord

import (
	"bytes"
	"crypto/ed25519"

	"github.com/squaredeal/squaredeal/internal/secret"
)

// SeedSize is the size in bytes of a [Key]'s encoding.
const SeedSize = ed25519.SeedSize

// A Key signs one seat's statements. Draw a new one for each table: then nothing
// that happened elsewhere can matter, and nobody needs to keep it but the [Log].
//
// It prints as redacted. The zero value is invalid.
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
	if len(seed) != SeedSize {
		return Key{}, malformed("key of %d bytes, not %d", len(seed), SeedSize)
	}
	return Key{secret.Hide(ed25519.NewKeyFromSeed(seed))}, nil
}

// Public returns the public key, for [NewTable]; nil for a zero Key.
func (k Key) Public() ed25519.PublicKey {
	if secret.IsZero(k.hiddenKey) {
		return nil
	}
	return bytes.Clone(secret.Reveal(k.hiddenKey)[SeedSize:])
}

// Bytes returns the secret seed, [SeedSize] bytes; nil for a zero Key.
func (k Key) Bytes() []byte {
	if secret.IsZero(k.hiddenKey) {
		return nil
	}
	return secret.Reveal(k.hiddenKey).Seed()
}
