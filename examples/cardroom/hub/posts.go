package hub

import (
	"context"
	"slices"
	"strconv"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
)

// Await waits until there is a post of a number.
func (t *Board) Await(ctx context.Context, number uint64) error {
	return t.await(ctx, func() bool { return number <= t.last() })
}

// Reach waits for a post that another room has shown, and this one has yet to read. One that the stream has lost isn't
// waited for.
func (t *Board) Reach(ctx context.Context, number uint64) error {
	if number <= t.Last() {
		return nil
	}
	end, err := t.hub.last(ctx, t.id)
	if err != nil || end < number {
		return err
	}
	return t.Await(ctx, number)
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
		posts, err = t.readOld(ctx, from)
	}
	var plain []record.Post
	for size := 0; len(plain) < len(posts) && size < maxShown; {
		p := posts[len(plain)].Post
		plain, size = append(plain, p), size+len(p.Bytes)
	}
	return plain, err
}

// readOld returns posts from a number on that are no longer in memory.
func (t *Board) readOld(ctx context.Context, from uint64) ([]posted, error) {
	read := t.past.DoChan(strconv.FormatUint(from, 10), func() (any, error) { return t.reread(t.hub.ctx, from) })
	select {
	case r := <-read:
		return r.Val.([]posted), r.Err
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// reread reads posts from a number on that there were.
func (t *Board) reread(ctx context.Context, from uint64) ([]posted, error) {
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
