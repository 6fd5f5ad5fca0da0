// Package duel carries the messages of a game of two: over TCP between two machines, or
// through a pipe in one process. A message travels as its length in 4 bytes, big-endian,
// and its bytes.
//
// The other party isn't trusted: a message must come or go within a minute, and no more
// memory is taken than the caller allows. Nothing says who the other party is, and others
// may read along: a game that needs more sends its messages over TLS.
package duel

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"strings"
	"time"
)

const patience = time.Minute // for a whole message

// ErrTooLong says that a message is longer than its receiver allows.
var ErrTooLong = errors.New("the message is too long")

// ErrSilent says that a message didn't come, or couldn't go. It blames nobody.
var ErrSilent = errors.New("the other party is gone, or the line between both is broken")

// A Conn is a party's end of the connection. Seat 0 listens, and speaks first; seat 1
// connects.
type Conn struct {
	Seat int
	conn net.Conn
}

// Send sends a message.
func (c *Conn) Send(message []byte) error {
	c.conn.SetDeadline(time.Now().Add(patience))
	frame := binary.BigEndian.AppendUint32(nil, uint32(len(message)))
	_, err := c.conn.Write(append(frame, message...))
	return explain(err)
}

// Receive returns the next message, of at most so many bytes.
func (c *Conn) Receive(most int) ([]byte, error) {
	c.conn.SetDeadline(time.Now().Add(patience))
	var length [4]byte
	if _, err := io.ReadFull(c.conn, length[:]); err != nil {
		return nil, explain(err)
	}
	n := binary.BigEndian.Uint32(length[:])
	if int64(n) > int64(most) {
		return nil, fmt.Errorf("%w: %d bytes, not 0 to %d", ErrTooLong, n, most)
	}
	message := make([]byte, n)
	if _, err := io.ReadFull(c.conn, message); err != nil {
		return nil, explain(err)
	}
	return message, nil
}

func explain(err error) error {
	if errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Errorf("%w: no whole message in %v", ErrSilent, patience)
	} else if err != nil {
		return fmt.Errorf("%w: %w", ErrSilent, err)
	}
	return nil
}

// Greet exchanges greetings, and returns both, by seat. Each says what game it is for,
// whose it is, and something new: bind messages to both greetings, and none fits another
// session. If they aren't for the same game, that is an error.
func (c *Conn) Greet(game, fresh string) (greetings [2]string, err error) {
	start := func(seat int) string { return fmt.Sprintf("%s, seat %d, ", game, seat) }
	for seat := range greetings {
		greetings[seat] = start(seat) + fresh
		if seat == c.Seat {
			err = c.Send([]byte(greetings[seat]))
		} else {
			var message []byte
			message, err = c.Receive(256)
			greetings[seat] = string(message)
		}
		if err != nil {
			return greetings, fmt.Errorf("greeting the other seat: %w", err)
		}
	}
	theirs, want := greetings[1-c.Seat], start(1-c.Seat)
	if len(theirs) != len(want+fresh) || !strings.HasPrefix(theirs, want) {
		return greetings, fmt.Errorf("the other seat says %.80q, not %q", theirs, want+"…")
	}
	return greetings, nil
}

// Play plays the seats that are in this process, both unless there is an address to listen
// on or to connect to, and returns the error that came first.
func Play(notices io.Writer, listen, connect string, part func(c *Conn) error) error {
	seats, err := meet(notices, listen, connect)
	if err != nil {
		return err
	}
	ended := make(chan error, len(seats))
	for _, c := range seats {
		go func() {
			ended <- part(c)
			c.conn.Close() // later, so that the other seat's error comes second
		}()
	}
	for range seats {
		if e := <-ended; err == nil {
			err = e
		}
	}
	return err
}

func meet(notices io.Writer, listen, connect string) ([]*Conn, error) {
	switch {
	case listen != "":
		l, err := net.Listen("tcp", listen)
		if err != nil {
			return nil, err
		}
		defer l.Close() // nobody else is to come
		fmt.Fprintf(notices, "Seat 0, which is you, listens on %s\n", l.Addr())
		conn, err := l.Accept()
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(notices, "Seat 1 has connected from %s.\n", conn.RemoteAddr())
		return []*Conn{{0, conn}}, nil
	case connect != "":
		conn, err := net.DialTimeout("tcp", connect, patience)
		if err != nil {
			return nil, err
		}
		fmt.Fprintf(notices, "Seat 1, which is you, has connected to %s.\n", conn.RemoteAddr())
		return []*Conn{{1, conn}}, nil
	}
	a, b := net.Pipe()
	return []*Conn{{0, a}, {1, b}}, nil
}
