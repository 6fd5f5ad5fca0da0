package room_test

import (
	"bytes"
	"context"
	"crypto/ed25519"
	"errors"
	"fmt"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/room"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

// A socket is a client that says what it likes.
type socket struct {
	t testing.TB
	*websocket.Conn
	challenge []byte
}

// raw connects from an address of this machine, any for the empty one.
func raw(t testing.TB, url, id, from string) (socket, error) {
	t.Helper()
	dialer := &net.Dialer{}
	if from != "" {
		dialer.LocalAddr = &net.TCPAddr{IP: net.ParseIP(from)}
	}
	transport := &http.Transport{DialContext: func(ctx context.Context, network, address string) (net.Conn, error) {
		c, err := dialer.DialContext(ctx, network, address)
		if err == nil {
			c.(*net.TCPConn).SetReadBuffer(4096) // of those that don't read, the system shouldn't read much
		}
		return c, err
	}}
	t.Cleanup(transport.CloseIdleConnections)
	ws, _, err := websocket.Dial(t.Context(), url+"/tables/"+id, &websocket.DialOptions{
		Subprotocols: []string{frame.Protocol}, HTTPClient: &http.Client{Transport: transport},
	})
	if err != nil {
		return socket{}, err
	}
	t.Cleanup(func() { ws.CloseNow() })
	s := socket{t, ws, nil}
	s.challenge = s.next()
	return s, nil
}

// next returns the next frame, nil when the connection is closed.
func (s socket) next() []byte {
	_, b, err := s.Read(s.t.Context())
	if err != nil {
		return nil
	}
	return b
}

// code reads until the connection is closed, and returns the code.
func (s socket) code() int {
	for {
		if _, _, err := s.Read(s.t.Context()); err != nil {
			return int(websocket.CloseStatus(err))
		}
	}
}

func (s socket) say(frames ...[]byte) {
	for _, b := range frames {
		s.Write(s.t.Context(), websocket.MessageBinary, b)
	}
}

func (s socket) hello(id string, key ed25519.PrivateKey) []byte {
	b, err := frame.EncodeHello(s.challenge, id, 1, key)
	if err != nil {
		s.t.Fatal(err)
	}
	return b
}

// answer reads the answer to an append: why it is refused, 0 if it isn't.
func (s socket) answer(tag uint32) (reason board.Reason) {
	s.t.Helper()
	for b := s.next(); b != nil; b = s.next() {
		if b[0] != frame.Done {
			continue
		}
		got, answer, err := frame.ParseDone(b)
		if err != nil || got != tag {
			s.t.Fatal(got, err)
		}
		if refusal, ok := errors.AsType[*board.Refusal](answer); ok {
			return refusal.Reason
		}
		return 0
	}
	s.t.Fatal("no answer")
	return 0
}

func must(t testing.TB, url, id string) socket {
	t.Helper()
	s, err := raw(t, url, id, "")
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// Whoever breaks the protocol is sent away, and nothing of it is posted.
func TestRefused(t *testing.T) {
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	other := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	key := roomtest.NewPlayer().Key
	public := key.Public().(ed25519.PublicKey)
	post := frame.EncodeAppend(1, roomtest.Ask(t, h.Follow(id), 1, key))
	old := must(t, url, id)
	for name, frames := range map[string]func(s socket) [][]byte{
		"no hello":                 func(socket) [][]byte { return [][]byte{post} },
		"an empty frame":           func(socket) [][]byte { return [][]byte{{}} },
		"an empty frame later":     func(s socket) [][]byte { return [][]byte{s.hello(id, key), {}} },
		"a short hello":            func(s socket) [][]byte { return [][]byte{s.hello(id, key)[:40]} },
		"a long hello":             func(s socket) [][]byte { return [][]byte{append(s.hello(id, key), 0)} },
		"an old hello":             func(socket) [][]byte { return [][]byte{old.hello(id, key)} },
		"a hello to another table": func(s socket) [][]byte { return [][]byte{s.hello(other, key)} },
		"another's key": func(s socket) [][]byte {
			b := s.hello(id, roomtest.NewPlayer().Key)
			copy(b[9:], public)
			return [][]byte{b}
		},
		"a spectator's post": func(s socket) [][]byte { return [][]byte{s.hello(id, nil), post} },
		"a short post":       func(s socket) [][]byte { return [][]byte{s.hello(id, key), post[:3]} },
		"two hellos":         func(s socket) [][]byte { return [][]byte{s.hello(id, key), s.hello(id, key)} },
		"an unknown kind":    func(s socket) [][]byte { return [][]byte{s.hello(id, key), {'X'}} },
	} {
		t.Run(name, func(t *testing.T) {
			s := must(t, url, id)
			s.say(frames(s)...)
			if code := s.code(); code != frame.Refused {
				t.Error(code)
			}
		})
	}
	if n := roomtest.Open(t, h, id).Last(); n != 1 {
		t.Error(n, "posts")
	}
}

// What isn't of the protocol at all is refused before it is read.
func TestForeign(t *testing.T) {
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	key := roomtest.NewPlayer().Key
	t.Run("a post longer than any", func(t *testing.T) {
		s := must(t, url, id)
		s.say(s.hello(id, key), make([]byte, frame.MaxPostLen+1000))
		if code := s.code(); code != int(websocket.StatusMessageTooBig) {
			t.Error(code)
		}
	})
	t.Run("text", func(t *testing.T) {
		s := must(t, url, id)
		s.say(s.hello(id, key))
		s.Write(t.Context(), websocket.MessageText, []byte("S"))
		if code := s.code(); code != frame.Refused {
			t.Error(code)
		}
	})
	t.Run("a page of another version", func(t *testing.T) {
		ws, _, err := websocket.Dial(t.Context(), url+"/tables/"+id, nil)
		if err != nil {
			t.Fatal(err)
		}
		if code := (socket{t, ws, nil}).code(); code != frame.Refused {
			t.Error(code)
		}
	})
	t.Run("a page of another site", func(t *testing.T) {
		header := http.Header{"Origin": {"https://elsewhere.example"}}
		_, answer, err := websocket.Dial(t.Context(), url+"/tables/"+id, &websocket.DialOptions{HTTPHeader: header})
		if err == nil || answer.StatusCode != http.StatusForbidden {
			t.Error(err)
		}
	})
	if n := roomtest.Open(t, h, id).Last(); n != 1 {
		t.Error(n, "posts")
	}
}

// A sitting is a table of two whose seats have said nothing yet.
type sitting struct {
	id     string
	keys   [2]ed25519.PrivateKey
	agreed record.Agreement
	board  *hub.Board
}

func sit(t testing.TB, h *hub.Hub) *sitting {
	s := &sitting{id: roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))}
	s.board = roomtest.Open(t, h, s.id)
	var public []ed25519.PublicKey
	for i := range s.keys {
		s.keys[i] = roomtest.NewPlayer().Key
		if err := s.board.Post(t.Context(), roomtest.Ask(t, s.board, i, s.keys[i])); err != nil {
			t.Fatal(err)
		}
		public = append(public, s.keys[i].Public().(ed25519.PublicKey))
	}
	var err error
	if s.agreed, err = roomtest.OfferOf(t, s.board).Terms(public).Agreement(); err != nil {
		t.Fatal(err)
	}
	return s
}

