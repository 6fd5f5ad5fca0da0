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
  onchain [-json]
      replays two calls of the contract, and compares the bias of its shuffle,
      exact and simulated, with an unbiased one
  onchain -prevrandao 0x... [-prevrandao 0x...]... [-json]
      replays calls, one after another, on the ordered deck, and prints the
      deck that each leaves, as cards and as numbers
  onchain -verify DECK -prevrandao 0x... [-prevrandao 0x...]... [-json]
      checks that these calls leave the deck: 52 numbers separated by spaces
      or commas
  onchain -svg FILE
      draws the bias as a heat map

A card's number is (suit-1)*13 + rank-1, with suits 1 to 4 and ranks 1 to 13.
With -json, the result is one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":           {"json"},
	"prevrandao": {"json"},
	"verify":     {"prevrandao", "json"},
	"svg":        nil,
}

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("onchain", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out) })
}

func work(args []string, out *bufio.Writer) error {
	flags := flag.NewFlagSet("onchain", flag.ContinueOnError)
	contract := newContract()
	flags.Func("prevrandao", "", contract.call)
	var claimed []int
	flags.Func("verify", "", func(text string) (err error) {
		claimed, err = parseDeck(text)
		return err
	})
	svg := cli.Text(flags, "svg", func(text string) error {
		if text == "" || text == "-" {
			return errors.New("must be the name of a file")
		}
		return nil
	})
	asJSON := flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	if err := cli.Needs(cli.Set(flags), "verify", "prevrandao"); err != nil {
		return err
	}

	switch mode {
	case "verify":
		return verify(out, claimed, contract.calls, *asJSON)
	case "prevrandao":
		return printCalls(out, contract.calls, *asJSON)
	case "svg":
		return draw(out, *svg)
	}
	if *asJSON {
		result, err := tell(bufio.NewWriter(io.Discard))
		return cli.PrintResult(out, result, err)
	}
	_, err = tell(out)
	return err
}

func draw(out *bufio.Writer, file string) error {
	bias, err := onchain.ComputeBias(deckSize)
	if err != nil {
		return err
	}
	if err := os.WriteFile(file, []byte(heatmap(bias)), 0o666); err != nil {
		return err
	}
	fmt.Fprintf(out, "The heat map is in %s.\n", file)
	return nil
}
