package main

import (
	"bytes"
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

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
func (m *verifyMode) own(a *draw.Announcement, places []draw.Receipt, r *result) error {
	line, err := lineOf(*m.entry, *m.salt)
	if err != nil {
		return err
	}
	switch {
	case *m.receipt != "":
		if err := m.ownReceipt(a, places, line, r); err != nil {
			return err
		}
	case *m.entry != "" && places != nil:
		mine := func(p draw.Receipt) bool {
			return string(p.Entry()) == *m.entry || string(p.Proof().Entry().Data) == line
		}
		if unsure := unopened(places); *m.salt == "" && unsure != "" && !hex32.MatchString(line) && !slices.ContainsFunc(places, mine) {
			r.note(`"%s": Nobody can see without its salt whether it has a place: those with 64 digits for a name are %s.`,
				visible(*m.entry), unsure)
		} else {
			r.note(`"%s":%s`, visible(*m.entry), placesOf(a, places, mine))
		}
	case *m.entry != "" && *m.list == "":
		r.note("Without your receipt or the list, nothing here shows whether your entry takes part.")
	}
	if *m.entry == "" {
		return nil
	}
	for i, p := range places {
		if alike(*m.entry, string(p.Entry())) {
			r.note("Look twice: %s. That one has place %d.", likeness(*m.entry, string(p.Entry())), i+1)
		}
	}
	return nil
}

// ownReceipt says what the entrant's receipt shows.
func (m *verifyMode) ownReceipt(a *draw.Announcement, places []draw.Receipt, line string, r *result) error {
	receipt, err := parseReceipt(*m.receipt)
	if err != nil {
		return err
	}
	if err := checkReceipt(a, receipt); err != nil {
		return cli.CheckFailed(err)
	}
	entry, err := checkOwn(receipt, *m.entry, line)
	if err != nil {
		return cli.CheckFailed(err)
	}
	own, weight := receipt.Proof(), ""
	if a.Weighted() {
		weight = fmt.Sprintf(", and weighs %d of %d", own.Entry().Weight, a.Total())
	}
	r.note(`The receipt is good: "%s" is entry %s of %s%s.%s`, visible(entry), cli.Thousands(own.Position()+1),
		cli.Thousands(a.Entries()), weight,
		placesOf(a, places, func(p draw.Receipt) bool {
			return bytes.Equal(p.Proof().Entry().Data, own.Entry().Data) || p.Hidden() && string(p.Entry()) == entry // another ticket
		}))
	return nil
}

// placesOf says which places are an entrant's, if there are any yet.
func placesOf(a *draw.Announcement, places []draw.Receipt, own func(place draw.Receipt) bool) string {
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
	case at == nil && a.Repeats() && unopened(places) != "":
		return " This ticket has no place."
	case at == nil:
		return " It has no place."
	}
	return " It has " + strings.Join(at, "; ") + "."
}

// unopened lists the places whose entries nobody can see: the list hides them, unless they are keys.
func unopened(places []draw.Receipt) string {
	var numbers []string
	for i, p := range places {
		if !p.Hidden() && hex32.Match(p.Entry()) {
			numbers = append(numbers, strconv.Itoa(i+1))
		}
	}
	return strings.Join(numbers, ", ")
}

// checkOwn checks that a receipt is for the entrant's entry, if it is given, which stands in the list as the
// line of [lineOf], and returns the entry.
func checkOwn(receipt draw.Receipt, entry, line string) (string, error) {
	theirs, stands := string(receipt.Entry()), string(receipt.Proof().Entry().Data)
	salted := line != entry
	switch {
	case entry == "":
		return theirs, nil
	case salted && line != stands:
		return "", errors.New("your salt and entry aren't those of the receipt's line, so the line is somebody else's")
	case salted || theirs == entry:
		return entry, nil
	case !receipt.Hidden() && hex32.MatchString(stands):
		return "", errors.New("the receipt is for 64 digits, a key or a hidden entry without its salt: nobody can see that it is " +
			"yours. Ask the organiser for the salt of your own entry")
	}
	what := fmt.Sprintf(`the receipt is for "%s", and not for your entry "%s"`, visible(theirs), visible(entry))
	if alike(theirs, entry) {
		what += ": " + differs(theirs, entry)
	}
	return "", errors.New(what)
}

// hex32 is a hidden line, or a key.
var hex32 = regexp.MustCompile(`^[0-9a-f]{64}$`)
