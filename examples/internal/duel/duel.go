// Package duel joins the two parties of a game by a TCP connection, in one process or in
// two.
package duel

import (
	"bufio"
	"fmt"
	"io"
	"strings"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// A Patience says how long to wait for a message, and for the other party to connect.
type Patience struct{ Answer, Arrival time.Duration }

// Names are those of the parties, the one who listens first, as they begin a sentence.
type Names [2]string

// other returns a name as it stands within a sentence.
func (n Names) other(i int) string { return strings.ToLower(n[i][:1]) + n[i][1:] }

// Meet joins the parties, and says so on out. Without addresses, both are in this process.
// With one to listen on, this process is the first party, and the second is whoever
// connects first; with one to connect to, it is the second. Meet returns the ends of the
// parties in this process, by party, and nil for the other one's.
func (p Patience) Meet(out *bufio.Writer, names Names, listen, connect string) (ends [2]*wire.Conn, err error) {
	switch {
	case listen != "":
		ends[0], err = p.listen(out, names, listen)
	case connect != "":
		if ends[1], err = wire.Dial(connect, p.Answer); err == nil {
			fmt.Fprintf(out, "%s, which is you, has connected to %s at %s.\n", names[1], names.other(0), ends[1].RemoteAddr())
		}
	default:
		if ends[0], ends[1], err = wire.Pair(p.Answer); err == nil {
			fmt.Fprintf(out, "%s listens on %s. %s has connected to it.\n", names[0], ends[0].LocalAddr(), names[1])
		}
	}
	if err == nil {
		err = out.Flush() // so that people see at once that they have met
	}
	if err != nil {
		for _, end := range ends {
			if end != nil {
				end.Close()
			}
		}
		return [2]*wire.Conn{}, err
	}
	return ends, nil
}

// Quiet returns writers for a game whose standard output is only JSON: the story goes
// nowhere, and what Meet says to stderr if a person needs to know the address.
func Quiet(stderr io.Writer, listen, connect string) (story, notices *bufio.Writer) {
	story = bufio.NewWriter(io.Discard)
	if listen == "" && connect == "" {
		return story, story
	}
	return story, bufio.NewWriter(stderr)
}

func (p Patience) listen(out *bufio.Writer, names Names, addr string) (*wire.Conn, error) {
	l, err := wire.Listen(addr)
	if err != nil {
		return nil, err
	}
	defer l.Close() // nobody else is to come
	fmt.Fprintf(out, "%s, which is you, listens on %s\n", names[0], l.Addr())
	if err := out.Flush(); err != nil {
		return nil, err
	}
	conn, err := l.Accept(p.Arrival, p.Answer)
	if err != nil {
		return nil, err
	}
	fmt.Fprintf(out, "%s has connected from %s.\n", names[1], conn.RemoteAddr())
	return conn, nil
}
