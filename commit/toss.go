package commit

import (
	"crypto/rand"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/internal/stored"
	"github.com/squaredeal/squaredeal/internal/wrap"
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

// A Toss draws a seed that no seat controls, unless all of them collude. Every seat
// commits to 32 random bytes of its own; when all commitments have been read, every
// seat reveals; the seed is a hash of everything.
//
// It is a function of one sequence of messages, which all seats read from first to
// last, their own messages included: the posts of a board or a relay, or two parties
// that take turns. Post what [Toss.Pending] returns, and hand every message of the
// sequence to [Toss.Receive]. Whoever has read the same, a seat or an onlooker
// ([WatchToss]), is in the same state: [Toss.Due] names the same seats and [Toss.Seed]
// returns the same seed.
//
// Every change is given to the store function before anything of it can be seen. If
// store fails, the call fails and nothing has changed. After a crash, or if store failed
// but may have stored the state, go on with [ParseToss] from what the store holds.
//
// A toss that isn't completed is over, and so is the game that needed it, by the rules
// that the seats agreed on: see the package comment. A Toss is safe for concurrent use
// and prints as redacted; a copy of it is the same toss. The zero value is invalid: its
// methods return an [ErrMalformed], or nothing.
type Toss struct{ hiddenToss }

type hiddenToss = secret.Value[*stored.Cell[tossState]]

// GenerateToss starts a toss among seats 0 to seats−1, for the seat given, with a
// value from crypto/rand, and stores it.
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
func GenerateToss(session []byte, seats, seat int, store func(old, new TossState) error) (*Toss, error) {
	var nonce nonceBytes
	var value valueBytes
	rand.Read(nonce[:]) // never fails
	rand.Read(value[:])
	return newToss(session, seats, seat, nonce, value, store)
}

// NewToss is [GenerateToss] with a known nonce and value: for test vectors and
// measurements, and for seats that derive their secrets. A toss is fair only if nobody
// can guess them, and each is used once. It returns an [ErrMalformed] also for a zero
// Nonce, and for a value that isn't [ValueSize] bytes long.
func NewToss(session []byte, seats, seat int, nonce Nonce, value []byte, store func(old, new TossState) error) (*Toss, error) {
	switch {
	case secret.IsZero(nonce.hidden):
		return nil, errZeroNonce
	case len(value) != ValueSize:
		return nil, wrap.Errorf(ErrMalformed, "value of %d bytes, not %d", len(value), ValueSize)
	}
	return newToss(session, seats, seat, secret.Reveal(nonce.hidden), valueBytes(value), store)
}

func newToss(session []byte, seats, seat int, nonce nonceBytes, value valueBytes, store func(old, new TossState) error) (*Toss, error) {
	s, err := newTossState(session, seats, seat, nonce, value)
	if err != nil {
		return nil, err
	}
	if store == nil {
		return nil, errNilStore
	}
	return storedToss(s, store)
}

func storedToss(s tossState, store func(old, new TossState) error) (*Toss, error) {
	cell, err := stored.New(s, encodeToss, storeToss(store))
	if err != nil {
		return nil, err
	}
	return &Toss{secret.Hide(cell)}, nil
}

// ParseToss returns the toss of a stored state, given as its Bytes. Only the newest state
// will do: with an older one, a seat might take messages that differ from those it has
// answered. It returns an [ErrMalformed] for a nil store, and for a state that was
// damaged: the checksum in it detects accidents, not tampering.
//
// Go on reading the sequence after the message for which the state was stored, so store the
// place with it: a reveal that came too early, and was refused, would be taken at a second
// reading. To read all of the sequence again, begin again with [NewToss]. Post what
// [Toss.Pending] returns again, as it may have been stored and not posted.
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

// WatchToss follows a toss without a seat, for onlookers and referees: it has nothing to
// say and stores nothing. It returns an [ErrMalformed] for a session and a number of
// seats that GenerateToss wouldn't take.
func WatchToss(session []byte, seats int) (*Toss, error) {
	tm, err := newTerms(session, seats)
	if err != nil {
		return nil, err
	}
	return storedToss(watched(tm), func(_, _ TossState) error { return nil })
}

var (
	errZeroToss = wrap.Errorf(ErrMalformed, "zero Toss")
	errNilStore = wrap.Errorf(ErrMalformed, "nil store function")
)

func storeToss(store func(old, new TossState) error) func(old, new stored.State) error {
	return stored.Store(store, func(s stored.State) TossState { return TossState{s} }, "commit: storing the toss")
}

// Pending returns what this seat has to say: its commitment until that has been read; its
// reveal once all commitments have been read, until that has been read too; otherwise nil.
// Post it when it changes, and after a restart. Its bytes are the same each time, so
// posting it again is harmless.
//
// If a commitment was read in this seat's name that isn't its own, such as that of a toss
// whose state was lost, Pending returns nil in the second phase: the seat stays due, and
// can't go on.
func (t *Toss) Pending() []byte {
	if secret.IsZero(t.hiddenToss) {
		return nil
	}
	s := secret.Reveal(t.hiddenToss).Get()
	return s.pending()
}

// Receive takes the next message of the sequence and the seat that it came from, as the
// transport has authenticated it; this seat's own messages, too, when they come back.
// Nothing else changes a toss.
//
// A message is taken if its seat is due and it is right. The same message again changes
// nothing and is no error. Any other is refused, and a refused message changes nothing:
// its seat stays due, if it was, and whether the seat is out at once is for the game.
// Whoever reads the same sequence refuses the same messages, with the same errors:
//
//   - an [ErrMalformed] for a sender that is no seat;
//   - an [ErrOtherToss] for a message that names another session, number of seats or
//     seat; nobody is blamed, as one side's settings may be wrong;
//   - an [ErrDiverged] for a reveal that opens its sender's commitment, but names
//     commitments that differ from those read; nobody is blamed, as its sender may have
//     been shown a different sequence;
//   - in a [*BlameError] with the sender, an [ErrMalformed] for bytes that aren't a
//     message of a toss, an [ErrState] for a reveal before the last commitment and for a
//     commitment or reveal that differs from the one taken, and an [ErrMismatch] for a
//     reveal that doesn't open its sender's commitment.
//
// Any other error is that of the store function: read the same message again before the
// next. A copy of another seat's commitment is taken, since only the seat that was copied could
// know; the copier can't open it.
func (t *Toss) Receive(from int, message []byte) error {
	if secret.IsZero(t.hiddenToss) {
		return errZeroToss
	}
	return secret.Reveal(t.hiddenToss).Change(func(s tossState) (*tossState, error) { return s.receive(from, message) })
}

// A TossPhase is what a [Toss] waits for.
type TossPhase int

const (
	CommitPhase TossPhase = 1 + iota // for commitments
	RevealPhase                      // for reveals
	DonePhase                        // for nothing: there is a seed
)

// String returns "commit", "reveal" or "done".
func (p TossPhase) String() string {
	switch p {
	case CommitPhase:
		return "commit"
	case RevealPhase:
		return "reveal"
	case DonePhase:
		return "done"
	}
	return fmt.Sprintf("TossPhase(%d)", int(p))
}

// Due returns the phase and, in ascending order, the seats whose message it still waits
// for.
//
// Each phase has a time of its own: start a clock when the toss begins and again when
// the phase changes. The seats that are due when it is up haven't spoken, and the rules
// of the game say what that costs. That the time is up must have a place in the
// sequence: by the time stamps of a board, or as a message of whoever keeps the order. A
// message after that place is too late, for its sender as for everybody else, so all
// name the same seats. One time for the whole toss wouldn't do: a seat that sends both
// of its messages just before the end would make honest seats late.
func (t *Toss) Due() (phase TossPhase, seats []int) {
	if secret.IsZero(t.hiddenToss) {
		return 0, nil
	}
	s := secret.Reveal(t.hiddenToss).Get()
	return s.due()
}

// Seed returns the result once all seats have revealed. No later message changes it. Before
// that, it returns an [ErrMissing], whose text names the seats that are due.
func (t *Toss) Seed() (Seed, error) {
	if secret.IsZero(t.hiddenToss) {
		return Seed{}, errZeroToss
	}
	s := secret.Reveal(t.hiddenToss).Get()
	switch phase, due := s.due(); phase {
	case CommitPhase:
		return Seed{}, wrap.Errorf(ErrMissing, "commitments of %s", seats.String(due))
	case RevealPhase:
		return Seed{}, wrap.Errorf(ErrMissing, "reveals of %s", seats.String(due))
	}
	return s.seed(s.commitments, s.reveals), nil
}
