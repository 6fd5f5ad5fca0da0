package main

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// A seat is one player of a match.
type seat struct {
	addr     string // of the relay
	number   int
	state    *stateFile
	cheat    string  // how it cheats, empty if it is honest
	person   *person // nil of a bot
	tell     *teller
	narrates bool // its view is told
	since    int  // the hand in which this process begins to tell

	terms  terms
	keys   []ed25519.PublicKey
	client *bulletin.Client
	behind int             // posts that were there before it joined, and haven't come yet
	said   map[string]bool // by this seat before it joined
	table  *holdem.Table
	view   holdem.View
	clock  clock
	told   int       // events
	ends   time.Time // of the person's time to bet, or of a part of it
	stops  bool      // as there is nobody left to play for
	looker *onlooker // nil unless this process plays all seats
	err    error
}

// restore goes on with what a process left that was killed, if there was one.
func (s *seat) restore() (err error) {
	if s.state.table == nil {
		return nil
	}
	if s.terms, s.keys, err = s.state.joined(); err != nil {
		return err
	}
	s.number = s.state.seat
	if s.table, err = holdem.ParseTable(s.state.table, s.state.store); err != nil {
		return err
	}
	s.view = s.table.View()
	return nil
}

// join takes the seat at the relay.
func (s *seat) join() (err error) {
	s.client, err = bulletin.Join(bulletin.Guest{
		Addr: s.addr, Seat: s.state.seat, Key: s.state.private(), Arrival: s.tell.party.arrival,
		Agree: s.agree,
		Waits: func(free int) { s.tell.waits(s, free) },
	}, limits)
	if err != nil {
		return fmt.Errorf("joining the table: %w", err)
	}
	s.number, s.keys, s.behind = s.client.Seat(), s.client.Keys(), s.client.Behind()
	s.said = make(map[string]bool)
	s.clock = clock{terms: s.terms, restored: s.table != nil}
	return s.state.joins(s.number, s.terms, s.keys)
}

// agree takes the terms of the relay's table, unless they aren't those of the table that
// the seat was at.
func (s *seat) agree(seats int, b []byte) error {
	c, err := parseTerms(b)
	if err == nil && seats != c.Config.Seats {
		err = errors.New("the terms of the table are for another number of seats")
	}
	if err == nil && s.state.terms != nil && !bytes.Equal(b, s.state.terms) {
		err = s.state.errElsewhere()
	}
	if err == nil {
		s.terms = c
	}
	return err
}

// leaveRelay leaves the relay when all that the seat has said is there.
func (s *seat) leaveRelay() {
	if s.client != nil {
		s.client.Close(grace)
	}
}

// sitDown begins the match, or goes on with it.
func (s *seat) sitDown() (err error) {
	var send [][]byte
	restored := s.table != nil
	switch {
	case restored:
	case s.cheat != "":
		s.table, send, err = holdem.GenerateCheat(s.cheat, s.terms.Config, s.keys, s.number, s.state.key, s.state.store)
	default:
		s.table, send, err = holdem.GenerateTable(s.terms.Config, s.keys, s.number, s.state.key, s.state.store)
	}
	if err != nil {
		return err
	}
	s.view = s.table.View()
	s.since = s.view.Hand
	s.tell.sits(s)
	s.person.sitsDown()
	s.look()
	if restored && s.client != nil {
		return s.catchUp()
	}
	return s.send(send, nil)
}

// catchUp hears what was said before this process began, and says again what the one
// before it may have kept to itself.
func (s *seat) catchUp() error {
	for s.behind > 0 {
		if err := s.next(); err != nil {
			return err
		}
	}
	for _, st := range s.table.Sent() {
		if !s.said[string(st)] {
			if err := s.client.Publish(st); err != nil {
				return err
			}
		}
	}
	return nil
}

// over reports whether the match is over for this seat.
func (s *seat) over() bool {
	return s.table != nil && s.view.Stage == holdem.Over || s.person.hasLeft() || s.stops
}

