package main

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A progress draws a bar on a terminal of 40 columns or more. A nil one draws nothing. It
// is safe for concurrent use.
type progress struct {
	mu       sync.Mutex
	terminal io.Writer
	changed  time.Time // when the bar was drawn, or the work began
	width    int       // of what is on the terminal now
}

// redraw is how often the bar moves, and the time that work may take without a bar.
const redraw = 100 * time.Millisecond

// newProgress returns the progress of work that begins now, or nil unless w is a terminal
// on which a line can be drawn again.
func newProgress(w io.Writer) *progress {
	if !cli.IsTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &progress{terminal: w, changed: time.Now()}
}

// show says how much of the work is done, of a total that is 0 if it isn't known. The text
// follows the bar.
func (p *progress) show(done, total int64, text string) {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if time.Since(p.changed) < redraw {
		return
	}
	p.changed = time.Now()
	bar := text
	if total > 0 {
		done = min(done, total)
		full := int(done * 10 / total)
		bar = fmt.Sprintf("[%s%s] %3d%%  %s", strings.Repeat("=", full), strings.Repeat(" ", 10-full), done*100/total, text)
	}
	fmt.Fprintf(p.terminal, "\r%-*s", p.width, bar)
	p.width = max(p.width, len(bar))
}

// hide erases the bar, so that other output can take its line.
func (p *progress) hide() {
	if p == nil {
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.width > 0 {
		fmt.Fprintf(p.terminal, "\r%s\r", strings.Repeat(" ", p.width))
		p.width = 0
		p.changed = time.Time{} // it can come back at once
	}
}
