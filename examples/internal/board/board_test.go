package board_test

import (
	"bufio"
	"bytes"
	"context"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/board"
	"github.com/squaredeal/squaredeal/examples/internal/board/tcp"
)

// A sum is a game of rounds, in each of which all seats say a number, at once.
type sum struct {
	seat  int
	own   []byte
	left  int
	said  [][]byte
	gone  []int
	total byte
}

func newSum(seat, seats, rounds int) *sum {
	return &sum{seat: seat, left: rounds, said: make([][]byte, seats)}
}

func (g *sum) Start(head record.Digest) {
	if g.left == 0 || len(g.said)-len(g.gone) < 2 {
		for s := range g.said {
			g.said[s] = []byte{0}
		}
		return
	}
	g.left--
	clear(g.said)
	own := sha256.Sum256(append(head[:], byte(g.seat)))
	g.own = own[:]
}

func (g *sum) Due() (phase int, seats []int) {
	for s, m := range g.said {
		if m == nil && !slices.Contains(g.gone, s) {
			seats = append(seats, s)
		}
	}
	return 0, seats
}

func (g *sum) Own() []byte { return g.own }

func (g *sum) Check(_ int, m []byte) error {
	if len(m) != 32 {
		return errors.New("no number")
	}
	return nil
}

func (g *sum) Apply(seat int, m []byte) error {
	if err := g.Check(seat, m); err != nil {
		return err
	}
	g.said[seat] = m
	g.total += m[0]
	return nil
}

func (g *sum) Out(seat int, _ table.Reason) { g.gone = append(g.gone, seat) }

func (g *sum) Checkpoint() []byte {
	b := []byte{byte(g.left), g.total}
	for _, s := range g.gone {
		b = append(b, byte(s))
	}
	return b
}

func (g *sum) Restore(b []byte) error {
	g.left, g.total, g.gone = int(b[0]), b[1], nil
	for _, s := range b[2:] {
		g.gone = append(g.gone, int(s))
	}
	clear(g.said)
	return nil
}

func offerOf(seats int) board.Offer {
	return board.Offer{Game: []byte("sum"), Seats: seats, Longest: 64, Grace: 4 * time.Second}
}

// sums is a game of some rounds.
func sums(rounds int) board.NewGame {
	return func(t table.Terms, seat int, _ []byte) (table.Game, error) {
		return newSum(seat, len(t.Seats), rounds), nil
	}
}

func open(t testing.TB, name string, seats, rounds int) *board.Local {
	t.Helper()
	l, err := board.Open(name, offerOf(seats), sums(rounds))
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// A player is a seat's process.
type player struct {
	board.Seat
	stop func(*table.Player) bool // to crash
	err  error
}

func newPlayer(b board.Board, number, rounds int) *player {
	p := new(player)
	p.Seat = board.Seat{Board: b, Number: number, Game: sums(rounds), Waits: func(int) {}}
	return p
}

var errCrash = errors.New("crashed")

func (p *player) run(ctx context.Context) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	p.Seat = board.Seat{Board: p.Board, Number: p.Number, Keeper: p.Keeper, Game: p.Game, Waits: p.Waits, Changed: func() {
		if p.stop != nil && p.stop(p.Table) {
			cancel(errCrash)
		}
	}}
	if p.err = p.Play(ctx); p.err != nil && context.Cause(ctx) != nil {
		p.err = context.Cause(ctx)
	}
}

// join takes a seat, or is refused, and returns the terms.
func join(ctx context.Context, b board.Board, number int, waits func(free int)) (table.Terms, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	p := newPlayer(b, number, 1)
	p.Waits, p.Changed = waits, cancel
	err := p.Play(ctx)
	if p.Table != nil {
		err = nil
	}
	return p.Terms, err
}

// start runs players until all have ended.
func start(ctx context.Context, players ...*player) {
	var wg sync.WaitGroup
	for _, p := range players {
		wg.Go(func() { p.run(ctx) })
	}
	wg.Wait()
}

