package api

import (
	"maps"
	"net/http"
	"slices"
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

// PlayerOf returns the ID that the cookie of a request stands for.
func PlayerOf(r *http.Request) string { return playerOf(r) }
