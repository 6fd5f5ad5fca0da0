package draw

import (
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// Terms are what the organiser decides beside the list. Label, Place, Void and Beacon are
// texts of 1 to [MaxTextLen] bytes of UTF-8 without control characters, line separators, or
// space at either end. No slash ends a Place, and its scheme and host are in lowercase.
type Terms struct {
	Label    string // what is drawn
	Place    string // the one where all of the organiser's announcements are published
	Number   uint64 // of the announcement at that place, from 1
	Previous Digest // of announcement Number−1; zero for the first
	Void     string // when the draw is void, and what follows then

	Winners     int // at least 1
	Substitutes int // who take the places of winners, in order; Winners + Substitutes is at most the list's Len

	Beacon string    // the network, as the package that verifies its rounds writes it
	Round  uint64    // of the beacon, 1 to 2⁵³−1
	Time   time.Time // of the round, in whole seconds from 1970 to 9999
}

// MaxTextLen is the greatest length of the texts in [Terms].
const MaxTextLen = 512

const (
	maxRound = 1<<53 - 1    // of the integers that all readers of JSON keep
	maxTime  = 253402300799 // the last second of 9999
)

func (t Terms) check(entries int) error {
	for _, field := range []struct{ name, text string }{
		{"label", t.Label}, {"place", t.Place}, {"void", t.Void}, {"beacon", t.Beacon},
	} {
		if err := checkText(field.text); err != nil {
			return wrap.Errorf(ErrMalformed, "%s: %v", field.name, err)
		}
	}
	if err := checkPlace(t.Place); err != nil {
		return wrap.Errorf(ErrMalformed, "place: %v", err)
	}
	seconds := t.Time.Unix()
	switch {
	case t.Number < 1 || (t.Number == 1) != (t.Previous == Digest{}):
		return wrap.Errorf(ErrMalformed, "announcement %d with the previous digest %v", t.Number, t.Previous)
	case t.Winners < 1 || t.Winners > entries || t.Substitutes < 0 || t.Substitutes > entries-t.Winners:
		return wrap.Errorf(ErrMalformed, "%d winners and %d substitutes of %d entries", t.Winners, t.Substitutes, entries)
	case t.Round < 1 || t.Round > maxRound:
		return wrap.Errorf(ErrMalformed, "round %d, not 1 to 2^53-1", t.Round)
	case seconds < 0 || seconds > maxTime || t.Time.Nanosecond() != 0:
		return wrap.Errorf(ErrMalformed, "the time is no whole second from 1970 to 9999")
	}
	return nil
}

func checkText(text string) error {
	switch {
	case text == "" || len(text) > MaxTextLen:
		return fmt.Errorf("%d bytes, not 1 to %d", len(text), MaxTextLen)
	case !utf8.ValidString(text):
		return errors.New("not UTF-8")
	case strings.HasPrefix(text, " ") || strings.HasSuffix(text, " "):
		return errors.New("space at an end")
	case strings.ContainsFunc(text, func(r rune) bool { return unicode.IsControl(r) || r == '\u2028' || r == '\u2029' }):
		return errors.New("a control character")
	}
	return nil
}

// checkPlace refuses what would name a place in a second way, as places are compared byte by
// byte: a slash at the end, and uppercase letters in the scheme or host of an address.
func checkPlace(place string) error {
	if strings.HasSuffix(place, "/") {
		return errors.New("a slash at the end")
	}
	scheme, rest, _ := strings.Cut(place, "://")
	if host, _, _ := strings.Cut(rest, "/"); rest != "" && strings.ContainsFunc(scheme+host,
		func(r rune) bool { return r >= 'A' && r <= 'Z' }) {
		return errors.New("an uppercase letter in a scheme or host")
	}
	return nil
}
