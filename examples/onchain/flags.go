package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

const usage = `usage:
  onchain
      replays two calls of the contract, and compares the bias of its shuffle,
      exact and simulated, with an unbiased one
  onchain -prevrandao 0x... [-prevrandao 0x...]... [-json]
      replays calls, one after another, on the ordered deck, and prints each
      deck as 52 numbers
  onchain -verify DECK -prevrandao 0x... [-prevrandao 0x...]...
      checks that these calls leave the deck: 52 numbers separated by spaces
      or commas
  onchain -svg FILE
      draws the bias as a heat map

A card's number is (suit-1)*13 + rank-1, with suits 1 to 4 and ranks 1 to 13.
`

// errDiffers means that a deck isn't the one that was claimed.
var errDiffers = cli.CheckFailed(errors.New("the decks differ"))

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("onchain", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out) })
}

func work(args []string, out *bufio.Writer) error {
	flags := flag.NewFlagSet("onchain", flag.ContinueOnError)
	var prevrandaos []string
	flags.Func("prevrandao", "", func(text string) error {
		prevrandaos = append(prevrandaos, text)
		return nil
	})
	claimed := flags.String("verify", "", "")
	svg := flags.String("svg", "", "")
	asJSON := flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	set := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { set[f.Name] = cli.IsSet(f) })
	if err := checkTogether(set); err != nil {
		return cli.Misuse(err)
	}
	calls, err := replay(prevrandaos)
	if err != nil {
		return cli.Misuse(err)
	}

	switch {
	case set["verify"]:
		deck, err := parseDeck(*claimed)
		if err != nil {
			return cli.Misuse(err)
		}
		return verify(out, deck, calls)
	case set["prevrandao"]:
		return printCalls(out, calls, *asJSON)
	case set["svg"]:
		if *svg == "" || *svg == "-" {
			return cli.Misuse(fmt.Errorf("-svg: %q isn't the name of a file", *svg))
		}
		return draw(out, *svg)
	}
	return tell(out)
}

// checkTogether refuses flags that don't go together.
func checkTogether(set map[string]bool) error {
	for _, pair := range [][2]string{{"svg", "prevrandao"}, {"svg", "verify"}, {"svg", "json"}, {"verify", "json"}} {
		if set[pair[0]] && set[pair[1]] {
			return fmt.Errorf("-%s and -%s exclude one another", pair[0], pair[1])
		}
	}
	for _, name := range []string{"verify", "json"} {
		if set[name] && !set["prevrandao"] {
			return fmt.Errorf("-%s goes with -prevrandao only", name)
		}
	}
	return nil
}

func draw(out io.Writer, file string) error {
	bias, err := onchain.ComputeBias(deckSize)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(heatmap(bias)), 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The heat map is in %s.\n", file)
	return err
}
