package hub

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/nats-io/nats.go"
	"github.com/nats-io/nats.go/jetstream"
)

// follow reads the stream for as long as the table is used.
func (t *Board) follow() {
	t.fail(t.readOn(t.hub.ctx))
	t.wordTimer.Stop()
}

// readOn reads what is posted, until it can't, or the table isn't used any more.
func (t *Board) readOn(ctx context.Context) error {
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
			unused := t.readers == 0 && time.Since(t.idle) > maxIdle
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
	if !t.caughtUp {
		t.caughtUp = true
		t.wordTimer.Reset(0)
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

// take takes the next post; others are ignored, as are those after the board's last word.
func (t *Board) take(p posted) {
	t.mu.Lock()
	defer t.mu.Unlock()
	if p.Number != t.last()+1 || t.watcher.Closed() || t.err != nil {
		return
	}
	if n := len(t.restamps); p.Stamp < t.stamp && n > 0 && t.restamps[n-1].last == p.Number-1 {
		t.restamps[n-1].last = p.Number
	} else if p.Stamp < t.stamp {
		t.restamps = append(t.restamps, restamp{p.Number, p.Number, t.stamp})
	}
	t.stamp = max(t.stamp, p.Stamp)
	p.Stamp = t.stamp
	_, t.err = t.watcher.Read(p.Post)
	if offer := t.watcher.Offer(); t.err == nil && (offer == nil || !offer.Board.Equal(t.key.Public())) {
		t.err = errKey
	}
	t.posts = append(t.posts, p)
	t.saidBytes[p.part] += len(p.Bytes) + PostCost
	if t.kept += len(p.Bytes); len(t.posts) > window || t.kept > maxKept {
		n := 0
		for ; n+1 < len(t.posts) && (len(t.posts)-n > window/2 || t.kept > maxKept/2); n++ {
			t.kept -= len(t.posts[n].Bytes)
		}
		t.base += uint64(n)
		t.posts = slices.Clone(t.posts[n:])
	}
	if game := t.watcher.Table(); t.caughtUp && game != nil && (game.Round() == 0 || game.Over()) {
		t.wordTimer.Reset(0)
	}
	t.mu.Changed()
}

// speak posts what the board itself has to say, unless there is something new by then, perhaps
// another room's word.
func (t *Board) speak() {
	t.mu.Lock()
	p, again, err := t.watcher.Pending(t.key)
	if again > 0 && err == nil && t.err == nil {
		t.wordTimer.Reset(again)
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
		t.wordTimer.Reset(time.Second)
	}
}
