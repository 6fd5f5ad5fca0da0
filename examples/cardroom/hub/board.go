package hub

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/singleflight"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cond"
	"github.com/squaredeal/squaredeal/examples/internal/board"
)

// Errors of a table, besides those of the streams.
var (
	ErrRestarted = board.ErrRestarted // it has lost posts
	ErrStranger  = errors.New("only seats may post, and each asks for itself")
	ErrJunk      = errors.New("this is no post of this table")
	ErrSaidAll   = errors.New("the seat has said as much as it may")
	ErrNotBegun  = errors.New("the game hasn't begun")
	errKey       = errors.New("the table is of rooms with another key")
)

const (
	window   = 512              // how many posts are kept in memory at most, and
	maxKept  = 1 << 20          // how many bytes of them: at least half of that
	maxShown = 32 << 10         // bytes shown at once, and the post that makes it more
	unused   = 10 * time.Minute // after which a table leaves the memory
	checking = 5 * time.Second  // how often a table is compared with its stream
	overtake = 5 * time.Second  // how long a statement waits for what its signer had read
)

// A Board is a table's board. It is safe for concurrent use.
type Board struct {
	hub *Hub
	id  string
	key record.Key

	posting chan struct{}      // holds one while a post is under way
	past    singleflight.Group // reads what is no longer in memory, for all who ask for it at once

	mu      cond.Mutex
	err     error  // for good
	base    uint64 // how many posts are no longer in memory
	posts   []posted
	kept    int  // their bytes
	up      bool // all was read that there was when this began
	watcher *board.Watcher
	used    map[string]int // bytes, by part of the subject
	signed  bool           // the last post is the board's signed head
	ending  *time.Timer    // until it signs, also if some haven't
	readers int
	idle    time.Time // since when there are none
}