// check checks that all have ended alike, as the audit of the board says.
func check(t testing.TB, b board.Board, rounds int, players ...*player) *table.Table {
	t.Helper()
	posts, err := board.All(t.Context(), b)
	if err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "evidence")
	if err := board.WriteFile(name, posts); err != nil {
		t.Fatal(err)
	}
	held, err := board.ReadFile(name)
	if err != nil || len(held) != len(posts) {
		t.Fatalf("%d posts of %d, %v", len(held), len(posts), err)
	}
	audit, err := board.Audit(held, sums(rounds))
	if err != nil || !audit.Final() {
		t.Fatalf("the audit: %v", err)
	}
	for i, p := range players {
		if p.err != nil || p.Table.Head() != audit.Head() || !audit.Returned(p.Table.Seat()) {
			t.Errorf("player %d: %v, %d places of %d", i, p.err, p.Table.Places(), audit.Places())
		}
	}
	return audit
}

func TestPlay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, "", 3, 5)
		begun := time.Now()
		players := []*player{newPlayer(l, board.AnySeat, 5), newPlayer(l, board.AnySeat, 5), newPlayer(l, board.AnySeat, 5)}
		start(t.Context(), players...)
		if a := check(t, l, 5, players...); a.Round() != 6 || len(a.Outs()) != 0 {
			t.Errorf("round %d, %v", a.Round(), a.Outs())
		}
		if time.Since(begun) > 0 {
			t.Errorf("it took %v, though nobody is slow", time.Since(begun))
		}
	})
}

// One seat says nothing after its hello: the others go on without it, and end.
func TestSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, "", 3, 5)
		players := []*player{newPlayer(l, 0, 5), newPlayer(l, 1, 5), newPlayer(l, 2, 5)}
		players[2].stop = func(t *table.Player) bool { return t.Round() == 2 }
		start(t.Context(), players...)
		a := check(t, l, 5, players[:2]...)
		if outs := a.Outs(); len(outs) != 1 || outs[0].Seat != 2 || outs[0].Why != table.Silent || !errors.Is(players[2].err, errCrash) {
			t.Errorf("%v, %v", outs, players[2].err)
		}
	})
}

// All others go silent at the end: nobody waits for ever.
func TestNotFinal(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, "", 3, 1)
		players := []*player{newPlayer(l, 0, 1), newPlayer(l, 1, 1), newPlayer(l, 2, 1)}
		players[1].Keeper = board.File(filepath.Join(t.TempDir(), "1"))
		for _, p := range players[1:] {
			p.stop = func(t *table.Player) bool { return t.Over() }
		}
		start(t.Context(), players...)
		if !errors.Is(players[0].err, board.ErrNotFinal) {
			t.Error(players[0].err)
		}
		time.Sleep(time.Minute)
		before, _ := board.All(t.Context(), l)
		players[1].stop, players[2].stop = nil, nil
		start(t.Context(), players[1]) // what comes after the board's word doesn't count
		if after, _ := board.All(t.Context(), l); len(after) != len(before) || len(after[len(after)-1].Bytes) != record.HeadSize {
			t.Errorf("%d posts, then %d", len(before), len(after))
		}
	})
}

// Moves are made, and a context ends a game.
func TestMovesAndContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		l := open(t, "", 2, 5)
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		var free []int
		moves, made := make(chan func()), 0
		go func() {
			l.Post(ctx, fmt.Appendf(nil, `{"Seat":1,"Key":"%s"}`, b64(record.GenerateKey().Public())))
			for range 3 {
				moves <- func() { made++ }
			}
		}()
		p := newPlayer(l, 0, 5)
		p.Waits, p.Changed, p.Moves = func(n int) { free = append(free, n) }, func() {}, moves
		if err := p.Play(ctx); !errors.Is(err, context.DeadlineExceeded) || made != 3 || len(free) > 1 {
			t.Errorf("%v, %d moves, free %v", err, made, free)
		}
	})
}

func b64(b []byte) string {
	s, _ := json.Marshal(b)
	return strings.Trim(string(s), `"`)
}

