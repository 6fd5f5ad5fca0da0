// Package board lets the programs of a table (commit/table) play over one board, in this
// process, or over TCP: see package tcp.
//
//	host                              board                          seats
//	Open    ── Offer ──▶              post 1                         Dial
//	                                  posts 2, …   ◀── seat, key ──  Seat.Play: the terms,
//	                                  further ones ◀── statement ──  then a table.Table
//	                                  its signed head                All, WriteFile, Audit
//
// A [Board] numbers and stamps what it is given, and shows it to everybody. The first posts
// are the lobby: a valid key that asks for a free seat gets it, until none is free. After
// them come the table's statements, and at the end the board's signed head. A [Local] keeps
// nothing else: it watches the table, and drops what has no place, so that a flood of junk
// costs it no memory. It may keep the posts in a file, and go on from there.
//
// What a board is trusted with, see commit/record.
package board

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/cond"
)

// A Board gives everybody the same posts, with the numbers 1, 2, …
type Board interface {
	// Post gives the board a post. It comes back if it has a place.
	Post(ctx context.Context, b []byte) error
	// Posts returns posts from a number on, the first ones there are. It may return none,
	// also after it has waited for one. With an error, call Table.Connect again.
	Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error)
}

// A NewGame begins the game of a seat, all whose chance follows from a secret; or of somebody
// without a seat, which is -1 then. It refuses the terms of another game.
type NewGame func(terms table.Terms, seat int, secret []byte) (table.Game, error)

const nobody = -1

// Limits, in bytes.
const (
	MaxPost  = record.MaxMessageLen / 16
	MaxChunk = 1 << 20 // shown at once
	maxBoard = 1 << 27 // kept
)

// A Local is a board in this process. It is safe for concurrent use.
type Local struct {
	id   string // of this process's
	key  record.Key
	file *os.File // nil, or where the posts are kept

	mu      cond.Mutex
	posts   []record.Post
	size    int
	watcher *Watcher      // of these posts, and of those that were dropped
	ending  bool          // the head will be signed
	signed  bool          // and was: nothing more has a place
	over    chan struct{} // closed when it is signed
	err     error         // of the file, say: the board stands still
}

// Open returns the board of a new game, or goes on with what the named file holds, if it
// holds something. NAME.key holds the board's key. With an empty name, nothing is kept.
func Open(name string, offer Offer, game NewGame) (*Local, error) {
	l := &Local{id: rand.Text(), watcher: NewWatcher(game), key: record.GenerateKey(), over: make(chan struct{})}
	if name != "" {
		if err := l.load(name); err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	offer.Board = l.key.Public()
	first, err := json.Marshal(offer)
	if err == nil && len(l.posts) == 0 {
		err = l.Post(context.Background(), first)
	}
	if err == nil && (len(l.posts) == 0 || !bytes.Equal(l.posts[0].Bytes, first)) {
		err = errors.New("the board is of another game, or its terms are impossible")
	}
	l.end(false)
	return l, err
}

// load reads the file, without a post that was being written.
func (l *Local) load(name string) error {
	key, err := readOr(name+".key", l.key.Bytes())
	if err == nil {
		l.key, err = record.ParseKey(key)
	}
	if err == nil {
		l.file, err = os.OpenFile(name, os.O_RDWR|os.O_CREATE|os.O_APPEND, 0o600)
	}
	if err != nil {
		return err
	}
	posts, size, err := readPosts(l.file)
	if err == nil {
		err = l.file.Truncate(size)
	}
	for _, p := range posts {
		l.signed = l.watcher.table != nil && isHead(l.watcher.table, p)
		if !l.signed && !l.takes(p) {
			return fmt.Errorf("post %d has no place", p.Number)
		}
		l.posts, l.size = append(l.posts, p), l.size+len(p.Bytes)
	}
	if l.signed {
		close(l.over)
	}
	return err
}

// isHead reports whether a post is the board's signed head, at the end.
func isHead(t *table.Table, p record.Post) bool {
	return t.Over() && len(p.Bytes) == record.HeadSize
}

// Post takes a post that has a place. It is on the disk before anybody sees it.
func (l *Local) Post(ctx context.Context, b []byte) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	p := record.Post{Number: uint64(len(l.posts) + 1), Stamp: time.Now().UnixMilli(), Bytes: bytes.Clone(b)}
	if n := len(l.posts); n > 0 {
		p.Stamp = max(p.Stamp, l.posts[n-1].Stamp) // also if the clock was set back
	}
	switch {
	case l.err == nil && l.size >= maxBoard:
		return errors.New("the board is full")
	case l.err == nil && !l.signed && l.takes(p):
		l.add(p)
		l.end(false)
	}
	return l.err
}

// takes gives a post a place, and reports whether it has one.
func (l *Local) takes(p record.Post) (placed bool) {
	placed, l.err = l.watcher.Read(p)
	return placed
}

func (l *Local) add(p record.Post) {
	if l.file != nil {
		_, l.err = l.file.Write(line(p))
		l.err = errors.Join(l.err, l.file.Sync())
	}
	if l.err == nil {
		l.posts, l.size = append(l.posts, p), l.size+len(p.Bytes)
		l.mu.Changed()
	}
}

// end signs the head when the game is over: when all have signed that, or half a grace later.
func (l *Local) end(late bool) {
	switch {
	case l.err != nil || l.signed || l.watcher.table == nil || !l.watcher.table.Over():
	case late || len(l.watcher.table.Awaited()) == 0:
		head := record.Post{Number: uint64(len(l.posts) + 1), Stamp: time.Now().UnixMilli()}
		if head.Bytes, l.err = l.watcher.table.SignHead(l.key, head.Stamp); l.err == nil {
			l.add(head)
			l.signed = true
			close(l.over)
		}
	case !l.ending:
		l.ending = true
		time.AfterFunc(l.watcher.lobby.offer.Grace/2, func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.end(true)
		})
	}
}

// Posts implements [Board].
func (l *Local) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	from = max(from, 1)
	l.mu.Lock()
	defer l.mu.Unlock()
	if wait {
		if err := l.mu.Wait(ctx, func() bool { return from <= uint64(len(l.posts)) }); err != nil {
			return nil, err
		}
	}
	n, posts := 0, l.posts[min(from-1, uint64(len(l.posts))):]
	for size := 0; n < len(posts) && size < MaxChunk; n++ {
		size += len(posts[n].Bytes)
	}
	return posts[:n:n], nil
}

// All returns all posts.
func All(ctx context.Context, b Board) (all []record.Post, err error) {
	for {
		posts, err := b.Posts(ctx, uint64(len(all)+1), false)
		if all = append(all, posts...); err != nil || len(posts) == 0 {
			return all, err
		}
	}
}

// ID names the board as it is in this process: one that was restarted has another.
func (l *Local) ID() string { return l.id }

// Over reports whether the game is over.
func (l *Local) Over() bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.watcher.table != nil && l.watcher.table.Over()
}

// Signed is closed when the board has signed its head, at the end.
func (l *Local) Signed() <-chan struct{} { return l.over }
