package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const usage = `usage:
  poker [-seats N] [-cheat HOW]
      deals and plays a hand of Texas hold'em between 4 seats, or N from 2 to 9;
      with -cheat, seat 0 cheats

A cheat HOW is shuffle: sends a deck with a card that isn't in it; strip: takes
its layer off another card than it says; peek: opens a card of another seat
instead of one of the flop's; or stall: sends nothing any more.

The exit status is 0 if every check succeeds, 1 if one fails, since a seat
cheated or left, and 2 if the command line is wrong or the program can't do its
work.
`

// Limits of -seats.
const (
	minSeats = 2
	maxSeats = 9
)

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	out := bufio.NewWriter(stdout)
	err := p.work(args, out)
	if errFlush := out.Flush(); errFlush != nil {
		err = errFlush // whatever else failed, the output can't be relied on
	}
	return cli.Exit("poker", usage, err, stdout, stderr)
}

func (p patience) work(args []string, out *bufio.Writer) error {
	flags := flag.NewFlagSet("poker", flag.ContinueOnError)
	seats := flags.Int("seats", 4, "")
	var cheat string
	flags.Func("cheat", "", func(text string) error {
		if !slices.Contains(cheats, text) {
			return fmt.Errorf("it is none of %q", cheats)
		}
		cheat = text
		return nil
	})
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	if *seats < minSeats || *seats > maxSeats {
		return cli.Misuse(fmt.Errorf("-seats: %d isn't in %d to %d", *seats, minSeats, maxSeats))
	}
	return p.hand(out, *seats, cheat)
}
