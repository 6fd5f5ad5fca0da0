package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/shuffle"
)

const (
	fair    = 0
	unfair  = 1 // a check failed, or the program did
	misused = 2
)

func run(args []string, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("onchain", flag.ContinueOnError)
	flags.SetOutput(stderr)
	var prevrandaos []string
	flags.Func("prevrandao", "replay a call in a block with this `0x…`, after those of earlier flags", func(text string) error {
		prevrandaos = append(prevrandaos, text)
		return nil
	})
	claimed := flags.String("verify", "", "check that the calls leave this `DECK`, 52 numbers separated by spaces or commas")
	svg := flags.String("svg", "", "draw the bias as a heat map to `FILE`")
	asJSON := flags.Bool("json", false, "print JSON")

	misuse := func(err error) int {
		fmt.Fprintf(stderr, "onchain: %v\nRun with -h for help.\n", err)
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
	set := make(map[string]bool)
	flags.Visit(func(f *flag.Flag) { set[f.Name] = true })
	if err := checkTogether(set); err != nil {
		return misuse(err)
	}
	calls, err := replay(prevrandaos)
	if err != nil {
		return misuse(err)
	}

	switch {
	case set["verify"]:
		var deck []int
		if deck, err = parseDeck(*claimed); err != nil {
			return misuse(err)
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
	if err != nil {
		fmt.Fprintf(stderr, "onchain: %v\n", err)
		return unfair
	}
	return fair
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
