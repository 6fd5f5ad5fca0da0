package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const usage = `usage:
  blackjack [-cheat HOW]
      plays a round between a dealer and a player in this process; with -cheat,
      the player cheats, or for swap the dealer
  blackjack -listen ADDR [-cheat HOW]
  blackjack -connect ADDR [-cheat HOW]
      plays the dealer or the player against another process; with -cheat, this
      one cheats
  blackjack -replay [-json]
      checks every line of the log of a round that was published in 2010

A cheat HOW is score: says another score than it has; swap: deals another card than
the one at the agreed position; key: shows another key than the one it used; or
deck: sends a deck with a card that is there twice.
`

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("blackjack", usage, stdout, stderr, func(out *bufio.Writer) error { return p.work(args, out) })
}

func (p patience) work(args []string, out *bufio.Writer) error {
	flags := flag.NewFlagSet("blackjack", flag.ContinueOnError)
	listen := flags.String("listen", "", "")
	connect := flags.String("connect", "", "")
	flags.Bool("replay", false, "")
	flags.Bool("json", false, "")
	var cheat string
	flags.Func("cheat", "", func(text string) error {
		cheat = text
		if deeds[text] == "" {
			return errors.New("it is none of score, swap, key and deck")
		}
		return nil
	})
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	set := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { set[f.Name] = cli.IsSet(f) })
	if err := checkTogether(set); err != nil {
		return cli.Misuse(err)
	}

	switch {
	case set["replay"]:
		return published.replay(out, set["json"])
	case set["listen"]:
		if *listen == "" {
			return cli.Misuse(errors.New("-listen: the address is empty"))
		}
		return p.listen(out, *listen, cheat)
	case set["connect"]:
		if *connect == "" {
			return cli.Misuse(errors.New("-connect: the address is empty"))
		}
		return p.connect(out, *connect, cheat)
	}
	return p.roundHere(out, cheat)
}

// checkTogether refuses flags that don't go together.
func checkTogether(set map[string]bool) error {
	for _, pair := range [][2]string{
		{"listen", "connect"}, {"replay", "listen"}, {"replay", "connect"}, {"replay", "cheat"},
	} {
		if set[pair[0]] && set[pair[1]] {
			return fmt.Errorf("-%s and -%s exclude one another", pair[0], pair[1])
		}
	}
	if set["json"] && !set["replay"] {
		return errors.New("-json goes with -replay only")
	}
	return nil
}
