// Command hearts deals and plays a hand of Hearts between four parties, none of whom
// is trusted to deal.
//
// Without flags, four seats and a board live in this process, joined by TCP. They deal by
// one-time pads (package otpdeal), in letters on a board that everybody reads; play a hand;
// and audit it. Flags run the seats in processes of their own, or let one cheat; -h lists
// them.
//
// Everything is signed and in one order (package commit/table). What is meant for one seat
// is sealed to its key, by HPKE. A seat that finds something wrong says no more than that;
// then all show the secrets of this hand, from which everybody computes what each should
// have said.
//
// The exit status is 0 if every check succeeds, 1 if one fails because a seat cheated
// or left, and 2 if the command line is wrong or the program can't do its work.
//
// Nothing tells the seats who the others are except the fingerprint of the table, which
// they can compare.
package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/otpdeal"
)

func main() {
	os.Exit(patient.run(os.Args[1:], os.Stdout, os.Stderr))
}

// A patience says how long to wait for what a seat has to say, and for all to join.
type patience struct{ answer, arrival time.Duration }

// patient is what a program of people waits for.
var patient = patience{answer: 20 * time.Second, arrival: 5 * time.Minute}

// offer is the game as the board offers it.
func (p patience) offer() board.Offer {
	return board.Offer{Game: []byte(program), Seats: otpdeal.NumSeats, Longest: 1 << 10, Grace: p.answer}
}

// nobody is no seat.
const nobody = -1

// spectate returns the game for somebody without a seat.
func spectate(terms table.Terms) (table.Game, error) {
	if string(terms.Game) != program || len(terms.Seats) != otpdeal.NumSeats {
		return nil, errors.New("the table plays another game")
	}
	return &hand{seat: nobody, note: func(int, string) {}}, nil
}

// A party is the part of a game that this process plays.
type party struct {
	patience
	out    *bufio.Writer
	stderr io.Writer
	asJSON bool
	seats  []int
	cheat  int // one of them, or nobody
}

// host keeps the board, and plays its own seats.
func (p *party) host(addr string) error {
	local, err := board.Open("", p.offer(), spectate)
	if err != nil {
		return err
	}
	tcp, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	served := make(chan error, 1)
	go func() { served <- local.Serve(ctx, tcp) }()
	if err := p.printBoard(tcp.Addr().String()); err != nil {
		return err
	}
	var played error
	if len(p.seats) > 0 {
		played = p.play(board.Dial(tcp.Addr().String(), p.arrival))
	}
	if len(p.seats) == otpdeal.NumSeats || played != nil && cli.Status(played) == cli.Broken {
		cancel() // nobody else needs the board
	}
	return cmp.Or(played, <-served)
}

// play plays the seats of this process, and prints what they see.
func (p *party) play(b board.Board) error {
	var wg sync.WaitGroup
	tell := p.teller()
	seats := make([]*seat, len(p.seats))
	for i, number := range p.seats {
		s := &seat{number: number, patience: p.patience, board: b, player: honest}
		if number == p.cheat {
			s.cheats, s.player = true, cheats[number].player
		}
		if len(p.seats) == 1 && !p.asJSON {
			s.live = tell.Note
		}
		seats[i] = s
	}
	p.printSeats(seats)
	for _, s := range seats {
		wg.Go(s.play)
	}
	wg.Wait()
	var errs []error
	for _, s := range seats {
		if !s.cheats || len(seats) == 1 {
			errs = append(errs, s.err)
		}
	}
	return p.print(seats, firstOf(errs))
}

// A seat is one player of a game.
type seat struct {
	number int
	patience
	board  board.Board
	player player
	cheats bool
	live   func(seat int, n story.Note) // nil, or prints each note at once

	fingerprint string
	told        []story.Note
	result      *hand // as the audit has found it, nil if there is none
	err         error
}

// play is a seat's part in a hand.
func (s *seat) play() {
	s.err = s.join()
	if s.err == nil {
		s.err = s.audit()
	}
}

// join takes the seat, and plays the hand to its end.
func (s *seat) join() error {
	own, err := board.OpenSeat("")
	if err != nil {
		return err
	}
	ctx, cancel := context.WithCancelCause(context.Background())
	defer cancel(nil)
	late := time.AfterFunc(s.arrival, func() { cancel(errors.New("the table didn't fill in time")) })
	terms, err := board.Join(ctx, s.board, own.Key, s.number, s.agree, s.waits)
	if err != nil {
		return cmp.Or(context.Cause(ctx), err)
	}
	at, err := terms.Table()
	if err != nil {
		return err
	}
	s.fingerprint = board.Fingerprint(at.Digest())
	s.note(promiseStep, "found the fingerprint "+s.fingerprint+".")
	seed := derive(own.Key.Bytes(), "seed", secretLen)
	t, err := own.Table(terms, &hand{seat: s.number, seed: seed, player: s.player, note: s.note})
	if err != nil {
		return err
	}
	player := board.Player{Board: s.board, Terms: terms, Table: t, Changed: func() {
		if t.Round() > 0 {
			late.Stop()
		}
	}}
	if err = player.Play(ctx); errors.Is(err, board.ErrNotFinal) {
		err = cli.CheckFailed(err)
	}
	return cmp.Or(context.Cause(ctx), err)
}

// agree looks at the terms before this seat sits down.
func (s *seat) agree(o board.Offer) error {
	if string(o.Game) != program || o.Seats != otpdeal.NumSeats {
		return errors.New("the board is of another game, or another version")
	}
	return nil
}

// waits notes that some seats are still free.
func (s *seat) waits(free int) {
	s.note(waitStep, fmt.Sprintf("waits for %s.", cli.Count(free, "more seat")))
}

// note notes what this seat has seen, once: after a restart of the board, it may see it
// again.
func (s *seat) note(step int, text string) {
	n := story.Note{Step: step, Place: s.number, About: story.Nobody, Text: text}
	if slices.Contains(s.told, n) {
		return
	}
	s.told = append(s.told, n)
	if s.live != nil {
		s.live(s.number, n)
	}
}

// audit reads the whole board again, as anybody can who has no seat, and tells the end.
func (s *seat) audit() error {
	posts, err := board.All(context.Background(), s.board)
	if err != nil {
		return err
	}
	t, err := board.Audit(posts, func(terms table.Terms) (g table.Game, err error) {
		g, err = spectate(terms)
		s.result, _ = g.(*hand)
		return g, err
	})
	if err != nil {
		return cli.CheckFailed(err)
	}
	outs := t.Outs()
	if len(outs) == 0 {
		return nil
	}
	out := outs[0]
	if out.Why == table.Silent {
		out.Text = fmt.Sprintf("it said nothing for %v, or the board has held it back", s.answer)
	}
	return cli.Blame(fmt.Errorf("%s: %s", name(out.Seat), out.Text), out.Seat)
}

// firstOf returns the first error that there is, a failed check before others.
func firstOf(errs []error) (first error) {
	for _, err := range errs {
		if err != nil && (first == nil || cli.Status(err) == cli.Failed && cli.Status(first) != cli.Failed) {
			first = err
		}
	}
	return first
}

var names = [otpdeal.NumSeats]string{"the Host", "the Key Master", "the Card Dealer", "the Dummy"}

// name is the seat's number and role.
func name(seat int) string { return fmt.Sprintf("seat %d (%s)", seat, names[seat]) }
