package relay

import (
	"crypto/rand"
	"errors"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// What a seat may send in a hand. The relay keeps that much for seats that are slow to take
// it, so that nobody waits for anybody else.
const (
	maxFrames = 512
	maxBytes  = 1 << 24
)

// A Relay carries the frames of the seats. A frame begins with the seat that it is for,
// or toAll, and arrives with the one that it is from. A seat that leaves sends a frame
// of its own number alone, and all get the same.
type Relay struct {
	game    Game
	l       *wire.Listener
	tokens  []Token
	Curious func(frame []byte) // nil, or sees what is carried

	events chan event
	stop   chan struct{} // closed by Close
	once   sync.Once
	done   chan struct{} // closed when Run ends
	work   sync.WaitGroup
	seats  []*guest // nil where nobody sits
	idle   []*guest // those without a seat, as they came
}

// toAll is the seat that a frame for all others is for.
const toAll = 255

// A Token lets its holder alone take a seat. The zero Token is anybody's.
type Token [16]byte

// A guest is a connection to the relay. Its fields but conn belong to Run.
type guest struct {
	conn          *wire.Conn
	out           chan []byte // what it is sent; closed at its end
	seat          int         // nobody until it has joined
	frames, bytes int         // that it has sent
	closed        bool
}

// An event is a new guest, what a guest sends, or its end.
type event struct {
	from  *guest
	isNew bool
	frame []byte
	err   error
}

// Listen returns a relay that listens on a TCP address. Run does its work.
func Listen(addr string, game Game) (*Relay, error) {
	if err := game.check(); err != nil {
		return nil, err
	}
	l, err := wire.Listen(addr)
	if err != nil {
		return nil, err
	}
	return &Relay{
		game:   game,
		l:      l,
		tokens: make([]Token, game.Seats),
		events: make(chan event),
		stop:   make(chan struct{}),
		done:   make(chan struct{}),
		seats:  make([]*guest, game.Seats),
	}, nil
}

// Addr returns the address that seats connect to.
func (r *Relay) Addr() string { return r.l.Addr() }

// Reserve keeps a seat for the holder of a token. Call it before Run.
func (r *Relay) Reserve(seat int) Token {
	rand.Read(r.tokens[seat][:])
	return r.tokens[seat]
}

// Run lets the seats join, carries what they say until all have left, and ends all
// connections.
func (r *Relay) Run() error {
	defer r.end()
	r.work.Go(r.accept)
	if err := r.gather(); err != nil {
		return err
	}
	r.carry()
	return nil
}

// Close makes Run end at once.
func (r *Relay) Close() { r.once.Do(func() { close(r.stop) }) }

func (r *Relay) end() {
	close(r.done)
	r.l.Close()
	for _, g := range append(slices.Clone(r.seats), r.idle...) {
		if g != nil {
			r.drop(g)
		}
	}
	r.work.Wait()
}

// accept takes connections until the listener is closed.
func (r *Relay) accept() {
	for {
		conn, err := r.l.Accept(time.Hour, 2*r.game.Answer)
		if errors.Is(err, wire.ErrNobody) {
			continue
		}
		if err != nil {
			return
		}
		g := &guest{conn: conn, seat: nobody, out: make(chan []byte, maxFrames*r.game.Seats)}
		r.work.Go(func() { r.read(g) })
		r.work.Go(g.write)
	}
}

// read reports what a guest sends, until its end.
func (r *Relay) read(g *guest) {
	most := joinLen(r.game.Label)
	for e := (event{from: g, isNew: true}); ; {
		select {
		case r.events <- e:
		case <-r.done:
			g.conn.Close()
			return
		}
		if e.err != nil {
			return
		}
		if !e.isNew {
			most = r.game.maxFrame()
		}
		e = event{from: g}
		for {
			e.frame, e.err = g.conn.Receive(most)
			if !errors.Is(e.err, wire.ErrSilent) {
				break // it may be somebody else's turn for long
			}
		}
	}
}

// write sends a guest what it is to get, and ends the connection after that.
func (g *guest) write() {
	var err error
	for frame := range g.out {
		if err == nil {
			err = g.conn.Send(frame)
		}
	}
	g.conn.Close()
}

// drop ends a connection, after what is still to be sent.
func (r *Relay) drop(g *guest) {
	if g.closed {
		return
	}
	g.closed = true
	close(g.out)
	r.unwait(g)
}

func (r *Relay) unwait(g *guest) {
	r.idle = slices.DeleteFunc(r.idle, func(other *guest) bool { return other == g })
}

func (g *guest) send(frame ...byte) {
	if g.closed {
		return
	}
	select {
	case g.out <- frame:
	default: // it takes nothing; a table that is full has room for all that seats may send
		g.conn.Close()
	}
}

// carry carries frames until all seats have left, or only some have and the others
// don't follow. A seat that has left in good order stays connected until then.
func (r *Relay) carry() {
	patience := 4 * r.game.Answer // longer than an honest seat takes to stop or to leave
	end := time.Now().Add(patience)
	gone := make([]bool, len(r.seats))
	leave := func(seat int) {
		if !gone[seat] {
			gone[seat] = true
			r.pass(seat, toAll, nil)
		}
	}
	for slices.Contains(gone, false) {
		var e event
		select {
		case e = <-r.events:
		case <-time.After(time.Until(end)):
			return
		case <-r.stop:
			return
		}
		g := e.from
		if g.closed {
			continue
		}
		if g.seat == nobody {
			r.refuse(e)
			continue
		}
		g.frames++
		g.bytes += len(e.frame)
		to := nobody
		if len(e.frame) > 0 {
			to = int(e.frame[0])
		}
		switch {
		case e.err == nil && !gone[g.seat] && to == g.seat && len(e.frame) == 1:
			leave(g.seat)
			g.send(byte(g.seat))
		case e.err != nil, gone[g.seat], g.frames > maxFrames, g.bytes > maxBytes, len(e.frame) < 2, to == g.seat, to >= len(r.seats) && to != toAll:
			leave(g.seat)
			r.drop(g)
		default:
			r.pass(g.seat, to, e.frame[1:])
			if !slices.Contains(gone, true) {
				end = time.Now().Add(patience)
			}
		}
	}
}

// pass sends a seat's frame to another, or to all others.
func (r *Relay) pass(from, to int, body []byte) {
	if r.Curious != nil && len(body) > 0 {
		r.Curious(body)
	}
	frame := append([]byte{byte(from)}, body...)
	for seat, g := range r.seats {
		if seat != from && (to == toAll || to == seat) {
			g.send(frame...)
		}
	}
}
