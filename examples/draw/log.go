package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
	"github.com/squaredeal/squaredeal/shuffle/draw"
)

// A loggedPlace is what a log has of a number of an organiser: digests, and
// when the first was added.
type loggedPlace struct {
	digests []string
	added   time.Time
}

// checkLog checks that a public log has the announcement, as the only one of its number by
// this organiser, who has left out no number before, and that it was added in time.
func (m *verifyMode) checkLog(a *draw.Announcement, r *result) error {
	key, err := publiclog.ParseKey(*m.logKey)
	if err != nil {
		return cli.Misuse(fmt.Errorf("-log-key: %w", err))
	}
	places, size, err := readPlaces(publiclog.Open(*m.log), key, *m.organiser)
	if err != nil {
		return err
	}
	number, digest := int64(a.Terms().Number), a.Digest().String()
	at := places[number]
	switch others := without(at.digests, digest); {
	case len(at.digests) == 0:
		return cli.CheckFailed(fmt.Errorf("the log has no announcement %d of this organiser", number))
	case len(others) == len(at.digests):
		return cli.CheckFailed(fmt.Errorf("the log has another announcement %d of this organiser, with the digest %s", number, others[0]))
	case len(others) > 0:
		return cli.CheckFailed(fmt.Errorf("the log has two announcements %d of this organiser, this one and %s: together they convict",
			number, others[0]))
	}
	for n := int64(1); n < number; n++ {
		if len(places[n].digests) == 0 {
			return cli.CheckFailed(fmt.Errorf("the log has no announcement %d of this organiser, who has left out a number", n))
		}
	}
	if err := a.CheckTime(at.added, *m.margin); err != nil {
		return cli.CheckFailed(fmt.Errorf("the log has it since %s: %w", at.added.Format(time.RFC3339), err))
	}
	r.note("The log has it since %s, as announcement %d of this organiser and the only one of that number. The log has %d "+
		"entries, which are those that it has signed.",
		at.added.Format(time.RFC3339), number, size)
	return nil
}

func without(list []string, s string) []string {
	return slices.DeleteFunc(slices.Clone(list), func(other string) bool { return other == s })
}

// readPlaces reads all of a log, and what an organiser has announced in it.
func readPlaces(source publiclog.Source, key publiclog.Key, organiser string) (places map[int64]loggedPlace, size int64, err error) {
	ctx := context.Background()
	checkpoint, note, err := source.Latest(ctx, key)
	switch {
	case note == nil:
		return nil, 0, err
	case err != nil:
		return nil, 0, cli.CheckFailed(err)
	}
	places = make(map[int64]loggedPlace)
	var tree publiclog.Tree
	var now time.Time // of the entries that follow
	err = tree.Grow(ctx, source, checkpoint, func(_ int64, entry []byte) error {
		switch words := strings.Split(string(entry), " "); {
		case words[0] == "time" && len(words) == 2:
			if ms, err := strconv.ParseInt(words[1], 10, 64); err == nil && ms > now.UnixMilli() { // what follows was added no earlier
				now = time.UnixMilli(ms).UTC()
			}
		case words[0] == "draw":
			d, err := publiclog.ParseDraw(words[1:])
			if err != nil || d.Organiser() != organiser {
				break // it says nothing of this organiser
			}
			at := places[d.Number]
			if at.digests == nil {
				at.added = now
			}
			if !slices.Contains(at.digests, d.Announcement) {
				at.digests = append(at.digests, d.Announcement)
			}
			places[d.Number] = at
		}
		return nil
	})
	if errors.Is(err, publiclog.ErrFalse) {
		err = cli.CheckFailed(err)
	}
	return places, checkpoint.Size, err
}
