// Package bots has bots sit down at new tables.
package bots

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/player"
)

const (
	looking  = time.Second            // how often there may be new tables
	thinking = 800 * time.Millisecond // so that people can follow
	waiting  = 2 * time.Second        // after an error that may pass
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

// play plays one seat to its end, also after errors that may pass: its file has the seat's key.
func play(ctx context.Context, h *hub.Hub, id, file string, log *slog.Logger) {
	for told := ""; ; {
		err := run(ctx, h, id, file)
		switch {
		case ctx.Err() != nil:
			return
		case err == nil || errors.Is(err, hub.ErrNoTable):
			os.Remove(file)
			return
		case isFinal(err):
			log.Warn("a bot has left its table", "table", id, "error", err)
			os.Remove(file)
			return
		case errors.Is(err, board.ErrMalformed), errors.Is(err, table.ErrMalformed):
			log.Error("a bot's file is damaged, and stays as it is", "file", file, "error", err)
			return
		case err.Error() != told:
			told = err.Error()
			log.Warn("a bot can't play for now", "table", id, "error", err)
		}
		select {
		case <-time.After(waiting):
		case <-ctx.Done():
			return
		}
	}
}

func run(ctx context.Context, h *hub.Hub, id, file string) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := player.Player{Board: h.Follow(id), Keeper: httpboard.KeeperFile(file), Seat: board.AnySeat, Bot: &player.Bot{Think: thinking}}
	return p.Run(ctx)
}

// isFinal reports whether an error ends a seat for good.
func isFinal(err error) bool {
	_, refused := errors.AsType[*board.Refusal](err)
	return refused || slices.ContainsFunc([]error{board.ErrNoOffer, board.ErrNoSeat, board.ErrNotFinal, board.ErrNeverBegan,
		board.ErrBarred, board.ErrReset}, func(final error) bool { return errors.Is(err, final) })
}