// statement is the first statement of a seat, or one after some hellos.
func (s *sitting) statement(t testing.TB, seat int, message []byte, hellos ...[]byte) []byte {
	t.Helper()
	log, err := record.NewReader(s.agreed)
	for _, h := range hellos {
		if err == nil {
			_, err = log.Read(h)
		}
	}
	if err != nil {
		t.Fatal(err)
	}
	key, err := record.ParseKey(s.keys[seat].Seed())
	if err != nil {
		t.Fatal(err)
	}
	b, err := log.Sign(key, message)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// What isn't a seat's own, or says nothing new, is dropped or refused before it is stored.
func TestJunk(t *testing.T) {
	h, url := start(t)
	s, elsewhere := sit(t, h), sit(t, h)
	const before = 3 // an offer and two requests
	hello := []byte{1}
	good := s.statement(t, 0, hello)
	forged := s.statement(t, 1, hello)
	copy(forged[len(forged)-1-64:], s.statement(t, 0, hello)[len(good)-1-64:])

	client := must(t, url, s.id)
	client.say(client.hello(s.id, s.keys[0]))
	for i, c := range []struct {
		name   string
		post   []byte
		answer board.Reason
		posts  uint64
	}{
		{"nothing", nil, board.Malformed, 0},
		{"noise", bytes.Repeat([]byte{1}, 200), board.Malformed, 0},
		{"as long as may be", make([]byte, frame.MaxPostLen), board.Malformed, 0},
		{"a longer message than the terms allow", append(bytes.Clone(good), make([]byte, 100)...), board.Malformed, 0},
		{"another seat's, forged", forged, board.Signature, 0},
		{"another table's", elsewhere.statement(t, 0, hello), board.Signature, 0},
		{"another seat's, carried", s.statement(t, 1, hello), 0, 1},
		{"the same again", s.statement(t, 1, hello), 0, 1},
		{"its own", good, 0, 2},
		{"the same again", good, 0, 2},
		{"another from the same place", s.statement(t, 0, []byte{3}), board.NoPlace, 2},
	} {
		tag := uint32(i)
		client.say(frame.EncodeAppend(tag, c.post))
		if got := client.answer(tag); got != c.answer {
			t.Errorf("%s: %v", c.name, got)
		}
		if n := s.board.Last() - before; n != c.posts {
			t.Fatalf("%s: %d posts", c.name, n)
		}
	}

	stranger := must(t, url, s.id)
	stranger.say(stranger.hello(s.id, roomtest.NewPlayer().Key), frame.EncodeAppend(1, good))
	if got := stranger.answer(1); got != board.NoPlace {
		t.Error("a stranger:", got)
	}
	open := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	stranger = must(t, url, open)
	stranger.say(stranger.hello(open, roomtest.NewPlayer().Key), frame.EncodeAppend(1, roomtest.Ask(t, h.Follow(open), 1, s.keys[0])))
	if got := stranger.answer(1); got != board.NoPlace {
		t.Error("who asks for somebody else:", got)
	}
}

// A client that sends junk waits, and nobody else does.
func TestConcurrentFlood(t *testing.T) {
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(3, 3, 1000, 10*time.Second))
	for range 5 {
		s := must(t, url, id)
		s.say(s.hello(id, roomtest.NewPlayer().Key))
		go func() {
			for i := range uint32(10_000) {
				if s.Write(t.Context(), websocket.MessageBinary, frame.EncodeAppend(i, make([]byte, 2000))) != nil {
					return
				}
			}
		}()
		go s.code()
	}
	ctx, cancel := context.WithTimeout(t.Context(), 20*time.Second)
	defer cancel()
	if err := play(ctx, seatsOf(t, 3, id, url)); err != nil {
		t.Fatal(err)
	}
	if posts := roomtest.Honest(t, roomtest.Open(t, h, id)); len(posts) != 1+3+3+3*3+1+3+1 {
		t.Error(len(posts), "posts")
	}
}

