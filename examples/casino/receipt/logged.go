package receipt

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/tlog"
)

// LogDelay is how late the public log may have what a receipt says, by clocks that may differ.
const LogDelay = 10 * time.Minute

// Opening hides all of the statement but the hash in the public log.
func (s Shown) Opening() string {
	sum := sha256.Sum256(s.Bytes())
	return hex.EncodeToString(sum[:])
}

// Commitment is a hash of the opening and the hash. Nobody but the player knows from it whose hash it is; and anybody can be
// shown, when the seed is revealed, that it was there.
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
	entries map[string]bool
	begun   int64 // in milliseconds since 1970
}

// Add adds the next entry.
func (l *Log) Add(entry string) {
	if l.entries == nil {
		l.entries = make(map[string]bool)
	}
	l.entries[entry] = true
	if at, ok := strings.CutPrefix(entry, "time "); ok && l.begun == 0 {
		l.begun, _ = strconv.ParseInt(at, 10, 64)
	}
}

// Lacks says which of some statements the log should have by now, and hasn't. What is older than the log isn't looked for: a
// restoration may have begun it.
func (l *Log) Lacks(statements []Statement, now time.Time) (faults []string) {
	due := func(entry string, at int64) bool {
		return entry != "" && !l.entries[entry] && l.begun > 0 && at > l.begun+LogDelay.Milliseconds() &&
			at < now.Add(-LogDelay).UnixMilli()
	}
	for _, s := range statements {
		switch s := s.(type) {
		case Shown:
			if due(s.Entry(), s.Time) {
				faults = append(faults, fmt.Sprintf("hash %s: the public log lacks it", brief(s.Hash)))
			}
		case CrashEnd:
			if due(s.Entry(), s.Ended) {
				faults = append(faults, fmt.Sprintf("%v: the public log lacks its link, or says that it had other bets", s.at()))
			}
		}
	}
	return faults
}
