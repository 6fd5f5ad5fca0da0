// Package lines audits files of any size, whose lines may be hostile, on all cores: with
// bounded memory, and with the number of every line.
package lines

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
)

// MaxLine is the longest line that is read, in bytes. Two seeds of 1,024 bytes fit,
// however they are escaped.
const MaxLine = 64 << 10

// ErrTooLong says that a line is longer than MaxLine. Its text is skipped.
var ErrTooLong = fmt.Errorf("the line is longer than %d bytes", MaxLine)

// Open opens a file, or standard input if its name is -, and returns what to call it.
func Open(name string, stdin io.Reader) (io.ReadCloser, string, error) {
	if name == "-" {
		return nopCloser{stdin}, "standard input", nil
	}
	file, err := os.Open(name)
	return file, name, err
}

// A nopCloser leaves standard input open, and is the file that it is.
type nopCloser struct{ io.Reader }

func (nopCloser) Close() error { return nil }

// Size returns the size of a regular file, and 0 for anything else.
func Size(in io.Reader) int64 {
	if wrapped, ok := in.(nopCloser); ok {
		in = wrapped.Reader
	}
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

// A Line is one line of a file, without its end.
type Line struct {
	Number  int
	Text    []byte // valid while its chunk is
	TooLong bool   // and so without text
}

// A Chunk is some lines of a file, on their way through an audit.
type Chunk[T any] struct {
	Result T     // what comes of the lines
	Read   int64 // bytes of the file up to the end of the chunk

	text  []byte // of the lines, one after another
	lines []place
	done  chan struct{} // holds a token once the result is there
}

// A place is where a line's text ends; it starts where the one before it ended.
type place struct {
	number  int
	end     int
	tooLong bool
}

// Lines passes the chunk's lines, in order. None is blank.
func (c *Chunk[T]) Lines(yield func(Line) bool) {
	start := 0
	for _, p := range c.lines {
		if !yield(Line{p.number, c.text[start:p.end:p.end], p.tooLong}) {
			return
		}
		start = p.end
	}
}

const (
	chunkLines = 1024
	chunkBytes = 256 << 10
)

// An Audit says what to do with a file.
type Audit[T any] struct {
	// Header gets the first line that isn't blank or too long, before any other function
	// gets a line that isn't too long, and reports whether it is a header, which is left out.
	Header func(text []byte) (bool, error)
	// Worker returns a function that sets the result of a chunk. It is called once for each
	// core; what it returns isn't called concurrently.
	Worker func() func(*Chunk[T])
	// Take takes the chunks in the order of the file. An error ends the audit.
	Take func(*Chunk[T]) error
}

// Run audits a file: one goroutine cuts it into chunks, others audit these, and the
// caller's takes the results. The chunks are a fixed number that goes round, so that
// memory doesn't grow with the file.
func (a Audit[T]) Run(in io.Reader) error {
	workers := runtime.GOMAXPROCS(0)
	chunks := 2*workers + 2
	free, work, order := make(chan *Chunk[T], chunks), make(chan *Chunk[T], chunks), make(chan *Chunk[T], chunks)
	for range chunks {
		free <- &Chunk[T]{done: make(chan struct{}, 1)}
	}
	quit := make(chan struct{})
	defer close(quit)

	var readErr error
	go func() {
		defer close(work)
		defer close(order)
		r := newReader(in, a.Header)
		for readErr == nil {
			select {
			case c := <-free:
				if readErr = fill(r, c); len(c.lines) > 0 {
					work <- c
					order <- c
				}
			case <-quit:
				return
			}
		}
	}()
	for range workers {
		audit := a.Worker()
		go func() {
			for c := range work {
				audit(c)
				c.done <- struct{}{}
			}
		}()
	}
	for c := range order {
		<-c.done
		if err := a.Take(c); err != nil {
			return err
		}
		free <- c
	}
	if readErr != io.EOF {
		return readErr
	}
	return nil
}

// A reader cuts a file into lines.
type reader struct {
	in     *bufio.Reader
	header func(text []byte) (bool, error) // nil once it has been called
	number int
	read   int64
}

func newReader(in io.Reader, header func([]byte) (bool, error)) *reader {
	return &reader{in: bufio.NewReaderSize(in, MaxLine+len("\r\n")), header: header}
}

// fill puts the next lines that aren't blank into c. Its error is io.EOF after the last.
func fill[T any](r *reader, c *Chunk[T]) error {
	c.text, c.lines = c.text[:0], c.lines[:0]
	defer func() { c.Read = r.read }()
	for len(c.lines) < chunkLines && len(c.text) < chunkBytes {
		if len(c.lines) > 0 && r.in.Buffered() == 0 {
			break // the next line may be long in coming, through a pipe
		}
		text, err := r.next()
		tooLong := errors.Is(err, ErrTooLong)
		if err != nil && !tooLong {
			return err
		}
		if len(bytes.TrimSpace(text)) == 0 && !tooLong {
			continue
		}
		if r.header != nil && !tooLong {
			header, err := r.header(text)
			if err != nil {
				return fmt.Errorf("line %d: %w", r.number, err)
			}
			r.header = nil
			if header {
				continue
			}
		}
		c.text = append(c.text, text...)
		c.lines = append(c.lines, place{r.number, len(c.text), tooLong})
	}
	return nil
}

// next returns the next line without its end, valid until the next call; ErrTooLong
// instead of an overlong line, which it has skipped; io.EOF after the last.
func (r *reader) next() ([]byte, error) {
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
		return nil, ErrTooLong
	}
	if err != nil && (err != io.EOF || len(text) == 0) {
		return nil, err
	}
	if r.number == 1 {
		text = bytes.TrimPrefix(text, []byte("\ufeff")) // the byte order mark that spreadsheets write
	}
	text = bytes.TrimSuffix(text, []byte("\n"))
	text = bytes.TrimSuffix(text, []byte("\r"))
	if len(text) > MaxLine {
		return nil, ErrTooLong
	}
	return text, nil
}
