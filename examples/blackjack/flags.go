package main

import (
	"bufio"
	"cmp"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

const usage = `usage:
  blackjack [-protocol sra|textbook] [-cheat HOW] [-json]
      plays a round between a dealer and a player in this process, by package
      sra or as published in 2010; with -cheat, the player cheats, or the dealer
      if HOW is swap or peek
  blackjack -listen ADDR [-protocol sra|textbook] [-cheat HOW] [-json]
  blackjack -connect ADDR [-protocol sra|textbook] [-cheat HOW] [-json]
      plays the dealer or the player against another process; with -cheat, this
      one cheats
  blackjack -replay [-json]
      checks every line of the log of a round that was published in 2010

A cheat HOW is score: claims a score that it doesn't have; key: shows a key that
it didn't use; deck: sends a deck that repeats a card; swap (sra only): deals a
card that isn't at the agreed position; or peek (textbook only): recognises
encrypted cards, and picks the best. A party that cheats ends with status 1 if
the round was broken off.

With -json, the result is one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"protocol", "cheat", "json"},
	"listen":  {"protocol", "cheat", "json"},
	"connect": {"protocol", "cheat", "json"},
	"replay":  {"json"},
}

func run(p duel.Patience, args []string, stdout, stderr io.Writer) int {
	return cli.Run("blackjack", usage, stdout, stderr, func(out *bufio.Writer) error { return work(p, args, out, stderr) })
}

func work(p duel.Patience, args []string, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("blackjack", flag.ContinueOnError)
	listen := cli.Address(flags, "listen")
	connect := cli.Address(flags, "connect")
	flags.Bool("replay", false, "")
	asJSON := flags.Bool("json", false, "")
	name := cli.Choice(flags, "protocol", bySRA.name, byTextbook.name)
	cheat := cli.Choice(flags, "cheat", cheatScore, cheatKey, cheatDeck, cheatSwap, cheatPeek)
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	if mode == "replay" {
		return published.replay(out, *asJSON)
	}
	g := &bySRA
	if *name == byTextbook.name {
		g = &byTextbook
	}
	if *cheat != "" && !slices.Contains(g.cheats, *cheat) {
		return cli.Misuse(fmt.Errorf("-cheat %s can't be used with -protocol %s", *cheat, g.name))
	}

	story, notices := out, out
	if *asJSON {
		story, notices = duel.Quiet(stderr, *listen, *connect)
	}
	ends, err := p.Meet(notices, duel.Names{"The dealer", "The player"}, *listen, *connect)
	if err != nil {
		return err
	}
	cheater := player
	if *cheat == cheatSwap || *cheat == cheatPeek {
		cheater = dealer
	}
	var parties []participant
	for i, conn := range ends {
		if conn == nil {
			continue
		}
		defer conn.Close()
		s := seat{role: role(i), conn: conn}
		if s.role == cheater || mode != "" {
			s.cheat = *cheat
		}
		parties = append(parties, g.join(s))
	}
	fmt.Fprintln(story, "A dealer and a player who trust nobody play blackjack over this TCP connection.")
	err = round(story, g, parties...)
	if *asJSON {
		return cli.PrintResult(out, newRecord(g, parties, err), err)
	}
	return err
}

// A record is what comes of a round, for -json. Pairs are by role, the dealer first.
type record struct {
	cli.Outcome
	Protocol string       `json:"protocol"`
	Hands    [][]string   `json:"hands,omitempty"`
	Scores   []int        `json:"scores,omitempty"`
	Winner   string       `json:"winner,omitempty"`
	Onlooker *sightRecord `json:"onlooker,omitempty"`
}

func newRecord(g *protocol, parties []participant, err error) record {
	r := record{Outcome: cli.OutcomeOf(err), Protocol: g.name}
	if result := cmp.Or(parties[0].common().result, parties[len(parties)-1].common().result); result != nil {
		r.Hands = [][]string{strings.Fields(result.hands[dealer]), strings.Fields(result.hands[player])}
		r.Scores = result.scores[:]
		r.Winner = result.winner.String()
	}
	if p, ok := parties[0].(*textbookParty); ok && p.err == nil {
		r.Onlooker = p.onlooker().record()
	}
	return r
}
