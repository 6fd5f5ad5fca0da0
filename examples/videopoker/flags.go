package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
)

// Exit statuses.
const (
	passed = 0
	failed = 1 // a check
	broken = 2 // the command line, or the program
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

The exit status is 0 if every check succeeds, 1 if one fails, and 2 if the
command line is wrong or the program can't do its work.
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
	flags := flag.NewFlagSet("videopoker", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	flags.Bool("play", false, "")
	flags.Bool("verify", false, "")
	cheat := flags.String("cheat", "", "")
	server := flags.String("server", "", "")
	client := flags.String("client", "", "")
	hash := flags.String("hash", "", "")
	game := flags.String("game", gameCryptoGames, "")
	nonce := flags.String("nonce", "", "")
	file := flags.String("batch", "", "")
	table := flags.String("analyze", "", "")
	asJSON := flags.Bool("json", false, "")

	misuse := func(err error) int {
		fmt.Fprintf(stderr, "videopoker: %v\nRun with -h for help.\n", err)
		return broken
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return passed
	} else if err != nil {
		return misuse(err)
	}
	mode, err := pickMode(flags)
	if err != nil {
		return misuse(err)
	}

	out := bufio.NewWriter(stdout)
	switch mode {
	case "verify":
		for _, name := range []string{"server", "client", "hash"} {
			if flags.Lookup(name).Value.String() == "" {
				return misuse(fmt.Errorf("-%s is missing or empty", name))
			}
		}
		b, errBet := newBet(*server, *client, *hash, *game, *nonce)
		if errBet != nil {
			return misuse(errBet)
		}
		err = verify(out, b, *asJSON)
	case "batch":
		err = auditFile(*file, stdin, out, stderr)
	case "analyze":
		tables, ok := lookup(*table)
		if !ok {
			return misuse(fmt.Errorf("-analyze: no pay table %q: there are jacks, tens and bonus, and all", *table))
		}
		err = analyze(out, tables, *asJSON)
	default:
		if err := checkCheat(*cheat); *cheat != "" && err != nil {
			return misuse(err)
		}
		player := player{out: out}
		if mode == "play" {
			player.in = bufio.NewScanner(stdin)
		}
		var casino *casino
		if casino, err = newCasino(*cheat); err == nil {
			err = playHand(out, casino, player)
		}
	}
	if errFlush := out.Flush(); errFlush != nil {
		err = errFlush // whatever else failed, the output can't be relied on
	}
	switch {
	case err == nil:
		return passed
	case errors.Is(err, errUnfair):
		fmt.Fprintf(stderr, "videopoker: %v\n", err)
		return failed
	}
	fmt.Fprintf(stderr, "videopoker: %v\n", err)
	return broken
}

// pickMode returns the name of the flag that picks the mode, and refuses flags that
// don't go with it.
func pickMode(flags *flag.FlagSet) (mode string, err error) {
	if flags.NArg() > 0 {
		return "", fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	var others []string
	flags.Visit(func(f *flag.Flag) {
		switch _, ok := modes[f.Name]; {
		case f.Value.String() == "false":
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
