package client

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

// Errors that make a room no honest one.
var (
	ErrProtocol = errors.New("the room doesn't keep to the protocol")           // package frame's
	ErrHeld     = errors.New("the room has posts that it doesn't show")         // by its own word
	ErrDenied   = errors.New("the room says that what was signed here was not") // so it got there altered
)

// A promise is one of posts, by the room's word that it has them. It shows them before the second
// [frame.UpTo] after that word, however long they take over a narrow line.
type promise struct {
	since time.Time
	upTos int       // since then
	last  time.Time // of these
	cut   bool      // the line has broken since
}

// patience is how long a room may take to keep a promise if the line has broken: another room of the table may be late.
// Tests set it.
var patience = 4 * frame.Quiet

// broken reports whether the posts should be there by now, and should have been for a while. Of a line that has broken,
// that is how long the room had still not shown them when it last said that it had shown all, as what was on its way then
// is shown again.
func (p promise) broken() bool {
	if p.cut {
		return p.upTos > 1 && p.last.Sub(p.since) > patience
	}
	return p.upTos > 1 && time.Since(p.since) > frame.Quiet
}

// upTo counts a [frame.UpTo].
func (p *promise) upTo() { p.upTos, p.last = p.upTos+1, time.Now() }

// An owed is a post that the room says it has, and hasn't shown.
type owed struct {
	name []byte // see nameOf
	promise
}

// Doubt returns why the room isn't an honest one, or nil: an [ErrProtocol], an [ErrHeld] or
// an [ErrDenied]. [board.Seat] has doubts of its own, about what posts say.
func (c *Client) Doubt() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.lie == nil && (c.behind.broken() || slices.ContainsFunc(c.owed, func(o owed) bool { return o.broken() })) {
		c.lie = ErrHeld
	}
	return c.lie
}

// kindHello is the kind of the first statement of each seat: see commit/table's SPEC.md, section 6.
const kindHello = 1

// answered notes what the room has answered: that it has a post, which it has yet to show, or
// that it isn't good. A hello may be of a lobby that was reset since. The caller has locked.
func (c *Client) answered(p *pending, answer error) {
	st, noStatement := record.ParseStatement(p.bytes)
	_, noRequest := board.ParseRequest(p.bytes)
	if refusal, ok := errors.AsType[*board.Refusal](answer); ok {
		signed := noStatement == nil && st.Kind != kindHello || noRequest == nil // as an offer isn't
		if bad := refusal.Reason == board.Malformed || refusal.Reason == board.Signature; bad && signed {
			c.lie = cmp.Or(c.lie, fmt.Errorf("%w: %w", ErrDenied, refusal))
		}
		return
	}
	name := nameOf(p.bytes)
	if !slices.ContainsFunc(c.posts, func(p record.Post) bool { return bytes.Equal(nameOf(p.Bytes), name) }) {
		c.owed = append(c.owed, owed{name, promise{since: time.Now()}})
	}
}

// nameOf returns by what a post is known again when it is shown, pruned perhaps: a request by its key, as another one of
// that key may have the seat.
func nameOf(post []byte) []byte {
	if r, err := board.ParseRequest(post); err == nil {
		return r.Key
	}
	return record.Prune(post)
}

// lost is that the room doesn't have what it had.
func (c *Client) lost() error {
	c.shownBefore = c.posts
	c.first, c.posts, c.complete, c.restarted = 0, nil, false, true
	c.owed, c.behind, c.behindTo = nil, promise{}, 0
	c.answer(func(*pending) bool { return true }, board.ErrRestarted)
	c.mu.Changed()
	return board.ErrRestarted
}
