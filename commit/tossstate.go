package commit

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stored"
)

// A TossState is all that a [Toss] remembers, its secret value among it. It prints as
// redacted and refuses to be encoded; [TossState.Bytes] is what to store.
type TossState struct{ encoding }

type encoding = stored.State

// Bytes returns a copy of the encoding that SPEC.md, section 5.6, defines, nil for the
// zero value.
func (s TossState) Bytes() []byte { return stored.Bytes(s.encoding) }

// A tossState is what a seat has said and heard: of each seat the first commitment and
// the first reveal, nil if it isn't in. All else follows. A state is never written to.
type tossState struct {
	terms
	seat        int
	nonce       nonceBytes
	value       valueBytes
	commitments []*Commitment // one's own is there from the start
	reveals     []*reveal     // one's own is there when all commitments are
}

func newTossState(session []byte, seats, seat int, nonce nonceBytes, value valueBytes) (tossState, error) {
	tm, err := newTerms(session, seats)
	if err != nil {
		return tossState{}, err
	}
	if seat < 0 || seat >= seats {
		return tossState{}, malformed("seat %d isn't in 0 to %d", seat, seats-1)
	}
	s := tossState{terms: tm, seat: seat, nonce: nonce, value: value, commitments: make([]*Commitment, seats), reveals: make([]*reveal, seats)}
	c := tm.commitment(seat, &nonce, &value)
	s.commitments[seat] = &c
	return s, nil
}

// revealing reports whether all commitments are in.
func (s *tossState) revealing() bool { return s.reveals[s.seat] != nil }

func (s *tossState) commitMessage() []byte {
	return append(s.head(commitType, s.seat), s.commitments[s.seat][:]...)
}

func (s *tossState) revealMessage() []byte {
	return s.reveals[s.seat].append(s.head(revealType, s.seat))
}

// receive returns the state after a message, nil if it is the same; the reply; and
// whether the sender is to blame although its message counts. An error refuses the
// message.
func (s *tossState) receive(from int, b []byte) (next *tossState, reply []byte, blame, err error) {
	if from < 0 || from >= s.seats || from == s.seat {
		return nil, nil, nil, malformed("sender %d isn't one of the others in 0 to %d", from, s.seats-1)
	}
	m, err := s.parse(from, b)
	if err != nil {
		return nil, nil, nil, err
	}
	after := *s
	if m.commitment != nil {
		switch had := s.commitments[from]; {
		case had != nil && *had != *m.commitment:
			return nil, nil, nil, &BlameError{[]int{from}, errSecondCommitment}
		case had == nil:
			after.commitments = slices.Clone(s.commitments)
			after.commitments[from] = m.commitment
			after.reveal()
			next = &after
		}
		if after.revealing() {
			reply = after.revealMessage()
		}
		return next, reply, nil, nil
	}
	switch had := s.reveals[from]; {
	case had != nil && *had != *m.reveal:
		return nil, nil, nil, &BlameError{[]int{from}, errSecondReveal}
	case had == nil:
		after.reveals = slices.Clone(s.reveals)
		after.reveals[from] = m.reveal
		next = &after
	}
	if s.revealing() {
		if err := s.opens(from, *s.commitments[from], m.reveal); err != nil {
			blame = &BlameError{[]int{from}, err}
		}
	}
	return next, nil, blame, nil
}

var (
	errSecondCommitment = fmt.Errorf("%w: a second, different commitment", ErrState)
	errSecondReveal     = fmt.Errorf("%w: a second, different reveal", ErrState)
)

// reveal adds this seat's reveal, if all commitments are in.
func (s *tossState) reveal() {
	if slices.Contains(s.commitments, nil) {
		return
	}
	s.reveals = slices.Clone(s.reveals)
	s.reveals[s.seat] = &reveal{s.nonce, s.value, s.digest(s.commitments)}
}

const tossStateLabel = "squaredeal/toss/v1/state"

// Bits of the byte that says what of a seat is in.
const (
	committedBit = 1 << iota
	revealedBit
)

func encodeToss(s tossState) []byte {
	b := make([]byte, 0, 200+len(s.session)+s.seats*(1+len(Commitment{})+NonceSize+ValueSize+sha256.Size))
	b = field.Append(b, tossStateLabel)
	b = field.Append(b, s.session)
	b = binary.BigEndian.AppendUint32(b, uint32(s.seats))
	b = binary.BigEndian.AppendUint32(b, uint32(s.seat))
	b = append(b, s.nonce[:]...)
	b = append(b, s.value[:]...)
	for seat, c := range s.commitments {
		if seat == s.seat {
			continue
		}
		r := s.reveals[seat]
		at := len(b)
		b = append(b, 0)
		if c != nil {
			b[at] |= committedBit
			b = append(b, c[:]...)
		}
		if r != nil {
			b[at] |= revealedBit
			b = r.append(b)
		}
	}
	return field.Seal(b)
}

// parseTossState accepts the states that encodeToss writes, and no others.
func parseTossState(b []byte) (tossState, error) {
	r := field.NewSealedReader(b)
	r.Label(tossStateLabel)
	session, seats, seat := r.Field("session"), r.Uint32("seats"), r.Uint32("seat")
	nonce, value := nonceBytes(r.Fixed("nonce", NonceSize)), valueBytes(r.Fixed("value", ValueSize))
	if fault := r.Fault(); fault != "" {
		return tossState{}, malformed("toss state: %s", fault)
	}
	// Of 32-bit integers, the large ones are negative, and refused as those are.
	s, err := newTossState(session, int(int32(seats)), int(int32(seat)), nonce, value)
	if err != nil {
		return tossState{}, fmt.Errorf("%w (toss state)", err)
	}
	for i := range s.seats {
		if i == s.seat {
			continue
		}
		in := r.Byte("what is in")
		r.Check("what is in", in <= committedBit|revealedBit)
		if in&committedBit != 0 {
			c := Commitment(r.Fixed("commitment", len(Commitment{})))
			s.commitments[i] = &c
		}
		if in&revealedBit != 0 {
			s.reveals[i] = readReveal(r)
		}
	}
	if fault := r.End(); fault != "" {
		return tossState{}, malformed("toss state: %s", fault)
	}
	s.reveal()
	return s, nil
}
