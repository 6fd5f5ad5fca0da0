package commit

import (
	"crypto/sha256"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/secret"
)

// The first byte of a message of a [Toss].
const (
	commitType = 1
	revealType = 2
)

// Sizes of the messages of a [Toss] in bytes.
const (
	CommitMessageSize = messageHeadSize + sha256.Size
	RevealMessageSize = messageHeadSize + NonceSize + ValueSize + sha256.Size

	messageHeadSize = 1 + sha256.Size + 4
)

// A CommitMessage is the first message of a seat in a [Toss], taken apart. Games pass
// messages on as bytes; this is for those that show or examine them.
type CommitMessage struct {
	Toss       [sha256.Size]byte // names session and number of seats: SPEC.md, section 5.2
	Seat       int
	Commitment Commitment
}

// A RevealMessage is the second message of a seat in a [Toss], taken apart: it opens
// the seat's commitment. Nonce and value print as redacted.
type RevealMessage struct {
	Toss   [sha256.Size]byte
	Seat   int
	Nonce  Nonce
	Value  Value
	Digest [sha256.Size]byte // of all commitments, as they came to the seat
}

// A Value is what a seat puts into a [Toss]: 32 random bytes. It is a secret until it
// is revealed, and prints as redacted. The zero value is invalid.
type Value struct{ hiddenValue }

type hiddenValue = secret.Value[valueBytes]

type valueBytes [ValueSize]byte

// ParseValue takes the 32 bytes of a value. It returns an [ErrMalformed] for any other
// number of bytes.
func ParseValue(b []byte) (Value, error) {
	if len(b) != ValueSize {
		return Value{}, malformed("value of %d bytes, not %d", len(b), ValueSize)
	}
	return Value{secret.Hide(valueBytes(b))}, nil
}

// Bytes returns a copy of the 32 bytes, nil for the zero value.
func (v Value) Bytes() []byte {
	if secret.IsZero(v.hiddenValue) {
		return nil
	}
	b := secret.Reveal(v.hiddenValue)
	return b[:]
}

// ParseCommitMessage reads a commit message and nothing else: an [ErrMalformed] says
// what is wrong with any other bytes.
func ParseCommitMessage(b []byte) (CommitMessage, error) {
	m, err := parseMessage(b)
	if err == nil && m.commitment == nil {
		err = malformed("message of type %d, not %d", b[0], commitType)
	}
	if err != nil {
		return CommitMessage{}, err
	}
	return CommitMessage{Toss: m.toss, Seat: m.seat, Commitment: *m.commitment}, nil
}

// ParseRevealMessage reads a reveal message and nothing else: an [ErrMalformed] says
// what is wrong with any other bytes.
func ParseRevealMessage(b []byte) (RevealMessage, error) {
	m, err := parseMessage(b)
	if err == nil && m.reveal == nil {
		err = malformed("message of type %d, not %d", b[0], revealType)
	}
	if err != nil {
		return RevealMessage{}, err
	}
	return RevealMessage{m.toss, m.seat, Nonce{secret.Hide(m.reveal.nonce)}, Value{secret.Hide(m.reveal.value)}, m.reveal.digest}, nil
}

// A message is either of the two, as it was sent.
type message struct {
	toss       [sha256.Size]byte
	seat       int
	commitment *Commitment // nil in a reveal
	reveal     *reveal     // nil in a commitment
}

// A reveal is what follows the head of a reveal message.
type reveal struct {
	nonce  nonceBytes
	value  valueBytes
	digest [sha256.Size]byte
}

func parseMessage(b []byte) (message, error) {
	r := field.NewReader(b)
	messageType := r.Byte("type")
	m := message{toss: [sha256.Size]byte(r.Fixed("toss", sha256.Size)), seat: int(r.Uint32("seat"))}
	switch messageType {
	case commitType:
		c := Commitment(r.Fixed("commitment", sha256.Size))
		m.commitment = &c
	case revealType:
		m.reveal = readReveal(r)
	default:
		r.Check("type", false)
	}
	if fault := r.End(); fault != "" {
		return message{}, malformed("message of %d bytes: %s", len(b), fault)
	}
	return m, nil
}

func readReveal(r *field.Reader) *reveal {
	return &reveal{
		nonce:  nonceBytes(r.Fixed("nonce", NonceSize)),
		value:  valueBytes(r.Fixed("value", ValueSize)),
		digest: [sha256.Size]byte(r.Fixed("digest", sha256.Size)),
	}
}

func (r *reveal) append(b []byte) []byte {
	b = append(b, r.nonce[:]...)
	b = append(b, r.value[:]...)
	return append(b, r.digest[:]...)
}
