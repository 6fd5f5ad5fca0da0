package client

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

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

// run connects, again and again.
func (c *Client) run(ctx context.Context) {
	const quick, slow = 50 * time.Millisecond, 2 * time.Second
	pause := quick
	for i := 0; ; i++ {
		began := time.Now()
		err := c.connect(ctx, c.urls[i%len(c.urls)]+"/tables/"+c.table)
		if why, ok := errors.AsType[closed](err); ok {
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
		reconnects := c.reconnects
		c.mu.Unlock()
		if reconnects {
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

const connecting = 10 * time.Second // that it may take until the room's challenge is answered, as the room allows

// connect connects once, and reads until that breaks.
func (c *Client) connect(ctx context.Context, url string) error {
	c.mu.Lock()
	err := c.mu.Wait(ctx, func() bool { return c.first != 0 }) // until something is asked for
	c.reconnects = false
	c.mu.Unlock()
	if err != nil {
		return err
	}

	dialing, cancel := context.WithTimeout(ctx, connecting)
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
	last, err := c.greet(dialing, conn, challenge)
	defer c.disconnected()
	for err == nil {
		var b []byte
		c.mu.Lock()
		reading, cancel := context.WithDeadline(ctx, c.heardAt.Add(2*frame.Quiet))
		c.mu.Unlock()
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

// greet says hello, and again what isn't acknowledged. The last post that was read is read again,
// to see that it is still the same: greet returns it.
func (c *Client) greet(ctx context.Context, conn conn, challenge []byte) (last *record.Post, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	from := c.first
	if n := len(c.posts); n > 0 {
		last = &c.posts[n-1]
		from = last.Number
	}
	hello, err := frame.EncodeHello(challenge, c.table, from, c.key)
	if err != nil || c.reconnects {
		return last, err
	}
	err = conn.write(ctx, hello)
	for _, p := range c.unsent {
		p.sent = time.Now()
		err = errors.Join(err, conn.write(ctx, frame.EncodeAppend(p.tag, p.bytes)))
	}
	c.conn, c.heardAt = conn, time.Now()
	return last, err
}

func (c *Client) disconnected() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.conn, c.complete, c.behind.cut = nil, false, true
	for i := range c.owed {
		c.owed[i].cut = true
	}
	for _, answer := range c.asked {
		close(answer)
	}
	c.asked = nil
}

// take takes a frame. While last isn't nil, that is the post to come.
func (c *Client) take(conn conn, b []byte, last *record.Post) (*record.Post, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.conn != conn || c.reconnects {
		return nil, ErrClosed
	}
	if len(b) == 0 {
		return nil, fmt.Errorf("%w: an empty frame", ErrProtocol)
	}
	switch b[0] {
	case frame.Post:
		return nil, c.takePost(b, last)
	case frame.UpTo:
		return last, c.takeUpTo(b, last)
	case frame.Done:
		return last, c.takeDone(b)
	case frame.Head:
		return last, c.takeHead(b)
	}
	return nil, fmt.Errorf("%w: a frame of kind %d", ErrProtocol, b[0])
}

// takePost takes a post that is shown. The caller of this and of what else
// takes a frame has locked.
func (c *Client) takePost(b []byte, last *record.Post) error {
	p, err := frame.ParsePost(b)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrProtocol, err)
	case last == nil:
		return c.add(p)
	case !same(p, *last):
		return c.lost()
	}
	c.heardAt = time.Now()
	return nil
}

// takeUpTo learns that all posts up to one are shown.
func (c *Client) takeUpTo(b []byte, last *record.Post) error {
	n, err := frame.ParseUpTo(b)
	switch {
	case err != nil:
		return fmt.Errorf("%w: %w", ErrProtocol, err)
	case last != nil:
		return c.lost()
	case n < c.behindTo && !c.behind.cut:
		return fmt.Errorf("%w: it has posts up to %d, and before up to %d", ErrProtocol, n, c.behindTo)
	}
	c.complete, c.heardAt = true, time.Now()
	for i := range c.owed {
		c.owed[i].upTo()
	}
	if next := c.next(); n < next {
		c.behind = promise{}
		if c.behindTo >= next { // another room, which has less
			c.behindTo = 0
		}
	} else {
		if c.behindTo < next {
			c.behind, c.behindTo = promise{since: c.heardAt}, n
		}
		c.behind.upTo()
	}
	c.mu.Changed()
	return nil
}

// takeDone takes the answer to a post of this client.
func (c *Client) takeDone(b []byte) error {
	tag, answer, err := frame.ParseDone(b)
	if err != nil {
		return fmt.Errorf("%w: %w", ErrProtocol, err)
	}
	c.answer(func(p *pending) bool {
		if p.tag == tag {
			c.answered(p, answer)
		}
		return p.tag == tag
	}, answer)
	return nil
}

// takeHead takes the latest post, for the first that asked for it.
func (c *Client) takeHead(b []byte) error {
	p, err := frame.ParsePost(b)
	if err != nil || len(c.asked) == 0 {
		return fmt.Errorf("%w: a head that nobody has asked for", ErrProtocol)
	}
	c.asked[0] <- p
	c.asked = c.asked[1:]
	return nil
}

func same(a, b record.Post) bool {
	return a.Number == b.Number && a.Stamp == b.Stamp && bytes.Equal(a.Bytes, b.Bytes)
}

// next is the number of the next post. The caller has locked.
func (c *Client) next() uint64 { return c.first + uint64(len(c.posts)) }

// add adds a post. One that was shown before changes nothing. The caller has locked.
func (c *Client) add(p record.Post) error {
	switch next := c.next(); {
	case p.Number >= c.first && p.Number < next && same(p, c.posts[p.Number-c.first]):
		return nil
	case p.Number != next:
		return fmt.Errorf("%w: it shows post %d after %d", ErrProtocol, p.Number, next-1)
	}
	c.posts, c.heardAt = append(c.posts, p), time.Now()
	if len(c.owed) > 0 {
		name := nameOf(p.Bytes)
		c.owed = slices.DeleteFunc(c.owed, func(o owed) bool { return bytes.Equal(o.name, name) })
	}
	c.mu.Changed()
	return nil
}
