package main

import (
	"fmt"
	"io"
	"os"
	"strings"
)

// A progress draws a bar on a terminal. A nil one draws nothing.
type progress struct {
	terminal io.Writer
	size     int64 // of the file in bytes, 0 if unknown
	visible  bool
}

// newProgress returns nil if w isn't a terminal.
func newProgress(w io.Writer, size int64) *progress {
	file, ok := w.(*os.File)
	if !ok {
		return nil
	}
	if info, err := file.Stat(); err != nil || info.Mode()&os.ModeCharDevice == 0 {
		return nil
	}
	return &progress{terminal: w, size: size}
}

// hide erases the bar, so that other output can take its line.
func (p *progress) hide() {
	if p != nil && p.visible {
		fmt.Fprint(p.terminal, "\r\x1b[K")
		p.visible = false
	}
}

// show draws the bar again.
func (p *progress) show(read int64, hands int) {
	if p == nil {
		return
	}
	bar := ""
	if p.size > 0 {
		const width = 30
		done := min(read, p.size)
		full := int(done * width / p.size)
		bar = fmt.Sprintf("[%s%s] %3d%%  ", strings.Repeat("=", full), strings.Repeat(" ", width-full), done*100/p.size)
	}
	fmt.Fprintf(p.terminal, "%s%s hands", bar, thousands(int64(hands)))
	p.visible = true
}
