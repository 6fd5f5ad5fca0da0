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

	"github.com/squaredeal/squaredeal/seedrng"
)

// auditBatch audits the hands of a file and returns the exit status.
func auditBatch(name string, stdin io.Reader, stdout, stderr io.Writer) int {
	in, size := stdin, int64(0)
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			fmt.Fprintf(stderr, "videopoker: %v\n", err)
			return misused
		}
		defer file.Close()
		if info, err := file.Stat(); err == nil {
			size = info.Size()
		}
		in = file
	}
	total, err := batch(in, stdout, newProgress(stderr, size))
	if err == nil {
		_, err = fmt.Fprintln(stdout, total)
	}
	if err != nil {
		fmt.Fprintf(stderr, "videopoker: %v\n", err)
		return unfair
	}
	if total.fair == 0 || total.fair < total.hands() {
		return unfair
	}
	return fair
}

// A tally counts hands by the result of their audit.
type tally struct {
	fair, mismatched, short, malformed int
}

func (t tally) hands() int { return t.fair + t.mismatched + t.short + t.malformed }

func (t *tally) add(u tally) {
	t.fair += u.fair
	t.mismatched += u.mismatched
	t.short += u.short
	t.malformed += u.malformed
}

func (t tally) String() string {
	s := fmt.Sprintf("%s hands: %s fair", thousands(int64(t.hands())), thousands(int64(t.fair)))
	for _, c := range []struct {
		n    int
		what string
	}{{t.mismatched, "with another server seed than was committed to"}, {t.short, "with too few cards in the digest"}, {t.malformed, "malformed"}} {
		if c.n > 0 {
			s += fmt.Sprintf(", %s %s", thousands(int64(c.n)), c.what)
		}
	}
	return s
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

// A line of a chunk ends where its text does, and starts where the one before it ended.
type line struct {
	number  int
	end     int
	tooLong bool // and so without text
}

// batch audits a file: one goroutine cuts it into chunks, others audit these, and the
// caller's prints the results in the file's order. The chunks are a fixed number that
// goes round, so that memory doesn't grow with the file.
func batch(in io.Reader, out io.Writer, progress *progress) (tally, error) {
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
		if _, err := out.Write(c.results); err != nil {
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
		c.results = strconv.AppendInt(c.results, int64(l.number), 10)

		var b bet
		err := errTooLong
		if !l.tooLong {
			b, err = c.layout.parse(text)
		}
		if err != nil {
			c.tally.malformed++
			c.results = fmt.Appendf(c.results, " malformed: %v\n", err)
			continue
		}
		ten, err = b.cards(ten[:0])
		switch {
		case seedrng.Verify(b.hash, b.server.Reveal()) != nil:
			c.tally.mismatched++
			c.results = append(c.results, " MISMATCH"...)
		case err != nil:
			c.tally.short++
			c.results = append(c.results, " short"...)
		default:
			c.tally.fair++
			c.results = append(c.results, " ok"...)
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
}

var cardNames = func() (names [deckSize]string) {
	for c := range names {
		names[c] = card(c).String()
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

// maxLine is the longest line audited, in bytes. Two seeds of 1,024 bytes fit, however
// they are escaped.
const maxLine = 64 << 10

var errTooLong = fmt.Errorf("the line is longer than %d bytes", maxLine)

func newLineReader(in io.Reader) *lineReader {
	return &lineReader{in: bufio.NewReaderSize(in, maxLine)}
}

// fill puts the next lines that hold a hand into c. Its error is io.EOF after the last.
func (r *lineReader) fill(c *chunk) error {
	c.text, c.lines = c.text[:0], c.lines[:0]
	defer func() { c.layout, c.read = r.layout, r.read }()
	for len(c.lines) < chunkLines && len(c.text) < chunkBytes {
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
	return bytes.TrimSuffix(text, []byte("\r")), nil
}
