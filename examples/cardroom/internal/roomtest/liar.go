package roomtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

const (
	late = 300 * time.Millisecond // that a late post is
	held = 200 * time.Millisecond // that a post waits for the next one, with which it is lied about
)

// A Liar stands between one player and an honest room, and is honest until it is told how to lie.
type Liar struct {
	room   *url.URL
	lie    atomic.Pointer[string]
	told   atomic.Bool   // of lies that are told once
	spoken atomic.Uint64 // the last post that the player was shown before they spoke last
	cut    atomic.Uint64 // the last post that it doesn't forget
	silent atomic.Bool   // since the player spoke
}

// NewLiar returns one before the room of an address, http://…, and its own address. The end of the test closes it.
func NewLiar(t testing.TB, room string) (l *Liar, address string) {
	t.Helper()
	to, err := url.Parse(room)
	if err != nil {
		t.Fatal(err)
	}
	l = &Liar{room: to}
	l.Lie("")
	server := httptest.NewServer(l)
	t.Cleanup(server.Close)
	return l, server.URL
}

// Lie begins one of the lies of web/liar_test.go. The empty one is honesty.
func (l *Liar) Lie(lie string)       { l.lie.Store(&lie) }
func (l *Liar) says(lie string) bool { return *l.lie.Load() == lie }

func (l *Liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") == "" {
		httputil.NewSingleHostReverseProxy(l.room).ServeHTTP(w, r)
		return
	}
	if l.says("refuse") {
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
	d := &down{Liar: l}
	go func() {
		defer cancel()
		d.carryUp(ctx, player, room)
	}()
	if why := d.carry(ctx, room, player); why > 0 {
		player.Close(why, "")
	}
}

// carryUp passes on what the player says, as it lies about it.
func (d *down) carryUp(ctx context.Context, player, room *websocket.Conn) {
	for {
		_, b, err := player.Read(ctx)
		if err != nil {
			return
		}
		for _, b := range d.up(ctx, player, b) {
			if room.Write(ctx, websocket.MessageBinary, b) != nil {
				return
			}
		}
	}
}

// up is what the room gets to hear.
func (d *down) up(ctx context.Context, player *websocket.Conn, b []byte) [][]byte {
	lie := *d.lie.Load()
	switch {
	case lie == "blackhole":
		return nil
	case b[0] != frame.Append:
		return [][]byte{b}
	}
	answer := func(refusal *board.Refusal) {
		player.Write(ctx, websocket.MessageBinary, frame.EncodeDone(binary.BigEndian.Uint32(b[1:]), refusal))
	}
	d.silent.Store(lie == "be silent about it")
	switch {
	case lie == "swallow":
		answer(nil)
		return nil
	case lie == "forget" && d.told.Load():
		answer(&board.Refusal{Reason: board.NoPlace}) // as a board says that has lost what this follows
		return nil
	case lie == "alter what you say":
		b[len(b)-1] ^= 1
	case lie == "say it twice":
		return [][]byte{b, b}
	case lie == "late for the others":
		time.Sleep(late)
	}
	d.spoken.Store(d.last.Load())
	return [][]byte{b}
}

// A down is a connection, and what it has shown.
type down struct {
	*Liar
	held   []byte        // a post
	hidden uint64        // posts
	last   atomic.Uint64 // post that was shown
	places int           // of the statements that the room has shown
	dead   bool
}

