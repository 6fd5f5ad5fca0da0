package main

import (
	"bufio"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// receiptsOf returns the receipts of positions, hidden entries' with their salts.
func receiptsOf(a *draw.Announcement, list *draw.List, openings map[string]opening, positions []int) ([]draw.Receipt, error) {
	receipts := make([]draw.Receipt, len(positions))
	for i, p := range list.Prove(positions...) {
		var err error
		if open, ok := openings[string(p.Entry().Data)]; ok {
			receipts[i], err = a.HiddenReceipt(p, open.salt, open.entry)
		} else {
			receipts[i], err = a.Receipt(p)
		}
		if err != nil {
			return nil, err
		}
	}
	return receipts, nil
}

// A receiptsMode prints the receipts of all entries, or of one.
type receiptsMode struct{ announcement, list, entry, salts *string }

func (m *receiptsMode) define(flags *flag.FlagSet) {
	m.announcement, m.list = cli.File(flags, "receipts"), cli.File(flags, "list")
	m.entry, m.salts = anyText(flags, "entry"), cli.File(flags, "salts")
}

func (m *receiptsMode) run(_ world, out *bufio.Writer, stderr io.Writer) error {
	a, err := readAnnouncement(*m.announcement)
	if err != nil {
		return err
	}
	list, openings, err := readOpened(*m.list, *m.salts, a)
	if err != nil {
		return err
	}
	warn(stderr, list)
	var positions []int
	for i := range list.Len() {
		if *m.entry != "" {
			if entry := string(list.At(i).Data); entry != *m.entry && string(openings[entry].entry) != *m.entry {
				continue
			}
		}
		positions = append(positions, i)
	}
	if positions == nil && openings == nil && hides(list, *m.entry) {
		return fmt.Errorf(`nobody can see without -salts whether "%s" is in the list`, visible(*m.entry))
	}
	if positions == nil {
		return cli.CheckFailed(fmt.Errorf(`"%s" isn't in the list`, visible(*m.entry)))
	}
	if openings == nil && hides(list, "") {
		fmt.Fprint(stderr, cli.Wrap("", "  ", "Warning: all entries are 64 digits. If these hide others, give -salts: a receipt "+
			"without its salt shows nobody whose it is."))
	}
	return writeReceipts(out, a, list, openings, positions)
}

// readOpened reads the list of an announcement, which is the announced one, and what opens it.
func readOpened(file, salts string, a *draw.Announcement) (*draw.List, map[string]opening, error) {
	list, err := readAnnounced(file, a)
	if err != nil {
		return nil, nil, err
	}
	if err := a.CheckList(list); err != nil {
		return nil, nil, cli.CheckFailed(err)
	}
	openings, err := openingsOf(list, salts)
	return list, openings, err
}

// writeReceipts writes each entry, a tab and its receipt.
func writeReceipts(out io.Writer, a *draw.Announcement, list *draw.List, openings map[string]opening, positions []int) error {
	for some := range slices.Chunk(positions, 1<<12) { // as a list can have millions
		receipts, err := receiptsOf(a, list, openings, some)
		if err != nil {
			return err
		}
		for _, r := range receipts {
			if _, err := fmt.Fprintf(out, "%s\t%s\n", visible(string(r.Entry())), receiptText(r)); err != nil {
				return err
			}
		}
	}
	return nil
}

// receiptText returns what an entrant gets.
func receiptText(r draw.Receipt) string { return base64.StdEncoding.EncodeToString(r.Bytes()) }

// parseReceipt reads a receipt, in which white space doesn't matter: mail breaks lines.
func parseReceipt(text string) (draw.Receipt, error) {
	text = strings.NewReplacer(" ", "", "\t", "", "\r", "", "\n", "").Replace(text)
	b, err := base64.StdEncoding.Strict().DecodeString(text)
	if err != nil {
		return draw.Receipt{}, errors.New("this isn't a receipt of a draw, or not all of it")
	}
	return draw.ParseReceipt(b)
}

// checkReceipt says in words what [draw.Announcement.CheckReceipt] finds.
func checkReceipt(a *draw.Announcement, r draw.Receipt) error {
	err := a.CheckReceipt(r)
	switch {
	case err == nil:
		return nil
	case r.Digest() != a.Digest():
		return fmt.Errorf("this receipt is of another draw: of the announcement with the words %s. This draw's are %s",
			r.Digest().Words(), a.Digest().Words())
	case a.CheckProof(r.Proof()) != nil:
		return fmt.Errorf("the receipt doesn't fit the list that was announced: %w", err)
	}
	return errors.New("the receipt's salt and entry aren't those of its line, so the line is somebody else's")
}
