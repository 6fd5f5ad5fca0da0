// Command hearts deals and plays a hand of Hearts between four parties, none of whom
// is trusted to deal.
//
// Without flags, four seats and a relay live in this process, joined by TCP. They deal by
// one-time pads (package otpdeal), over a relay that can't read; play a hand; and audit
// it. Flags run the seats in processes of their own, or let one cheat; -h lists them.
//
// Whatever goes wrong, all seats stop, show what they have seen, and audit that before
// anybody is named. Everything is signed, so that no seat can deny what it told another.
//
// The exit status is 0 if every check succeeds, 1 if one fails because a seat cheated
// or left, and 2 if the command line is wrong or the program can't do its work.
//
// Nothing tells the seats who the others are except the fingerprint of their keys,
// which they can compare.
//
// Messages are sealed by X25519 and XSalsa20-Poly1305: under GODEBUG=fips140=only, the
// program says so and ends.
package main

import (
	"bufio"
	"errors"
	"io"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/otpdeal"
)

func main() {
	os.Exit(patient.run(os.Args[1:], os.Stdout, os.Stderr))
}

// playHand is a seat's part in a hand.
func (s *seat) playHand() {
	s.step(greeting, s.greet)
	s.step(promising, s.promise)
	s.step(dealing, s.deal)
	s.step(recording, s.promiseRecord)
	s.step(passing, s.pass)
	s.step(playing, s.playTricks)
	s.finish()
}

// A patience says how long to wait for a message, and for all seats to join.
type patience struct{ answer, arrival time.Duration }

// patient is what a program of people waits for.
var patient = patience{answer: 20 * time.Second, arrival: 5 * time.Minute}

func (p patience) game() relay.Game {
	return relay.Game{
		Label: "squaredeal/examples/hearts/v1", Seats: otpdeal.NumSeats, Sealed: true, MaxLen: 1 << 14,
		Names: name, Answer: p.answer, Arrival: p.arrival,
	}
}

// nobody is no seat.
const nobody = -1

// A table is the part of a game that this process plays.
type table struct {
	patience
	out    *bufio.Writer
	stderr io.Writer
	asJSON bool
	seats  []int
	cheat  int // one of them, or nobody
}

// host relays the game, and plays its own seats.
func (t *table) host(addr string) error {
	return relay.Host(addr, t.game(), t.seats, nil, func(addr string, places []relay.Place) error {
		if err := t.printRelay(addr); err != nil {
			return err
		}
		return t.play(places)
	})
}

// play plays the seats of this process, and prints what they see.
func (t *table) play(places []relay.Place) error {
	if len(places) == 0 {
		return nil
	}
	var wg sync.WaitGroup
	tell := t.teller()
	seats := make([]*seat, len(places))
	for i, place := range places {
		s := &seat{number: place.Seat, game: t.game(), place: place, player: honest}
		if s.number == t.cheat {
			s.cheats, s.player = true, cheats[s.number].player
		}
		if len(places) == 1 && !t.asJSON {
			s.live = tell.Note
		}
		seats[i] = s
	}
	t.printSeats(seats)
	for _, s := range seats {
		wg.Go(s.playHand)
	}
	wg.Wait()
	return t.print(seats, judge(seats))
}

// judge returns what is wrong with a hand, by those seats of this process that don't
// cheat, if there are any.
func judge(seats []*seat) error {
	honest := slices.DeleteFunc(slices.Clone(seats), func(s *seat) bool { return s.cheats })
	if len(honest) == 0 {
		honest = seats
	}
	var errs []error
	for _, s := range honest {
		errs = append(errs, s.err)
		if s.err == nil && s.scores != honest[0].scores {
			errs = append(errs, cli.CheckFailed(errors.New("the seats disagree on the scores")))
		}
	}
	return relay.Narrowest(errs...)
}
