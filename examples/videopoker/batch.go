package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strconv"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// auditFile audits the hands of a file and prints a result for each, and a summary.
func auditFile(name string, stdin io.Reader, out *bufio.Writer, stderr io.Writer) error {
	in := stdin
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return err
		}
		defer file.Close()
		in = file
	}
	total, err := batch(in, out, newProgress(stderr, in))
	if err != nil {
		return err
	}
	if total.hands() == total.malformed {
		return fmt.Errorf("no line of %s holds a hand: -h says how to write one", name)
	}
	fmt.Fprintf(out, "%v\n%s\n", total, compare) // out keeps its errors for the caller's Flush
	if bad := total.mismatched + total.short; bad > 0 {
		return fmt.Errorf("%w: that is so for %s of %s hands", errUnfair, thousands(int64(bad)), thousands(int64(total.hands())))
	}
	if total.malformed > 0 {
		return cli.CheckFailed(fmt.Errorf("%s of %s hands are malformed and couldn't be audited", thousands(int64(total.malformed)), thousands(int64(total.hands()))))
	}
	return nil
}

// A tally counts hands by the result of their audit.
type tally struct {
	matching, mismatched, short, malformed int
	predictable                            int // of those matching
}

func (t tally) hands() int { return t.matching + t.mismatched + t.short + t.malformed }

func (t *tally) add(u tally) {
	t.matching += u.matching
	t.mismatched += u.mismatched
	t.short += u.short
	t.malformed += u.malformed
	t.predictable += u.predictable
}

func (t tally) String() string {
	s := fmt.Sprintf("Hands: %s. Server seed matches its hash: %s", thousands(int64(t.hands())), thousands(int64(t.matching)))
	for _, c := range []struct {
		what string
		n    int
	}{
		{"of these, predictable from the hash", t.predictable},
		{"doesn't match", t.mismatched},
		{"too few cards", t.short},
		{"malformed", t.malformed},
	} {
		if c.n > 0 {
			s += fmt.Sprintf("; %s: %s", c.what, thousands(int64(c.n)))
		}
	}
	return s + "."
}

const (
	chunkLines = 1024
	chunkBytes = 256 << 10
)

// A chunk is some lines of the file on their way through the audit.
type chunk struct {
	layout  layout
	text    []byte // of the lines, one after another
	lines   []line
	read    int64 // bytes of the file up to here
	results []byte
	tally   tally
	audited chan struct{} // holds a token once results and tally are there
}

// A line of a chunk ends where its text does, and starts where the one before it
// ended.
type line struct {
	number  int
	end     int
	tooLong bool // and so without text
}

// batch audits a file: one goroutine cuts it into chunks, others audit these, and
// the caller's prints the results in the file's order. The chunks are a fixed
// number that goes round, so that memory doesn't grow with the file.
func batch(in io.Reader, out *bufio.Writer, progress *progress) (tally, error) {
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
		r := newLineReader(in)
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
				c.audit()
				c.audited <- struct{}{}
			}
		}()
	}

	var total tally
	for c := range order {
		<-c.audited
		total.add(c.tally)
		progress.hide()
		out.Write(c.results)
		if err := out.Flush(); err != nil {
			return total, err
		}
		progress.show(c.read, total.hands())
		free <- c
	}
	progress.hide()
	if readErr == io.EOF {
		return total, nil
	}
	return total, readErr
}

// audit fills in the chunk's results and tally.
func (c *chunk) audit() {
	c.results, c.tally = c.results[:0], tally{}
	ten := make([]int, 0, handSize)
	start := 0
	for _, l := range c.lines {
		text := c.text[start:l.end]
		start = l.end
		var b bet
		err := errTooLong
		if !l.tooLong {
			b, err = c.layout.parse(text)
		}
		if err != nil {
			c.tally.malformed++
			c.results = fmt.Appendf(c.results, "%d malformed: %v\n", l.number, err)
			continue
		}
		ten, err = b.cards(ten[:0])
		c.report(l.number, b, ten, err)
	}
}

// report adds the result of a hand, of which short says that it has too few cards.
func (c *chunk) report(number int, b bet, ten []int, short error) {
	c.results = strconv.AppendInt(c.results, int64(number), 10)
	switch {
	case !b.matches():
		c.tally.mismatched++
		c.results = append(c.results, " MISMATCH"...)
	case short != nil:
		c.tally.short++
		c.results = append(c.results, " SHORT"...)
	default:
		c.tally.matching++
		c.results = append(c.results, " ok"...)
		if b.game == gameV1 && b.server.Predictable() {
			c.tally.predictable++
			c.results = append(c.results, " PREDICTABLE"...)
		}
	}
	for i, n := range ten {
		if i == 5 {
			c.results = append(c.results, " |"...)
		}
		c.results = append(c.results, ' ')
		c.results = append(c.results, cardNames[n]...)
	}
	c.results = append(c.results, '\n')
}

var cardNames = func() (names [deckSize]string) {
	for c := range names {
		names[c] = cards.Numbered(c).String()
	}
	return names
}()

// A lineReader cuts a file into chunks of whole lines.
type lineReader struct {
	in     *bufio.Reader
	layout layout // known from the first line that isn't blank
	known  bool
	number int
	read   int64
}

// maxLine is the longest line audited, in bytes. Two seeds of 1,024 bytes fit,
// however they are escaped.
const maxLine = 64 << 10

var errTooLong = fmt.Errorf("the line is longer than %d bytes", maxLine)

func newLineReader(in io.Reader) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, maxLine+len("\r\n"))}
}

// fill puts the next lines that hold a hand into c. Its error is io.EOF after the
// last.
func (r *lineReader) fill(c *chunk) error {
	c.text, c.lines = c.text[:0], c.lines[:0]
	defer func() { c.layout, c.read = r.layout, r.read }()
	for len(c.lines) < chunkLines && len(c.text) < chunkBytes {
		if len(c.lines) > 0 && r.in.Buffered() == 0 {
			break // the next line may be long in coming, through a pipe
		}
		text, err := r.next()
		tooLong := errors.Is(err, errTooLong)
		if err != nil && !tooLong {
			return err
		}
		if len(bytes.TrimSpace(text)) == 0 && !tooLong {
			continue
		}
		if !r.known && !tooLong {
			header, err := r.layout.detect(text)
			if err != nil {
				return fmt.Errorf("line %d: %w", r.number, err)
			}
			r.known = true
			if header {
				continue
			}
		}
		c.text = append(c.text, text...)
		c.lines = append(c.lines, line{r.number, len(c.text), tooLong})
	}
	return nil
}

// next returns the next line without its end, valid until the next call; errTooLong
// instead of an overlong line, which it has skipped; io.EOF after the last.
func (r *lineReader) next() ([]byte, error) {
	text, err := r.in.ReadSlice('\n')
	r.read += int64(len(text))
	r.number++
	if err == bufio.ErrBufferFull {
		for err == bufio.ErrBufferFull {
			text, err = r.in.ReadSlice('\n')
			r.read += int64(len(text))
		}
		if err != nil && err != io.EOF {
			return nil, err
		}
		return nil, errTooLong
	}
	if err != nil && (err != io.EOF || len(text) == 0) {
		return nil, err
	}
	if r.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff")) // the byte order mark that spreadsheets write
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	text = bytes.TrimSuffix(text, []byte("\r"))
	if len(text) > maxLine {
		return nil, errTooLong
	}
	return text, nil
}
