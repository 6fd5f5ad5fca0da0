package main

import (
	"io"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

// The bar fits 40 columns, doesn't come before the work has taken a while, stays until other
// output hides it, and comes back at once after that.
func TestProgress(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var terminal strings.Builder
		p := &progress{terminal: &terminal, changed: time.Now()}
		p.show(1, 200, "1 hand") // too early
		p.hide()
		if terminal.String() != "" {
			t.Errorf("a bar at once: %q", terminal.String())
		}
		time.Sleep(redraw)
		p.show(100, 200, "1,500 hands")
		p.show(150, 200, "2,000 hands") // too soon to be seen
		p.hide()
		p.hide()
		p.show(300, 200, "1,000,000,000 hands") // the file has grown
		time.Sleep(redraw)
		p.show(7, 0, "7 hands") // of a pipe
		bars := []string{"[=====     ]  50%  1,500 hands", "[==========] 100%  1,000,000,000 hands", "7 hands"}
		want := "\r" + bars[0] + "\r" + strings.Repeat(" ", len(bars[0])) + "\r" +
			"\r" + bars[1] + "\r" + bars[2] + strings.Repeat(" ", len(bars[1])-len(bars[2]))
		if terminal.String() != want {
			t.Errorf("%q, want %q", terminal.String(), want)
		}
		if len(bars[1]) >= 40 {
			t.Errorf("the bar has %d columns", len(bars[1]))
		}
	})
}

// What isn't a terminal, or a dumb one, gets no bar, and drawing none does nothing.
func TestNoProgress(t *testing.T) {
	t.Setenv("TERM", "xterm")
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	null, err := os.OpenFile(os.DevNull, os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer null.Close()
	for _, w := range []io.Writer{file, null, &strings.Builder{}} {
		p := newProgress(w)
		if p != nil {
			t.Errorf("a bar for a %T", w)
		}
		p.show(1, 2, "")
		p.hide()
	}

	zero, err := os.OpenFile("/dev/zero", os.O_WRONLY, 0) // a device, as a terminal is
	if err != nil {
		t.Skip(err)
	}
	defer zero.Close()
	if newProgress(zero) == nil {
		t.Error("no bar for a terminal")
	}
	t.Setenv("TERM", "dumb")
	if newProgress(zero) != nil {
		t.Error("a bar for a dumb terminal")
	}
}
