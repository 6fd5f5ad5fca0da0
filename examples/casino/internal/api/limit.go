package api

import (
	"net/http"
	"net/netip"
	"sync"

	"golang.org/x/time/rate"
)

// Requests a second, and how many at once.
const (
	playerRate, playerBurst     = 20, 60
	addressRate, addressBurst   = 50, 500 // of requests by players that this process doesn't know yet
	exportRate, exportBurst     = 0.1, 5
	recoveryRate, recoveryBurst = 1, 20   // tries with recovery keys, from one address
	maxLimiters                 = 100_000 // of each generation
)

// limits bound the requests of each player who is known, and those of everybody else by
// their network. Only what has an account is known, so that cookies which somebody makes
// up count for their address.
type limits struct {
	players, addresses, exports, recoveries generations

	mu        sync.Mutex
	exporting map[string]bool // players
}

func newLimits() *limits {
	return &limits{
		players:    generations{rate: playerRate, burst: playerBurst},
		addresses:  generations{rate: addressRate, burst: addressBurst},
		exports:    generations{rate: exportRate, burst: exportBurst},
		recoveries: generations{rate: recoveryRate, burst: recoveryBurst},
		exporting:  make(map[string]bool),
	}
}

var errTooMany = problemOf(http.StatusTooManyRequests, "too-many", "send the same request again, later")

// allow refuses a request that is one too many.
func (l *limits) allow(r *http.Request) error {
	limiter := l.players.get(loginOf(r), false)
	if limiter == nil {
		limiter = l.addresses.get(network(r.RemoteAddr), true)
	}
	if !limiter.Allow() {
		return errTooMany
	}
	return nil
}

// allowCostly counts a request a second time: a proof, which needs many reads, or a draw, whose
// signature is verified.
func (l *limits) allowCostly(r *http.Request) error { return l.allow(r) }

// export begins an export, of which each player has one at a time and few in a minute.
func (l *limits) export(player string) (end func(), err error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.exporting[player] || !l.exports.get(player, true).Allow() {
		return nil, errTooMany
	}
	l.exporting[player] = true
	return func() {
		l.mu.Lock()
		defer l.mu.Unlock()
		delete(l.exporting, player)
	}, nil
}

// network returns the part of an address that one customer of a provider has: the first 64
// bits of IPv6, all of IPv4.
func network(address string) string {
	a, err := netip.ParseAddrPort(address)
	if err != nil {
		return address
	}
	ip := a.Addr().Unmap()
	prefix, err := ip.Prefix(min(64, ip.BitLen()))
	if err != nil {
		return address
	}
	return prefix.String()
}

// know remembers that a player has an account.
func (l *limits) know(player string) { l.players.get(player, true) }

// generations are limiters of which the least recently used half is forgotten when there
// are too many.
type generations struct {
	rate  rate.Limit
	burst int

	mu         sync.Mutex
	young, old map[string]*rate.Limiter
}

// get returns the limiter of a key, nil if there is none and none is to be made.
func (g *generations) get(key string, add bool) *rate.Limiter {
	g.mu.Lock()
	defer g.mu.Unlock()
	l := g.young[key]
	if l != nil {
		return l
	}
	if l = g.old[key]; l == nil {
		if !add {
			return nil
		}
		l = rate.NewLimiter(g.rate, g.burst)
	}
	if g.young == nil || len(g.young) >= maxLimiters {
		g.old, g.young = g.young, make(map[string]*rate.Limiter)
	}
	g.young[key] = l
	return l
}
