package hub_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"net"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
	"golang.org/x/sync/errgroup"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/examples/cardroom/hub"
	"github.com/squaredeal/squaredeal/examples/cardroom/internal/roomtest"
)

func TestMain(m *testing.M) {
	flag.Parse()
	flag.Set("test.parallel", "16") // these tests wait more than they compute
	os.Exit(m.Run())
}

func players(n int) (all []*roomtest.Player) {
	for range n {
		all = append(all, roomtest.NewPlayer())
	}
	return all
}

// play has seats play on.
func play(ctx context.Context, b board.Board, seats []*roomtest.Player) error {
	group, ctx := errgroup.WithContext(ctx)
	for _, p := range seats {
		group.Go(func() error { return p.PlayOn(ctx, b) })
	}
	return group.Wait()
}

// playUntil has them play until there are so many posts.
func playUntil(t testing.TB, b board.Board, seats []*roomtest.Player, posts uint64) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	played := make(chan error, 1)
	go func() { played <- play(ctx, b, seats) }()
	for n := uint64(0); n < posts; {
		got, err := b.Posts(ctx, n+1, true)
		if err != nil {
			t.Fatal(err)
		}
		n += uint64(len(got))
	}
	cancel()
	<-played
}

// A table is played, restarts and all, with more posts than the room keeps in memory.
func TestConcurrentSeats(t *testing.T) {
	t.Parallel()
	const rounds = hub.Window/4 + 20
	config := roomtest.Config(t, t.TempDir())
	h := roomtest.Start(t, config)
	id := roomtest.Create(t, h, roomtest.Offer(4, rounds, 100, 10*time.Second))
	seats := players(4)
	playUntil(t, h.Follow(id), seats, 7)
	playUntil(t, h.Follow(id), seats, 60)
	h.Close()
	h = roomtest.Start(t, config)
	if err := play(t.Context(), h.Follow(id), seats); err != nil {
		t.Fatal(err)
	}
	// An offer, four requests, hellos, rounds and closings, and two signed heads; some posts
	// may have been made again after a restart.
	posts := roomtest.Honest(t, h.Follow(id))
	if n := 1 + 4 + 4 + rounds*4 + 4 + 2; len(posts) < n || len(posts) > n+16 {
		t.Error(len(posts), "posts")
	}
	if last := posts[len(posts)-1]; !record.IsHead(last.Bytes) {
		t.Error("the last post is no signed head")
	}
}

