package httpboard_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/commit/table/board/httpboard"
)

// A line is a network of one address, in memory.
type line struct {
	mu    sync.Mutex
	conns chan net.Conn
	gone  chan struct{}
}

func (l *line) Addr() net.Addr { return &net.TCPAddr{} }

func (l *line) Accept() (net.Conn, error) {
	select {
	case c := <-l.conns:
		return c, nil
	case <-l.gone:
		return nil, net.ErrClosed
	}
}

func (l *line) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	select {
	case <-l.gone:
	default:
		close(l.gone)
	}
	return nil
}

func (l *line) dial(ctx context.Context, _, _ string) (net.Conn, error) {
	client, server := net.Pipe()
	l.mu.Lock()
	gone := l.gone
	l.mu.Unlock()
	select {
	case l.conns <- server:
		return client, nil
	case <-gone:
		return nil, errors.New("nobody listens")
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// A filled storage has no space at times.
type filled struct {
	*httpboard.BoardFile
	room *boardtest.Storage
}

func (s filled) Append(p record.Post) error {
	if err := s.room.Append(record.Post{Bytes: p.Bytes}); err != nil {
		return err
	}
	return s.BoardFile.Append(p)
}

// A served board keeps its posts in a file.
type served struct {
	t       *testing.T
	offer   board.Offer
	game    board.NewGame
	name    string // of the file
	network *line
	room    *boardtest.Storage // in which there may be none
	stop    func()
}

// start serves the board as its file has it, until stop is called.
func (s *served) start() {
	key, err := httpboard.LoadKey(s.name + ".key")
	if err != nil {
		s.t.Fatal(err)
	}
	file, err := httpboard.OpenBoardFile(s.name)
	if err != nil {
		s.t.Fatal(err)
	}
	l, err := board.Open(s.offer, key, s.game, filled{file, s.room})
	if err != nil {
		s.t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	done := make(chan error)
	go func() {
		if err := httpboard.Serve(ctx, s.network, l, httpboard.Options{}); err != nil && !errors.Is(err, context.Canceled) {
			s.t.Error(err)
		}
		<-ctx.Done() // also if it was over
		close(done)
	}()
	s.stop = func() {
		cancel()
		<-done
		if err := file.Close(); err != nil {
			s.t.Error(err)
		}
	}
}

// restart leaves a part of a post in the place of the last ones.
func (s *served) restart(lose int) {
	s.stop()
	b, err := os.ReadFile(s.name)
	if err != nil {
		s.t.Fatal(err)
	}
	posts, _ := board.Decode(b) // perhaps with half a post after the last restart
	next := uint64(len(posts) - lose + 1)
	b = board.Encode(posts[:len(posts)-lose])
	torn := record.AppendPost(b, record.Post{Number: next, Bytes: []byte("half a post")})
	if err := os.WriteFile(s.name, torn[:len(b)+int(next)%35], 0o600); err != nil {
		s.t.Fatal(err)
	}
	s.network.mu.Lock()
	s.network.gone = make(chan struct{})
	s.network.mu.Unlock()
	s.start()
}

func (s *served) dial() board.Board {
	client := httpboard.Dial("http://board")
	client.HTTP.Transport = &http.Transport{DialContext: s.network.dial}
	s.t.Cleanup(client.Close)
	return client
}

// openHTTP serves a board by HTTP.
func openHTTP(t *testing.T, offer board.Offer, game board.NewGame) *boardtest.Rig {
	s := &served{
		t: t, offer: offer, game: game, name: filepath.Join(t.TempDir(), "board"),
		network: &line{conns: make(chan net.Conn), gone: make(chan struct{})}, room: new(boardtest.Storage),
	}
	s.start()
	t.Cleanup(func() {
		s.stop()
		time.Sleep(time.Second) // in which net/http gives up connections
	})
	return &boardtest.Rig{Dial: s.dial, Room: s.room.Room, Restart: s.restart}
}

// A hanging listener takes the next connection when it is told, and never answers.
type hanging struct {
	*line
	next atomic.Bool
}

func (h *hanging) Accept() (net.Conn, error) {
	c, err := h.line.Accept()
	if err == nil && h.next.Swap(false) {
		go io.Copy(io.Discard, c)
		return h.line.Accept()
	}
	return c, err
}

// A connection that hangs is given up long before the board is.
func TestHangs(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		listener := &hanging{line: &line{conns: make(chan net.Conn), gone: make(chan struct{})}}
		l := open(t, 2, 1)
		ctx, cancel := context.WithCancel(t.Context())
		go httpboard.Serve(ctx, listener, l, httpboard.Options{})
		client := httpboard.Dial("http://board")
		client.HTTP.Transport = &http.Transport{DialContext: listener.dial, DisableKeepAlives: true}
		posts := func(wait bool) error {
			_, err := client.Posts(ctx, 1, wait)
			return err
		}
		for what, c := range map[string]struct {
			request func() error
			most    time.Duration
		}{
			"GET":            {func() error { return posts(false) }, 3 * time.Second},
			"GET that waits": {func() error { return posts(true) }, 13 * time.Second},
			"POST":           {func() error { return client.Post(ctx, []byte("junk")) }, 3 * time.Second},
		} {
			listener.next.Store(true)
			begun := time.Now()
			err := c.request()
			if _, refused := errors.AsType[*board.Refusal](err); refused { // junk is, once it has arrived
				err = nil
			}
			if err != nil || time.Since(begun) > c.most {
				t.Errorf("%s: %v, after %v", what, err, time.Since(begun))
			}
		}
		cancel()
	})
}

// A road leads to a board, or doesn't.
type road func(*http.Request) (*http.Response, error)

func (r road) RoundTrip(req *http.Request) (*http.Response, error) { return r(req) }

// A board that is back within a client's Patience answers, whatever happened meanwhile; a client whose board stays away
// hardly waits for longer.
func TestPatience(t *testing.T) {
	refused := func(*http.Request) (*http.Response, error) { return nil, syscall.ECONNREFUSED }
	hangs := func(r *http.Request) (*http.Response, error) {
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	for what, c := range map[string]struct {
		gone     road
		outage   time.Duration
		then     road // nil if the board is back
		patience time.Duration
	}{
		"refused":                {refused, 55 * time.Second, nil, time.Minute},
		"refused for long":       {refused, 9 * time.Minute, nil, 10 * time.Minute},
		"hangs":                  {hangs, 40 * time.Second, nil, time.Minute},
		"refused, then hangs":    {refused, 40 * time.Second, hangs, time.Minute},
		"hangs, and so for good": {hangs, 0, hangs, time.Minute},
	} {
		t.Run(what, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, begun, known := httpboard.Handler(open(t, 2, 1), httpboard.Options{}), time.Now(), false
				client := httpboard.Dial("http://board")
				client.Patience = c.patience
				client.HTTP.Transport = road(func(r *http.Request) (*http.Response, error) {
					switch {
					case r.Context().Err() != nil:
						return nil, r.Context().Err()
					case known && time.Since(begun) < c.outage:
						return c.gone(r)
					case known && c.then != nil:
						return c.then(r)
					}
					known = true
					w := httptest.NewRecorder()
					h.ServeHTTP(w, r)
					return w.Result(), nil
				})
				if _, err := client.Posts(t.Context(), 1, false); err != nil {
					t.Fatal(err)
				}
				_, err := client.Posts(t.Context(), 1, false)
				if took := time.Since(begun); (err == nil) != (c.then == nil) || took > c.patience+3*time.Second {
					t.Errorf("%v, after %v", err, took)
				}
			})
		})
	}
}

