package house_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/monitor"
	"github.com/squaredeal/squaredeal/examples/casino/tlog"
	"github.com/squaredeal/squaredeal/examples/internal/publiclog"
)

// logOf returns the files of a casino's log, and its key.
func logOf(t testing.TB, h *house.House) (key string, number int64, files publiclog.Source) {
	t.Helper()
	key, number, err := h.LogKey(context.Background())
	noError(t, err)
	return key, number, func(ctx context.Context, path string) ([]byte, error) {
		if path == "checkpoint" {
			note, err := h.Checkpoint(ctx, number)
			return []byte(note), err
		}
		tile, width, err := tlog.ParsePath(path)
		if err != nil {
			return nil, err
		}
		return h.Tile(ctx, number, tile, width)
	}
}

// entriesOf returns the entries of a log, of which the monitor complains about none.
func entriesOf(t testing.TB, h *house.House) (entries []string, s *monitor.State) {
	t.Helper()
	key, _, files := logOf(t, h)
	s = monitor.New(key)
	if faults, err := s.Follow(context.Background(), files, time.Now()); err != nil || faults != nil {
		t.Fatalf("%q, %v", faults, err)
	}
	err := files.Read(context.Background(), 0, s.Tree.Size, func(_ int64, entry []byte) error {
		entries = append(entries, string(entry))
		return nil
	})
	return must(t, entries, err), s
}

// first returns the first words of entries, in their order.
func first(entries []string) string {
	var words []string
	for _, entry := range entries {
		word, _, _ := strings.Cut(entry, " ")
		words = append(words, word)
	}
	return strings.Join(words, " ")
}

// What a casino shows and reveals is in its log, in that order, and what a restoration gives up.
func TestPublicLog(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		h, alice, bob := casinotest.Open(t, name), newPlayer(), newPlayer()
		enter(t, h, bob)
		view := enter(t, h, alice)
		rotate(t, h, alice, view)
		noError(t, h.Merge(ctx))
		noError(t, h.Merge(ctx)) // nothing
		if got, s := entriesOf(t, h); first(got) != "key time shown shown shown" || len(s.Open) != 3 {
			t.Errorf("%q, %+v", got, s)
		}
		view, err := h.View(ctx, alice)
		rotate(t, h, alice, must(t, view, err))
		exec(t, h, "UPDATE players SET latest = latest - 2678400000")
		time.Sleep(2 * time.Millisecond) // in one, what is dropped would come before what is revealed
		noError(t, house.RemoveVisitors(h))
		noError(t, h.Merge(ctx))
		if got, s := entriesOf(t, h); first(got[5:]) != "time shown revealed dropped" || len(s.Open) != 2 || s.Revealed != 1 || s.Dropped != 1 {
			t.Errorf("%q, %+v", got, s)
		}
		_, before, _ := logOf(t, h)
		_, err = h.Renew(ctx)
		noError(t, err)
		noError(t, h.Merge(ctx))
		got, s := entriesOf(t, h)
		if _, after, _ := logOf(t, h); first(got) != "key after time shown dropped revealed" ||
			!strings.HasPrefix(got[1], fmt.Sprintf("after squaredeal-casino/%.16x/%d 9 ", h.Key(), before)) || after <= before {
			t.Errorf("%q, %+v", got, s)
		}
		if note, err := h.Checkpoint(ctx, before); err != nil || !strings.Contains(note, "\n9\n") {
			t.Errorf("the log before isn't served: %q, %v", note, err)
		}
	})
}

// A restoration gives up a chain of crash, and what waits to be logged of it: the new log has
// chains whole or not at all. Whatever else waited is in it, and no monitor complains.
func TestLogRestored(t *testing.T) {
	for what, announced := range map[string]bool{"a link waits": true, "the chain waits too": false} {
		t.Run(what, func(t *testing.T) {
			h, rig := casinotest.StartCrash(t, filepath.Join(t.TempDir(), "casino.db"))
			if !announced {
				exec(t, h, "INSERT INTO log_pending SELECT 'chain 1 ' || anchor || ' 1000000 quicknet 1', announced FROM chains")
			}
			enter(t, h, newPlayer())
			draw := publiclog.NewDraw(ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize)), 2, strings.Repeat("01", 32))
			noError(t, h.Announce(t.Context(), draw))
			rig.End()
			_, err := h.Renew(t.Context())
			noError(t, err)
			rig.Steps()
			rig.End()
			noError(t, h.Merge(t.Context()))
			got, s := entriesOf(t, h)
			slices.Sort(got)
			if first(got) != "after chain draw dropped ended key link shown shown time time" || s.Chains["2"].Round != 1 || s.Dropped != 1 {
				t.Errorf("%q, %+v", got, s)
			}
		})
	}
}

