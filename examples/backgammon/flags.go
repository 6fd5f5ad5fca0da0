package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"

	"github.com/squaredeal/squaredeal/commit/jgammon"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

const usage = `usage:
  backgammon [-protocol toss|jgammon] [-throws N] [-cheat HOW] [-json]
      throws dice between two parties in this process, 10 times or N; with
      -cheat, seat 1 cheats
  backgammon -listen ADDR [-protocol toss|jgammon] [-throws N] [-cheat HOW]
  backgammon -connect ADDR [-protocol toss|jgammon] [-throws N] [-cheat HOW]
      plays one of the parties, seat 0 or seat 1, against another process; with
      -cheat, this one cheats; -json as above
  backgammon -stats N [-json]
      makes N throws by each protocol, honest and not, and measures how far the
      dice are from fair ones

A cheat HOW is echo: repeats what the other seat sends; change: reveals
something that it didn't commit to; abort: refuses to reveal unless the throw is
a double; or replay: sends again what the other seat sent for an earlier throw.
A party that cheats ends with status 1 if the game was broken off.

With -json, the result is one JSON object.
`

const (
	maxThrows = 100_000
	maxStats  = 10_000_000
)

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"protocol", "throws", "cheat", "json"},
	"listen":  {"protocol", "throws", "cheat", "json"},
	"connect": {"protocol", "throws", "cheat", "json"},
	"stats":   {"json"},
}

func run(p duel.Patience, args []string, stdout, stderr io.Writer) int {
	return cli.Run("backgammon", usage, stdout, stderr, func(out *bufio.Writer) error { return work(p, args, out, stderr) })
}

func work(p duel.Patience, args []string, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("backgammon", flag.ContinueOnError)
	listen := cli.Address(flags, "listen")
	connect := cli.Address(flags, "connect")
	stats := cli.Int(flags, "stats", 0, 1, maxStats)
	throws := cli.Int(flags, "throws", 10, 1, maxThrows)
	protocol := cli.Choice(flags, "protocol", tossProtocol.name, jgammonProtocol.name)
	cheat := cli.Choice(flags, "cheat", cheats...)
	asJSON := flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	g := game{protocolNamed(*protocol), *throws}
	if mode == "stats" || g.protocol == &jgammonProtocol {
		if _, err := jgammon.GenerateSecret().Hash(); err != nil { // where SHA-1 is forbidden
			return err
		}
	}
	if mode == "stats" {
		return measure(out, cli.NewProgress(stderr), *stats, *asJSON)
	}

	story, notices := out, out
	if *asJSON {
		story, notices = duel.Quiet(stderr, *listen, *connect)
	}
	ends, err := p.Meet(notices, duel.Names{"Seat 0", "Seat 1"}, *listen, *connect)
	if err != nil {
		return err
	}
	var parties []*party
	for seat, conn := range ends {
		if conn == nil {
			continue
		}
		defer conn.Close()
		p := &party{game: g, conn: conn, seat: seat}
		if seat == 1 || mode != "" { // of two, seat 1 cheats
			p.cheat = *cheat
		}
		parties = append(parties, p)
	}
	fmt.Fprintln(story, "Two parties who don't trust one another throw dice over this TCP connection.")
	r, err := play(story, g, parties...)
	if *asJSON {
		r.Outcome = cli.OutcomeOf(err)
		return cli.PrintResult(out, r, err)
	}
	return err
}
