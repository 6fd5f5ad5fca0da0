// Package httpboard carries a board ([board.Local]) to other machines by HTTP, and keeps it
// and its seats in files. A server needs a key, a file, and [Serve]:
//
//	key, err := httpboard.LoadKey("table.key")
//	file, err := httpboard.OpenBoardFile("table.board")
//	b, err := board.Open(offer, key, game, file)
//	err = httpboard.Serve(ctx, listener, b, httpboard.Options{})
//
// and a player's program a [board.Seat] whose Board is [Dial]ed. Nothing is encrypted: put TLS
// before it if what isn't sealed mustn't be read on the way, or an invitation is asked for.
//
// Section 10 of the board's SPEC.md defines the requests:
// https://github.com/squaredeal/squaredeal/blob/main/commit/table/board/SPEC.md
package httpboard

import (
	"context"
	"crypto/ed25519"
	"crypto/subtle"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strconv"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
)

// Options are the limits of a server. The zero value has the defaults.
type Options struct {
	Conns   int           // open at once, 256: then the oldest is closed of the host that has most, a silent one first
	Polling time.Duration // that a reader waits for a post, 10 s
	Moving  time.Duration // that a request or an answer may take besides, 10 s

	Invitation string              // if it isn't empty, requests must bear it: see [Client]
	Keys       []ed25519.PublicKey // if it isn't nil, only these may ask for a seat
}

func (o Options) filled() Options {
	if o.Conns <= 0 {
		o.Conns = 256
	}
	if o.Polling <= 0 {
		o.Polling = 10 * time.Second
	}
	if o.Moving <= 0 {
		o.Moving = 10 * time.Second
	}
	return o
}

// statuses are how a refusal is answered.
var statuses = map[board.Reason]int{
	board.Malformed: http.StatusBadRequest,
	board.Signature: http.StatusForbidden,
	board.NoPlace:   http.StatusConflict,
	board.Later:     http.StatusTooEarly,
	board.Full:      http.StatusInsufficientStorage,
	board.Closed:    http.StatusGone,
}

// Handler serves the board. A server that isn't [Serve] needs limits of its own
// on connections, and how long they may take.
func Handler(l *board.Local, o Options) http.Handler { return &handler{l, o.filled()} }

type handler struct {
	*board.Local
	Options
}

// ServeHTTP answers GET ?from=N&wait=1 with posts, and POST of one. No other method is
// known, no form is parsed, and no body is read beyond the longest post.
func (h *handler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, board.MaxPost)
	w.Header().Set("Board", h.ID())
	w.Header().Set("Content-Type", "application/octet-stream")
	switch {
	case h.Invitation != "" && subtle.ConstantTimeCompare([]byte(r.Header.Get("Authorization")), []byte("Bearer "+h.Invitation)) == 0:
		http.Error(w, "an invitation is needed", http.StatusUnauthorized)
	case r.Method == http.MethodPost:
		h.post(w, r)
	case r.Method == http.MethodGet:
		h.get(w, r)
	default:
		w.Header().Set("Allow", "GET, POST")
		http.Error(w, "GET or POST", http.StatusMethodNotAllowed)
	}
}

func (h *handler) post(w http.ResponseWriter, r *http.Request) {
	b, err := io.ReadAll(r.Body)
	if err != nil {
		http.Error(w, err.Error(), statuses[board.Malformed])
		return
	}
	if asks, no := board.ParseRequest(b); h.Keys != nil && no == nil && !holds(h.Keys, asks.Key) {
		err = &board.Refusal{Reason: board.NoPlace, Err: errors.New("the key isn't on the list")}
	} else {
		err = h.Post(r.Context(), b)
	}
	var refusal *board.Refusal
	switch {
	case errors.As(err, &refusal):
		http.Error(w, err.Error(), statuses[refusal.Reason])
	case err != nil:
		http.Error(w, err.Error(), http.StatusInternalServerError)
	}
}

func holds(keys []ed25519.PublicKey, key ed25519.PublicKey) bool {
	for _, k := range keys {
		if k.Equal(key) {
			return true
		}
	}
	return false
}

func (h *handler) get(w http.ResponseWriter, r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	var from uint64
	if err == nil {
		from, err = strconv.ParseUint(query.Get("from"), 10, 64)
	}
	if err != nil {
		http.Error(w, "from which post?", http.StatusBadRequest)
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), h.Polling)
	defer cancel()
	posts, err := h.Posts(ctx, from, query.Get("wait") != "")
	if err != nil && ctx.Err() == nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	for _, p := range posts { // one by one: what a slow reader holds is one post
		if _, err := w.Write(record.AppendPost(nil, p)); err != nil {
			return
		}
	}
}

const lasting = 2 * time.Second // for which an end is shown

// Serve serves the board to those who connect, until the context is done, the board breaks, or two
// seconds after its end. Then it closes the listener.
func Serve(ctx context.Context, listener net.Listener, l *board.Local, o Options) error {
	switch {
	case listener == nil:
		return errors.New("httpboard: there is no listener")
	case l == nil:
		return errors.New("httpboard: there is no board")
	}
	o = o.filled()
	limited := &limited{Listener: listener, most: o.Conns}
	server := &http.Server{
		Handler: Handler(l, o), ReadTimeout: o.Moving, WriteTimeout: o.Polling + o.Moving, IdleTimeout: o.Moving,
		MaxHeaderBytes: 1 << 12, DisableGeneralOptionsHandler: true, ErrorLog: log.New(io.Discard, "", 0), ConnState: limited.state,
	}
	served, over := make(chan error, 1), make(chan error, 1)
	waiting, cancel := context.WithCancel(ctx)
	defer cancel()
	go func() { served <- server.Serve(limited) }()
	go func() { over <- l.Wait(waiting) }()
	select {
	case err := <-served:
		return err
	case err := <-over:
		if ctx.Err() != nil {
			err = nil
		}
		pause(ctx, lasting)
		err = errors.Join(err, server.Close())
		<-served // it may just have begun, and closes the listener then
		return err
	}
}

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

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}
