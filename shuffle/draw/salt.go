package draw

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Salt hides an entry, each its own. The organiser keeps it, and shows it to the entrant
// alone, with the entry and its proof. It prints as redacted.
type Salt [32]byte

// Format prints "redacted", whatever the verb.
func (Salt) Format(f fmt.State, _ rune) { io.WriteString(f, "redacted") }

// MarshalText always fails, so that no encoder writes a salt unasked.
func (Salt) MarshalText() ([]byte, error) { return nil, errors.New("draw: refused to encode a salt") }

// ParseSalt reads 64 lowercase hex characters and nothing else. The error holds nothing of them.
func ParseSalt(text string) (Salt, error) {
	var s Salt
	if err := field.ParseHex(s[:], text); err != nil {
		return Salt{}, wrap.Errorf(ErrMalformed, "salt: %v", err)
	}
	return s, nil
}

// GenerateSalt draws a salt that nobody can guess.
func GenerateSalt() (s Salt) {
	rand.Read(s[:]) // never fails
	return s
}

// Hide returns what stands for an entry in a list that hides it: 64 lowercase hex characters.
// Nobody can find another salt and entry for them, or, without the salt, the entry, however
// few entries are possible. There is no receipt for an entry that is empty or has
// more than [MaxEntryLen] bytes.
func (s Salt) Hide(entry []byte) []byte {
	mac := hmac.New(sha256.New, s[:])
	mac.Write(field.Append(field.Append(nil, hiddenLabel), entry))
	return hex.AppendEncode(nil, mac.Sum(nil))
}
