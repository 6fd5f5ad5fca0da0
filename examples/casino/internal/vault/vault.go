// Package vault seals what nobody may learn from a stolen backup: XChaCha20-Poly1305
// under a key that isn't in the database.
package vault

import (
	"crypto/cipher"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"

	"golang.org/x/crypto/chacha20poly1305"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
)

const (
	fingerprintLabel = "squaredeal/casino/v1/key"
	sealLabel        = "squaredeal/casino/v1/sealed"
)

// ErrSealed is wrapped by every error of what can't be opened: the key isn't there, or
// the row was damaged, or copied from another player's.
var ErrSealed = errors.New("vault: can't be opened")

// Keys are those of a key file, the newest first. They print as redacted.
type Keys struct{ hidden }

type hidden = secret.Value[[]key]

type key struct {
	fingerprint string
	aead        cipher.AEAD
}

func newKey(text string) (key, error) {
	b, err := hex.DecodeString(text)
	if err != nil || len(b) != chacha20poly1305.KeySize {
		return key{}, fmt.Errorf("a key is %d characters of hex", 2*chacha20poly1305.KeySize)
	}
	aead, err := chacha20poly1305.NewX(b)
	if err != nil {
		return key{}, err
	}
	sum := sha256.Sum256(append(field.Append(nil, fingerprintLabel), b...))
	return key{hex.EncodeToString(sum[:8]), aead}, nil
}

// Newest returns the fingerprint of the key that seals.
func (k Keys) Newest() string { return secret.Reveal(k.hidden)[0].fingerprint }

// Fingerprints returns those of all keys, the newest first. They are public.
func (k Keys) Fingerprints() (all []string) {
	for _, key := range secret.Reveal(k.hidden) {
		all = append(all, key.fingerprint)
	}
	return all
}

// Seal seals the plaintext for its owner, with the newest key.
func (k Keys) Seal(owner string, plaintext []byte) []byte {
	key := secret.Reveal(k.hidden)[0]
	nonce := make([]byte, chacha20poly1305.NonceSizeX, chacha20poly1305.NonceSizeX+len(plaintext)+chacha20poly1305.Overhead)
	rand.Read(nonce) // never fails
	return key.aead.Seal(nonce, nonce, plaintext, bound(owner))
}

// Open opens what was sealed for this owner with the key of this fingerprint.
func (k Keys) Open(owner, fingerprint string, sealed []byte) ([]byte, error) {
	for _, key := range secret.Reveal(k.hidden) {
		if key.fingerprint != fingerprint {
			continue
		}
		if len(sealed) < chacha20poly1305.NonceSizeX {
			return nil, fmt.Errorf("%w: too short", ErrSealed)
		}
		nonce, rest := sealed[:chacha20poly1305.NonceSizeX], sealed[chacha20poly1305.NonceSizeX:]
		plaintext, err := key.aead.Open(nil, nonce, rest, bound(owner))
		if err != nil {
			return nil, fmt.Errorf("%w: damaged, or another's", ErrSealed)
		}
		return plaintext, nil
	}
	return nil, fmt.Errorf("%w: the key file has no key %s", ErrSealed, fingerprint)
}

func bound(owner string) []byte {
	return field.Append(field.Append(nil, sealLabel), owner)
}
