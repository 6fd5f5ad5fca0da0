package main

import (
	"bufio"
	"cmp"
	"context"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/host"
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

// settings are what the command line says.
type settings struct {
	mode            string          // the flag that picks it, or empty
	set             map[string]bool // the flags that are there
	listen, connect *string
	seat            *int
	cheat           *string
	json            *bool
}

// run does what the command line says.
func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("hearts", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out, stderr) })
}

func work(args []string, out *bufio.Writer, stderr io.Writer) error {
	s, err := parseFlags(args)
	if err != nil {
		return err
	}
	p := &party{out: out, asJSON: *s.json, seats: s.seats(), cheat: slices.Index(cheatNames(), *s.cheat)}
	if s.mode == "connect" {
		client := httpboard.Dial("http://" + *s.connect)
		defer client.Close()
		return p.play(context.Background(), client)
	}
	local, err := board.Open(offer, record.GenerateKey(), watch, nil)
	if err != nil {
		return err
	}
	return host.Board(context.Background(), local, *s.listen, stderr, p.play)
}

// parseFlags reads the command line.
func parseFlags(args []string) (settings, error) {
	flags := flag.NewFlagSet("hearts", flag.ContinueOnError)
	s := settings{
		listen: cli.Address(flags, "listen"), connect: cli.Address(flags, "connect"),
		seat:  cli.Int(flags, "seat", nobody, 0, otpdeal.NumSeats-1),
		cheat: cli.Choice(flags, "cheat", cheatNames()...), json: flags.Bool("json", false, ""),
	}
	if err := cli.Parse(flags, args); err != nil {
		return s, err
	}
	var err error
	if s.mode, err = cli.Mode(flags, modes); err != nil {
		return s, err
	}
	s.set = cli.Set(flags)
	if seat := *s.seat; s.set["seat"] && s.set["cheat"] && *s.cheat != cheats[seat].name {
		return s, cli.Misuse(fmt.Errorf("-cheat %s is for another seat: seat %d is the %s", *s.cheat, seat, cheats[seat].name))
	}
	if s.mode == "listen" {
		err = cmp.Or(cli.Needs(s.set, "cheat", "seat"), cli.Needs(s.set, "json", "seat"))
	}
	return s, cmp.Or(err, cli.Needs(s.set, "connect", "seat"))
}

// seats are those of this process.
func (s settings) seats() []int {
	switch {
	case s.mode == "":
		return []int{0, 1, 2, 3}
	case s.set["seat"]:
		return []int{*s.seat}
	}
	return nil
}