// A thousand idle connections cost little and keep nobody out, and those
// that say nothing are closed.
func TestConcurrentIdle(t *testing.T) {
	const addresses, most = 10, 64 << 20
	defer room.SetGreeting(room.SetGreeting(time.Hour))
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(2, 3, 10, 10*time.Second))
	before := memory()
	var first socket
	idle, refused := 0, 0
	for i := range addresses * (room.MaxPerPlace + 10) {
		s, err := raw(t, url, id, fmt.Sprintf("127.1.%d.1", i%addresses))
		switch {
		case err != nil:
			refused++
			continue
		case i == 0:
			first = s
		case i%2 == 1:
			s.say(s.hello(id, nil))
		}
		idle++
	}
	if idle < 1000 || refused < addresses*10 {
		t.Errorf("%d connections, and %d refused", idle, refused)
	}
	cost := memory() - before
	t.Logf("%d idle connections, and the clients' sides: %d kB each", idle, cost>>10/int64(idle))
	if cost > most {
		t.Errorf("%d MB", cost>>20)
	}
	began := time.Now()
	if err := play(t.Context(), seatsOf(t, 2, id, url)); err != nil {
		t.Fatal(err)
	}
	t.Log("a game beside them took", time.Since(began))
	room.SetGreeting(time.Millisecond)
	first.CloseNow()
	for range 2 { // of one address, each in the place of the one before
		s, err := raw(t, url, id, "127.1.0.1")
		for ; err != nil && t.Context().Err() == nil; s, err = raw(t, url, id, "127.1.0.1") {
		}
		if s.code() == frame.NoTable {
			t.Error("not for saying nothing")
		}
	}
}

