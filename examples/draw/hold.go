package main

import (
	"bufio"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A holdMode announces, waits and draws. Whatever it was doing when it ended, run again it goes on,
// unless it had written salts and no announcement yet. Neither file is ever replaced, and salts aren't
// used for two draws.
type holdMode struct {
	list, out *string
	offer
}

func (m *holdMode) define(flags *flag.FlagSet) {
	m.list, m.out = cli.File(flags, "hold"), cli.File(flags, "out")
	m.offer.define(flags)
}

func (m *holdMode) run(w world, out *bufio.Writer, stderr io.Writer) error {
	say := func(format string, args ...any) {
		fmt.Fprint(stderr, cli.Wrap("", "", fmt.Sprintf(format, args...)))
	}
	file := *m.out + ".draw"
	a, err := m.announced(w, file, stderr, say)
	if err != nil {
		return err
	}
	if err := m.writeHidden(*m.list); err != nil {
		return err
	}
	listFile, salts := *m.list, ""
	if *m.hide != "" {
		listFile, salts = m.hiddenFile(), m.saltsFile()
	}
	list, openings, err := readOpened(listFile, salts, a)
	if err != nil {
		return fmt.Errorf("the list of %s is needed as it was: %w", file, err)
	}
	if err := m.writeReceipts(a, list, openings, say); err != nil {
		return err
	}
	round, err := w.await(a, say)
	if err != nil {
		return err
	}
	r := resultOf(a)
	page, err := drawPage(a, list, openings, round, &r)
	if err != nil {
		return err
	}
	if err := replaceFile(*m.out+".html", 0o644, whole(page)); err != nil {
		return err
	}
	say("Publish the page, %s.html.", *m.out)
	fmt.Fprint(out, r.text())
	return nil
}

// announced returns the announcement in a file, or makes one and writes it.
func (m *holdMode) announced(w world, file string, stderr io.Writer, say func(string, ...any)) (*draw.Announcement, error) {
	a, err := readAnnouncement(file)
	switch {
	case errors.Is(err, os.ErrNotExist):
		if a, err = m.announcement(w.now(), *m.list, stderr); err != nil {
			return nil, err
		}
		if err := writeNew(file, 0o644, whole(a.Text())); err != nil { // which fails if another process has written it
			return nil, err
		}
		say("%s", m.publish(a, file))
		return a, nil
	case err != nil:
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	differing, err := m.differing(a)
	if err != nil {
		return nil, err
	}
	if differing != nil {
		return nil, fmt.Errorf("%s announces a draw that differs from these flags in %s; take another -out", file, strings.Join(differing, ", "))
	}
	say("Going on with the announcement in %s.", file)
	return a, nil
}

// writeReceipts writes the receipts, unless all are there: those of another announcement don't count.
func (m *holdMode) writeReceipts(a *draw.Announcement, list *draw.List, openings map[string]opening, say func(string, ...any)) error {
	file := *m.out + ".receipts"
	if old, err := os.ReadFile(file); err == nil {
		line, _, _ := strings.Cut(string(old), "\n")
		_, receipt, _ := strings.Cut(line, "\t")
		if r, err := parseReceipt(receipt); err == nil && r.Digest() == a.Digest() && strings.Count(string(old), "\n") == list.Len() {
			return nil
		}
	}
	positions := make([]int, list.Len())
	for i := range positions {
		positions[i] = i
	}
	err := replaceFile(file, 0o600, func(w io.Writer) error { return writeReceipts(w, a, list, openings, positions) })
	if err != nil {
		return err
	}
	say("Give each entrant the receipt in %s before the round.", file)
	return nil
}
