// Command poker deals and plays a hand of Texas hold'em between players none of whom is
// trusted to deal, without a server that sees the cards.
//
// Two to nine seats live in this process, each with a TCP connection to a relay that
// holds no key. They toss for the button (package commit); encrypt and shuffle a deck
// together, and open each card to those whom the rules let see it (package sra), every
// step being proved when it is made and checked by all others; and bet, by a simple
// strategy, until one is left or some show their cards. Flags change the number of
// seats, run them in processes of their own, or let one cheat; -h lists them.
//
// The relay carries all messages. They are signed, so it can't change, repeat, exchange
// or invent any unnoticed. It can drop them, and so stop the hand, where the seats then
// blame whoever is missing or the relay; and it sees who says how much when. The keys of
// the signatures pass through it as well: players who compare their fingerprint in
// another way know that it has exchanged none, to sit at the table as somebody else.
// Nothing can stop players from telling one another their cards in secret.
//
// The exit status is 0 if every check succeeds, 1 if one fails because a seat cheated or
// left, and 2 if the command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"fmt"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/sra"
)

func main() {
	os.Exit(patient.run(os.Args[1:], os.Stdout, os.Stderr))
}

// playHand is a seat's part in a hand.
func (s *seat) playHand() {
	s.step(s.greet)
	s.step(s.toss)
	s.step(s.shuffle)
	s.step(s.dealHole)
	s.step(s.bet)
	for at := flop; at < streets && s.err == nil && !s.game.over(); at++ {
		s.step(s.dealBoard(at))
		s.step(s.bet)
	}
	s.step(s.showdown)
	s.finish()
}

// A patience says how long to wait for a message, and for all seats to join.
type patience struct{ answer, arrival time.Duration }

// patient is what a program of people waits for.
var patient = patience{answer: 10 * time.Second, arrival: 5 * time.Minute}

const label = "squaredeal/examples/poker/v1"

// rules are what all seats of a hand must know alike.
func (p patience) rules(seats int) relay.Game {
	return relay.Game{
		Label: label, Seats: seats, MaxLen: 1 + sra.HandMessageSize(group, deckSize),
		Answer: p.answer, Arrival: p.arrival,
	}
}

// nobody is no seat.
const nobody = -1

// A table is the part of a hand that this process plays.
type table struct {
	patience
	out    *bufio.Writer
	stderr io.Writer
	asJSON bool
	all    int   // how many seats there are
	seats  []int // those of this process
	cheat  string

	carried [][]byte // by a relay in this process, which is curious
}

// host relays the hand, and plays its own seats.
func (t *table) host(addr string) error {
	seats, err := t.run(addr, (*seat).playHand)
	if err != nil {
		return err
	}
	return t.print(seats)
}

// run relays the hand, and returns the seats of this process as they are after it.
func (t *table) run(addr string, part func(*seat)) (seats []*seat, err error) {
	err = relay.Host(addr, t.rules(t.all), t.seats, t.keep, func(addr string, places []relay.Place) error {
		if err := t.printRelay(addr); err != nil {
			return err
		}
		seats = t.play(places, part)
		return nil
	})
	return seats, err
}

func (t *table) keep(frame []byte) { t.carried = append(t.carried, frame) }

// join plays a seat at the table of a relay elsewhere.
func (t *table) join(addr string) error {
	return t.print(t.play(relay.Places(addr, t.seats), (*seat).playHand))
}

// play plays some seats' parts of a hand, and returns the seats as they are after it.
func (t *table) play(places []relay.Place, part func(*seat)) []*seat {
	var wg sync.WaitGroup
	tell := t.teller()
	seats := make([]*seat, len(places))
	for i, place := range places {
		s := newSeat(place, t.rules(t.all))
		if s.number == cheater {
			s.cheat = t.cheat
		}
		if len(places) == 1 && !t.asJSON {
			s.live = tell.Note
		}
		seats[i] = s
	}
	t.printSeats(seats)
	for _, s := range seats {
		wg.Go(func() { part(s) })
	}
	wg.Wait()
	return seats
}

// judge returns what is wrong with a hand, by those seats of this process that don't
// cheat, if there are any.
func judge(seats []*seat) error {
	honest := slices.DeleteFunc(slices.Clone(seats), func(s *seat) bool { return s.cheat != "" })
	if len(honest) == 0 {
		honest = seats
	}
	var errs []error
	for _, s := range honest {
		errs = append(errs, s.err)
		if s.err == nil && !slices.Equal(s.payout, honest[0].payout) {
			errs = append(errs, cli.CheckFailed(fmt.Errorf("the seats disagree on who wins: %v and %v", honest[0].payout, s.payout)))
		}
	}
	return relay.Narrowest(errs...)
}
