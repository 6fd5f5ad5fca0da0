package board

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Storage is where a board keeps its posts.
type Storage interface {
	// Posts returns what was appended, in order.
	Posts() ([]record.Post, error)
	// Append keeps a post durably, or nothing of it. After an error it is called again, for this post
	// or another one.
	Append(p record.Post) error
}

// A Local is a board in this process. It is safe for concurrent use, starts no goroutine, and
// does what time asks of it when somebody waits for a post, or posts: while nobody does, hardly
// any time passes for hellos and closings. The zero value is invalid.
type Local struct {
	id      string // of this process's
	key     record.Key
	storage Storage // nil in memory

	posting chan struct{} // holds one while a post is judged and kept; it guards
	watcher *Watcher
	owed    []Candidate // statements for which there was no room, one a seat

	mu       sync.Mutex // never held while somebody else waits for a disk or a signature; it guards
	posts    []record.Post
	verifier Verifier
	changed  chan struct{} // closed with the next change, nil while nobody waits
	due      time.Time     // when the board itself may have something to say, zero for never
	over     bool          // nothing has a place any more
	err      error         // the board stands still
	appended error         // what the storage said last
}

// Open returns the board of a new game, or goes on with what the storage holds, if it holds
// something. A nil Storage keeps it in memory. The key signs for the board: draw one for
// each, and keep it with the storage.
func Open(offer Offer, key record.Key, game NewGame, storage Storage) (*Local, error) {
	return open(offer, key, storage, NewWatcher(game))
}

func open(offer Offer, key record.Key, storage Storage, w *Watcher) (*Local, error) {
	offer.Board = key.Public()
	switch err := offer.check(); {
	case err != nil:
		return nil, err
	case w.game == nil:
		return nil, wrap.Errorf(ErrMalformed, "there is no game")
	}
	l := &Local{id: rand.Text(), key: key, storage: storage, posting: make(chan struct{}, 1), watcher: w}
	if err := l.readStorage(); err != nil {
		return nil, err
	}
	if len(l.posts) == 0 {
		if err := l.append(record.Post{Stamp: w.Stamp(), Bytes: offer.Bytes()}); err != nil {
			return nil, err
		}
	}
	if w.Offer().Digest() != offer.Digest() {
		return nil, wrap.Errorf(ErrMalformed, "the storage is of another offer, or of a board with another key")
	}
	l.speak()
	if l.err != nil {
		return nil, l.err
	}
	return l, nil
}

// readStorage reads what the storage holds.
func (l *Local) readStorage() (err error) {
	if l.storage == nil {
		return nil
	}
	if l.posts, err = l.storage.Posts(); err != nil {
		return err
	}
	for i, p := range l.posts {
		placed, err := l.watcher.Read(p)
		if err == nil && (!placed || p.Number != uint64(i+1)) {
			err = wrap.Errorf(ErrMalformed, "post %d has no place", i+1)
		}
		if err != nil {
			return err
		}
	}
	l.note()
	return nil
}

// ID names the board as it is in this process: one that was restarted has another.
func (l *Local) ID() string { return l.id }

// Limit is [Watcher.Limit]. While messages wait for room, no tick has a place: all wait for a greater limit.
func (l *Local) Limit(bytes int64) {
	if l.lock(context.Background()) != nil {
		return // a zero Local
	}
	defer l.unlock()
	l.watcher.Limit(bytes)
}

// StorageError returns why the storage didn't keep a post, nil once it has kept one again. Meanwhile the board
// goes on, and those who post are told that it is full.
func (l *Local) StorageError() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.appended
}

// Post implements [Board]. The post is in the storage before anybody sees it.
func (l *Local) Post(ctx context.Context, b []byte) error {
	if l.posting == nil {
		return errZero
	}
	l.mu.Lock()
	v, err := l.verifier, l.err
	l.mu.Unlock()
	if err != nil {
		return err
	}
	c, err := v.Verify(b)
	if err != nil {
		return err
	}
	if err := l.lock(ctx); err != nil {
		return err
	}
	defer l.unlock()
	l.speak() // what was due before
	err = l.placeInTurn(c)
	l.speak()
	return err
}

// placeInTurn gives a post its place after those for which there was no room. Ticks, which are
// short, wait until all of them have theirs: they must not put a seat out whose message hasn't.
func (l *Local) placeInTurn(c Candidate) error {
	var owed []Candidate
	for _, o := range l.owed {
		if isFull(l.place(o)) {
			owed = append(owed, o)
		}
	}
	l.owed = owed
	tick := c.statement.Kind == kind.Tick
	if tick && len(owed) > 0 {
		return refuse(Full, "a tick of seat %d, while messages of %d seats wait for room", c.statement.Seat, len(owed))
	}
	err := l.place(c)
	same := func(o Candidate) bool { return o.statement.Seat == c.statement.Seat }
	if isFull(err) && !tick && c.request == nil && !c.reset && !slices.ContainsFunc(owed, same) {
		l.owed = append(owed, c)
	}
	return err
}

