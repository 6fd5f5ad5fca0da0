// Package monitor follows a casino's public log, and finds what an honest one doesn't do: it
// forks, drops or alters entries, adds them later than it says or without a time, reveals what it
// never showed, reveals the links of a chain out of order, or puts another chain in its place. It
// keeps what it needs between two looks.
package monitor

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// Skew is how far a log's clock may be from the monitor's, the time that entries may wait included.
const Skew = 10 * time.Minute

// step is how many entries are read at once, after which the state can be kept: whole bundles.
const step = 1 << 16

// Follow goes on with the look that hasn't read all, or begins one, and returns what is wrong with
// the log, after the first fault of earlier looks, once the look has read all. If it hasn't, be it
// for an error, Look isn't nil, and the state is to be kept. If the log contradicts what was seen
// before, the state stays as it was, with the two checkpoints as evidence.
func (s *State) Follow(ctx context.Context, source publiclog.Source, now time.Time) (faults []string, err error) {
	faults, err = s.look(ctx, source, now)
	if err != nil || s.Look != nil {
		return nil, err
	}
	return s.tell(faults, now), nil
}

// Another is Follow if the casino shows another log, whose checkpoint is evidence.
func (s *State) Another(ctx context.Context, source publiclog.Source, key publiclog.Key, now time.Time) (faults []string) {
	if _, note, err := source.Latest(ctx, key); err == nil {
		s.contradict(s.Checkpoint, string(note))
	}
	return s.tell([]string{fmt.Sprintf("the casino has begun another log, %v; before, it was %s. If it was restored from a backup, "+
		"follow the new one with another -kept", key, s.Key)}, now)
}

// tell returns what a look has found, after the first fault of earlier ones, or keeps its own.
func (s *State) tell(faults []string, now time.Time) []string {
	if s.Fault != "" {
		return append([]string{s.Fault}, faults...)
	}
	if len(faults) > 0 {
		s.Fault = fmt.Sprintf("seen at %s: %s", now.UTC().Format(time.RFC3339), faults[0])
	}
	return faults
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
	seen, size := s.Checkpoint, s.Tree.Size
	if s.Look != nil {
		seen, size = s.Look.Note, s.Look.To.Size
	}
	if checkpoint.Size < size {
		s.Look = nil
		s.contradict(seen, string(note))
		return []string{fmt.Sprintf("the log has shrunk from %d entries to %d: it drops what was in it", size, checkpoint.Size)}, nil
	}
	if s.Look == nil {
		next, err := s.clone()
		if err != nil {
			return nil, err
		}
		s.Look = &Look{State: next, To: checkpoint, Note: string(note), Now: now.UnixMilli()}
	}
	l := s.Look
	end := min(l.To.Size, (l.Tree.Size/step+1)*step)
	if err := source.Read(ctx, l.Tree.Size, end, l.entry); err != nil {
		return nil, fmt.Errorf("%s of %s are read, and the next look goes on there: %w", cli.Thousands(l.Tree.Size), entries(l.To.Size), err)
	}
	if end < l.To.Size {
		return nil, nil
	}
	s.Look = nil
	if l.Tree.Root() != l.To.Root {
		s.contradict(s.Checkpoint, l.Note)
		return []string{fmt.Sprintf("the log has forked after %d entries, or dropped or altered some: those that it has now don't "+
			"lead to its checkpoint of %d", s.Tree.Size, l.To.Size)}, nil
	}
	*s = *l.State
	s.Checkpoint, s.Looked = l.Note, l.Now
	return l.Faults, nil
}

// contradict keeps the first two checkpoints that contradict each other, or the one that its log
// contradicts at the first look.
func (s *State) contradict(seen, note string) {
	if s.Conflict == "" {
		s.Conflict = strings.TrimPrefix(seen+"\n"+note, "\n")
	}
}
