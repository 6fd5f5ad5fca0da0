package house_test

import (
	"context"
	"crypto/rand"
	"database/sql"
	"encoding/hex"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
	"github.com/squaredeal/squaredeal/seedrng"
)

func TestMain(m *testing.M) { casinotest.Main(m) }

// newPlayer returns an ID as the API makes them.
func newPlayer() string {
	id := make([]byte, 16)
	rand.Read(id)
	return hex.EncodeToString(id)
}

func enter(t testing.TB, h *house.House, player string) house.View {
	t.Helper()
	view, err := h.Enter(context.Background(), player)
	if err != nil {
		t.Fatal(err)
	}
	return view
}

func rotate(t testing.TB, h *house.House, player string, view house.View) seedrng.Hash {
	t.Helper()
	next := view.Seeds.NextServerHash
	if _, err := h.Rotate(context.Background(), player, next, rand.Text()); err != nil {
		t.Fatal(err)
	}
	return next
}

// must returns a value, and fails the test if there is an error.
func must[T any](t testing.TB, v T, err error) T {
	t.Helper()
	noError(t, err)
	return v
}

// noError fails the test if there is an error.
func noError(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// begin opens a database, with the keys in a directory, and has a player enter and get seeds.
func begin(t testing.TB, name, dir string) (h *house.House, player string, hash seedrng.Hash) {
	t.Helper()
	h, player = casinotest.OpenWith(t, name, dir), newPlayer()
	return h, player, rotate(t, h, player, enter(t, h, player))
}

// exec carries out statements as somebody would who can write to the database.
func exec(t testing.TB, h *house.House, statements ...string) {
	t.Helper()
	for _, s := range statements {
		if _, err := house.Writer(h).Exec(s); err != nil {
			t.Fatalf("%s: %v", s, err)
		}
	}
}

// exported returns what a player exports.
func exported(t testing.TB, h *house.House, player string) (lines []house.Line) {
	t.Helper()
	err := h.Export(context.Background(), player, func(page []house.Line) error {
		lines = append(lines, page...)
		return nil
	})
	return must(t, lines, err)
}

// each runs a test with each kind of database.
func each(t *testing.T, test func(t *testing.T, name string)) {
	t.Run("sqlite", func(t *testing.T) { test(t, filepath.Join(t.TempDir(), "casino.db")) })
	t.Run("postgres", func(t *testing.T) { test(t, casinotest.Database(t)) })
}

// awaitLocks waits until some transactions wait for others in a database of PostgreSQL.
func awaitLocks(t *testing.T, db *sql.DB, n int) {
	t.Helper()
	await(t, func() bool {
		var waiting int
		noError(t, db.QueryRow("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'").
			Scan(&waiting))
		return waiting >= n
	})
}

// await waits until something holds.
func await(t *testing.T, holds func() bool) {
	t.Helper()
	for end := time.Now().Add(time.Minute); !holds(); time.Sleep(time.Millisecond) {
		if time.Now().After(end) {
			t.Fatal("it doesn't happen")
		}
	}
}

// refused checks that a request was refused with a code.
func refused(t *testing.T, err error, code string) *house.Refusal {
	t.Helper()
	r, ok := errors.AsType[*house.Refusal](err)
	if !ok || r.Code != code {
		t.Errorf("%v, not refused with %s", err, code)
		return &house.Refusal{}
	}
	return r
}
