package main

import (
	"encoding/binary"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// Kinds of messages.
const (
	tableKind  = 1 + iota // to all: the Host's commitments to its table
	agreeKind             // to all: what a seat was told
	dealKind              // to one: a message of the deal, after its kind
	recordKind            // to all: a commitment to a record of the deal
	commitKind            // to all: a commitment to the cards to pass
	passKind              // to one: the opening of that
	cardKind              // to all: the card played
)

// A seat is one player of a game.
type seat struct {
	number int
	game   relay.Game
	place  relay.Place
	player player
	cheats bool
	live   func(seat int, n story.Note) // nil, or prints each note at once

	*relay.Channel
	session [32]byte // fingerprint of the keys, new in each game

	host     *otpdeal.Host // the Host's own
	openings []opening     // of its entries
	promised []commit.Commitment

	role role
	hand []otpdeal.Card

	records, passes [otpdeal.NumSeats]*commit.Commitment
	ownRecord       opening
	ownPass         opening
	play            play
	early           map[int]otpdeal.Card // cards of seats that didn't wait for the lead

	scores [otpdeal.NumSeats]int
	told   []story.Note
	err    error
}

// A role is what the seats do in the deal.
type role interface {
	Receive(otpdeal.Message) ([]otpdeal.Message, error)
	Missing() []int
	Hand() ([]otpdeal.Card, error)
	Record() otpdeal.Record
}

// step makes a step, unless an earlier one failed, and notes what it says.
func (s *seat) step(number int, part func() (string, error)) {
	if s.err != nil {
		return
	}
	text, err := part()
	if s.err = err; err == nil {
		s.note(number, text)
	}
}

func (s *seat) note(step int, text string) {
	n := story.Note{Step: step, Place: s.number, About: story.Nobody, Text: text}
	s.told = append(s.told, n)
	if s.live != nil {
		s.live(s.number, n)
	}
}

var names = [otpdeal.NumSeats]string{"the Host", "the Key Master", "the Card Dealer", "the Dummy"}

// name is the seat's number and role.
func name(seat int) string { return fmt.Sprintf("seat %d (%s)", seat, names[seat]) }

// blameAs blames the seats that an error of package otpdeal blames.
func (s *seat) blameAs(err error) error {
	var deal *otpdeal.BlameError
	if errors.As(err, &deal) {
		return s.game.Blame(deal.Err, deal.Seats...)
	}
	return err
}

// say sends a message of a kind to all others.
func (s *seat) say(kind byte, payload []byte) error {
	return s.Say(append([]byte{kind}, payload...))
}

// hear returns the next message of a seat, which must be of this kind and size.
func (s *seat) hear(from int, kind byte, size int) ([]byte, error) {
	_, payload, err := s.Hear(kind, from)
	if err == nil && len(payload) != size {
		err = s.game.Blame(fmt.Errorf("a message of %d bytes, not %d", len(payload), size), from)
	}
	return payload, err
}

// context ties a commitment to this game, a purpose and a seat.
func (s *seat) context(purpose string, seat, number int) []byte {
	b := fmt.Appendf(nil, "%s %s ", s.game.Label, purpose)
	b = append(b, s.session[:]...)
	return binary.BigEndian.AppendUint32(b, uint32(seat)<<16|uint32(number))
}

// commitTo commits to a value before all others, and takes their commitments.
func (s *seat) commitTo(kind byte, purpose string, value []byte, all *[otpdeal.NumSeats]*commit.Commitment) (opening, error) {
	c, nonce := commit.Commit(s.context(purpose, s.number, 0), value)
	own := opening{nonce.Bytes(), value}
	if err := s.say(kind, c[:]); err != nil {
		return own, err
	}
	all[s.number] = &c
	for _, from := range s.Others() {
		payload, err := s.hear(from, kind, len(c))
		if err != nil {
			return own, err
		}
		theirs := commit.Commitment(payload)
		all[from] = &theirs
	}
	return own, nil
}

// An opening is what a seat shows of a commitment: nonce and value.
type opening struct{ nonce, value []byte }

func (o opening) bytes() []byte { return append(o.nonce[:len(o.nonce):len(o.nonce)], o.value...) }

// parseOpening splits what bytes returns.
func parseOpening(b []byte) opening {
	n := min(len(b), commit.NonceSize)
	return opening{b[:n], b[n:]}
}

// check checks that it opens a commitment.
func (o opening) check(c commit.Commitment, context []byte) error {
	nonce, err := commit.ParseNonce(o.nonce)
	if err != nil {
		return err
	}
	return c.Verify(nonce, context, o.value)
}
