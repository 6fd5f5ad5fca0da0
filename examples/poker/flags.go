package main

import (
	"bufio"
	"cmp"
	"errors"
	"flag"
	"fmt"
	"io"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
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
      relays a match, and plays seat I itself
  poker -connect ADDR [-seat I] [-play] [-cheat HOW] [-state FILE]
        [-record FILE] [-json]
      plays seat I at that relay's table, or a free one
  poker -audit FILE [FILE…] [-json]
      says from a record alone who won what, and who cheated; also from
      those of several seats together

-hands is how many hands are played, 3 if it isn't set; 0 means until somebody
has all chips, or 100 hands. Each seat starts with -chips chips, 200. A seat is
out if its program is silent for longer than -patience (15s), or if it takes
longer than -think (2m) to bet. Shortly before that, your program checks or
folds for you; alone among bots, you have all day. A process with -state that
was killed goes on when the same command starts it again. -record writes what
all seats have signed into a file when the match is over.

A cheat HOW is shuffle: sends a deck with a card that doesn't belong; strip:
takes its layer off a card other than the one it names; peek: opens another
seat's card in place of one of the flop; bet: bets more than it has; turn: acts
out of turn; equivocate: signs two different things as one; stall: stops sending
at the flop; or leave: goes once it has seen the flop. Stalling and leaving fail
no check, as they prove nothing. With -json, the result is printed as one JSON
object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"seats", "hands", "chips", "play", "cheat", "record", "patience", "think", "json"},
	"listen":  {"seats", "hands", "chips", "seat", "play", "cheat", "state", "record", "patience", "think", "json"},
	"connect": {"seat", "play", "cheat", "state", "record", "json"},
	"audit":   {"json"},
}

// run does what the command line says.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("poker", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, stdin, stdout, out, stderr) })
}

func work(args []string, stdin io.Reader, stdout io.Writer, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("poker", flag.ContinueOnError)
	c := terms{Config: holdem.Config{SmallBlind: smallBlind, BigBlind: bigBlind}}
	seats := cli.Int(flags, "seats", 4, holdem.MinSeats, holdem.MaxSeats)
	hands := cli.Int(flags, "hands", 3, 0, maxHands)
	chips := cli.Int(flags, "chips", 200, bigBlind, maxChips)
	duration(flags, "patience", 15*time.Second, &c.Patience)
	duration(flags, "think", 2*time.Minute, &c.Think)
	seat := cli.Int(flags, "seat", bulletin.AnySeat, 0, holdem.MaxSeats-1)
	listen := cli.Address(flags, "listen")
	connect := cli.Address(flags, "connect")
	cheat := cli.Choice(flags, "cheat", holdem.Cheats...)
	play := flags.Bool("play", false, "")
	state := cli.File(flags, "state")
	record := cli.File(flags, "record")
	audited := cli.File(flags, "audit")
	asJSON := flags.Bool("json", false, "")
	operands, err := cli.ParseOperands(flags, args)
	if err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	if mode != "audit" && len(operands) > 0 {
		return cli.Misuse(fmt.Errorf("unexpected argument %q", operands[0]))
	}
	c.Config.Seats, c.Config.Hands, c.Config.Chips = *seats, *hands, *chips
	set := cli.Set(flags)
	switch {
	case mode != "" || set["think"]:
	case *play:
		c.Think = longest // nobody waits
	default:
		c.Think = c.Patience // nobody thinks
	}
	if err := checkFlags(set, *seats, *seat); err != nil {
		return err
	}
	p := &party{
		terms: c, out: out, stderr: stderr, stdin: stdin, asJSON: *asJSON, looks: looksOf(stdout),
		cheat: *cheat, plays: *play, state: *state, record: *record, arrival: 5 * time.Minute,
	}
	switch mode {
	case "audit":
		return p.audit(append([]string{*audited}, operands...))
	case "listen":
		if set["seat"] {
			p.seats = []int{*seat}
		}
		return p.host(*listen)
	case "connect":
		p.seats = []int{*seat}
		return p.join(*connect)
	}
	p.seats = upTo(*seats)
	return p.host("127.0.0.1:0")
}

// checkFlags refuses flags that don't go together.
func checkFlags(set map[string]bool, seats, seat int) error {
	if set["listen"] {
		var err error
		for _, name := range []string{"play", "cheat", "record", "json"} {
			err = cmp.Or(err, cli.Needs(set, name, "seat"))
		}
		if err != nil {
			return err
		}
	}
	if set["listen"] && set["seat"] && seat >= seats {
		return cli.Misuse(fmt.Errorf("-seat %d needs -seats %d or more", seat, seat+1))
	}
	if set["play"] && set["json"] {
		return cli.Misuse(errors.New("-play and -json can't be used together"))
	}
	return nil
}

// The least and the most that a table waits.
const (
	shortest = time.Second / 2
	longest  = 24 * time.Hour
)

// duration defines a flag whose value must be a time from half a second to a day.
func duration(flags *flag.FlagSet, name string, value time.Duration, into *time.Duration) {
	*into = value
	flags.Func(name, "", func(text string) error {
		d, err := time.ParseDuration(text)
		if err != nil || d < shortest || d > longest {
			return errors.New("must be a time from 500ms to 24h, such as 20s or 2m")
		}
		*into = d
		return nil
	})
}

// upTo returns the numbers below one.
func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}
