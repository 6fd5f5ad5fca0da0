// Package client is a table of a room, as a [board.Board] for the programs of its players and
// spectators, in browsers (js/wasm) and elsewhere.
//
//	seat.Board = client.Dial(id, key, "wss://cards.example") // for the seat of a key
//	err := seat.Play(ctx)
//
// What goes over the line, see package frame.
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

	mu        cond.Mutex
	err       error // for good
	restarted bool
	conn      conn // nil if there is none
	first     uint64
	posts     []record.Post // from the number first on
	complete  bool          // these are all that the room had when it was asked
	again     bool          // connect anew, as first has changed
	tag       uint32
	unsent    []*pending
	asked     []chan record.Post // for signed heads
}

// A pending append is sent again at each connection, until it is answered.
type pending struct {
	tag    uint32
	bytes  []byte
	answer chan error
}

// A conn carries frames. Its methods may be called at the same time.
type conn interface {
	read(ctx context.Context) ([]byte, error)
	write(ctx context.Context, b []byte) error
	close()
}

// closed is the error of a connection that the other side has closed with a code.
type closed struct {
	code   int
	reason string
}

func (c closed) Error() string { return fmt.Sprintf("closed: %d %s", c.code, c.reason) }

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

// Connected reports whether there is a connection that shows all that the room has.
func (c *Client) Connected() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.conn != nil && c.complete
}

// Post gives the room a post, after the first Posts. It returns when the post is on the room's
// disk, or was long ago, or a [board.Refusal]. While the room can't be reached, it waits.
func (c *Client) Post(ctx context.Context, b []byte) error {
	c.mu.Lock()
	err := c.err
	switch {
	case err != nil:
	case len(b) > frame.MaxPost:
		err = &board.Refusal{Reason: board.Malformed, Err: fmt.Errorf("%d bytes, of %d at most", len(b), frame.MaxPost)}
	case c.first == 0:
		err = board.ErrRestarted
	}
	if err != nil {
		c.mu.Unlock()
		return err
	}
	c.tag++
	p := &pending{c.tag, bytes.Clone(b), make(chan error, 1)}
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
	c.first, c.posts, c.complete, c.again = from, nil, false, true
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

// run connects, again and again.
func (c *Client) run(ctx context.Context) {
	const quick, slow = 50 * time.Millisecond, 2 * time.Second
	pause := quick
	for i := 0; ; i++ {
		began := time.Now()
		err := c.connect(ctx, c.urls[i%len(c.urls)]+"/tables/"+c.table)
		var why closed
		if errors.As(err, &why) {
			switch why.code {
			case frame.Refused:
				c.fail(fmt.Errorf("the card room refuses this: %s", why.reason))
			case frame.NoTable:
				c.fail(ErrNoTable)
			case frame.Taken:
				c.fail(ErrTaken)
			}
		}
		c.mu.Lock()
		again := c.again
		c.mu.Unlock()
		if again {
			i--
			continue
		}
		if pause = min(2*pause, slow); time.Since(began) > slow {
			pause = quick
		}
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return
		}
	}
}

// connect connects once, and reads until that breaks.
func (c *Client) connect(ctx context.Context, url string) error {
	c.mu.Lock()
	err := c.mu.Wait(ctx, func() bool { return c.first != 0 }) // until something is asked for
	c.again = false
	c.mu.Unlock()
	if err != nil {
		return err
	}

	dialing, cancel := context.WithTimeout(ctx, frame.Heartbeat)
	defer cancel()
	conn, err := dial(dialing, url)
	if err != nil {
		return err
	}
	defer conn.close()
	challenge, err := conn.read(dialing)
	if err != nil {
		return err
	}
	// The last post that was read is read again, to see that it is still the same.
	c.mu.Lock()
	from := c.first
	var last *record.Post
	if n := len(c.posts); n > 0 {
		last = &c.posts[n-1]
		from = last.Number
	}
	hello, err := frame.EncodeHello(challenge, c.table, from, c.key)
	if err == nil && !c.again {
		err = conn.write(dialing, hello)
		for _, p := range c.unsent {
			err = errors.Join(err, conn.write(dialing, frame.EncodeAppend(p.tag, p.bytes)))
		}
		c.conn = conn
	}
	c.mu.Unlock()
	defer c.disconnected()
	for err == nil {
		var b []byte
		reading, cancel := context.WithTimeout(ctx, 3*frame.Heartbeat)
		b, err = conn.read(reading)
		cancel()
		if err == nil {
			last, err = c.take(conn, b, last)
		}
	}
	return err
}

func (c *Client) disconnected() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn, c.complete = nil, false
	for _, answer := range c.asked {
		close(answer)
	}
	c.asked = nil
}

// take takes a frame. While last isn't nil, that is the post to come.
func (c *Client) take(conn conn, b []byte, last *record.Post) (*record.Post, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != conn || c.again || len(b) == 0 {
		return nil, frame.ErrMalformed
	}
	switch b[0] {
	case frame.Post:
		p, err := frame.ParsePost(b)
		switch {
		case err != nil:
			return nil, err
		case last != nil && p.Number == last.Number && p.Stamp == last.Stamp && bytes.Equal(p.Bytes, last.Bytes):
			return nil, nil
		case last != nil:
			return nil, c.lost()
		case p.Number != c.first+uint64(len(c.posts)):
			return nil, fmt.Errorf("the room shows post %d after %d", p.Number, c.first+uint64(len(c.posts))-1)
		}
		c.posts = append(c.posts, p)
		c.mu.Changed()
	case frame.UpTo:
		if _, err := frame.ParseUpTo(b); err != nil || last != nil {
			return nil, errors.Join(err, c.lost())
		}
		c.complete = true
		c.mu.Changed()
	case frame.Done:
		tag, answer, err := frame.ParseDone(b)
		if err != nil {
			return nil, err
		}
		c.answer(func(p *pending) bool { return p.tag == tag }, answer)
	case frame.Head:
		p, err := frame.ParsePost(b)
		if err != nil || len(c.asked) == 0 {
			return nil, frame.ErrMalformed
		}
		c.asked[0] <- p
		c.asked = c.asked[1:]
	}
	return last, nil
}

// lost is that the room doesn't have what it had.
func (c *Client) lost() error {
	c.first, c.posts, c.complete, c.restarted = 0, nil, false, true
	c.answer(func(*pending) bool { return true }, board.ErrRestarted)
	c.mu.Changed()
	return board.ErrRestarted
}
