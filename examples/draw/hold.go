package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// clock is time, of which a test has its own.
var clock = struct {
	now   func() time.Time
	sleep func(time.Duration)
}{time.Now, time.Sleep}

// holdDraw announces, waits and draws. Whatever it was doing when it ended, run again it goes on:
// an announcement that is there is never replaced.
func (o options) holdDraw(out *bufio.Writer, stderr io.Writer) error {
	say := func(format string, args ...any) {
		fmt.Fprint(stderr, cli.Wrap("", "", fmt.Sprintf(format, args...)))
	}
	file := *o.out + ".draw"
	a, err := readAnnouncement(file)
	if errors.Is(err, os.ErrNotExist) {
		if a, _, err = o.announcement(*o.hold, stderr); err != nil {
			return err
		}
		if err := writeWhole(file, 0o644, os.Link, text(a.Text())); err != nil { // which fails if another process has written it
			return err
		}
		say("%s", o.publish(a, file))
	} else if err != nil {
		return fmt.Errorf("%s: %w", file, err)
	} else {
		if t := a.Terms(); t.Label != *o.label || t.Place != *o.place || t.Winners != *o.winners || t.Substitutes != *o.substitutes {
			return fmt.Errorf("%s announces another draw than these flags; take another -out", file)
		}
		say("Going on with the announcement in %s.", file)
	}

	listFile, salts := *o.hold, ""
	if *o.hide != "" {
		listFile, salts = *o.hide+".txt", *o.hide+".salts"
	}
	list, openings, err := readOpened(listFile, salts, a)
	if err != nil {
		return fmt.Errorf("the list of %s is needed as it was: %w", file, err)
	}
	if err := o.holdReceipts(a, list, openings, say); err != nil {
		return err
	}
	round, err := await(a, say)
	if err != nil {
		return err
	}
	r := resultOf(a)
	page, err := drawPage(a, list, openings, round, &r)
	if err != nil {
		return err
	}
	if err := writeWhole(*o.out+".html", 0o644, os.Rename, text(page)); err != nil {
		return err
	}
	say("Publish the page, %s.html.", *o.out)
	fmt.Fprint(out, r.text())
	return nil
}

// holdReceipts writes the receipts, unless they are there: those of another announcement don't count.
func (o options) holdReceipts(a *draw.Announcement, list *draw.List, openings map[string]opening, say func(string, ...any)) error {
	file := *o.out + ".receipts"
	if old, err := os.ReadFile(file); err == nil {
		line, _, _ := strings.Cut(string(old), "\n")
		_, receipt, _ := strings.Cut(line, "\t")
		if r, err := parseReceipt(receipt); err == nil && r.Digest() == a.Digest() {
			return nil
		}
	}
	positions := make([]int, list.Len())
	for i := range positions {
		positions[i] = i
	}
	err := writeWhole(file, 0o600, os.Rename, func(w io.Writer) error { return writeReceipts(w, a, list, openings, positions) })
	if err != nil {
		return err
	}
	say("Give each entrant the receipt in %s before the round.", file)
	return nil
}

// await waits for the round of an announcement, and returns it as drand has it.
func await(a *draw.Announcement, say func(string, ...any)) ([]byte, error) {
	t := a.Terms()
	network, err := drand.NetworkOf(t)
	if err != nil {
		return nil, err
	}
	if wait := t.Time.Sub(clock.now()); wait > 0 {
		say("Waiting for round %d of drand, which comes at %s, in %v. Stop this as you like: run again, it goes on.", t.Round,
			t.Time.Format(time.RFC3339), wait.Round(time.Second))
		for ; wait > 0; wait = t.Time.Sub(clock.now()) {
			clock.sleep(min(wait, time.Minute)) // as a computer may sleep as well
		}
	}
	said := ""
	for pause := 2 * time.Second; ; pause = min(2*pause, time.Minute) {
		text, err := fetch(network, t.Round)
		if err == nil {
			var value draw.Value
			if value, err = network.ParseRound(text); err == nil && value.Round == t.Round {
				return text, nil
			}
			if err == nil {
				err = fmt.Errorf("drand's relay gives round %d", value.Round)
			}
		}
		if err.Error() != said {
			said = err.Error()
			say("%s: %v. Asking again.", clock.now().UTC().Format(time.RFC3339), err)
		}
		clock.sleep(pause)
	}
}

// writeWhole writes a file, all of it or none: first another one, which is then put in its place.
func writeWhole(file string, mode os.FileMode, place func(old, new string) error, write func(w io.Writer) error) error {
	f, err := os.CreateTemp(filepath.Dir(file), ".draw-")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	defer f.Close()
	if err := f.Chmod(mode); err != nil {
		return err
	}
	w := bufio.NewWriter(f)
	if err := errors.Join(write(w), w.Flush(), f.Sync(), f.Close()); err != nil {
		return err
	}
	return place(f.Name(), file)
}

func text(t string) func(io.Writer) error {
	return func(w io.Writer) error {
		_, err := io.WriteString(w, t)
		return err
	}
}