// The board signs an end that a seat hasn't, because it is gone.
func TestConcurrentGone(t *testing.T) {
	t.Parallel()
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	id := roomtest.Create(t, h, roomtest.Offer(3, 3, 10, 2*time.Second))
	b, seats := h.Follow(id), players(3)
	playUntil(t, b, seats, 8)
	if err := play(t.Context(), b, seats[1:]); err != nil {
		t.Fatal(err)
	}
	posts, err := board.All(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	audited, err := board.Audit(posts, roomtest.Game)
	if err != nil || !audited.Over() || len(audited.Outs()) != 1 {
		t.Error(err, audited.Outs())
	}
}

// A seat that fills its room with what is void is refused from then on, and out in time. The
// others play on, and close.
func TestConcurrentSaidAll(t *testing.T) {
	config := roomtest.Config(t, t.TempDir())
	config.PerSeat = func([]byte) int { return 6000 }
	h := roomtest.Start(t, config)
	id := roomtest.Create(t, h, roomtest.Offer(3, 5, 100, 2*time.Second))
	b, key := roomtest.Open(t, h, id), record.GenerateKey()
	if err := b.Post(t.Context(), roomtest.OfferOf(t, b).Ask(0, key, nil)); err != nil {
		t.Fatal(err)
	}
	played := make(chan error, 1)
	go func() { played <- play(t.Context(), b, players(2)) }()
	w := board.NewWatcher(roomtest.Game)
	said, void := 0, append([]byte{9}, make([]byte, 90)...)
	for next := uint64(1); ; {
		posts, err := b.Posts(t.Context(), next, true)
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range posts {
			w.Read(p)
			next++
		}
		message := void
		if w.Table() == nil {
			continue
		} else if w.Table().Round() == 0 {
			message = []byte{1} // a hello, once
		}
		err = b.PostBy(t.Context(), key.Public(), boardtest.Sign(w.Table(), key, 0, message))
		if refused, ok := errors.AsType[*board.Refusal](err); ok && refused.Reason == board.Full {
			break
		}
		if said++; said > 100 {
			t.Fatal("it is never refused")
		}
	}
	if err := <-played; err != nil {
		t.Fatal(err)
	}
	posts, err := board.All(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	audited, err := board.Audit(posts, roomtest.Game)
	if err != nil || !audited.Final() || !audited.Returned(1) || !audited.Returned(2) || len(audited.Outs()) != 1 {
		t.Error(err, audited.Outs())
	}
}

// While a seat is slow, the ticks of who waits for it use up its share, and not their own.
func TestConcurrentSlow(t *testing.T) {
	const share = 3000 // 7 ticks
	config := roomtest.Config(t, t.TempDir())
	config.PerSeat = func([]byte) int { return share }
	h := roomtest.Start(t, config)
	offer := roomtest.Offer(2, 1, 10, time.Second)
	offer.Bank = hub.MaxBanks * offer.Grace
	b := roomtest.Open(t, h, roomtest.Create(t, h, offer))
	keys := []record.Key{record.GenerateKey(), record.GenerateKey()}
	w := board.NewWatcher(roomtest.Game)
	next := uint64(1)
	say := func(seat int, message ...byte) error {
		for {
			posts, err := b.Posts(t.Context(), next, false)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range posts {
				w.Read(p)
				next++
			}
			if len(posts) == 0 {
				break
			}
		}
		return b.PostBy(t.Context(), keys[seat].Public(), boardtest.Sign(w.Table(), keys[seat], seat, message))
	}
	for seat, key := range keys {
		if err := b.Post(t.Context(), roomtest.OfferOf(t, b).Ask(seat, key, nil)); err != nil {
			t.Fatal(err)
		}
	}
	const hello, move, tick = 1, 2, 3
	for seat := range keys {
		if err := say(seat, hello); err != nil {
			t.Fatal(err)
		}
	}
	for ticks := 0; ticks*(record.Overhead+1+hub.PostCost) <= share; {
		err := say(1, tick)
		if refused, ok := errors.AsType[*board.Refusal](err); ok && refused.Reason == board.Later {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if ticks++; err != nil {
			t.Fatalf("tick %d: %v", ticks, err)
		}
	}
	if err := say(0, move); !errors.Is(err, hub.ErrSaidAll) {
		t.Error("the slow seat:", err)
	}
	if err := say(1, 9); err != nil { // void
		t.Error("who has waited:", err)
	}
}

// Tables stay for as long as the README says.
func TestSweep(t *testing.T) {
	t.Parallel()
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	waiting := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	played := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	if err := play(t.Context(), h.Follow(played), players(2)); err != nil {
		t.Fatal(err)
	}
	open := roomtest.Open(t, h, played)
	for _, c := range []struct {
		after time.Duration
		stay  []string
	}{
		{hub.KeptUnfilled - time.Minute, []string{waiting, played}},
		{hub.KeptUnfilled + time.Minute, []string{played}},
		{hub.KeptOtherwise - time.Minute, []string{played}},
		{hub.KeptOtherwise + time.Minute, nil},
	} {
		if err := h.Sweep(t.Context(), time.Now().Add(c.after)); err != nil {
			t.Fatal(err)
		}
		for _, id := range []string{waiting, played} {
			b, err := h.Open(t.Context(), id)
			if slices.Contains(c.stay, id) != (err == nil) || err != nil && !errors.Is(err, hub.ErrNoTable) {
				t.Errorf("after %v: %v", c.after, err)
			}
			if err == nil {
				b.Release()
			}
		}
	}
	if _, err := open.Posts(t.Context(), 100, true); !errors.Is(err, hub.ErrNoTable) {
		t.Error("whoever waits for a table that is removed:", err)
	}
}

// A new table is found at once, also if the list of tables is a little older, and one that isn't there is told.
func TestFind(t *testing.T) {
	t.Parallel()
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	if l, err := h.Find(t.Context(), id); err != nil || l.ID != id || l.Free != 2 || !l.Public {
		t.Error(l, err)
	}
	for _, id := range []string{"abcdefghijkl", "x", ""} {
		if l, err := h.Find(t.Context(), id); !errors.Is(err, hub.ErrNoTable) {
			t.Errorf("%q: %v, %v", id, l, err)
		}
	}
}

// Tables stay while their servers are down, as nobody knows then how old they are: neither a room that
// has read them before removes them, nor one that hasn't, and they go on. NATS lists such a table as an empty
// one, or if one of its servers runs, not at all.
func TestConcurrentSweepAbsent(t *testing.T) {
	for name, c := range map[string]struct{ servers, replicas, down int }{"listed": {3, 1, 1}, "left out": {5, 3, 2}} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			testSweepAbsent(newCluster(t, c.servers, c.replicas), c.down)
		})
	}
}

