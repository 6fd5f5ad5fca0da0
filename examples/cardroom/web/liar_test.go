package web_test

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"os"
	"regexp"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

// A liar is a room that is honest until somebody says how it lies, to those who come through it: it
// stands between a browser and the card room.
type liar struct {
	house *house
	lie   atomic.Pointer[string]
	told  atomic.Int64  // how often it has lied, for lies that are told once
	cut   atomic.Uint64 // the last post that it doesn't forget
}

func newLiar(h *house) (l *liar, url string) {
	l = &liar{house: h}
	l.honest()
	server := httptest.NewServer(l)
	h.Cleanup(server.Close)
	return l, server.URL
}

func (l *liar) honest()            { l.says("") }
func (l *liar) says(lie string)    { l.lie.Store(&lie) }
func (l *liar) is(lie string) bool { return *l.lie.Load() == lie }
func (l *liar) once() bool         { return l.told.CompareAndSwap(0, 1) }

func (l *liar) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.Header.Get("Upgrade") == "" {
		to, _ := url.Parse(l.house.url())
		httputil.NewSingleHostReverseProxy(to).ServeHTTP(w, r)
		return
	}
	if l.is("refuse") {
		http.Error(w, "no", http.StatusServiceUnavailable)
		return
	}
	ctx, cancel := context.WithCancel(r.Context())
	defer cancel()
	room, _, err := websocket.Dial(ctx, "ws://"+l.house.addr+r.URL.Path, &websocket.DialOptions{Subprotocols: []string{frame.Protocol}})
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadGateway)
		return
	}
	defer room.CloseNow()
	room.SetReadLimit(1 << 20)
	client, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{frame.Protocol}})
	if err != nil {
		return
	}
	defer client.CloseNow()
	client.SetReadLimit(1 << 20)
	go func() {
		defer cancel()
		carry(ctx, client, room, func(b []byte) [][]byte { return l.up(ctx, client, b) })
	}()
	d := &down{liar: l}
	if why := carry(ctx, room, client, d.frames); why > 0 {
		client.Close(why, "")
	}
}

// carry passes frames on, as a function lies about them, and returns the code with which that ended.
func carry(ctx context.Context, from, to *websocket.Conn, lies func([]byte) [][]byte) websocket.StatusCode {
	for {
		_, b, err := from.Read(ctx)
		if err != nil {
			return websocket.CloseStatus(err)
		}
		for _, b := range lies(b) {
			if b == nil || to.Write(ctx, websocket.MessageBinary, b) != nil {
				return websocket.StatusGoingAway
			}
		}
	}
}

// up is what the room gets to hear.
func (l *liar) up(ctx context.Context, client *websocket.Conn, b []byte) [][]byte {
	if l.is("blackhole") {
		return nil
	}
	if b[0] != frame.Append {
		return [][]byte{b}
	}
	switch *l.lie.Load() {
	case "swallow":
		client.Write(ctx, websocket.MessageBinary, frame.EncodeDone(binary.BigEndian.Uint32(b[1:]), nil))
		return nil
	case "alter what you say":
		b[len(b)/2] ^= 1
	case "say it twice":
		return [][]byte{b, b}
	case "late for the others":
		time.Sleep(2 * time.Second)
	}
	return [][]byte{b}
}

// A down is what one connection is shown.
type down struct {
	*liar
	held   []byte
	hidden uint64
	last   uint64 // post
	dead   bool
}