// memory is what this process uses.
func memory() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc + m.StackInuse)
}

// A statement that names what nobody has read yet, signed or not, costs only the one who sends it:
// whoever did so was waited for, with the table locked.
func TestConcurrentUnread(t *testing.T) {
	h, url := start(t)
	s := sit(t, h)
	hello := []byte{1}
	signed := s.statement(t, 0, []byte{3}, s.statement(t, 0, hello), s.statement(t, 1, hello)) // names place 2 of 0
	forged := bytes.Clone(signed)
	forged[len(forged)-1] ^= 1
	for name, b := range map[string][]byte{"signed": signed, "forged": forged} {
		c := must(t, url, s.id)
		c.say(c.hello(s.id, s.keys[0]), frame.EncodeAppend(7, b))
		if got, want := c.answer(7), map[string]board.Reason{"signed": board.Later, "forged": board.Signature}[name]; got != want {
			t.Errorf("%s: %v", name, got)
		}
	}
	for _, b := range [][]byte{signed, forged} {
		for range 4 {
			c := must(t, url, s.id)
			c.say(c.hello(s.id, roomtest.NewPlayer().Key))
			go c.code()
			go func() {
				for i := uint32(0); c.Write(t.Context(), websocket.MessageBinary, frame.EncodeAppend(i, b)) == nil; i++ {
				}
			}()
			go func() {
				for t.Context().Err() == nil {
					s.board.PostBy(t.Context(), s.keys[0].Public().(ed25519.PublicKey), b)
				}
			}()
		}
	}
	time.Sleep(100 * time.Millisecond)
	began := time.Now()
	if err := s.board.Post(t.Context(), s.statement(t, 1, hello)); err != nil {
		t.Error(err)
	}
	if took := time.Since(began); took > 4*time.Second { // each of them was waited for 5 s
		t.Errorf("an honest post takes %v", took)
	}
}

// A seat that is out may keep the time going, and nothing else: the rest is junk.
func TestConcurrentOut(t *testing.T) {
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(3, 3, 10, 2*time.Second))
	b, keys := roomtest.Open(t, h, id), []record.Key{}
	for seat := range 3 {
		keys = append(keys, record.GenerateKey())
		if err := b.Post(t.Context(), roomtest.OfferOf(t, b).Ask(seat, keys[seat], nil)); err != nil {
			t.Fatal(err)
		}
	}
	say := func(c socket, tag uint32, seat int, message ...byte) board.Reason {
		w := board.NewWatcher(roomtest.Game)
		posts, err := board.All(t.Context(), b)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range posts {
			w.Read(p)
		}
		c.say(frame.EncodeAppend(tag, boardtest.Sign(w.Table(), keys[seat], seat, message)))
		return c.answer(tag)
	}
	var all []socket
	for seat := range 3 {
		c := must(t, url, id)
		c.say(c.hello(id, ed25519.NewKeyFromSeed(keys[seat].Bytes())))
		all = append(all, c)
		say(c, 0, seat, 1)
	}
	if got := say(all[0], 1, 0, 2, 'x'); got != 0 { // a fault, by which it is out
		t.Fatal(got)
	}
	began := time.Now()
	for _, kind := range []byte{2, 4, 9, 9, 9, 9} { // of which four are as much as may be said at once
		if got := say(all[0], 2, 0, kind); got != board.NoPlace {
			t.Errorf("kind %d: %v", kind, got)
		}
	}
	if took := time.Since(began); took < time.Second {
		t.Errorf("its junk takes %v", took)
	}
	if got := say(all[1], 2, 1, 9); got != 0 {
		t.Errorf("a void statement of a seat that isn't out: %v", got)
	}
	time.Sleep(300 * time.Millisecond) // then a tick isn't too early
	if got := say(all[0], 3, 0, 3); got != 0 {
		t.Errorf("a tick: %v", got)
	}
}

