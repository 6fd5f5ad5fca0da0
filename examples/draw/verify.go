package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A verifyMode checks an announcement, or a page, with what an entrant holds.
type verifyMode struct {
	file                       *string
	receipt, entry, salt, kept *string // what the entrant holds
	list, previous             *string
	published                  time.Time
	margin                     *time.Duration
	now                        time.Time
	log, logKey, organiser     *string
	json                       *bool
}

func (m *verifyMode) define(flags *flag.FlagSet) {
	*m = verifyMode{
		file: cli.File(flags, "verify"), receipt: anyText(flags, "receipt"), entry: anyText(flags, "entry"), salt: anyText(flags, "salt"),
		kept: anyText(flags, "kept"), list: cli.File(flags, "list"), previous: cli.File(flags, "previous"),
		margin: marginFlag(flags), log: cli.File(flags, "log"), logKey: anyText(flags, "log-key"),
		organiser: cli.Text(flags, "organiser", checkKey), json: on(flags, "json"),
	}
	flags.Func("published", "", func(text string) (err error) {
		if m.published, err = time.Parse(time.RFC3339, text); err == nil && m.published.Unix() < 0 {
			err = errors.New("must be 1970 or later")
		}
		return err
	})
}

func checkKey(text string) error {
	if !hex32.MatchString(text) {
		return errors.New("must be a key: 64 digits of 0 to 9 and a to f")
	}
	return nil
}

func (m *verifyMode) run(w world, out *bufio.Writer, _ io.Writer) error {
	m.now = w.now()
	r, err := m.check()
	return r.print(out, *m.json, err)
}

