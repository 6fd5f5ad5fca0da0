package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"time"
)

// A progress draws a bar on a terminal, of 40 columns or more. A nil one draws
// nothing.
type progress struct {
	terminal io.Writer
	size     int64 // of the file in bytes, 0 if unknown
	drawn    time.Time
	width    int // of what is on the terminal now
}

// redraw is how often the bar moves.
const redraw = 100 * time.Millisecond

// newProgress returns the progress of reading in, or nil if w isn't a terminal.
func newProgress(w io.Writer, in io.Reader) *progress {
	if info := stat(w); info == nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	p := &progress{terminal: w}
	if info := stat(in); info != nil && info.Mode().IsRegular() {
		p.size = info.Size()
	}
	return p
}

func stat(stream any) os.FileInfo {
	file, ok := stream.(*os.File)
	if !ok {
		return nil
	}
	info, err := file.Stat()
	if err != nil {
		return nil
	}
	return info
}

// hide erases the bar, so that other output can take its line.
func (p *progress) hide() {
	if p != nil && p.width > 0 {
		fmt.Fprintf(p.terminal, "\r%s\r", strings.Repeat(" ", p.width))
		p.width = 0
	}
}

// show draws the bar.
func (p *progress) show(read int64, hands int) {
	if p == nil || time.Since(p.drawn) < redraw {
		return
	}
	p.drawn = time.Now()
	bar := ""
	if p.size > 0 {
		done := min(read, p.size)
		full := int(done * 10 / p.size)
		bar = fmt.Sprintf("[%s%s] %3d%%  ", strings.Repeat("=", full), strings.Repeat(" ", 10-full), done*100/p.size)
	}
	bar += thousands(int64(hands)) + " hands"
	p.width = len(bar)
	io.WriteString(p.terminal, bar)
}
