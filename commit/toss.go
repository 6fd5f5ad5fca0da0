package commit

import (
	"crypto/rand"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
)

// Limits of a [Toss].
const (
	MinSeats      = 2
	MaxSeats      = 1024
	MaxSessionLen = 1024 // bytes
)

// Sizes in bytes of what each seat puts into a [Toss], and of what comes out.
const (
	ValueSize = 32
	SeedSize  = 32
)

// A Toss is one seat's part in drawing a seed that no seat controls, unless all of
// them collude. Every seat commits to 32 random bytes of its own; when all
// commitments are in, every seat reveals; the seed is a hash of everything.
//
// It does no I/O: the caller sends the messages that it returns to all other seats,
// and hands it those of the other seats with the seat that sent them, as the transport
// has authenticated it. Messages may come in any order, and more than once. Of each
// seat the first commitment and the first reveal count.
//
// Every change is given to the store function before anything of it can be seen. If
// store fails, the call fails and nothing has changed. After a crash, or if store failed
// but may have stored the state, go on with [ParseToss] from what the store holds, and
// send the messages of [Toss.Sent] again.
//
// A toss that isn't completed is over, and so is the game that needed it, by the rules
// that the seats agreed on: see the package comment. A Toss is safe for concurrent use
// and prints as redacted; a copy of it is the same toss. The zero value is invalid: its
// methods return an [ErrMalformed], or nothing.
type Toss struct{ hiddenToss }

type hiddenToss = secret.Value[*stored.Cell[tossState]]

// GenerateToss starts a toss among seats 0 to seats−1, for the seat given, with a
// value from crypto/rand. It stores the toss, and returns the message to send first.
//
// All seats must call it with the same session, 1 to [MaxSessionLen] bytes that name
// this toss and no other (the table, the hand, the throw). It returns an
// [ErrMalformed] for another length, for fewer than [MinSeats] or more than
// [MaxSeats] seats, for a seat that isn't one of them, and for a nil store.
//
// Store gets no old state (nil Bytes) here. Later it gets the one that it stored last,
// so that a database can refuse to replace any other: two processes that run one seat
// would otherwise let a peer choose. It must not call the Toss. A game that forfeits a
// toss when its process dies may discard the states. But never generate a toss again
// for the same session and seat: a second commitment is proof against the seat.
func GenerateToss(session []byte, seats, seat int, store func(old, new TossState) error) (t *Toss, message []byte, err error) {
	var nonce nonceBytes
	var value valueBytes
	rand.Read(nonce[:]) // never fails
	rand.Read(value[:])
	return newToss(session, seats, seat, nonce, value, store)
}

// ReplayToss is [GenerateToss] with a known nonce and value, without a store: for test
// vectors and measurements. Don't play with it: a toss is fair only if nobody can
// guess the values, and each is used once. It returns an [ErrMalformed] also for a
// zero Nonce or Value.
func ReplayToss(session []byte, seats, seat int, nonce Nonce, value Value) (t *Toss, message []byte, err error) {
	switch {
	case secret.IsZero(nonce.hidden):
		return nil, nil, errZeroNonce
	case secret.IsZero(value.hiddenValue):
		return nil, nil, malformed("zero Value")
	}
	discard := func(_, _ TossState) error { return nil }
	return newToss(session, seats, seat, secret.Reveal(nonce.hidden), secret.Reveal(value.hiddenValue), discard)
}

func newToss(session []byte, seats, seat int, nonce nonceBytes, value valueBytes, store func(old, new TossState) error) (*Toss, []byte, error) {
	s, err := newTossState(session, seats, seat, nonce, value)
	if err != nil {
		return nil, nil, err
	}
	if store == nil {
		return nil, nil, errNilStore
	}
	cell, err := stored.New(s, encodeToss, storeToss(store))
	if err != nil {
		return nil, nil, err
	}
	return &Toss{secret.Hide(cell)}, s.commitMessage(), nil
}

// ParseToss returns the toss of a stored state, given as its Bytes. Only the newest state
// will do: with an older one, a seat might take messages that differ from those it has
// answered. It returns an [ErrMalformed] for a nil store, and for a state that was
// damaged: the checksum in it detects accidents, not tampering.
//
// Send the messages of [Toss.Sent] again: they may have been stored and not sent.
func ParseToss(state []byte, store func(old, new TossState) error) (*Toss, error) {
	if store == nil {
		return nil, errNilStore
	}
	s, err := parseTossState(state)
	if err != nil {
		return nil, err
	}
	return &Toss{secret.Hide(stored.Open(s, state, encodeToss, storeToss(store)))}, nil
}

var (
	errZeroToss = malformed("zero Toss")
	errNilStore = malformed("nil store function")
)

