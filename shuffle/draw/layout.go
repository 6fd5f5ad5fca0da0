package draw

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

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
	maxLength  = 4*MaxTextLen + 512 // of the encoding
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

func (a *Announcement) encode() string {
	t, weights := a.terms, "none"
	if a.weighted {
		weights = strconv.FormatUint(a.top.sum, 10)
	}
	return fmt.Sprintf(layout, t.Label, t.Place, t.Number, t.Previous, a.entries, a.repeats, weights,
		a.top.hash, t.Winners, t.Substitutes, t.Beacon, t.Round, t.Time.Format(timeLayout), t.Void)
}

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
