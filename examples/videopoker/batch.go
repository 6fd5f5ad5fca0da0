package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"iter"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/lines"
)

// auditFile audits the hands of a file and prints a result for each, and a summary.
func auditFile(name string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress, asJSON bool) error {
	in, name, err := lines.Open(name, stdin)
	if err != nil {
		return err
	}
	defer in.Close()
	a := audit{in: in, out: out, asJSON: asJSON, progress: progress}
	total, err := a.run()
	if errors.Is(err, errNoHands) {
		return cli.Misuse(fmt.Errorf("%s: %w", name, err))
	}
	if err != nil {
		return err
	}
	err = total.verdict()
	if asJSON { // the object that run has begun
		fmt.Fprintf(out, "\n  ],\n%s", ending(total, err))
		return err
	}
	fmt.Fprintf(out, "%v\n%s\n", total, compare)
	return err
}

// giveUp is how many lines at the start of a file may be malformed.
const giveUp = 10

// errNoHands means that a file holds something else than hands.
var errNoHands = errors.New("no hand")

// An audit of a file prints a result for each hand.
type audit struct {
	in       io.Reader
	out      *bufio.Writer
	asJSON   bool
	progress *cli.Progress
}

// found is what comes of a chunk of the file.
type found struct {
	results []byte
	tally   tally
	leading int    // malformed lines before the first hand
	first   string // what is wrong with the first of these
}

// run audits the file, and prints the results in its order.
func (a *audit) run() (tally, error) {
	var format layout
	size := lines.Size(a.in)
	var total tally
	var held []byte  // results before the first hand
	var first string // of these
	err := lines.Audit[found]{
		Header: format.detect,
		Worker: func() func(*lines.Chunk[found]) {
			return func(c *lines.Chunk[found]) { c.Result.audit(&format, c.Lines, a.asJSON) }
		},
		Take: func(c *lines.Chunk[found]) error {
			f := &c.Result
			results := f.results
			if total.hands() == total.Malformed {
				first = cmp.Or(first, f.first)
				if total.Malformed+f.leading >= giveUp {
					return fmt.Errorf("%w in the first %d lines; %s", errNoHands, giveUp, first)
				}
				held = append(held, f.results...)
				results = held
				if f.leading < f.tally.hands() && a.asJSON {
					results = slices.Concat([]byte("{\n  \"hands\": ["), bytes.TrimPrefix(held, []byte(",")))
				}
			}
			total.add(f.tally)
			if total.hands() > total.Malformed {
				a.out.Write(results)
				if err := a.out.Flush(); err != nil {
					return err
				}
				a.progress.Show(c.Read, size, cli.Count(total.hands(), "hand"))
			}
			return nil
		},
	}.Run(a.in)
	a.progress.Hide()
	switch {
	case err != nil:
		return total, err
	case total.hands() == 0:
		return total, errNoHands
	case total.hands() == total.Malformed:
		return total, fmt.Errorf("%w; %s", errNoHands, first)
	}
	return total, nil
}

// audit fills in what comes of some lines.
func (f *found) audit(format *layout, all iter.Seq[lines.Line], asJSON bool) {
	*f = found{results: f.results[:0]}
	ten := make([]int, 0, handSize)
	for l := range all {
		r := result{Line: l.Number}
		var b bet
		err := lines.ErrTooLong
		if !l.TooLong {
			b, err = format.parse(l.Text)
		}
		if err != nil {
			r.Result, r.Reason = malformed, err.Error()
		} else {
			ten, err = b.cards(ten[:0])
			r.judge(b, ten, err)
		}
		f.add(r, asJSON)
	}
}

// add counts a result, and writes it.
func (f *found) add(r result, asJSON bool) {
	if r.Result == malformed && f.leading == f.tally.hands() {
		f.leading++
		f.first = cmp.Or(f.first, fmt.Sprintf("line %d: %s", r.Line, r.Reason))
	}
	switch r.Result {
	case fair:
		f.tally.Matching++
	case mismatched:
		f.tally.Mismatched++
	case short:
		f.tally.Short++
	case malformed:
		f.tally.Malformed++
	}
	if r.Predictable {
		f.tally.Predictable++
	}
	if asJSON {
		f.results = r.appendJSON(append(f.results, ",\n    "...))
	} else {
		f.results = r.appendText(f.results)
	}
}
