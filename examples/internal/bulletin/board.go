package bulletin

import (
	"bytes"
	"crypto/ed25519"
	"crypto/rand"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/internal/field"
)

// A Board keeps what the seats of a table publish.
type Board struct {
	limits Limits
	terms  []byte
	l      *wire.Listener
	work   sync.WaitGroup

	mu     sync.Mutex
	change *sync.Cond // broadcast after each change of what follows
	chairs []chair
	begun  bool
	posts  []Post
	latest time.Time // when the last of them came
	guests []*guest  // all connections, as they came
	file   *os.File  // nil, or where the board is kept
	err    error     // why it was closed, if it had to be
	closed bool
}

// A chair is what the board knows of a seat.
type chair struct {
	key          ed25519.PublicKey // nil if it is free
	reserved     bool              // for its key
	guest        *guest            // the connection of the seat, or nil
	count, bytes int               // of its posts
	credit       float64           // how many posts it may publish now
	credited     time.Time         // when that was so
	left         bool              // in good order
	lost         time.Time         // when its connection ended
}

// A guest is a connection. What follows conn belongs to the board's mutex.
type guest struct {
	conn   *wire.Conn
	seat   int // nobody until it has one
	next   int // the first post that it hasn't been sent
	told   int // how many free seats it was told of last
	begun  bool
	closed bool
}

const nobody = -1

// Listen returns a board for so many seats that listens on a TCP address. The terms are
// what the players have to know before they sit down.
func Listen(addr string, limits Limits, seats int, terms []byte) (*Board, error) {
	if seats < 1 || seats > MaxSeats || len(terms) > MaxTermsLen {
		return nil, fmt.Errorf("a board for %d seats with terms of %d bytes", seats, len(terms))
	}
	l, err := wire.Listen(addr)
	if err != nil {
		return nil, err
	}
	b := &Board{limits: limits, terms: bytes.Clone(terms), l: l, chairs: make([]chair, seats)}
	b.change = sync.NewCond(&b.mu)
	return b, nil
}

// Addr returns the address that clients connect to.
func (b *Board) Addr() string { return b.l.Addr() }

// Reserve keeps a seat for a key. Call it before [Board.Run].
func (b *Board) Reserve(seat int, key ed25519.PublicKey) {
	b.chairs[seat].key, b.chairs[seat].reserved = key, true
}

// Run does the board's work until it is closed. It returns an error if that had to be.
func (b *Board) Run() error {
	for {
		conn, err := b.l.Accept(time.Hour, b.limits.Send)
		if errors.Is(err, wire.ErrNobody) {
			continue
		}
		if err != nil {
			break
		}
		b.work.Go(func() { b.serve(conn) })
	}
	b.Close()
	b.work.Wait()
	if b.file != nil {
		b.file.Close()
	}
	return b.err
}

// Close ends all connections, and makes Run end.
func (b *Board) Close() {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.fail(nil)
}

// fail closes the board, for a reason.
func (b *Board) fail(err error) {
	if b.closed {
		return
	}
	b.closed, b.err = true, err
	b.l.Close()
	for len(b.guests) > 0 {
		b.end(b.guests[0])
	}
	b.change.Broadcast()
}

// Drain waits until nobody needs the board any more. A seat whose connection broke may
// come back within the grace, after a restart; one that is connected has so long to
// publish something, or to see others publish. So long the seats have to be taken, too: it
// is an error if they aren't.
func (b *Board) Drain(grace, idle time.Duration) error {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.latest = time.Now()
	for !b.closed {
		end := b.needed(grace, idle)
		if time.Now().Before(end) {
			b.waitUntil(end)
			continue
		}
		came := len(b.chairs) - b.free()
		switch {
		case b.begun:
			return nil
		case came == 0:
			return errors.New("nobody came to the table")
		}
		return fmt.Errorf("of %d players, only %d came to the table", len(b.chairs), came)
	}
	return nil
}

