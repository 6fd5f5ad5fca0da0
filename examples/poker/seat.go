package main

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/sra"
)

// Kinds of messages, all of which go to all.
const (
	tossKind   = 1 + iota // of package commit
	handKind              // of package sra
	actionKind            // what a seat does in the betting
	agreeKind             // what a seat was told
)

// A seat is one player of a hand.
type seat struct {
	number int
	rules  relay.Game
	place  relay.Place
	player player
	cheat  string                       // how it cheats, empty if it is honest
	live   func(seat int, n story.Note) // nil, or prints each note at once

	*relay.Channel
	fingerprint [32]byte    // of the public keys that sign
	id          commit.Seed // of this hand, from a toss

	key        sra.Key
	hand       *sra.Hand
	finalDeck  sra.Deck // kept by cheats only
	game       *game
	own, board []int         // cards
	shown      map[int][]int // cards of each seat that showed them
	winners    []int
	payout     []int // of the pot, by seat

	told []story.Note
	err  error
}

func newSeat(place relay.Place, rules relay.Game) *seat {
	return &seat{number: place.Seat, rules: rules, place: place, player: simple, shown: make(map[int][]int)}
}

// note notes what this seat saw or checked in a step.
func (s *seat) note(step, place, about int, format string, args ...any) {
	n := story.Note{Step: step, Place: place, About: about, Text: fmt.Sprintf(format, args...)}
	s.told = append(s.told, n)
	if s.live != nil {
		s.live(s.number, n)
	}
}

// step makes a step, unless an earlier one failed.
func (s *seat) step(part func() error) {
	if s.err == nil {
		s.err = part()
	}
}

// finish ends the hand, whether it went well or not: all seats say why they end it, and
// show what they were told.
func (s *seat) finish() {
	switch {
	case s.Channel == nil:
	case s.err == errStalled:
		s.Quit()
	default:
		_, s.err = s.Finish(s.err, nil)
	}
}

// blameAs blames the seats that an error of the packages blames.
func (s *seat) blameAs(from int, err error) error {
	var toss *commit.BlameError
	var hand *sra.BlameError
	switch {
	case errors.As(err, &toss):
		return s.rules.Blame(toss.Err, toss.Seats...)
	case errors.As(err, &hand):
		return s.rules.Blame(hand.Err, hand.Seats...)
	case errors.Is(err, commit.ErrOtherToss): // a seat that was told other keys has another
		return s.rules.BlameRelay(err, from)
	}
	return err
}

// say sends a message of a kind to all others.
func (s *seat) say(kind byte, payload []byte) error {
	return s.Say(append([]byte{kind}, payload...))
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
		from, message, err := s.Hear(kind, waiting...)
		if err != nil {
			return err
		}
		reply, err := m.Receive(from, message)
		if err == nil {
			accepted(from, message)
		}
		if err := s.reply(kind, reply, from, err); err != nil {
			return err
		}
	}
	return nil
}

// reply sends what a machine replied, which it may with the error of a message that it had
// kept, and blames the seats that the error blames.
func (s *seat) reply(kind byte, message []byte, from int, fault error) error {
	err := s.answer(kind, message)
	if fault != nil {
		return s.blameAs(from, fault)
	}
	return err
}

// answer sends a message of a machine, if there is one. Of a hand, a cheat sends another.
func (s *seat) answer(kind byte, message []byte) (err error) {
	if message != nil && kind == handKind && s.cheat != "" {
		message, err = s.falsified(message)
	}
	if message == nil || err != nil {
		return err
	}
	return s.say(kind, message)
}
