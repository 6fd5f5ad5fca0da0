package bots_test

import (
	"context"
	"log/slog"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/cardroom/internal/bots"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
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