// needed returns when nobody will be waited for any more.
func (b *Board) needed(grace, idle time.Duration) (end time.Time) {
	if !b.begun {
		for _, c := range b.chairs {
			if c.reserved && c.guest == nil {
				return c.lost.Add(grace) // without it, the table doesn't fill
			}
		}
		return b.latest.Add(idle)
	}
	for _, c := range b.chairs {
		wait := b.latest.Add(idle)
		switch {
		case c.left && c.guest == nil:
			continue
		case c.guest == nil:
			wait = c.lost.Add(grace)
		}
		if wait.After(end) {
			end = wait
		}
	}
	return end
}

// waitUntil waits for a change, or until then.
func (b *Board) waitUntil(end time.Time) {
	timer := time.AfterFunc(time.Until(end), func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.change.Broadcast()
	})
	defer timer.Stop()
	b.change.Wait()
}

// serve does what a connection needs, until its end.
func (b *Board) serve(conn *wire.Conn) {
	g := &guest{conn: conn, seat: nobody, told: nobody}
	defer conn.Close()
	if !b.enter(g) {
		return
	}
	defer func() {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.end(g)
	}()
	var c challenge
	rand.Read(c[:])
	if conn.Send(b.greeting(c)) != nil {
		return
	}
	frame, err := conn.Receive(helloLen)
	if err != nil {
		return
	}
	h := parseHello(frame, b.limits.Label, c)
	if h == nil {
		return
	}
	if reason := b.sit(g, h); reason != "" {
		conn.Send(append([]byte{refusal}, reason...))
		return
	}
	b.work.Go(func() { b.write(g) })
	b.read(g)
}

func (b *Board) greeting(c challenge) []byte {
	frame := append([]byte{greeting}, c[:]...)
	frame = field.Append(frame, b.limits.Label)
	frame = append(frame, byte(len(b.chairs)))
	return field.Append(frame, b.terms)
}

// enter takes a connection. Of those without a seat, twice as many as there are seats may
// wait; the oldest goes for the next.
func (b *Board) enter(g *guest) bool {
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.closed {
		return false
	}
	b.guests = append(b.guests, g)
	idle := slices.DeleteFunc(slices.Clone(b.guests), func(g *guest) bool { return g.seat != nobody })
	if len(idle) > 2*len(b.chairs) {
		b.end(idle[0])
	}
	return true
}

// end ends a connection. A seat whose connection ends before the board begins is free.
func (b *Board) end(g *guest) {
	if g.closed {
		return
	}
	g.closed = true
	g.conn.Close()
	b.guests = slices.DeleteFunc(b.guests, func(other *guest) bool { return other == g })
	if g.seat != nobody {
		c := &b.chairs[g.seat]
		c.guest, c.lost = nil, time.Now()
		if !b.begun && !c.reserved {
			c.key = nil
		}
	}
	b.change.Broadcast()
}

// sit gives a guest the seat that it asks for, or says why it can't have it. Its older
// connection, if it has one, ends: the holder of the key knows best.
func (b *Board) sit(g *guest, h *hello) (reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if g.closed {
		return "too many connections"
	}
	owned := slices.IndexFunc(b.chairs, func(c chair) bool { return c.key != nil && c.key.Equal(h.key) })
	seat := int(h.seat)
	switch {
	case seat == AnySeat && owned >= 0:
		seat = owned
	case seat == AnySeat:
		seat = slices.IndexFunc(b.chairs, func(c chair) bool { return c.key == nil })
		if seat < 0 {
			return "all seats are taken"
		}
	case seat >= len(b.chairs):
		return fmt.Sprintf("the table has %d seats, and no seat %d", len(b.chairs), seat)
	case owned >= 0 && owned != seat:
		return fmt.Sprintf("this key has seat %d", owned)
	case b.chairs[seat].key != nil && owned != seat:
		return fmt.Sprintf("seat %d is taken", seat)
	}
	if int64(h.from) > int64(len(b.posts)) {
		return fmt.Sprintf("there are %d posts, not %d: this isn't the table that it was", len(b.posts), h.from)
	}
	c := &b.chairs[seat]
	if c.guest != nil {
		b.end(c.guest)
	}
	c.key, c.guest, c.left = h.key, g, false
	g.seat, g.next = seat, int(h.from)
	if !b.begun && b.free() == 0 {
		if err := b.store(append([]byte{begun}, b.keys()...)); err != nil {
			b.fail(err)
			return "it can't keep the table"
		}
		b.begin()
	}
	b.change.Broadcast()
	return ""
}

