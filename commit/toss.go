package commit

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"

	"github.com/squaredeal/squaredeal/internal/field"
	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/internal/secret"
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
// It does no I/O: the caller broadcasts the messages that it returns, and hands it
// those of the other seats with the seat that sent them, as the transport has
// authenticated it. The seats may be in different phases for a moment, if the
// messages of different seats don't travel in one order: see [Toss.Receive].
//
// A toss that isn't completed is over, and so is the game that needed it, by the
// rules that the seats agreed on: see the package comment. A Toss prints as
// redacted, and isn't safe for concurrent use; a copy of it is the same toss. The
// zero value is invalid: its methods return an [ErrMalformed], or nothing.
type Toss struct{ hiddenToss }

type hiddenToss = secret.Value[*tossState]

type tossState struct {
	session     []byte
	seats, seat int
	own         RevealMessage // its Digest is zero until all commitments are in

	commitments []Commitment
	values      [][ValueSize]byte
	revealing   bool
	heard       []bool // which seats' messages of this phase are in
	awaited     int    // how many aren't
	differing   []int  // seats that revealed with another list
}

// GenerateToss starts a toss among seats 0 to seats−1, for the seat given, with a
// value from crypto/rand. It returns the message to broadcast first.
//
// All seats must call it with the same session, 1 to [MaxSessionLen] bytes that
// name this toss and no other (the table, the hand, the throw). It returns an
// [ErrMalformed] for another length, for fewer than [MinSeats] or more than
// [MaxSeats] seats, or a seat that isn't one of them.
func GenerateToss(session []byte, seats, seat int) (t *Toss, message []byte, err error) {
	var nonce nonceBytes
	var value [ValueSize]byte
	rand.Read(nonce[:]) // never fails
	rand.Read(value[:])
	return ReplayToss(session, seats, seat, Nonce{secret.Hide(nonce)}, value)
}

// ReplayToss is [GenerateToss] with a known nonce and value, to repeat a toss from its
// records or to measure. Don't play with it: a toss is fair only if nobody can guess
// the values, and each is used once. A zero Nonce is an [ErrMalformed].
func ReplayToss(session []byte, seats, seat int, nonce Nonce, value [ValueSize]byte) (t *Toss, message []byte, err error) {
	switch {
	case secret.IsZero(nonce.hidden):
		return nil, nil, errZeroNonce
	case len(session) < 1 || len(session) > MaxSessionLen:
		return nil, nil, malformed("session has %d bytes, not 1 to %d", len(session), MaxSessionLen)
	case seats < MinSeats || seats > MaxSeats:
		return nil, nil, malformed("%d seats, not %d to %d", seats, MinSeats, MaxSeats)
	case seat < 0 || seat >= seats:
		return nil, nil, malformed("seat %d isn't in 0 to %d", seat, seats-1)
	}
	s := &tossState{
		session:     bytes.Clone(session),
		seats:       seats,
		seat:        seat,
		own:         RevealMessage{Nonce: nonce, Value: value},
		commitments: make([]Commitment, seats),
		values:      make([][ValueSize]byte, seats),
		heard:       make([]bool, seats),
	}
	b := secret.Reveal(nonce.hidden)
	s.commitments[seat] = mac(&b, s.context(seat), value[:])
	s.values[seat] = value
	s.listen()
	message, err = CommitMessage{s.commitments[seat]}.MarshalBinary()
	return &Toss{secret.Hide(s)}, message, err
}

// Receive takes a message and the seat that it came from. When the last commitment
// comes in, the reply is the message to broadcast next; otherwise it is nil.
//
// A message that it refuses changes nothing. For a sender that is oneself or no
// seat, the error is an [ErrMalformed]. All others are a [*BlameError] with the
// sender: an [ErrMalformed] for a message of no known form; an [ErrCopied] for
// one's own commitment sent back; an [ErrState] for a seat's second commitment or
// reveal; an [ErrEarly] for a reveal that comes before the last commitment; an
// [ErrMismatch] for an opening that isn't the commitment's. Another seat's
// commitment is taken: its copier can't open it, and who copied can't be known
// before.
//
// Where messages of different seats may overtake each other, a reveal can be early
// without anybody's fault. There, keep the first of each seat, and hand it in again
// after the next commitment.
func (t *Toss) Receive(from int, message []byte) (reply []byte, err error) {
	if secret.IsZero(t.hiddenToss) {
		return nil, errZeroToss
	}
	s := secret.Reveal(t.hiddenToss)
	if from < 0 || from >= s.seats || from == s.seat {
		return nil, malformed("sender %d isn't one of the others in 0 to %d", from, s.seats-1)
	}
	switch {
	case len(message) == 0:
		err = malformed("message is empty")
	case message[0] == commitType:
		var m CommitMessage
		if err = m.UnmarshalBinary(message); err == nil {
			reply, err = s.commitmentFrom(from, m)
		}
	case message[0] == revealType:
		var m RevealMessage
		if err = m.UnmarshalBinary(message); err == nil {
			err = s.revealFrom(from, m)
		}
	default:
		err = malformed("message has type %d", message[0])
	}
	if err != nil {
		return nil, &BlameError{[]int{from}, err}
	}
	return reply, nil
}

