package main

import (
	"bufio"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng"
)

// show prints a few draws of each kind, and tests of more.
func show(out *bufio.Writer, seed seedrng.ServerSeed) error {
	fmt.Fprintf(out, `What the library draws, as a laboratory gets it. Every number follows from a
server seed, a client seed and a nonce, so anyone can draw it again:

  server seed  %s
  client seed  %s

`, seed.Reveal(), client)
	if err := showDraws(out, seed); err != nil {
		return err
	}
	if err := showTests(out, seed); err != nil {
		return err
	}
	fmt.Fprint(out, `
This is a sample, and no certificate. What is drawn, how to export it, and what
a laboratory has to know:
https://github.com/squaredeal/squaredeal/blob/main/examples/rng/README.md
`)
	return nil
}

// samples are what show draws.
var samples = []struct {
	name, what string
	count      int
}{
	{"raw", "words of 32 bits, from the bytes of the streams", 6},
	{"int:52", "numbers below 52, without bias", 20},
	{"shuffle:10", "a deck of 10 in random order", 1},
	{"crash", "points at which rounds crash, in hundredths", 12},
}

func showDraws(out *bufio.Writer, seed seedrng.ServerSeed) error {
	for _, sample := range samples {
		fmt.Fprintf(out, "  -draw %s: %s\n   ", sample.name, sample.what)
		kind, err := parseKind(sample.name)
		if err != nil {
			return err
		}
		d := kind(seed)
		for range sample.count {
			row, err := d.next()
			if err != nil {
				return err
			}
			fmt.Fprintf(out, " %s", strings.Trim(fmt.Sprint(row), "[]"))
		}
		fmt.Fprint(out, "\n\n")
	}
	return nil
}

func showTests(out *bufio.Writer, seed seedrng.ServerSeed) error {
	fmt.Fprintf(out, `Tests by chi-square, and p, the probability that fair draws look as uneven or
worse. The biased draws are a control: a test that they pass would show nothing.

  %-42s %11s %8s %9s
`, "", "chi-square", "freedom", "p")
	for _, test := range tests {
		f, err := test.run(seed)
		if err != nil {
			return err
		}
		fmt.Fprintf(out, "  %-42s %11.1f %8d %9.2g\n", test.name, f.statistic, f.freedom, f.p())
		if failed := f.p() < rare; failed != test.biased {
			return cli.CheckFailed(fmt.Errorf("%s: p = %.2g isn't what to expect", test.name, f.p()))
		}
	}
	return nil
}