// A file that can't be written, or that another process has changed, ends the program before
// anything is said. A damaged one is refused.
func TestStoreFails(t *testing.T) {
	name := filepath.Join(t.TempDir(), "seat")
	for want, damage := range map[string]func() error{
		"no such file":                func() error { return os.Remove(name) },
		"another process has changed": func() error { return os.WriteFile(name, make([]byte, 33), 0o600) },
	} {
		synctest.Test(t, func(t *testing.T) {
			os.Remove(name)
			l := open(t, "", 2, 1)
			p := newPlayer(l, 0, 1)
			p.Keeper, p.Waits, p.Changed = board.File(name), func(int) {
				l.Post(t.Context(), fmt.Appendf(nil, `{"Seat":1,"Key":"%s"}`, b64(record.GenerateKey().Public())))
				if err := damage(); err != nil {
					t.Fatal(err)
				}
			}, func() {}
			if err := p.Play(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
				t.Error(err)
			}
			if posts, _ := board.All(t.Context(), l); len(posts) != 3 {
				t.Errorf("%d posts", len(posts))
			}
			if left, _ := filepath.Glob(name + "*"); len(left) > 1 {
				t.Errorf("files %v", left)
			}
		})
	}
	os.WriteFile(name, []byte("short"), 0o600)
	p := newPlayer(open(t, "", 2, 1), 0, 1)
	if p.Keeper = board.File(name); p.Play(t.Context()) == nil {
		t.Error("a damaged file is taken")
	}
}

// A piecemeal is a board that shows one post at a time, and refuses those who ask for a seat
// when there is none.
type piecemeal struct{ *board.Local }

func (p piecemeal) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	posts, err := p.Local.Posts(ctx, from, wait)
	return posts[:min(1, len(posts))], err
}

func (p piecemeal) Post(ctx context.Context, b []byte) error {
	before, _ := board.All(ctx, p.Local)
	err := p.Local.Post(ctx, b)
	if after, _ := board.All(ctx, p.Local); len(after) == len(before) && bytes.HasPrefix(b, []byte(`{"Seat":`)) {
		return errors.New("there is no such seat")
	}
	return err
}

// Every seat dies once, at every place, and goes on from its file.
func TestSeatRestarts(t *testing.T) {
	for at := 1; at < 14; at++ {
		synctest.Test(t, func(t *testing.T) {
			dir := t.TempDir()
			l := open(t, "", 3, 3)
			var wg sync.WaitGroup
			var players []*player
			for seat := range 3 {
				p := newPlayer(piecemeal{l}, seat, 3)
				p.Keeper = board.File(filepath.Join(dir, fmt.Sprint(seat)))
				p.stop = func(t *table.Player) bool { return t.Places() >= at }
				players = append(players, p)
				wg.Go(func() {
					p.run(t.Context())
					if !errors.Is(p.err, errCrash) {
						t.Errorf("seat %d didn't die at place %d: %v", seat, at, p.err)
					}
					p.stop = nil
					p.run(t.Context())
				})
			}
			wg.Wait()
			if a := check(t, l, 3, players...); len(a.Outs()) != 0 {
				t.Errorf("at %d: %v", at, a.Outs())
			}
		})
	}
}

func TestLobby(t *testing.T) {
	l := open(t, "", 3, 1)
	keys := []record.Key{record.GenerateKey(), record.GenerateKey(), record.GenerateKey()}
	ask := func(seat int, key []byte) string { return fmt.Sprintf(`{"Seat":%d,"Key":"%s"}`, seat, b64(key)) }
	posts, _ := board.All(t.Context(), l)
	var first board.Offer
	if err := json.Unmarshal(posts[0].Bytes, &first); err != nil {
		t.Fatal(err)
	}
	for i, c := range []struct {
		post string
		want int // posts after it
	}{
		{"", 1}, {"junk", 1}, {string(posts[0].Bytes), 1}, {ask(3, keys[0].Public()), 1}, {ask(-2, keys[0].Public()), 1},
		{ask(0, nil), 1}, {ask(0, keys[0].Public()[:31]), 1}, {ask(0, make([]byte, 32)), 1}, {ask(0, first.Board), 1},
		{ask(1, keys[0].Public()), 2}, {ask(1, keys[0].Public()), 2}, {ask(2, keys[0].Public()), 2}, {ask(1, keys[1].Public()), 2},
		{ask(-1, keys[1].Public()), 3}, {ask(0, keys[2].Public()), 3}, {ask(-1, keys[2].Public()), 4},
		{ask(-1, record.GenerateKey().Public()), 4},
	} {
		if err := l.Post(t.Context(), []byte(c.post)); err != nil {
			t.Fatal(err)
		}
		if posts, _ := board.All(t.Context(), l); len(posts) != c.want {
			t.Errorf("after post %d, %s: %d posts", i, c.post, len(posts))
		}
	}
	terms, err := join(t.Context(), l, board.AnySeat, nil)
	if err == nil {
		t.Error("a fourth sits down")
	}
	for seat, key := range []int{1, 0, 2} {
		if !terms.Seats[seat].Equal(keys[key].Public()) {
			t.Errorf("seat %d has another key", seat)
		}
	}
	at, err := terms.Agreement()
	if digest := at.Digest(); err != nil || len(board.Fingerprint(digest)) != 8*4+7 || !strings.HasPrefix(board.Fingerprint(digest), fmt.Sprintf("%x ", digest[:2])) {
		t.Error(board.Fingerprint(digest), err)
	}
}

