package main

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A loggedPlace is what a log has of a number of an organiser: digests, and
// the time that the log gives the first.
type loggedPlace struct {
	digests []string
	added   time.Time
}

// A history is what a log has of an organiser.
type history struct {
	places map[int64]loggedPlace
	size   int64  // of the log
	before string // the log that this one goes on after, if a casino was restored
}

// checkLog checks that a public log has the announcement, as the only one of its number by
// this organiser, after all numbers before it, and that the log dates it in time. What a log
// that was restored lacks of them is told, as it may be in the log before.
func (m *verifyMode) checkLog(a *draw.Announcement, r *result) error {
	key, err := publiclog.ParseKey(*m.logKey)
	if err != nil {
		return cli.Misuse(fmt.Errorf("-log-key: %w", err))
	}
	h, err := readHistory(publiclog.Open(*m.log), key, *m.organiser)
	if err != nil {
		return err
	}
	number := int64(a.Terms().Number)
	first, err := h.check(a)
	if err != nil {
		return cli.CheckFailed(err)
	}
	added := h.places[number].added
	dated := added.Format(time.RFC3339)
	if added.IsZero() {
		return cli.CheckFailed(fmt.Errorf("the log doesn't say when announcement %d was added", number))
	}
	if err := a.CheckTime(added, *m.margin); err != nil {
		return cli.CheckFailed(fmt.Errorf("the log dates it %s: %w", dated, err))
	}
	r.note("The log dates it %s, as announcement %d of this organiser and the only one of that number. The log has %d "+
		"entries, which are those that it has signed.", dated, number, h.size)
	if others := without(slices.Sorted(maps.Keys(h.places)), number); len(others) > 0 {
		r.note("It has %s of this organiser, from number %d to %d: ask what came of each.", cli.Count(len(others), "other announcement"),
			others[0], others[len(others)-1])
	}
	if a.CheckTime(m.now, *m.margin) == nil {
		r.note("By the clock of this computer, too, it is there in time.")
	} else {
		r.note("Whether it was there then, only those know who saw it, or followed the log: its monitors, to ten minutes.")
	}
	if h.before != "" {
		r.note("This log has the organiser's announcements from %d on. Its casino was restored from a backup: what is missing "+
			"before, and perhaps another of number %d, may be in the log before, %s.", first, number, visible(h.before))
	}
	return nil
}

// check checks that a log has an announcement, that which it follows, and one of each number before. That those
// follow one another, their texts alone show. It returns the first of those that the log has without a gap, which
// is the organiser's fault, unless there is a log before.
func (h history) check(a *draw.Announcement) (first int64, err error) {
	number, digest := int64(a.Terms().Number), a.Digest().String()
	digests := h.places[number].digests
	switch others := without(digests, digest); {
	case len(digests) == 0 && h.before != "":
		return 0, fmt.Errorf("the log has no announcement %d of this organiser; the log before, %s, may have it", number, visible(h.before))
	case len(digests) == 0:
		return 0, fmt.Errorf("the log has no announcement %d of this organiser", number)
	case len(others) == len(digests):
		return 0, fmt.Errorf("the log has another announcement %d of this organiser, with the digest %s", number, others[0])
	case len(others) > 0:
		return 0, fmt.Errorf("the log has two announcements %d of this organiser, this one and %s: together they convict",
			number, others[0])
	}
	if before := h.places[number-1].digests; len(before) > 0 && !slices.Contains(before, a.Terms().Previous.String()) {
		return 0, fmt.Errorf("the log has another announcement %d than the one that this one follows: %s", number-1, before[0])
	}
	for first = number; len(h.places[first-1].digests) > 0; first-- {
		if earlier := h.places[first-1].digests; len(earlier) > 1 {
			return 0, fmt.Errorf("the log has two announcements %d of this organiser, %s and %s: together they convict",
				first-1, earlier[0], earlier[1])
		}
	}
	if first > 1 && h.before == "" {
		return 0, fmt.Errorf("the log has no announcement %d of this organiser, who has left out a number", first-1)
	}
	return first, nil
}

func without[T comparable](list []T, one T) []T {
	return slices.DeleteFunc(slices.Clone(list), func(other T) bool { return other == one })
}

// readHistory reads all of a log, and returns what it has of an organiser.
func readHistory(source publiclog.Source, key publiclog.Key, organiser string) (history, error) {
	ctx := context.Background()
	checkpoint, note, err := source.Latest(ctx, key)
	switch {
	case note == nil || errors.Is(err, publiclog.ErrMalformed):
		return history{}, err
	case err != nil:
		return history{}, cli.CheckFailed(err)
	}
	h := history{places: make(map[int64]loggedPlace), size: checkpoint.Size}
	var tree publiclog.Tree
	var now time.Time // of the entries that follow
	err = tree.Grow(ctx, source, checkpoint, func(index int64, entry []byte) error {
		switch words := strings.Split(string(entry), " "); {
		case words[0] == "after" && len(words) == 4 && index == 1:
			h.before = words[1]
		case words[0] == "time" && len(words) == 2:
			if ms, err := strconv.ParseInt(words[1], 10, 64); err == nil && ms > now.UnixMilli() { // what follows was added no earlier
				now = time.UnixMilli(ms).UTC()
			}
		case words[0] == "draw":
			if d, err := publiclog.ParseDraw(words[1:]); err == nil && d.Organiser() == organiser {
				h.add(d, now)
			}
		}
		return nil
	})
	if errors.Is(err, publiclog.ErrFalse) {
		err = cli.CheckFailed(err)
	}
	return h, err
}

// has reports whether a log has an announcement.
func (h history) has(d publiclog.Draw) bool {
	return slices.Contains(h.places[d.Number].digests, d.Announcement)
}

// mayAdd says what an honest organiser doesn't add: what together with the log's others would convict him.
func (h history) mayAdd(a *draw.Announcement) error {
	number := int64(a.Terms().Number)
	if others := without(h.places[number].digests, a.Digest().String()); len(others) > 0 {
		return fmt.Errorf("the log has another announcement %d of this key, with the digest %s: the two would convict you. At each place, "+
			"use a key of its own", number, others[0])
	}
	switch before := h.places[number-1].digests; {
	case number > 1 && len(before) == 0 && h.before == "":
		return fmt.Errorf("the log has no announcement %d of this key: enter that first, or you seem to have left it out", number-1)
	case len(before) > 0 && !slices.Contains(before, a.Terms().Previous.String()):
		return fmt.Errorf("the log has another announcement %d of this key than the one that this one follows: %s", number-1, before[0])
	}
	return nil
}

// add adds what a log dates.
func (h history) add(d publiclog.Draw, at time.Time) {
	place, known := h.places[d.Number]
	if !known {
		place.added = at
	}
	if !slices.Contains(place.digests, d.Announcement) {
		place.digests = append(place.digests, d.Announcement)
	}
	h.places[d.Number] = place
}
