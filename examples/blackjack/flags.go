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
  blackjack -listen ADDR [-cheat HOW] [-json]
  blackjack -connect ADDR [-cheat HOW] [-json]
      plays the dealer or the player by package sra against another process

A player cheats HOW by score: claims a point more than it has; key: shows a key
that it didn't use; or deck: sends a deck that repeats a card. A dealer cheats
by swap: deals a card that isn't at the agreed position. In the published game,
a player can cheat by deck, and a dealer by peek: recognises encrypted cards,
and picks the best.

With -json, the result is one JSON object.
`

// A cheat is one party's.
type cheat struct {
	by   role
	deed string
}

// cheats are those of each protocol.
var cheats = map[string]cheat{
	"sra score":     {player, "it claims a point more than it has."},
	"sra key":       {player, "at the end, it shows a key that isn't the one it used."},
	"sra deck":      {player, "its deck repeats a card."},
	"sra swap":      {dealer, "it deals one card from position 4, which is nobody's."},
	"textbook deck": {player, "its deck repeats a card."},
	"textbook peek": {dealer, `it tells the cards apart under the player's encryption, takes the best two, and deals the
		player the worst.`},
}

// A record is what comes of a round.
type record struct {
	cli.Outcome
	Protocol string `json:"protocol"`
	*result
	Onlooker *sight `json:"onlooker,omitempty"`
}

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("blackjack", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out, stderr) })
}

func work(args []string, out *bufio.Writer, notices io.Writer) error {
	flags := flag.NewFlagSet("blackjack", flag.ContinueOnError)
	listen := cli.Address(flags, "listen")
	connect := cli.Address(flags, "connect")
	asJSON := flags.Bool("json", false, "")
	protocol := cli.Choice(flags, "protocol", "sra", "textbook")
	how := cli.Choice(flags, "cheat", "score", "key", "deck", "swap", "peek")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, map[string][]string{ // the flags that go with each mode
		"":        {"protocol", "cheat", "json"},
		"listen":  {"cheat", "json"},
		"connect": {"cheat", "json"},
	})
	if err != nil {
		return err
	}
	rec := record{Protocol: cmp.Or(*protocol, "sra")}
	c, known := cheats[rec.Protocol+" "+*how]
	elsewhere := mode == "listen" && c.by == player || mode == "connect" && c.by == dealer
	if *how != "" && (!known || elsewhere) {
		return cli.Misuse(fmt.Errorf("-cheat %s is for another party or another protocol", *how))
	}

	s := &story{out: out}
	if *asJSON {
		s.out = bufio.NewWriter(io.Discard)
	}
	fmt.Fprintln(s.out, "A dealer and a player who trust nobody play blackjack.")
	if *how != "" {
		s.out.WriteString(cli.Wrap("", "", fmt.Sprintf("The %v CHEATS: %s", c.by, c.deed)))
	}
	if rec.Protocol == "sra" {
		rec.result, err = playSRA(*how, notices, *listen, *connect, s)
	} else {
		rec.result, rec.Onlooker, err = playTextbook(*how, s)
	}
	if !*asJSON {
		return err
	}
	rec.Outcome = cli.OutcomeOf(err)
	return cli.PrintResult(out, rec, err)
}
