// Package tcp carries a board to other machines, in HTTP: GET /?from=N returns the posts from
// number N on, and waits for one with &wait=1; POST / gives it one. Nothing is encrypted.
package tcp

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"net"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/examples/internal/board"
)

const (
	maxConns = 256
	polling  = 10 * time.Second // that a board waits for a post
	moving   = 10 * time.Second // that a request or an answer may take besides
	lasting  = 2 * time.Second  // for which an end is shown
)

// Serve shows the board to those who connect, until the context is done, or for two seconds
// after the end. If there are too many connections, the oldest is closed, the silent ones first:
// whoever needs it connects again.
func Serve(ctx context.Context, l *board.Local, tcp net.Listener) error {
	var mu sync.Mutex
	var silent, others conns // those that have asked for nothing yet come first
	server := &http.Server{
		Handler: answer{l}, ReadTimeout: polling + moving, WriteTimeout: polling + moving,
		MaxHeaderBytes: 1 << 12, ErrorLog: log.New(io.Discard, "", 0),
		ConnState: func(c net.Conn, state http.ConnState) {
			mu.Lock()
			defer mu.Unlock()
			switch all := append(silent, others...); state {
			case http.StateNew:
				if silent = append(silent, c); len(all) >= maxConns {
					all[0].Close()
				}
			case http.StateActive:
				if silent.remove(c) {
					others = append(others, c)
				}
			case http.StateClosed:
				silent.remove(c)
				others.remove(c)
			}
		},
	}
	served := make(chan error, 1)
	go func() { served <- server.Serve(tcp) }()
	select {
	case err := <-served:
		return err
	case <-ctx.Done():
	case <-l.Signed():
		pause(ctx, lasting)
	}
	return server.Close()
}

type conns []net.Conn

// remove reports whether the connection was there.
func (all *conns) remove(c net.Conn) bool {
	before := len(*all)
	*all = slices.DeleteFunc(*all, func(other net.Conn) bool { return other == c })
	return len(*all) < before
}

// Host serves the board at an address, which it prints, and plays seats on it. It returns
// when the game is over, or these seats fail before that. Without an address, it only plays.
func Host(ctx context.Context, l *board.Local, addr string, stderr io.Writer, play func(context.Context, board.Board) error) error {
	if addr == "" {
		return play(ctx, l)
	}
	tcp, err := net.Listen("tcp", addr)
	if err != nil {
		return err
	}
	fmt.Fprintf(stderr, "The board listens on %s\n", tcp.Addr())
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, l, tcp) }()
	err = play(ctx, l)
	if err != nil && !l.Over() {
		cancel()
	}
	return cmp.Or(err, <-served)
}

type answer struct{ *board.Local }

func (l answer) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Board", l.ID())
	if r.Method == http.MethodPost {
		b, err := io.ReadAll(http.MaxBytesReader(w, r.Body, board.MaxPost))
		if err == nil {
			err = l.Post(r.Context(), b)
		}
		if err != nil {
			http.Error(w, err.Error(), http.StatusInternalServerError)
		}
		return
	}
	var from uint64
	fmt.Sscan(r.FormValue("from"), &from)
	ctx, cancel := context.WithTimeout(r.Context(), polling)
	defer cancel()
	posts, _ := l.Posts(ctx, from, r.FormValue("wait") != "") // none when the time is up
	json.NewEncoder(w).Encode(posts)
}

// A Client is a board that is served elsewhere. It is safe for concurrent use.
type Client struct {
	url      string
	http     http.Client
	patience time.Duration
	mu       sync.Mutex
	id       string // of the board, as it was last
}

// Dial returns the board at a TCP address, for a [board.Seat]. It may be gone for a while.
func Dial(addr string, patience time.Duration) *Client {
	return &Client{url: "http://" + addr, patience: patience, http: http.Client{
		Timeout: polling + moving, Transport: &http.Transport{},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// Close ends the connections.
func (c *Client) Close() { c.http.CloseIdleConnections() }

// Post implements [board.Board].
func (c *Client) Post(ctx context.Context, b []byte) error {
	_, err := c.insist(ctx, http.MethodPost, "/", b)
	return err
}

// Posts implements [board.Board].
func (c *Client) Posts(ctx context.Context, from uint64, wait bool) (posts []record.Post, err error) {
	from = max(from, 1)
	path := fmt.Sprintf("/?from=%d", from)
	if wait {
		path += "&wait=1"
	}
	b, err := c.insist(ctx, http.MethodGet, path, nil)
	if err == nil {
		err = json.Unmarshal(b, &posts)
	}
	for i, p := range posts {
		if p.Number != from+uint64(i) {
			return nil, fmt.Errorf("the board shows post %d as number %d", p.Number, from+uint64(i))
		}
	}
	return posts, err
}

// insist makes a request again while the board is gone. It must be there at first.
func (c *Client) insist(ctx context.Context, method, path string, body []byte) ([]byte, error) {
	var dial *net.OpError
	end := time.Now().Add(c.patience)
	for wait := 20 * time.Millisecond; ; wait = min(2*wait, time.Second) {
		b, id, err := c.do(ctx, method, path, body)
		c.mu.Lock()
		old := c.id
		if err == nil {
			c.id = id
		}
		c.mu.Unlock()
		switch {
		case err == nil && old != "" && old != id:
			return nil, board.ErrRestarted
		case err == nil || err == errNoBoard || ctx.Err() != nil || old == "" && errors.As(err, &dial) && dial.Op == "dial" || time.Now().After(end):
			return b, err
		}
		pause(ctx, wait)
	}
}

func pause(ctx context.Context, d time.Duration) {
	select {
	case <-time.After(d):
	case <-ctx.Done():
	}
}

var errNoBoard = errors.New("there is no board at this address, but something else")

func (c *Client) do(ctx context.Context, method, path string, body []byte) (b []byte, id string, err error) {
	req, err := http.NewRequestWithContext(ctx, method, c.url+path, bytes.NewReader(body))
	if err != nil {
		return nil, "", err
	}
	resp, err := c.http.Do(req)
	if err != nil {
		return nil, "", err
	}
	defer resp.Body.Close()
	b, err = io.ReadAll(io.LimitReader(resp.Body, 2*(board.MaxChunk+board.MaxPost)))
	if id = resp.Header.Get("Board"); id == "" {
		err = errNoBoard
	} else if err == nil && resp.StatusCode != http.StatusOK {
		err = fmt.Errorf("the board answers %s: %.100q", resp.Status, b)
	}
	return b, id, err
}
