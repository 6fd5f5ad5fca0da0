package bulletin_test

import (
	"bytes"
	"crypto/ed25519"
	"encoding/binary"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// calm is patient enough for any machine.
const calm = 5 * time.Minute

var limits = bulletin.Limits{Label: "test/v1", MaxLen: 1000, MaxPosts: 200, MaxBytes: 20000, Burst: 100, Rate: 1000, Send: calm}

// open opens a board until the test ends.
func open(t testing.TB, limits bulletin.Limits, seats int) *bulletin.Board {
	t.Helper()
	b, err := bulletin.Listen("127.0.0.1:0", limits, seats, []byte("terms"))
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	work.Go(func() { run(t, b) })
	t.Cleanup(func() {
		b.Close()
		work.Wait()
	})
	return b
}

func run(t testing.TB, b *bulletin.Board) {
	if err := b.Run(); err != nil {
		t.Error(err)
	}
}

// key is that of a seat.
func key(seat int) ed25519.PrivateKey {
	return ed25519.NewKeyFromSeed(bytes.Repeat([]byte{byte(seat + 1)}, ed25519.SeedSize))
}

func guest(addr string, seat int) bulletin.Guest {
	return bulletin.Guest{
		Addr: addr, Seat: seat, Key: key(seat), Arrival: calm,
		Agree: func(int, []byte) error { return nil },
		Waits: func(int) {},
	}
}

// fill seats so many clients.
func fill(t testing.TB, addr string, limits bulletin.Limits, seats int) []*bulletin.Client {
	t.Helper()
	clients, errs := make([]*bulletin.Client, seats), make([]error, seats)
	var work sync.WaitGroup
	for i := range clients {
		work.Go(func() { clients[i], errs[i] = bulletin.Join(guest(addr, i), limits) })
	}
	work.Wait()
	if err := errors.Join(errs...); err != nil {
		t.Fatal(err)
	}
	for _, c := range clients {
		t.Cleanup(func() { c.Close(0) })
	}
	return clients
}

// next returns so many posts.
func next(t testing.TB, c *bulletin.Client, n int) (posts []bulletin.Post) {
	t.Helper()
	late := time.After(calm)
	for range n {
		select {
		case p, ok := <-c.Posts():
			if !ok {
				t.Fatalf("after %d posts: %v", len(posts), c.Err())
			}
			posts = append(posts, p)
		case <-late:
			t.Fatalf("only %d posts", len(posts))
		}
	}
	return posts
}

// ends waits for a client's end.
func ends(t testing.TB, c *bulletin.Client, want error) {
	t.Helper()
	late := time.After(calm)
	for {
		select {
		case _, ok := <-c.Posts():
			if ok {
				continue
			}
			if !errors.Is(c.Err(), want) {
				t.Errorf("%v, want %v", c.Err(), want)
			}
		case <-late:
			t.Errorf("the client goes on")
		}
		return
	}
}

func publish(t testing.TB, c *bulletin.Client, message string) {
	t.Helper()
	if err := c.Publish([]byte(message)); err != nil {
		t.Fatal(err)
	}
}

func text(posts []bulletin.Post) string {
	var b strings.Builder
	for _, p := range posts {
		fmt.Fprintf(&b, "%d:%s ", p.Seat, p.Message)
	}
	return b.String()
}

// All read the same in the same order, those who publish among them.
func TestOneOrder(t *testing.T) {
	const seats, each = 4, 25
	clients := fill(t, open(t, limits, seats).Addr(), limits, seats)
	var work sync.WaitGroup
	for i, c := range clients {
		work.Go(func() {
			for n := range each {
				if err := c.Publish(fmt.Append(nil, i, " says ", n)); err != nil {
					t.Error(err)
				}
			}
		})
	}
	work.Wait()
	first := text(next(t, clients[0], seats*each))
	for i, c := range clients {
		if i > 0 {
			if got := text(next(t, c, seats*each)); got != first {
				t.Errorf("seat %d reads %s, and seat 0 %s", i, got, first)
			}
		}
		keys := c.Keys()
		for seat, k := range keys {
			if !k.Equal(key(seat).Public()) {
				t.Errorf("seat %d: the key of seat %d is %x", i, seat, k)
			}
		}
		if c.Seat() != i || len(keys) != seats {
			t.Errorf("seat %d of %d, not %d", c.Seat(), len(keys), i)
		}
	}
	for seat := range seats {
		at := -1
		for n := range each {
			i := strings.Index(first, fmt.Sprintf("%d:%d says %d ", seat, seat, n))
			if i < at || i < 0 {
				t.Errorf("post %d of seat %d is at %d, the one before at %d", n, seat, i, at)
			}
			at = i
		}
	}
}

// A process that died comes back with its key, and reads all from the first post on.
func TestRestart(t *testing.T) {
	b := open(t, limits, 2)
	clients := fill(t, b.Addr(), limits, 2)
	publish(t, clients[1], "one")
	publish(t, clients[0], "zero")
	next(t, clients[1], 2)
	clients[1].Close(0) // without a farewell that could be heard
	publish(t, clients[0], "meanwhile")
	next(t, clients[0], 3)

	g := guest(b.Addr(), bulletin.AnySeat)
	g.Key = key(1)
	again, err := bulletin.Join(g, limits)
	if err != nil {
		t.Fatal(err)
	}
	defer again.Close(0)
	if n := again.Behind(); n != 3 {
		t.Errorf("%d posts were there before", n)
	}
	publish(t, again, "two")
	want := "1:one 0:zero 0:meanwhile 1:two "
	if got := text(next(t, again, 4)); got != want && got != "0:zero 1:one 0:meanwhile 1:two " || again.Seat() != 1 {
		t.Errorf("seat %d reads %s", again.Seat(), got)
	}
	if got := text(next(t, clients[0], 1)); got != "1:two " {
		t.Errorf("seat 0 reads %s", got)
	}
}

// A relay that was killed goes on from its file, whatever it was just writing.
func TestKeep(t *testing.T) {
	file := filepath.Join(t.TempDir(), "board")
	keep := func(addr string, terms string) (*bulletin.Board, error) {
		b, err := bulletin.Listen(addr, limits, 2, []byte(terms))
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(b.Close)
		return b, b.Keep(file)
	}
	b, err := keep(clitest.Loopback(), "terms")
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	work.Go(func() { run(t, b) })
	clients := fill(t, b.Addr(), limits, 2)
	publish(t, clients[0], "before")
	before := text(next(t, clients[1], 1))
	next(t, clients[0], 1)
	b.Close()
	work.Wait()
	half, err := os.OpenFile(file, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	half.Write([]byte{0, 0, 0, 7, 3, 1, 'h'})
	half.Close()

	if _, err := keep("127.0.0.1:0", "other terms"); err == nil || !strings.HasSuffix(err.Error(), "it is of another table") {
		t.Error(err)
	}
	publish(t, clients[1], "meanwhile")
	if b, err = keep(b.Addr(), "terms"); err != nil {
		t.Fatal(err)
	}
	work.Go(func() { run(t, b) })
	defer work.Wait()
	defer b.Close()
	publish(t, clients[0], "after")
	after := text(next(t, clients[1], 2))
	if got := text(next(t, clients[0], 2)); got != after || !strings.Contains(after, "1:meanwhile") || !strings.Contains(after, "0:after") {
		t.Errorf("%s, not %s after %s", got, after, before)
	}
	if _, err := keep("127.0.0.1:0", "terms"); err != nil { // with all entries
		t.Error(err)
	}
	b.Close()
	work.Wait()
	held, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for at := range held[:len(held)-10] {
		damaged := bytes.Clone(held)
		damaged[at] ^= 0x80
		os.WriteFile(file, damaged, 0o600)
		keep("127.0.0.1:0", "terms") // which doesn't panic
	}
}

// A board that can't be kept ends.
func TestCannotKeep(t *testing.T) {
	b, err := bulletin.Listen("127.0.0.1:0", limits, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	for _, name := range []string{t.TempDir(), "/dev/zero"} {
		if err := b.Keep(name); err == nil {
			t.Errorf("%s keeps a board", name)
		}
	}
	if err := b.Keep(filepath.Join(t.TempDir(), "board")); err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	work.Go(func() { err = b.Run() })
	clients := fill(t, b.Addr(), limits, 2)
	b.CloseFile()
	publish(t, clients[0], "lost")
	work.Wait()
	if !errors.Is(err, os.ErrClosed) {
		t.Error(err)
	}
}

// Connections that are cut at any byte lose nothing and repeat nothing.
func TestCutConnections(t *testing.T) {
	const each = 60
	b := open(t, limits, 2)
	cut := cutter(t, b.Addr())
	g := guest(cut, 1)
	var clients [2]*bulletin.Client
	var errs [2]error
	var work sync.WaitGroup
	work.Go(func() { clients[0], errs[0] = bulletin.Join(guest(b.Addr(), 0), limits) })
	work.Go(func() {
		for range 20 { // the first connection is made once
			if clients[1], errs[1] = bulletin.Join(g, limits); errs[1] == nil {
				return
			}
		}
	})
	work.Wait()
	if err := errors.Join(errs[:]...); err != nil {
		t.Fatal(err)
	}
	defer clients[0].Close(0)
	defer clients[1].Close(0)
	var texts [2]string
	for i, c := range clients {
		work.Go(func() {
			for n := range each {
				if err := c.Publish(fmt.Append(nil, i, strings.Repeat(".", n), n)); err != nil {
					t.Error(err)
				}
			}
		})
		work.Go(func() {
			for range 2 * each {
				p, ok := <-c.Posts()
				if !ok {
					t.Error(c.Err())
					return
				}
				texts[i] += text([]bulletin.Post{p})
			}
		})
	}
	work.Wait()
	if texts[0] != texts[1] || strings.Count(texts[0], " ") != 2*each {
		t.Errorf("seat 0 reads %s, seat 1 %s", texts[0], texts[1])
	}
	for seat := range 2 {
		for n := range each {
			if strings.Count(texts[0], fmt.Sprintf("%d:%d%s%d ", seat, seat, strings.Repeat(".", n), n)) != 1 {
				t.Errorf("post %d of seat %d isn't there once", n, seat)
			}
		}
	}
}

// Seats are taken by key, whoever comes; nobody takes another's, before or after the
// table is full.
func TestSeats(t *testing.T) {
	b := open(t, limits, 3)
	refused := func(g bulletin.Guest, reason string) {
		t.Helper()
		c, err := bulletin.Join(g, limits)
		if err == nil {
			c.Close(0)
		}
		if !errors.Is(err, bulletin.ErrRefused) || !strings.Contains(err.Error(), reason) {
			t.Errorf("%v, want %s", err, reason)
		}
	}
	refused(guest(b.Addr(), 3), "the table has 3 seats, and no seat 3")

	waits := make(chan int, 10)
	g := guest(b.Addr(), 0)
	g.Waits = func(free int) { waits <- free }
	var first *bulletin.Client
	var err error
	var work sync.WaitGroup
	work.Go(func() { first, err = bulletin.Join(g, limits) })
	if n := <-waits; n != 2 {
		t.Errorf("%d seats are free", n)
	}
	thief := guest(b.Addr(), 0)
	thief.Key = key(7)
	refused(thief, "seat 0 is taken")
	twice := guest(b.Addr(), 1)
	twice.Key = key(0)
	refused(twice, "this key has seat 0")

	// Another one comes, and goes before the table is full: its seat is free again.
	gone := sitAs(t, b.Addr(), 1, key(7))
	for _, want := range []int{1, 2} {
		if n := <-waits; n != want {
			t.Errorf("%d seats are free, want %d", n, want)
		}
		gone.Close()
	}
	others := make([]*bulletin.Client, 2)
	for i := range others {
		work.Go(func() {
			g := guest(b.Addr(), bulletin.AnySeat)
			g.Key = key(i + 1)
			var errJoin error
			if others[i], errJoin = bulletin.Join(g, limits); errJoin != nil {
				t.Error(errJoin)
			}
		})
	}
	work.Wait()
	if err != nil || t.Failed() {
		t.Fatal(err)
	}
	defer first.Close(0)
	seats := []int{first.Seat()}
	for _, c := range others {
		defer c.Close(0)
		seats = append(seats, c.Seat())
	}
	if slices.Sort(seats); !slices.Equal(seats, []int{0, 1, 2}) {
		t.Errorf("seats %v", seats)
	}
	refused(thief, "seat 0 is taken")
	thief.Seat = bulletin.AnySeat
	refused(thief, "all seats are taken")
}

// A reserved seat is for its key only, and is kept for it while it is away.
func TestReserved(t *testing.T) {
	b, err := bulletin.Listen("127.0.0.1:0", limits, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	b.Reserve(0, key(0).Public().(ed25519.PublicKey))
	var work sync.WaitGroup
	work.Go(func() { run(t, b) })
	defer work.Wait()
	defer b.Close()
	thief := guest(b.Addr(), 0)
	thief.Key = key(7)
	refused := func() {
		t.Helper()
		if _, err := bulletin.Join(thief, limits); !errors.Is(err, bulletin.ErrRefused) {
			t.Error(err)
		}
	}
	refused()
	brief := guest(b.Addr(), 0)
	brief.Arrival = time.Second / 4
	if _, err := bulletin.Join(brief, limits); !errors.Is(err, wire.ErrNobody) {
		t.Error(err)
	}
	refused()
	fill(t, b.Addr(), limits, 2)
}

// What the players must know before they sit down.
func TestTerms(t *testing.T) {
	b := open(t, limits, 2)
	g := guest(b.Addr(), 0)
	no := errors.New("no")
	g.Agree = func(seats int, terms []byte) error {
		if seats != 2 || string(terms) != "terms" {
			t.Errorf("%d seats, %s", seats, terms)
		}
		return no
	}
	if _, err := bulletin.Join(g, limits); err != no {
		t.Error(err)
	}
	other := limits
	other.Label = "test/v2"
	if _, err := bulletin.Join(guest(b.Addr(), 0), other); !errors.Is(err, bulletin.ErrRelay) {
		t.Error(err)
	}
	if b, err := bulletin.Listen("127.0.0.1:0", limits, 2, make([]byte, 1025)); err == nil {
		b.Close()
		t.Error("terms without a bound")
	}
}

// A seat gets no more than its share, whether its client keeps to it or not.
func TestTooMuch(t *testing.T) {
	few := limits
	few.MaxPosts, few.MaxBytes = 3, 1500
	b := open(t, few, 2)
	generous := limits // what a hostile client thinks it may do
	clients := fill(t, b.Addr(), generous, 2)
	for range 4 {
		publish(t, clients[0], "post")
	}
	ends(t, clients[0], bulletin.ErrRefused)
	publish(t, clients[1], strings.Repeat("x", 1000))
	next(t, clients[1], 4)
	publish(t, clients[1], strings.Repeat("x", 501))
	ends(t, clients[1], bulletin.ErrRefused)

	b = open(t, limits, 2)
	clients = fill(t, b.Addr(), few, 2)
	for range 3 {
		publish(t, clients[0], "post")
	}
	for _, err := range []error{clients[0].Publish([]byte("post")), clients[1].Publish(make([]byte, 1000)), clients[1].Publish(make([]byte, 501))} {
		if err != nil && err != bulletin.ErrFull {
			t.Error(err)
		}
	}
	if err := clients[1].Publish(make([]byte, 501)); err != bulletin.ErrFull {
		t.Error(err)
	}
	if err := clients[1].Publish(nil); err == nil {
		t.Error("an empty post")
	}
	if err := clients[1].Publish(make([]byte, few.MaxLen+1)); err == nil {
		t.Error("a post that is too long")
	}
}

// A seat that floods is slowed down, and the others aren't.
func TestRate(t *testing.T) {
	slow := limits
	slow.Burst, slow.Rate, slow.MaxPosts = 10, 20, 2000
	clients := fill(t, open(t, slow, 2).Addr(), slow, 2)
	begun := time.Now()
	const flood = 1500 // of which the loop below hears some
	for range flood {
		publish(t, clients[0], "flood")
	}
	publish(t, clients[1], "hello")
	flooded := 0
	for heard := false; !heard || flooded < 30; {
		if next(t, clients[1], 1)[0].Seat == 1 {
			heard = true
		} else if flooded++; flooded == flood && !heard {
			t.Fatal("one waits for the other's flood")
		}
	}
	if took := time.Since(begun); took < 900*time.Millisecond {
		t.Errorf("%d posts take %v", flooded, took)
	}
}

// A client that reads nothing costs nobody anything, and loses nothing.
func TestSlowReader(t *testing.T) {
	clitest.Patiently(t, time.Second/2, func(t testing.TB, send time.Duration) {
		roomy := limits
		roomy.MaxLen, roomy.MaxPosts, roomy.MaxBytes, roomy.Burst, roomy.Send = 1<<20, 100, 1<<26, 100, send
		clients := fill(t, open(t, roomy, 2).Addr(), roomy, 2)
		for n := range 40 { // more than sockets buffer
			if err := clients[0].Publish(bytes.Repeat([]byte{byte(n + 1)}, 1<<20)); err != nil {
				t.Fatal(err)
			}
		}
		next(t, clients[0], 40)
		time.Sleep(2 * roomy.Send) // the relay gives up the other connection meanwhile
		for n, p := range next(t, clients[1], 40) {
			if p.Seat != 0 || len(p.Message) != 1<<20 || p.Message[0] != byte(n+1) {
				t.Errorf("post %d: seat %d, %d bytes", n, p.Seat, len(p.Message))
			}
		}
	})
}

// Close waits for what was published, and is heard by the board.
func TestClose(t *testing.T) {
	b := open(t, limits, 3)
	clients := fill(t, b.Addr(), limits, 3)
	for range 50 {
		publish(t, clients[0], "last words")
	}
	clients[0].Close(calm)
	if err := clients[0].Publish([]byte("after")); err != bulletin.ErrClosed {
		t.Error(err)
	}
	next(t, clients[1], 50)
	drained := make(chan struct{})
	go func() {
		if err := b.Drain(calm, calm); err != nil {
			t.Error(err)
		}
		close(drained)
	}()
	select {
	case <-drained:
		t.Error("drained with a seat at the table")
	case <-time.After(50 * time.Millisecond):
	}
	clients[1].Close(calm)
	clients[2].Close(calm) // which hasn't read anything
	select {
	case <-drained:
	case <-time.After(calm):
		t.Error("not drained when all have left")
	}
}

// A seat that leaves while others publish is heard, too: what it hasn't read when its
// connection ends doesn't take its farewell with it.
func TestCloseAmongPosts(t *testing.T) {
	roomy := limits
	roomy.MaxBytes, roomy.Rate, roomy.Burst = 1<<20, 1e6, 1000
	b := open(t, roomy, 3)
	clients := fill(t, b.Addr(), roomy, 3)
	var work sync.WaitGroup
	for _, c := range clients {
		work.Go(func() {
			for range 150 {
				c.Publish(make([]byte, 1000)) // until it has closed
			}
		})
		work.Go(func() {
			<-c.Posts()
			c.Close(calm)
		})
	}
	work.Wait()
	begun := time.Now()
	b.Drain(calm, calm)
	if took := time.Since(begun); took > calm/2 {
		t.Errorf("drained in %v", took)
	}
}

// Drain waits for a seat that may come back, and not for ever; nor for one that sits and
// says nothing.
func TestDrain(t *testing.T) {
	clitest.Patiently(t, 300*time.Millisecond, func(t testing.TB, grace time.Duration) {
		b := open(t, limits, 2)
		conns := []*wire.Conn{sit(t, b.Addr(), 0), sit(t, b.Addr(), 1)}
		begun := time.Now()
		conns[0].Close() // which the board hears soon
		b.Drain(grace, grace/3)
		if took := time.Since(begun); took < grace || took > 20*grace {
			t.Errorf("drained in %v", took)
		}
	})
}

// sit takes a seat by hand, and returns its connection before the table begins.
func sit(t testing.TB, addr string, seat int) *wire.Conn {
	t.Helper()
	return sitAs(t, addr, seat, key(seat))
}

func sitAs(t testing.TB, addr string, seat int, key ed25519.PrivateKey) *wire.Conn {
	t.Helper()
	conn, err := wire.Dial(addr, calm)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { conn.Close() })
	frame, err := conn.Receive(2000)
	if err != nil {
		t.Fatal(err)
	}
	if err := conn.Send(bulletin.NewHello(seat, key, 0, limits.Label, frame[1:33])); err != nil {
		t.Fatal(err)
	}
	if _, err := conn.Receive(2000); err != nil {
		t.Fatal(err)
	}
	return conn
}

func post(number int, message string) []byte {
	return append(binary.BigEndian.AppendUint32(nil, uint32(number)), message...)
}

// A seat whose frames aren't those of a client loses its connection; the others play on.
func TestBadFrames(t *testing.T) {
	for what, frames := range map[string][][]byte{
		"gap":       {post(0, "a"), post(2, "c")},
		"short":     {{0, 0, 0}},
		"no post":   {post(0, "")},
		"too long":  {make([]byte, 4+limits.MaxLen+1)},
		"number":    {post(-1, "last")},
		"again":     {post(0, "a"), post(0, "a")},
		"too early": nil,
	} {
		t.Run(what, func(t *testing.T) {
			b := open(t, limits, 2)
			bad := sit(t, b.Addr(), 0)
			if what == "too early" {
				bad.Send(post(0, "early"))
				if reason := refusal(t, bad); reason != "the table isn't full yet" {
					t.Error(reason)
				}
				return
			}
			honest, err := bulletin.Join(guest(b.Addr(), 1), limits)
			if err != nil {
				t.Fatal(err)
			}
			defer honest.Close(0)
			for _, f := range frames {
				bad.Send(f)
			}
			refusal(t, bad)
			publish(t, honest, "on")
			for p := range honest.Posts() {
				if p.Seat == 1 {
					break
				}
				if string(p.Message) != "a" {
					t.Errorf("%q", p.Message)
				}
			}
		})
	}
}

// refusal waits for the end of a connection, and returns the relay's reason for it.
func refusal(t testing.TB, conn *wire.Conn) (reason string) {
	t.Helper()
	for {
		frame, err := conn.Receive(1 << 12)
		if errors.Is(err, wire.ErrSilent) {
			t.Fatal("the connection goes on")
		}
		if err != nil {
			return reason
		}
		if frame[0] == bulletin.Refusal {
			reason = string(frame[1:])
		}
	}
}

// A seat that connects again loses its older connection, which may be dead.
func TestConnectsAgain(t *testing.T) {
	b := open(t, limits, 2)
	old := sit(t, b.Addr(), 0)
	sit(t, b.Addr(), 1)
	again := sit(t, b.Addr(), 0)
	refusal(t, old)
	if err := again.Send(post(0, "here")); err != nil {
		t.Fatal(err)
	}
	for frame := []byte{}; len(frame) == 0 || frame[0] != bulletin.Posted; {
		var err error
		if frame, err = again.Receive(1 << 12); err != nil {
			t.Fatal(err)
		}
	}
}

// A hello counts for one connection, from the holder of the key, and for posts that are there.
func TestHello(t *testing.T) {
	b := open(t, limits, 2)
	hear := func(hello func(challenge []byte) []byte) []byte {
		t.Helper()
		conn, err := wire.Dial(b.Addr(), calm)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		frame, err := conn.Receive(1 << 12)
		if err != nil {
			t.Fatal(err)
		}
		conn.Send(hello(frame[1:33]))
		frame, err = conn.Receive(1 << 12)
		if errors.Is(err, wire.ErrSilent) {
			t.Error(err)
		}
		return frame
	}
	good := func(c []byte) []byte { return bulletin.NewHello(0, key(0), 0, limits.Label, c) }
	for what, hello := range map[string]func(c []byte) []byte{
		"another connection": func([]byte) []byte { return good(make([]byte, 32)) },
		"another label":      func(c []byte) []byte { return bulletin.NewHello(0, key(0), 0, "test/v2", c) },
		"another seat":       func(c []byte) []byte { h := good(c); h[0] = 1; return h },
		"another key":        func(c []byte) []byte { h := good(c); copy(h[1:], keys(1)); return h },
		"another number":     func(c []byte) []byte { h := good(c); h[36]++; return h },
		"longer":             func(c []byte) []byte { return append(good(c), 0) },
		"shorter":            func(c []byte) []byte { return good(c)[1:] },
	} {
		if frame := hear(hello); frame != nil {
			t.Errorf("%s: %q", what, frame)
		}
	}
	if frame := hear(func(c []byte) []byte { return bulletin.NewHello(0, key(0), 1, limits.Label, c) }); len(frame) == 0 || frame[0] != bulletin.Refusal {
		t.Errorf("a post that doesn't exist: %q", frame)
	}
	if frame := hear(good); !bytes.Equal(frame, []byte{bulletin.Waiting, 1}) {
		t.Errorf("%q", frame)
	}
}

// Of connections that say nothing, the oldest goes for the next one.
func TestIdle(t *testing.T) {
	b := open(t, limits, 2)
	var idle []*wire.Conn
	for range 5 {
		conn, err := wire.Dial(b.Addr(), calm)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if _, err := conn.Receive(1 << 12); err != nil {
			t.Fatal(err)
		}
		idle = append(idle, conn)
	}
	refusal(t, idle[0])
	if err := idle[4].Send(nil); err != nil {
		t.Error(err)
	}
}

// Connections that say nothing, or anything else than a hello, take nobody's place: a
// table fills while hundreds of them come and stay.
func TestStrangers(t *testing.T) {
	b := open(t, limits, 3)
	stop := make(chan struct{})
	var work sync.WaitGroup
	work.Go(func() {
		for i := range 500 {
			select {
			case <-stop:
				return
			case <-time.After(2 * time.Millisecond):
			}
			conn, err := wire.Dial(b.Addr(), calm)
			if err != nil {
				continue
			}
			work.Go(func() {
				<-stop
				conn.Close()
			})
			switch i % 4 {
			case 0:
				conn.Send([]byte("GET / HTTP/1.1"))
			case 1: // another's seat, signed by nobody, or for another connection
				forged := bulletin.NewHello(1, key(1), 0, limits.Label, make([]byte, 32))
				conn.Send(forged)
			case 2:
				conn.Send(bytes.Repeat([]byte{0xff}, 133))
			}
		}
	})
	defer work.Wait()
	defer close(stop)
	var clients [3]*bulletin.Client
	var seating sync.WaitGroup
	for i := range clients {
		seating.Go(func() {
			for clients[i] == nil { // one may be sent away for a newer one before it has asked
				clients[i], _ = bulletin.Join(guest(b.Addr(), i), limits)
			}
		})
	}
	seating.Wait()
	for _, c := range clients {
		defer c.Close(0)
		publish(t, c, "here")
	}
	next(t, clients[0], 3)
}

// A half frame keeps a connection for the time of one message, and nobody else's.
func TestHalfFrame(t *testing.T) {
	clitest.Patiently(t, time.Second/2, func(t testing.TB, send time.Duration) {
		brief := limits
		brief.Send = send
		b := open(t, brief, 2)
		var honest *bulletin.Client
		var err error
		var work sync.WaitGroup
		work.Go(func() { honest, err = bulletin.Join(guest(b.Addr(), 1), brief) })
		tcp, half := halfway(t, b.Addr())
		defer tcp.Close()
		work.Wait()
		if err != nil {
			t.Fatal(err)
		}
		defer honest.Close(0)
		publish(t, honest, "on")
		next(t, honest, 1)
		begun := time.Now()
		refusal(t, half)
		if took := time.Since(begun); took > 20*send {
			t.Errorf("half a frame holds for %v", took)
		}
		again := guest(b.Addr(), 0)
		c, err := bulletin.Join(again, brief)
		if err != nil {
			t.Fatal(err)
		}
		c.Close(0)
	})
}

// Drain waits for a table to fill, and says if it hasn't; unless it can't, as the holder of
// a reserved seat is gone.
func TestDrainEmpty(t *testing.T) {
	b := open(t, limits, 2)
	drained := func(grace, idle time.Duration, want string) {
		t.Helper()
		begun, least := time.Now(), max(grace, idle)
		if err := b.Drain(grace, idle); err == nil || err.Error() != want {
			t.Errorf("%v, not %s", err, want)
		}
		if took := time.Since(begun); least < calm && took < least || took > calm/2 {
			t.Errorf("drained in %v", took)
		}
	}
	drained(time.Millisecond, 300*time.Millisecond, "nobody came to the table")
	sit(t, b.Addr(), 1)
	drained(time.Millisecond, 300*time.Millisecond, "of 2 players, only 1 came to the table")

	b, err := bulletin.Listen("127.0.0.1:0", limits, 2, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	b.Reserve(0, key(0).Public().(ed25519.PublicKey))
	drained(0, calm, "nobody came to the table")
}
