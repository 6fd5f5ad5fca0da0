package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const usage = `usage:
  hearts [-cheat WHO]
      deals, plays and audits a hand between four seats in this process; with
      -cheat, one of them cheats: host, keymaster, dealer or player
  hearts -hub ADDR [-seat N [-cheat WHO]]
      carries the messages of four seats, and plays seat N itself
  hearts -seat N -connect ADDR [-cheat WHO]
      plays seat N, 0 to 3, at the hub's table; WHO is that seat

Seat 0 is the host, 1 the keymaster, 2 the dealer and 3 the player without a role.
`

// cheaters are the names of the seats for -cheat.
var cheaters = []string{"host", "keymaster", "dealer", "player"}

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("hearts", usage, stdout, stderr, func(out *bufio.Writer) error { return p.work(args, out) })
}

func (p patience) work(args []string, out *bufio.Writer) error {
	flags := flag.NewFlagSet("hearts", flag.ContinueOnError)
	hub := flags.String("hub", "", "")
	connect := flags.String("connect", "", "")
	seat := flags.Int("seat", nobody, "")
	cheat := nobody
	flags.Func("cheat", "", func(text string) error {
		if cheat = slices.Index(cheaters, text); cheat < 0 {
			return fmt.Errorf("it is none of %q", cheaters)
		}
		return nil
	})
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	set := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	switch {
	case set["hub"] && set["connect"]:
		return cli.Misuse(errors.New("-hub and -connect exclude one another"))
	case set["connect"] && !set["seat"]:
		return cli.Misuse(errors.New("-connect goes with -seat"))
	case set["seat"] && !set["hub"] && !set["connect"]:
		return cli.Misuse(errors.New("-seat goes with -hub or -connect"))
	case set["seat"] && (*seat < 0 || *seat >= len(all)):
		return cli.Misuse(fmt.Errorf("-seat: %d isn't in 0 to %d", *seat, len(all)-1))
	case set["hub"] && *hub == "":
		return cli.Misuse(errors.New("-hub: the address is empty"))
	case set["connect"] && *connect == "":
		return cli.Misuse(errors.New("-connect: the address is empty"))
	case set["cheat"] && set["hub"] && !set["seat"]:
		return cli.Misuse(errors.New("-cheat: the hub has no seat"))
	case set["cheat"] && set["seat"] && cheat != *seat:
		return cli.Misuse(fmt.Errorf("-cheat %s is seat %d, not %d", cheaters[cheat], cheat, *seat))
	}

	switch {
	case set["hub"]:
		return p.hub(out, *hub, *seat, set["cheat"])
	case set["connect"]:
		return p.seat(out, nil, *connect, *seat, set["cheat"])
	}
	return p.here(out, cheat, nil)
}
