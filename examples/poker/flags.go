package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const usage = `usage:
  poker [-seats N] [-cheat HOW] [-json]
      deals and plays a hand of Texas hold'em between 4 seats in this process,
      or N from 2 to 9; with -cheat, seat 0 cheats
  poker -relay ADDR [-seats N] [-seat I] [-cheat HOW] [-json]
      relays the messages of a hand, and plays seat I itself
  poker -seat I -connect ADDR [-seats N] [-cheat HOW] [-json]
      plays seat I, 0 to N-1, at that relay's table

A cheat HOW is shuffle: sends a deck with a card that isn't in it; strip: takes
its layer off another card than it says; peek: opens a card of another seat
instead of one of the flop's; or stall: sends nothing any more. With -json, the
result is printed as one JSON object.
`

// Limits of -seats.
const (
	minSeats = 2
	maxSeats = 9
)

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"seats", "cheat", "json"},
	"relay":   {"seats", "seat", "cheat", "json"},
	"connect": {"seats", "seat", "cheat", "json"},
}

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("poker", usage, stdout, stderr, func(out *bufio.Writer) error { return p.work(args, out, stderr) })
}

func (p patience) work(args []string, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("poker", flag.ContinueOnError)
	seats := cli.Int(flags, "seats", 4, minSeats, maxSeats)
	seat := cli.Int(flags, "seat", nobody, 0, maxSeats-1)
	addr := cli.Address(flags, "relay")
	connect := cli.Address(flags, "connect")
	cheat := cli.Choice(flags, "cheat", cheats...)
	asJSON := flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	if _, err := cli.Mode(flags, modes); err != nil {
		return err
	}
	set := cli.Set(flags)
	if err := cmp.Or(cli.Needs(set, "connect", "seat"), checkSeats(set, *seats, *seat)); err != nil {
		return err
	}
	t := table{patience: p, out: out, stderr: stderr, asJSON: *asJSON, all: *seats, seats: []int{*seat}, cheat: *cheat}

	switch {
	case set["connect"]:
		return t.join(*connect)
	case !set["relay"]:
		*addr = "127.0.0.1:0"
		t.seats = upTo(*seats)
	case !set["seat"]:
		t.seats = nil
	}
	return t.host(*addr)
}

// upTo returns the numbers below one.
func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// checkSeats refuses a seat that doesn't exist, and a cheat in another one than the
// first, which knows the deck that it gets.
func checkSeats(set map[string]bool, seats, seat int) error {
	if set["relay"] && !set["seat"] {
		return cmp.Or(cli.Needs(set, "cheat", "seat"), cli.Needs(set, "json", "seat"))
	}
	if seat >= seats {
		return cli.Misuse(fmt.Errorf("-seat %d needs -seats %d or more", seat, seat+1))
	}
	if set["seat"] && set["cheat"] && seat != cheater {
		return cli.Misuse(fmt.Errorf("-cheat needs -seat %d", cheater))
	}
	return nil
}
