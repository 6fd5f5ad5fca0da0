package client_test

import (
	"context"
	"errors"
	"flag"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "16") // these tests wait more than they compute
	client.SetPatience(patience)
	os.Exit(m.Run())
}

const patience = 2 * frame.Quiet

// A far room is at the other end of a bad line.
type far struct {
	ctx context.Context
	ws  *websocket.Conn
}

func (f far) send(b []byte) { f.ws.Write(f.ctx, websocket.MessageBinary, b) }

func (f far) post(number uint64, bytes string) {
	f.send(append(frame.PostHeader(frame.Post, record.Post{Number: number}), bytes...))
}

func (f far) read() []byte {
	_, b, _ := f.ws.Read(f.ctx)
	return b
}

// serve connects to a room that says something over each connection, before it shows its first post or after it, and
// then closes it.
func serve(t *testing.T, before, after func(far)) *client.Client {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		ws, err := websocket.Accept(w, r, &websocket.AcceptOptions{Subprotocols: []string{frame.Protocol}})
		if err != nil {
			return
		}
		defer ws.CloseNow()
		f := far{r.Context(), ws}
		before(f)
		f.send(append([]byte{frame.Challenge}, make([]byte, frame.NonceSize)...))
		f.read()
		f.post(1, "first")
		after(f)
	}))
	t.Cleanup(server.Close)
	c := client.Dial("abcdefghijkl", nil, "ws"+strings.TrimPrefix(server.URL, "http"))
	t.Cleanup(c.Close)
	return c
}

// dial connects to a room that is silent at first, and shows a post then.
func dial(t *testing.T, silence time.Duration, then func(far)) *client.Client {
	t.Helper()
	done := make(chan struct{})
	c := serve(t, func(far) { time.Sleep(silence) }, func(f far) {
		f.send(frame.EncodeUpTo(1))
		then(f)
		<-done
	})
	t.Cleanup(func() { close(done) })
	return c
}

// A client connects over a line on which that takes long.
func TestFar(t *testing.T) {
	t.Parallel()
	c := dial(t, frame.Quiet, func(far) {})
	ctx, cancel := context.WithTimeout(t.Context(), 2*frame.Quiet)
	defer cancel()
	if posts, err := c.Posts(ctx, 1, true); len(posts) != 1 {
		t.Error(posts, err)
	}
}

// A room that has posts is no liar while a line is stuck over which it sends them, and is one if
// it has said twice since that it has sent all.
func TestStuck(t *testing.T) {
	t.Parallel()
	const stuck = frame.Quiet + frame.Heartbeat
	answer := func(f far) {
		if tag, _, err := frame.ParseAppend(f.read()); err == nil {
			f.send(frame.EncodeDone(tag, nil))
		}
	}
	says := map[string]struct { // that it has a second post
		say  func(far)
		last uint64 // by its word
	}{"by its number": {func(far) {}, 2}, "by an answer": {answer, 1}} // and by a number from before
	for how, c := range says {
		for _, honest := range []bool{true, false} {
			name := how + ", a liar"
			if honest {
				name = how
			}
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				room := dial(t, 0, func(f far) {
					c.say(f)
					f.send(frame.EncodeUpTo(c.last))
					if !honest {
						f.send(frame.EncodeUpTo(c.last))
					}
					time.Sleep(stuck)
					f.post(2, "second")
					f.send(frame.EncodeUpTo(2))
				})
				if _, err := room.Posts(t.Context(), 1, true); err != nil {
					t.Fatal(err)
				}
				go room.Post(t.Context(), []byte("second"))
				read := make(chan error, 1)
				go func() {
					_, err := room.Posts(t.Context(), 2, true)
					read <- err
				}()
				for shown := false; !shown && room.Doubt() == nil; {
					select {
					case err := <-read:
						if shown = true; err != nil {
							t.Error(err)
						}
					case <-time.After(50 * time.Millisecond):
					}
				}
				if doubt := room.Doubt(); errors.Is(doubt, client.ErrHeld) == honest {
					t.Error(doubt)
				}
			})
		}
	}
}

