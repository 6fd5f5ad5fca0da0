package main

import (
	"bufio"
	"flag"
	"io"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const usage = `usage:
  backgammon [-protocol toss|jgammon] [-throws N] [-cheat HOW] [-json]
      throws dice between two seats in this process, 10 times or N; with -cheat,
      seat 1 cheats
  backgammon -listen ADDR [-protocol toss|jgammon] [-throws N] [-json]
      plays seat 0 against another process
  backgammon -connect ADDR [-protocol toss|jgammon] [-throws N] [-cheat HOW]
      plays seat 1 against another process; -json as above
  backgammon -stats N [-json]
      plays N throws by each protocol with each cheat, and says how far the dice
      are from fair ones

A cheat HOW is echo: repeats what seat 0 says; change: reveals something that it
didn't commit to; abort: refuses to reveal unless the throw is a double; or
replay: says again what seat 0 said for the first throw.

With -json, the result is one JSON object.
`

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("backgammon", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out, stderr) })
}

func work(args []string, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("backgammon", flag.ContinueOnError)
	listen := cli.Address(flags, "listen")
	connect := cli.Address(flags, "connect")
	stats := cli.Int(flags, "stats", 0, 1, 1_000_000)
	throws := cli.Int(flags, "throws", 10, 1, 100_000)
	protocol := cli.Choice(flags, "protocol", byToss.name, byJGammon.name)
	cheat := cli.Choice(flags, "cheat", cheatNames()...)
	asJSON := flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, map[string][]string{ // the flags that go with each mode
		"":        {"protocol", "throws", "cheat", "json"},
		"listen":  {"protocol", "throws", "json"},
		"connect": {"protocol", "throws", "cheat", "json"},
		"stats":   {"json"},
	})
	if err != nil {
		return err
	}
	if mode == "stats" {
		return measure(out, *stats, *asJSON)
	}
	g := game{&byToss, *throws, findCheat(*cheat)}
	if *protocol == byJGammon.name {
		g.protocol = &byJGammon
	}
	if *asJSON {
		r, err := g.play(stderr, *listen, *connect, bufio.NewWriter(io.Discard))
		r.Outcome = cli.OutcomeOf(err)
		return cli.PrintResult(out, r, err)
	}
	_, err = g.play(stderr, *listen, *connect, out)
	return err
}
