// Package room serves the tables of a hub to browsers: the lobby, in JSON, and each table
// through a WebSocket, whose frames package frame defines.
//
//	GET  /tables          the public tables, as a list of hub.Listing
//	POST /tables          a board.Offer without a board's key, and perhaps "Public": true; the answer is {"id": "…"}
//	GET  /tables/ID       a WebSocket
//	GET  /tables/ID/terms any table's hub.Listing
//	POST /tables/ID/again a table with the same terms, once the game is over: {"id": "…"}, the same for all who ask
//
// An answer whose status isn't 200 is text, for people.
package room

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"log/slog"
	"net/http"
	"slices"
	"time"

	"golang.org/x/time/rate"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
)

// A room serves a hub.
type room struct {
	hub    *hub.Hub
	log    *slog.Logger
	tables rates
	opened opened
	conns
}

// New returns the handler for everybody: the tables, and besides them the pages.
func New(h *hub.Hub, pages http.Handler, log *slog.Logger) (http.Handler, error) {
	r := newRoom(h, log)
	if err := h.OnTaken(r.taken); err != nil {
		return nil, err
	}
	mux := http.NewServeMux()
	mux.HandleFunc("GET /tables", r.list)
	mux.HandleFunc("POST /tables", r.create)
	mux.HandleFunc("GET /tables/{id}", r.connect)
	mux.HandleFunc("GET /tables/{id}/terms", r.terms)
	mux.HandleFunc("POST /tables/{id}/again", r.again)
	mux.HandleFunc("GET /healthz", r.health)
	mux.Handle("/", pages)
	return http.NewCrossOriginProtection().Handler(mux), nil
}

func newRoom(h *hub.Hub, log *slog.Logger) *room {
	return &room{
		hub: h, log: log,
		tables: rates{byPlace: make(map[string]*rate.Limiter)},
		opened: opened{byPlace: make(map[string]map[string]reserved)},
		conns: conns{
			all: make(map[*conn]bool), seatless: make(map[*conn]bool), byPlace: make(map[string]int), holds: make(chan struct{}, maxHolds),
		},
	}
}

// NewServer returns a server with limits on the time and the length of requests. They don't
// hold for WebSockets.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	return &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      time.Minute, // of the game's program, over a slow line
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelDebug), // what strangers cause
	}
}

func (r *room) list(w http.ResponseWriter, req *http.Request) {
	tables, err := r.hub.List(req.Context())
	r.answer(w, slices.DeleteFunc(tables, func(l hub.Listing) bool { return !l.Public }), err)
}

// terms is for whoever has the link.
func (r *room) terms(w http.ResponseWriter, req *http.Request) {
	found, err := r.hub.Find(req.Context(), req.PathValue("id"))
	r.answer(w, found, err)
}

const maxOffer = 16 << 10 // bytes

func (r *room) create(w http.ResponseWriter, req *http.Request) {
	var asked struct {
		board.Offer
		Public bool
	}
	if err := json.NewDecoder(http.MaxBytesReader(w, req.Body, maxOffer)).Decode(&asked); err != nil {
		http.Error(w, "this is no offer", http.StatusBadRequest)
		return
	}
	r.open(w, req, asked.Offer, rand.Text(), func(ctx context.Context) (id string, err error) {
		return r.hub.Create(ctx, asked.Offer, asked.Public)
	})
}

// again opens a rematch. One that is there costs nothing.
func (r *room) again(w http.ResponseWriter, req *http.Request) {
	found, err := r.hub.Find(req.Context(), req.PathValue("id"))
	if err != nil {
		r.answer(w, nil, err)
		return
	}
	next := r.hub.Rematch(found.ID)
	if _, err := r.hub.Find(req.Context(), next); err == nil {
		r.answer(w, map[string]string{"id": next}, nil)
		return
	}
	r.open(w, req, found.Offer, next, func(ctx context.Context) (id string, err error) { return r.hub.Again(ctx, found.ID) })
}

// open opens a table of an offer, if its address may, which take knows by a name meanwhile. Hanging up doesn't stop it: what was
// made counts.
func (r *room) open(w http.ResponseWriter, req *http.Request, offer board.Offer, soon string,
	create func(ctx context.Context) (id string, err error)) {
	place := address(req)
	if !r.tables.allow(place) {
		http.Error(w, "too many tables from this address: try again in a minute", http.StatusTooManyRequests)
		return
	}
	size, err := r.hub.Reserves(offer)
	var there []hub.Listing
	if err == nil {
		there, err = r.hub.List(req.Context())
	}
	if err != nil {
		r.answer(w, nil, err)
		return
	}
	open, ok := r.opened.take(place, soon, size, there)
	if !ok {
		http.Error(w, "the tables of this address leave no room for this one: a smaller one may fit, or this one when another is removed",
			http.StatusTooManyRequests)
		return
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(req.Context()), opening)
	defer cancel()
	id, err := create(ctx)
	open(id)
	r.answer(w, map[string]string{"id": id}, err)
}

// health is for a proxy: whether the tables can be reached.
func (r *room) health(w http.ResponseWriter, req *http.Request) {
	_, err := r.hub.List(req.Context())
	r.answer(w, "ok", err)
}

func (r *room) answer(w http.ResponseWriter, value any, err error) {
	w.Header().Set("Cache-Control", "no-store")
	switch {
	case errors.Is(err, hub.ErrTerms):
		http.Error(w, err.Error(), http.StatusBadRequest)
	case errors.Is(err, hub.ErrNoTable):
		http.Error(w, err.Error(), http.StatusNotFound)
	case errors.Is(err, hub.ErrNotOver):
		http.Error(w, err.Error(), http.StatusConflict)
	case err != nil:
		r.log.Warn("a request failed", "error", err)
		text := "the card room can't do that now: try again"
		if errors.Is(err, hub.ErrFull) {
			text = hub.ErrFull.Error()
		}
		http.Error(w, text, http.StatusServiceUnavailable)
	default:
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(value)
	}
}
