package bulletin

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/internal/field"
)

// A Guest is how a seat joins a table.
type Guest struct {
	Addr    string // of the relay
	Seat    int    // or AnySeat
	Key     ed25519.PrivateKey
	Arrival time.Duration                       // that it waits for others, and for a relay that is gone
	Agree   func(seats int, terms []byte) error // to the terms, before it sits down
	Waits   func(free int)                      // called in Join when the number of free seats changes
}

// A Client is a seat's connection to the board, over which it reads all posts from the
// first one on. It connects again when the connection breaks. It is safe for concurrent
// use.
type Client struct {
	guest  Guest
	limits Limits
	seats  int
	terms  []byte
	posts  chan Post
	free   chan int      // seats, before the board begins
	began  chan struct{} // closed when it has begun
	quit   chan struct{} // closed by Close
	ended  chan struct{} // closed by fail
	done   chan struct{} // closed when run ends
	work   sync.WaitGroup

	mu      sync.Mutex
	change  *sync.Cond // broadcast after each change of what follows
	err     error      // why it has ended
	seat    int
	keys    []ed25519.PublicKey // of all seats, once the board has begun
	conn    *wire.Conn          // nil while there is none
	ready   bool                // the board has begun on this connection
	leaving bool                // the board was told so
	read    int                 // how many posts have come
	counts  []struct{ posts, bytes int }
	behind  int      // posts that were on the board when it joined
	kept    int      // posts of this seat that the board has
	bytes   int      // of the posts of this seat, published by this client
	outbox  [][]byte // those after them
	sent    int      // how many of the outbox this connection has sent
}

// Join takes a seat, and returns when all are taken.
func Join(guest Guest, limits Limits) (*Client, error) {
	c := &Client{
		guest: guest, limits: limits, seat: guest.Seat, posts: make(chan Post), free: make(chan int),
		began: make(chan struct{}), quit: make(chan struct{}), ended: make(chan struct{}), done: make(chan struct{}),
	}
	c.change = sync.NewCond(&c.mu)
	// The first connection is made here: if that fails, nobody need wait.
	conn, err := c.dial()
	if err != nil {
		return nil, err
	}
	c.work.Go(func() { c.run(conn) })
	late := time.After(guest.Arrival)
	for {
		select {
		case n := <-c.free:
			guest.Waits(n)
		case <-c.began:
			return c, nil
		case <-c.done:
			return nil, c.Err()
		case <-late:
			c.Close(0)
			return nil, fmt.Errorf("waiting for the table to fill: %w", wire.ErrNobody)
		}
	}
}

// Seat returns the number of the seat.
func (c *Client) Seat() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.seat
}

// Keys returns the keys of all seats, as the relay has told them.
func (c *Client) Keys() []ed25519.PublicKey {
	c.mu.Lock()
	defer c.mu.Unlock()
	return slices.Clone(c.keys)
}

// Posts are all that the seats publish, this one among them. It is closed when nothing
// more can come: then [Client.Err] says why.
func (c *Client) Posts() <-chan Post { return c.posts }

// Err returns why the client has ended.
func (c *Client) Err() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err
}

// Behind returns how many posts were on the board when this client joined: what others
// said before, and what its seat said before a restart. They come first.
func (c *Client) Behind() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.behind
}

// Publish publishes a message as this seat's next post. It returns before the board has
// it: the post comes back as one of [Client.Posts].
func (c *Client) Publish(message []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	size := c.bytes + len(message)
	switch {
	case c.err != nil:
		return c.err
	case len(message) == 0 || len(message) > c.limits.MaxLen:
		return fmt.Errorf("a post of %d bytes, not 1 to %d", len(message), c.limits.MaxLen)
	case c.kept+len(c.outbox) >= c.limits.MaxPosts, size > c.limits.MaxBytes:
		return ErrFull
	}
	c.bytes = size
	c.outbox = append(c.outbox, bytes.Clone(message))
	c.change.Broadcast()
	return nil
}

