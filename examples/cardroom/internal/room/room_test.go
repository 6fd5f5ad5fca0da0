package room_test

import (
	"context"
	"crypto/ed25519"
	"errors"
	"flag"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"golang.org/x/sync/errgroup"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/client"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/room"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "16") // these tests wait more than they compute
	os.Exit(m.Run())
}

// start starts a card room and returns its address for WebSockets.
func start(t testing.TB) (*hub.Hub, string) {
	t.Helper()
	c := roomtest.Config(t, t.TempDir())
	h := roomtest.Start(t, c)
	return h, serve(t, h, c.Log)
}

func serve(t testing.TB, h *hub.Hub, log *slog.Logger) (url string) {
	t.Helper()
	handler, err := room.New(h, http.NotFoundHandler(), log)
	if err != nil {
		t.Fatal(err)
	}
	s := httptest.NewServer(handler)
	t.Cleanup(s.Close)
	return "ws" + strings.TrimPrefix(s.URL, "http")
}

// dial connects to a table until the end of the test.
func dial(t testing.TB, id string, key ed25519.PrivateKey, urls ...string) *client.Client {
	c := client.Dial(id, key, urls...)
	t.Cleanup(c.Close)
	return c
}

// A seat is a player and its connection.
type seat struct {
	*roomtest.Player
	board *client.Client
}

func seatsOf(t testing.TB, n int, id string, urls ...string) (seats []seat) {
	for range n {
		p := roomtest.NewPlayer()
		seats = append(seats, seat{p, dial(t, id, p.Key, urls...)})
	}
	return seats
}

// play plays on until the end.
func play(ctx context.Context, seats []seat) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, s := range seats {
		group.Go(func() error { return s.PlayOn(ctx, s.board) })
	}
	return group.Wait()
}

func TestConcurrentTable(t *testing.T) {
	t.Parallel()
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(4, 5, 1000, 10*time.Second))
	watching := dial(t, id, nil, url)
	if err := play(t.Context(), seatsOf(t, 4, id, url)); err != nil {
		t.Fatal(err)
	}
	posts := roomtest.Honest(t, watching)
	again := roomtest.Honest(t, dial(t, id, nil, url))
	if !slices.EqualFunc(posts, again, same) {
		t.Error("two spectators have seen different posts")
	}
	if !watching.Connected() {
		t.Error("the spectator isn't connected")
	}
}

func same(a, b record.Post) bool {
	return a.Number == b.Number && a.Stamp == b.Stamp && string(a.Bytes) == string(b.Bytes)
}

// A player who has asked for a seat before, by another name, isn't told that the room hides the second request.
func TestAsksTwice(t *testing.T) {
	t.Parallel()
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	key := record.GenerateKey()
	c := dial(t, id, ed25519.NewKeyFromSeed(key.Bytes()), url)
	for _, name := range []string{"Ann", "Bob"} {
		if err := c.Post(t.Context(), roomtest.OfferOf(t, c).Ask(board.AnySeat, key, []byte(name))); err != nil {
			t.Fatal(err)
		}
	}
	time.Sleep(frame.Quiet + frame.Heartbeat/2)
	if doubt := c.Doubt(); doubt != nil {
		t.Error(doubt)
	}
}

// A player whom a proxy moves to a room that has yet to read what another one has shown isn't told that it is lost.
func TestMoved(t *testing.T) {
	t.Parallel()
	s := startNATS(t)
	var line sync.RWMutex // what comes to the room that is late waits while it is locked
	config := roomtest.Config(t, "")
	config.URLs = []string{"nats://" + relay(t, s.Addr().String(), &line)}
	late := roomtest.Start(t, config)
	config.URLs = []string{s.ClientURL()}
	early := roomtest.Start(t, config)
	id := roomtest.Create(t, early, roomtest.Offer(2, 1, 10, 10*time.Second))
	earlyBoard, lateBoard := roomtest.Open(t, early, id), roomtest.Open(t, late, id)
	handler, err := room.New(early, http.NotFoundHandler(), config.Log)
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	defer end()
	first := httptest.NewUnstartedServer(handler)
	first.Config.BaseContext = func(net.Listener) context.Context { return ctx }
	first.Start()
	t.Cleanup(first.Close)
	c := dial(t, id, nil, "ws"+strings.TrimPrefix(first.URL, "http"), serve(t, late, config.Log))
	sit := func(b *hub.Board, seat int) {
		if err := b.Post(t.Context(), roomtest.Ask(t, earlyBoard, seat, roomtest.NewPlayer().Key)); err != nil {
			t.Fatal(err)
		}
	}
	line.Lock()
	sit(earlyBoard, 0)
	if _, err := c.Posts(t.Context(), 2, true); err != nil {
		t.Fatal(err)
	}
	first.Listener.Close()
	end()
	read := make(chan error)
	go func() {
		_, err := c.Posts(t.Context(), 3, true)
		read <- err
	}()
	select {
	case err := <-read:
		t.Fatal(err)
	case <-time.After(2 * time.Second):
	}
	line.Unlock()
	sit(lateBoard, 1)
	if err := <-read; err != nil {
		t.Error(err)
	}
}

