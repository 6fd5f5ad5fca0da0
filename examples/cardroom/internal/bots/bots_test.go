package bots_test

import (
	"bufio"
	"bytes"
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
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
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

func start(t *testing.T) *hub.Hub {
	t.Helper()
	config := roomtest.Config(t, t.TempDir())
	config.Game = func(terms table.Terms, seat int, secret []byte) (table.Game, error) {
		return games.New(terms, seat, secret)
	}
	return roomtest.Start(t, config)
}

// A bot whose file is damaged is given up, and the file stays for whoever can mend it.
func TestDamaged(t *testing.T) {
	h := start(t)
	id := roomtest.Create(t, h, board.Offer{Game: rummy.Terms(2, 1), Seats: 2, Longest: rummy.Longest, Grace: time.Minute})
	b := roomtest.Open(t, h, id)
	if err := b.Post(t.Context(), roomtest.Ask(t, b, 1, roomtest.NewPlayer().Key)); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "bot")
	log := slog.New(slog.NewTextHandler(t.Output(), nil))
	ctx, stop := context.WithCancel(t.Context())
	played := make(chan struct{})
	go func() {
		defer close(played)
		bots.Play(ctx, h, id, file, log)
	}()
	if err := b.Await(t.Context(), 4); err != nil { // the offer, two requests, and its hello
		t.Fatal(err)
	}
	stop()
	<-played
	kept, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for _, damaged := range [][]byte{kept[:20], append(kept, 0)} {
		if err := os.WriteFile(file, damaged, 0o600); err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		bots.Play(ctx, h, id, file, log)
		if ctx.Err() != nil {
			t.Errorf("a file of %d bytes is tried again", len(damaged))
		}
		cancel()
		if held, err := os.ReadFile(file); !bytes.Equal(held, damaged) {
			t.Error("the file has changed:", err)
		}
	}
}

// A bot keeps the key of its seat while the streams are down.
func TestKeepsKey(t *testing.T) {
	h := start(t)
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
