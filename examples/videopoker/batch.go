package main

import (
	"bufio"
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// auditFile audits the hands of a file and prints a result for each, and a summary.
func auditFile(name string, stdin io.Reader, out *bufio.Writer, progress *cli.Progress, asJSON bool) error {
	in := stdin
	if name == "-" {
		name = "standard input"
	} else {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
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

// fileSize returns the size of a regular file, and 0 for anything else.
func fileSize(in io.Reader) int64 {
	file, ok := in.(*os.File)
	if !ok {
		return 0
	}
	info, err := file.Stat()
	if err != nil || !info.Mode().IsRegular() {
		return 0
	}
	return info.Size()
}

const (
	chunkLines = 1024
	chunkBytes = 256 << 10
	// giveUp is how many lines at the start of a file may be malformed.
	giveUp = 10
)

// errNoHands means that a file holds something else than hands.
var errNoHands = errors.New("no hand")

// An audit of a file prints a result for each hand.
type audit struct {
	in       io.Reader
	out      *bufio.Writer
	asJSON   bool
	progress *cli.Progress
}

// A chunk is some lines of the file on their way through the audit.
type chunk struct {
	layout  layout
	text    []byte // of the lines, one after another
	lines   []line
	read    int64 // bytes of the file up to here
	results []byte
	tally   tally
	leading int           // malformed lines before the first hand
	first   string        // what is wrong with the first of these
	audited chan struct{} // holds a token once results and tally are there
}

// A line of a chunk ends where its text does, and starts where the one before it
// ended.
type line struct {
	number  int
	end     int
	tooLong bool // and so without text
}

// run audits the file: one goroutine cuts it into chunks, others audit these, and the
// caller's prints the results in the file's order. The chunks are a fixed number that
// goes round, so that memory doesn't grow with the file.
func (a *audit) run() (tally, error) {
	workers := runtime.GOMAXPROCS(0)
	chunks := 2*workers + 2
	free, work, order := make(chan *chunk, chunks), make(chan *chunk, chunks), make(chan *chunk, chunks)
	for range chunks {
		free <- &chunk{audited: make(chan struct{}, 1)}
	}
	quit := make(chan struct{})
	defer close(quit)

	var readErr error
	go func() {
		defer close(work)
		defer close(order)
		r := newLineReader(a.in)
		for readErr == nil {
			select {
			case c := <-free:
				if readErr = r.fill(c); len(c.lines) > 0 {
					work <- c
					order <- c
				}
			case <-quit:
				return
			}
		}
	}()
	for range workers {
		go func() {
			for c := range work {
				c.audit(a.asJSON)
				c.audited <- struct{}{}
			}
		}()
	}

	size := fileSize(a.in)
	var total tally
	var held []byte  // results before the first hand
	var first string // of these
	for c := range order {
		<-c.audited
		results := c.results
		if found := total.hands() > total.Malformed; !found {
			first = cmp.Or(first, c.first)
			if total.Malformed+c.leading >= giveUp {
				return total, fmt.Errorf("%w in the first %d lines; %s", errNoHands, giveUp, first)
			}
			held = append(held, c.results...)
			results = held
			if c.leading < c.tally.hands() && a.asJSON {
				results = slices.Concat([]byte("{\n  \"hands\": ["), bytes.TrimPrefix(held, []byte(",")))
			}
		}
		total.add(c.tally)
		if total.hands() > total.Malformed {
			a.out.Write(results)
			if err := a.out.Flush(); err != nil {
				return total, err
			}
			a.progress.Show(c.read, size, cli.Count(total.hands(), "hand"))
		}
		free <- c
	}
	a.progress.Hide()
	switch {
	case readErr != io.EOF:
		return total, readErr
	case total.hands() == 0:
		return total, errNoHands
	case total.hands() == total.Malformed:
		return total, fmt.Errorf("%w; %s", errNoHands, first)
	}
	return total, nil
}

// audit fills in what comes of the chunk's lines.
func (c *chunk) audit(asJSON bool) {
	c.results, c.tally, c.leading, c.first = c.results[:0], tally{}, 0, ""
	ten := make([]int, 0, handSize)
	start := 0
	for _, l := range c.lines {
		text := c.text[start:l.end]
		start = l.end
		r := result{Line: l.number}
		var b bet
		err := errTooLong
		if !l.tooLong {
			b, err = c.layout.parse(text)
		}
		if err != nil {
			r.Result, r.Reason = malformed, err.Error()
		} else {
			ten, err = b.cards(ten[:0])
			r.judge(b, ten, err)
		}
		c.add(r, asJSON)
	}
}

// add counts a result, and writes it.
func (c *chunk) add(r result, asJSON bool) {
	if r.Result == malformed && c.leading == c.tally.hands() {
		c.leading++
		c.first = cmp.Or(c.first, fmt.Sprintf("line %d: %s", r.Line, r.Reason))
	}
	switch r.Result {
	case fair:
		c.tally.Matching++
	case mismatched:
		c.tally.Mismatched++
	case short:
		c.tally.Short++
	case malformed:
		c.tally.Malformed++
	}
	if r.Predictable {
		c.tally.Predictable++
	}
	if asJSON {
		c.results = r.appendJSON(append(c.results, ",\n    "...))
	} else {
		c.results = r.appendText(c.results)
	}
}
