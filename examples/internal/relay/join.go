package relay

import (
	"bytes"
	"crypto/subtle"
	"errors"
	"fmt"
	"net"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// What the relay says to a seat that joins: the first byte of a frame.
const (
	waitFor = iota // so many more seats
	begin          // the table is full
	refusal        // the reason
)

// join is what a seat sends first.
func (g *Game) join(seat int, token Token) []byte {
	b := append([]byte(g.Label), byte(g.Seats), byte(seat))
	return append(b, token[:]...)
}

func joinLen(label string) int { return len(label) + 2 + len(Token{}) }

// gather lets the seats join, in any order. A seat that goes away may come again.
func (r *Relay) gather() error {
	late := time.After(r.game.Arrival)
	for {
		free := 0
		for _, g := range r.seats {
			if g == nil {
				free++
			}
		}
		for _, g := range r.seats {
			switch {
			case g == nil:
			case free == 0:
				g.send(begin)
			default:
				g.send(waitFor, byte(free))
			}
		}
		if free == 0 {
			return nil
		}
		for changed := false; !changed; {
			select {
			case e := <-r.events:
				changed = r.arrive(e)
			case <-r.stop:
				return wire.ErrClosed
			case <-late:
				return fmt.Errorf("waiting for %d more seats: %w", free, wire.ErrNobody)
			}
		}
	}
}

// arrive seats a guest, or takes note that one is gone. It reports whether the seats
// changed.
func (r *Relay) arrive(e event) bool {
	g := e.from
	switch {
	case g.closed:
		return false
	case g.seat != nobody: // it is gone, or says something before the table is full
		r.seats[g.seat] = nil
		r.drop(g)
		return true
	case e.isNew || e.err != nil:
		r.wait(e)
		return false
	}
	seat, reason := r.seatFor(e.frame)
	if reason != "" || seat == nobody {
		r.turnAway(g, reason)
		return false
	}
	g.seat = seat
	r.seats[seat] = g
	r.unwait(g)
	return true
}

// wait keeps a guest who has said nothing yet: as many as there are seats, the oldest
// of whom goes for the next.
func (r *Relay) wait(e event) {
	if e.err != nil {
		r.drop(e.from)
		return
	}
	if len(r.idle) == r.game.Seats {
		r.drop(r.idle[0])
	}
	r.idle = append(r.idle, e.from)
}

// seatFor returns the seat that a guest asks for, or why it can't have it. To one who
// doesn't ask as this program does, there is nothing to say.
func (r *Relay) seatFor(join []byte) (seat int, reason string) {
	n := len(r.game.Label)
	if len(join) != joinLen(r.game.Label) || string(join[:n]) != r.game.Label {
		return nobody, ""
	}
	seats, seat, token := int(join[n]), int(join[n+1]), join[n+2:]
	switch {
	case seats != r.game.Seats:
		return nobody, fmt.Sprintf("its table has %d seats, not %d", r.game.Seats, seats)
	case seat >= seats:
		return nobody, fmt.Sprintf("its table has no seat %d", seat)
	case r.seats[seat] != nil, subtle.ConstantTimeCompare(r.tokens[seat][:], token) == 0 && r.tokens[seat] != Token{}:
		return nobody, fmt.Sprintf("seat %d is taken", seat)
	}
	return seat, ""
}

// refuse turns away a guest who comes when the table is full.
func (r *Relay) refuse(e event) {
	if e.isNew || e.err != nil {
		r.wait(e)
		return
	}
	r.turnAway(e.from, "the table is full")
}

// turnAway ends a connection, and says why if there is a reason to give.
func (r *Relay) turnAway(g *guest, reason string) {
	if reason != "" {
		g.send(append([]byte{refusal}, reason...)...)
	}
	r.drop(g)
}

// dialing is how long a connection to the relay may take.
const dialing = 20 * time.Second

// Join takes a seat, and returns when the table is full. Meanwhile it calls waiting with the
// number of free seats, each time that this changes.
func Join(place Place, game Game, waiting func(free int)) (*Channel, error) {
	if err := game.check(); err != nil {
		return nil, err
	}
	tcp, err := net.DialTimeout("tcp", place.Addr, dialing)
	if err != nil {
		return nil, err
	}
	conn := wire.New(tcp, game.Answer)
	if err := game.enter(conn, place, waiting); err != nil {
		conn.Close()
		return nil, fmt.Errorf("joining the table: %w", err)
	}
	return newChannel(conn, game, place.Seat), nil
}

func (g *Game) enter(conn *wire.Conn, place Place, waiting func(free int)) error {
	if err := conn.Send(g.join(place.Seat, place.Token)); err != nil {
		return err
	}
	for deadline := time.Now().Add(g.Arrival); ; {
		frame, err := conn.Receive(100)
		switch {
		case errors.Is(err, wire.ErrSilent) && time.Now().Before(deadline):
			continue
		case err != nil:
			return fmt.Errorf("the relay: %w", err)
		case bytes.Equal(frame, []byte{begin}):
			return nil
		case len(frame) == 2 && frame[0] == waitFor:
			waiting(int(frame[1]))
		case len(frame) > 1 && frame[0] == refusal:
			return fmt.Errorf("the relay refuses: %q", frame[1:])
		default:
			return errors.New("the relay isn't this program, or not this version")
		}
	}
}
