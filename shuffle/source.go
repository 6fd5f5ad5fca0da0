package shuffle

import (
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"io"
)

// A SecretSource draws its words from crypto/rand, in bulk. It is for shuffles that
// nobody must be able to predict or replay: a shuffle that players verify needs a
// source that they can replay, such as a Stream of package seedrng. It holds up to
// 63 words that are still to come, which a copy of the process would repeat. It
// isn't safe for concurrent use, and prints as redacted. The zero value is invalid:
// it panics.
type SecretSource struct {
	buffer func() *secretBuffer // a closure, which nothing that prints by reflection looks into
}

type secretBuffer struct {
	bytes [512]byte // of which the last left aren't used yet
	left  int
}

// NewSecretSource returns a new source.
func NewSecretSource() *SecretSource {
	b := new(secretBuffer)
	return &SecretSource{func() *secretBuffer { return b }}
}

// Uint64 returns a word that only the caller knows.
func (s *SecretSource) Uint64() uint64 {
	if s.buffer == nil {
		panic(malformed("the source wasn't made by NewSecretSource"))
	}
	b := s.buffer()
	if b.left == 0 {
		rand.Read(b.bytes[:]) // never fails
		b.left = len(b.bytes)
	}
	at := b.bytes[len(b.bytes)-b.left:][:8]
	word := binary.BigEndian.Uint64(at)
	clear(at) // a used word can't be read from memory later
	b.left -= 8
	return word
}

// Format prints the source as redacted, whatever the verb.
func (SecretSource) Format(f fmt.State, _ rune) { io.WriteString(f, "shuffle.SecretSource(redacted)") }
