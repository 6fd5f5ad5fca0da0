package publiclog

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"
)

const algorithm = 1 // of signed notes: Ed25519

// A Key is what a log's checkpoints are signed with: its name, which is the log's origin, and an
// Ed25519 key, as in signed notes (https://c2sp.org/signed-note).
type Key struct {
	Origin string
	Public ed25519.PublicKey
}

// ParseKey reads the text of a key, ORIGIN+ID+KEY.
func ParseKey(text string) (Key, error) {
	parts := strings.SplitN(text, "+", 3) // base64 has + too
	if len(parts) != 3 || parts[0] == "" ||
		strings.ContainsFunc(parts[0], func(r rune) bool { return r == utf8.RuneError || !unicode.IsPrint(r) || r == ' ' }) {
		return Key{}, fmt.Errorf("%w: a log's key is ORIGIN+ID+KEY", ErrMalformed)
	}
	b, err := base64.StdEncoding.DecodeString(parts[2])
	if err != nil || len(b) != 1+ed25519.PublicKeySize || b[0] != algorithm {
		return Key{}, fmt.Errorf("%w: the log's key isn't one of Ed25519", ErrMalformed)
	}
	k := Key{parts[0], ed25519.PublicKey(b[1:])}
	if id := k.id(); parts[1] != hex.EncodeToString(id[:]) {
		return Key{}, fmt.Errorf("%w: the log's key has another ID", ErrMalformed)
	}
	return k, nil
}

// String is the text that ParseKey reads.
func (k Key) String() string {
	id := k.id()
	return fmt.Sprintf("%s+%x+%s", k.Origin, id, base64.StdEncoding.EncodeToString(append([]byte{algorithm}, k.Public...)))
}

// id returns the first bytes of the hash that names a key.
func (k Key) id() (id [4]byte) {
	sum := sha256.Sum256(append(append([]byte(k.Origin+"\n"), algorithm), k.Public...))
	copy(id[:], sum[:])
	return id
}
