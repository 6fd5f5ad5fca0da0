package commit

import (
	"encoding/binary"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A TossState is all that a [Toss] remembers, its secret value among it. It prints as
// redacted and refuses to be encoded; [TossState.Bytes] is what to store.
type TossState struct{ encoding }

type encoding = stored.State

// Bytes returns a copy of the encoding that SPEC.md, section 5.6, defines, nil for the
// zero value.
func (s TossState) Bytes() []byte { return stored.Bytes(s.encoding) }

// A tossState is what has been read, and the secrets of a seat. A state is never written
// to.
type tossState struct {
	terms
	seat        int // noSeat if it only watches
	nonce       nonceBytes
	value       valueBytes
	own         Commitment
	commitments []*Commitment // by seat, nil if it hasn't been read
	reveals     []*reveal     // by seat, nil if it hasn't been read
	list        digest        // of all commitments, once they have been read
}

const noSeat = -1

func watched(tm terms) tossState {
	return tossState{terms: tm, seat: noSeat, commitments: make([]*Commitment, tm.seats), reveals: make([]*reveal, tm.seats)}
}

func newTossState(session []byte, seats, seat int, nonce nonceBytes, value valueBytes) (tossState, error) {
	tm, err := newTerms(session, seats)
	if err != nil {
		return tossState{}, err
	}
	if seat < 0 || seat >= seats {
		return tossState{}, wrap.Errorf(ErrMalformed, "seat %d isn't in 0 to %d", seat, seats-1)
	}
	s := watched(tm)
	s.seat, s.nonce, s.value = seat, nonce, value
	s.own = tm.commitment(seat, &reveal{nonce, value})
	return s, nil
}

func (s *tossState) due() (TossPhase, []int) {
	if seats := unread(s.commitments); seats != nil {
		return CommitPhase, seats
	}
	if seats := unread(s.reveals); seats != nil {
		return RevealPhase, seats
	}
	return DonePhase, nil
}

// unread returns the seats whose message hasn't been read.
func unread[T any](messages []*T) (seats []int) {
	for seat, m := range messages {
		if m == nil {
			seats = append(seats, seat)
		}
	}
	return seats
}

// committed reports whether all commitments have been read.
func (s *tossState) committed() bool { return !slices.Contains(s.commitments, nil) }

func (s *tossState) pending() []byte {
	switch {
	case s.seat == noSeat:
		return nil
	case s.commitments[s.seat] == nil:
		return append(s.head(commitType, s.seat), s.own[:]...)
	case s.committed() && s.reveals[s.seat] == nil && *s.commitments[s.seat] == s.own:
		b := (&reveal{s.nonce, s.value}).append(s.head(revealType, s.seat))
		return append(b, s.list[:]...)
	}
	return nil
}

// receive returns the state after a message, nil if it is the same. An error refuses the
// message.
func (s *tossState) receive(from int, b []byte) (*tossState, error) {
	if from < 0 || from >= s.seats {
		return nil, wrap.Errorf(ErrMalformed, "sender %d isn't in 0 to %d", from, s.seats-1)
	}
	m, err := s.parse(from, b)
	if err != nil {
		return nil, err
	}
	if m.commitment != nil {
		return s.commit(from, m.commitment)
	}
	return s.open(from, m.reveal, m.list)
}

func (s *tossState) commit(from int, c *Commitment) (*tossState, error) {
	if had := s.commitments[from]; had != nil {
		if *had != *c {
			return nil, blame(from, errSecondCommitment)
		}
		return nil, nil
	}
	next := *s
	next.commitments = slices.Clone(s.commitments)
	next.commitments[from] = c
	if next.committed() {
		next.list = s.digest(next.commitments)
	}
	return &next, nil
}

func (s *tossState) open(from int, r *reveal, list digest) (*tossState, error) {
	if !s.committed() {
		return nil, blame(from, errEarlyReveal)
	}
	if had := s.reveals[from]; had != nil {
		if *had != *r || s.list != list {
			return nil, blame(from, errSecondReveal)
		}
		return nil, nil
	}
	if err := s.opens(from, *s.commitments[from], r); err != nil {
		return nil, blame(from, err)
	}
	if s.list != list {
		return nil, wrap.Errorf(ErrDiverged, "from seat %d", from)
	}
	next := *s
	next.reveals = slices.Clone(s.reveals)
	next.reveals[from] = r
	return &next, nil
}

var (
	errSecondCommitment = wrap.Errorf(ErrState, "a second, different commitment")
	errSecondReveal     = wrap.Errorf(ErrState, "a second, different reveal")
	errEarlyReveal      = wrap.Errorf(ErrState, "a reveal before the last commitment")
)

const tossStateLabel = "squaredeal/toss/v1/state"

func encodeToss(s tossState) []byte {
	b := make([]byte, 0, 200+len(s.session)+s.seats*(1+len(Commitment{})+NonceSize+ValueSize))
	b = field.Append(b, tossStateLabel)
	b = field.Append(b, s.session)
	b = binary.BigEndian.AppendUint32(b, uint32(s.seats))
	b = binary.BigEndian.AppendUint32(b, uint32(s.seat))
	b = append(b, s.nonce[:]...)
	b = append(b, s.value[:]...)
	for seat, c := range s.commitments {
		switch r := s.reveals[seat]; {
		case r != nil:
			b = r.append(append(append(b, 2), c[:]...))
		case c != nil:
			b = append(append(b, 1), c[:]...)
		default:
			b = append(b, 0)
		}
	}
	return field.Seal(b)
}

// parseTossState accepts the states that encodeToss writes of seats, and no others.
func parseTossState(b []byte) (tossState, error) {
	r := field.NewSealedReader(b)
	r.Label(tossStateLabel)
	session, seats, seat := r.Field("session"), r.Uint32("seats"), r.Uint32("seat")
	nonce, value := nonceBytes(r.Fixed("nonce", NonceSize)), valueBytes(r.Fixed("value", ValueSize))
	if fault := r.Fault(); fault != "" {
		return tossState{}, wrap.Errorf(ErrMalformed, "toss state: %s", fault)
	}
	// Of 32-bit integers, the large ones are negative, and refused as those are.
	s, err := newTossState(session, int(int32(seats)), int(int32(seat)), nonce, value)
	if err != nil {
		return tossState{}, fmt.Errorf("%w (toss state)", err)
	}
	for i := range s.seats {
		read := r.Byte("messages read")
		r.Check("messages read", read <= 2)
		if read >= 1 {
			c := Commitment(r.Fixed("commitment", len(Commitment{})))
			s.commitments[i] = &c
		}
		if read == 2 {
			s.reveals[i] = readReveal(r)
			r.Check("reveal", s.opens(i, *s.commitments[i], s.reveals[i]) == nil)
		}
	}
	if s.committed() {
		s.list = s.digest(s.commitments)
	} else {
		r.Check("reveal before the last commitment", len(unread(s.reveals)) == s.seats)
	}
	if fault := r.End(); fault != "" {
		return tossState{}, wrap.Errorf(ErrMalformed, "toss state: %s", fault)
	}
	return s, nil
}
