package main

import (
	"bufio"
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// A verifyMode checks an announcement, or a page, with what an entrant holds.
type verifyMode struct {
	file                       *string
	receipt, entry, salt, kept *string // what the entrant holds
	list, previous             *string
	published                  time.Time
	margin                     *time.Duration
	log, logKey, organiser     *string
	json                       *bool
}

func (m *verifyMode) define(flags *flag.FlagSet) {
	*m = verifyMode{
		file: cli.File(flags, "verify"), receipt: anyText(flags, "receipt"), entry: anyText(flags, "entry"), salt: anyText(flags, "salt"),
		kept: anyText(flags, "kept"), list: cli.File(flags, "list"), previous: cli.File(flags, "previous"),
		margin: flags.Duration("margin", draw.Margin, ""), log: cli.File(flags, "log"), logKey: anyText(flags, "log-key"),
		organiser: cli.Text(flags, "organiser", checkKey), json: on(flags, "json"),
	}
	flags.Func("published", "", func(text string) (err error) {
		m.published, err = time.Parse(time.RFC3339, text)
		return err
	})
}

func checkKey(text string) error {
	if !hex32.MatchString(text) {
		return errors.New("must be a key: 64 digits of 0 to 9 and a to f")
	}
	return nil
}

func (m *verifyMode) run(out *bufio.Writer, _ io.Writer) error {
	r, err := m.check()
	return r.print(out, *m.json, err)
}

func (m *verifyMode) check() (result, error) {
	text, err := os.ReadFile(*m.file)
	if err != nil {
		return result{}, err
	}
	text = bytes.TrimPrefix(text, []byte(byteOrderMark))
	var found published
	isPage := bytes.HasPrefix(text, []byte("<!doctype html>"))
	if isPage {
		if found, err = parsePage(text); err != nil {
			return result{}, cli.CheckFailed(err)
		}
		if found.Announcement == "" && found.Round == "" && found.Receipts == nil {
			if *m.receipt+*m.entry+*m.kept+*m.list != "" {
				return result{}, cli.CheckFailed(errors.New("this page has no draw, so what you hold can't be checked against it"))
			}
			return result{Notes: []string{"This page has no draw; it checks others, and its program is the one of this release."}}, nil
		}
		text = []byte(found.Announcement)
	} else {
		text = announcementText(text)
	}
	a, err := draw.ParseAnnouncement(text)
	if err != nil {
		return result{}, cli.CheckFailed(err)
	}
	r := resultOf(a)
	var places []draw.Receipt
	if isPage {
		if places, err = found.check(a, &r); err != nil {
			return r, cli.CheckFailed(err)
		}
		r.note("The page's program is the one of this release, and what the page shows follows from the announcement and from drand's round.")
	}
	if err := m.checkAround(a, &r); err != nil {
		return r, cli.CheckFailed(err)
	}
	if *m.log != "" {
		if err := m.checkLog(a, &r); err != nil {
			return r, err
		}
	}
	if err := m.checkList(a, &r); err != nil {
		return r, err
	}
	if err := m.own(a, places, &r); err != nil {
		return r, cli.CheckFailed(err)
	}
	return r, nil
}

// checkAround checks what an announcement doesn't say itself.
func (m *verifyMode) checkAround(a *draw.Announcement, r *result) error {
	if _, err := drand.NetworkOf(a.Terms()); err != nil {
		return err
	}
	switch {
	case !m.published.IsZero():
		if err := a.CheckTime(m.published, *m.margin); err != nil {
			return err
		}
		r.note("It was announced at least %v before the round.", *m.margin)
	case *m.log == "":
		r.note("Nothing here shows when this was announced, or that it was announced alone. If you saw it in time, compare the " +
			"digest, and give -published.")
	}
	if *m.previous != "" {
		previous, err := readAnnouncement(*m.previous)
		if err != nil {
			return err
		}
		if a.Contradicts(previous) {
			return errors.New("two announcements of one number at one place: together they convict the organiser")
		}
		if err := a.CheckPrevious(previous); err != nil {
			return err
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
	for _, warning := range warnings(entriesOf(list), 20) {
		r.note("Look twice: %s.", warning)
	}
	if *m.entry == "" {
		return nil
	}
	line, err := lineOf(*m.entry, *m.salt)
	if err != nil {
		return cli.CheckFailed(err)
	}
	if first, end := list.Find([]byte(line)); end > first {
		r.note(`Your entry "%s" is in the list.`, visible(*m.entry))
		return nil
	}
	what := fmt.Sprintf(`"%s" isn't in the list`, visible(*m.entry))
	for entry := range entriesOf(list) {
		if alike(*m.entry, entry) {
			what += "; " + likeness(*m.entry, entry)
			break
		}
	}
	return cli.CheckFailed(errors.New(what))
}
