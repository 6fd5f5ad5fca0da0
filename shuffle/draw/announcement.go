package draw

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// An Announcement is the terms of a draw and its list's digest: what the organiser publishes.
// It never changes. The zero value is invalid: its checks fail.
type Announcement struct {
	terms    Terms
	entries  int
	weighted bool
	repeats  repeats
	top      node
	text     string
}

// Announce combines terms with a list. It returns an [ErrMalformed] for terms out of range.
func Announce(terms Terms, list *List) (*Announcement, error) {
	if list.zero() {
		return nil, wrap.Errorf(ErrMalformed, "no List")
	}
	return newAnnouncement(Announcement{terms: terms, entries: list.Len(), weighted: list.weighted, repeats: list.repeats, top: list.top()})
}

func newAnnouncement(a Announcement) (*Announcement, error) {
	if err := a.terms.check(a.entries); err != nil {
		return nil, err
	}
	a.terms.Time = a.terms.Time.UTC()
	a.text = a.encode()
	return &a, nil
}

// Text returns the encoding: lines that people can read, whose SHA-256 is the [Digest].
func (a *Announcement) Text() string { return a.text }

func (a *Announcement) encode() string {
	t, weights := a.terms, "none"
	if a.weighted {
		weights = strconv.FormatUint(a.top.sum, 10)
	}
	return fmt.Sprintf(layout, t.Label, t.Place, t.Number, t.Previous, a.entries, a.repeats, weights,
		a.top.hash, t.Winners, t.Substitutes, t.Beacon, t.Round, t.Time.Format(timeLayout), t.Void)
}

const (
	layout = `squaredeal/draw v1
label %s
place %s
number %d
previous %v
entries %d
repeats %s
weights %s
root %v
winners %d
substitutes %d
beacon %s
round %d
time %s
void %s
`
	timeLayout = "2006-01-02T15:04:05Z"
	maxLength  = 4*MaxText + 512 // of the encoding
)

// The lines of the layout, from 0.
const (
	labelLine = 1 + iota
	placeLine
	numberLine
	previousLine
	entriesLine
	repeatsLine
	weightsLine
	rootLine
	winnersLine
	substitutesLine
	beaconLine
	roundLine
	timeLine
	voidLine
	lineCount
)

// ParseAnnouncement reads an encoding and nothing else. An [ErrMalformed] says what is
// wrong with any other.
func ParseAnnouncement(text []byte) (*Announcement, error) {
	if len(text) > maxLength {
		return nil, wrap.Errorf(ErrMalformed, "announcement of %d bytes", len(text))
	}
	var values [lineCount]string
	names := strings.Split(layout, "\n")
	lines := strings.Split(string(text), "\n")
	if len(lines) != len(names) || lines[0] != names[0] {
		return nil, wrap.Errorf(ErrMalformed, "announcement: not the lines of %s", names[0])
	}
	for i := 1; i < len(values); i++ {
		name, _, _ := strings.Cut(names[i], " ")
		var found bool
		if values[i], found = strings.CutPrefix(lines[i], name+" "); !found {
			return nil, wrap.Errorf(ErrMalformed, "announcement: line %d isn't the %s", i+1, name)
		}
	}
	number := func(i int) uint64 {
		n, _ := strconv.ParseUint(values[i], 10, 64) // the comparison below refuses what it doesn't read
		return n
	}
	digest := func(i int) Digest {
		d, _ := ParseDigest(values[i])
		return d
	}
	at, _ := time.Parse(timeLayout, values[timeLine])
	entries := number(entriesLine)
	if entries < 1 || entries > MaxEntries {
		return nil, wrap.Errorf(ErrMalformed, "%d entries, not 1 to %d", entries, MaxEntries)
	}
	a := Announcement{
		terms: Terms{
			Label: values[labelLine], Place: values[placeLine], Number: number(numberLine), Previous: digest(previousLine),
			Winners: int(min(number(winnersLine), MaxEntries+1)), Substitutes: int(min(number(substitutesLine), MaxEntries+1)),
			Beacon: values[beaconLine], Round: number(roundLine), Time: at, Void: values[voidLine],
		},
		entries: int(entries), repeats: repeats(values[repeatsLine]), weighted: values[weightsLine] != "none",
		top: node{digest(rootLine), entries},
	}
	if a.weighted {
		a.top.sum = number(weightsLine)
	}
	switch {
	case a.repeats != distinct && a.repeats != tickets && a.repeats != joined:
		return nil, wrap.Errorf(ErrMalformed, "repeats neither no, yes nor joined")
	case a.repeats == joined && !a.weighted:
		return nil, wrap.Errorf(ErrMalformed, "a joined list without weights")
	case a.top.sum < entries:
		return nil, wrap.Errorf(ErrMalformed, "weights that add up to %d, of %d entries", a.top.sum, entries)
	}
	parsed, err := newAnnouncement(a)
	if err == nil && !bytes.Equal(text, []byte(parsed.text)) {
		return nil, wrap.Errorf(ErrMalformed, "announcement: another encoding of it is the one")
	}
	return parsed, err
}

