package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/serve"
	"github.com/squaredeal/squaredeal/otpdeal"
)

const usage = `usage:
  hearts [-cheat WHO] [-json]
      deals, plays and audits a hand between four seats in this process; with
      -cheat, one of them cheats: host, keymaster, dealer or player
  hearts -listen ADDR [-seat N [-cheat WHO]] [-json]
      keeps the board for four seats, and plays seat N itself
  hearts -seat N -connect ADDR [-cheat WHO] [-json]
      plays seat N, 0 to 3, on that board; WHO is that seat

Seat 0 is the host, 1 the keymaster, 2 the dealer, and 3 the player without a
role. With -json, the result is printed as one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"cheat", "json"},
	"listen":  {"seat", "cheat", "json"},
	"connect": {"seat", "cheat", "json"},
}

// nobody is no seat.
const nobody = -1

// A party is the part of a game that this process plays.
type party struct {
	out    *bufio.Writer
	asJSON bool
	seats  []int
	cheat  int // one of them, or nobody
}

// run does what the command line says.
func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("hearts", usage, stdout, stderr, func(out *bufio.Writer) error {
		flags := flag.NewFlagSet("hearts", flag.ContinueOnError)
		listen := cli.Address(flags, "listen")
		connect := cli.Address(flags, "connect")
		seat := cli.Int(flags, "seat", nobody, 0, otpdeal.NumSeats-1)
		cheat := cli.Choice(flags, "cheat", cheaters[:]...)
		asJSON := flags.Bool("json", false, "")
		err := cli.Parse(flags, args)
		if err == nil {
			_, err = cli.Mode(flags, modes)
		}
		set := cli.Set(flags)
		p := &party{out: out, asJSON: *asJSON, cheat: slices.Index(cheaters[:], *cheat), seats: []int{*seat}}
		switch {
		case err != nil:
			return err
		case set["seat"] && set["cheat"] && p.cheat != *seat:
			return cli.Misuse(fmt.Errorf("-cheat %s is for another seat: seat %d is the %s", *cheat, *seat, cheaters[*seat]))
		case set["connect"]:
			if err := cli.Needs(set, "connect", "seat"); err != nil {
				return err
			}
			client := httpboard.Dial("http://" + *connect)
			defer client.Close()
			return p.play(context.Background(), client)
		case !set["listen"]:
			p.seats = []int{0, 1, 2, 3}
		case !set["seat"]:
			p.seats = nil
			if err := cmp.Or(cli.Needs(set, "cheat", "seat"), cli.Needs(set, "json", "seat")); err != nil {
				return err
			}
		}
		local, err := board.Open(offer, record.GenerateKey(), watch, nil)
		if err != nil {
			return err
		}
		return serve.Board(context.Background(), local, *listen, stderr, p.play)
	})
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
		s := &seat{player: honest, live: len(p.seats) == 1 && !p.asJSON, tell: tell}
		if number == p.cheat {
			s.player = cheats[number]
		}
		s.Seat = board.Seat{Board: b, Number: number, Game: s.game, Waits: s.waits}
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

	// The audit reads the whole board again, as anybody can who has no seat.
	var result *hand
	audit, err := board.Audit(posts, func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		game, err := watch(terms, seat, secret)
		result, _ = game.(*hand)
		return game, err
	})
	for _, s := range seats {
		err = cmp.Or(err, s.Agrees(audit))
	}
	if err != nil {
		return cli.CheckFailed(err)
	}
	if outs := audit.Outs(); len(outs) > 0 { // after the first, the hand was over
		what := outs[0].Text
		if outs[0].Why == table.Silent {
			what = fmt.Sprintf("it said nothing for %v, or the board has held it back", offer.Grace)
		}
		err = cli.Blame(fmt.Errorf("%s: %s", name(outs[0].Seat), what), outs[0].Seat)
	}
	return p.end(seats, result, err)
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

// waits notes that some seats are still free.
func (s *seat) waits(free int) {
	s.note(waitStep, fmt.Sprintf("waits for %s.", cli.Count(free, "more seat")))
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