// Open returns a table. Release it when it isn't used any more.
func (h *Hub) Open(ctx context.Context, id string) (*Board, error) {
	if !isID(id) {
		return nil, ErrNoTable
	}
	for {
		t, err := h.table(id)
		if err == nil {
			err = t.await(ctx, func() bool { return t.up })
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
			watcher: board.NewWatcher(h.config.Game), used: make(map[string]int)}
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

// follow reads the stream for as long as the table is used.
func (t *Board) follow() {
	t.fail(t.reads(t.hub.ctx))
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.ending != nil {
		t.ending.Stop()
	}
}

var errUnused = errors.New("the table isn't used any more")

func (t *Board) reads(ctx context.Context) error {
	live := make(chan *nats.Msg, 256) // whoever falls behind more catches up
	sub, err := t.hub.conn.ChanSubscribe(subjectOf("posted."+t.id, ">"), live)
	if err != nil {
		return err
	}
	defer sub.Unsubscribe()
	// What there is now, by the word of the stream's leader.
	end, err := t.hub.last(ctx, t.id)
	if err != nil {
		return err
	}
	if err := t.catchUp(ctx, end); err != nil {
		return err
	}
	check := time.NewTicker(checking)
	defer check.Stop()
	for {
		select {
		case m := <-live:
			p, err := parse(m)
			if err != nil {
				return err
			}
			next := t.Last() + 1
			if p.Number == next {
				t.take(p)
			} else if p.Number > next { // some were missed
				err = t.catchUp(ctx, p.Number)
			}
			if err != nil {
				return err
			}
		case <-check.C:
			if err := t.compare(ctx); err != nil {
				return err
			}
			t.mu.Lock()
			unused := t.readers == 0 && time.Since(t.idle) > unused
			t.mu.Unlock()
			if unused {
				return errUnused
			}
		case <-ctx.Done():
			return ctx.Err()
		}
		t.mu.Lock()
		err := t.err
		t.mu.Unlock()
		if err != nil {
			return err
		}
	}
}

// last returns the number of a stream's last post.
func (h *Hub) last(ctx context.Context, id string) (uint64, error) {
	for {
		asking, cancel := context.WithTimeout(ctx, 3*time.Second)
		s, err := h.js.Stream(asking, streamOf(id))
		cancel()
		switch {
		case err == nil && s.CachedInfo().State.Msgs == 0, errors.Is(err, jetstream.ErrStreamNotFound):
			return 0, ErrNoTable
		case err == nil:
			return s.CachedInfo().State.LastSeq, nil
		case ctx.Err() != nil:
			return 0, ctx.Err()
		}
		pause(ctx, 100*time.Millisecond)
	}
}

// catchUp reads up to a number. Only some tables do so at once, as whoever opens many long
// ones mustn't stop the others.
func (t *Board) catchUp(ctx context.Context, end uint64) error {
	for t.behind(end) {
		select {
		case t.hub.slots <- struct{}{}:
		case <-ctx.Done():
			return ctx.Err()
		}
		posts, _, err := t.hub.read(ctx, t.id, t.Last()+1, maxBatch)
		for _, p := range posts {
			t.take(p)
		}
		<-t.hub.slots
		if err != nil {
			return err
		}
		if len(posts) == 0 { // no replica is there, or one that is late
			pause(ctx, 100*time.Millisecond)
			if end, err = t.hub.last(ctx, t.id); err != nil {
				return err
			}
		}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.up = true
	t.mu.Changed()
	return t.err
}

// compare finds posts that were missed, and those that the stream has lost.
func (t *Board) compare(ctx context.Context) error {
	t.mu.Lock()
	n := len(t.posts)
	mine := t.posts[n-1]
	t.mu.Unlock()
	posts, answered, err := t.hub.read(ctx, t.id, mine.Number, maxBatch)
	if err != nil || !answered {
		return err
	}
	same := len(posts) > 0 && posts[0].Number == mine.Number && posts[0].Stamp == mine.Stamp && bytes.Equal(posts[0].Bytes, mine.Bytes)
	if !same {
		// A replica may be late. Its leader isn't.
		end, err := t.hub.last(ctx, t.id)
		if err != nil || end >= mine.Number && len(posts) == 0 {
			return err
		}
		return ErrRestarted
	}
	for _, p := range posts[1:] {
		t.take(p)
	}
	return nil
}

// behind reports whether there is something to read up to a number.
func (t *Board) behind(end uint64) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	return t.err == nil && !t.signed && t.last() < end
}

// last is the number of the last post that was read. The caller has locked.
func (t *Board) last() uint64 { return t.base + uint64(len(t.posts)) }

// take takes the next post; others are ignored, as are those after the signed head.
func (t *Board) take(p posted) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.Number != t.last()+1 || t.signed || t.err != nil {
		return
	}
	t.signed = p.part == roomPart && p.Number > 1
	if !t.signed {
		_, t.err = t.watcher.Read(p.Post)
	}
	if offer := t.watcher.Offer(); t.err == nil && (offer == nil || !offer.Board.Equal(t.key.Public())) {
		t.err = errKey
	}
	t.posts = append(t.posts, p)
	t.used[p.part] += len(p.Bytes) + postCost
	if t.kept += len(p.Bytes); len(t.posts) > window || t.kept > maxKept {
		n := 0
		for ; n+1 < len(t.posts) && (len(t.posts)-n > window/2 || t.kept > maxKept/2); n++ {
			t.kept -= len(t.posts[n].Bytes)
		}
		t.base += uint64(n)
		t.posts = slices.Clone(t.posts[n:])
	}
	t.mu.Changed()
	t.ends()
}

// ends has the head signed when the game is over: when all have signed that, or half a grace
// later. The caller has locked.
func (t *Board) ends() {
	table := t.watcher.Table()
	if t.signed || t.err != nil || table == nil || !table.Over() {
		return
	}
	if t.ending == nil {
		t.ending = time.AfterFunc(t.watcher.Offer().Grace/2, t.sign)
	}
	if len(table.Awaited()) == 0 {
		t.ending.Reset(0)
	}
}

// sign posts the board's signed head, unless there is something new by then.
func (t *Board) sign() {
	t.mu.Lock()
	stamp, last := time.Now().UnixMilli(), t.last()
	head, err := t.watcher.Table().SignHead(t.key, stamp)
	over := t.err != nil || t.signed
	t.mu.Unlock()
	if err != nil || over {
		return
	}
	ctx, cancel := context.WithTimeout(t.hub.ctx, time.Minute)
	defer cancel()
	if _, err := t.hub.append(ctx, t.id, roomPart, head, jetstream.WithExpectLastSequence(last)); err != nil && t.hub.ctx.Err() == nil {
		t.ending.Reset(checking)
	}
}

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

// Await waits until there is a post of a number.
func (t *Board) Await(ctx context.Context, number uint64) error {
	return t.await(ctx, func() bool { return number <= t.last() })
}

// Posts returns posts from a number on, the first ones there are: one at least, and 32 kB or
// a little more of them at most. It waits for one, or returns none if it isn't to wait. What
// it returns is shared with others who read the same.
func (t *Board) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	from = max(from, 1)
	if wait {
		if err := t.Await(ctx, from); err != nil {
			return nil, err
		}
	}
	t.mu.Lock()
	base, posts, err := t.base, slices.Clip(t.posts), t.err
	t.mu.Unlock()
	if err != nil {
		return nil, err
	}
	if from > base {
		posts = posts[min(from-base-1, uint64(len(posts))):]
	} else {
		posts, err = t.old(ctx, from)
	}
	var plain []record.Post
	for size := 0; len(plain) < len(posts) && size < maxShown; {
		p := posts[len(plain)].Post
		plain, size = append(plain, p), size+len(p.Bytes)
	}
	return plain, err
}

