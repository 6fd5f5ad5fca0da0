package roomtest

import (
	"context"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/coder/websocket"

	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

// A Liar stands between one player and an honest room, and is honest until it is told how to lie.
type Liar struct {
	room   *url.URL
	lie    atomic.Pointer[Lie]
	told   atomic.Bool   // of lies that are told once
	spoken atomic.Uint64 // the last post that the player was shown before they spoke last
	cut    atomic.Uint64 // the last post that it doesn't forget
	silent atomic.Bool   // since the player spoke
}

// NewLiar returns one before the room of an address, http://…, and its own address. The
// end of the test closes it.
func NewLiar(t testing.TB, room string) (l *Liar, address string) {
	t.Helper()
	to, err := url.Parse(room)
	if err != nil {
		t.Fatal(err)
	}
	l = &Liar{room: to}
	l.Lie(NoLie)
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	return l, server.URL
}

// Lie begins a lie, or ends one with NoLie.
func (l *Liar) Lie(lie Lie) { l.lie.Store(&lie) }

func (l *Liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") == "" {
		httputil.NewSingleHostReverseProxy(l.room).ServeHTTP(w, r)
		return
	}
	if *l.lie.Load() == Refuse {
		http.Error(w, "no", http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	protocols := []string{frame.Protocol}
	room, _, err := websocket.Dial(ctx, "ws"+strings.TrimPrefix(l.room.String(), "http")+r.URL.Path,
		&websocket.DialOptions{Subprotocols: protocols})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer room.CloseNow()
	room.SetReadLimit(1 << 20)
	player, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: protocols})
	if err != nil {
		return
	}
	defer player.CloseNow()
	player.SetReadLimit(1 << 20)
	c := &line{Liar: l}
	go func() {
		defer cancel()
		c.carryUp(ctx, player, room)
	}()
	if why := c.carry(ctx, room, player); why > 0 {
		player.Close(why, "")
	}
}
