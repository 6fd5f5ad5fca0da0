package commit

import (
	"bytes"
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"io"
	"slices"
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
// zero value is invalid: its methods return an [ErrState], or nothing.
type Toss struct {
	state func() *tossState // a closure, which nothing that prints by reflection looks into
}

type tossState struct {
	session     []byte
	seats, seat int
	own         RevealMessage // but for its List, until all commitments are in

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
	return NewToss(session, seats, seat, Nonce{nonce.self}, value)
}

// NewToss is [GenerateToss] with a given nonce and value, to replay a toss from its
// records. It returns an [ErrMalformed] also for the zero value of a nonce. Only
// values that nobody can guess, used once, make a toss fair.
func NewToss(session []byte, seats, seat int, nonce Nonce, value [ValueSize]byte) (t *Toss, message []byte, err error) {
	switch {
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
	if s.commitments[seat], err = New(nonce, s.context(seat), value[:]); err != nil {
		return nil, nil, err
	}
	s.values[seat] = value
	s.listen()
	message, err = CommitMessage{s.commitments[seat]}.MarshalBinary()
	return &Toss{func() *tossState { return s }}, message, err
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
	if t.state == nil {
		return nil, errZeroToss
	}
	s := t.state()
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
	s.own.List = s.list()
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
	if m.List != s.own.List {
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
	if t.state == nil {
		return nil
	}
	var seats []int
	for seat, heard := range t.state().heard {
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
	if t.state == nil {
		return [SeedSize]byte{}, errZeroToss
	}
	s := t.state()
	switch {
	case len(s.differing) > 0:
		seats := slices.Sorted(slices.Values(s.differing))
		return [SeedSize]byte{}, &BlameError{seats, fmt.Errorf("%w: another list of commitments", ErrMismatch)}
	case !s.revealing:
		return [SeedSize]byte{}, fmt.Errorf("%w: %d commitments are missing", ErrState, s.awaited)
	case s.awaited > 0:
		return [SeedSize]byte{}, fmt.Errorf("%w: %d reveals are missing", ErrState, s.awaited)
	}
	return s.seed(), nil
}

// Format prints the toss as redacted, whatever the verb.
func (Toss) Format(f fmt.State, _ rune) { io.WriteString(f, "commit.Toss(redacted)") }

// MarshalText always fails, so that no encoder writes a live value into a log.
func (Toss) MarshalText() ([]byte, error) {
	return nil, fmt.Errorf("%w: a toss isn't marshalled", ErrState)
}

var errZeroToss = fmt.Errorf("%w: the toss was made neither by GenerateToss nor by NewToss", ErrState)

const (
	tossLabel = "squaredeal/toss/v1"
	listLabel = "squaredeal/toss/v1/list"
	seedLabel = "squaredeal/toss/v1/seed"
)

// prefix is what ties a hash to this toss.
func (s *tossState) prefix(label string) []byte {
	b := appendField(nil, label)
	b = appendField(b, s.session)
	return binary.BigEndian.AppendUint32(b, uint32(s.seats))
}

// context ties a commitment to this toss and a seat.
func (s *tossState) context(seat int) []byte {
	return binary.BigEndian.AppendUint32(s.prefix(tossLabel), uint32(seat))
}

// list is the digest by which seats compare their lists of commitments.
func (s *tossState) list() [sha256.Size]byte {
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
