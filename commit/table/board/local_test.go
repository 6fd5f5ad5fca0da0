package board_test

import (
	"context"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
)

// A replaced is a board in whose place comes another.
type replaced struct {
	mu    sync.Mutex
	local *board.Local
	gone  chan struct{}
}

func (r *replaced) replace(l *board.Local) {
	r.mu.Lock()
	defer r.mu.Unlock()
	close(r.gone)
	r.local, r.gone = l, make(chan struct{})
}

func (r *replaced) now() (*board.Local, chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.local, r.gone
}

func (r *replaced) Post(ctx context.Context, b []byte) error {
	l, _ := r.now()
	return l.Post(ctx, b)
}

func (r *replaced) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	l, gone := r.now()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	ended := make(chan struct{})
	defer close(ended)
	go func() {
		select {
		case <-gone:
			cancel(board.ErrRestarted)
		case <-ended:
		}
	}()
	posts, err := l.Posts(ctx, from, wait)
	if err != nil {
		err = context.Cause(ctx)
	}
	return posts, err
}

// openLocal opens a board that keeps its posts in memory.
func openLocal(t *testing.T, offer board.Offer, game board.NewGame) *boardtest.Rig {
	storage, key := new(boardtest.Storage), record.GenerateKey()
	var shift atomic.Int64
	clock := func() time.Time { return time.Now().Add(time.Duration(shift.Load())) }
	r := &replaced{gone: make(chan struct{})}
	reopen := func(lose int) {
		r.mu.Lock()
		defer r.mu.Unlock()
		close(r.gone)
		held := storage.Hold() // what the last board is about to append comes too late
		storage.Lose(lose)
		var err error
		if r.local, err = board.OpenAt(offer, key, game, held, clock); err != nil {
			t.Fatal(err)
		}
		r.gone = make(chan struct{})
	}
	reopen(0)
	return &boardtest.Rig{
		Dial: func() board.Board { return r }, Restart: reopen, Room: storage.Room,
		Shift: func(by time.Duration) { shift.Add(int64(by)) },
	}
}

func TestConcurrentLocal(t *testing.T) { boardtest.TestInBubbles(t, openLocal) }

// A host learns that its storage fails, and that it doesn't any more.
func TestStorageError(t *testing.T) {
	storage := new(boardtest.Storage)
	l, err := board.Open(board.Offer{Game: []byte("sums"), Seats: 2, Longest: 9, Grace: time.Second}, record.GenerateKey(),
		boardtest.Sums(1), storage)
	if err != nil {
		t.Fatal(err)
	}
	posts, _ := l.Posts(t.Context(), 1, false)
	offer, err := board.ParseOffer(posts[0].Bytes)
	if err != nil {
		t.Fatal(err)
	}
	ask := offer.Ask(0, record.GenerateKey(), nil)
	for _, room := range []int{0, boardtest.AllRoom} {
		storage.Room(room)
		err := l.Post(t.Context(), ask)
		if kept := l.StorageError(); (kept == nil) != (room > 0) || (err == nil) != (room > 0) {
			t.Errorf("with room for %d bytes: %v, and to the host %v", room, err, kept)
		}
	}
}
