package httpboard

import (
	"net"
	"net/http"
	"net/netip"
	"sync"
)

// A limited listener has no more than so many connections open.
type limited struct {
	net.Listener
	most int

	mu   sync.Mutex
	open []*conn // the oldest first
}

type conn struct {
	net.Conn
	from  *limited
	host  string
	spoke bool // has asked for something
}

// Accept closes a connection first if there are too many.
func (l *limited) Accept() (net.Conn, error) {
	accepted, err := l.Listener.Accept()
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	for len(l.open) >= l.most {
		l.drop(l.worst())
	}
	c := &conn{Conn: accepted, from: l, host: hostOf(accepted.RemoteAddr().String())}
	l.open = append(l.open, c)
	return c, nil
}

// hostOf returns the host of an address: one of IPv6 has a whole network of them.
func hostOf(addr string) string {
	port, err := netip.ParseAddrPort(addr)
	if err != nil {
		return addr
	}
	ip := port.Addr().Unmap().WithZone("")
	host, _ := ip.Prefix(min(64, ip.BitLen()))
	return host.String()
}

// worst returns the connection to close: of the host that has most of them, the oldest silent
// one, or else the oldest.
func (l *limited) worst() (worst *conn) {
	has, most := make(map[string]int), 0
	for _, c := range l.open {
		has[c.host]++
		most = max(most, has[c.host])
	}
	for _, c := range l.open {
		if has[c.host] == most && (worst == nil || worst.spoke && !c.spoke) {
			worst = c
		}
	}
	return worst
}

// drop closes a connection. The caller has locked.
func (l *limited) drop(c *conn) {
	for i := range l.open {
		if l.open[i] == c {
			l.open = append(l.open[:i], l.open[i+1:]...)
			break
		}
	}
	c.Conn.Close()
}

func (l *limited) state(c net.Conn, state http.ConnState) {
	if state == http.StateActive {
		l.mu.Lock()
		defer l.mu.Unlock()
		c.(*conn).spoke = true
	}
}

// Close implements [net.Conn].
func (c *conn) Close() error {
	c.from.mu.Lock()
	defer c.from.mu.Unlock()
	c.from.drop(c)
	return nil
}
