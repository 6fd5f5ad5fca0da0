package room

import (
	"context"
	"maps"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

// Limits: how many connections to tables there are, and how many tables, posts and requests
// for heads a second.
const (
	maxConns    = 4096
	maxReaders  = 3072 // of these, without a seat
	maxPerPlace = 100  // from one address

	tableRate, tableBurst = 0.1, 20 // from one address
	maxTables             = 40      // of one address, that are there at once
	postRate, postBurst   = 50, 200 // through one connection
	junkCost              = 50      // in posts

	maxPlaces = 10_000

	maxHolds = 256 // connections to which posts are being sent, each of which holds 64 kB at most
)

// patience is how long a connection waits for its turn before those are closed that have held
// theirs for as long.
var patience = time.Second

// address returns whom a request counts for: the first 64 bits of an IPv6 address, all of
// IPv4. A proxy on this machine says where it comes from; any other counts itself.
func address(r *http.Request) string {
	remote, err := netip.ParseAddrPort(r.RemoteAddr)
	if err != nil {
		return r.RemoteAddr
	}
	ip := remote.Addr()
	if ip.IsLoopback() {
		forwarded := strings.Join(r.Header.Values("X-Forwarded-For"), ",")
		last := strings.TrimSpace(forwarded[1+strings.LastIndexByte(forwarded, ','):])
		if from, err := netip.ParseAddr(last); err == nil {
			ip = from
		}
	}
	ip = ip.Unmap()
	prefix, _ := ip.Prefix(min(64, ip.BitLen())) // which an address has
	return prefix.String()
}

// rates limit what each address does.
type rates struct {
	mu      sync.Mutex
	byPlace map[string]*rate.Limiter
}

// allow reports whether an address may make one more table.
func (r *rates) allow(place string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	l := r.byPlace[place]
	if l == nil {
		if len(r.byPlace) >= maxPlaces {
			maps.DeleteFunc(r.byPlace, func(_ string, l *rate.Limiter) bool { return l.Tokens() >= tableBurst })
		}
		if len(r.byPlace) >= maxPlaces {
			return false
		}
		l = rate.NewLimiter(tableRate, tableBurst)
		r.byPlace[place] = l
	}
	return l.Allow()
}

// opened are the tables that addresses have opened, as far as this room knows and they are still there.
type opened struct {
	mu      sync.Mutex
	byPlace map[string]map[string]time.Time // by the names of tables: when that was
}

// allow reports whether an address may open one more, by a list that is a second old.
func (o *opened) allow(place string, there []hub.Listing) bool {
	o.mu.Lock()
	defer o.mu.Unlock()
	known := make(map[string]bool)
	for _, l := range there {
		known[l.ID] = true
	}
	for place, tables := range o.byPlace {
		maps.DeleteFunc(tables, func(id string, at time.Time) bool { return !known[id] && time.Since(at) > 10*time.Second })
		if len(tables) == 0 {
			delete(o.byPlace, place)
		}
	}
	return len(o.byPlace[place]) < maxTables
}

func (o *opened) made(place, id string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.byPlace[place] == nil {
		o.byPlace[place] = make(map[string]time.Time)
	}
	o.byPlace[place][id] = time.Now()
}

// conns are the connections to tables.
type conns struct {
	mu      sync.Mutex
	all     map[*conn]bool // whether it has no seat
	readers int
	byPlace map[string]int
	holds   chan struct{} // one for each connection that holds posts
}

// hold waits until a connection may take posts to send, which it is to release. Clients that
// don't read what they are sent hold theirs, and are closed when others want their place.
func (c *conns) hold(ctx context.Context, one *conn) error {
	for {
		select {
		case c.holds <- struct{}{}:
			c.mu.Lock()
			defer c.mu.Unlock()
			one.since = time.Now()
			return nil
		case <-time.After(patience):
			c.cutOff()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (c *conns) release(one *conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	one.since = time.Time{}
	<-c.holds
}

// cutOff closes the connections that are slow.
func (c *conns) cutOff() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.all {
		if !one.since.IsZero() && time.Since(one.since) >= patience {
			go one.ws.CloseNow()
		}
	}
}

// enter reports whether there may be one more connection, which leaves when it ends.
func (c *conns) enter(one *conn) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if len(c.all) >= maxConns || c.byPlace[one.place] >= maxPerPlace {
		return false
	}
	c.all[one] = false
	c.byPlace[one.place]++
	return true
}

// admit adds a connection without a seat, and reports whether there may be one more. Somebody with a key, who may
// want a seat, takes the place of the one that has been there longest, for want of others: of a spectator,
// or of a key that has had no seat for a minute.
func (c *conns) admit(one *conn, wants bool) bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.readers >= maxReaders {
		idle := c.idle()
		if !wants || idle == nil {
			return false
		}
		c.seated(idle)
		go idle.end(errMany)
	}
	c.all[one] = true
	c.readers++
	one.began = time.Now()
	return true
}

// idle returns the connection without a seat that has to go first, or nil. The caller has locked.
func (c *conns) idle() (first *conn) {
	for one, reads := range c.all {
		if !reads || one.key != nil && time.Since(one.began) < time.Minute {
			continue
		}
		if before := first == nil || one.key == nil && first.key != nil; before || (one.key == nil) == (first.key == nil) &&
			one.began.Before(first.began) {
			first = one
		}
	}
	return first
}

// seated no longer counts a connection as one without a seat. The caller has locked.
func (c *conns) seated(one *conn) {
	if c.all[one] {
		c.all[one] = false
		c.readers--
	}
}

func (c *conns) leave(one *conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.seated(one)
	delete(c.all, one)
	if c.byPlace[one.place]--; c.byPlace[one.place] == 0 {
		delete(c.byPlace, one.place)
	}
}

// others returns the connections of a key to a table that are older.
func (c *conns) others(id, key, order string) (older []*conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.all {
		if one.id == id && one.order != "" && string(one.key) == key && one.order < order {
			older = append(older, one)
		}
	}
	return older
}