// relay returns an address that leads to another one. What comes back from there waits while the line is locked.
func relay(t *testing.T, to string, line *sync.RWMutex) (addr string) {
	t.Helper()
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { l.Close() })
	go func() {
		for {
			near, err := l.Accept()
			if err != nil {
				return
			}
			far, err := net.Dial("tcp", to)
			if err != nil {
				near.Close()
				continue
			}
			go func() { io.Copy(far, near); far.Close() }()
			go func() {
				defer near.Close()
				for b := make([]byte, 4096); ; {
					n, err := far.Read(b)
					line.RLock()
					_, gone := near.Write(b[:n])
					line.RUnlock()
					if err != nil || gone != nil {
						return
					}
				}
			}()
		}
	}()
	return l.Addr().String()
}

// A client says why a post is refused, and goes on.
func TestRefusal(t *testing.T) {
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	key := roomtest.NewPlayer().Key
	c := dial(t, id, key, url)
	ask := roomtest.Ask(t, c, 1, key)
	forged := slices.Clone(ask)
	forged[len(forged)-1] ^= 1
	for _, one := range []struct {
		post []byte
		want board.Reason
	}{
		{nil, board.Malformed}, {make([]byte, 1<<20), board.Malformed}, {forged, board.Signature},
		{roomtest.Ask(t, c, 0, roomtest.NewPlayer().Key), board.NoPlace}, {ask, 0}, {ask, 0},
	} {
		err := c.Post(t.Context(), one.post)
		var reason board.Reason
		if refusal, ok := errors.AsType[*board.Refusal](err); ok {
			reason, err = refusal.Reason, nil
		}
		if reason != one.want || err != nil {
			t.Errorf("%d bytes: %v, %v, not %v", len(one.post), reason, err, one.want)
		}
	}
}

// A client says which table there isn't, for good.
func TestNoTable(t *testing.T) {
	_, url := start(t)
	for _, id := range []string{"abcdefghijkl", "x", strings.Repeat("a", 1000)} {
		if _, err := dial(t, id, nil, url).Posts(t.Context(), 1, true); !errors.Is(err, client.ErrNoTable) {
			t.Errorf("%.20s: %v", id, err)
		}
	}
}

// The room signs a head whenever it is asked, also in the middle of a game.
func TestHead(t *testing.T) {
	t.Parallel()
	h, url := start(t)
	id := roomtest.Create(t, h, roomtest.Offer(2, 100_000, 10, 10*time.Second))
	seats := seatsOf(t, 2, id, url)
	watching := dial(t, id, nil, url)
	if _, err := watching.Posts(t.Context(), 1, true); err != nil {
		t.Fatal(err)
	}
	if p, err := watching.Head(t.Context()); err == nil {
		t.Error("a head before the game:", p)
	}
	ctx, stop := context.WithCancel(t.Context())
	done := make(chan error)
	go func() { done <- play(ctx, seats) }()
	for next := uint64(1); next < 20; {
		posts, err := watching.Posts(t.Context(), next, true)
		if err != nil {
			t.Fatal(err)
		}
		next += uint64(len(posts))
	}
	head, err := watching.Head(t.Context())
	stop()
	<-done
	if err != nil {
		t.Fatal(err)
	}
	posts, err := board.All(t.Context(), watching)
	if err != nil {
		t.Fatal(err)
	}
	posts = append(posts[:head.Number-1], head)
	if audited, err := board.Audit(posts, roomtest.Game); err != nil || audited.Over() {
		t.Error(err)
	}
	head.Stamp++
	head.Bytes[40]++
	if _, err := board.Audit(posts, roomtest.Game); err == nil {
		t.Error("an altered head passes")
	}
}