// Who doesn't agree doesn't sit, and a seat that is taken is refused.
func TestJoinRefused(t *testing.T) {
	l := open(t, "", 2, 1)
	no := errors.New("no")
	p := newPlayer(l, 0, 1)
	p.Game = func(table.Terms, int, []byte) (table.Game, error) { return nil, no }
	if err := p.Play(t.Context()); !errors.Is(err, no) {
		t.Error(err)
	}
	if _, err := join(t.Context(), l, 2, nil); err == nil {
		t.Error("there is a seat 2")
	}
	ctx, cancel := context.WithCancel(t.Context())
	if _, err := join(ctx, l, 0, func(free int) {
		if free != 1 {
			t.Errorf("%d free seats", free)
		}
		cancel()
	}); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
	if _, err := join(t.Context(), l, 0, nil); err == nil {
		t.Error("seat 0 is taken twice")
	}
	for _, bad := range []board.Offer{{}, offerOf(1), offerOf(65), {Game: []byte("x"), Seats: 2, Longest: 1 << 20, Grace: time.Second}} {
		if _, err := board.Open("", bad, sums(1)); err == nil {
			t.Errorf("%+v is taken", bad)
		}
	}
}

// A server is a board that is served over TCP, and can be restarted.
type server struct {
	t      testing.TB
	name   string
	addr   string
	rounds int
	local  *board.Local
	cancel func()
	ended  chan error
}

func serve(t testing.TB, name string, seats, rounds int) *server {
	t.Helper()
	s := &server{t: t, name: name, addr: "127.0.0.1:0", rounds: rounds}
	s.start(seats)
	t.Cleanup(s.stop)
	return s
}

func (s *server) start(seats int) {
	s.t.Helper()
	s.local = open(s.t, s.name, seats, s.rounds)
	listener, err := net.Listen("tcp", s.addr)
	for wait := 0; err != nil && wait < 100; wait++ {
		time.Sleep(10 * time.Millisecond)
		listener, err = net.Listen("tcp", s.addr)
	}
	if err != nil {
		s.t.Fatal(err)
	}
	s.addr = listener.Addr().String()
	ctx, cancel := context.WithCancel(context.Background())
	s.cancel, s.ended = cancel, make(chan error, 1)
	go func() { s.ended <- tcp.Serve(ctx, s.local, listener) }()
}

func (s *server) stop() {
	s.cancel()
	if err := <-s.ended; err != nil {
		s.t.Error(err)
	}
	s.ended <- nil
	s.local.Close() // as a process that is killed writes nothing more
}

func (s *server) dial() *tcp.Client {
	c := tcp.Dial(s.addr, 10*time.Second)
	s.t.Cleanup(c.Close)
	return c
}

func TestTCP(t *testing.T) {
	s := serve(t, "", 3, 20)
	players := []*player{newPlayer(s.dial(), 2, 20), newPlayer(s.dial(), 1, 20), newPlayer(s.local, 0, 20)}
	start(t.Context(), players...)
	check(t, s.dial(), 20, players...)
	if err := <-s.ended; err != nil { // by itself
		t.Error(err)
	}
	s.ended <- nil
}

