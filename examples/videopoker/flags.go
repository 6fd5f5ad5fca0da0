package main

import (
	"bufio"
	"flag"
	"io"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/poker"
	"github.com/squaredeal/squaredeal/seedrng"
)

const usage = `usage:
  videopoker [-cheat seed|nonce|cards] [-json]
      plays a hand between a casino and a player; with -cheat, the casino
      cheats: it reveals a false seed, deals the hand of a later nonce, or deals
      false cards
  videopoker -play
      the same, and asks you for the cards to hold
  videopoker -verify -server SEED -client SEED -hash HASH [-json]
  videopoker -verify -server SEED -client SEED -hash HASH -game v1 -nonce N
      audits one hand, of Crypto.Games or of squaredeal/seedrng v1
  videopoker -batch FILE [-json]
      audits a file of hands, one on each line: CSV with the columns server,
      client, hash and, if needed, game and nonce, with or without a header;
      or JSON objects with these names. FILE - is standard input
  videopoker -analyze jacks|tens|bonus|all [-json]
      prints the exact return of pay tables under optimal play

With -json, the result is one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":        {"cheat", "json"},
	"play":    nil,
	"verify":  {"server", "client", "hash", "game", "nonce", "json"},
	"batch":   {"json"},
	"analyze": {"json"},
}

func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	var progress *cli.Progress
	if !cli.IsTerminal(stdout) { // where results with their line numbers run past
		progress = cli.NewProgress(stderr)
	}
	return cli.Run("videopoker", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, stdin, out, progress) })
}

func work(args []string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress) error {
	flags := flag.NewFlagSet("videopoker", flag.ContinueOnError)
	flags.Bool("play", false, "")
	flags.Bool("verify", false, "")
	asJSON := flags.Bool("json", false, "")
	cheat := cli.Choice(flags, "cheat", cheatSeed, cheatNonce, cheatCards)
	server := cli.Text(flags, "server", func(text string) error {
		_, err := seedrng.ParseAuditSeed(text)
		return err
	})
	client := cli.Text(flags, "client", func(text string) error {
		_, err := seedrng.NewStream(seedrng.GenerateServerSeed(), text, 0)
		return err
	})
	hash := cli.Text(flags, "hash", func(text string) error {
		_, err := seedrng.ParseHash(text)
		return err
	})
	game := cli.Choice(flags, "game", gameCryptoGames, gameV1)
	nonce := cli.Text(flags, "nonce", func(text string) error {
		_, err := parseNonce(text)
		return err
	})
	file := cli.File(flags, "batch")
	table := cli.Choice(flags, "analyze", "jacks", "tens", "bonus", "all")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}

	switch mode {
	case "verify":
		for _, name := range []string{"server", "client", "hash"} {
			if err := cli.Needs(cli.Set(flags), "verify", name); err != nil {
				return err
			}
		}
		b, err := newBet(*server, *client, *hash, *game, *nonce)
		if err != nil {
			return cli.Misuse(err)
		}
		return verify(out, b, *asJSON)
	case "batch":
		return auditFile(*file, stdin, out, progress, *asJSON)
	case "analyze":
		tables := poker.Tables[:]
		if *table != "all" {
			t, _ := poker.Lookup(*table) // the choices are its names
			tables = []poker.PayTable{t}
		}
		return analyze(out, tables, *asJSON)
	}

	if mode != "play" {
		stdin = nil // nobody is asked
	}
	return playOne(out, stdin, *cheat, *asJSON)
}

// playOne plays a hand. A person answers on in, unless it is nil.
func playOne(out *bufio.Writer, in io.Reader, cheat string, asJSON bool) error {
	story := out
	if asJSON {
		story = bufio.NewWriter(io.Discard)
	}
	casino, err := newCasino(cheat)
	if err != nil {
		return err
	}
	player, err := newPlayer(story, in)
	if err != nil {
		return err
	}
	hand, err := playHand(story, casino, player)
	if asJSON {
		hand.Outcome = cli.OutcomeOf(err)
		return cli.PrintResult(out, hand, err)
	}
	return err
}
