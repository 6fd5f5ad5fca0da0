// Package api is the casino's HTTP interface: JSON in and out, problem details (RFC 9457)
// for errors. API.md of the casino documents it.
package api

import (
	"context"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/casino/internal/house"
)

const (
	// patience is the time that a request has for its work, exportPatience that of a
	// long history, and eventsPatience that after which a listener begins again.
	patience       = 10 * time.Second
	exportPatience = 10 * time.Minute
	eventsPatience = time.Hour
)

// A server answers the requests of browsers.
type server struct {
	house   *house.House
	log     *slog.Logger
	limits  *limits
	feed    *feed
	metrics *metrics

	proxyWarning sync.Once
}

// New returns the handler for players, of the API, the pages and /healthz, and that of
// /metrics, which nobody but the operator should reach.
func New(h *house.House, pages http.Handler, log *slog.Logger) (players, operator http.Handler) {
	s := &server{house: h, log: log, limits: newLimits(), feed: newFeed(h, log), metrics: newMetrics(h)}
	routes := s.routes()
	s.metrics.begin(routes)
	mux := http.NewServeMux()
	for path, methods := range routes {
		mux.Handle(path, s.handle(path, methods))
	}
	mux.Handle("/api/", s.handle("other", nil))
	mux.Handle("/log/{log}/{file...}", s.handle("/log/", map[string]handler{"GET": s.publicLog}))
	mux.HandleFunc("GET /healthz", s.health)
	mux.Handle("/", pages)

	protection := http.NewCrossOriginProtection()
	protection.SetDenyHandler(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, problemOf(http.StatusForbidden, "cross-origin", "a page of another site has sent this"))
	}))
	return headers(protection.Handler(mux)), s.metrics.handler()
}

// routes returns the handlers of the API, by path and method.
func (s *server) routes() map[string]map[string]handler {
	return map[string]map[string]handler{
		"/api/enter":    {"POST": s.enter},
		"/api/view":     {"GET": s.account(s.view)},
		"/api/rotate":   {"POST": s.account(s.rotate)},
		"/api/bet":      {"POST": s.account(s.bet)},
		"/api/step":     {"POST": s.account(s.step)},
		"/api/limits":   {"POST": s.account(s.setLimits)},
		"/api/recovery": {"POST": s.account(s.recoveryKey)},
		"/api/recover":  {"POST": s.recover},
		"/api/anew":     {"POST": s.anew},
		"/api/refill":   {"POST": s.account(s.refill)},
		"/api/export":   {"GET": s.account(s.export)},
		"/api/games":    {"GET": s.games},
		"/api/log":      {"GET": s.logKey},
		"/api/announce": {"POST": s.announce},

		"/api/crash":         {"GET": s.crash},
		"/api/crash/events":  {"GET": s.crashEvents},
		"/api/crash/rounds":  {"GET": s.crashRounds},
		"/api/crash/bet":     {"POST": s.account(s.crashBet)},
		"/api/crash/cashout": {"POST": s.account(s.cashOut)},
		"/api/crash/settle":  {"POST": s.account(s.settle)},
	}
}

// NewServer returns a server with limits on the time and the length of headers, and on the
// time of everything else.
func NewServer(handler http.Handler, log *slog.Logger) *http.Server {
	server := &http.Server{
		Handler:           handler,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       10 * time.Second,
		WriteTimeout:      30 * time.Second,
		IdleTimeout:       2 * time.Minute,
		MaxHeaderBytes:    16 << 10,
		ErrorLog:          slog.NewLogLogger(log.Handler(), slog.LevelWarn),
	}
	closes(server)
	return server
}

// headers sets what every answer has.
func headers(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		h := w.Header()
		h.Set("X-Content-Type-Options", "nosniff")
		h.Set("Referrer-Policy", "no-referrer")
		h.Set("Cross-Origin-Opener-Policy", "same-origin")
		h.Set("Cross-Origin-Resource-Policy", "same-origin")
		h.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
		if secure(r) {
			h.Set("Strict-Transport-Security", "max-age=31536000")
		}
		next.ServeHTTP(w, r)
	})
}

// A handler answers a request by an object, which is written as JSON, or by an error. A nil
// object says that it has written the answer itself.
type handler func(w http.ResponseWriter, r *http.Request) (answer any, err error)

// handle does what all requests of the API have in common.
func (s *server) handle(path string, methods map[string]handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		start := time.Now()
		limit := patience
		switch path {
		case "/api/export":
			limit = exportPatience
		case "/api/crash/events":
			limit = eventsPatience
		}
		ctx, cancel := context.WithTimeout(r.Context(), limit)
		defer cancel()
		r = r.WithContext(ctx)
		recorder := &recorder{ResponseWriter: w, status: http.StatusOK}
		w = recorder
		w.Header().Set("Cache-Control", "no-store")

		answer, err := s.route(w, r, methods)
		switch {
		case err != nil:
			s.fail(w, r, err)
		case answer != nil:
			s.write(w, r, http.StatusOK, "application/json", answer)
		}
		took := time.Since(start)
		s.metrics.request(path, recorder.status, took)
		s.log.LogAttrs(ctx, slog.LevelDebug, "request", slog.String("method", r.Method), slog.String("path", path),
			slog.Int("status", recorder.status), slog.Duration("took", took), slog.String("player", loginOf(r)))
	})
}

func (s *server) route(w http.ResponseWriter, r *http.Request, methods map[string]handler) (any, error) {
	if methods == nil {
		return nil, problemOf(http.StatusNotFound, "not-found", "no such path")
	}
	h, ok := methods[r.Method]
	if !ok {
		for method := range methods {
			w.Header().Set("Allow", method)
		}
		return nil, problemOf(http.StatusMethodNotAllowed, "method", "the path has another method")
	}
	if err := checkProxy(r); err != nil {
		return nil, err
	}
	if err := s.limits.allow(r); err != nil {
		return nil, err
	}
	return h(w, r)
}

// account makes a handler of one for requests of a player who has an account.
func (s *server) account(h func(w http.ResponseWriter, r *http.Request, login string) (any, error)) handler {
	return func(w http.ResponseWriter, r *http.Request) (any, error) {
		login := loginOf(r)
		if login == "" {
			return nil, house.ErrNoPlayer
		}
		answer, err := h(w, r, login)
		if err == nil {
			s.limits.know(login)
		}
		return answer, err
	}
}

// write writes an object as JSON.
func (s *server) write(w http.ResponseWriter, r *http.Request, status int, kind string, object any) {
	body, err := json.Marshal(object)
	if err != nil {
		s.log.LogAttrs(r.Context(), slog.LevelError, "encoding an answer", slog.Any("error", err))
		status, body = http.StatusInternalServerError, nil
	}
	w.Header().Set("Content-Type", kind)
	w.WriteHeader(status)
	w.Write(body) // if that fails, the client asks again
}

// A recorder remembers the status.
type recorder struct {
	http.ResponseWriter
	status int
}

func (r *recorder) WriteHeader(status int) {
	r.status = status
	r.ResponseWriter.WriteHeader(status)
}

func (r *recorder) Unwrap() http.ResponseWriter { return r.ResponseWriter }

// health says whether the process and its database work.
func (s *server) health(w http.ResponseWriter, r *http.Request) {
	ctx, cancel := context.WithTimeout(r.Context(), 2*time.Second)
	defer cancel()
	if err := s.house.Ping(ctx); err != nil {
		s.log.LogAttrs(ctx, slog.LevelError, "health", slog.Any("error", err))
		http.Error(w, "the database doesn't answer", http.StatusServiceUnavailable)
		return
	}
	io.WriteString(w, "ok\n")
}
