package main

import (
	"errors"

	"github.com/squaredeal/squaredeal/commit"
)

// The ways in which a seat can cheat, for -cheat.
const (
	cheatEcho   = "echo"   // repeat the other seat's commitment, and then its reveal
	cheatChange = "change" // see the other's reveal, and then reveal something else
	cheatAbort  = "abort"  // see the throw first, and refuse to reveal if it isn't a double
	cheatReplay = "replay" // send what the other seat sent for an earlier throw
)

var cheats = []string{cheatEcho, cheatChange, cheatAbort, cheatReplay}

// deeds tell what the cheats do.
var deeds = map[string]string{
	cheatEcho:   "it waits, repeats the other seat's commitment as its own, and\nthen the other's reveal.",
	cheatChange: "it waits for the other seat's reveal, and then reveals\nsomething that it didn't commit to.",
	cheatAbort:  "it waits for the other seat's reveal, so that it knows the throw\nfirst, and refuses to reveal unless it is a double.",
	cheatReplay: "from the second throw on, it sends again what the other seat\nsent for the first.",
}

// playFalsely is the part of a seat that cheats. If the other one ends the game, it
// blames that one, as any seat would.
func (p *party) playFalsely(v *view) (err error) {
	switch {
	case p.cheat == cheatEcho:
		err = p.echo(v)
	case p.cheat == cheatReplay && p.earlier[0] != nil:
		err = p.replay(v)
	case p.cheat == cheatReplay:
		err = p.play(v)
		p.earlier = v.got
	default:
		err = p.revealLast(v)
	}
	if blame := new(commit.BlameError); err != nil && !errors.As(err, &blame) {
		return &commit.BlameError{Seats: []int{p.other()}, Err: err}
	}
	return err
}

// echo sends what it gets.
func (p *party) echo(v *view) error {
	t, err := p.begin(v)
	if err != nil {
		return err
	}
	own := t.Pending()
	for phase := range v.sent {
		message, err := p.receive(v, phase)
		if err != nil {
			return err
		}
		if err := p.send(v, phase, p.protocol.addressed(own, message)); err != nil {
			return err
		}
	}
	return nil
}

// replay sends what it got in an earlier throw.
func (p *party) replay(v *view) error {
	t, err := p.begin(v)
	if err != nil {
		return err
	}
	own := t.Pending()
	for phase := range v.sent {
		if err := p.send(v, phase, p.protocol.addressed(own, p.earlier[phase])); err != nil {
			return err
		}
		if _, err := p.receive(v, phase); err != nil {
			return err
		}
	}
	return nil
}

// revealLast knows the throw before it decides what to reveal.
func (p *party) revealLast(v *view) error {
	t, err := p.begin(v)
	if err != nil {
		return err
	}
	commitment := t.Pending()
	if err := p.send(v, 0, commitment); err != nil {
		return err
	}
	theirs, err := p.receive(v, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(t.Receive(p.seat, commitment), t.Receive(p.other(), theirs)); err != nil {
		return err
	}
	reveal := t.Pending()
	if theirs, err = p.receive(v, 1); err != nil {
		return err
	}
	if err := errors.Join(t.Receive(p.seat, reveal), t.Receive(p.other(), theirs)); err != nil {
		return err
	}
	if p.cheat == cheatChange {
		return p.send(v, 1, p.protocol.forge(reveal, theirs))
	}

	v.outcome, err = t.outcome()
	if err != nil {
		return err
	}
	v.done = true
	if v.outcome.dice.double() {
		return p.send(v, 1, reveal)
	}
	if err := p.send(v, 1, []byte{}); err != nil {
		return err
	}
	return &commit.BlameError{Seats: []int{p.seat}, Err: errRefused}
}
