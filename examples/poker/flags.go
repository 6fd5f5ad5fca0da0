package main

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
	"github.com/squaredeal/squaredeal/examples/internal/host"
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
program checks, folds or mucks for you; alone among bots, you have all day. A
process with -state that was killed goes on when its command starts it again.
-record writes what all seats have signed, and the board's signature, into a
file when the match is over.

A cheat HOW is shuffle: sends a deck with a card that doesn't belong; swap: puts
another card in place of one of the flop; bet: bets more than it has; or stall:
stops sending at the flop, which fails no check, as silence proves nothing. With
-json, the result is printed as one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"seats", "hands", "chips", "play", "cheat", "record", "patience", "json"},
	"listen":  {"seats", "hands", "chips", "seat", "play", "cheat", "state", "record", "patience", "json"},
	"connect": {"seat", "play", "cheat", "state", "record", "json"},
	"audit":   {"json"},
}

// settings are what the command line says.
type settings struct {
	mode                      string          // the flag that picks it, or empty
	set                       map[string]bool // the flags that are there
	seats, hands, chips, seat *int
	patience                  *time.Duration
	listen, connect, audit    *string
	cheat, state, record      *string
	play, json                *bool
}

// run does what the command line says.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("poker", usage, stdout, stderr, func(out *bufio.Writer) error {
		return work(context.Background(), args, stdin, out, stderr)
	})
}

func work(ctx context.Context, args []string, stdin io.Reader, out *bufio.Writer, stderr io.Writer) error {
	s, err := parse(args)
	if err != nil {
		return err
	}
	p := &party{
		out: out, stdin: stdin, asJSON: *s.json, plays: *s.play, numbers: s.numbers(), alone: s.mode == "",
		way: *s.cheat, state: *s.state, record: *s.record,
	}
	switch s.mode {
	case "audit":
		return p.audit(*s.audit)
	case "connect":
		return p.join(ctx, *s.connect)
	}
	local, closeFile, err := openBoard(s.offer(), p.state)
	if err != nil {
		return err
	}
	return errors.Join(host.Board(ctx, local, *s.listen, stderr, p.play), closeFile())
}

// parse reads the command line.
func parse(args []string) (settings, error) {
	flags := flag.NewFlagSet("poker", flag.ContinueOnError)
	s := settings{
		seats:    cli.Int(flags, "seats", 4, holdem.MinSeats, holdem.MaxSeats),
		hands:    cli.Int(flags, "hands", 3, 0, holdem.MaxHands),
		chips:    cli.Int(flags, "chips", 200, 2, 1_000_000),
		seat:     cli.Int(flags, "seat", board.AnySeat, 0, holdem.MaxSeats-1),
		patience: duration(flags, "patience", 15*time.Second),
		listen:   cli.Address(flags, "listen"), connect: cli.Address(flags, "connect"), audit: cli.File(flags, "audit"),
		cheat: cli.Choice(flags, "cheat", holdem.CheatNames...), state: cli.File(flags, "state"), record: cli.File(flags, "record"),
		play: flags.Bool("play", false, ""), json: flags.Bool("json", false, ""),
	}
	if err := cli.Parse(flags, args); err != nil {
		return s, err
	}
	var err error
	s.mode, err = cli.Mode(flags, modes)
	s.set = cli.Set(flags)
	if s.mode == "listen" {
		for _, name := range []string{"play", "cheat", "record", "json"} {
			err = cmp.Or(err, cli.Needs(s.set, name, "seat"))
		}
	}
	switch {
	case err != nil:
		return s, err
	case s.mode == "listen" && *s.seat >= *s.seats:
		return s, cli.Misuse(fmt.Errorf("-seat %d needs -seats %d or more", *s.seat, *s.seat+1))
	case *s.play && *s.json:
		return s, cli.Misuse(errors.New("-play and -json can't be used together"))
	}
	return s, nil
}

// numbers are the seats of this process.
func (s settings) numbers() (all []int) {
	switch {
	case s.mode == "":
		for number := range *s.seats {
			all = append(all, number)
		}
		return all
	case s.mode == "listen" && !s.set["seat"]:
		return nil
	}
	return []int{*s.seat}
}

// offer is the match that the board keeps.
func (s settings) offer() board.Offer {
	hands := cmp.Or(*s.hands, holdem.MaxHands)
	c := holdem.Config{Seats: *s.seats, Hands: hands, Chips: *s.chips, SmallBlind: 1, BigBlind: 2, Deposit: *s.chips}
	offer := board.Offer{Game: c.Bytes(), Seats: c.Seats, Longest: holdem.Longest, Grace: *s.patience, Bank: 8 * *s.patience}
	if s.mode == "" {
		offer.Bank = 0 // bots don't think
		if *s.play && !s.set["patience"] {
			offer.Grace = day // nobody waits
		}
	}
	return offer
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
