package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// nobody is no seat.
const nobody = -1

// A party is the part of a game that this process plays.
type party struct {
	out    *bufio.Writer
	asJSON bool
	seats  []int
	cheat  int // one of them, or nobody
}

// offer is what the board offers: a seat that says nothing for 20 seconds, by its clock, is out.
var offer = board.Offer{Game: []byte(program), Seats: otpdeal.NumSeats, Longest: 1 << 10, Grace: 20 * time.Second}

// watch is the game of somebody without a seat.
func watch(terms table.Terms, _ int, _ []byte) (table.Game, error) {
	if string(terms.Game) != program || len(terms.Seats) != otpdeal.NumSeats {
		return nil, errors.New("the table plays another game")
	}
	return &hand{seat: nobody, note: func(int, string) {}}, nil
}

// A seat is one player of a game.
type seat struct {
	board.Seat
	player player
	live   bool // its notes are told at once
	tell   *teller
	told   []note
	err    error
}

// play plays the seats of this process, and prints what they see.
func (p *party) play(ctx context.Context, b board.Board) error {
	if len(p.seats) == 0 {
		return nil
	}
	tell := p.begin()
	var seats []*seat
	var work sync.WaitGroup
	for _, number := range p.seats {
		s := p.sit(b, number, tell)
		seats = append(seats, s)
		work.Go(func() { s.err = s.Play(ctx) })
	}
	work.Wait()
	posts, err := board.All(ctx, b)
	for _, s := range seats {
		if errors.Is(s.err, board.ErrNotFinal) {
			s.err = cli.CheckFailed(s.err)
		}
		if s.Number != p.cheat || len(seats) == 1 {
			err = cmp.Or(s.err, err)
		}
	}
	if err != nil {
		return err
	}
	audited, result, err := audit(posts)
	for _, s := range seats {
		err = cmp.Or(err, s.Agrees(audited))
	}
	if err != nil {
		return cli.CheckFailed(err)
	}
	return p.end(seats, result, blame(audited))
}

// sit returns a seat of this process.
func (p *party) sit(b board.Board, number int, tell *teller) *seat {
	s := &seat{player: honest, live: len(p.seats) == 1 && !p.asJSON, tell: tell}
	if number == p.cheat {
		s.player = cheats[number].player
	}
	s.Seat = board.Seat{Board: b, Number: number, Game: s.game, Waits: s.waits}
	return s
}

// game begins this seat's game, or that of somebody without a seat.
func (s *seat) game(terms table.Terms, number int, secret []byte) (table.Game, error) {
	if number == nobody {
		return watch(terms, nobody, nil)
	}
	at, err := terms.Agreement()
	if err != nil {
		return nil, err
	}
	s.note(promiseStep, "found the fingerprint "+board.Fingerprint(at.Digest())+".")
	return &hand{seat: number, seed: secret, player: s.player, note: s.note}, nil
}

// waits tells that some seats are still free, or again.
func (s *seat) waits(free int) {
	if s.live {
		s.tell.say("Seat %d waits for %s.", s.Number, cli.Count(free, "more seat"))
		s.tell.out.Flush()
	}
}

// note notes what this seat has seen, once: after a restart of the board, it may see it
// again.
func (s *seat) note(step int, text string) {
	n := note{step, s.Number, text}
	if slices.Contains(s.told, n) {
		return
	}
	if s.told = append(s.told, n); s.live {
		s.tell.note(s.Number, n)
	}
}

var names = [otpdeal.NumSeats]string{"the Host", "the Key Master", "the Card Dealer", "the Dummy"}

// name is the seat's number and role.
func name(seat int) string { return fmt.Sprintf("seat %d (%s)", seat, names[seat]) }
