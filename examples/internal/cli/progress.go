package cli

import (
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"
)

// A Progress draws a bar on a terminal of 40 columns or more. A nil one draws nothing. It
// is safe for concurrent use.
type Progress struct {
	mu       sync.Mutex
	terminal io.Writer
	changed  time.Time // when the bar was drawn, or the work began
	width    int       // of what is on the terminal now
}

// redraw is how often the bar moves, and the time that work may take without a bar.
const redraw = 100 * time.Millisecond

// NewProgress returns the progress of work that begins now, or nil unless w is a terminal
// on which a line can be drawn again.
func NewProgress(w io.Writer) *Progress {
	if !IsTerminal(w) || os.Getenv("TERM") == "dumb" {
		return nil
	}
	return &Progress{terminal: w, changed: time.Now()}
}

// IsTerminal reports whether w is a terminal: a device of characters that isn't the one
// that swallows everything.
func IsTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	if err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return false
	}
	null, err := os.Stat(os.DevNull)
	return err != nil || !os.SameFile(info, null)
}

// Show says how much of the work is done, of a total that is 0 if it isn't known. The text
// follows the bar.
func (p *Progress) Show(done, total int64, text string) {
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

// Hide erases the bar, so that other output can take its line.
func (p *Progress) Hide() {
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
