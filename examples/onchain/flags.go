package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/shuffle"
)

// Exit statuses.
const (
	passed = 0
	failed = 1 // a check
	broken = 2 // the command line, or the program
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
The exit status is 0 if every check succeeds, 1 if one fails, and 2 if the
command line is wrong or the program can't do its work.
`

// errDiffers means that a deck isn't the one that was claimed.
var errDiffers = errors.New("the decks differ")

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("onchain", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	var prevrandaos []string
	flags.Func("prevrandao", "", func(text string) error {
		prevrandaos = append(prevrandaos, text)
		return nil
	})
	claimed := flags.String("verify", "", "")
	svg := flags.String("svg", "", "")
	asJSON := flags.Bool("json", false, "")

	misuse := func(err error) int {
		fmt.Fprintf(stderr, "onchain: %v\nRun with -h for help.\n", err)
		return broken
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		fmt.Fprint(stdout, usage)
		return passed
	} else if err != nil {
		return misuse(err)
	}
	if flags.NArg() > 0 {
		return misuse(fmt.Errorf("unexpected argument %q", flags.Arg(0)))
	}
	set := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { set[f.Name] = f.Value.String() != "false" })
	if err := checkTogether(set); err != nil {
		return misuse(err)
	}
	calls, err := replay(prevrandaos)
	if err != nil {
		return misuse(err)
	}

	switch {
	case set["verify"]:
		deck, errDeck := parseDeck(*claimed)
		if errDeck != nil {
			return misuse(errDeck)
		}
		err = verify(stdout, deck, calls)
	case set["prevrandao"]:
		err = printCalls(stdout, calls, *asJSON)
	case set["svg"]:
		if *svg == "" || *svg == "-" {
			return misuse(fmt.Errorf("-svg: %q isn't the name of a file", *svg))
		}
		err = draw(stdout, *svg)
	default:
		err = tell(stdout)
	}
	switch {
	case err == nil:
		return passed
	case errors.Is(err, errDiffers):
		fmt.Fprintf(stderr, "onchain: %v\n", err)
		return failed
	}
	fmt.Fprintf(stderr, "onchain: %v\n", err)
	return broken
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
	bias, err := shuffle.NaiveBias(deckSize)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(heatmap(bias)), 0o666); err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "The heat map is in %s.\n", file)
	return err
}
