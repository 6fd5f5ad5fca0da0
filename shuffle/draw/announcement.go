package draw

import (
	"cmp"
	"crypto/sha256"
	"slices"
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
	if list.isZero() {
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

// check returns an [ErrMalformed] for zero values.
func (a *Announcement) check(proofs ...Proof) error {
	if a == nil || a.text == "" {
		return wrap.Errorf(ErrMalformed, "no Announcement")
	}
	if slices.ContainsFunc(proofs, Proof.isZero) {
		return wrap.Errorf(ErrMalformed, "no Proof")
	}
	return nil
}
