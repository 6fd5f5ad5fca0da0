package bots_test

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/bots"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/games"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
	"github.com/squaredeal/squaredeal/examples/internal/rummy"
)

// What a crash has left of a file that was being written is no bot: its seat has another.
func TestLeftOver(t *testing.T) {
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	dir := t.TempDir()
	name := filepath.Join(dir, "bots", "abcdefghijkl-0.123456")
	if err := os.Mkdir(filepath.Dir(name), 0o700); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, make([]byte, 32), 0o600); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 500*time.Millisecond)
	defer cancel()
	if err := bots.Fill(ctx, h, dir, 1, slog.New(slog.NewTextHandler(t.Output(), nil))); err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(name); err != nil {
		t.Error("a bot has played, and is gone:", err)
	}
}

// A bot keeps the key of its seat while the streams are down.
func TestKeepsKey(t *testing.T) {
	config := roomtest.Config(t, t.TempDir())
	config.Game = func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		return games.New(terms, seat, secret)
	}
	h := roomtest.Start(t, config)
	id := roomtest.Create(t, h, board.Offer{Game: rummy.Terms(2, 1), Seats: 2, Longest: rummy.Longest, Grace: 10 * time.Second})
	b := roomtest.Open(t, h, id)
	dir := t.TempDir()
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	reads, log := io.Pipe()
	done := make(chan error, 1)
	go func() { done <- bots.Fill(ctx, h, dir, 1, slog.New(slog.NewTextHandler(log, nil))) }()
	if _, err := b.Posts(ctx, 2, true); err != nil { // it has asked for its seat
		t.Fatal(err)
	}
	context.AfterFunc(ctx, func() { reads.Close() })
	go h.Close()
	for lines := bufio.NewScanner(reads); !strings.Contains(lines.Text(), "a bot "); {
		if !lines.Scan() {
			t.Fatal("it goes on")
		}
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(filepath.Join(dir, "bots", id+"-0")); err != nil {
		t.Error(err)
	}
}