// Close leaves the table, once all that was published is on the board, or after the
// grace.
func (c *Client) Close(grace time.Duration) {
	c.mu.Lock()
	select {
	case <-c.quit:
	default:
		close(c.quit)
	}
	timer := time.AfterFunc(grace, func() { c.fail(ErrClosed) })
	for c.err == nil && len(c.outbox) > 0 {
		c.change.Wait()
	}
	if conn := c.conn; c.err == nil && c.ready {
		c.leaving = true
		c.mu.Unlock()
		conn.Send(nil)
		c.mu.Lock()
		for c.err == nil && c.conn == conn { // the relay ends it when it has heard that
			c.change.Wait()
		}
	}
	c.mu.Unlock()
	timer.Stop()
	c.fail(ErrClosed)
	c.work.Wait()
}

// fail ends the client, for the first reason that there is.
func (c *Client) fail(err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.err == nil {
		c.err = err
		close(c.ended)
	}
	if c.conn != nil {
		c.conn.Close()
	}
	c.change.Broadcast()
}

// ends reports whether the client makes no further connection.
func (c *Client) ends() bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.err != nil || c.leaving
}

// Pauses between attempts to connect again.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = time.Second
)

// run keeps a connection, until the client ends.
func (c *Client) run(conn *wire.Conn) {
	defer close(c.done)
	defer close(c.posts)
	lost := time.Now()
	pause := firstPause
	for {
		if conn != nil {
			if c.use(conn) {
				lost, pause = time.Now(), firstPause
			}
			conn = nil
		}
		if c.ends() {
			return
		}
		if time.Since(lost) > c.guest.Arrival {
			c.fail(ErrLost)
			return
		}
		select {
		case <-time.After(pause):
		case <-c.ended:
		}
		pause = min(2*pause, lastPause)
		var err error
		if conn, err = c.dial(); errors.Is(err, ErrRefused) || errors.Is(err, ErrRelay) {
			c.fail(err)
			return
		}
	}
}

// dial connects, and asks for the seat and for the posts that haven't come yet.
func (c *Client) dial() (*wire.Conn, error) {
	conn, err := wire.Dial(c.guest.Addr, c.limits.Send)
	if err != nil {
		return nil, err
	}
	if err := c.greet(conn); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}

func (c *Client) greet(conn *wire.Conn) error {
	frame, err := conn.Receive(1 + len(challenge{}) + 16 + len(c.limits.Label) + 1 + MaxTermsLen)
	if errors.Is(err, wire.ErrTooLong) {
		return ErrRelay
	}
	if err != nil {
		return err
	}
	r := field.NewReader(frame)
	kind, random := r.Byte("kind"), r.Fixed("challenge", len(challenge{}))
	r.Label(c.limits.Label)
	seats, terms := int(r.Byte("seats")), r.Field("terms")
	if r.End() != "" || kind != greeting || seats < 1 || seats > MaxSeats || len(terms) > MaxTermsLen {
		return ErrRelay
	}
	switch {
	case c.terms == nil:
		if err := c.guest.Agree(seats, terms); err != nil {
			return err
		}
		c.seats, c.terms = seats, append([]byte{}, terms...)
		c.counts = make([]struct{ posts, bytes int }, seats)
	case seats != c.seats || !bytes.Equal(terms, c.terms):
		return fmt.Errorf("%w: the table has changed", ErrRelay)
	}
	c.mu.Lock()
	seat, read := c.seat, c.read
	c.mu.Unlock()
	return conn.Send(newHello(seat, c.guest.Key, read, c.limits.Label, challenge(random)))
}

// use reads from a connection and publishes over it until it ends, and reports whether
// it was of any use.
func (c *Client) use(conn *wire.Conn) (useful bool) {
	var sender sync.WaitGroup
	defer sender.Wait()
	defer c.attach(nil)
	c.attach(conn)
	for {
		frame, err := conn.Receive(max(2+c.limits.MaxLen, 6+MaxSeats*ed25519.PublicKeySize))
		if errors.Is(err, wire.ErrSilent) {
			continue
		}
		if errors.Is(err, wire.ErrTooLong) {
			c.fail(fmt.Errorf("%w: %w", ErrRelay, err))
		}
		if err != nil {
			return useful
		}
		begins, err := c.take(frame)
		if err != nil {
			c.fail(err)
			return useful
		}
		if begins {
			useful = true
			sender.Go(func() { c.send(conn) })
		}
	}
}

// attach makes a connection the one that fail closes.
func (c *Client) attach(conn *wire.Conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != nil {
		c.conn.Close()
	}
	c.conn, c.ready = conn, false
	if conn != nil && c.err != nil {
		conn.Close()
	}
	c.change.Broadcast()
}

