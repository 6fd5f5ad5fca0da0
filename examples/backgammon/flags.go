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
  backgammon [-protocol toss|jgammon] [-rolls N] [-cheat HOW]
      throws dice between two parties in this process, 10 times or N; with
      -cheat, seat 1 cheats
  backgammon -listen ADDR [-protocol toss|jgammon] [-rolls N] [-cheat HOW]
  backgammon -connect ADDR [-protocol toss|jgammon] [-rolls N] [-cheat HOW]
      plays one of the parties, seat 0 or seat 1, against another process; with
      -cheat, this one cheats
  backgammon -stats N
      makes N throws by each protocol, honest and not, and measures how far the
      dice are from fair ones

A cheat HOW is echo: repeats what the other seat sends; change: reveals something
else than it committed to; abort: refuses to reveal unless the throw is a double;
or replay: sends again what the other seat sent for an earlier throw.
`

const (
	maxRolls = 100_000
	maxStats = 10_000_000
)

func (p patience) run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("backgammon", usage, stdout, stderr, func(out *bufio.Writer) error { return p.work(args, out) })
}

func (p patience) work(args []string, out *bufio.Writer) error {
	flags := flag.NewFlagSet("backgammon", flag.ContinueOnError)
	listen := flags.String("listen", "", "")
	connect := flags.String("connect", "", "")
	stats := flags.Int("stats", 0, "")
	rolls := flags.Int("rolls", 10, "")
	protocol := &tossProtocol
	flags.Func("protocol", "", func(text string) (err error) {
		protocol, err = parseProtocol(text)
		return err
	})
	var cheat string
	flags.Func("cheat", "", func(text string) error {
		cheat = text
		return checkCheat(text)
	})
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	set := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	if err := checkTogether(set); err != nil {
		return cli.Misuse(err)
	}
	g := game{protocol, *rolls}

	switch {
	case g.rolls < 1 || g.rolls > maxRolls:
		return cli.Misuse(fmt.Errorf("-rolls: %d isn't in 1 to %d", g.rolls, maxRolls))
	case set["stats"]:
		if *stats < 1 || *stats > maxStats {
			return cli.Misuse(fmt.Errorf("-stats: %d isn't in 1 to %d", *stats, maxStats))
		}
		return measure(out, *stats)
	case set["listen"]:
		if *listen == "" {
			return cli.Misuse(errors.New("-listen: the address is empty"))
		}
		return p.listen(out, *listen, g, cheat)
	case set["connect"]:
		if *connect == "" {
			return cli.Misuse(errors.New("-connect: the address is empty"))
		}
		return p.connect(out, *connect, g, cheat)
	}
	return p.playHere(out, g, cheat)
}

// checkTogether refuses flags that don't go together.
func checkTogether(set map[string]bool) error {
	for _, pair := range [][2]string{
		{"listen", "connect"}, {"stats", "listen"}, {"stats", "connect"},
		{"stats", "protocol"}, {"stats", "rolls"}, {"stats", "cheat"},
	} {
		if set[pair[0]] && set[pair[1]] {
			return fmt.Errorf("-%s and -%s exclude one another", pair[0], pair[1])
		}
	}
	return nil
}

func parseProtocol(name string) (*protocol, error) {
	names := make([]string, len(protocols))
	for i, p := range protocols {
		names[i] = p.name
	}
	i := slices.Index(names, name)
	if i < 0 {
		return nil, fmt.Errorf("%q is none of %q", name, names)
	}
	return protocols[i], nil
}
