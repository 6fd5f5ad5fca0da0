package room

import (
	"context"
	"sync"
	"time"
)

// patience is how long a connection waits for its turn before those are closed that have held
// theirs for as long.
var patience = time.Second

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
			one.heldSince = time.Now()
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
	one.heldSince = time.Time{}
	<-c.holds
}

// cutOff closes the connections that are slow.
func (c *conns) cutOff() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for one := range c.all {
		if !one.heldSince.IsZero() && time.Since(one.heldSince) >= patience {
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
		c.hasSeat(idle)
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

// hasSeat no longer counts a connection as one without a seat. The caller has locked.
func (c *conns) hasSeat(one *conn) {
	if c.all[one] {
		c.all[one] = false
		c.readers--
	}
}

func (c *conns) leave(one *conn) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.hasSeat(one)
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
