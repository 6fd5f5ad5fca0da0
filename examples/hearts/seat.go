package main

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// Kinds of messages, besides those of the deal.
const (
	tableKind  = 16 + iota // the Host's commitments to its table
	digestKind             // SHA-256 of what a seat has seen
	commitKind             // a commitment, to a record or to cards to pass
	passKind               // the cards passed
	cardKind               // the card played
	openKind               // an opening: nonce and value
	stopKind               // why a seat stops the game
)

// A seat is one player of a game.
type seat struct {
	number  int
	conn    *wire.Conn
	arrival time.Duration // how long the others may take to join
	cheats  bool

	*channel
	session [32]byte // fingerprint of the public keys, new in each game

	host     *otpdeal.Host // the Host's own
	openings []opening     // of its entries
	promised []commit.Commitment

	role role
	hand []otpdeal.Card

	records, passes [otpdeal.NumSeats]commit.Commitment
	ownRecord       opening
	ownPass         opening
	given           []otpdeal.Card // passed by this seat
	taken           []otpdeal.Card // passed to it
	play            play

	scores [otpdeal.NumSeats]int
	told   []note
	err    error
}

// A role is what the seats do in the deal.
type role interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Missing() []int
	Hand() ([]otpdeal.Card, error)
	Record() otpdeal.Record
}

// An opening is what a seat shows of a commitment in the end.
type opening struct {
	nonce commit.Nonce
	value []byte
}

// A note is what a seat saw or did in a step.
type note struct {
	step int
	text string
}

// step makes a step, unless an earlier one failed, and notes what it says. If it fails,
// the game is over, and the others are told why.
func (s *seat) step(number int, part func() (string, error)) {
	if s.err != nil {
		return
	}
	text, err := part()
	if err == nil {
		s.told = append(s.told, note{number, text})
		return
	}
	s.err = err
	if s.channel != nil {
		s.stop(err)
	}
}

// A blamed is an error that names the seats of which one is at fault.
type blamed struct {
	seats []int
	err   error
}

func (b *blamed) Error() string {
	names := make([]string, len(b.seats))
	for i, seat := range b.seats {
		names[i] = name(seat)
	}
	return strings.Join(names, " or ") + ": " + b.err.Error()
}

func (b *blamed) Unwrap() error { return b.err }

func blame(seat int, err error) error { return cli.CheckFailed(&blamed{[]int{seat}, err}) }

// blameAs blames the seats that an error of the packages blames.
func blameAs(err error) error {
	var deal *otpdeal.BlameError
	if errors.As(err, &deal) {
		return cli.CheckFailed(&blamed{deal.Seats, deal.Err})
	}
	return err
}

var names = [otpdeal.NumSeats]string{"the Host", "the Key Master", "the Card Dealer", "the Dummy"}

// name is the seat's number and role.
func name(seat int) string { return fmt.Sprintf("seat %d, %s", seat, names[seat]) }

// others are all seats but this one.
func (s *seat) others() []int {
	return slices.DeleteFunc([]int{0, 1, 2, 3}, func(i int) bool { return i == s.number })
}

// tell sends a message of a kind to all others.
func (s *seat) tell(kind byte, payload []byte) error {
	return s.broadcast(append([]byte{kind}, payload...))
}

// hear returns the payload of the next message of a seat, which must be of this kind,
// and of this size unless that is negative.
func (s *seat) hear(from int, kind byte, size int) ([]byte, error) {
	_, message, err := s.receive(from)
	if err != nil {
		return nil, err
	}
	payload, err := unwrap(from, message, kind)
	if err == nil && size >= 0 && len(payload) != size {
		err = blame(from, fmt.Errorf("a message of %d bytes, not %d", len(payload), size))
	}
	return payload, err
}

// errStopped is that another seat has stopped the game.
var errStopped = errors.New("stops the game")

func unwrap(from int, message []byte, kind byte) ([]byte, error) {
	switch {
	case len(message) == 0:
		return nil, blame(from, errors.New("an empty message"))
	case message[0] == stopKind:
		return nil, blame(from, fmt.Errorf("%w: %.300q", errStopped, message[1:]))
	case message[0] != kind:
		return nil, blame(from, fmt.Errorf("a message of kind %d when %d was due", message[0], kind))
	}
	return message[1:], nil
}

// stop tells the others why this seat stops, if they are there.
func (s *seat) stop(err error) {
	if errors.Is(err, errStopped) {
		return
	}
	for _, to := range s.others() {
		if s.shared[to] != nil {
			s.send(to, append([]byte{stopKind}, err.Error()...))
		}
	}
}

// context ties a commitment to this game, a purpose and a seat.
func (s *seat) context(purpose string, seat, number int) []byte {
	b := fmt.Appendf(nil, "%s %s ", joinLabel, purpose)
	b = append(b, s.session[:]...)
	return binary.BigEndian.AppendUint32(b, uint32(seat)<<16|uint32(number))
}

// commitTo commits to a value before all others.
func (s *seat) commitTo(purpose string, value []byte) (commit.Commitment, opening, error) {
	c, nonce := commit.Commit(s.context(purpose, s.number, 0), value)
	return c, opening{nonce, value}, s.tell(commitKind, c[:])
}

// hearCommitments takes the others' commitments.
func (s *seat) hearCommitments(all *[otpdeal.NumSeats]commit.Commitment) error {
	for _, from := range s.others() {
		payload, err := s.hear(from, commitKind, len(commit.Commitment{}))
		if err != nil {
			return err
		}
		all[from] = commit.Commitment(payload)
	}
	return nil
}

// hearOpening takes the opening of a commitment.
func (s *seat) hearOpening(from int, c commit.Commitment, context []byte) ([]byte, error) {
	payload, err := s.hear(from, openKind, -1)
	if err != nil {
		return nil, err
	}
	return checkOpening(from, c, context, payload)
}

func checkOpening(from int, c commit.Commitment, context, payload []byte) ([]byte, error) {
	if len(payload) < commit.NonceSize {
		return nil, blame(from, fmt.Errorf("an opening of %d bytes", len(payload)))
	}
	nonce, err := commit.ParseNonce(payload[:commit.NonceSize])
	if err != nil {
		return nil, err
	}
	value := payload[commit.NonceSize:]
	if err := c.Verify(nonce, context, value); err != nil {
		return nil, blame(from, err)
	}
	return value, nil
}

func (o opening) bytes() []byte { return append(o.nonce.Bytes(), o.value...) }

// agree makes sure that all seats have seen the same of what one or all have sent to
// all: each tells the others a digest of it.
func (s *seat) agree(what []byte, about string) error {
	digest := sha256.Sum256(what)
	if err := s.tell(digestKind, digest[:]); err != nil {
		return err
	}
	for _, from := range s.others() {
		payload, err := s.hear(from, digestKind, len(digest))
		if err != nil {
			return err
		}
		if !bytes.Equal(payload, digest[:]) {
			return cli.CheckFailed(&blamed{[]int{from}, fmt.Errorf("it has seen other %s; it lies, or another seat told it so", about)})
		}
	}
	return nil
}
