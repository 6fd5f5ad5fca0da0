// Command rng exports what the library draws, in the forms that laboratories and batteries
// of tests take.
//
// Without flags it shows a few draws of each kind, and tests some more, with controls that
// must fail. Flags pick something else; -h lists them. It certifies nothing.
package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng"
)

const usage = `usage:
  rng [-seed HEX]
      shows a few draws of each kind, and tests some more by chi-square, with
      biased draws as a control
  rng -draw raw|int:N|shuffle:N|crash [-count N] [-seed HEX]
      [-format text|binary|dieharder]
      exports draws to standard output

Of raw, a draw is a word of 32 bits; of int:N, a number below N; of shuffle:N, a
deck of N cards, numbered from 0; of crash, the point of a round in hundredths.
-count is 1000 unless it is given. -seed is the text of a server seed, 64
characters of lowercase hex; without it, a fresh one is drawn and printed to
standard error. The client seed is "laboratory", and nonces count from 0.

Formats: text has a draw in each line. binary has big-endian numbers of 1, 2 or
4 bytes: 4 for raw and crash, else as few as hold N-1. dieharder is the text
that dieharder -g 202 reads, for raw and int:4294967296. It reads binary ones by
-g 200, from standard input.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":     {"seed"},
	"draw": {"count", "seed", "format"},
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("rng", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out, stderr) })
}

func work(args []string, out *bufio.Writer, stderr io.Writer) error {
	flags := flag.NewFlagSet("rng", flag.ContinueOnError)
	var chosen kind
	flags.Func("draw", "", func(text string) (err error) {
		chosen, err = parseKind(text)
		return err
	})
	count := cli.Int(flags, "count", 1000, 1, math.MaxInt)
	text := cli.Text(flags, "seed", checkSeed)
	format := cli.Choice(flags, "format", "text", "binary", "dieharder")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	fresh := *text == ""
	if fresh {
		*text = seedrng.GenerateServerSeed().Reveal()
	}
	seed, err := seedrng.ParseServerSeed(*text)
	if err != nil {
		return cli.Misuse(err)
	}
	if mode == "" {
		return show(out, seed)
	}
	d := chosen(seed)
	if *format == "dieharder" && !d.words {
		return cli.Misuse(errors.New("-format dieharder needs words of 32 bits: -draw raw or int:4294967296"))
	}
	if fresh {
		fmt.Fprintf(stderr, "rng: -seed %s gives the same again\n", *text)
	}
	return export(out, d, *count, *format)
}

func checkSeed(text string) error {
	if len(text) != 64 || strings.Trim(text, "0123456789abcdef") != "" {
		return errors.New("must be 64 characters of lowercase hex")
	}
	return nil
}
