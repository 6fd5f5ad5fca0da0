// Package wire carries the messages of the examples over TCP, between parties who
// don't trust one another. A message travels as a frame: its length in 4 bytes,
// big-endian, and its bytes.
//
// Whatever the peer does, a call ends within its time limit, or a tenth later, and takes
// no more memory than its caller allows. The tenth is for a process that was asleep when
// its time was up: what the peer has sent meanwhile is there. Nothing here says who the
// peer is, or keeps others from reading along: where that matters, hand [New] a
// connection of crypto/tls.
package wire

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"net"
	"os"
	"sync"
	"time"
)

// MaxLen is the length in bytes of the longest message.
const MaxLen = 1 << 24

// Every error of a [Conn] wraps one of these. After any but ErrSilent, the frames
// are out of step or the connection is gone: the Conn has closed itself.
var (
	// ErrSilent: no byte of a message came in time.
	ErrSilent = errors.New("no message came in time")
	// ErrHalf: a message began, but its end didn't come in time, or not at all.
	ErrHalf = errors.New("only a part of a message came")
	// ErrTooLong: a message is longer than its receiver allows, or than MaxLen.
	ErrTooLong = errors.New("the message is too long")
	// ErrClosed: the peer has closed the connection, or it broke, or was closed here.
	ErrClosed = errors.New("the connection has ended")
	// ErrStuck: the peer didn't take a message in time.
	ErrStuck = errors.New("the message wasn't taken in time")
)

// ErrNobody is the error of [Listener.Accept] if no peer comes in time.
var ErrNobody = errors.New("nobody has connected in time")

// A Conn sends and receives messages. It is safe for concurrent use; a message that
// waits for another one, in the same direction, has its time limit from its turn on.
type Conn struct {
	conn               net.Conn
	limit              time.Duration
	sending, receiving sync.Mutex
}

// New returns a Conn with a time limit: a message must be taken within it; one that is
// waited for must begin within it, and then end within it again.
func New(conn net.Conn, limit time.Duration) *Conn { return &Conn{conn: conn, limit: limit} }

// Send sends a message. That it returns no error doesn't say that the peer has got it.
func (c *Conn) Send(message []byte) error {
	if len(message) > MaxLen {
		return fmt.Errorf("%w: %d bytes, not 0 to %d", ErrTooLong, len(message), MaxLen)
	}
	frame := binary.BigEndian.AppendUint32(make([]byte, 0, 4+len(message)), uint32(len(message)))
	frame = append(frame, message...)

	c.sending.Lock()
	defer c.sending.Unlock()
	err := c.conn.SetWriteDeadline(time.Now().Add(c.limit))
	if err == nil {
		err = c.write(frame)
	}
	if err == nil {
		return nil
	}
	c.conn.Close()
	if late(err) {
		return fmt.Errorf("%w: %v", ErrStuck, c.limit)
	}
	return ended(err)
}

func (c *Conn) write(frame []byte) error {
	n, err := c.conn.Write(frame)
	if late(err) {
		if err := c.conn.SetWriteDeadline(time.Now().Add(c.limit / 10)); err != nil {
			return err
		}
		_, err = c.conn.Write(frame[n:])
	}
	return err
}

// Receive returns the next message, of at most so many bytes. It looks at the length
// before it allocates anything. A frame that has begun has the time limit to end: a
// peer that sends it byte by byte gains nothing, and one that begins it at the last
// moment loses nothing.
func (c *Conn) Receive(most int) ([]byte, error) {
	c.receiving.Lock()
	defer c.receiving.Unlock()
	message, err := c.receive(min(most, MaxLen))
	if err != nil && !errors.Is(err, ErrSilent) {
		c.conn.Close()
	}
	return message, err
}

func (c *Conn) receive(most int) ([]byte, error) {
	if err := c.conn.SetReadDeadline(time.Now().Add(c.limit)); err != nil {
		return nil, ended(err)
	}
	var header [4]byte
	if _, err := c.read(header[:1]); late(err) {
		return nil, fmt.Errorf("%w: %v", ErrSilent, c.limit)
	} else if err != nil {
		return nil, ended(err)
	}
	if err := c.conn.SetReadDeadline(time.Now().Add(c.limit)); err != nil {
		return nil, ended(err)
	}
	if n, err := c.read(header[1:]); err != nil {
		return nil, c.half(1+n, len(header), "the length", err)
	}
	length := binary.BigEndian.Uint32(header[:])
	if int64(length) > int64(most) {
		return nil, fmt.Errorf("%w: %d bytes, not 0 to %d", ErrTooLong, length, most)
	}
	message := make([]byte, length)
	if n, err := c.read(message); err != nil {
		return nil, c.half(n, len(message), "the message", err)
	}
	return message, nil
}