func testSweepAbsent(t *cluster, down int) {
	h := t.hub()
	var id string
	var have []int
	for len(have) < down || !t.servers[have[0]].JetStreamIsStreamLeader("$G", hub.Stream(id)) {
		id = roomtest.Create(t, h, roomtest.Offer(2, 10, 10, 10*time.Second))
		have = t.have(id)
	}
	seats := players(2)
	playUntil(t, h.Follow(id), seats, 6)
	open := roomtest.Open(t, h, id)
	if l, err := h.Find(t.Context(), id); err != nil || !l.Begun {
		t.Fatal(l, err)
	}
	for _, i := range have[:down] {
		t.servers[i].Shutdown()
		t.servers[i].WaitForShutdown()
	}
	leads := func(s *server.Server) bool { return s.JetStreamIsStreamLeader("$G", hub.Stream(id)) }
	for slices.ContainsFunc(t.servers, leads) { // one that has been elected between them gives up
		time.Sleep(100 * time.Millisecond)
	}
	fresh := t.hub()
	opened := make(chan error, 1)
	go func() {
		b, err := fresh.Open(t.Context(), id)
		if err == nil {
			b.Release()
		}
		opened <- err
	}()
	for _, h := range []*hub.Hub{h, fresh} {
		if err := h.Sweep(t.Context(), time.Now().Add(hub.KeptOtherwise+time.Minute)); err != nil {
			t.Error(err)
		}
	}
	if l, err := fresh.Find(t.Context(), id); err == nil || errors.Is(err, hub.ErrNoTable) {
		t.Errorf("a room that can't read the table says %v, %v", l, err)
	}
	for _, i := range have[:down] {
		t.start(i)
	}
	if err := <-opened; err != nil {
		t.Error("whoever opened it meanwhile:", err)
	}
	for _, h := range []*hub.Hub{h, fresh} {
		if err := h.Sweep(t.Context(), time.Now()); err != nil {
			t.Error(err)
		}
	}
	if _, err := open.Posts(t.Context(), 1, false); err != nil {
		t.Error("whoever had it open:", err)
	}
	if err := play(t.Context(), fresh.Follow(id), seats); err != nil {
		t.Fatal(err)
	}
	roomtest.Honest(t, fresh.Follow(id))
}

// A cluster of NATS servers, so many of which have each table.
type cluster struct {
	*testing.T
	replicas int
	options  []*server.Options
	servers  []*server.Server
}

