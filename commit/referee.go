package commit

import (
	"fmt"
	"slices"
)

// A TossMessage is a message of a [Toss] and the seat that sent it.
type TossMessage struct {
	From  int
	Bytes []byte
}

// VerifyToss returns what a toss came to, for a referee or an auditor who has the
// messages that the seats sent: its seed, or whom to blame. Each message must be known
// to be its sender's, as by a signature; it names its toss, seat and step, so a
// signature on it is good for no other place. The order doesn't matter, nor do
// repetitions, and anything that isn't a message of this toss is left out.
//
// If seats broke a rule, it returns a [*BlameError] with all of them, and the fault of
// the first: an [ErrState] for two different commitments or reveals, an [ErrMismatch]
// for a reveal that doesn't open the commitment. So it finds a seat that sent different
// messages to different seats, which those seats can't. If no seat did any of that,
// seats that revealed with another list of commitments lied about it: an [ErrMismatch]
// in a [*BlameError] with them. This last verdict needs the messages that every seat
// has received: an honest seat whose own are left out may be named.
//
// If messages are missing, the error is an [ErrMissing] in a [*BlameError] with the
// seats whose commitment, or else whose reveal, isn't there. That is no proof: a
// message may have been sent and lost, and a seat doesn't reveal before all
// commitments have come to it.
//
// It returns an [ErrMalformed] for a session, seats and senders that GenerateToss
// wouldn't take.
func VerifyToss(session []byte, seats int, messages []TossMessage) (Seed, error) {
	tm, err := newTerms(session, seats)
	if err != nil {
		return Seed{}, err
	}
	e := evidence{
		terms:       tm,
		commitments: make([]*Commitment, seats),
		reveals:     make([]*reveal, seats),
		second:      make([]error, seats),
	}
	for _, m := range messages {
		if m.From < 0 || m.From >= seats {
			return Seed{}, malformed("sender %d isn't in 0 to %d", m.From, seats-1)
		}
		e.add(m)
	}
	return e.judge()
}

// evidence is what each seat has said, and what is wrong with it.
type evidence struct {
	terms
	commitments []*Commitment // the first of each seat
	reveals     []*reveal
	second      []error // a message unlike the first of its kind
}

func (e *evidence) add(tm TossMessage) {
	second := &e.second[tm.From]
	m, err := e.parse(tm.From, tm.Bytes)
	switch {
	case err != nil: // not of this toss
	case m.commitment != nil && e.commitments[tm.From] == nil:
		e.commitments[tm.From] = m.commitment
	case m.commitment != nil && *m.commitment != *e.commitments[tm.From]:
		*second = errSecondCommitment
	case m.reveal != nil && e.reveals[tm.From] == nil:
		e.reveals[tm.From] = m.reveal
	case m.reveal != nil && *m.reveal != *e.reveals[tm.From] && *second == nil:
		*second = errSecondReveal
	}
}

// fault returns the first fault of a seat.
func (e *evidence) fault(seat int) error {
	switch {
	case e.second[seat] != nil:
		return e.second[seat]
	case e.commitments[seat] != nil && e.reveals[seat] != nil:
		return e.opens(seat, *e.commitments[seat], e.reveals[seat])
	}
	return nil
}

func (e *evidence) judge() (Seed, error) {
	var caught []int
	var first error
	for seat := range e.seats {
		if err := e.fault(seat); err != nil {
			caught = append(caught, seat)
			if first == nil {
				first = err
			}
		}
	}
	if caught != nil {
		return Seed{}, &BlameError{caught, first}
	}
	if slices.Contains(e.commitments, nil) {
		return Seed{}, &BlameError{missing(e.commitments), fmt.Errorf("%w: commitments", ErrMissing)}
	}
	digest := e.digest(e.commitments)
	var differing []int
	for seat, r := range e.reveals {
		if r != nil && r.digest != digest {
			differing = append(differing, seat)
		}
	}
	switch {
	case differing != nil:
		return Seed{}, &BlameError{differing, errOtherList}
	case slices.Contains(e.reveals, nil):
		return Seed{}, &BlameError{missing(e.reveals), fmt.Errorf("%w: reveals", ErrMissing)}
	}
	return e.seed(e.commitments, e.reveals), nil
}
