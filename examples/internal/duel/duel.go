// Package duel joins the two parties of a game by a TCP connection, in one process or in
// two.
package duel

import (
	"bufio"
	"fmt"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// A Patience says how long to wait for a message, and for the other party to connect.
type Patience struct{ Answer, Arrival time.Duration }

// Pair returns both ends of a connection within this process.
func (p Patience) Pair() (first, second *wire.Conn, err error) { return wire.Pair(p.Answer) }

// Listen waits at an address for the other party, which is whoever connects first. It says
// so on out, where the parties are named you and other.
func (p Patience) Listen(out *bufio.Writer, addr, you, other string) (*wire.Conn, error) {
	l, err := wire.Listen(addr)
	if err != nil {
		return nil, err
	}
	defer l.Close() // nobody else is to come
	fmt.Fprintf(out, "%s, which is you, listens on %s\n", you, l.Addr())
	if err := out.Flush(); err != nil {
		return nil, err
	}
	conn, err := l.Accept(p.Arrival, p.Answer)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "%s has connected from %s.\n", other, conn.RemoteAddr())
	return said(conn, out)
}

// Connect connects to a party that listens at an address, and says so on out as Listen
// does.
func (p Patience) Connect(out *bufio.Writer, addr, you, other string) (*wire.Conn, error) {
	conn, err := wire.Dial(addr, p.Answer)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "%s, which is you, has connected to %s at %s.\n", you, other, conn.RemoteAddr())
	return said(conn, out)
}

// said makes people see at once what was said of a connection.
func said(conn *wire.Conn, out *bufio.Writer) (*wire.Conn, error) {
	if err := out.Flush(); err != nil {
		conn.Close()
		return nil, err
	}
	return conn, nil
}
