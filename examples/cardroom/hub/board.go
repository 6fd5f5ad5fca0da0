package hub

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
	"golang.org/x/sync/singleflight"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cond"
)

// Errors of a board. Those of one post are in a [board.Refusal].
var (
	ErrRestarted = board.ErrRestarted // it has lost posts
	ErrStranger  = errors.New("only seats may post that aren't out, and each asks for itself")
	ErrSaidAll   = errors.New("the seat has said as much as it may")
	ErrNotBegun  = errors.New("the game hasn't begun")
	ErrClosing   = errors.New("the game is over, and its board closes soon")
	errKey       = errors.New("the table is of rooms with another key")
)

const (
	window   = 512              // how many posts are kept in memory at most, and
	maxKept  = 1 << 20          // how many bytes of them: at least half of that
	maxShown = 32 << 10         // bytes shown at once, and the post that makes it more
	unused   = 10 * time.Minute // after which a table leaves the memory
	checking = 5 * time.Second  // how often a table is compared with its stream
)

// A Board is a table's board, as this room has read it. It is safe for concurrent use.
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
	stamp   int64          // of the last post
	slow    []slow         // where the stream's clock was behind
	used    map[string]int // bytes, by part of the subject
	own     *time.Timer    // until the board has something to say itself
	readers int
	idle    time.Time // since when there are none
}

// A slow is a number of posts that were stamped earlier than one before them, as the stream's
// new leader has another clock. They are shown with the stamp of that.
type slow struct {
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
		for _, s := range t.slow {
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
		t.watcher.Limit(math.MaxInt64) // each seat has one of its own
		t.own = time.AfterFunc(math.MaxInt64, t.speak)
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
	t.own.Stop()
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
			p, err := t.hub.parse(m)
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
	if !t.up {
		t.up = true
		t.own.Reset(0)
		t.mu.Changed()
	}
	return t.err
}

// compare finds posts that were missed, and those that the stream has lost.
func (t *Board) compare(ctx context.Context) error {
	t.mu.Lock()
	mine := t.posts[len(t.posts)-1]
	t.mu.Unlock()
	posts, answered, err := t.hub.read(ctx, t.id, mine.Number, maxBatch)
	if err != nil || !answered {
		return err
	}
	known := t.shown(slices.Clone(posts))
	same := len(known) > 0 && known[0].Number == mine.Number && known[0].Stamp == mine.Stamp && bytes.Equal(known[0].Bytes, mine.Bytes)
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
	return t.err == nil && !t.watcher.Closed() && t.last() < end
}

// last is the number of the last post that was read. The caller has locked.
func (t *Board) last() uint64 { return t.base + uint64(len(t.posts)) }

// take takes the next post; others are ignored, as are those after the board's last word.
func (t *Board) take(p posted) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.Number != t.last()+1 || t.watcher.Closed() || t.err != nil {
		return
	}
	if n := len(t.slow); p.Stamp < t.stamp && n > 0 && t.slow[n-1].last == p.Number-1 {
		t.slow[n-1].last = p.Number
	} else if p.Stamp < t.stamp {
		t.slow = append(t.slow, slow{p.Number, p.Number, t.stamp})
	}
	t.stamp = max(t.stamp, p.Stamp)
	p.Stamp = t.stamp
	_, t.err = t.watcher.Read(p.Post)
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
	if game := t.watcher.Table(); t.up && game != nil && (game.Round() == 0 || game.Over()) {
		t.own.Reset(0)
	}
	t.mu.Changed()
}

