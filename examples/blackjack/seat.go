package main

import (
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// A participant is one side of a round, by one of the protocols.
type participant interface {
	takePart()
	common() *seat
}

// A seat is what participants have in common.
type seat struct {
	role  role
	conn  *wire.Conn
	cheat string // how it cheats, empty if it is honest

	hand   []cards.Card
	result *result

	told []note
	err  error
}

// A note is what a participant saw or did in a step.
type note struct {
	step int
	text string
}

// A result is what a round comes to. Pairs are by role.
type result struct {
	hands  [2]string
	scores [2]int
	winner role
}

func (s *seat) common() *seat { return s }

// step makes a step, unless an earlier one failed, and notes what it says. If it
// fails, the round is over.
func (s *seat) step(number int, part func() (string, error)) {
	if s.err != nil {
		return
	}
	text, err := part()
	if err != nil {
		s.err = err
		s.conn.Close()
		return
	}
	s.told = append(s.told, note{number, text})
}

// conclude sets the result, from the other side's hand.
func (s *seat) conclude(theirs []cards.Card) {
	var r result
	r.hands[s.role], r.hands[s.role.other()] = cards.Join(s.hand), cards.Join(theirs)
	r.scores[s.role], r.scores[s.role.other()] = score(s.hand), score(theirs)
	r.winner = winner(r.scores)
	s.result = &r
}

// cheated is an error that blames the other side.
func (s *seat) cheated(format string, args ...any) error {
	other := s.role.other()
	return cli.Blame(fmt.Errorf("the "+other.String()+" "+format, args...), int(other))
}

func (s *seat) send(message []byte) error {
	if err := s.conn.Send(message); err != nil {
		return s.gone(err)
	}
	return nil
}

func (s *seat) receive(most int) ([]byte, error) {
	message, err := s.conn.Receive(most)
	if err != nil {
		return nil, s.gone(err)
	}
	return message, nil
}

// greet exchanges hellos, and returns the other side's bytes after its label and role.
func (s *seat) greet(label string, own []byte) ([]byte, error) {
	hello := func(r role) string { return label + string([]byte{byte(r)}) }
	other := s.role.other()
	if err := s.conn.Send(append([]byte(hello(s.role)), own...)); err != nil {
		return nil, fmt.Errorf("greeting the %v: %w", other, err)
	}
	size := len(hello(other)) + len(own)
	message, err := s.conn.Receive(maxHello)
	if err != nil {
		return nil, fmt.Errorf("the hello of the %v: %w", other, err)
	}
	if len(message) != size || string(message[:size-len(own)]) != hello(other) {
		return nil, fmt.Errorf("the hello of the %v: it is another program, version, protocol or role", other)
	}
	return message[size-len(own):], nil
}

// maxHello is the length in bytes of the longest hello.
const maxHello = 128

var errLeft = errors.New("left the round")

// gone blames the other side for a message that didn't come or go.
func (s *seat) gone(err error) error {
	if errors.Is(err, wire.ErrTooLong) {
		return s.cheated("sent too much: %w", err)
	}
	return s.cheated("%w: %w", errLeft, err)
}
