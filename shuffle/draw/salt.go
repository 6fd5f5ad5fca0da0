package draw

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Salt hides an entry, each its own. The organiser keeps it, and shows it to the entrant
// alone, with the entry and its proof. It prints as redacted.
type Salt struct{ hiddenSalt }

type hiddenSalt = secret.Value[saltBytes]

const saltSize = 32

type saltBytes [saltSize]byte

func newSalt(b saltBytes) Salt { return Salt{secret.Hide(b)} }

// ParseSalt reads 64 lowercase hex characters and nothing else. The error holds nothing of them.
func ParseSalt(text string) (Salt, error) {
	var b saltBytes
	if err := field.ParseHex(b[:], text); err != nil {
		return Salt{}, wrap.Errorf(ErrMalformed, "salt: %v", err)
	}
	return newSalt(b), nil
}

// GenerateSalt draws a salt that nobody can guess.
func GenerateSalt() Salt {
	var b saltBytes
	rand.Read(b[:]) // never fails
	return newSalt(b)
}

// Bytes returns a copy of the 32 bytes, nil for the zero value.
func (s Salt) Bytes() []byte {
	if secret.IsZero(s.hiddenSalt) {
		return nil
	}
	b := secret.Reveal(s.hiddenSalt)
	return b[:]
}

// Hide returns what stands for an entry in a list that hides it: 64 lowercase hex characters.
// Nobody can find another salt and entry for them, or, without the salt, the entry, however
// few entries are possible. There is no receipt for an entry that is empty or has
// more than [MaxEntryLen] bytes. The zero Salt hides nothing: it returns nil.
func (s Salt) Hide(entry []byte) []byte {
	if secret.IsZero(s.hiddenSalt) {
		return nil
	}
	mac := hmac.New(sha256.New, s.Bytes())
	mac.Write(field.Append(field.Append(nil, hiddenLabel), entry))
	return hex.AppendEncode(nil, mac.Sum(nil))
}
