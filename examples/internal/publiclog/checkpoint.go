package publiclog

import (
	"bytes"
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"strconv"
	"strings"
)

const (
	maxNote        = 1 << 16 // bytes
	maxLogSize     = 1 << 40 // entries
	signatureStart = "— "
)

// A Checkpoint says how many entries a log has, and the root of their tree.
type Checkpoint struct {
	Size int64
	Root Hash
}

// Open checks the signature of a checkpoint, and reads it. Signatures of witnesses may follow.
func (k Key) Open(note []byte) (Checkpoint, error) {
	text, signatures, ok := bytes.Cut(note, []byte("\n\n"))
	if !ok || len(note) > maxNote {
		return Checkpoint{}, fmt.Errorf("%w: this isn't a checkpoint", ErrMalformed)
	}
	text = append(bytes.Clone(text), '\n')
	if !k.signed(text, string(signatures)) {
		return Checkpoint{}, ErrSignature
	}
	lines := strings.Split(string(text), "\n")
	if len(lines) < 4 || lines[0] != k.Origin {
		return Checkpoint{}, fmt.Errorf("%w: this is a checkpoint of another log, %q", ErrMalformed, lines[0])
	}
	size, err := strconv.ParseInt(lines[1], 10, 64)
	root, err2 := base64.StdEncoding.DecodeString(lines[2])
	if err != nil || err2 != nil || size < 0 || size > maxLogSize || strconv.FormatInt(size, 10) != lines[1] || len(root) != sha256.Size {
		return Checkpoint{}, fmt.Errorf("%w: the checkpoint has no size or root", ErrMalformed)
	}
	return Checkpoint{size, Hash(root)}, nil
}

// signed reports whether one of a note's signatures is the key's.
func (k Key) signed(text []byte, signatures string) bool {
	id := k.id()
	for line := range strings.Lines(signatures) {
		name, encoded, _ := strings.Cut(strings.TrimPrefix(strings.TrimSuffix(line, "\n"), signatureStart), " ")
		b, err := base64.StdEncoding.DecodeString(encoded)
		if err == nil && name == k.Origin && len(b) == len(id)+ed25519.SignatureSize && bytes.HasPrefix(b, id[:]) &&
			ed25519.Verify(k.Public, text, b[len(id):]) {
			return true
		}
	}
	return false
}
