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
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

const usage = `usage:
  poker [-seats N] [-hands N] [-chips N] [-play] [-cheat HOW] [-record FILE]
        [-patience TIME] [-think TIME] [-json]
      plays Texas hold'em between 4 seats in this process, or N from 2 to 9;
      with -play, you are the last one; with -cheat, seat 0 cheats
  poker -listen ADDR [-seats N] [-hands N] [-chips N] [-seat I] [-play]
        [-cheat HOW] [-state FILE] [-record FILE] [-patience TIME]
        [-think TIME] [-json]
      keeps the board of a match, and plays seat I itself
  poker -connect ADDR [-seat I] [-play] [-cheat HOW] [-state FILE]
        [-record FILE] [-json]
      plays seat I on that board, or a free one
  poker -audit FILE [-json]
      says from a record alone who won what, and who cheated

-hands is how many hands are played, 3 if it isn't set; 0 means until somebody
has all chips, or 1000 hands. Each seat starts with -chips chips, 200, and has a
deposit of as many, which it loses if it cheats or is silent. A seat may take
-patience (15s) for everything that it has to say, and in each hand -think (2m)
longer than that; then it is out. Shortly before that, your program checks or
folds for you; alone among bots, you have all day. A process with -state that
was killed goes on when the same command starts it again. -record writes what
all seats have signed, and the board's signature, into a file when the match is
over.

A cheat HOW is shuffle: sends a deck with a card that doesn't belong; strip:
takes its layer off a card other than the one that is due; peek: opens another
seat's card in place of one of the flop; bet: bets more than it has; turn: bets
when it owes its part of the flop; stall: stops sending at the flop; or leave:
goes once it has seen the flop. Stalling and leaving fail no check, as they
prove nothing. With -json, the result is printed as one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"seats", "hands", "chips", "play", "cheat", "record", "patience", "think", "json"},
	"listen":  {"seats", "hands", "chips", "seat", "play", "cheat", "state", "record", "patience", "think", "json"},
	"connect": {"seat", "play", "cheat", "state", "record", "json"},
	"audit":   {"json"},
}

const nobody = -1

// run does what the command line says.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("poker", usage, stdout, stderr, func(out *bufio.Writer) error {
		return work(context.Background(), args, stdin, stdout, out, stderr)
	})
}

func work(ctx context.Context, args []string, stdin io.Reader, stdout io.Writer, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("poker", flag.ContinueOnError)
	p := &party{out: out, stdin: stdin, stderr: stderr, looks: looksOf(stdout)}
	seats := cli.Int(flags, "seats", 4, holdem.MinSeats, holdem.MaxSeats)
	hands := cli.Int(flags, "hands", 3, 0, holdem.MaxHands)
	chips := cli.Int(flags, "chips", 200, 2, 1_000_000)
	duration(flags, "patience", 15*time.Second, &p.Patience)
	duration(flags, "think", 2*time.Minute, &p.Think)
	seat := cli.Int(flags, "seat", board.AnySeat, 0, holdem.MaxSeats-1)
	listen := cli.Address(flags, "listen")
	connect := cli.Address(flags, "connect")
	cheat := cli.Choice(flags, "cheat", holdem.Cheats...)
	flags.BoolVar(&p.plays, "play", false, "")
	state := cli.File(flags, "state")
	record := cli.File(flags, "record")
	audited := cli.File(flags, "audit")
	flags.BoolVar(&p.asJSON, "json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	p.Config = holdem.Config{Seats: *seats, Hands: *hands, Chips: *chips, SmallBlind: 1, BigBlind: 2, Deposit: *chips}
	p.cheat, p.state, p.record = *cheat, *state, *record
	set := cli.Set(flags)
	switch {
	case mode != "" || set["think"]:
	case p.plays && !set["patience"]:
		p.Patience, p.Think = longest, 0 // nobody waits
	default:
		p.Think = 0 // nobody thinks
	}
	if err := p.check(set, *seat); err != nil {
		return err
	}
	switch mode {
	case "audit":
		return p.audit(*audited)
	case "listen":
		if set["seat"] {
			p.numbers = []int{*seat}
		}
		return p.host(ctx, *listen)
	case "connect":
		p.numbers = []int{*seat}
		return p.join(ctx, *connect)
	}
	for s := range *seats {
		p.numbers = append(p.numbers, s)
	}
	return p.host(ctx, "")
}

// check refuses flags that don't go together.
func (p *party) check(set map[string]bool, seat int) error {
	var err error
	if set["listen"] {
		for _, name := range []string{"play", "cheat", "record", "json"} {
			err = cmp.Or(err, cli.Needs(set, name, "seat"))
		}
	}
	switch {
	case err != nil:
		return err
	case set["listen"] && set["seat"] && seat >= p.Config.Seats:
		return cli.Misuse(fmt.Errorf("-seat %d needs -seats %d or more", seat, seat+1))
	case p.plays && p.asJSON:
		return cli.Misuse(errors.New("-play and -json can't be used together"))
	case p.Think > table.MaxBanks*p.Patience:
		return cli.Misuse(fmt.Errorf("-think %v is more than %d times -patience", p.Think, table.MaxBanks))
	}
	return nil
}

const longest = 24 * time.Hour

// duration defines a flag whose value must be a time from a second to a day.
func duration(flags *flag.FlagSet, name string, value time.Duration, into *time.Duration) {
	*into = value
	flags.Func(name, "", func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d < table.MinGrace || d > longest || d%time.Millisecond != 0 {
			return errors.New("must be a time from 1s to 24h, such as 20s or 2m")
		}
		*into = d
		return nil
	})
}
