package hub

import (
	"context"
	"crypto/ed25519"
	"math"
	"time"

	"golang.org/x/sync/singleflight"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cond"
)

const (
	window   = 512              // how many posts are kept in memory at most, and
	maxKept  = 1 << 20          // how many bytes of them: at least half of that
	maxShown = 32 << 10         // bytes shown at once, and the post that makes it more
	maxIdle  = 10 * time.Minute // after which a table leaves the memory
	checking = 5 * time.Second  // how often a table is compared with its stream
)

// A Board is a table's board, as this room has read it. It is safe for concurrent use.
type Board struct {
	hub *Hub
	id  string
	key record.Key

	posting chan struct{}      // holds one while a post is under way
	past    singleflight.Group // reads what is no longer in memory, for all who ask for it at once

	mu        cond.Mutex
	err       error  // for good
	base      uint64 // how many posts are no longer in memory
	posts     []posted
	kept      int  // their bytes
	caughtUp  bool // all was read that there was when this began
	watcher   *board.Watcher
	stamp     int64          // of the last post
	restamps  []restamp      // where the stream's clock was behind
	saidBytes map[string]int // by part of the subject
	wordTimer *time.Timer    // until the board has something to say itself
	readers   int
	idle      time.Time // since when there are none
}

// A restamp is for posts that were stamped earlier than one before them, as the stream's new
// leader has another clock. They are shown with the stamp of that.
type restamp struct {
	first, last uint64
	stamp       int64
}

// shown returns those of the posts that this room has read, as it shows them.
func (t *Board) shown(posts []posted) []posted {
	t.mu.Lock()
	defer t.mu.Unlock()
	for i, p := range posts {
		if p.Number > t.last() {
			return posts[:i]
		}
		for _, s := range t.restamps {
			if s.first <= p.Number && p.Number <= s.last {
				posts[i].Stamp = s.stamp
			}
		}
	}
	return posts
}

// Open returns a table. Release it when it isn't used any more.
func (h *Hub) Open(ctx context.Context, id string) (*Board, error) {
	if !isID(id) {
		return nil, ErrNoTable
	}
	for {
		t, err := h.table(id)
		if err == nil {
			err = t.await(ctx, func() bool { return t.caughtUp })
		}
		if err == nil {
			return t, nil
		}
		if t != nil {
			t.Release()
		}
		if err != errUnused { // just before
			return nil, err
		}
	}
}

// table returns a table, which may be reading yet, with one more reader.
func (h *Hub) table(id string) (*Board, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.ctx.Err(); err != nil {
		return nil, err
	}
	t := h.tables[id]
	if t == nil {
		t = &Board{hub: h, id: id, key: h.key(id), posting: make(chan struct{}, 1),
			watcher: board.NewWatcher(h.config.Game), saidBytes: make(map[string]int)}
		t.watcher.Limit(math.MaxInt64) // each seat has one of its own
		t.wordTimer = time.AfterFunc(math.MaxInt64, t.speak)
		h.tables[id] = t
		h.work.Go(t.follow)
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.readers++
	return t, nil
}

// Release says that the caller of Open doesn't use the table any more.
func (t *Board) Release() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.readers--
	t.idle = time.Now()
}

// await waits until something is so, of which the lock is held.
func (t *Board) await(ctx context.Context, so func() bool) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	if err := t.mu.Wait(ctx, func() bool { return t.err != nil || so() }); err != nil {
		return err
	}
	return t.err
}

// fail ends the table in this process. The next Open reads it anew.
func (t *Board) fail(err error) {
	t.hub.mu.Lock()
	if t.hub.tables[t.id] == t {
		delete(t.hub.tables, t.id)
	}
	t.hub.mu.Unlock()
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err == nil {
		t.err = err
		t.mu.Changed()
	}
}

// last is the number of the last post that was read. The caller has locked.
func (t *Board) last() uint64 { return t.base + uint64(len(t.posts)) }

// Seats returns the keys of the seats, nil for free ones.
func (t *Board) Seats() []ed25519.PublicKey {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.watcher.Seats()
}

// Last returns the number of the last post.
func (t *Board) Last() uint64 {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.last()
}

// Head returns the board's signed head of what was read, as the post that would follow; when
// the board has said its last word, that. Its stamp is that of the last post, as there may be
// others since. From the end on, the board signs nothing but its two words: with another head,
// it would seem to have closed early.
func (t *Board) Head() (record.Post, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return record.Post{}, t.err
	}
	last := t.posts[len(t.posts)-1].Post
	table := t.watcher.Table()
	switch {
	case table == nil:
		return record.Post{}, ErrNotBegun
	case t.watcher.Closed():
		return last, nil
	case table.Over():
		return record.Post{}, ErrClosing
	}
	head, err := table.SignHead(t.key, t.stamp)
	return record.Post{Number: last.Number + 1, Stamp: t.stamp, Bytes: head}, err
}
