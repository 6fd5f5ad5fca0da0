package main

import (
	"cmp"
	"errors"
	"fmt"
	"io"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

// playSRA plays the parties of this process.
func playSRA(cheat string, notices io.Writer, listen, connect string, s *story) (*result, error) {
	var parties [2]*party
	err := duel.Play(notices, listen, connect, func(c *duel.Conn) error {
		p := &party{role: role(c.Seat), conn: c, story: s}
		if p.role == cheats["sra "+cheat].by {
			p.cheat = cheat
		}
		parties[p.role] = p
		return p.play()
	})
	if err != nil {
		return nil, err
	}
	p := cmp.Or(parties[dealer], parties[player])
	p.conclude()
	return p.result, nil
}

// play plays a party's part of a round.
func (p *party) play() error {
	for i, s := range p.steps() {
		part := [2]func() error{s.dealer, s.player}[p.role]
		if part == nil {
			continue
		}
		p.step, p.heading = i+1, s.heading
		if err := part(); err != nil {
			p.tellFailure(err)
			return err
		}
	}
	return nil
}

// cheated is an error that blames the other party.
func (p *party) cheated(format string, args ...any) error {
	other := p.role.other()
	return cli.Blame(fmt.Errorf("the "+other.String()+" "+format, args...), int(other))
}

// send sends a message. That it can't is nobody's fault who is known.
func (p *party) send(message []byte) error {
	if err := p.conn.Send(message); err != nil {
		return cli.CheckFailed(err)
	}
	return nil
}

func (p *party) receive(most int) ([]byte, error) {
	message, err := p.conn.Receive(most)
	if errors.Is(err, duel.ErrTooLong) {
		err = p.cheated("sent too much: %w", err)
	} else if err != nil {
		err = cli.CheckFailed(err)
	}
	return message, err
}
