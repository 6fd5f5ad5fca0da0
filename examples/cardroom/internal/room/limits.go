package room

import (
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
	maxSeatless = 3072 // of these, without a seat
	maxPerPlace = 100  // from one address

	tableRate, tableBurst = 0.1, 20 // from one address
	maxTables             = 40      // of one address, that are there at once
	maxReserved           = 4 << 30 // bytes of the disk, by these
	postRate, postBurst   = 50, 200 // through one connection
	junkCost              = 50      // in posts

	maxPlaces = 10_000

	maxHolds = 256 // connections to which posts are being sent, each of which holds 64 kB at most
)

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

// opened are the tables that addresses have opened, as far as this room knows
// and they are still there.
type opened struct {
	mu      sync.Mutex
	byPlace map[string]map[string]reserved // by the names of tables
}

// A reserved is what a table has reserved, and since when.
type reserved struct {
	bytes int64
	at    time.Time
}

// opening is how long it may take until a table is there, and is listed.
const opening = 30 * time.Second

// take takes the room of one more table for an address, by a list that is a second old, if it may have it. Until open is
// called, it has a name that is its own or no table's, and by the same name takes nothing more. Call open with the name of
// the table if there may be one, or else with none.
func (o *opened) take(place, soon string, bytes int64, there []hub.Listing) (open func(id string), ok bool) {
	o.mu.Lock()
	defer o.mu.Unlock()
	known := make(map[string]bool)
	for _, l := range there {
		known[l.ID] = true
	}
	for place, tables := range o.byPlace {
		maps.DeleteFunc(tables, func(id string, r reserved) bool { return !known[id] && time.Since(r.at) > opening })
		if len(tables) == 0 {
			delete(o.byPlace, place)
		}
	}
	if _, taken := o.byPlace[place][soon]; !taken {
		all := bytes
		for _, r := range o.byPlace[place] {
			all += r.bytes
		}
		if len(o.byPlace[place]) >= maxTables || all > maxReserved {
			return nil, false
		}
		o.put(place, soon, bytes)
	}
	return func(id string) {
		o.mu.Lock()
		defer o.mu.Unlock()
		delete(o.byPlace[place], soon)
		if id != "" {
			o.put(place, id, bytes)
		}
	}, true
}

func (o *opened) put(place, id string, bytes int64) {
	if o.byPlace[place] == nil {
		o.byPlace[place] = make(map[string]reserved)
	}
	o.byPlace[place][id] = reserved{bytes, time.Now()}
}
