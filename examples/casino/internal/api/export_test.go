package api

import (
	"log/slog"
	"maps"
	"net/http"
	"slices"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

// Limits are those of a server.
type Limits struct{ *limits }

func NewLimits() Limits { return Limits{newLimits()} }

func (l Limits) Allow(r *http.Request) error { return l.allow(r) }
func (l Limits) Know(player string)          { l.know(player) }
func (l Limits) Knows(player string) bool    { return l.players.get(player, false) != nil }
func (l Limits) Players() int                { return len(l.players.young) + len(l.players.old) }

// Codes returns the codes of all problems.
func Codes() []string { return slices.Sorted(maps.Keys(titles)) }

// Requests returns the method and path of all requests.
func Requests() (all []string) {
	for path, methods := range new(server).routes() {
		for method := range methods {
			all = append(all, method+" "+path)
		}
	}
	return all
}

// LoginOf returns the login that the cookie of a request stands for.
func LoginOf(r *http.Request) string { return loginOf(r) }

// Events returns the handler of crash's events alone, with the number of its listeners, and
// how to tell them something.
func Events(h *house.House, log *slog.Logger) (events http.Handler, listeners func() int, tell func(text []byte)) {
	s := &server{house: h, log: log, limits: newLimits(), metrics: newMetrics(h), feed: newFeed(h, log)}
	locked := func(work func()) {
		s.feed.mu.Lock()
		defer s.feed.mu.Unlock()
		work()
	}
	return s.handle("/api/crash/events", map[string]handler{"GET": s.crashEvents}),
		func() (n int) { locked(func() { n = len(s.feed.listeners) }); return n },
		func(text []byte) { locked(func() { s.feed.tell(text) }) }
}