// A chunk that takes longer over a slow line than any silence may last arrives, at the first try. One that comes too
// slowly for the client's Patience doesn't.
func TestSlowLine(t *testing.T) {
	for pause, arrives := range map[time.Duration]bool{time.Second: true, 3 * time.Second: false} {
		synctest.Test(t, func(t *testing.T) {
			h, asked := httpboard.Handler(open(t, 2, 1), httpboard.Options{}), 0
			client := httpboard.Dial("http://board")
			client.HTTP.Transport = road(func(r *http.Request) (*http.Response, error) {
				asked++
				w := httptest.NewRecorder()
				h.ServeHTTP(w, r)
				resp := w.Result()
				resp.Body = &slow{r.Context(), resp.Body, w.Body.Len()/40 + 1, pause}
				return resp, nil
			})
			begun := time.Now()
			posts, err := client.Posts(t.Context(), 1, false)
			took := time.Since(begun)
			if (err == nil) != arrives || arrives && (len(posts) != 1 || asked != 1 || took < 20*time.Second) || took > 2*time.Minute+time.Second {
				t.Errorf("%d posts, %v, by %d requests, after %v", len(posts), err, asked, took)
			}
		})
	}
}

// A slow body gives a few bytes after each pause.
type slow struct {
	ctx context.Context
	io.ReadCloser
	most  int
	pause time.Duration
}

// Read implements [io.Reader].
func (s *slow) Read(b []byte) (int, error) {
	select {
	case <-time.After(s.pause):
		return s.ReadCloser.Read(b[:min(len(b), s.most)])
	case <-s.ctx.Done():
		return 0, s.ctx.Err()
	}
}

// The end is shown for as long as a host wants.
func TestLasting(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l, network := open(t, 2, 1), &line{conns: make(chan net.Conn), gone: make(chan struct{})}
		for seat := range 2 {
			go (&board.Seat{Board: l, Number: seat, Game: boardtest.Sums(1)}).Play(t.Context())
		}
		begun := time.Now()
		err := httpboard.Serve(t.Context(), network, l, httpboard.Options{Lasting: time.Minute})
		if took := time.Since(begun); err != nil || took < time.Minute || took > time.Minute+time.Second {
			t.Errorf("%v, after %v", err, took)
		}
	})
}

func TestConcurrentHTTP(t *testing.T) { boardtest.TestInBubbles(t, openHTTP) }