// Processes that share a database add to one log: whatever checkpoint one of them shows, the
// log has grown from all others.
func TestNoFork(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx, dir := context.Background(), t.TempDir()
		processes := []*house.House{casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)}
		key, number, files := logOf(t, processes[0])
		var all sync.WaitGroup
		var mu sync.Mutex
		sizes := map[string]bool{}
		for _, h := range processes {
			all.Go(func() {
				for range 8 {
					if _, err := h.Enter(ctx, newPlayer()); err != nil {
						t.Error(err)
					}
					if err := h.Merge(ctx); err != nil {
						t.Error(err)
					}
					note, err := h.Checkpoint(ctx, number)
					if err != nil {
						t.Error(err)
					}
					mu.Lock()
					sizes[note] = true
					mu.Unlock()
				}
			})
		}
		all.Wait()
		reader, err := publiclog.ParseKey(key)
		noError(t, err)
		roots := map[int64]publiclog.Hash{}
		var tree publiclog.Tree
		last, err := files(ctx, "checkpoint")
		noError(t, err)
		end, err := reader.Open(last)
		noError(t, err)
		noError(t, files.Read(ctx, 0, end.Size, func(_ int64, entry []byte) error {
			tree.Add(entry)
			roots[tree.Size] = tree.Root()
			return nil
		}))
		for note := range sizes {
			c, err := reader.Open([]byte(note))
			if noError(t, err); roots[c.Size] != c.Root {
				t.Errorf("the checkpoint of %d isn't on the way to that of %d", c.Size, end.Size)
			}
		}
		if _, s := entriesOf(t, processes[0]); len(s.Open) != 24 || len(sizes) < 2 {
			t.Errorf("%d hashes, %d checkpoints", len(s.Open), len(sizes))
		}
	})
}

// While what is to be logged has waited for long, as the database was away, nobody is told that
// something isn't in the log.
func TestLogBehind(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		h := casinotest.Open(t, name)
		_, number, _ := logOf(t, h)
		missing := func() error {
			_, err := h.Inclusion(t.Context(), number, "nothing")
			return err
		}
		now := time.Now()
		house.SetClock(h, func() time.Time { return now })
		enter(t, h, newPlayer())
		if err := missing(); err != house.ErrNotLogged {
			t.Errorf("at once: %v", err)
		}
		now = now.Add(house.MergeDelay)
		if err := missing(); err == nil || errors.Is(err, house.ErrNotLogged) {
			t.Errorf("after a minute: %v", err)
		}
		noError(t, h.Merge(t.Context()))
		if err := missing(); err != house.ErrNotLogged {
			t.Errorf("once it is added: %v", err)
		}
	})
}

// A merge that fails at any statement changes nothing, and the next one does it.
func TestMergeFails(t *testing.T) {
	ctx := context.Background()
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	enter(t, h, newPlayer())
	_, number, _ := logOf(t, h)
	before, err := h.Checkpoint(ctx, number)
	noError(t, err)
	for _, event := range []string{"INSERT ON log_index", "INSERT ON log_tiles", "UPDATE ON logs", "DELETE ON log_pending"} {
		exec(t, h, "CREATE TRIGGER crash BEFORE "+event+" BEGIN SELECT RAISE(ABORT, 'crash'); END")
		if err := h.Merge(ctx); err == nil {
			t.Errorf("%s: it doesn't fail", event)
		}
		if after, err := h.Checkpoint(ctx, number); err != nil || after != before {
			t.Errorf("%s: %q, %v", event, after, err)
		}
		exec(t, h, "DROP TRIGGER crash")
	}
	noError(t, h.Merge(ctx))
	if got, _ := entriesOf(t, h); first(got) != "key time shown" {
		t.Errorf("%q", got)
	}
}