// old returns posts from a number on that are no longer in memory.
func (t *Board) old(ctx context.Context, from uint64) ([]posted, error) {
	read := t.past.DoChan(strconv.FormatUint(from, 10), func() (any, error) { return t.again(t.hub.ctx, from) })
	select {
	case r := <-read:
		return r.Val.([]posted), r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// again reads posts from a number on that there were.
func (t *Board) again(ctx context.Context, from uint64) ([]posted, error) {
	for {
		posts, _, err := t.hub.read(ctx, t.id, from, maxShown)
		if err != nil || len(posts) > 0 {
			return posts, err
		}
		// No replica is there, or one that is late, or there is no such post any more.
		pause(ctx, 100*time.Millisecond)
		if end, err := t.hub.last(ctx, t.id); err != nil {
			return nil, err
		} else if end < from {
			return nil, ErrRestarted
		}
	}
}

// Post gives the table a post of this process, as PostBy does of a key.
func (t *Board) Post(ctx context.Context, b []byte) error { return t.post(ctx, nil, true, b) }

// PostBy gives the table a post by somebody who has shown a key. It returns when the post is
// on the disk and was read, or was dropped because it can have no effect. A post of this
// table that is refused is an [ErrStranger] or an [ErrSaidAll], and any other an [ErrJunk].
func (t *Board) PostBy(ctx context.Context, key ed25519.PublicKey, b []byte) error {
	return t.post(ctx, key, false, b)
}

func (t *Board) post(ctx context.Context, key ed25519.PublicKey, trusted bool, b []byte) error {
	select {
	case t.posting <- struct{}{}:
		defer func() { <-t.posting }()
	case <-ctx.Done():
		return ctx.Err()
	}
	part, err := t.judge(key, trusted, b)
	if errors.Is(err, record.ErrUnread) {
		// Its signer had read in another room what this one will read in a moment.
		t.waitFor(ctx, b)
		part, err = t.judge(key, trusted, b)
	}
	switch {
	case errors.Is(err, record.ErrNoPlace), errors.Is(err, record.ErrUnread), errors.Is(err, errOver):
		return nil
	case errors.Is(err, record.ErrMalformed), errors.Is(err, record.ErrSignature):
		return ErrJunk
	case err != nil:
		return err
	}
	number, err := t.hub.append(ctx, t.id, part, b)
	if err != nil {
		return err
	}
	return t.await(ctx, func() bool { return number <= t.last() })
}

func (t *Board) waitFor(ctx context.Context, b []byte) {
	ctx, cancel := context.WithTimeout(ctx, overtake)
	defer cancel()
	t.await(ctx, func() bool {
		_, err := t.watcher.Judge(b)
		return !errors.Is(err, record.ErrUnread)
	})
}

var errOver = errors.New("the board has signed the end")

// judge returns the part of the subject for a post, or why it isn't taken.
func (t *Board) judge(key ed25519.PublicKey, trusted bool, b []byte) (part string, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return "", t.err
	}
	seats := t.watcher.Seats()
	seated := slices.ContainsFunc(seats, func(k ed25519.PublicKey) bool { return trusted || k != nil && k.Equal(key) })
	begun := t.watcher.Table() != nil
	switch {
	case len(b) > maxPost:
		return "", ErrJunk
	case begun && !seated:
		return "", ErrStranger
	case t.signed:
		return "", errOver
	}
	author, err := t.watcher.Judge(b)
	switch part = asksPart; {
	case err != nil:
		return "", err
	case begun:
		part = strconv.Itoa(slices.IndexFunc(seats, func(k ed25519.PublicKey) bool { return k.Equal(author) }))
	case !trusted && !author.Equal(key):
		return "", ErrStranger
	}
	if t.used[part]+len(b)+postCost > maxPerSubject {
		return "", ErrSaidAll
	}
	return part, nil
}

// Head returns the board's signed head of what was read, as the post that would follow; when
// the end is signed, that one. Its stamp is that of the last post, as there may be others since.
func (t *Board) Head() (record.Post, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.posts[len(t.posts)-1].Post
	table := t.watcher.Table()
	switch {
	case t.err != nil || t.signed:
		return last, t.err
	case table == nil:
		return record.Post{}, ErrNotBegun
	}
	head, err := table.SignHead(t.key, last.Stamp)
	return record.Post{Number: last.Number + 1, Stamp: last.Stamp, Bytes: head}, err
}

// A follower opens its table for each call, so that it goes on when that begins anew.
type follower struct {
	hub *Hub
	id  string
}

// Follow returns a table for a program of this process that plays at it.
func (h *Hub) Follow(id string) board.Board { return follower{h, id} }

func (f follower) Post(ctx context.Context, b []byte) error {
	t, err := f.hub.Open(ctx, f.id)
	if err != nil {
		return err
	}
	defer t.Release()
	return t.Post(ctx, b)
}

func (f follower) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	t, err := f.hub.Open(ctx, f.id)
	if err != nil {
		return nil, err
	}
	defer t.Release()
	return t.Posts(ctx, from, wait)
}
