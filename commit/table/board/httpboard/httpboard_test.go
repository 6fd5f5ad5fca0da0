package httpboard_test

import (
	"context"
	"errors"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"testing"
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

// A fullStorage has no space at times.
type fullStorage struct {
	*httpboard.BoardFile
	room *boardtest.Storage
}

func (s fullStorage) Append(p record.Post) error {
	if err := s.room.Append(record.Post{Bytes: p.Bytes}); err != nil {
		return err
	}
	return s.BoardFile.Append(p)
}

// openHTTP serves a board that keeps its posts in a file.
func openHTTP(t *testing.T, offer board.Offer, game board.NewGame) *boardtest.Rig {
	dir := t.TempDir()
	name := filepath.Join(dir, "board")
	network := &line{conns: make(chan net.Conn), gone: make(chan struct{})}
	dial := func() board.Board {
		client := httpboard.Dial("http://board")
		client.HTTP.Transport = &http.Transport{DialContext: network.dial}
		t.Cleanup(client.Close)
		return client
	}
	room := new(boardtest.Storage)
	var stop func()
	start := func() {
		key, err := httpboard.LoadKey(name + ".key")
		if err != nil {
			t.Fatal(err)
		}
		file, err := httpboard.OpenBoardFile(name)
		if err != nil {
			t.Fatal(err)
		}
		l, err := board.Open(offer, key, game, fullStorage{file, room})
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(context.Background())
		done := make(chan error)
		go func() {
			if err := httpboard.Serve(ctx, network, l, httpboard.Options{}); err != nil && !errors.Is(err, context.Canceled) {
				t.Error(err)
			}
			<-ctx.Done() // also if it was over
			close(done)
		}()
		stop = func() {
			cancel()
			<-done
			if err := file.Close(); err != nil {
				t.Error(err)
			}
		}
	}
	start()
	t.Cleanup(func() {
		stop()
		time.Sleep(time.Second) // in which net/http gives up connections
	})
	return &boardtest.Rig{Dial: dial, Full: room.Full, Restart: func(lose int) {
		stop()
		b, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		posts, _ := board.Decode(b) // perhaps with half a post after the last restart
		next := uint64(len(posts) - lose + 1)
		b = board.Encode(posts[:len(posts)-lose])
		torn := record.AppendPost(b, record.Post{Number: next, Bytes: []byte("half a post")})
		if err := os.WriteFile(name, torn[:len(b)+int(next)%35], 0o600); err != nil {
			t.Fatal(err)
		}
		network.mu.Lock()
		network.gone = make(chan struct{})
		network.mu.Unlock()
		start()
	}}
}

func TestConcurrentHTTP(t *testing.T) { boardtest.TestInBubbles(t, openHTTP) }
