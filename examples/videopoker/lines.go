package main

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
)

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
