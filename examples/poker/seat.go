package main

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/sra"
)

// Kinds of messages.
const (
	tossKind   = 1 + iota // of package commit
	handKind              // of package sra
	actionKind            // what a seat does in the betting
	digestKind            // SHA-256 of the betting as a seat has seen it
	stopKind              // why a seat stops the hand
)

// A seat is one player of a hand.
type seat struct {
	number, seats int
	conn          *wire.Conn
	patience      patience
	player        player
	cheat         string // how it cheats, empty if it is honest

	*channel
	fingerprint [32]byte // of the public keys that sign
	id          [32]byte // of this hand, from a toss

	key        sra.Key
	hand       *sra.Hand
	finalDeck  sra.Deck // kept by cheats only
	game       *game
	own, board []int         // cards
	shown      map[int][]int // cards of each seat that showed them
	winners    []int
	payout     []int // of the pot, by seat

	told []note
	err  error
}

// A note is what a seat saw or checked in a step, in its place among the notes of the
// step, and about which seat, if it is about one.
type note struct {
	step, place, about int
	text               string
}

func (s *seat) note(step, place, about int, format string, args ...any) {
	s.told = append(s.told, note{step, place, about, fmt.Sprintf(format, args...)})
}

// step makes a step, unless an earlier one failed. If it fails, the hand is over, and the
// others are told why.
func (s *seat) step(part func() error) {
	if s.err != nil {
		return
	}
	s.err = part()
	if s.err != nil && s.channel != nil && s.private != nil {
		s.tell(stopKind, []byte(s.err.Error()))
	}
}

// A blamed is an error that names the seats at fault.
type blamed struct {
	seats []int
	err   error
}

func (b *blamed) Error() string { return who(b.seats) + ": " + b.err.Error() }

func (b *blamed) Unwrap() error { return b.err }

func blame(seat int, err error) error { return cli.CheckFailed(&blamed{[]int{seat}, err}) }

// blameAs blames the seats that an error of the packages blames.
func blameAs(err error) error {
	var toss *commit.BlameError
	var hand *sra.BlameError
	switch {
	case errors.As(err, &toss):
		return cli.CheckFailed(&blamed{toss.Seats, toss.Err})
	case errors.As(err, &hand):
		return cli.CheckFailed(&blamed{hand.Seats, hand.Err})
	case errors.Is(err, commit.ErrOtherToss): // whose fault, only the fingerprints tell
		return cli.CheckFailed(err)
	}
	return err
}

// who names seats.
func who(seats []int) string {
	text := make([]string, len(seats))
	for i, seat := range seats {
		text[i] = fmt.Sprint(seat)
	}
	if last := len(seats) - 1; last > 0 {
		return "seats " + strings.Join(text[:last], ", ") + " and " + text[last]
	}
	return "seat " + strings.Join(text, "")
}

// tell sends a message of a kind to all others.
func (s *seat) tell(kind byte, payload []byte) error {
	return s.broadcast(append([]byte{kind}, payload...))
}

// errStopped is that another seat has stopped the hand.
var errStopped = errors.New("stops the hand")

// hear returns the payload of the next message of one of these seats, which must be of
// this kind.
func (s *seat) hear(kind byte, seats ...int) (from int, payload []byte, err error) {
	from, message, err := s.receive(seats...)
	if err != nil {
		return 0, nil, err
	}
	switch {
	case len(message) == 0:
		return 0, nil, blame(from, errors.New("an empty message"))
	case message[0] == stopKind:
		return 0, nil, blame(from, fmt.Errorf("%w: %.300q", errStopped, message[1:]))
	case message[0] != kind:
		return 0, nil, blame(from, fmt.Errorf("a message of kind %d when %d was due", message[0], kind))
	}
	return from, message[1:], nil
}

// A machine is a toss or a hand: the state of a protocol, which says whom it waits for.
type machine interface {
	Receive(from int, message []byte) (reply []byte, err error)
	Missing() []int
}

// run gives a machine the messages that it waits for, until it waits for nobody. It sends
// its replies, and calls accepted with what it took.
func (s *seat) run(m machine, kind byte, accepted func(from int, message []byte)) error {
	for waiting := m.Missing(); len(waiting) > 0; waiting = m.Missing() {
		from, message, err := s.hear(kind, waiting...)
		if err != nil {
			return err
		}
		reply, err := m.Receive(from, message)
		if err != nil {
			return blameAs(err)
		}
		accepted(from, message)
		if err := s.say(kind, reply); err != nil {
			return err
		}
	}
	return nil
}

// say sends a message of a machine, if there is one. Of a hand, a cheat sends another.
func (s *seat) say(kind byte, message []byte) (err error) {
	if message != nil && kind == handKind && s.cheat != "" {
		message, err = s.falsified(message)
	}
	if message == nil || err != nil {
		return err
	}
	return s.tell(kind, message)
}

// agree makes sure that all seats have seen the same betting. Only with the relay's help
// could a seat have told them different things; then both are signed.
func (s *seat) agree() error {
	var all []byte
	for _, d := range s.game.deeds {
		all = append(all, byte(d.street), byte(d.seat), byte(d.action))
	}
	digest := sha256.Sum256(all)
	if err := s.tell(digestKind, digest[:]); err != nil {
		return err
	}
	for from := range s.seats {
		if from == s.number {
			continue
		}
		_, theirs, err := s.hear(digestKind, from)
		if err != nil {
			return err
		}
		if !bytes.Equal(theirs, digest[:]) {
			return blame(from, errors.New("it has seen other betting; it lies, or another seat told it so"))
		}
	}
	return nil
}