func (m *verifyMode) check() (result, error) {
	text, err := os.ReadFile(*m.file)
	if err != nil {
		return result{}, err
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	switch {
	case bytes.HasPrefix(text, []byte("<!doctype html>")):
		if !bytes.Contains(text, []byte("</html>")) {
			return result{}, errors.New("this page was cut: it has no end")
		}
		return m.checkPage(text)
	case bytes.HasPrefix(text, []byte("<!DOCTYPE html>")): // as browsers write it that save a page complete
		return result{}, errors.New("this page begins as one that a browser has changed: save it as HTML only; " +
			"if it begins so then, too, its program is another one")
	}
	a, err := draw.ParseAnnouncement(announcementText(text))
	if err != nil {
		return result{}, err
	}
	r := resultOf(a)
	err = m.checkDraw(a, nil, &r)
	return r, err
}

// checkPage checks a page, and what it shows.
func (m *verifyMode) checkPage(text []byte) (result, error) {
	page, err := parsePage(text)
	if err != nil {
		return result{}, cli.CheckFailed(err)
	}
	if page.Announcement == "" && page.Round == "" && page.Receipts == nil {
		if *m.receipt+*m.entry+*m.kept+*m.list+*m.previous+*m.log != "" || !m.published.IsZero() {
			return result{}, cli.CheckFailed(errors.New("this page has no draw, so nothing else can be checked"))
		}
		return result{Notes: []string{"This page has no draw; it checks others, and its program is the one of this release."}}, nil
	}
	a, err := draw.ParseAnnouncement([]byte(page.Announcement))
	if err != nil {
		return result{}, cli.CheckFailed(err)
	}
	r := resultOf(a)
	places, err := page.check(a, &r)
	if err != nil {
		return r, cli.CheckFailed(err)
	}
	r.note("The page's program is the one of this release, and what the page shows follows from the announcement and from drand's round.")
	err = m.checkDraw(a, places, &r)
	return r, err
}

// checkDraw checks a draw with what the flags give: places are its places, none before it is drawn.
func (m *verifyMode) checkDraw(a *draw.Announcement, places []draw.Receipt, r *result) error {
	if err := m.checkAround(a, r); err != nil {
		return err
	}
	if *m.log != "" {
		if err := m.checkLog(a, r); err != nil {
			return err
		}
	}
	if err := m.checkList(a, r); err != nil {
		return err
	}
	if *m.kept != "" {
		kept, err := readKept(*m.kept)
		if err != nil {
			return err
		}
		if err := checkKept(a, kept); err != nil {
			return cli.CheckFailed(err)
		}
		r.note("This is the announcement that you kept.")
	}
	return m.own(a, places, r)
}

// checkAround checks what an announcement doesn't say itself.
func (m *verifyMode) checkAround(a *draw.Announcement, r *result) error {
	if _, err := announcedNetwork(a); err != nil {
		return err
	}
	switch {
	case !m.published.IsZero():
		if err := a.CheckTime(m.published, *m.margin); err != nil {
			return cli.CheckFailed(err)
		}
		r.note("By the time that you gave, it was announced at least %v before the round.", *m.margin)
	case *m.log == "":
		r.note("Nothing here shows when this was announced. If you saw it in time, compare the digest, and give -published.")
	}
	if *m.log == "" {
		r.note("Nothing here shows that it was announced alone.")
	}
	if *m.previous != "" {
		previous, err := readAnnouncement(*m.previous)
		if err != nil {
			return fmt.Errorf("-previous: %w", err)
		}
		if a.Contradicts(previous) {
			return cli.CheckFailed(errors.New("two announcements of one number at one place: together they convict whoever published both"))
		}
		if err := a.CheckPrevious(previous); err != nil {
			return cli.CheckFailed(err)
		}
		r.note("It follows announcement %d.", previous.Terms().Number)
	}
	return nil
}

// checkList checks that a list is the announced one, and that the entrant's entry is in it.
func (m *verifyMode) checkList(a *draw.Announcement, r *result) error {
	if *m.list == "" {
		return nil
	}
	list, err := readAnnounced(*m.list, a)
	if err != nil {
		return err
	}
	if err := a.CheckList(list); err != nil {
		return cli.CheckFailed(err)
	}
	r.note("The list is the announced one.")
	others := warnings(entriesOf(list), 20)
	if *m.entry != "" {
		double, err := m.inList(a, list, r)
		if err != nil {
			return err
		}
		if double != "" && !slices.Contains(others, double) {
			others = append([]string{double}, others...)
		}
	}
	for _, warning := range others {
		r.note("Look twice: %s.", warning)
	}
	return nil
}

// line returns what stands in the list for the entrant's entry: the salt that hides it is given, or in their
// receipt. Of a receipt that isn't theirs, own says so later.
func (m *verifyMode) line(a *draw.Announcement) (string, error) {
	if *m.salt == "" && *m.receipt != "" {
		if r, err := parseReceipt(*m.receipt); err == nil && r.Hidden() && string(r.Entry()) == *m.entry && a.CheckReceipt(r) == nil {
			return string(r.Proof().Entry().Data), nil
		}
	}
	return lineOf(*m.entry, *m.salt)
}

// inList checks that the entrant's entry is in a list, and says which other looks like it, if one does.
func (m *verifyMode) inList(a *draw.Announcement, list *draw.List, r *result) (double string, err error) {
	line, err := m.line(a)
	if err != nil {
		return "", err
	}
	first, end := list.Find([]byte(line))
	if first == end && line == *m.entry && hides(list, line) {
		r.note(`Nobody can see without its salt whether "%s" is in the list.`, visible(line))
		return "", nil
	}
	for entry := range entriesOf(list) {
		switch {
		case !alike(*m.entry, entry):
			continue
		case first == end:
			return "", cli.CheckFailed(fmt.Errorf(`"%s" isn't in the list; %s`, visible(*m.entry), likeness(*m.entry, entry)))
		}
		double = likeness(max(*m.entry, entry), min(*m.entry, entry)) // in the order of the list, as warnings has it
		break
	}
	if first == end {
		by := ""
		if *m.salt != "" {
			by = " with this salt"
		}
		return "", cli.CheckFailed(fmt.Errorf(`"%s"%s isn't in the list`, visible(*m.entry), by))
	}
	r.note(`Your entry "%s" is in the list.`, visible(*m.entry))
	return double, nil
}
