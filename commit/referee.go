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

// VerifyToss returns what a toss came to, for a referee or an audit who has the
// messages that the seats sent: its seed, or whom to blame. Each message must be known
// to be its sender's, as by a signature; the messages name their toss, seat and step,
// so a signature on one is good for no other place. The record should hold what every
// seat has sent and received. The order doesn't matter, nor do repetitions, and
// anything else than messages of this toss is left out.
//
// If seats broke a rule, it returns a [*BlameError] with all of them, and the fault of
// the first: an [ErrState] for two different commitments or reveals, an [ErrMismatch]
// for a reveal that doesn't open the commitment. Seats that sent different messages to different seats are found here,
// as the seats themselves can't. If there are none, seats that revealed with another
// list of commitments have lied about it: an [ErrMismatch] in a [*BlameError] with them.
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
	f := file{
		terms:       tm,
		commitments: make([]*Commitment, seats),
		reveals:     make([]*reveal, seats),
		second:      make([]error, seats),
	}
	for _, m := range messages {
		if m.From < 0 || m.From >= seats {
			return Seed{}, malformed("sender %d isn't in 0 to %d", m.From, seats-1)
		}
		f.add(m)
	}
	return f.judge()
}

// A file holds what each seat has said, and what is wrong with it.
type file struct {
	terms
	commitments []*Commitment // the first of each seat
	reveals     []*reveal
	second      []error // a message unlike the first of its kind
}

func (f *file) add(tm TossMessage) {
	second := &f.second[tm.From]
	m, err := f.parse(tm.From, tm.Bytes)
	switch {
	case err != nil: // not of this toss
	case m.commitment != nil && f.commitments[tm.From] == nil:
		f.commitments[tm.From] = m.commitment
	case m.commitment != nil && *m.commitment != *f.commitments[tm.From]:
		*second = errSecondCommitment
	case m.reveal != nil && f.reveals[tm.From] == nil:
		f.reveals[tm.From] = m.reveal
	case m.reveal != nil && *m.reveal != *f.reveals[tm.From] && *second == nil:
		*second = errSecondReveal
	}
}

// fault returns the first fault of a seat.
func (f *file) fault(seat int) error {
	switch {
	case f.second[seat] != nil:
		return f.second[seat]
	case f.commitments[seat] != nil && f.reveals[seat] != nil:
		return f.opens(seat, *f.commitments[seat], f.reveals[seat])
	}
	return nil
}

func (f *file) judge() (Seed, error) {
	var caught []int
	var first error
	for seat := range f.seats {
		if err := f.fault(seat); err != nil {
			caught = append(caught, seat)
			if first == nil {
				first = err
			}
		}
	}
	if caught != nil {
		return Seed{}, &BlameError{caught, first}
	}
	if slices.Contains(f.commitments, nil) {
		return Seed{}, &BlameError{missing(f.commitments), fmt.Errorf("%w: commitments", ErrMissing)}
	}
	digest := f.digest(f.commitments)
	var differing []int
	for seat, r := range f.reveals {
		if r != nil && r.digest != digest {
			differing = append(differing, seat)
		}
	}
	switch {
	case differing != nil:
		return Seed{}, &BlameError{differing, errOtherList}
	case slices.Contains(f.reveals, nil):
		return Seed{}, &BlameError{missing(f.reveals), fmt.Errorf("%w: reveals", ErrMissing)}
	}
	return f.seed(f.commitments, f.reveals), nil
}