// A relay that is killed now and then, also while it writes a post.
func TestRelayRestarts(t *testing.T) {
	for what, damage := range map[string]func(text []byte) []byte{
		"whole":     func(text []byte) []byte { return text },
		"half post": func(text []byte) []byte { return append(text, `{"Number":7,"Sta`...) },
	} {
		t.Run(what, func(t *testing.T) {
			t.Parallel()
			name := filepath.Join(t.TempDir(), "board")
			const rounds = 12
			s := serve(t, name, 3, rounds)
			reached := make(chan bool, 100)
			var players []*player
			for seat := range 3 {
				p := newPlayer(s.dial(), seat, rounds)
				p.Keeper = board.File(fmt.Sprint(name, seat))
				last := 0
				p.stop = func(t *table.Player) bool {
					if r := t.Round(); r%5 == 3 && r > last && seat == 0 {
						last = r
						reached <- true
					}
					return false
				}
				players = append(players, p)
			}
			done := make(chan bool)
			go func() {
				start(t.Context(), players...)
				close(done)
			}()
			restarts := 0
			for ended := false; !ended; {
				select {
				case <-done:
					ended = true
				case <-reached:
					restarts++
					s.stop()
					text, err := os.ReadFile(name)
					if err != nil {
						t.Fatal(err)
					}
					if err := os.WriteFile(name, damage(text), 0o600); err != nil {
						t.Fatal(err)
					}
					time.Sleep(30 * time.Millisecond)
					s.start(3)
				}
			}
			if a := check(t, s.dial(), rounds, players...); len(a.Outs()) != 0 || restarts == 0 || a.Round() != rounds+1 {
				t.Errorf("%d restarts, %v", restarts, a.Outs())
			}
			s.stop()
			s.start(3) // what is over stays so, and isn't served for ever
			check(t, s.dial(), rounds, players...)
			if err := <-s.ended; err != nil {
				t.Error(err)
			}
			s.ended <- nil
		})
	}
}

// A replaced is a board in whose place comes another.
type replaced struct {
	mu    sync.Mutex
	local *board.Local
	gone  chan struct{}
}

func (r *replaced) now() (*board.Local, chan struct{}) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.local, r.gone
}

func (r *replaced) Post(ctx context.Context, b []byte) error {
	l, _ := r.now()
	return l.Post(ctx, b)
}

func (r *replaced) Posts(ctx context.Context, from uint64, wait bool) ([]record.Post, error) {
	l, gone := r.now()
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	go func() {
		select {
		case <-gone:
			cancel(board.ErrRestarted)
		case <-ctx.Done():
		}
	}()
	posts, err := l.Posts(ctx, from, wait)
	if err != nil {
		err = context.Cause(ctx)
	}
	return posts, err
}

// A board that has lost its last posts gets them back from those who have read them.
func TestLostTail(t *testing.T) {
	for lost := 1; lost <= 8; lost++ {
		synctest.Test(t, func(t *testing.T) {
			name := filepath.Join(t.TempDir(), "board")
			r := &replaced{local: open(t, name, 3, 6), gone: make(chan struct{})}
			players := []*player{newPlayer(r, 0, 6), newPlayer(r, 1, 6), newPlayer(r, 2, 6)}
			players[2].Keeper, players[2].stop = board.File(name+"2"), func(t *table.Player) bool { return t.Round() >= 3 }
			var wg sync.WaitGroup
			for _, p := range players[:2] {
				wg.Go(func() { p.run(t.Context()) })
			}
			players[2].run(t.Context())
			synctest.Wait() // the others have read everything
			text, err := os.ReadFile(name)
			if err != nil {
				t.Fatal(err)
			}
			lines := bytes.SplitAfter(text, []byte("\n"))
			whole := len(lines) - 1
			if err := os.WriteFile(name, bytes.Join(lines[:whole-lost], nil), 0o600); err != nil {
				t.Fatal(err)
			}
			r.mu.Lock()
			close(r.gone)
			r.local, r.gone = open(t, name, 3, 6), make(chan struct{})
			r.mu.Unlock()
			synctest.Wait()
			if posts, _ := board.All(t.Context(), r); len(posts) < whole {
				t.Errorf("%d posts of %d are back, of %d that were lost", len(posts), whole, lost)
			}
			players[2].stop = nil
			players[2].run(t.Context())
			wg.Wait()
			if a := check(t, r, 6, players...); len(a.Outs()) != 0 {
				t.Error(a.Outs())
			}
		})
	}
}