// look takes a new look at the table, and tells what has happened there.
func (s *seat) look() {
	s.view = s.table.View()
	events := s.table.Events(s.told)
	s.told += len(events)
	s.tell.sees(s, events)
}

// send publishes the statements that a call of the table has returned, unless it returned
// an error.
func (s *seat) send(statements [][]byte, err error) error {
	if err != nil {
		return err
	}
	for _, st := range statements {
		s.looker.look(s.view.Hand, st)
		if err := s.client.Publish(st); err != nil {
			return err
		}
	}
	s.look()
	return nil
}

// bet bets for a bot whose turn it is, or asks the person.
func (s *seat) bet() error {
	turn := s.view.Turn == s.number && s.behind == 0 && s.view.Legal != (holdem.Legal{})
	if s.person != nil {
		return s.choose(turn)
	}
	if !turn {
		return nil
	}
	if cheat := s.tell.party.cheat; cheat != "" && s.view.Street == holdem.Preflop || cheat == holdem.CheatLeave && s.view.Street == holdem.Flop {
		return s.send(s.table.Act(calls(s.view.Legal))) // so that the cheat sees a flop, and others the turn
	}
	return s.send(s.table.Act(holdem.Bot(s.view, rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))))
}

// choose does what the person wants, or asks them.
func (s *seat) choose(turn bool) error {
	s.person.turn(turn, s.view)
	if turn && !s.person.leaves {
		action := s.person.choose(s.view)
		if action == nil && !s.person.leaves {
			action, s.ends = s.person.late(s.view)
		}
		if action != nil {
			return s.send(s.table.Act(*action))
		}
	}
	if !s.person.leaves {
		if turn {
			s.person.ask(s.view)
		}
		return nil
	}
	s.person.left = true
	err := s.send(s.table.Leave())
	if p := s.tell.party; len(p.seats) == s.terms.Config.Seats {
		close(p.left)
	}
	if errors.Is(err, holdem.ErrState) { // it doesn't play any more
		return nil
	}
	return err
}

// calls is what a seat does that wants to see the next cards.
func calls(l holdem.Legal) holdem.Action {
	if l.Check {
		return holdem.Action{Kind: holdem.Check}
	}
	return holdem.Action{Kind: holdem.Call}
}

// noticeable is how long people wait without asking what for.
const noticeable = 2 * time.Second

// next waits for something to happen: a post, a person's word, or the end of patience.
func (s *seat) next() error {
	again := time.Now().Add(noticeable)
	if s.behind == 0 {
		var late []int
		if late, again = s.clock.update(s.view, time.Now()); len(late) > 0 {
			return s.send(s.table.Expire(late...))
		}
	}
	if s.person.isAsked() && s.ends.Before(again) {
		again = s.ends
	}
	timer := time.NewTimer(time.Until(again))
	defer timer.Stop()
	if s.narrates {
		long := time.AfterFunc(noticeable, func() { s.tell.isWaiting(s) })
		defer long.Stop()
	}
	select {
	case post, ok := <-s.client.Posts():
		if !ok {
			return s.client.Err()
		}
		return s.hear(post)
	case line, ok := <-s.person.lines():
		s.person.takes(line, ok, s.view)
		return nil
	case <-s.person.stops():
		s.person.stop()
		return nil
	case <-s.tell.party.left:
		s.stops = true
		return nil
	case <-timer.C:
		return nil
	}
}

// hear takes a post. What isn't a statement is nobody's.
func (s *seat) hear(post bulletin.Post) error {
	if s.behind > 0 {
		s.behind--
		if post.Seat == s.number {
			s.said[string(post.Message)] = true
		}
	} else if post.Seat == s.number {
		return nil // of this process
	}
	s.looker.look(s.view.Hand, post.Message)
	send, err := s.table.Hear(post.Message)
	if errors.Is(err, holdem.ErrMalformed) || errors.Is(err, oldrecord.ErrMalformed) || errors.Is(err, oldrecord.ErrSignature) {
		return nil
	}
	return s.send(send, err)
}
