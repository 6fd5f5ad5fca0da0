package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A result is what was found of a draw, for people and for -json.
type result struct {
	cli.Outcome
	Label   string   `json:"label"`
	Digest  string   `json:"digest"`
	Words   string   `json:"words"`
	Entries int      `json:"entries"`
	Round   uint64   `json:"round"`
	Time    string   `json:"time"`
	Value   string   `json:"value,omitempty"`
	Winners []place  `json:"places,omitempty"`
	Notes   []string `json:"notes,omitempty"`
}

// A place is an entry that was drawn.
type place struct {
	Entry      string   `json:"entry"`
	Weight     uint64   `json:"weight,omitempty"`
	Substitute bool     `json:"substitute"`
	Opening    *opening `json:"opening,omitempty"` // if the entry was hidden
}

func resultOf(a *draw.Announcement) result {
	t := a.Terms()
	return result{
		Label: t.Label, Digest: a.Digest().String(), Words: a.Digest().Words(), Entries: a.Entries(),
		Round: t.Round, Time: t.Time.Format(time.RFC3339),
	}
}

// fill adds the places, as proofs show them.
func (r *result) fill(a *draw.Announcement, value draw.Value, proofs []draw.Proof, openings map[string]opening) {
	r.Value = fmt.Sprintf("%x", value.Randomness)
	for i, p := range proofs {
		e := p.Entry()
		one := place{Entry: string(e.Data), Substitute: i >= a.Terms().Winners}
		if a.Weighted() {
			one.Weight = e.Weight
		}
		if open, ok := openings[one.Entry]; ok {
			one.Opening = &open
		}
		r.Winners = append(r.Winners, one)
	}
}

// places lists who won.
func (r result) places() string {
	var b strings.Builder
	for i, p := range r.Winners {
		what, name := "wins", p.Entry
		if p.Substitute {
			what = "is a substitute"
		}
		if p.Opening != nil {
			name = p.Opening.Entry
		}
		if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) { // which a terminal might obey
			name = strconv.QuoteToASCII(name)
		}
		fmt.Fprintf(&b, "%d. %s %s\n", i+1, name, what)
	}
	return b.String()
}

// text is the result for people.
func (r result) text() string {
	if r.Digest == "" {
		return ""
	}
	text := fmt.Sprintf("%s\n%s, round %d at %s\nDigest: %s\n%s", r.Label, entries(r.Entries), r.Round, r.Time, r.Digest,
		cli.Wrap("", "  ", "In words: "+r.Words))
	if r.Winners != nil {
		text += "\n" + r.places()
	}
	for _, note := range r.Notes {
		text += "\n" + cli.Wrap("", "", note)
	}
	return text
}

// entries writes how many there are.
func entries(n int) string {
	if n == 1 {
		return "1 entry"
	}
	return cli.Thousands(n) + " entries"
}

func (r *result) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// check checks an announcement, or a page.
func (o options) check() (result, error) {
	text, err := os.ReadFile(*o.verify)
	if err != nil {
		return result{}, err
	}
	var found published
	isPage := bytes.HasPrefix(text, []byte("<!doctype html>"))
	if isPage {
		if found, err = parsePage(text); err != nil {
			return result{}, cli.CheckFailed(err)
		}
		text = []byte(found.Announcement)
	}
	a, err := draw.ParseAnnouncement(text)
	if err != nil {
		return result{}, cli.CheckFailed(err)
	}
	r := resultOf(a)
	if isPage {
		if err := found.check(a, &r); err != nil {
			return r, cli.CheckFailed(err)
		}
		r.note("The page's program is the one of this release, and what the page shows follows from the announcement and from drand's round.")
	}
	if err := o.checkAround(a, &r); err != nil {
		return r, cli.CheckFailed(err)
	}
	return r, nil
}

// checkAround checks what an announcement doesn't say itself.
func (o options) checkAround(a *draw.Announcement, r *result) error {
	if _, err := drand.NetworkOf(a.Terms()); err != nil {
		return err
	}
	if o.published.IsZero() {
		r.note("Nothing here shows when this was announced, or that it was announced alone. If you saw it in time, compare the digest, and give -published.")
	} else if err := a.CheckTime(o.published, *o.margin); err != nil {
		return err
	} else {
		r.note("It was announced at least %v before the round.", *o.margin)
	}
	if *o.previous != "" {
		previous, err := readAnnouncement(*o.previous)
		if err != nil {
			return err
		}
		if a.Contradicts(previous) {
			return errors.New("two announcements of one number at one place")
		}
		if err := a.CheckPrevious(previous); err != nil {
			return err
		}
		r.note("It follows announcement %d.", previous.Terms().Number)
	}
	if *o.receipt != "" {
		p, err := parseReceipt(*o.receipt)
		if err != nil {
			return err
		}
		if err := a.CheckProof(p); err != nil {
			return err
		}
		r.note("The receipt is good: %q is entry %d of %d.", p.Entry().Data, p.Position()+1, a.Entries())
	}
	return nil
}

// receiptOf returns what an entrant gets: a proof, as text.
func receiptOf(p draw.Proof) string { return base64.StdEncoding.EncodeToString(p.Bytes()) }

func parseReceipt(text string) (draw.Proof, error) {
	b, err := base64.StdEncoding.Strict().DecodeString(strings.TrimSpace(text))
	if err != nil {
		return draw.Proof{}, err
	}
	return draw.ParseProof(b)
}