// Terms returns the terms.
func (a *Announcement) Terms() Terms { return a.terms }

// Entries returns the number of entries.
func (a *Announcement) Entries() int { return a.entries }

// Total returns the sum of the weights; without weights, the number of entries.
func (a *Announcement) Total() uint64 { return a.top.sum }

// Weighted reports whether entries have weights.
func (a *Announcement) Weighted() bool { return a.weighted }

// Repeats reports whether entries may be repeated, as in a [NewTicketList].
func (a *Announcement) Repeats() bool { return a.repeats == tickets }

// Joined reports whether repeated entries were joined, as in a [NewJoinedList].
func (a *Announcement) Joined() bool { return a.repeats == joined }

// Places returns the number of places that are drawn: winners, then substitutes.
func (a *Announcement) Places() int { return a.terms.Winners + a.terms.Substitutes }

// Digest returns the SHA-256 of the text.
func (a *Announcement) Digest() Digest { return sha256.Sum256([]byte(a.text)) }

// Margins between an announcement and its round.
const (
	Margin    = 10 * time.Minute // where there is no reason for another
	MinMargin = time.Minute
)

// CheckTime returns an [ErrLate] if the announcement was published less than a margin
// before its round. When it was published is for evidence outside to show: a post's date, a
// timestamp, or that an entrant had the digest by then. A time before 1970, such as the zero
// Time of evidence that there isn't, is an [ErrMalformed], and so is a margin below [MinMargin]:
// some see a round before others.
func (a *Announcement) CheckTime(published time.Time, margin time.Duration) error {
	if err := a.check(); err != nil {
		return err
	}
	if published.Unix() < 0 {
		return wrap.Errorf(ErrMalformed, "published at %v, before 1970", published.UTC().Format(timeLayout))
	}
	if margin < MinMargin {
		return wrap.Errorf(ErrMalformed, "margin of %v, not %v or more", margin, MinMargin)
	}
	if a.terms.Time.Sub(published) < margin {
		return wrap.Errorf(ErrLate, "published at %v, less than %v before the round at %v", published.UTC().Format(timeLayout), margin,
			a.terms.Time.Format(timeLayout))
	}
	return nil
}

// CheckPrevious returns an [ErrMismatch] unless previous is the announcement that this one
// names as the one before.
func (a *Announcement) CheckPrevious(previous *Announcement) error {
	if err := cmp.Or(a.check(), previous.check()); err != nil {
		return err
	}
	if a.terms.Place != previous.terms.Place || a.terms.Number-1 != previous.terms.Number || a.terms.Previous != previous.Digest() {
		return wrap.Errorf(ErrMismatch, "announcement %d of %q doesn't follow announcement %d of %q with the digest %v",
			a.terms.Number, a.terms.Place, previous.terms.Number, previous.terms.Place, previous.Digest())
	}
	return nil
}

// Contradicts reports whether two announcements can't both be honest: they differ, and are of
// one number at one place. That proves what their organiser did only with evidence that both
// are the organiser's. Nil and zero announcements contradict none.
func (a *Announcement) Contradicts(other *Announcement) bool {
	return a.check() == nil && other.check() == nil && a.terms.Place == other.terms.Place && a.terms.Number == other.terms.Number &&
		a.text != other.text
}