func newCluster(t *testing.T, n, replicas int) *cluster {
	t.Helper()
	c := &cluster{T: t, replicas: replicas, servers: make([]*server.Server, n)}
	var routes []*url.URL
	var listeners []net.Listener
	for i := range n {
		l, err := net.Listen("tcp", "127.0.0.1:0")
		if err != nil {
			t.Fatal(err)
		}
		listeners = append(listeners, l)
		at := l.Addr().(*net.TCPAddr)
		routes = append(routes, &url.URL{Scheme: "nats", Host: at.String()})
		c.options = append(c.options, &server.Options{
			ServerName: fmt.Sprint("server", i), Host: "127.0.0.1", Port: server.RANDOM_PORT, NoSigs: true, NoLog: true,
			JetStream: true, StoreDir: t.TempDir(), Cluster: server.ClusterOpts{Name: "cluster", Host: "127.0.0.1", Port: at.Port},
		})
	}
	for i := range n {
		listeners[i].Close()
		c.options[i].Routes = routes
		c.start(i)
	}
	return c
}

// start starts a server.
func (c *cluster) start(i int) {
	c.Helper()
	s, err := server.NewServer(c.options[i])
	if err != nil {
		c.Fatal(err)
	}
	s.Start()
	c.servers[i] = s
	c.Cleanup(func() { s.Shutdown(); s.WaitForShutdown() })
	if !s.ReadyForConnections(time.Minute) {
		c.Fatal("a server isn't ready")
	}
}

// hub starts a room on the servers that run.
func (c *cluster) hub() *hub.Hub {
	c.Helper()
	config := roomtest.Config(c, "")
	config.Replicas = c.replicas
	for _, s := range c.servers {
		if s.Running() {
			config.URLs = append(config.URLs, s.ClientURL())
		}
	}
	return roomtest.Start(c, config)
}

// have returns the servers that have a table, the one first that leads it. It leaves out the one that leads
// them all, whose end takes longer.
func (c *cluster) have(id string) (have []int) {
	for i, s := range c.servers {
		switch {
		case s.JetStreamIsLeader() || !s.JetStreamIsStreamAssigned("$G", hub.Stream(id)):
		case s.JetStreamIsStreamLeader("$G", hub.Stream(id)):
			have = append([]int{i}, have...)
		default:
			have = append(have, i)
		}
	}
	return have
}

// Whoever reads old posts of a table that another room has removed is told.
func TestRemoved(t *testing.T) {
	t.Parallel()
	config := roomtest.Config(t, t.TempDir())
	config.NoSync = true
	h := roomtest.Start(t, config)
	id := roomtest.Create(t, h, roomtest.Offer(2, hub.Window, 10, 10*time.Second))
	b := roomtest.Open(t, h, id)
	playUntil(t, b, players(2), hub.Window+1) // one more than are kept in memory
	if posts, err := b.Posts(t.Context(), 1, false); err != nil || posts[0].Number != 1 {
		t.Fatal(err)
	}
	if err := h.Remove(t.Context(), id); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	if _, err := b.Posts(ctx, 1, false); !errors.Is(err, hub.ErrNoTable) {
		t.Error(err)
	}
}

// A full disk stops the room, not the tables: with space again, they go on.
func TestConcurrentFullDisk(t *testing.T) {
	if runtime.GOOS != "linux" || os.Getuid() != 0 {
		t.Skip("only root makes a small disk")
	}
	dir := t.TempDir()
	if out, err := exec.Command("mount", "-t", "tmpfs", "-o", "size=3m", "tmpfs", dir).CombinedOutput(); err != nil {
		t.Skipf("no small disk: %s", out)
	}
	t.Cleanup(func() { exec.Command("umount", "-l", dir).Run() })
	defer hub.SetStuck(hub.SetStuck(3 * time.Second))
	config := roomtest.Config(t, dir)
	config.PerSeat = func([]byte) int { return 100_000 } // as tables reserve what they may take
	h := roomtest.Start(t, config)
	id := roomtest.Create(t, h, roomtest.Offer(2, 50, 1000, 10*time.Second))
	seats := players(2)
	playUntil(t, h.Follow(id), seats, 10)
	fill := filepath.Join(dir, "fill")
	err := os.WriteFile(fill, make([]byte, 4<<20), 0o600)
	if err == nil {
		t.Fatal("the disk is larger than it should be")
	}
	ctx, cancel := context.WithCancel(t.Context())
	played := make(chan error, 1)
	go func() { played <- play(ctx, h.Follow(id), seats) }()
	select {
	case err := <-h.Done():
		t.Log(err)
	case <-time.After(time.Minute):
		t.Fatal("the room doesn't say so")
	}
	cancel()
	<-played
	h.Close()
	if err := os.Remove(fill); err != nil {
		t.Fatal(err)
	}
	h = roomtest.Start(t, config)
	if err := play(t.Context(), h.Follow(id), seats); err != nil {
		t.Fatal(err)
	}
	roomtest.Honest(t, h.Follow(id))
}

