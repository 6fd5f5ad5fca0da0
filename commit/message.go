package commit

import (
	"crypto/sha256"

	"github.com/squaredeal/squaredeal/internal/secret"
)

// The first byte of a message of a [Toss].
const (
	commitType = 1
	revealType = 2
)

// Sizes of the messages of a [Toss] in bytes.
const (
	CommitMessageSize = 1 + sha256.Size
	RevealMessageSize = 1 + NonceSize + ValueSize + sha256.Size
)

// A CommitMessage is the first message of a seat in a [Toss]. Its binary form is 1
// and the commitment.
type CommitMessage struct {
	Commitment Commitment
}

// AppendBinary appends the binary form to b.
func (m CommitMessage) AppendBinary(b []byte) ([]byte, error) {
	return append(append(b, commitType), m.Commitment[:]...), nil
}

// MarshalBinary returns the binary form.
func (m CommitMessage) MarshalBinary() ([]byte, error) { return m.AppendBinary(nil) }

// UnmarshalBinary reads the binary form and nothing else. For other bytes it
// returns an [ErrMalformed], and m keeps its value.
func (m *CommitMessage) UnmarshalBinary(b []byte) error {
	return unmarshal(b, "commit message", commitType, m.Commitment[:])
}

// A RevealMessage is the second message of a seat in a [Toss]: the opening of its
// commitment, and the digest of all commitments as they came to it. Its binary form
// is 2, nonce, value, digest.
type RevealMessage struct {
	Nonce Nonce
	Value [ValueSize]byte
	// Digest is that of all commitments: SPEC.md, section 5.3.
	Digest [sha256.Size]byte
}

// AppendBinary appends the binary form to b. It returns an [ErrMalformed] if the
// nonce is zero.
func (m RevealMessage) AppendBinary(b []byte) ([]byte, error) {
	if secret.IsZero(m.Nonce.hidden) {
		return nil, errZeroNonce
	}
	nonce := secret.Reveal(m.Nonce.hidden)
	b = append(b, revealType)
	b = append(b, nonce[:]...)
	b = append(b, m.Value[:]...)
	return append(b, m.Digest[:]...), nil
}

// MarshalBinary returns the binary form.
func (m RevealMessage) MarshalBinary() ([]byte, error) { return m.AppendBinary(nil) }

// UnmarshalBinary reads the binary form and nothing else. For other bytes it
// returns an [ErrMalformed], and m keeps its value.
func (m *RevealMessage) UnmarshalBinary(b []byte) error {
	var nonce nonceBytes
	err := unmarshal(b, "reveal message", revealType, nonce[:], m.Value[:], m.Digest[:])
	if err == nil {
		m.Nonce = Nonce{secret.Hide(nonce)}
	}
	return err
}

// unmarshal copies a message of the given type into its fields.
func unmarshal(b []byte, name string, messageType byte, fields ...[]byte) error {
	size := 1
	for _, f := range fields {
		size += len(f)
	}
	switch {
	case len(b) != size:
		return malformed("%s has %d bytes, not %d", name, len(b), size)
	case b[0] != messageType:
		return malformed("%s has type %d, not %d", name, b[0], messageType)
	}
	b = b[1:]
	for _, f := range fields {
		b = b[copy(f, b):]
	}
	return nil
}