// carry passes on what the room says, as it lies about it, and returns the code with which that ended.
func (d *down) carry(ctx context.Context, room, player *websocket.Conn) websocket.StatusCode {
	frames, ended := make(chan []byte), make(chan error, 1)
	go func() {
		for {
			_, b, err := room.Read(ctx)
			if err != nil {
				ended <- err
				return
			}
			select {
			case frames <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		var lies [][]byte
		var waited <-chan time.Time
		if d.held != nil {
			waited = time.After(held)
		}
		select {
		case b := <-frames:
			lies = d.frames(b)
		case <-waited:
			lies = d.show(d.held)
			d.held = nil
		case err := <-ended:
			return websocket.CloseStatus(err)
		case <-ctx.Done():
			return 0
		}
		for _, b := range lies {
			if b == nil || player.Write(ctx, websocket.MessageBinary, b) != nil {
				return websocket.StatusGoingAway
			}
		}
	}
}

// frames is what the player is shown for a frame; nil in it cuts the line.
func (d *down) frames(b []byte) [][]byte {
	lie, gone := *d.lie.Load(), [][]byte{nil}
	switch {
	case lie == "blackhole":
		d.dead = true
		return nil
	case d.dead, lie == "refuse": // what was lost doesn't come back over this line
		return gone
	case lie == "garbage":
		rand.Read(b)
		return [][]byte{b}
	case b[0] == frame.Post && lie == "forget" && d.spoken.Load() > 2 && d.told.CompareAndSwap(false, true):
		d.cut.Store(d.spoken.Load() - 2) // so that the player had read what isn't there any more
		return gone
	case b[0] == frame.Post:
		return d.post(lie, b)
	case b[0] == frame.UpTo:
		return d.upTo(lie, b)
	}
	return [][]byte{b}
}

func (d *down) upTo(lie string, b []byte) [][]byte {
	n := binary.BigEndian.Uint64(b[1:])
	switch {
	case d.held != nil:
		return nil
	case lie == "be silent about it" && d.silent.Load():
		n = min(n, d.last.Load())
	case lie == "forget" && d.told.Load():
		n = min(n, d.cut.Load())
	}
	return [][]byte{frame.EncodeUpTo(n - d.hidden)}
}

func (d *down) post(lie string, b []byte) [][]byte {
	p, err := frame.ParsePost(b)
	if err != nil {
		return [][]byte{nil}
	}
	st, notStatement := record.ParseStatement(p.Bytes)
	if first := d.held; first != nil { // two lies need the next post, whose signer has read this one
		d.held = nil
		if notStatement == nil && st.Places >= d.places && d.told.CompareAndSwap(false, true) {
			return d.lieAbout(lie, first, b)
		}
		return append(d.show(first), d.post(lie, b)...)
	}
	if notStatement == nil {
		d.places++
	}
	shift := func(by time.Duration) {
		copy(b, frame.PostHeader(frame.Post, record.Post{Number: p.Number, Stamp: p.Stamp + by.Milliseconds()}))
	}
	switch lie {
	case "reorder", "hide", "leave out":
		if !d.told.Load() {
			d.held = bytes.Clone(b)
			return nil
		}
	case "hold back":
		return nil
	case "be silent about it":
		if d.silent.Load() {
			return nil
		}
	case "forget":
		if d.told.Load() && p.Number > d.cut.Load() {
			return nil
		}
	case "alter":
		if d.told.CompareAndSwap(false, true) {
			b[len(b)-1] ^= 1
		}
	case "duplicate":
		return append(d.show(b), d.show(b)...)
	case "late":
		time.Sleep(late)
	case "early stamps":
		shift(-time.Hour)
	case "late stamps":
		shift(time.Hour)
	}
	return d.show(b)
}

// lieAbout shows two posts, the second of which names the first, in another way.
func (d *down) lieAbout(lie string, first, second []byte) [][]byte {
	d.places++
	switch lie {
	case "hide":
		d.hidden = 1
		return d.show(second)
	case "leave out":
		return d.show(second)
	}
	n := number(first)
	rename(first, number(second))
	rename(second, n)
	return append(d.show(second), d.show(first)...)
}

// show shows a post, under the number that it has for the player.
func (d *down) show(b []byte) [][]byte {
	b = bytes.Clone(b)
	rename(b, number(b)-d.hidden)
	d.last.Store(number(b))
	return [][]byte{b}
}

func number(post []byte) uint64         { return binary.BigEndian.Uint64(post[1:]) }
func rename(post []byte, number uint64) { binary.BigEndian.PutUint64(post[1:], number) }
