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
`

// Limits of -seats.
const (
	minSeats = 2
	maxSeats = 9
)

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("poker", usage, stdout, stderr, func(out *bufio.Writer) error { return p.work(args, out) })
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
