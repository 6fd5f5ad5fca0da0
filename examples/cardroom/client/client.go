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
	"cmp"
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

// Errors that make a room no honest one.
var (
	ErrProtocol = errors.New("the room doesn't keep to the protocol")           // package frame's
	ErrHeld     = errors.New("the room has posts that it doesn't show")         // by its own word
	ErrDenied   = errors.New("the room says that what was signed here was not") // so it got there altered
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
	heard     time.Time          // when the room said something last
	ahead     time.Time          // since when it says that it has posts which it doesn't show; zero if it doesn't
	owed      []owed
	lie       error         // see Doubt
	was       []record.Post // what it showed before it showed something else
}

// An owed is a post that the room says it has, and hasn't shown.
type owed struct {
	bytes []byte // pruned
	since time.Time
}

// A pending append is sent again at each connection, until it is answered.
type pending struct {
	tag    uint32
	bytes  []byte
	sent   time.Time // over this connection
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

// Connected reports whether there is a connection that shows all that the room has, and a room at its
// other end that has said something within [frame.Quiet], and answered what it was told before that.
func (c *Client) Connected() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	unanswered := func(p *pending) bool { return time.Since(p.sent) > frame.Quiet }
	return c.conn != nil && c.complete && time.Since(c.heard) < frame.Quiet && !slices.ContainsFunc(c.unsent, unanswered)
}

// Doubt returns why the room isn't an honest one, or nil: an [ErrProtocol], an [ErrHeld] or an [ErrDenied].
// [board.Seat] has doubts of its own, about what posts say.
func (c *Client) Doubt() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	late := func(o owed) bool { return time.Since(o.since) > frame.Quiet }
	if c.lie == nil && c.conn != nil && (!c.ahead.IsZero() && time.Since(c.ahead) > frame.Quiet || slices.ContainsFunc(c.owed, late)) {
		c.lie = ErrHeld
	}
	return c.lie
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
	return slices.Clip(c.posts), c.was
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
	c.first, c.posts, c.complete, c.again, c.owed = from, nil, false, true, nil
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
			p.sent = time.Now()
			err = errors.Join(err, conn.write(dialing, frame.EncodeAppend(p.tag, p.bytes)))
		}
		c.conn, c.heard = conn, time.Now()
		for i := range c.owed {
			c.owed[i].since = c.heard // it is asked for its posts again
		}
	}
	c.mu.Unlock()
	defer c.disconnected()
	for err == nil {
		var b []byte
		reading, cancel := context.WithTimeout(ctx, 2*frame.Quiet)
		b, err = conn.read(reading)
		cancel()
		if err == nil {
			last, err = c.take(conn, b, last)
		}
	}
	if errors.Is(err, ErrProtocol) {
		c.mu.Lock()
		c.lie = cmp.Or(c.lie, err)
		c.mu.Unlock()
	}
	return err
}

func (c *Client) disconnected() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn, c.complete, c.ahead = nil, false, time.Time{}
	for _, answer := range c.asked {
		close(answer)
	}
	c.asked = nil
}

// take takes a frame. While last isn't nil, that is the post to come.
func (c *Client) take(conn conn, b []byte, last *record.Post) (*record.Post, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != conn || c.again {
		return nil, ErrClosed
	}
	if len(b) == 0 {
		return nil, fmt.Errorf("%w: an empty frame", ErrProtocol)
	}
	c.heard = time.Now()
	switch b[0] {
	case frame.Post:
		p, err := frame.ParsePost(b)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
		}
		if last == nil {
			return nil, c.takePost(p)
		}
		if !same(p, *last) {
			return nil, c.lost()
		}
		return nil, nil
	case frame.UpTo:
		n, err := frame.ParseUpTo(b)
		switch {
		case err != nil:
			return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
		case last != nil:
			return nil, c.lost()
		}
		c.complete = true
		if n < c.next() {
			c.ahead = time.Time{}
		} else if c.ahead.IsZero() {
			c.ahead = c.heard
		}
		c.mu.Changed()
	case frame.Done:
		tag, answer, err := frame.ParseDone(b)
		if err != nil {
			return nil, fmt.Errorf("%w: %w", ErrProtocol, err)
		}
		c.answer(func(p *pending) bool {
			if p.tag == tag {
				c.answered(p, answer)
			}
			return p.tag == tag
		}, answer)
	case frame.Head:
		p, err := frame.ParsePost(b)
		if err != nil || len(c.asked) == 0 {
			return nil, fmt.Errorf("%w: a head that nobody has asked for", ErrProtocol)
		}
		c.asked[0] <- p
		c.asked = c.asked[1:]
	default:
		return nil, fmt.Errorf("%w: a frame of kind %d", ErrProtocol, b[0])
	}
	return last, nil
}

func same(a, b record.Post) bool {
	return a.Number == b.Number && a.Stamp == b.Stamp && bytes.Equal(a.Bytes, b.Bytes)
}

// next is the number of the next post. The caller has locked.
func (c *Client) next() uint64 { return c.first + uint64(len(c.posts)) }

// takePost takes a post that is shown. One that was shown before changes nothing. The caller has locked.
func (c *Client) takePost(p record.Post) error {
	switch next := c.next(); {
	case p.Number >= c.first && p.Number < next && same(p, c.posts[p.Number-c.first]):
		return nil
	case p.Number != next:
		return fmt.Errorf("%w: it shows post %d after %d", ErrProtocol, p.Number, next-1)
	}
	c.posts = append(c.posts, p)
	if len(c.owed) > 0 {
		pruned := record.Prune(p.Bytes)
		c.owed = slices.DeleteFunc(c.owed, func(o owed) bool { return bytes.Equal(o.bytes, pruned) })
	}
	c.mu.Changed()
	return nil
}

// kindHello is the kind of the first statement of each seat: see commit/table's SPEC.md, section 6.
const kindHello = 1

// answered notes what the room has answered: that it has a post, which it has yet to show, or that it
// isn't good. A hello may be of a lobby that was reset since. The caller has locked.
func (c *Client) answered(p *pending, answer error) {
	st, noStatement := record.ParseStatement(p.bytes)
	_, noRequest := board.ParseRequest(p.bytes)
	var refusal *board.Refusal
	if errors.As(answer, &refusal) {
		signed := noStatement == nil && st.Kind != kindHello || noRequest == nil // as an offer isn't
		if bad := refusal.Reason == board.Malformed || refusal.Reason == board.Signature; bad && signed {
			c.lie = cmp.Or(c.lie, fmt.Errorf("%w: %w", ErrDenied, refusal))
		}
		return
	}
	pruned := record.Prune(p.bytes)
	if !slices.ContainsFunc(c.posts, func(p record.Post) bool { return bytes.Equal(record.Prune(p.Bytes), pruned) }) {
		c.owed = append(c.owed, owed{pruned, time.Now()})
	}
}

// lost is that the room doesn't have what it had.
func (c *Client) lost() error {
	c.was = c.posts
	c.first, c.posts, c.complete, c.restarted, c.owed = 0, nil, false, true, nil
	c.answer(func(*pending) bool { return true }, board.ErrRestarted)
	c.mu.Changed()
	return board.ErrRestarted
}