// read fills b, and returns how much of it was read.
func (c *Conn) read(b []byte) (int, error) {
	n, err := io.ReadFull(c.conn, b)
	if !late(err) {
		return n, err
	}
	if err := c.conn.SetReadDeadline(time.Now().Add(c.limit / 10)); err != nil {
		return n, err
	}
	more, err := io.ReadFull(c.conn, b[n:])
	return n + more, err
}

func (c *Conn) half(n, all int, what string, err error) error {
	if late(err) {
		return fmt.Errorf("%w: %d of %d bytes of %s in %v", ErrHalf, n, all, what, c.limit)
	}
	return fmt.Errorf("%w: %d of %d bytes of %s, then the connection ended", ErrHalf, n, all, what)
}

func late(err error) bool { return errors.Is(err, os.ErrDeadlineExceeded) }

// ended says how a connection ended, if it wasn't closed in an orderly way.
func ended(err error) error {
	if err == io.EOF || errors.Is(err, net.ErrClosed) {
		return ErrClosed
	}
	return fmt.Errorf("%w: %v", ErrClosed, err)
}

// Close closes the connection. A Send or Receive under way returns an [ErrClosed], or
// an [ErrHalf].
func (c *Conn) Close() error { return c.conn.Close() }

// LocalAddr returns the address of this end.
func (c *Conn) LocalAddr() string { return c.conn.LocalAddr().String() }

// RemoteAddr returns the address of the peer's end.
func (c *Conn) RemoteAddr() string { return c.conn.RemoteAddr().String() }

// Dial connects to a TCP address. The limit is that of connecting, and of each
// message.
func Dial(addr string, limit time.Duration) (*Conn, error) {
	conn, err := net.DialTimeout("tcp", addr, limit)
	if err != nil {
		return nil, err
	}
	return New(conn, limit), nil
}

// A Listener waits for peers.
type Listener struct {
	tcp *net.TCPListener
}

// Listen listens on a TCP address; port 0 stands for one that is free.
func Listen(addr string) (*Listener, error) {
	resolved, err := net.ResolveTCPAddr("tcp", addr)
	if err != nil {
		return nil, err
	}
	tcp, err := net.ListenTCP("tcp", resolved)
	if err != nil {
		return nil, err
	}
	return &Listener{tcp}, nil
}

// Addr returns the address that peers connect to.
func (l *Listener) Addr() string { return l.tcp.Addr().String() }

// Accept waits so long for a peer. The limit is that of each message.
func (l *Listener) Accept(wait, limit time.Duration) (*Conn, error) {
	conn, err := l.accept(wait)
	if late(err) {
		conn, err = l.accept(wait / 10)
	}
	if late(err) {
		return nil, fmt.Errorf("%w: %v", ErrNobody, wait)
	}
	if err != nil {
		return nil, err
	}
	return New(conn, limit), nil
}

func (l *Listener) accept(wait time.Duration) (net.Conn, error) {
	if err := l.tcp.SetDeadline(time.Now().Add(wait)); err != nil {
		return nil, err
	}
	return l.tcp.Accept()
}

// Close stops listening. Connections that were accepted stay open.
func (l *Listener) Close() error { return l.tcp.Close() }

// Pair returns both ends of a TCP connection on the loopback interface, that of the
// listener first.
func Pair(limit time.Duration) (a, b *Conn, err error) {
	l, err := Listen("127.0.0.1:0")
	if err != nil {
		return nil, nil, err
	}
	defer l.Close()
	b, err = Dial(l.Addr(), limit)
	if err != nil {
		return nil, nil, err
	}
	for { // other programs may connect as well
		a, err = l.Accept(limit, limit)
		if err != nil {
			b.Close()
			return nil, nil, err
		}
		if a.RemoteAddr() == b.LocalAddr() {
			return a, b, nil
		}
		a.Close()
	}
}
