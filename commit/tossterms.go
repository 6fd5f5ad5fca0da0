package commit

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

const (
	tossLabel   = "squaredeal/toss/v1"
	digestLabel = "squaredeal/toss/v1/list"
	seedLabel   = "squaredeal/toss/v1/seed"
)

// terms are what all seats of a toss must agree on: what they compute alike.
type terms struct {
	session []byte
	seats   int
	name    digest // in every message
}

func newTerms(session []byte, seats int) (terms, error) {
	switch {
	case len(session) < 1 || len(session) > MaxSessionLen:
		return terms{}, wrap.Errorf(ErrMalformed, "session of %d bytes, not 1 to %d", len(session), MaxSessionLen)
	case seats < MinSeats || seats > MaxSeats:
		return terms{}, wrap.Errorf(ErrMalformed, "%d seats, not %d to %d", seats, MinSeats, MaxSeats)
	}
	t := terms{session: bytes.Clone(session), seats: seats}
	t.name = sha256.Sum256(t.prefix(tossLabel))
	return t, nil
}

// prefix is what ties a hash to this toss.
func (t *terms) prefix(label string) []byte {
	b := field.Append(nil, label)
	b = field.Append(b, t.session)
	return binary.BigEndian.AppendUint32(b, uint32(t.seats))
}

// commitment returns the one that a seat opens by a reveal.
func (t *terms) commitment(seat int, r *reveal) Commitment {
	context := binary.BigEndian.AppendUint32(t.prefix(tossLabel), uint32(seat))
	return mac(&r.nonce, context, r.value[:])
}

// opens returns an ErrMismatch unless a reveal opens a seat's commitment.
func (t *terms) opens(seat int, c Commitment, r *reveal) error {
	if t.commitment(seat, r) != c {
		return wrap.Errorf(ErrMismatch, "nonce and value don't open commitment %v in this toss", c)
	}
	return nil
}

// digest is that of all commitments, by which seats compare their lists.
func (t *terms) digest(commitments []*Commitment) digest {
	b := t.prefix(digestLabel)
	for _, c := range commitments {
		b = append(b, c[:]...)
	}
	return sha256.Sum256(b)
}

func (t *terms) seed(commitments []*Commitment, reveals []*reveal) Seed {
	b := t.prefix(seedLabel)
	for _, c := range commitments {
		b = append(b, c[:]...)
	}
	for _, r := range reveals {
		b = append(b, r.value[:]...)
	}
	return sha256.Sum256(b)
}

// head starts a message of a seat.
func (t *terms) head(messageType byte, seat int) []byte {
	b := make([]byte, 0, RevealMessageSize)
	b = append(b, messageType)
	b = append(b, t.name[:]...)
	return binary.BigEndian.AppendUint32(b, uint32(seat))
}

// parse reads a message that a seat sent. Bytes that aren't a message are the sender's
// fault; a message of another toss may be nobody's.
func (t *terms) parse(from int, b []byte) (message, error) {
	m, err := parseMessage(b)
	switch {
	case err != nil:
		return message{}, blame(from, err)
	case m.toss != t.name:
		return message{}, wrap.Errorf(ErrOtherToss, "from seat %d: the session or the number of seats isn't this toss's", from)
	case m.seat != from:
		return message{}, wrap.Errorf(ErrOtherToss, "from seat %d: it is seat %d's", from, m.seat)
	}
	return m, nil
}
