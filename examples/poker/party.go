package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

const usage = `usage:
  poker [-seats N] [-hands N] [-chips N] [-play] [-cheat HOW] [-record FILE]
        [-patience TIME] [-json]
      plays Texas hold'em between 4 seats in this process, or N from 2 to 9;
      with -play, you are the last one; with -cheat, seat 0 cheats
  poker -listen ADDR [-seats N] [-hands N] [-chips N] [-seat I] [-play]
        [-cheat HOW] [-state FILE] [-record FILE] [-patience TIME] [-json]
      keeps the board of a match, and plays seat I itself
  poker -connect ADDR [-seat I] [-play] [-cheat HOW] [-state FILE]
        [-record FILE] [-json]
      plays seat I on that board, or a free one
  poker -audit FILE [-json]
      says from a record alone who won what, and who cheated

-hands is how many hands are played, 3 if it isn't set; 0 means until somebody
has all chips, or 1000 hands. Each seat starts with -chips chips, 200, and has a
deposit of as many, which it loses if it cheats or is silent. A seat may take
-patience (15s) for everything that it has to say, and between machines eight
times as long in each hand besides; then it is out. Shortly before that, your
program checks or folds for you; alone among bots, you have all day. A process
with -state that was killed goes on when the same command starts it again.
-record writes what all seats have signed, and the board's signature, into a
file when the match is over.

A cheat HOW is shuffle: sends a deck with a card that doesn't belong; strip:
takes its layer off a card other than the one that is due; peek: opens another
seat's card in place of one of the flop; bet: bets more than it has; turn: bets
when it owes its part of the flop; stall: stops sending at the flop; or leave:
goes once it has seen the flop. Stalling and leaving fail no check, as they
prove nothing. With -json, the result is printed as one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"seats", "hands", "chips", "play", "cheat", "record", "patience", "json"},
	"listen":  {"seats", "hands", "chips", "seat", "play", "cheat", "state", "record", "patience", "json"},
	"connect": {"seat", "play", "cheat", "state", "record", "json"},
	"audit":   {"json"},
}

// A party is the part of a match that this process plays.
type party struct {
	out           *bufio.Writer
	stdin         io.Reader
	asJSON, plays bool   // a person plays, in the last of these seats
	numbers       []int  // of the seats of this process
	alone         bool   // there are no others
	cheat         string // of the first of them
	state, record string // names of files, or empty
}

// run does what the command line says.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("poker", usage, stdout, stderr, func(out *bufio.Writer) error {
		return work(context.Background(), args, stdin, out, stderr)
	})
}

func work(ctx context.Context, args []string, stdin io.Reader, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("poker", flag.ContinueOnError)
	p := &party{out: out, stdin: stdin}
	seats := cli.Int(flags, "seats", 4, holdem.MinSeats, holdem.MaxSeats)
	hands := cli.Int(flags, "hands", 3, 0, holdem.MaxHands)
	chips := cli.Int(flags, "chips", 200, 2, 1_000_000)
	patience := duration(flags, "patience", 15*time.Second)
	seat := cli.Int(flags, "seat", board.AnySeat, 0, holdem.MaxSeats-1)
	listen, connect := cli.Address(flags, "listen"), cli.Address(flags, "connect")
	cheat := cli.Choice(flags, "cheat", cheatNames...)
	flags.BoolVar(&p.plays, "play", false, "")
	flags.BoolVar(&p.asJSON, "json", false, "")
	state, record, audited := cli.File(flags, "state"), cli.File(flags, "record"), cli.File(flags, "audit")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	set := cli.Set(flags)
	if mode == "listen" {
		for _, name := range []string{"play", "cheat", "record", "json"} {
			err = cmp.Or(err, cli.Needs(set, name, "seat"))
		}
	}
	switch {
	case err != nil:
		return err
	case mode == "listen" && *seat >= *seats:
		return cli.Misuse(fmt.Errorf("-seat %d needs -seats %d or more", *seat, *seat+1))
	case p.plays && p.asJSON:
		return cli.Misuse(errors.New("-play and -json can't be used together"))
	}
	p.cheat, p.state, p.record, p.numbers = *cheat, *state, *record, []int{*seat}
	if *hands == 0 {
		*hands = holdem.MaxHands
	}
	c := holdem.Config{Seats: *seats, Hands: *hands, Chips: *chips, SmallBlind: 1, BigBlind: 2, Deposit: *chips}
	offer := board.Offer{Game: c.Bytes(), Seats: c.Seats, Longest: longest, Grace: *patience, Bank: 8 * *patience}
	switch mode {
	case "audit":
		return p.audit(*audited)
	case "connect":
		client := board.Dial(*connect, 5*time.Minute)
		defer client.Close()
		return p.play(ctx, client)
	case "listen":
		if !set["seat"] {
			p.numbers = nil
		}
	default:
		p.alone, p.numbers, offer.Bank = true, nil, 0 // bots don't think
		for s := range *seats {
			p.numbers = append(p.numbers, s)
		}
		if p.plays && !set["patience"] {
			offer.Grace = day // nobody waits
		}
	}
	file := p.state
	if file != "" {
		file += ".board"
	}
	local, err := board.Open(file, offer, func(terms table.Terms, _ int, _ []byte) (table.Game, error) { return watch(terms) })
	if err != nil {
		return err
	}
	return local.Host(ctx, *listen, stderr, p.play)
}

const day = 24 * time.Hour

// duration defines a flag whose value must be a time from a second to a day.
func duration(flags *flag.FlagSet, name string, value time.Duration) *time.Duration {
	flags.Func(name, "", func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d < table.MinGrace || d > day || d%time.Millisecond != 0 {
			return errors.New("must be a time from 1s to 24h, such as 20s or 2m")
		}
		value = d
		return nil
	})
	return &value
}

// watch is the game of somebody without a seat.
func watch(terms table.Terms) (*game, error) {
	c, err := holdem.ParseConfig(terms.Game)
	if err == nil && (len(terms.Seats) != c.Seats || terms.Longest != longest) {
		err = errors.New("the terms are of another game")
	}
	return newGame(c, nobody, nil), err
}

// A seat is one player of a match.
type seat struct {
	board.Seat
	party  *party
	game   *game
	cheat  *cheat  // nil of an honest seat
	story  *teller // nil if this seat tells nothing
	person *person // nil of a bot
	acted  int     // the turn in which it has bet
	left   bool    // as its person said
	stop   func()
	err    error
}

// play plays the seats of this process, the last of which tells the match, and prints how
// it ended.
func (p *party) play(ctx context.Context, b board.Board) error {
	if len(p.numbers) == 0 {
		return nil
	}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	last := len(p.numbers) - 1
	others := make(chan *game, last)
	var seats []*seat
	var work sync.WaitGroup
	for i, number := range p.numbers {
		s := &seat{party: p, acted: -1, stop: stop}
		s.Seat = board.Seat{Board: b, Number: number, File: p.state, Waits: s.waits, Changed: s.changed}
		s.Game = func(terms table.Terms, number int, secret []byte) (table.Game, error) {
			if number == nobody {
				return watch(terms)
			}
			c, err := holdem.ParseConfig(terms.Game)
			if err != nil {
				return nil, err
			}
			game := s.begin(c, number, secret, i == 0)
			switch {
			case i < last:
				others <- newGame(c, number, secret)
			case s.story != nil:
				game = s.story.begin(s, game, terms, others)
			}
			return game, nil
		}
		if i == last {
			if !p.asJSON {
				s.story = &teller{party: p, live: last == 0 || p.plays, explained: make(map[stage]bool)}
			}
			if p.plays {
				s.person = newPerson(s, p.stdin)
				s.Moves = s.person.lines(ctx)
			}
		}
		seats = append(seats, s)
		work.Go(func() { s.err = s.Play(ctx) })
	}
	work.Wait()
	return p.judge(context.WithoutCancel(ctx), b, seats)
}

// begin begins the game of this seat.
func (s *seat) begin(c holdem.Config, number int, secret []byte, first bool) table.Game {
	s.game = newGame(c, number, secret)
	if first && s.party.cheat != "" {
		s.cheat = &cheat{game: s.game, way: s.party.cheat}
		return s.cheat
	}
	return s.game
}

func (s *seat) waits(free int) {
	if s.story != nil && s.story.live {
		s.story.say("Waiting for %s.", cli.Count(free, "more player"))
	}
}

// changed tells what has happened, and bets: what the protocol wants of the seat, its table
// says by itself.
func (s *seat) changed() {
	if s.story != nil {
		s.story.tells(s)
	}
	s.game.events = nil
	switch turn := s.turn(); {
	case s.person != nil:
		s.person.turn(turn)
	case turn >= 0 && turn != s.acted:
		s.act(turn, s.bot())
	}
}

// turn returns since when it is this seat's turn to bet, -1 if it isn't.
func (s *seat) turn() (since int) {
	for _, item := range s.Table.Due(time.Now()) {
		if item.Seat == s.Number && s.game.stage() == betting {
			return item.Since
		}
	}
	return -1
}

// act makes a move, which the table says.
func (s *seat) act(turn int, a holdem.Action) {
	s.acted = turn
	move := s.game.move(a)
	if s.cheat != nil {
		move = s.cheat.act(a)
	}
	if move != nil {
		must(0, s.Table.Act(move)) // the rules allow it
	}
}

// bot is what a bot does. Beside a cheat, it goes on until the cheat has had its chance.
func (s *seat) bot() holdem.Action {
	b, way := s.game.betting, s.party.cheat
	if way != "" && b.Street == holdem.Preflop || way == "leave" && b.Street == holdem.Flop {
		if b.Legal(s.Number).Check {
			return holdem.Action{Kind: holdem.Check}
		}
		return holdem.Action{Kind: holdem.Call}
	}
	return holdem.Bot(b, s.game.own(), s.game.board(), rand.New(rand.NewPCG(rand.Uint64(), rand.Uint64())))
}