// A logger has entries written into a casino's log, at times that it sets.
type logger struct {
	t *testing.T
	h *house.House
}

// What was said in one millisecond is in the log in the order in which it must have been
// said. Its times, and the numbers of logs, grow while a process's clock goes back; and a
// process that has seen no restoration goes on with the log that it has begun.
func TestLogOrder(t *testing.T) {
	name, dir := filepath.Join(t.TempDir(), "casino.db"), t.TempDir()
	h, other := casinotest.OpenWith(t, name, dir), casinotest.OpenWith(t, name, dir)
	l := logger{t, h}
	l.ordersMillisecond()
	l.growsInTime(other)
	size := l.takesOnce()
	_, number, _ := logOf(t, h)
	for _, sizes := range [][2]int64{{0, 1}, {2, 1}, {1, size + 1}} {
		if proof, err := h.Consistency(t.Context(), number, sizes[0], sizes[1]); err != house.ErrNotLogged {
			t.Errorf("%d: %q, %v", sizes, proof, err)
		}
	}

	_, err := h.Renew(t.Context())
	noError(t, err)
	if _, next, _ := logOf(t, h); next <= number {
		t.Errorf("log %d follows %d", next, number)
	}
	l.pend(7, "later")
	noError(t, other.Merge(t.Context()))
	entriesOf(t, h) // whose checkpoint has the name of the new log
	if got := l.read(); got[len(got)-1] != "later" {
		t.Errorf("%q", got)
	}
}

// pend has entries wait for the next merge.
func (l logger) pend(at int, entries ...string) {
	l.t.Helper()
	for _, entry := range entries {
		exec(l.t, l.h, fmt.Sprintf("INSERT INTO log_pending (entry, at) VALUES ('%s', %d)", entry, at))
	}
}

// read returns all entries of the log.
func (l logger) read() (entries []string) {
	l.t.Helper()
	text, _, files := logOf(l.t, l.h)
	key, err := publiclog.ParseKey(text)
	noError(l.t, err)
	latest, _, err := files.Latest(l.t.Context(), key)
	noError(l.t, err)
	noError(l.t, files.Read(l.t.Context(), 0, latest.Size, func(_ int64, entry []byte) error {
		entries = append(entries, string(entry))
		return nil
	}))
	return entries
}

func (l logger) ordersMillisecond() {
	l.t.Helper()
	digest := strings.Repeat("ff", 32)
	l.pend(5, "link 1 10 a", "link 1 9 a", "revealed "+strings.Repeat("f", 200), "dropped "+digest, "shown "+digest)
	l.pend(4, strings.Repeat("z", 300))
	noError(l.t, l.h.Merge(l.t.Context()))
	if got := first(l.read()); got != "key time "+strings.Repeat("z", 300)+" link link shown dropped revealed" {
		l.t.Errorf("%q", got)
	}
	if got := l.read(); got[3] != "link 1 9 a" {
		l.t.Errorf("%q", got)
	}
}

// growsInTime merges when the clocks of both processes have gone back by an hour.
func (l logger) growsInTime(other *house.House) {
	l.t.Helper()
	timeOf := func(entry string) (at int64) {
		fmt.Sscanf(entry, "time %d", &at)
		return at
	}
	before := timeOf(l.read()[1])
	for _, h := range []*house.House{l.h, other} {
		house.SetClock(h, func() time.Time { return time.UnixMilli(before).Add(-time.Hour) })
	}
	l.pend(6, "late")
	noError(l.t, l.h.Merge(l.t.Context()))
	if got := l.read(); timeOf(got[len(got)-2]) <= before {
		l.t.Errorf("%q is after %d", got, before)
	}
}

// takesOnce merges what is in the log already, and returns the log's size.
func (l logger) takesOnce() int64 {
	l.t.Helper()
	size := len(l.read())
	l.pend(6, "late")
	noError(l.t, l.h.Merge(l.t.Context()))
	if got := len(l.read()); got != size {
		l.t.Errorf("%d entries, after %d", got, size)
	}
	return int64(size)
}