// A mute board loses closings.
type mute struct{ board.Board }

func (m mute) Post(ctx context.Context, b []byte) error {
	if st, err := record.ParseStatement(b); err == nil && st.Kind == 5 {
		return nil
	}
	return m.Board.Post(ctx, b)
}

// A head is signed for whoever asks, from the beginning to the end, and not between the board's
// two words.
func TestConcurrentHead(t *testing.T) {
	t.Parallel()
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	if _, err := hub.Failed(hub.ErrNoTable).Head(); !errors.Is(err, hub.ErrNoTable) {
		t.Error(err)
	}
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	b := roomtest.Open(t, h, id)
	if _, err := b.Head(); !errors.Is(err, hub.ErrNotBegun) {
		t.Error(err)
	}
	seats := players(2)
	playUntil(t, b, seats, 4)
	if head, err := b.Head(); err != nil || !record.IsHead(head.Bytes) {
		t.Error(head, err)
	}
	playUntil(t, mute{b}, seats, 1+2+2+2+1)
	if _, err := b.Head(); !errors.Is(err, hub.ErrClosing) {
		t.Error(err)
	}
	if err := play(t.Context(), b, seats); err != nil {
		t.Fatal(err)
	}
	posts := roomtest.Honest(t, b)
	if head, err := b.Head(); err != nil || head.Number != uint64(len(posts)) {
		t.Error(head, err)
	}
}

// A rematch is one table, with the same terms, whoever asks for it and however often, and
// comes after the end only.
func TestConcurrentAgain(t *testing.T) {
	t.Parallel()
	h := roomtest.Start(t, roomtest.Config(t, t.TempDir()))
	id := roomtest.Create(t, h, roomtest.Offer(2, 1, 10, 10*time.Second))
	if _, err := h.Again(t.Context(), id); !errors.Is(err, hub.ErrNotOver) {
		t.Error("before the end:", err)
	}
	if _, err := h.Again(t.Context(), "abcdefghijkl"); !errors.Is(err, hub.ErrNoTable) {
		t.Error("of no table:", err)
	}
	if err := play(t.Context(), h.Follow(id), players(2)); err != nil {
		t.Fatal(err)
	}
	names := make([]string, 8)
	var group errgroup.Group
	for i := range names {
		group.Go(func() (err error) {
			names[i], err = h.Again(t.Context(), id)
			return err
		})
	}
	if err := group.Wait(); err != nil || len(slices.Compact(slices.Clone(names))) != 1 || names[0] == id {
		t.Fatal(names, err)
	}
	next := h.Follow(names[0])
	if a, b := roomtest.OfferOf(t, h.Follow(id)), roomtest.OfferOf(t, next); string(a.Game) != string(b.Game) || a.Board.Equal(b.Board) {
		t.Errorf("the terms are %+v, not %+v", b, a)
	}
	if err := play(t.Context(), next, players(2)); err != nil {
		t.Fatal(err)
	}
	roomtest.Honest(t, next)
	if tables, err := h.List(t.Context()); err != nil || len(tables) > 2 {
		t.Error(tables, err)
	}
}
