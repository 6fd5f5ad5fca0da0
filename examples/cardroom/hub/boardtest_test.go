package hub_test

import (
	"context"
	"encoding/binary"
	"log/slog"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

// What every board is asked, a table on a stream is asked, too. A full disk ends the server, so
// that has a test of its own.
func TestConcurrentStream(t *testing.T) {
	t.Parallel()
	boardtest.TestBoard(t, openStream)
}

// A replaced is a board of a hub in whose place comes another.
type replaced struct {
	mu    sync.Mutex
	board board.Board
	ctx   context.Context // of that hub
}

// call calls the board of now, unless its hub ends.
func (r *replaced) call(ctx context.Context, f func(context.Context, board.Board) error) error {
	r.mu.Lock()
	at, own := r.board, r.ctx
	r.mu.Unlock()
	both, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(own, cancel)()
	err := f(both, at)
	if own.Err() != nil && ctx.Err() == nil {
		return board.ErrRestarted
	}
	return err
}

func (r *replaced) Post(ctx context.Context, b []byte) error {
	return r.call(ctx, func(ctx context.Context, at board.Board) error { return at.Post(ctx, b) })
}

func (r *replaced) Posts(ctx context.Context, from uint64, wait bool) (posts []record.Post, err error) {
	err = r.call(ctx, func(ctx context.Context, at board.Board) (err error) {
		posts, err = at.Posts(ctx, from, wait)
		return err
	})
	return posts, err
}

// openStream opens a board on a stream of its own hub.
func openStream(t *testing.T, offer board.Offer, game board.NewGame) *boardtest.Rig {
	c := hub.Config{Key: roomtest.Key, Game: game, Dir: t.TempDir(), Log: slog.New(slog.DiscardHandler)}
	var mu sync.Mutex
	var shift int64
	stamps := make(map[uint64]int64)
	c.SetClock(func(number uint64, stamp int64) int64 {
		mu.Lock()
		defer mu.Unlock()
		if stamps[number] == 0 {
			stamps[number] = stamp + shift
		}
		return stamps[number]
	})
	r := new(replaced)
	var h *hub.Hub
	id, stop := "", func() {}
	begin := func() {
		var err error
		if h, err = hub.Start(c); err != nil {
			t.Error(err)
			return
		}
		if id == "" {
			if id, err = h.Create(t.Context(), offer, true); err != nil {
				t.Error(err)
			}
		}
		r.board = h.Follow(id)
		r.ctx, stop = context.WithCancel(context.Background())
	}
	begin()
	t.Cleanup(func() { stop(); h.Close() })
	return &boardtest.Rig{
		Dial: func() board.Board { return r },
		Restart: func(lose int) {
			r.mu.Lock()
			defer r.mu.Unlock()
			stop()
			h.Close()
			left, err := loseLast(c.Dir, id, lose)
			if err != nil {
				t.Error(err)
			}
			mu.Lock()
			for number := range stamps {
				if number > left {
					delete(stamps, number)
				}
			}
			mu.Unlock()
			begin()
		},
		Shift: func(by time.Duration) {
			mu.Lock()
			defer mu.Unlock()
			shift += by.Milliseconds()
		},
	}
}

// loseLast takes the last posts out of a stream's file, as an old backup would, and returns how
// many are left. A record begins with its length, whose highest bit says something else.
func loseLast(dir, id string, lose int) (left uint64, err error) {
	name := filepath.Join(dir, "jetstream", "$G", "streams", hub.Stream(id), "msgs")
	block := filepath.Join(name, "1.blk")
	b, err := os.ReadFile(block)
	if err != nil || lose == 0 {
		return 1 << 63, err
	}
	var ends []int64
	for at := 0; at < len(b); {
		at += int(binary.LittleEndian.Uint32(b[at:]) &^ (1 << 31))
		ends = append(ends, int64(at))
	}
	if err := os.Truncate(block, ends[len(ends)-1-lose]); err != nil {
		return 0, err
	}
	return uint64(len(ends) - lose), os.Remove(filepath.Join(name, "index.db")) // it is made anew
}