func (d *down) frames(b []byte) [][]byte {
	post := b[0] == frame.Post
	number := func(b []byte) uint64 { return binary.BigEndian.Uint64(b[1:]) }
	rename := func(b []byte, n uint64) { binary.BigEndian.PutUint64(b[1:], n) }
	stamp := func(by int64) { binary.BigEndian.PutUint64(b[9:], uint64(int64(binary.BigEndian.Uint64(b[9:]))+by)) }
	switch lie := *d.lie.Load(); {
	case lie == "blackhole":
		d.dead = true
		return nil
	case d.dead: // what was lost doesn't come back over this line
		return [][]byte{nil}
	case lie == "hold back" && post:
		return nil
	case lie == "be silent about it" && post:
		d.hidden++
		return nil
	case lie == "be silent about it" && b[0] == frame.UpTo:
		rename(b, min(number(b), d.last))
	case lie == "garbage":
		rand.Read(b)
	case lie == "duplicate" && post:
		return [][]byte{b, b}
	case lie == "leave out" && post && d.once():
		return nil
	case lie == "hide" && post && d.once():
		d.hidden = 1
		return nil
	case lie == "reorder" && post && d.held == nil && d.once():
		d.held = bytes.Clone(b)
		return nil
	case d.held != nil && post:
		first, second := d.held, bytes.Clone(b)
		d.held = nil
		n := number(second)
		rename(second, number(first))
		rename(first, n)
		return [][]byte{second, first}
	case lie == "alter" && post && d.once():
		b[len(b)/2] ^= 1
	case lie == "late" && post:
		time.Sleep(time.Second)
	case lie == "early stamps" && post:
		stamp(-3_600_000)
	case lie == "late stamps" && post:
		stamp(3_600_000)
	case lie == "refuse", lie == "forget" && post && d.once():
		d.cut.Store(d.last - 6)
		return [][]byte{nil} // the line is cut: afterwards, some posts aren't there
	case lie == "forget" && d.told.Load() > 0 && post && number(b) > d.cut.Load():
		return nil
	case lie == "forget" && d.told.Load() > 0 && b[0] == frame.UpTo:
		rename(b, min(number(b), d.cut.Load()))
	}
	if d.hidden > 0 && post {
		rename(b, number(b)-d.hidden)
	}
	if post {
		d.last = number(b)
	}
	return [][]byte{b}
}

// The room's lies to one player, and what that player's page says: nothing if a lie does no harm, or
// words of an alarm, or that there is no connection. README.md has this table.
var lies = []struct{ lie, words string }{
	{"duplicate", ""},
	{"say it twice", ""},
	{"late", ""},
	{"late for the others", ""},
	{"early stamps", ""},
	{"late stamps", ""},
	{"alter", "nobody has signed"},
	{"reorder", "another player has read"},
	{"hide", "another player has read"},
	{"leave out", "rules of the line"},
	{"garbage", "rules of the line"},
	{"hold back", "doesn’t show them"},
	{"be silent about it", "doesn’t show them"},
	{"swallow", "doesn’t show them"},
	{"alter what you say", "signed isn’t good"},
	{"forget", "isn’t there any more"},
	{"blackhole", lost},
	{"refuse", lost},
}

const lost = "lost: connecting again"

func testLiar(t *testing.T, h *house, b *browser) {
	readme, err := os.ReadFile("../README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range lies {
		if !regexp.MustCompile(`(?m)^\|(.*,)? ` + c.lie + `[,| ]`).Match(readme) {
			t.Errorf("README.md has no row for %q", c.lie)
		}
		t.Run(c.lie, func(t *testing.T) {
			t.Parallel()
			testLie(t, h, b, c.lie, c.words)
		})
	}
}

func testLie(t *testing.T, shared *house, in *browser, lie, words string) {
	h, b := *shared, *in
	h.T, b.T = t, t
	l, through := newLiar(&h)
	id := h.holdem(3, 50, 30*time.Second)
	victim := b.tab(through + "/#t/" + id)
	victim.click("#sit")
	h.bot(id, "")
	h.bot(id, "")
	victim.waitFor(dealt)
	victim.calls()
	lines := `document.querySelectorAll("#log li").length`
	before := eval[int](victim, lines)
	victim.waitFor(fmt.Sprintf("%s > %d", lines, before+3))
	l.says(lie)
	if words == "" {
		before = eval[int](victim, lines)
		victim.waitFor(fmt.Sprintf("%s > %d", lines, before+8))
		if eval[bool](victim, `!document.querySelector("#lie").hidden || !document.querySelector("#alarm").hidden`) {
			t.Errorf("an alarm: %s", victim.text(".play"))
		}
		return
	}
	began := time.Now()
	if words == lost {
		victim.waitFor(fmt.Sprintf(`document.querySelector("#connection").textContent.startsWith(%q)`, words))
		defer func() { // a line that was lost for a while costs nothing
			l.honest()
			victim.waitFor(`document.querySelector("#connection").textContent === "connected"`)
			before := eval[int](victim, lines)
			victim.waitFor(fmt.Sprintf("%s > %d", lines, before+4))
			if eval[bool](victim, `!document.querySelector("#lie").hidden || !document.querySelector("#alarm").hidden`) {
				t.Errorf("an alarm: %s", victim.text(".play"))
			}
		}()
	} else {
		victim.waitFor(fmt.Sprintf(`document.querySelector("#lie[role=alert]:not([hidden])")?.textContent.includes(%q)`, words))
		victim.shot(lie)
	}
	took := time.Since(began)
	t.Log("it takes", took.Round(100*time.Millisecond))
	if took > 30*time.Second { // 5 on a quiet machine
		t.Errorf("after %v", took)
	}
}
