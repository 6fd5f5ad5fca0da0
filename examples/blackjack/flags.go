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
  blackjack [-protocol sra|textbook] [-cheat HOW] [-json]
      plays a round between a dealer and a player in this process, by package
      sra or as published in 2010
  blackjack -listen ADDR [-protocol sra|textbook] [-cheat HOW] [-json]
  blackjack -connect ADDR [-protocol sra|textbook] [-cheat HOW] [-json]
      plays the dealer or the player against another process
  blackjack -replay [-json]
      checks every line of the log of a round that was published in 2010

A player cheats HOW by score: claims a score that it doesn't have; key: shows a
key that it didn't use; or deck: sends a deck that repeats a card. A dealer
cheats by swap: deals a card that isn't at the agreed position. In the published
game, a player can cheat by deck, and a dealer by peek: recognises encrypted
cards, and picks the best.

With -json, the result is one JSON object.
`

// cheaters are the cheats of each protocol, and the role that is up to each.
var cheaters = map[string]map[string]role{
	"sra":      {"score": player, "key": player, "deck": player, "swap": dealer},
	"textbook": {"deck": player, "peek": dealer},
}

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("blackjack", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out, stderr) })
}

func work(args []string, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("blackjack", flag.ContinueOnError)
	listen := cli.Address(flags, "listen")
	connect := cli.Address(flags, "connect")
	flags.Bool("replay", false, "")
	asJSON := flags.Bool("json", false, "")
	protocol := cli.Choice(flags, "protocol", "sra", "textbook")
	cheat := cli.Choice(flags, "cheat", "score", "key", "deck", "swap", "peek")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, map[string][]string{ // the flags that go with each mode
		"":        {"protocol", "cheat", "json"},
		"listen":  {"protocol", "cheat", "json"},
		"connect": {"protocol", "cheat", "json"},
		"replay":  {"json"},
	})
	if err != nil {
		return err
	}
	if mode == "replay" {
		return published.replay(out, *asJSON)
	}
	r := round{protocol: cmp.Or(*protocol, "sra"), cheat: *cheat}
	var known bool
	r.cheater, known = cheaters[r.protocol][r.cheat]
	elsewhere := mode == "listen" && r.cheater == player || mode == "connect" && r.cheater == dealer
	if r.cheat != "" && (!known || elsewhere) {
		return cli.Misuse(fmt.Errorf("-cheat %s is for another party or another protocol", r.cheat))
	}
	if !*asJSON {
		_, err = r.play(stderr, *listen, *connect, out)
		return err
	}
	rec, err := r.play(stderr, *listen, *connect, bufio.NewWriter(io.Discard))
	rec.Outcome = cli.OutcomeOf(err)
	return cli.PrintResult(out, rec, err)
}
