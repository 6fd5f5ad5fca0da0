package main

import (
	"bytes"
	"encoding/base64"
	"errors"
	"fmt"
	"os"
	"regexp"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
	"github.com/squaredeal/squaredeal/shuffle/draw/drand"
)

// check checks an announcement, or a page, with what an entrant holds.
func (o options) check() (result, error) {
	text, err := os.ReadFile(*o.verify)
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
			if *o.receipt+*o.entry+*o.kept+*o.list != "" {
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
	if err := o.checkAround(a, &r); err != nil {
		return r, cli.CheckFailed(err)
	}
	if *o.log != "" {
		if err := o.checkLog(a, &r); err != nil {
			return r, err
		}
	}
	if err := o.checkList(a, &r); err != nil {
		return r, err
	}
	if err := o.own(a, places, &r); err != nil {
		return r, cli.CheckFailed(err)
	}
	return r, nil
}

// byteOrderMark is what some editors begin files with.
const byteOrderMark = "\ufeff"

var lineEnd = regexp.MustCompile(`[ \t\r]*\n`)

// announcementText returns the text of an announcement in a file, whose lines an editor or a mail
// may have ended in its own way: the one text there is ends none with a space.
func announcementText(file []byte) []byte {
	file = bytes.TrimPrefix(file, []byte(byteOrderMark))
	return append(bytes.Trim(lineEnd.ReplaceAll(file, []byte("\n")), " \t\r\n"), '\n')
}

// checkAround checks what an announcement doesn't say itself.
func (o options) checkAround(a *draw.Announcement, r *result) error {
	if _, err := drand.NetworkOf(a.Terms()); err != nil {
		return err
	}
	switch {
	case !o.published.IsZero():
		if err := a.CheckTime(o.published, *o.margin); err != nil {
			return err
		}
		r.note("It was announced at least %v before the round.", *o.margin)
	case *o.log == "":
		r.note("Nothing here shows when this was announced, or that it was announced alone. If you saw it in time, compare the " +
			"digest, and give -published.")
	}
	if *o.previous != "" {
		previous, err := readAnnouncement(*o.previous)
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
func (o options) checkList(a *draw.Announcement, r *result) error {
	if *o.list == "" {
		return nil
	}
	list, err := readAnnounced(*o.list, a)
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
	if *o.entry == "" {
		return nil
	}
	line, err := lineOf(*o.entry, *o.salt)
	if err != nil {
		return cli.CheckFailed(err)
	}
	if first, end := list.Find([]byte(line)); end > first {
		r.note(`Your entry "%s" is in the list.`, visible(*o.entry))
		return nil
	}
	what := fmt.Sprintf(`"%s" isn't in the list`, visible(*o.entry))
	for entry := range entriesOf(list) {
		if alike(*o.entry, entry) {
			what += "; " + likeness(*o.entry, entry)
			break
		}
	}
	return cli.CheckFailed(errors.New(what))
}

// lineOf returns what stands in the list for an entry, which a salt hides if there is one.
func lineOf(entry, salt string) (string, error) {
	if salt == "" {
		return entry, nil
	}
	parsed, err := draw.ParseSalt(strings.Trim(salt, " \t\r\n"))
	if err != nil {
		return "", errors.New("the salt isn't 64 digits of 0 to 9 and a to f")
	}
	return string(parsed.Hide([]byte(entry))), nil
}

// own says what an entrant's things show, in the words of page/own.js.
func (o options) own(a *draw.Announcement, places []draw.Receipt, r *result) error {
	if *o.kept != "" {
		if err := checkKept(a, *o.kept); err != nil {
			return err
		}
		r.note("This is the announcement that you kept.")
	}
	nth := func(own func(place draw.Receipt) bool) string {
		var at []string
		for i, p := range places {
			if own(p) {
				what := "a winner"
				if i >= a.Terms().Winners {
					what = "a substitute"
				}
				at = append(at, fmt.Sprintf("place %d, %s", i+1, what))
			}
		}
		switch {
		case places == nil:
			return ""
		case at == nil:
			return " It has no place."
		}
		return " It has " + strings.Join(at, "; ") + "."
	}
	line, err := lineOf(*o.entry, *o.salt)
	if err != nil {
		return err
	}
	if *o.receipt != "" {
		receipt, err := parseReceipt(*o.receipt)
		if err != nil {
			return err
		}
		if err := checkReceipt(a, receipt); err != nil {
			return err
		}
		entry, err := checkOwn(receipt, *o.entry, *o.salt)
		if err != nil {
			return err
		}
		own, weight := receipt.Proof(), ""
		if a.Weighted() {
			weight = fmt.Sprintf(", and weighs %d of %d", own.Entry().Weight, a.Total())
		}
		r.note(`The receipt is good: "%s" is entry %s of %s%s.%s`, visible(entry), cli.Thousands(own.Position()+1),
			cli.Thousands(a.Entries()), weight,
			nth(func(p draw.Receipt) bool { return bytes.Equal(p.Proof().Entry().Data, own.Entry().Data) }))
	} else if *o.entry != "" && places != nil {
		r.note(`"%s":%s`, visible(*o.entry), nth(func(p draw.Receipt) bool {
			return string(p.Entry()) == *o.entry || string(p.Proof().Entry().Data) == line
		}))
	}
	if *o.entry != "" {
		if *o.receipt == "" && *o.list == "" && places == nil {
			r.note("Without your receipt or the list, nothing here shows whether your entry takes part.")
		}
		for i, p := range places {
			if alike(*o.entry, string(p.Entry())) {
				r.note("Look twice: %s. That one has place %d.", likeness(*o.entry, string(p.Entry())), i+1)
			}
		}
	}
	return nil
}

// checkOwn checks that a receipt is for the entrant's entry, if it is given, and returns the
// entry.
func checkOwn(receipt draw.Receipt, entry, salt string) (string, error) {
	line, err := lineOf(entry, salt)
	theirs, stands := string(receipt.Entry()), string(receipt.Proof().Entry().Data)
	switch {
	case err != nil:
		return "", err
	case entry == "":
		return theirs, nil
	case salt != "" && line != stands:
		return "", errors.New("your salt and entry aren't those of the receipt's line, so the line is somebody else's")
	case salt != "" || theirs == entry:
		return entry, nil
	case !receipt.Hidden() && hex32.MatchString(stands):
		return "", errors.New("the list hides this entry, and the receipt has no salt: nobody can see whose it is. Ask the " +
			"organiser for the salt of your own entry")
	}
	what := fmt.Sprintf(`the receipt is for "%s", and not for your entry "%s"`, visible(theirs), visible(entry))
	if alike(theirs, entry) {
		what += ": " + differs(theirs, entry)
	}
	return "", errors.New(what)
}

var (
	hex32     = regexp.MustCompile(`^[0-9a-f]{64}$`) // a hidden line, or a key
	saidWords = regexp.MustCompile(`^(?:[bdfghjklmnprstvz][aiou][bdfghjklmnprstvz][aiou][bdfghjklmnprstvz] ){16}$`)
)

// A keepsake is what an entrant kept of an announcement.
type keepsake struct {
	words        string
	announcement *draw.Announcement // nil if it is known by its digest or words alone
}

// parseKept reads an announcement's text, its digest or its words.
func parseKept(text []byte) (keepsake, error) {
	kept := announcementText(text)
	small := strings.Map(func(r rune) rune {
		if r >= 'A' && r <= 'Z' {
			r += 'a' - 'A'
		}
		return r
	}, strings.TrimSuffix(string(kept), "\n")) // as telephones begin with a capital letter
	small = strings.TrimSuffix(small, ".")
	said := strings.FieldsFunc(small, func(r rune) bool { return strings.ContainsRune(" \t\r\n", r) })
	if d, err := draw.ParseDigest(small); err == nil {
		return keepsake{words: d.Words()}, nil
	}
	if words := strings.Join(said, " "); saidWords.MatchString(words + " ") {
		return keepsake{words: words}, nil
	}
	a, err := draw.ParseAnnouncement(kept)
	if err != nil {
		return keepsake{}, errors.New("what you kept is no announcement, no digest and no words")
	}
	return keepsake{a.Digest().Words(), a}, nil
}

// checkKept compares an announcement with the one that somebody kept, which is in a file, or
// said.
func checkKept(a *draw.Announcement, fileOrText string) error {
	text, errFile := os.ReadFile(fileOrText)
	if errFile != nil {
		text = []byte(fileOrText)
	}
	kept, err := parseKept(text)
	switch {
	case err != nil && errFile != nil:
		return fmt.Errorf("%w, and there is no file of this name", err)
	case err != nil:
		return err
	}
	ours := a.Digest().Words()
	if kept.words == ours {
		return nil
	}
	what := fmt.Sprintf("this is another draw than the one that you kept: that one's words are %s, and this one's are %s", kept.words, ours)
	if kept.announcement != nil {
		var differ []string
		theirs := strings.Split(kept.announcement.Text(), "\n")
		for i, line := range strings.Split(a.Text(), "\n") {
			if line != theirs[i] {
				name, _, _ := strings.Cut(line, " ")
				differ = append(differ, name)
			}
		}
		what += ". They differ in: " + strings.Join(differ, ", ")
	}
	if a.Contradicts(kept.announcement) {
		what += fmt.Sprintf(". Both are number %d at %s, where there can be only one: together they convict the organiser",
			a.Terms().Number, visible(a.Terms().Place))
	}
	return errors.New(what)
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
