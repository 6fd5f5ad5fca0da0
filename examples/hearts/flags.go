package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/otpdeal"
)

const usage = `usage:
  hearts [-cheat WHO] [-json]
      deals, plays and audits a hand between four seats in this process; with
      -cheat, one of them cheats: host, keymaster, dealer or player
  hearts -relay ADDR [-seat N [-cheat WHO]] [-json]
      relays the messages of four seats, and plays seat N itself
  hearts -seat N -connect ADDR [-cheat WHO] [-json]
      plays seat N, 0 to 3, at that relay's table; WHO is that seat

Seat 0 is the host, 1 the keymaster, 2 the dealer, and 3 the player without a
role. With -json, the result is printed as one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"cheat", "json"},
	"relay":   {"seat", "cheat", "json"},
	"connect": {"seat", "cheat", "json"},
}

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("hearts", usage, stdout, stderr, func(out *bufio.Writer) error { return p.work(args, out, stderr) })
}

func (p patience) work(args []string, out *bufio.Writer, stderr io.Writer) error {
	var cheaters []string
	for _, c := range cheats {
		cheaters = append(cheaters, c.name)
	}
	flags := flag.NewFlagSet("hearts", flag.ContinueOnError)
	host := cli.Address(flags, "relay")
	connect := cli.Address(flags, "connect")
	seat := cli.Int(flags, "seat", nobody, 0, otpdeal.NumSeats-1)
	cheat := cli.Choice(flags, "cheat", cheaters...)
	asJSON := flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	if _, err := cli.Mode(flags, modes); err != nil {
		return err
	}
	set := cli.Set(flags)
	t := table{patience: p, out: out, stderr: stderr, asJSON: *asJSON, cheat: slices.Index(cheaters, *cheat), seats: []int{*seat}}
	if err := cmp.Or(cli.Needs(set, "connect", "seat"), t.check(set)); err != nil {
		return err
	}

	switch {
	case set["connect"]:
		return t.play(relay.Places(*connect, t.seats))
	case !set["relay"]:
		t.seats = []int{0, 1, 2, 3}
	case !set["seat"]:
		t.seats = nil
	}
	if !set["relay"] {
		*host = "127.0.0.1:0"
	}
	return t.host(*host)
}

// check refuses what a relay alone doesn't do, and the cheat of another seat.
func (t *table) check(set map[string]bool) error {
	switch seat := t.seats[0]; {
	case set["relay"] && !set["seat"]:
		return cmp.Or(cli.Needs(set, "cheat", "seat"), cli.Needs(set, "json", "seat"))
	case set["seat"] && set["cheat"] && t.cheat != seat:
		return cli.Misuse(fmt.Errorf("-cheat %s is for another seat: seat %d is the %s", cheats[t.cheat].name, seat, cheats[seat].name))
	}
	return nil
}
