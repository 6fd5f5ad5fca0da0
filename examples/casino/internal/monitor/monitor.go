// Package monitor follows a casino's public log, and finds what an honest one doesn't do: it
// forks, drops or alters entries, adds them later than it says or without a time, reveals what it
// never showed, or reveals the links of a chain out of order. It keeps what it needs between two
// looks.
package monitor

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// Skew is how far a log's clock may be from the monitor's, the time that entries may wait included.
const Skew = 10 * time.Minute

// Follow reads what the log has now, and returns what is wrong with it, after the first fault of
// earlier looks. If the log contradicts what was seen before, the state stays as it was, with the
// two checkpoints as evidence.
func (s *State) Follow(ctx context.Context, source publiclog.Source, now time.Time) (faults []string, err error) {
	faults, err = s.look(ctx, source, now)
	switch {
	case err != nil:
		return nil, err
	case s.Fault != "":
		return append([]string{s.Fault}, faults...), nil
	case len(faults) > 0:
		s.Fault = fmt.Sprintf("seen at %s: %s", now.UTC().Format(time.RFC3339), faults[0])
	}
	return faults, nil
}

// look is Follow without the faults of earlier looks.
func (s *State) look(ctx context.Context, source publiclog.Source, now time.Time) (faults []string, err error) {
	key, err := publiclog.ParseKey(s.Key)
	if err != nil {
		return nil, err
	}
	checkpoint, note, err := source.Latest(ctx, key)
	if err != nil {
		return nil, err
	}
	if checkpoint.Size < s.Tree.Size {
		s.contradict(note)
		return []string{fmt.Sprintf("the log has shrunk from %d entries to %d: it drops what was in it", s.Tree.Size, checkpoint.Size)}, nil
	}
	next, err := s.clone()
	if err != nil {
		return nil, err
	}
	reading := reader{State: next, before: s.Looked, now: now.UnixMilli()}
	switch err := next.Tree.Grow(ctx, source, checkpoint, reading.entry); {
	case errors.Is(err, publiclog.ErrFalse):
		s.contradict(note)
		return []string{fmt.Sprintf("the log has forked after %d entries, or dropped or altered some: those that it has now don't "+
			"lead to its checkpoint of %d", s.Tree.Size, checkpoint.Size)}, nil
	case err != nil:
		return nil, err
	}
	next.Checkpoint, next.Looked = string(note), now.UnixMilli()
	*s = *next
	return reading.faults, nil
}

// contradict keeps the first two checkpoints that contradict each other, or the one that its log
// contradicts at the first look.
func (s *State) contradict(note []byte) {
	if s.Conflict == "" {
		s.Conflict = strings.TrimPrefix(s.Checkpoint+"\n"+string(note), "\n")
	}
}
