// Package client is a table of a room, as a [board.Board] for the programs of its players and
// spectators, in browsers (js/wasm) and elsewhere.
//
//	seat.Board = client.Dial(id, key, "wss://cards.example") // for the seat of a key
//	err := seat.Play(ctx)
//
// Package frame has what goes over the line.
package client

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/cond"
)

// Errors that are for good.
var (
	ErrTaken   = errors.New("the seat is played elsewhere now")
	ErrNoTable = errors.New("the room has no such table, or not any more")
	ErrClosed  = errors.New("closed")
)

// A Client is the board of a table. It connects again whenever the connection breaks, for as
// long as it takes, and returns [board.ErrRestarted] when the room doesn't show any more what
// it has shown. One program uses it, which may call Post while Posts waits.
type Client struct {
	table string
	key   ed25519.PrivateKey
	urls  []string
	stop  context.CancelFunc

	mu          cond.Mutex
	err         error // for good
	restarted   bool
	conn        conn // nil if there is none
	first       uint64
	posts       []record.Post // from the number first on
	complete    bool          // these are all that the room had when it was asked
	reconnects  bool          // at once, as first has changed
	tag         uint32
	unsent      []*pending
	asked       []chan record.Post // for signed heads
	heardAt     time.Time          // when the room showed another post last, or that there is none
	behind      promise            // of posts that the room says it has, and hasn't shown; zero if there are none
	behindTo    uint64             // the last of these
	owed        []owed
	lie         error         // see Doubt
	shownBefore []record.Post // what it showed before it showed something else
}

// A pending append is sent again at each connection, until it is answered.
type pending struct {
	tag    uint32
	bytes  []byte
	sent   time.Time // over this connection
	answer chan error
}

// Dial returns a table's board, for the seat of a key, or without one, nil, to read only.
// The URLs are of rooms that share the table, such as ws://127.0.0.1:8080; they are tried in
// turn. [Client.Close] ends it.
func Dial(table string, key ed25519.PrivateKey, urls ...string) *Client {
	ctx, stop := context.WithCancel(context.Background())
	c := &Client{table: table, key: key, urls: urls, stop: stop}
	go c.run(ctx)
	return c
}

// Close closes the connection.
func (c *Client) Close() { c.fail(ErrClosed) }

// Connected reports whether there is a connection that shows all that the room has, and a
// room at its other end that has shown another post within [frame.Quiet], or said that there
// is none, and answered what it was told before that.
func (c *Client) Connected() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	unanswered := func(p *pending) bool { return time.Since(p.sent) > frame.Quiet }
	return c.conn != nil && c.complete && time.Since(c.heardAt) < frame.Quiet && !slices.ContainsFunc(c.unsent, unanswered)
}

// Post gives the room a post, after the first Posts. It returns when the post is on the room's
// disk, or was long ago, or a [board.Refusal]. While the room can't be reached, it waits.
func (c *Client) Post(ctx context.Context, b []byte) error {
	c.mu.Lock()
	err := c.err
	switch {
	case err != nil:
	case len(b) > frame.MaxPostLen:
		err = &board.Refusal{Reason: board.Malformed, Err: fmt.Errorf("%d bytes, of %d at most", len(b), frame.MaxPostLen)}
	case c.first == 0:
		err = board.ErrRestarted
	}
	if err != nil {
		c.mu.Unlock()
		return err
	}
	c.tag++
	p := &pending{c.tag, bytes.Clone(b), time.Now(), make(chan error, 1)}
	c.unsent = append(c.unsent, p)
	conn := c.conn
	c.mu.Unlock()
	if conn != nil {
		conn.write(ctx, frame.EncodeAppend(p.tag, p.bytes)) // else once it is connected again
	}
	select {
	case err := <-p.answer:
		return err
	case <-ctx.Done():
		c.mu.Lock()
		defer c.mu.Unlock()
		c.unsent = slices.DeleteFunc(c.unsent, func(q *pending) bool { return p == q })
		return ctx.Err()
	}
}

// Posts returns posts from a number on, the first ones there are. If there are none, it
// waits for one, or returns none if it isn't to wait and the room has no more. It keeps what
// was read; for earlier posts than those, it connects anew.
func (c *Client) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	from = max(from, 1)
	c.mu.Lock()
	defer c.mu.Unlock()
	var posts []record.Post
	err := c.mu.Wait(ctx, func() bool {
		switch {
		case c.restarted:
			return true
		case c.first == 0 || from < c.first:
			c.forget(from)
		case from < c.first+uint64(len(c.posts)):
			posts = slices.Clip(c.posts[from-c.first:])
		}
		return posts != nil || c.err != nil || c.complete && !wait
	})
	switch {
	case err != nil:
		return nil, err
	case c.restarted:
		c.restarted = false
		return nil, board.ErrRestarted
	}
	return posts, c.err
}

// Shown returns what the room has shown, as far as it is kept: now, and before it showed something
// else, if it ever did.
func (c *Client) Shown() (now, before []record.Post) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clip(c.posts), c.shownBefore
}

// Head returns the board's signed head of what it has now, as the post that would follow.
func (c *Client) Head(ctx context.Context) (record.Post, error) {
	answer := make(chan record.Post, 1)
	c.mu.Lock()
	conn, err := c.conn, c.err
	if err == nil && conn == nil {
		err = errors.New("the card room can't be reached")
	}
	if err == nil {
		c.asked = append(c.asked, answer)
	}
	c.mu.Unlock()
	if err == nil {
		err = conn.write(ctx, []byte{frame.Head})
	}
	if err != nil {
		return record.Post{}, err
	}
	select {
	case p, ok := <-answer:
		switch {
		case !ok:
			return p, errors.New("the connection broke")
		case len(p.Bytes) == 0:
			return p, errors.New("the board signs nothing now: the game hasn't begun, or is over and closes soon")
		}
		return p, nil
	case <-ctx.Done():
		return record.Post{}, ctx.Err()
	}
}

// forget begins anew with the posts from a number on. The caller has locked.
func (c *Client) forget(from uint64) {
	c.first, c.posts, c.complete, c.reconnects, c.owed = from, nil, false, true, nil
	if c.conn != nil {
		c.conn.close()
	}
	c.mu.Changed()
}

// fail ends the client.
func (c *Client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		c.answer(func(*pending) bool { return true }, err)
		c.stop()
		c.mu.Changed()
	}
}

// answer answers some of the appends. The caller has locked.
func (c *Client) answer(which func(*pending) bool, err error) {
	c.unsent = slices.DeleteFunc(c.unsent, func(p *pending) bool {
		if !which(p) {
			return false
		}
		p.answer <- err
		return true
	})
}
