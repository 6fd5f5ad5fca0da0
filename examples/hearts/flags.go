package main

import (
	"bufio"
	"cmp"
	"crypto/fips140"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
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

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("hearts", usage, stdout, stderr, func(out *bufio.Writer) error { return p.work(args, out, stderr) })
}

func (p patience) work(args []string, out *bufio.Writer, stderr io.Writer) error {
	var cheaters []string
	for _, c := range cheats {
		cheaters = append(cheaters, c.name)
	}
	flags := flag.NewFlagSet("hearts", flag.ContinueOnError)
	host := cli.Address(flags, "listen")
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
	if fips140.Enforced() {
		return errors.New("letters are sealed by X25519 and ChaCha20-Poly1305, which GODEBUG=fips140=only forbids")
	}
	set := cli.Set(flags)
	party := party{patience: p, out: out, stderr: stderr, asJSON: *asJSON, cheat: slices.Index(cheaters, *cheat), seats: []int{*seat}}
	if err := cmp.Or(cli.Needs(set, "connect", "seat"), party.check(set)); err != nil {
		return err
	}

	switch {
	case set["connect"]:
		return party.play(board.Dial(*connect, p.arrival))
	case !set["listen"]:
		party.seats = []int{0, 1, 2, 3}
	case !set["seat"]:
		party.seats = nil
	}
	if !set["listen"] {
		*host = "127.0.0.1:0"
	}
	return party.host(*host)
}

// check refuses what a board alone doesn't do, and the cheat of another seat.
func (p *party) check(set map[string]bool) error {
	switch seat := p.seats[0]; {
	case set["listen"] && !set["seat"]:
		return cmp.Or(cli.Needs(set, "cheat", "seat"), cli.Needs(set, "json", "seat"))
	case set["seat"] && set["cheat"] && p.cheat != seat:
		return cli.Misuse(fmt.Errorf("-cheat %s is for another seat: seat %d is the %s", cheats[p.cheat].name, seat, cheats[seat].name))
	}
	return nil
}