// A file that isn't one of this board is refused, and not touched.
func TestBadFiles(t *testing.T) {
	name := filepath.Join(t.TempDir(), "board")
	l := open(t, name, 2, 1)
	start(t.Context(), newPlayer(l, 0, 1), newPlayer(l, 1, 1))
	good, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	lines := bytes.SplitAfter(good, []byte("\n"))
	for what, text := range map[string][]byte{
		"junk":         []byte("junk\n"),
		"a hole":       bytes.Join(slices.Delete(slices.Clone(lines), 2, 3), nil),
		"a bad line":   bytes.Join(append(slices.Clone(lines[:3]), []byte("{}\n"), lines[3]), nil),
		"after an end": slices.Concat(good, bytes.Replace(lines[1], []byte(`"Number":2`), fmt.Appendf(nil, `"Number":%d`, len(lines)), 1)),
		"another":      bytes.Replace(good, []byte(lines[0]), bytes.Replace(lines[0], []byte(`"Bytes":"ey`), []byte(`"Bytes":"eY`), 1), 1),
	} {
		if err := os.WriteFile(name, text, 0o600); err != nil {
			t.Fatal(err)
		}
		if _, err := board.Open(name, offerOf(2), sums(1)); err == nil {
			t.Errorf("%s is taken", what)
		}
	}
	if err := os.WriteFile(name, good, 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := board.Open(name, offerOf(3), sums(1)); err == nil {
		t.Error("another offer is taken")
	}
	if _, err := board.Open(filepath.Join(name, "none"), offerOf(3), sums(1)); err == nil {
		t.Error("no directory, and no error")
	}
}

// An audit finds an end that is cut off, and whatever else was altered.
func TestAudit(t *testing.T) {
	l := open(t, "", 2, 2)
	players := []*player{newPlayer(l, 0, 2), newPlayer(l, 1, 2)}
	start(t.Context(), players...)
	check(t, l, 2, players...)
	posts, _ := board.All(t.Context(), l)
	for n := range posts {
		if _, err := board.Audit(posts[:n], sums(2)); err == nil {
			t.Errorf("an audit of %d posts of %d", n, len(posts))
		}
	}
	for i := range posts {
		for _, at := range []int{0, len(posts[i].Bytes) / 2, len(posts[i].Bytes) - 1} {
			changed := slices.Clone(posts)
			changed[i].Bytes = bytes.Clone(posts[i].Bytes)
			changed[i].Bytes[at] ^= 1
			if _, err := board.Audit(changed, sums(2)); err == nil {
				t.Errorf("byte %d of post %d was changed", at, i)
			}
		}
	}
}

// While three play, others send what they like.
func TestHostileClients(t *testing.T) {
	s := serve(t, "", 3, 15)
	ctx, cancel := context.WithCancel(t.Context())
	var wg sync.WaitGroup
	hostile := func(n int, do func(c net.Conn)) {
		for range n {
			wg.Go(func() {
				for ctx.Err() == nil {
					c, err := net.Dial("tcp", s.addr)
					if err != nil {
						continue
					}
					stop := context.AfterFunc(ctx, func() { c.Close() })
					do(c)
					stop()
					c.Close()
				}
			})
		}
	}
	hold := func(c net.Conn) { io.Copy(io.Discard, c) }
	hostile(300, hold) // more than there may be
	hostile(2, func(c net.Conn) {
		for {
			if _, err := c.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	})
	hostile(2, func(c net.Conn) {
		fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n")
		for {
			if _, err := c.Write(make([]byte, 1<<16)); err != nil {
				return
			}
		}
	})
	hostile(2, func(c net.Conn) { // each of them is a statement, as far as can be seen
		posts, _ := board.All(ctx, s.local)
		b := bytes.Clone(posts[len(posts)-1].Bytes)
		for range 100 {
			b[len(b)-1]++
			if _, err := fmt.Fprintf(c, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n%s", len(b), b); err != nil {
				return
			}
		}
	})
	hostile(2, func(c net.Conn) { // asks for all, and takes nothing
		for range 1000 {
			if _, err := fmt.Fprintf(c, "GET /?from=0&wait=1 HTTP/1.1\r\nHost: x\r\n\r\n"); err != nil {
				return
			}
		}
		<-ctx.Done()
	})
	hostile(2, func(c net.Conn) { // byte by byte
		for {
			if _, err := c.Write([]byte("G")); err != nil {
				return
			}
			time.Sleep(10 * time.Millisecond)
		}
	})
	players := []*player{newPlayer(s.dial(), 0, 15), newPlayer(s.dial(), 1, 15), newPlayer(s.dial(), 2, 15)}
	begun := time.Now()
	start(t.Context(), players...)
	t.Logf("15 rounds took %v", time.Since(begun))
	cancel()
	wg.Wait()
	if a := check(t, s.local, 15, players...); len(a.Outs()) != 0 {
		t.Error(a.Outs())
	}
	posts, _ := board.All(t.Context(), s.local)
	if want := 1 + 3 + 3*15 + 2*3 + 1; len(posts) < want || len(posts) > want+60 {
		t.Errorf("%d posts are kept, not about %d", len(posts), want)
	}
}

// A client is told once that the board was restarted.
func TestRestarted(t *testing.T) {
	s := serve(t, filepath.Join(t.TempDir(), "board"), 2, 1)
	c := s.dial()
	for _, want := range []error{nil, board.ErrRestarted, nil} {
		if posts, err := c.Posts(t.Context(), 1, false); !errors.Is(err, want) || err == nil && len(posts) != 1 {
			t.Errorf("%d posts, %v, not %v", len(posts), err, want)
		}
		if want == nil {
			s.stop()
			s.start(2)
		}
	}
}

// Of too many connections, those are closed that have asked for nothing. One that sends too
// much is closed as well.
func TestConnections(t *testing.T) {
	s := serve(t, "", 2, 1)
	dial := func() net.Conn {
		c, err := net.Dial("tcp", s.addr)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { c.Close() })
		c.SetDeadline(time.Now().Add(10 * time.Second))
		return c
	}
	good := dial()
	answers := bufio.NewReader(good)
	ask := func() {
		t.Helper()
		fmt.Fprintf(good, "GET /?from=1 HTTP/1.1\r\nHost: x\r\n\r\n")
		resp, err := http.ReadResponse(answers, nil)
		if err != nil {
			t.Fatal(err)
		}
		io.Copy(io.Discard, resp.Body)
	}
	ask()
	var silent []net.Conn
	for range 300 {
		silent = append(silent, dial())
	}
	if _, err := silent[0].Read(make([]byte, 1)); err != io.EOF && !errors.Is(err, syscall.ECONNRESET) {
		t.Errorf("the oldest silent one: %v", err)
	}
	ask()

	flood := dial()
	fmt.Fprintf(flood, "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999\r\n\r\n")
	sent := 0
	for n, err := 0, error(nil); err == nil && sent < 1<<28; sent += n {
		n, err = flood.Write(make([]byte, 1<<16))
	}
	if sent >= 1<<28 {
		t.Errorf("%d bytes were taken", sent)
	}
}

// A board that isn't there, or isn't one.
func TestNoBoard(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	gone := tcp.Dial(l.Addr().String(), time.Hour)
	l.Close()
	if _, err := join(t.Context(), gone, 0, nil); err == nil {
		t.Error("there is a board")
	}
	l, err = net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	go func() {
		for {
			c, err := l.Accept()
			if err != nil {
				return
			}
			c.Read(make([]byte, 1000))
			fmt.Fprintf(c, "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n[]")
			c.Close()
		}
	}()
	if _, err := join(t.Context(), tcp.Dial(l.Addr().String(), time.Hour), 0, nil); err == nil || !strings.Contains(err.Error(), "something else") {
		t.Error(err)
	}
	liar := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Board", "liar")
		io.WriteString(w, `[{"Number":5,"Stamp":1,"Bytes":""}]`)
	}))
	defer liar.Close()
	c := tcp.Dial(strings.TrimPrefix(liar.URL, "http://"), time.Hour)
	defer c.Close()
	if posts, err := c.Posts(t.Context(), 4, false); err == nil {
		t.Error(posts)
	}
}