// take takes a frame of the relay.
func (c *Client) take(frame []byte) (begins bool, err error) {
	if len(frame) == 0 {
		return false, ErrRelay
	}
	switch rest := frame[1:]; frame[0] {
	case waiting:
		if len(rest) != 1 || c.hasBegun() {
			return false, ErrRelay
		}
		select {
		case c.free <- int(rest[0]):
		case <-c.quit:
		}
		return false, nil
	case begun:
		return true, c.begin(rest)
	case posted:
		p, err := c.count(rest)
		if err != nil {
			return false, err
		}
		select {
		case c.posts <- p:
		case <-c.quit:
		}
		return false, nil
	case refusal:
		return false, fmt.Errorf("%w: %.200q", ErrRefused, rest)
	}
	return false, ErrRelay
}

func (c *Client) hasBegun() bool { return c.Keys() != nil }

// begin takes the keys, and what the board has of this seat.
func (c *Client) begin(b []byte) error {
	r := field.NewReader(b)
	seat, kept, all := int(r.Byte("seat")), int64(r.Uint32("kept")), int64(r.Uint32("posts"))
	keys := make([]ed25519.PublicKey, c.seats)
	for i := range keys {
		keys[i] = r.Fixed("key", ed25519.PublicKeySize)
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	own := c.guest.Key.Public().(ed25519.PublicKey)
	switch {
	case r.End() != "" || seat >= c.seats || c.seat != AnySeat && seat != c.seat || !keys[seat].Equal(own) || c.ready:
		return ErrRelay
	case c.keys != nil && !slices.EqualFunc(keys, c.keys, func(a, b ed25519.PublicKey) bool { return a.Equal(b) }):
		return fmt.Errorf("%w: the keys have changed", ErrRelay)
	case kept < int64(c.kept) || all < int64(c.read):
		return fmt.Errorf("%w: it has lost posts", ErrRelay)
	case kept > int64(c.limits.MaxPosts) || all > int64(c.seats*c.limits.MaxPosts):
		return fmt.Errorf("%w: it has more posts than there may be", ErrRelay)
	}
	c.drop(int(kept))
	c.sent = 0
	c.ready = true
	if c.keys == nil {
		c.seat, c.keys, c.behind = seat, keys, int(all)
		close(c.began)
	}
	c.change.Broadcast()
	return nil
}

// drop drops from the outbox what the board has.
func (c *Client) drop(kept int) {
	n := min(kept-c.kept, len(c.outbox))
	if n <= 0 && kept <= c.kept {
		return
	}
	c.outbox = c.outbox[max(n, 0):]
	c.sent = max(c.sent-n, 0)
	c.kept = kept
	c.change.Broadcast()
}

// count counts a post: a seat has no more of them than the board may keep.
func (c *Client) count(b []byte) (Post, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(b) < 2 || int(b[0]) >= c.seats || c.keys == nil {
		return Post{}, ErrRelay
	}
	seat := int(b[0])
	n := &c.counts[seat]
	n.posts++
	n.bytes += len(b) - 1
	if n.posts > c.limits.MaxPosts || n.bytes > c.limits.MaxBytes {
		return Post{}, fmt.Errorf("%w: seat %d publishes too much", ErrRelay, seat)
	}
	if seat == c.seat && n.posts > c.kept {
		if c.sent == 0 || !bytes.Equal(b[1:], c.outbox[0]) {
			return Post{}, fmt.Errorf("%w: it invents posts of this seat", ErrRelay)
		}
		c.drop(n.posts)
	}
	c.read++
	return Post{seat, b[1:]}, nil
}

// send sends what is in the outbox, until the connection ends.
func (c *Client) send(conn *wire.Conn) {
	for {
		c.mu.Lock()
		for c.conn == conn && c.err == nil && c.sent == len(c.outbox) {
			c.change.Wait()
		}
		if c.conn != conn || c.err != nil {
			c.mu.Unlock()
			return
		}
		frame := append(binary.BigEndian.AppendUint32(nil, uint32(c.kept+c.sent)), c.outbox[c.sent]...)
		c.sent++
		c.mu.Unlock()
		if conn.Send(frame) != nil {
			return
		}
	}
}