func storeToss(store func(old, new TossState) error) func(old, new stored.State) error {
	return func(old, new stored.State) error {
		if err := store(TossState{old}, TossState{new}); err != nil {
			return fmt.Errorf("commit: storing the toss: %w", err)
		}
		return nil
	}
}

// Sent returns the messages that this seat has to have sent by now, in order: its
// commitment, and once all commitments are in, its reveal. Sending them again is
// harmless, to seats that have them and to those that don't.
func (t *Toss) Sent() [][]byte {
	if secret.IsZero(t.hiddenToss) {
		return nil
	}
	s := secret.Reveal(t.hiddenToss).Get()
	messages := [][]byte{s.commitMessage()}
	if s.revealing() {
		messages = append(messages, s.revealMessage())
	}
	return messages
}

// Receive takes a message and the seat that it came from. When the last commitment
// comes in, the reply is this seat's reveal, to send to all other seats. Otherwise it
// is nil.
//
// The same message again changes nothing and is no error; a commitment that comes
// again when all are in gets the reveal in reply again, which need only go to its
// sender, as that may have missed it. A reveal may come before the last commitment: it
// is kept, and judged then.
//
// A refused message changes nothing. The error is
//
//   - an [ErrMalformed] for a sender that is oneself or no seat;
//   - an [ErrOtherToss] for a message that names another session, number of seats or
//     seat; nobody is blamed, as one side's settings may be wrong;
//   - in a [*BlameError] with the sender, an [ErrMalformed] for bytes that aren't a
//     message of a toss, and an [ErrState] for a commitment or reveal unlike the one
//     before.
//
// A reveal that doesn't open its sender's commitment is an [ErrMismatch] in a
// [*BlameError]. It isn't refused but counts as the sender's reveal, so that all seats
// end alike: there will be no seed, and Seed names the sender. A copy of another
// seat's commitment is taken, since only the seat that was copied could know; the
// copier can't open it.
func (t *Toss) Receive(from int, message []byte) (reply []byte, err error) {
	if secret.IsZero(t.hiddenToss) {
		return nil, errZeroToss
	}
	var blame error
	err = secret.Reveal(t.hiddenToss).Change(func(s tossState) (next *tossState, err error) {
		next, reply, blame, err = s.receive(from, message)
		return next, err
	})
	if err != nil {
		return nil, err
	}
	return reply, blame
}

// Missing returns the seats whose message of this phase hasn't come, in ascending
// order: those to blame when the time is up, as far as the package comment says. It
// is empty when all have revealed.
func (t *Toss) Missing() []int {
	if secret.IsZero(t.hiddenToss) {
		return nil
	}
	s := secret.Reveal(t.hiddenToss).Get()
	if s.revealing() {
		return missing(s.reveals)
	}
	return missing(s.commitments)
}

// Seed returns the result when all seats have revealed: every seat has computed it
// alike, and anybody may see it. Before that, it returns an [ErrMissing].
//
// If a reveal doesn't open its seat's commitment, there is no seed: Seed returns an
// [ErrMismatch] in a [*BlameError] with all such seats. If none does that, but seats
// revealed with another list of commitments than this seat's, it names those in the
// same way. Either they say so falsely, or some seat has sent different commitments to
// different seats.
//
// Until [Toss.Missing] returns nothing, later reveals may change whom Seed names. Seats
// that must agree on it act when nothing is missing or the time is up, not at the
// first error. Keep each [*BlameError] of [Toss.Receive], as Seed knows nothing of
// refused messages: those that it names are to blame first.
func (t *Toss) Seed() (Seed, error) {
	if secret.IsZero(t.hiddenToss) {
		return Seed{}, errZeroToss
	}
	s := secret.Reveal(t.hiddenToss).Get()
	if !s.revealing() {
		return Seed{}, fmt.Errorf("%w: commitments of %s", ErrMissing, seats.String(missing(s.commitments)))
	}
	digest := s.digest(s.commitments)
	var falsely, differing []int
	var fault error
	for seat, r := range s.reveals {
		if r == nil {
			continue
		}
		if err := s.opens(seat, *s.commitments[seat], r); err != nil {
			falsely = append(falsely, seat)
			if fault == nil {
				fault = err
			}
		} else if r.digest != digest {
			differing = append(differing, seat)
		}
	}
	switch {
	case fault != nil:
		return Seed{}, &BlameError{falsely, fault}
	case differing != nil:
		return Seed{}, &BlameError{differing, errOtherList}
	case slices.Contains(s.reveals, nil):
		return Seed{}, fmt.Errorf("%w: reveals of %s", ErrMissing, seats.String(missing(s.reveals)))
	}
	return s.seed(s.commitments, s.reveals), nil
}

var errOtherList = fmt.Errorf("%w: another list of commitments", ErrMismatch)
