// Package bots has bots sit down at new tables.
package bots

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
)

const (
	looking  = time.Second            // how often there may be new tables
	thinking = 800 * time.Millisecond // so that people can follow
)

// Fill lets up to n bots sit down at each table that has free seats, but not in its last
// seat, until the context ends. Each keeps its state in a file of a folder's folder bots:
// when Fill is called again, they play on.
func Fill(ctx context.Context, h *hub.Hub, folder string, n int, log *slog.Logger) error {
	folder = filepath.Join(folder, "bots")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*-[0-9]")) // and no file that was being written
	if err != nil {
		return err
	}
	var all sync.WaitGroup
	defer all.Wait()
	served := make(map[string]bool)
	for _, file := range files {
		id, _, _ := strings.Cut(filepath.Base(file), "-")
		served[id] = true
		all.Go(func() { play(ctx, h, id, file, log) })
	}
	for {
		tables, err := h.List(ctx)
		if err != nil && ctx.Err() == nil {
			log.Warn("bots don't see the tables", "error", err)
		}
		for _, t := range tables {
			for i := 0; t.Free > 1 && !served[t.ID] && i < min(n, t.Free-1); i++ {
				file := filepath.Join(folder, fmt.Sprintf("%s-%d", t.ID, i))
				all.Go(func() { play(ctx, h, t.ID, file, log) })
			}
			served[t.ID] = true
		}
		select {
		case <-time.After(looking):
		case <-ctx.Done():
			return nil
		}
	}
}

// play plays one seat to its end.
func play(ctx context.Context, h *hub.Hub, id, file string, log *slog.Logger) {
	p := player.Player{Board: h.Follow(id), Keeper: httpboard.KeeperFile(file), Seat: board.AnySeat, Bot: &player.Bot{Think: thinking}}
	err := p.Run(ctx)
	if ctx.Err() != nil {
		return
	}
	if err != nil && !errors.Is(err, hub.ErrNoTable) {
		log.Warn("a bot has left its table", "table", id, "error", err)
	}
	os.Remove(file)
}