// speak posts what the board itself has to say, unless there is something new by then, perhaps
// another room's word.
func (t *Board) speak() {
	t.mu.Lock()
	p, again, err := t.watcher.Pending(t.key)
	if again > 0 && err == nil && t.err == nil {
		t.own.Reset(again)
	}
	last, over := t.last(), t.err != nil || err != nil
	t.mu.Unlock()
	if p == nil || over {
		return
	}
	ctx, cancel := context.WithTimeout(t.hub.ctx, time.Minute)
	defer cancel()
	// Rooms say it once, as a post is named by what is before it.
	after := jetstream.WithMsgID(fmt.Sprintf("after %d", last))
	_, err = t.hub.append(ctx, t.id, roomPart, p.Bytes, after, jetstream.WithExpectLastSequence(last))
	if err != nil && t.hub.ctx.Err() == nil {
		t.own.Reset(time.Second)
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
			return t.shown(posts), err
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
// on the disk and was read, or a [board.Refusal]: of an [ErrStranger] if the key has no seat, or
// one that is out, and of an [ErrSaidAll] if the seat that has signed the post may say no more.
func (t *Board) PostBy(ctx context.Context, key ed25519.PublicKey, b []byte) error {
	return t.post(ctx, key, false, b)
}

func (t *Board) post(ctx context.Context, key ed25519.PublicKey, trusted bool, b []byte) error {
	c, err := t.verify(key, trusted, b)
	if err != nil {
		return err
	}
	return t.append(ctx, c)
}

// verify checks a post's form and signature, which needs no lock, and whose it is.
func (t *Board) verify(key ed25519.PublicKey, trusted bool, b []byte) (board.Candidate, error) {
	t.mu.Lock()
	v, err := t.watcher.Verifier(), t.err
	sitting, may := t.watcher.Table() == nil, trusted || t.may(key, b)
	t.mu.Unlock()
	switch {
	case err != nil:
		return board.Candidate{}, err
	case len(b) > maxPost:
		return board.Candidate{}, &board.Refusal{Reason: board.Malformed}
	case !may:
		return board.Candidate{}, stranger
	}
	c, err := v.Verify(b)
	if err == nil && sitting && !trusted && !c.Key.Equal(key) {
		err = stranger
	}
	return c, err
}

var stranger = &board.Refusal{Reason: board.NoPlace, Err: ErrStranger}

// may reports whether somebody with a key may bring a post. A seat that is out may only keep
// the time going, until all is over. The caller has locked.
func (t *Board) may(key ed25519.PublicKey, b []byte) bool {
	game, seat := t.watcher.Table(), t.seat(key)
	out := func(o table.Out) bool { return o.Seat == seat }
	switch {
	case game == nil:
		return true
	case seat < 0 || game.Over() || !slices.ContainsFunc(game.Outs(), out):
		return seat >= 0
	}
	var v table.Verdict
	st, err := record.ParseStatement(b)
	if err == nil {
		v, err = game.Would(st)
	}
	return err == nil && v.Tick
}

// seat returns the seat of a key, or -1. The caller has locked.
func (t *Board) seat(key ed25519.PublicKey) int {
	return slices.IndexFunc(t.watcher.Seats(), func(k ed25519.PublicKey) bool { return k != nil && k.Equal(key) })
}

// append appends a post that has a place, one at a time.
func (t *Board) append(ctx context.Context, c board.Candidate) error {
	select {
	case t.posting <- struct{}{}:
		defer func() { <-t.posting }()
	case <-ctx.Done():
		return ctx.Err()
	}
	part, shown, err := t.judge(c)
	if err != nil || shown == nil {
		return err
	}
	number, err := t.hub.append(ctx, t.id, part, shown)
	if errors.Is(err, ErrFull) {
		return &board.Refusal{Reason: board.Full, Err: err}
	}
	if err == nil {
		err = t.await(ctx, func() bool { return number <= t.last() || t.watcher.Closed() })
	}
	if err != nil {
		return err
	}
	return t.placed(c, number)
}

// placed returns why a post has no place after all, as another room's came first.
func (t *Board) placed(c board.Candidate, number uint64) error {
	t.mu.Lock()
	defer t.mu.Unlock()
	switch {
	case number > t.last():
		return &board.Refusal{Reason: board.Closed}
	case t.watcher.Closed(): // since
		return nil
	}
	shown, err := t.watcher.Would(c)
	if err == nil && shown != nil {
		err = &board.Refusal{Reason: board.Later}
	}
	return err
}

// judge returns the part of the subject for a post, and the form in which it is shown, nil if
// it is already.
func (t *Board) judge(c board.Candidate) (part string, shown []byte, err error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.err != nil {
		return "", nil, t.err
	}
	if shown, err = t.watcher.Would(c); err != nil || shown == nil {
		return "", nil, err
	}
	seat := t.seat(c.Key)
	if seat < 0 {
		return asksPart, shown, nil // of requests, only so many have a place
	}
	part = strconv.Itoa(seat)
	if t.used[part]+len(shown)+postCost > maxPerSeat && !t.watcher.Table().Over() {
		return "", nil, &board.Refusal{Reason: board.Full, Err: ErrSaidAll}
	}
	return part, shown, nil
}

// Head returns the board's signed head of what was read, as the post that would follow; when
// the board has said its last word, that. Its stamp is that of the last post, as there may be
// others since. From the end on, the board signs nothing but its two words: with another head,
// it would seem to have closed early.
func (t *Board) Head() (record.Post, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	last := t.posts[len(t.posts)-1].Post
	table := t.watcher.Table()
	switch {
	case t.err != nil:
		return record.Post{}, t.err
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