func (s *tossState) commitmentFrom(from int, m CommitMessage) (reply []byte, err error) {
	if s.revealing || s.heard[from] {
		return nil, fmt.Errorf("%w: a second commitment", ErrState)
	}
	if m.Commitment == s.commitments[s.seat] {
		return nil, fmt.Errorf("%w: %v", ErrCopied, m.Commitment)
	}
	s.commitments[from] = m.Commitment
	if s.hear(from); s.awaited > 0 {
		return nil, nil
	}
	s.revealing = true
	s.own.Digest = s.digest()
	s.listen()
	return s.own.MarshalBinary()
}

func (s *tossState) revealFrom(from int, m RevealMessage) error {
	switch {
	case !s.revealing:
		return fmt.Errorf("%w: %d commitments are missing", ErrEarly, s.awaited)
	case s.heard[from]:
		return fmt.Errorf("%w: a second reveal", ErrState)
	}
	if err := s.commitments[from].Verify(m.Nonce, s.context(from), m.Value[:]); err != nil {
		return err
	}
	s.values[from] = m.Value
	s.hear(from)
	if m.Digest != s.own.Digest {
		s.differing = append(s.differing, from)
	}
	return nil
}

// listen starts a phase, in which every seat but this one is to be heard.
func (s *tossState) listen() {
	clear(s.heard)
	s.heard[s.seat] = true
	s.awaited = s.seats - 1
}

func (s *tossState) hear(seat int) {
	s.heard[seat] = true
	s.awaited--
}

// Missing returns the seats whose message of this phase hasn't come, in ascending
// order: those to blame when the time is up, as far as the package comment says. It
// is empty when all have revealed.
func (t *Toss) Missing() []int {
	if secret.IsZero(t.hiddenToss) {
		return nil
	}
	var seats []int
	for seat, heard := range secret.Reveal(t.hiddenToss).heard {
		if !heard {
			seats = append(seats, seat)
		}
	}
	return seats
}

// Seed returns the result when all seats have revealed: [SeedSize] bytes that every
// seat has computed alike, and that anybody may see. Before that, it returns an
// [ErrState].
//
// If seats revealed with another list of commitments than this seat's, there is no
// seed: Seed returns an [ErrMismatch] in a [*BlameError] with those that did so
// far. Either they say so falsely, or some other seat has sent different
// commitments to different seats.
func (t *Toss) Seed() ([SeedSize]byte, error) {
	if secret.IsZero(t.hiddenToss) {
		return [SeedSize]byte{}, errZeroToss
	}
	s := secret.Reveal(t.hiddenToss)
	switch {
	case len(s.differing) > 0:
		return [SeedSize]byte{}, &BlameError{seats.Sorted(s.differing...), fmt.Errorf("%w: another list of commitments", ErrMismatch)}
	case !s.revealing:
		return [SeedSize]byte{}, fmt.Errorf("%w: %d commitments are missing", ErrState, s.awaited)
	case s.awaited > 0:
		return [SeedSize]byte{}, fmt.Errorf("%w: %d reveals are missing", ErrState, s.awaited)
	}
	return s.seed(), nil
}

var errZeroToss = malformed("zero Toss")

const (
	tossLabel = "squaredeal/toss/v1"
	listLabel = "squaredeal/toss/v1/list"
	seedLabel = "squaredeal/toss/v1/seed"
)

// prefix is what ties a hash to this toss.
func (s *tossState) prefix(label string) []byte {
	b := field.Append(nil, label)
	b = field.Append(b, s.session)
	return binary.BigEndian.AppendUint32(b, uint32(s.seats))
}

// context ties a commitment to this toss and a seat.
func (s *tossState) context(seat int) []byte {
	return binary.BigEndian.AppendUint32(s.prefix(tossLabel), uint32(seat))
}

// digest is that by which seats compare their lists of commitments.
func (s *tossState) digest() [sha256.Size]byte {
	b := s.prefix(listLabel)
	for i := range s.commitments {
		b = append(b, s.commitments[i][:]...)
	}
	return sha256.Sum256(b)
}

func (s *tossState) seed() [SeedSize]byte {
	b := s.prefix(seedLabel)
	for i := range s.commitments {
		b = append(b, s.commitments[i][:]...)
	}
	for i := range s.values {
		b = append(b, s.values[i][:]...)
	}
	return sha256.Sum256(b)
}
