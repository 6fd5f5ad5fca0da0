package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"
)

const (
	// LogDelay is how late the public log may have what a receipt says, by clocks that may differ.
	LogDelay = 10 * time.Minute
	// mergeDelay is how late it may be by the log's clock, when the log grows.
	mergeDelay = time.Minute
)

// Opening hides all of the statement but the hash in the public log.
func (s Shown) Opening() string {
	sum := sha256.Sum256(s.Bytes())
	return hex.EncodeToString(sum[:])
}

// Commitment is a hash of the opening and the hash. Nobody but the player knows from it whose
// hash it is; and anybody can be shown, when the seed is revealed, that it was there.
func (s Shown) Commitment() string { return tlog.Commitment(s.Opening(), s.Hash.String()) }

// Entry is what the public log has of the statement.
func (s Shown) Entry() string { return "shown " + s.Commitment() }

// Entry is what the public log has of the round, empty if it was given up.
func (s CrashEnd) Entry() string {
	if s.Void {
		return ""
	}
	return fmt.Sprintf("link %d %d %v %d", s.Chain, s.Round, s.Link, s.Bets)
}

// A Log has what a public log says.
type Log struct {
	times   []int64          // at which it has grown, one after the other, in milliseconds since 1970
	entries map[string]int64 // when each was added
	played  map[int64]int64  // the latest round with a link, by chain
}

// Add adds the next entry.
func (l *Log) Add(entry string) {
	if l.entries == nil {
		l.entries, l.played = make(map[string]int64), make(map[int64]int64)
	}
	words := strings.Split(entry, " ")
	if words[0] == "time" && len(words) == 2 {
		at, err := strconv.ParseInt(words[1], 10, 64)
		if err == nil && (len(l.times) == 0 || at > l.times[len(l.times)-1]) {
			l.times = append(l.times, at)
		}
		return
	}
	if _, ok := l.entries[entry]; !ok && len(l.times) > 0 {
		l.entries[entry] = l.times[len(l.times)-1]
	}
	if words[0] == "link" && len(words) == 5 {
		chain, err := strconv.ParseInt(words[1], 10, 64)
		round, err2 := strconv.ParseInt(words[2], 10, 64)
		if err == nil && err2 == nil {
			l.played[chain] = max(l.played[chain], round)
		}
	}
}

// lacks reports whether the log should have the entry of something that was so at a time by
// now, and hasn't, or has grown for a while without it: one that stood still, as its casino did,
// isn't late. What is older than the log isn't looked for: a restoration may have begun it.
func (l *Log) lacks(entry string, at int64, now time.Time) bool {
	late := at + LogDelay.Milliseconds()
	if len(l.times) == 0 || at <= l.times[0]+LogDelay.Milliseconds() || late >= now.UnixMilli() {
		return false
	}
	added, ok := l.entries[entry]
	grown, _ := slices.BinarySearch(l.times, late)
	return !ok || grown < len(l.times) && added > l.times[grown]+mergeDelay.Milliseconds()
}

// Faults says which of some statements the log contradicts, or should have by now, and hasn't.
func (l *Log) Faults(statements []Statement, now time.Time) (faults []string) {
	fault := func(format string, args ...any) { faults = append(faults, fmt.Sprintf(format, args...)) }
	for _, s := range statements {
		switch s := s.(type) {
		case Shown:
			if l.lacks(s.Entry(), s.Time, now) {
				fault("hash %s: the public log lacks it, or got it too late", brief(s.Hash))
			}
		case CrashEnd:
			switch {
			case s.Void && l.played[s.Chain] >= s.Round:
				fault("%v: it gave the round up, and the public log has links of its chain up to round %d", s.at(), l.played[s.Chain])
			case !s.Void && l.lacks(s.Entry(), s.Ended, now):
				fault("%v: the public log lacks its link, got it too late, or says that it had other bets", s.at())
			}
		}
	}
	return faults
}
