package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

const (
	fair    = 0
	unfair  = 1 // a check failed, or the program did
	misused = 2
)

// modes says which other flags go with each flag that picks a mode.
var modes = map[string][]string{
	"":        nil,
	"play":    nil,
	"verify":  {"server", "client", "hash", "game", "nonce", "json"},
	"batch":   nil,
	"analyze": {"json"},
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("videopoker", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.Bool("play", false, "play a hand yourself")
	flags.Bool("verify", false, "audit one hand")
	server := flags.String("server", "", "the revealed server `seed`")
	client := flags.String("client", "", "the client `seed`")
	hash := flags.String("hash", "", "the `hash` of the server seed shown before the bet")
	game := flags.String("game", gameCryptoGames, "the derivation, `cryptogames or v1`")
	nonce := flags.String("nonce", "", "the `nonce` of the round (v1 only)")
	batch := flags.String("batch", "", "audit the hands in `FILE`, CSV or JSON lines; - reads standard input")
	table := flags.String("analyze", "", "print the exact return of a pay `table`: jacks, tens, bonus or all")
	asJSON := flags.Bool("json", false, "print JSON")

	misuse := func(err error) int {
		fmt.Fprintf(stderr, "videopoker: %v\nRun with -h for help.\n", err)
		return misused
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return fair
	} else if err != nil {
		return misused
	}
	if flags.NArg() > 0 {
		return misuse(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	}
	mode, err := pickMode(flags)
	if err != nil {
		return misuse(err)
	}

	switch mode {
	case "play":
		err = playHand(stdout, bufio.NewScanner(stdin))
	case "verify":
		var b bet
		if b, err = newBet(*server, *client, *hash, *game, *nonce); err != nil {
			return misuse(err)
		}
		err = verify(stdout, b, *asJSON)
	case "batch":
		return auditBatch(*batch, stdin, stdout, stderr)
	case "analyze":
		tables, ok := lookup(*table)
		if !ok {
			return misuse(fmt.Errorf("no pay table %q: there are jacks, tens and bonus, and all", *table))
		}
		err = analyze(stdout, tables, *asJSON)
	default:
		err = playHand(stdout, nil)
	}
	if err != nil {
		fmt.Fprintf(stderr, "videopoker: %v\n", err)
		return unfair
	}
	return fair
}

// pickMode returns the flag that was set to pick a mode, and refuses flags that don't go
// with it.
func pickMode(flags *flag.FlagSet) (mode string, err error) {
	var set []string
	flags.Visit(func(f *flag.Flag) {
		if _, ok := modes[f.Name]; !ok {
			set = append(set, f.Name)
		} else if mode == "" {
			mode = f.Name
		} else {
			err = fmt.Errorf("-%s and -%s exclude one another", mode, f.Name)
		}
	})
	if err != nil {
		return "", err
	}
	for _, name := range set {
		if !slices.Contains(modes[mode], name) {
			var homes []string
			for m, names := range modes {
				if slices.Contains(names, name) {
					homes = append(homes, "-"+m)
				}
			}
			slices.Sort(homes)
			return "", fmt.Errorf("-%s goes with %s only", name, strings.Join(homes, " or "))
		}
	}
	return mode, nil
}
