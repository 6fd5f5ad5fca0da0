package house_test

import (
	"bytes"
	"context"
	"database/sql"
	"encoding/hex"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/examples/casino/internal/vault"
)

// files returns all that is in a directory.
func files(t *testing.T, dir string) (content []byte) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err == nil && d.Type().IsRegular() {
			var file []byte
			file, err = os.ReadFile(path)
			content = append(content, file...)
		}
		if errors.Is(err, fs.ErrNotExist) { // a server that runs removes temporary files
			return nil
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return content
}

// A copy of the database holds no seed that isn't revealed, neither as text nor as bytes.
func TestStolenBackup(t *testing.T) {
	test := func(t *testing.T, name, dir string) {
		ctx := context.Background()
		h, player := casinotest.Open(t, name), newPlayer()
		view := enter(t, h, player)
		rotate(t, h, player, view)
		copied := func() []byte {
			if strings.HasPrefix(name, "postgres://") {
				exec(t, h, "CHECKPOINT")
			}
			return files(t, dir)
		}
		_, err := h.Bet(ctx, player, view.Seeds.NextServerHash, 0, poker)
		noError(t, err)
		_, err = h.Step(ctx, player, view.Seeds.NextServerHash, 0, 1, "hold")
		noError(t, err)
		backup := copied()

		var seeds []string // that were live then
		for range 2 {
			view, err = h.View(ctx, player)
			noError(t, err)
			view, err = h.Rotate(ctx, player, view.Seeds.NextServerHash, "words")
			noError(t, err)
			seeds = append(seeds, view.Seeds.Revealed.ServerSeed)
		}
		later := copied()
		for i, seed := range seeds {
			if raw := unhex(t, seed); bytes.Contains(backup, []byte(seed)) || bytes.Contains(backup, raw) {
				t.Errorf("live seed %d is in the backup", i)
			}
			if !bytes.Contains(later, []byte(seed)) {
				t.Errorf("revealed seed %d isn't in a later backup: does the test look at the right files?", i)
			}
		}
		if !bytes.Contains(backup, []byte(player)) {
			t.Error("the player isn't in the backup: does the test look at the right files?")
		}
	}
	t.Run("sqlite", func(t *testing.T) {
		dir := t.TempDir()
		test(t, filepath.Join(dir, "casino.db"), dir)
	})
	t.Run("postgres", func(t *testing.T) {
		cluster := casinotest.StartPostgres(t)
		test(t, cluster.URL(), cluster.Dir())
	})
}

func unhex(t *testing.T, text string) []byte {
	t.Helper()
	b, err := hex.DecodeString(text)
	return must(t, b, err)
}

func parseKeys(t *testing.T, keys ...string) vault.Keys {
	t.Helper()
	k, err := vault.Parse([]byte(strings.Join(keys, "\n")))
	return must(t, k, err)
}

// openKeys opens a database with these keys.
func openKeys(t *testing.T, name string, keys ...string) *house.House {
	t.Helper()
	h, err := house.Open(context.Background(), name, parseKeys(t, keys...))
	noError(t, err)
	t.Cleanup(func() { h.Close() })
	return h
}

// The key is rotated while the casino is open, and then the old one is removed.
func TestKeyRotation(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		a, b := strings.Repeat("a1", 32), strings.Repeat("b2", 32)
		h := openKeys(t, name, a)
		alice, bob := newPlayer(), newPlayer()
		hash := rotate(t, h, alice, enter(t, h, alice))
		enter(t, h, bob)

		both := openKeys(t, name, b, a)
		answer, err := both.Bet(ctx, alice, hash, 0, dice)
		noError(t, err)
		if _, err := h.View(ctx, alice); err == nil {
			t.Error("the old key opens what the new one has sealed")
		}
		_, err = house.Open(ctx, name, parseKeys(t, b))
		refusedWith(t, err, "lacks")
		for _, want := range []int{1, 0} { // alice's session was sealed anew when she bet
			if n, err := both.Reseal(ctx); err != nil || n != want {
				t.Errorf("%d, not %d: %v", n, want, err)
			}
		}
		only := openKeys(t, name, b)
		for _, player := range []string{alice, bob} {
			_, err := only.View(ctx, player)
			noError(t, err)
		}
		again, err := only.Bet(ctx, alice, hash, 0, dice)
		same(t, answer, again, err)

		// A row is of no use in another's place.
		exec(t, only, "UPDATE players SET session = (SELECT session FROM players WHERE player = '"+bob+"')")
		if _, err := only.View(ctx, alice); !errors.Is(err, vault.ErrSealed) {
			t.Errorf("another player's session: %v", err)
		}
		_, err = only.View(ctx, bob)
		noError(t, err)
	})
}

// A process that starts waits for another that is making a new file one with a write-ahead
// log. SQLite alone doesn't.
func TestNewFile(t *testing.T) {
	name := filepath.Join(t.TempDir(), "casino.db")
	db, err := sql.Open("sqlite", name+"?_txlock=immediate")
	noError(t, err)
	defer db.Close()
	other, err := db.Begin()
	noError(t, err)
	release := time.AfterFunc(100*time.Millisecond, func() { other.Rollback() })
	defer release.Stop()
	casinotest.Open(t, name)
	if info, err := os.Stat(name); err != nil || info.Mode().Perm() != 0o600 && runtime.GOOS != "windows" {
		t.Errorf("others may read a database that was put there: %v, %v", info.Mode(), err)
	}
}

// Several processes start at once on an empty database. A newer one is refused. Upkeep makes no
// tables, and changes none.
func TestMigration(t *testing.T) {
	each(t, func(t *testing.T, name string) {
		ctx := context.Background()
		keys := parseKeys(t, strings.Repeat("c3", 32))
		for range 2 {
			_, err := house.OpenExisting(ctx, name, keys)
			refusedWith(t, err, "no casino has opened")
		}
		var all sync.WaitGroup
		houses, errs := make([]*house.House, 5), make([]error, 5)
		for i := range houses {
			all.Go(func() { houses[i], errs[i] = house.Open(ctx, name, keys) })
		}
		all.Wait()
		for i, h := range houses {
			noError(t, errs[i])
			defer h.Close()
		}
		exec(t, houses[0], "INSERT INTO versions (version) VALUES (99)")
		_, err := house.Open(ctx, name, keys)
		refusedWith(t, err, "newer program")
		exec(t, houses[0], "DELETE FROM versions WHERE version > 1")
		_, err = house.OpenExisting(ctx, name, keys)
		refusedWith(t, err, "the database has version 1")
	})
}