// free is how many seats aren't connected yet.
func (b *Board) free() (n int) {
	for i := range b.chairs {
		if b.chairs[i].guest == nil {
			n++
		}
	}
	return n
}

// write sends a guest what it is to get.
func (b *Board) write(g *guest) {
	for {
		frame := b.nextFrame(g)
		if frame == nil || g.conn.Send(frame) != nil {
			g.conn.Close()
			return
		}
	}
}

// nextFrame waits for something to send; nil is the end. Nothing is queued for a slow
// guest: the posts are kept anyway.
func (b *Board) nextFrame(g *guest) []byte {
	b.mu.Lock()
	defer b.mu.Unlock()
	for ; ; b.change.Wait() {
		switch free := b.free(); {
		case g.closed:
			return nil
		case b.begun && !g.begun:
			g.begun = true
			frame := binary.BigEndian.AppendUint32([]byte{begun, byte(g.seat)}, uint32(b.chairs[g.seat].count))
			frame = binary.BigEndian.AppendUint32(frame, uint32(len(b.posts)))
			return append(frame, b.keys()...)
		case b.begun && g.next < len(b.posts):
			p := b.posts[g.next]
			g.next++
			return append([]byte{posted, byte(p.Seat)}, p.Message...)
		case !b.begun && g.told != free:
			g.told = free
			return []byte{waiting, byte(free)}
		}
	}
}

// read takes what a guest publishes, no faster than it may.
func (b *Board) read(g *guest) {
	for {
		frame, err := g.conn.Receive(4 + b.limits.MaxLen)
		if errors.Is(err, wire.ErrSilent) {
			continue
		}
		if err != nil {
			return
		}
		wait, reason := b.take(g, frame)
		if reason != "" {
			g.conn.Send(append([]byte{refusal}, reason...))
			return
		}
		if len(frame) == 0 {
			return
		}
		if !b.pause(g, wait) {
			return
		}
	}
}

// take keeps a post, and says how long its seat has to wait before the next one.
func (b *Board) take(g *guest, frame []byte) (wait time.Duration, reason string) {
	b.mu.Lock()
	defer b.mu.Unlock()
	c := &b.chairs[g.seat]
	switch {
	case g.closed:
		return 0, ""
	case len(frame) == 0:
		c.left = true
		return 0, ""
	case !b.begun:
		return 0, "the table isn't full yet"
	case len(frame) < 5:
		return 0, "a post without a message"
	}
	number, message := binary.BigEndian.Uint32(frame), frame[4:]
	switch {
	case int64(number) != int64(c.count):
		return 0, fmt.Sprintf("post %d of seat %d was due, not %d", c.count, g.seat, number)
	case c.count == b.limits.MaxPosts || c.bytes+len(message) > b.limits.MaxBytes:
		return 0, fmt.Sprintf("seat %d publishes too much", g.seat)
	}
	if err := b.store(append([]byte{posted, byte(g.seat)}, message...)); err != nil {
		b.fail(err)
		return 0, "it can't keep the post"
	}
	b.keep(Post{g.seat, message})
	b.change.Broadcast()
	now := time.Now()
	c.credit = min(c.credit+now.Sub(c.credited).Seconds()*b.limits.Rate, float64(b.limits.Burst)) - 1
	c.credited = now
	if c.credit >= 0 {
		return 0, ""
	}
	return time.Duration(-c.credit / b.limits.Rate * float64(time.Second)), ""
}

// pause waits, unless the connection ends first.
func (b *Board) pause(g *guest, wait time.Duration) bool {
	end := time.Now().Add(wait)
	b.mu.Lock()
	defer b.mu.Unlock()
	for !g.closed && time.Now().Before(end) {
		b.waitUntil(end)
	}
	return !g.closed
}