// A room that closes each line before it has to show what it says it has is a liar in the end. One whose lines break
// while it shows its posts is none.
func TestHangsUp(t *testing.T) {
	t.Parallel()
	takes := func(f far) {
		if tag, _, err := frame.ParseAppend(f.read()); err == nil {
			f.send(frame.EncodeDone(tag, nil))
		}
	}
	first := func(f far, n int, do func(far)) {
		if n == 1 {
			do(f)
		}
	}
	byAnswer := func(f far, n int) {
		f.send(frame.EncodeUpTo(1))
		first(f, n, takes)
	}
	const late = frame.Quiet + time.Second
	for name, c := range map[string]struct {
		says   func(f far, n int) // over connection n
		honest time.Duration      // after which it shows the post; never, if that is 0
	}{
		"by its number": {func(f far, _ int) { f.send(frame.EncodeUpTo(2)) }, 0},
		"by an answer":  {byAnswer, 0},
		"a bad line, by its number": {func(f far, n int) {
			first(f, n, func(f far) { f.send(frame.EncodeUpTo(2)) })
		}, patience + time.Second},
		"a bad line, by an answer": {func(f far, n int) {
			first(f, n, func(f far) { byAnswer(f, n) })
		}, patience + time.Second},
		"another room, which is late": {byAnswer, late},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			var connections atomic.Int32
			began := time.Now()
			room := serve(t, func(far) {}, func(f far) {
				if c.honest > 0 && time.Since(began) > c.honest { // the line is good now
					f.post(2, "second")
					f.send(frame.EncodeUpTo(2))
					<-f.ctx.Done()
					return
				}
				c.says(f, int(connections.Add(1)))
			})
			if _, err := room.Posts(t.Context(), 1, true); err != nil {
				t.Fatal(err)
			}
			go room.Post(t.Context(), []byte("second"))
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			shown := make(chan struct{})
			go func() {
				if posts, _ := room.Posts(ctx, 2, true); len(posts) > 0 {
					close(shown)
				}
			}()
			for room.Doubt() == nil {
				select {
				case <-shown:
					if c.honest == 0 {
						t.Error("it has shown the post")
					}
					return
				case <-time.After(10 * time.Millisecond):
				}
				if time.Since(began) > 4*patience {
					t.Fatal("no doubt")
				}
			}
			if doubt := room.Doubt(); !errors.Is(doubt, client.ErrHeld) || c.honest > 0 {
				t.Error(doubt)
			}
		})
	}
}

// A room that sends neither posts nor 'U' any more is lost, whatever else it says.
func TestSaysNothingNew(t *testing.T) {
	t.Parallel()
	room := dial(t, 0, func(f far) {
		for f.ctx.Err() == nil {
			f.post(1, "first")
			f.send(frame.EncodeDone(1, nil))
			time.Sleep(frame.Quiet / 8)
		}
	})
	if _, err := room.Posts(t.Context(), 1, true); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); room.Connected() || time.Since(began) < frame.Heartbeat; time.Sleep(50 * time.Millisecond) {
		if time.Since(began) > frame.Quiet+frame.Heartbeat {
			t.Fatal("it is connected")
		}
	}
	if room.Doubt() != nil {
		t.Error(room.Doubt())
	}
}

// A room can't take back that it has posts.
func TestTakesBack(t *testing.T) {
	t.Parallel()
	room := dial(t, 0, func(f far) {
		f.send(frame.EncodeUpTo(10))
		f.send(frame.EncodeUpTo(1))
	})
	if _, err := room.Posts(t.Context(), 1, true); err != nil {
		t.Fatal(err)
	}
	for began := time.Now(); !errors.Is(room.Doubt(), client.ErrProtocol); time.Sleep(10 * time.Millisecond) {
		if time.Since(began) > frame.Heartbeat {
			t.Fatal(room.Doubt())
		}
	}
}
