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
	mu       sync.Mutex
	all      map[*conn]bool
	seatless map[*conn]bool // of all
	byPlace  map[string]int
	holds    chan struct{} // one for each connection that holds posts
}

// hold waits until a connection may take posts to send, which it is to release. Clients that
// don't read what they are sent hold theirs, and are closed when others want their place.
func (cs *conns) hold(ctx context.Context, c *conn) error {
	for {
		select {
		case cs.holds <- struct{}{}:
			cs.mu.Lock()
			defer cs.mu.Unlock()
			c.heldSince = time.Now()
			return nil
		case <-time.After(patience):
			cs.cutOff()
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (cs *conns) release(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	c.heldSince = time.Time{}
	<-cs.holds
}

// cutOff closes the connections that are slow.
func (cs *conns) cutOff() {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	for c := range cs.all {
		if !c.heldSince.IsZero() && time.Since(c.heldSince) >= patience {
			go c.ws.CloseNow()
		}
	}
}

// enter reports whether there may be one more connection, which leaves when it ends.
func (cs *conns) enter(c *conn) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if len(cs.all) >= maxConns || cs.byPlace[c.place] >= maxPerPlace {
		return false
	}
	cs.all[c] = true
	cs.byPlace[c.place]++
	return true
}

// admit adds a connection without a seat, and reports whether there may be one more. Somebody
// with a key, who may want a seat, takes the place of the one that has been there longest,
// for want of others: of a spectator, or of a key that has had no seat for a minute.
func (cs *conns) admit(c *conn, wants bool) bool {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	if len(cs.seatless) >= maxSeatless {
		idle := cs.idle()
		if !wants || idle == nil {
			return false
		}
		delete(cs.seatless, idle)
		go idle.end(errMany)
	}
	cs.seatless[c] = true
	c.began = time.Now()
	return true
}

// idle returns the connection without a seat that has to go first, or nil. The caller has locked.
func (cs *conns) idle() (first *conn) {
	for c := range cs.seatless {
		if c.key != nil && time.Since(c.began) < time.Minute {
			continue
		}
		if before := first == nil || c.key == nil && first.key != nil; before || (c.key == nil) == (first.key == nil) &&
			c.began.Before(first.began) {
			first = c
		}
	}
	return first
}

func (cs *conns) leave(c *conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	delete(cs.all, c)
	delete(cs.seatless, c)
	if cs.byPlace[c.place]--; cs.byPlace[c.place] == 0 {
		delete(cs.byPlace, c.place)
	}
}

// others returns the connections of a key to a table that are older.
func (cs *conns) others(id, key, order string) (older []*conn) {
	cs.mu.Lock()
	defer cs.mu.Unlock()
	for c := range cs.all {
		if c.id == id && c.order != "" && string(c.key) == key && c.order < order {
			older = append(older, c)
		}
	}
	return older
}