var errZero = wrap.Errorf(ErrMalformed, "zero Local")

// lock takes posting, unless the context ends first.
func (l *Local) lock(ctx context.Context) error {
	if l.posting == nil {
		return errZero
	}
	select {
	case l.posting <- struct{}{}:
	case <-ctx.Done():
		return ctx.Err()
	}
	if err := ctx.Err(); err != nil { // whoever is gone says nothing
		l.unlock()
		return err
	}
	return nil
}

func (l *Local) unlock() { <-l.posting }

func isFull(err error) bool {
	r, ok := errors.AsType[*Refusal](err)
	return ok && r.Reason == Full
}

// place gives a post its place, or says why not. The caller holds posting.
func (l *Local) place(c Candidate) error {
	shown, err := l.watcher.Would(c)
	if err != nil || shown == nil {
		return err
	}
	return l.append(record.Post{Stamp: l.watcher.Stamp(), Bytes: shown})
}

// append keeps, reads and shows a post that has a place.
func (l *Local) append(p record.Post) error {
	l.mu.Lock()
	p.Number = uint64(len(l.posts) + 1)
	l.mu.Unlock()
	if l.storage != nil {
		err := l.storage.Append(p)
		l.mu.Lock()
		l.appended = err
		l.mu.Unlock()
		if err != nil {
			l.watcher.Stalled()
			return &Refusal{Full, err}
		}
	}
	placed, err := l.watcher.Read(p)
	if err == nil && !placed {
		err = fmt.Errorf("board: post %d has no place after all", p.Number)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.err = err
	if err == nil {
		l.posts = append(l.posts, p)
		l.note()
	}
	l.wake()
	return err
}

// note notes what the watcher has read. The caller has locked.
func (l *Local) note() { l.verifier, l.over = l.watcher.Verifier(), l.watcher.Closed() }

// wake wakes those who wait. The caller has locked.
func (l *Local) wake() {
	if l.changed != nil {
		close(l.changed)
		l.changed = nil
	}
}

// speak posts what the board itself has to say. The caller holds posting.
func (l *Local) speak() {
	p, again, err := l.watcher.Pending(l.key)
	for ; p != nil && err == nil; p, again, err = l.watcher.Pending(l.key) {
		if err = l.append(*p); err != nil {
			again = l.watcher.Offer().Grace / 4
			break
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	due := time.Time{}
	if again > 0 {
		due = time.Now().Add(again)
	}
	if err != nil && !isFull(err) {
		l.err = err
	}
	sooner := again > 0 && (l.due.IsZero() || l.due.Sub(due) > time.Millisecond)
	if sooner || l.err != nil { // else those who wait look in time
		l.wake()
	}
	l.due = due
}

// Posts implements [Board].
func (l *Local) Posts(ctx context.Context, from uint64, wait bool) (posts []record.Post, err error) {
	from = max(from, 1)
	if wait {
		if err := l.await(ctx, func() bool { return from <= uint64(len(l.posts)) }); err != nil {
			return nil, err
		}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	n, posts := 0, l.posts[min(from-1, uint64(len(l.posts))):]
	for size := 0; n < len(posts) && size < MaxChunkLen; n++ {
		size += len(posts[n].Bytes)
	}
	return posts[:n:n], nil
}

// Wait returns when the board has closed, nil then, or has broken.
func (l *Local) Wait(ctx context.Context) error {
	return l.await(ctx, func() bool { return l.over })
}

// await waits until something is so, of which the lock is held, and posts meanwhile what the
// board has to say.
func (l *Local) await(ctx context.Context, so func() bool) error {
	if l.posting == nil {
		return errZero
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for !so() {
		if l.err != nil {
			return l.err
		}
		if l.changed == nil {
			l.changed = make(chan struct{})
		}
		changed, timer := l.changed, (<-chan time.Time)(nil)
		if !l.due.IsZero() {
			timer = time.After(time.Until(l.due))
		}
		l.mu.Unlock()
		var err error
		select {
		case <-changed:
		case <-ctx.Done():
			err = ctx.Err()
		case <-timer:
			if err = l.lock(ctx); err == nil {
				l.speak()
				l.unlock()
			}
		}
		l.mu.Lock()
		if err != nil {
			return err
		}
	}
	return nil
}
