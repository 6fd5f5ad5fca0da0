package commit

import (
	"crypto/sha256"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// The first byte of a message of a [Toss].
const (
	commitType = 1
	revealType = 2
)

// Sizes of the messages of a [Toss] in bytes. SPEC.md, section 5, says what stands where.
const (
	CommitMessageSize = messageHeadSize + sha256.Size
	RevealMessageSize = messageHeadSize + NonceSize + ValueSize + sha256.Size

	messageHeadSize = 1 + sha256.Size + 4
)

type (
	digest     [sha256.Size]byte
	valueBytes [ValueSize]byte
)

// A message is either of the two, as it was sent.
type message struct {
	toss       digest
	seat       int
	commitment *Commitment // nil in a reveal
	reveal     *reveal     // nil in a commitment
	list       digest      // in a reveal
}

// A reveal opens a commitment.
type reveal struct {
	nonce nonceBytes
	value valueBytes
}

func parseMessage(b []byte) (message, error) {
	r := field.NewReader(b)
	messageType := r.Byte("type")
	m := message{toss: digest(r.Fixed("toss", sha256.Size)), seat: int(r.Uint32("seat"))}
	switch messageType {
	case commitType:
		c := Commitment(r.Fixed("commitment", sha256.Size))
		m.commitment = &c
	case revealType:
		m.reveal = readReveal(r)
		m.list = digest(r.Fixed("digest", sha256.Size))
	default:
		r.Check("type", false)
	}
	if fault := r.End(); fault != "" {
		return message{}, wrap.Errorf(ErrMalformed, "message of %d bytes: %s", len(b), fault)
	}
	return m, nil
}

func readReveal(r *field.Reader) *reveal {
	return &reveal{nonce: nonceBytes(r.Fixed("nonce", NonceSize)), value: valueBytes(r.Fixed("value", ValueSize))}
}

func (r *reveal) append(b []byte) []byte {
	b = append(b, r.nonce[:]...)
	return append(b, r.value[:]...)
}
