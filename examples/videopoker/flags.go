package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

const usage = `usage:
  videopoker [-cheat seed|nonce|cards]
      plays a hand between a casino and a player; with -cheat, the casino
      cheats in that way
  videopoker -play
      the same, and asks you for the client seed and the cards to hold
  videopoker -verify -server SEED -client SEED -hash HASH [-game cryptogames] [-json]
  videopoker -verify -server SEED -client SEED -hash HASH -game v1 -nonce N [-json]
      audits one hand, of Crypto.Games or of squaredeal/seedrng v1
  videopoker -batch FILE
      audits a file of hands, one on each line: CSV with the columns server,
      client, hash and, if needed, game and nonce, with or without a header;
      or JSON objects with these names. FILE - is standard input
  videopoker -analyze jacks|tens|bonus|all [-json]
      prints the exact return of pay tables under optimal play
`

// modes says which other flags go with each flag that picks a mode.
var modes = map[string][]string{
	"":        {"cheat"},
	"play":    nil,
	"verify":  {"server", "client", "hash", "game", "nonce", "json"},
	"batch":   nil,
	"analyze": {"json"},
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	return cli.Run("videopoker", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, stdin, out, stderr) })
}

func work(args []string, stdin io.Reader, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("videopoker", flag.ContinueOnError)
	flags.Bool("play", false, "")
	flags.Bool("verify", false, "")
	var cheat string
	flags.Func("cheat", "", func(text string) error {
		cheat = text
		return checkCheat(text)
	})
	server := flags.String("server", "", "")
	client := flags.String("client", "", "")
	hash := flags.String("hash", "", "")
	game := flags.String("game", gameCryptoGames, "")
	nonce := flags.String("nonce", "", "")
	file := flags.String("batch", "", "")
	table := flags.String("analyze", "", "")
	asJSON := flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := pickMode(flags)
	if err != nil {
		return cli.Misuse(err)
	}

	switch mode {
	case "verify":
		for _, name := range []string{"server", "client", "hash"} {
			if flags.Lookup(name).Value.String() == "" {
				return cli.Misuse(fmt.Errorf("-%s is missing or empty", name))
			}
		}
		b, err := newBet(*server, *client, *hash, *game, *nonce)
		if err != nil {
			return cli.Misuse(err)
		}
		return verify(out, b, *asJSON)
	case "batch":
		return auditFile(*file, stdin, out, stderr)
	case "analyze":
		tables, ok := lookup(*table)
		if !ok {
			return cli.Misuse(fmt.Errorf("-analyze: no pay table %q: there are jacks, tens and bonus, and all", *table))
		}
		return analyze(out, tables, *asJSON)
	}

	casino, err := newCasino(cheat)
	if err != nil {
		return err
	}
	player := player{out: out}
	if mode == "play" {
		player.in = bufio.NewScanner(stdin)
	}
	return playHand(out, casino, player)
}

// pickMode returns the name of the flag that picks the mode, and refuses flags that
// don't go with it.
func pickMode(flags *flag.FlagSet) (mode string, err error) {
	var others []string
	flags.Visit(func(f *flag.Flag) {
		switch _, ok := modes[f.Name]; {
		case !cli.IsSet(f):
		case !ok:
			others = append(others, f.Name)
		case mode == "":
			mode = f.Name
		default:
			err = fmt.Errorf("-%s and -%s exclude one another", mode, f.Name)
		}
	})
	for _, name := range others {
		if err == nil && !slices.Contains(modes[mode], name) {
			err = fmt.Errorf("-%s doesn't go with the other flags", name)
		}
	}
	return mode, err
}