// A board that was restored from a backup has lost posts, which those who have read them
// post again.
func TestConcurrentBackup(t *testing.T) {
	t.Parallel()
	dir, backup := t.TempDir(), filepath.Join(t.TempDir(), "backup")
	var current atomic.Value
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		current.Load().(http.Handler).ServeHTTP(w, r)
	}))
	t.Cleanup(s.Close)
	serve := func(dir string) *hub.Hub {
		c := roomtest.Config(t, dir)
		h := roomtest.Start(t, c)
		handler, err := room.New(h, http.NotFoundHandler(), c.Log)
		if err != nil {
			t.Fatal(err)
		}
		current.Store(handler)
		return h
	}
	url := "ws" + strings.TrimPrefix(s.URL, "http")
	h := serve(dir)
	id := roomtest.Create(t, h, roomtest.Offer(3, 50, 100, time.Minute))
	watching := dial(t, id, nil, url)
	played := make(chan error, 1)
	go func() { played <- play(t.Context(), seatsOf(t, 3, id, url)) }()
	next := uint64(1)
	until := func(n uint64) {
		for next < n {
			posts, err := watching.Posts(t.Context(), next, true)
			if err != nil {
				t.Fatal(err)
			}
			next += uint64(len(posts))
		}
	}
	until(30)
	h.Close()
	if err := os.CopyFS(backup, os.DirFS(dir)); err != nil {
		t.Fatal(err)
	}
	h = serve(dir)
	until(next + 30)
	old := h
	h = serve(backup)
	old.Close()
	if _, err := watching.Posts(t.Context(), 10_000, true); !errors.Is(err, board.ErrRestarted) {
		t.Error("a spectator isn't told:", err)
	}
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	roomtest.Honest(t, h.Follow(id))
}

// Two rooms with one NATS elsewhere show the same tables, whoever plays where.
func TestConcurrentRooms(t *testing.T) {
	t.Parallel()
	r := openTwoRooms(t)
	id := roomtest.Create(t, r.hubs[0], roomtest.Offer(4, 10, 1000, 10*time.Second))
	seats := append(seatsOf(t, 2, id, r.urls[0]), seatsOf(t, 2, id, r.urls[1])...)
	if err := play(t.Context(), seats); err != nil {
		t.Fatal(err)
	}
	for _, h := range r.hubs {
		roomtest.Honest(t, h.Follow(id))
	}
	for range 20 {
		r.askForOneSeat()
	}
	r.takeOver()
}

// startNATS starts a server of NATS, elsewhere than in a room.
func startNATS(t *testing.T) *server.Server {
	t.Helper()
	s, err := server.NewServer(&server.Options{Port: server.RANDOM_PORT, JetStream: true, StoreDir: t.TempDir(), NoLog: true, NoSigs: true})
	if err != nil {
		t.Fatal(err)
	}
	s.Start()
	t.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		t.Fatal("NATS isn't ready")
	}
	return s
}

// A twoRooms is two rooms with one NATS elsewhere.
type twoRooms struct {
	*testing.T
	hubs []*hub.Hub
	urls []string
}

func openTwoRooms(t *testing.T) *twoRooms {
	t.Helper()
	s := startNATS(t)
	r := &twoRooms{T: t}
	for range 2 {
		c := roomtest.Config(t, "")
		c.URLs = []string{s.ClientURL()}
		h := roomtest.Start(t, c)
		r.hubs, r.urls = append(r.hubs, h), append(r.urls, serve(t, h, c.Log))
	}
	return r
}

// askForOneSeat has two ask for one seat in two rooms at once: one gets it, and the other is told.
func (r *twoRooms) askForOneSeat() {
	r.Helper()
	id := roomtest.Create(r.T, r.hubs[0], roomtest.Offer(2, 1, 10, 10*time.Second))
	var answers [2]error
	var work sync.WaitGroup
	now := make(chan bool)
	for i, h := range r.hubs {
		b := roomtest.Open(r.T, h, id)
		ask := roomtest.Ask(r.T, b, 0, roomtest.NewPlayer().Key)
		work.Go(func() {
			<-now
			answers[i] = b.Post(r.Context(), ask)
		})
	}
	close(now)
	work.Wait()
	refusal, ok := errors.AsType[*board.Refusal](errors.Join(answers[:]...))
	if (answers[0] == nil) == (answers[1] == nil) || !ok || refusal.Reason != board.NoPlace {
		r.Error(answers)
	}
}

// takeOver plays a seat in one room, and then in the other.
func (r *twoRooms) takeOver() {
	r.Helper()
	id := roomtest.Create(r.T, r.hubs[1], roomtest.Offer(2, 1, 10, 10*time.Second))
	key := roomtest.NewPlayer().Key
	first := dial(r.T, id, key, r.urls[0])
	if _, err := first.Posts(r.Context(), 1, true); err != nil {
		r.Fatal(err)
	}
	dial(r.T, id, key, r.urls[1]).Posts(r.Context(), 1, true)
	if _, err := first.Posts(r.Context(), 2, true); !errors.Is(err, client.ErrTaken) {
		r.Error("a seat that is taken in another room:", err)
	}
}
