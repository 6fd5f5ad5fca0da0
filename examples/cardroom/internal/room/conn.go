package room

import (
	"context"
	"crypto/ed25519"
	"crypto/rand"
	"errors"
	"net/http"
	"slices"
	"time"

	"github.com/coder/websocket"
	"golang.org/x/time/rate"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

var greeting = 10 * time.Second // in which a client has to say its hello

const (
	writing = 10 * time.Second // that it may take for a frame
	storing = 30 * time.Second // that the stream may take for a post
)

// A conn is a client's connection to a table.
type conn struct {
	room      *room
	id, place string
	ws        *websocket.Conn
	board     *hub.Board

	heldSince time.Time // when it took the posts that it sends, under the lock
	began     time.Time // when it was let in without a seat, under the lock

	// These are written before the client says anything besides its hello, under the lock.
	key   ed25519.PublicKey // nil without one
	order string
}

// refused is a client's fault.
type refused string

func (r refused) Error() string { return string(r) }

var (
	errTaken = errors.New("another connection plays this seat")
	errMany  = errors.New("the card room has too many spectators: try again later")
)

// connect serves a table to a client.
func (r *room) connect(w http.ResponseWriter, req *http.Request) {
	c := &conn{room: r, id: req.PathValue("id"), place: address(req)}
	if !r.enter(c) {
		http.Error(w, "too many connections: try again later", http.StatusServiceUnavailable)
		return
	}
	defer r.leave(c)
	// It refuses the pages of other sites.
	ws, err := websocket.Accept(w, req, &websocket.AcceptOptions{Subprotocols: []string{frame.Protocol}})
	if err != nil {
		return
	}
	defer ws.CloseNow()
	ws.SetReadLimit(frame.MaxPostLen + 64)
	c.ws = ws
	c.end(c.serve(req.Context()))
}

// end closes the connection, and says why.
func (c *conn) end(err error) {
	code, why := websocket.StatusTryAgainLater, ""
	_, faulty := errors.AsType[refused](err)
	switch {
	case err == nil:
		code = websocket.StatusNormalClosure
	case faulty:
		code, why = frame.Refused, err.Error()
	case errors.Is(err, hub.ErrNoTable):
		code, why = frame.NoTable, err.Error()
	case errors.Is(err, errTaken):
		code, why = frame.Taken, err.Error()
	case errors.Is(err, errMany):
		why = err.Error()
	case errors.Is(err, hub.ErrRestarted):
		code = websocket.StatusServiceRestart
	}
	c.ws.Close(code, why)
}

func (c *conn) serve(ctx context.Context) (err error) {
	if c.ws.Subprotocol() != frame.Protocol {
		return refused("this page's version isn't the card room's: load it again")
	}
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	starting, stop := context.WithTimeout(ctx, greeting)
	defer stop()
	if c.board, err = c.room.hub.Open(starting, c.id); err != nil {
		return err
	}
	defer c.board.Release()
	from, err := c.greet(starting)
	if err == nil {
		err = c.board.Reach(starting, from) // else it would seem to be lost
	}
	if err != nil {
		return err
	}
	sent := make(chan struct{})
	go func() {
		defer close(sent)
		if err := c.send(ctx, from); ctx.Err() == nil {
			c.end(err)
		}
	}()
	err = c.receive(ctx)
	c.end(err) // before a post that is being sent is cut off, which would end it without a word
	cancel()
	<-sent
	return err
}

// greet finds out who the client is, and the number of the post that it wants first.
func (c *conn) greet(ctx context.Context) (from uint64, err error) {
	challenge := make([]byte, 1+frame.NonceSize)
	rand.Read(challenge)
	challenge[0] = frame.Challenge
	if err := c.ws.Write(ctx, websocket.MessageBinary, challenge); err != nil {
		return 0, err
	}
	_, b, err := c.ws.Read(ctx)
	if err != nil {
		return 0, err
	}
	from, key, err := frame.ParseHello(b, challenge, c.id)
	if err != nil {
		return 0, refused(err.Error())
	}
	if !c.seated(key) && !c.room.admit(c, key != nil) {
		return 0, errMany
	}
	if key != nil {
		c.room.conns.mu.Lock()
		c.key, c.order = key, hub.Now()
		c.room.conns.mu.Unlock()
		c.room.hub.Take(c.id, key, c.order)
	}
	return from, nil
}

// seated reports whether a key has a seat.
func (c *conn) seated(key ed25519.PublicKey) bool {
	return slices.ContainsFunc(c.board.Seats(), func(k ed25519.PublicKey) bool { return k != nil && k.Equal(key) })
}

// taken closes the connections that another one of the same key, perhaps to another room,
// has replaced.
func (r *room) taken(id, key, order string) {
	for _, c := range r.others(id, key, order) {
		go c.end(errTaken)
	}
}

// send sends the posts from a number on.
func (c *conn) send(ctx context.Context, next uint64) error {
	for next = max(next, 1); ; {
		after, err := c.sendStored(ctx, next)
		if err != nil {
			return err
		}
		if after > next {
			next = after
			continue
		}
		if err := c.write(ctx, frame.EncodeUpTo(c.board.Last())); err != nil {
			return err
		}
		waiting, stop := context.WithTimeout(ctx, frame.Heartbeat)
		err = c.board.Await(waiting, next)
		if waiting.Err() != nil { // the time is up
			err = ctx.Err()
		}
		stop()
		if err != nil {
			return err
		}
	}
}

// sendStored sends some posts from a number on, if there are any, and returns the next number.
func (c *conn) sendStored(ctx context.Context, next uint64) (uint64, error) {
	if err := c.room.hold(ctx, c); err != nil {
		return next, err
	}
	defer c.room.release(c)
	posts, err := c.board.Posts(ctx, next, false)
	for _, p := range posts {
		if err == nil {
			err = c.writePost(ctx, frame.Post, p)
			next = p.Number + 1
		}
	}
	return next, err
}

// writePost writes a post without a copy, as it may be shown to many at once.
func (c *conn) writePost(ctx context.Context, kind byte, p record.Post) error {
	ctx, stop := context.WithTimeout(ctx, writing)
	defer stop()
	w, err := c.ws.Writer(ctx, websocket.MessageBinary)
	if err != nil {
		return err
	}
	_, err = w.Write(frame.PostHeader(kind, p))
	if err == nil {
		_, err = w.Write(p.Bytes)
	}
	return errors.Join(err, w.Close())
}

func (c *conn) write(ctx context.Context, b []byte) error {
	ctx, stop := context.WithTimeout(ctx, writing)
	defer stop()
	return c.ws.Write(ctx, websocket.MessageBinary, b)
}

// receive takes what the client says, one thing at a time. A client that says too much waits.
func (c *conn) receive(ctx context.Context) error {
	limit := rate.NewLimiter(postRate, postBurst)
	for {
		kind, b, err := c.ws.Read(ctx)
		if err != nil {
			return nil // it is gone
		}
		if err := limit.Wait(ctx); err != nil {
			return nil
		}
		switch {
		case kind == websocket.MessageBinary && len(b) > 0 && b[0] == frame.Append:
			err = c.post(ctx, b, limit)
		case kind == websocket.MessageBinary && len(b) == 1 && b[0] == frame.Head:
			var p record.Post // if there is none yet
			if p, err = c.board.Head(); err == nil || errors.Is(err, hub.ErrNotBegun) || errors.Is(err, hub.ErrClosing) {
				err = c.writePost(ctx, frame.Head, p)
			}
		default:
			err = refused(frame.ErrMalformed.Error())
		}
		if err != nil {
			return err
		}
	}
}

// post gives the table a post, and answers.
func (c *conn) post(ctx context.Context, b []byte, limit *rate.Limiter) error {
	tag, post, err := frame.ParseAppend(b)
	if err != nil {
		return refused(err.Error())
	}
	if c.key == nil {
		return refused(hub.ErrStranger.Error())
	}
	storing, stop := context.WithTimeout(ctx, storing)
	defer stop()
	err = c.board.PostBy(storing, c.key, post)
	refusal, ok := errors.AsType[*board.Refusal](err)
	switch {
	case ok:
		if junk := refusal.Reason == board.Malformed || refusal.Reason == board.Signature; junk || errors.Is(err, hub.ErrStranger) {
			limit.WaitN(ctx, junkCost)
		}
	case err != nil:
		return err
	case c.seated(c.key):
		c.room.conns.mu.Lock()
		delete(c.room.seatless, c)
		c.room.conns.mu.Unlock()
	}
	return c.write(ctx, frame.EncodeDone(tag, refusal))
}