// Clients that don't read what they are sent cost little, and keep nobody from reading.
func TestConcurrentSlowReaders(t *testing.T) {
	const slow, most = 600, 64 << 20
	c := roomtest.Config(t, t.TempDir())
	c.NoSync = true
	h := roomtest.Start(t, c)
	url := serve(t, h, c.Log)
	id := roomtest.Create(t, h, roomtest.Offer(2, 300, 30_000, time.Minute)) // 18 MB, not all of which are kept in memory
	if err := play(t.Context(), seatsOf(t, 2, id, url)); err != nil {
		t.Fatal(err)
	}
	before := memory()
	for i := range slow {
		s, err := raw(t, url, id, fmt.Sprintf("127.1.%d.1", i%8))
		if err != nil {
			t.Fatal(err)
		}
		s.say(s.hello(id, nil))
	}
	cost := int64(0)
	for range 10 {
		time.Sleep(100 * time.Millisecond)
		cost = max(cost, memory()-before)
	}
	t.Logf("%d readers that don't read: %d kB each", slow, cost>>10/slow)
	if cost > most {
		t.Errorf("%d MB", cost>>20)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	began, n := time.Now(), 0
	for reading := dial(t, id, nil, url); n < 2*300; {
		posts, err := reading.Posts(ctx, uint64(n+1), true)
		if n += len(posts); err != nil {
			t.Fatal(n, err)
		}
	}
	t.Log("one that reads has all after", time.Since(began))
}

// Who connects last with a seat's key has the seat, and the other is told.
func TestConcurrentTaken(t *testing.T) {
	t.Parallel()
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	key := roomtest.NewPlayer().Key
	first := dial(t, id, key, url)
	if _, err := first.Posts(t.Context(), 1, true); err != nil {
		t.Fatal(err)
	}
	second := dial(t, id, key, url)
	if _, err := second.Posts(t.Context(), 1, true); err != nil {
		t.Fatal(err)
	}
	if _, err := first.Posts(t.Context(), 2, true); !errors.Is(err, client.ErrTaken) {
		t.Error(err)
	}
	if err := second.Post(t.Context(), roomtest.Ask(t, second, 1, key)); err != nil {
		t.Error(err)
	}
	if posts, err := second.Posts(t.Context(), 2, true); err != nil || len(posts) != 1 {
		t.Error(posts, err)
	}
}

// Only a proxy on this machine may say where a request comes from.
func TestAddress(t *testing.T) {
	for _, c := range []struct{ remote, forwarded, want string }{
		{"192.0.2.1:5", "", "192.0.2.1/32"},
		{"192.0.2.1:5", "198.51.100.7", "192.0.2.1/32"},
		{"127.0.0.1:5", "", "127.0.0.1/32"},
		{"127.0.0.1:5", "198.51.100.7", "198.51.100.7/32"},
		{"[::1]:5", "203.0.113.9, 198.51.100.7", "198.51.100.7/32"}, // the first may be made up
		{"127.0.0.1:5", "nonsense", "127.0.0.1/32"},
		{"[2001:db8:1:2:3:4:5:6]:5", "", "2001:db8:1:2::/64"},
		{"[::ffff:192.0.2.1]:5", "", "192.0.2.1/32"},
	} {
		r := &http.Request{RemoteAddr: c.remote, Header: http.Header{}}
		if c.forwarded != "" {
			r.Header.Set("X-Forwarded-For", c.forwarded)
		}
		if got := room.Address(r); got != c.want {
			t.Errorf("%s, %s: %s", c.remote, c.forwarded, got)
		}
	}
	if strings.Contains(room.Address(&http.Request{RemoteAddr: "pipe"}), "/") {
		t.Error("an address without a port")
	}
}
