package bulletin_test

import (
	"crypto/ed25519"
	"errors"
	"io"
	"math/rand/v2"
	"net"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/bulletin"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/internal/field"
)

// cutter returns an address whose connections go to another one, and are cut after some
// bytes in either direction.
func cutter(t *testing.T, addr string) string {
	t.Helper()
	l, err := net.Listen("tcp", clitest.Loopback())
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(1, 2))
	var work sync.WaitGroup
	t.Cleanup(func() {
		l.Close()
		work.Wait()
	})
	work.Go(func() {
		for {
			a, err := l.Accept()
			if err != nil {
				return
			}
			b, err := net.Dial("tcp", addr)
			if err != nil {
				a.Close()
				continue
			}
			there, back := 200+r.Int64N(1500), 300+r.Int64N(2000)
			pass := func(to, from net.Conn, most int64) {
				io.CopyN(to, from, most)
				a.Close()
				b.Close()
			}
			work.Go(func() { pass(b, a, there) })
			work.Go(func() { pass(a, b, back) })
		}
	})
	return l.Addr().String()
}

// halfway takes seat 0 and sends half a frame, once the table has begun.
func halfway(t testing.TB, addr string) (net.Conn, *wire.Conn) {
	t.Helper()
	tcp, err := net.Dial("tcp", addr)
	if err != nil {
		t.Fatal(err)
	}
	conn := wire.New(tcp, calm)
	frame, err := conn.Receive(2000)
	if err == nil {
		err = conn.Send(bulletin.NewHello(0, key(0), 0, limits.Label, frame[1:33]))
	}
	for err == nil && frame[0] != bulletin.Begun {
		frame, err = conn.Receive(2000)
	}
	if err != nil {
		t.Fatal(err)
	}
	tcp.Write([]byte{0, 0, 1, 0, 'h', 'a', 'l', 'f'})
	return tcp, conn
}

// A script is what a hostile relay sends on one connection, after its greeting. At nil, it
// ends the connection.
type script [][]byte

// hostile is a relay that greets as the real one does, reads a hello, and then follows a
// script for each connection.
func hostile(t testing.TB, scripts ...script) string {
	t.Helper()
	l, err := wire.Listen(clitest.Loopback())
	if err != nil {
		t.Fatal(err)
	}
	var work sync.WaitGroup
	t.Cleanup(func() {
		l.Close()
		work.Wait()
	})
	work.Go(func() {
		for _, s := range scripts {
			conn, err := l.Accept(calm, calm)
			if err != nil {
				return
			}
			frame := append([]byte{bulletin.Greeting}, make([]byte, 32)...)
			frame = append(field.Append(frame, limits.Label), 2)
			conn.Send(field.Append(frame, "terms"))
			conn.Receive(1000)
			cut := false
			for _, f := range s {
				if cut = f == nil; !cut {
					conn.Send(f)
				}
			}
			if cut {
				time.Sleep(20 * time.Millisecond) // the client's bytes would make the end of these an error
				conn.Close()
				continue
			}
			work.Go(func() { // until the client goes
				for {
					if _, err := conn.Receive(1 << 20); err != nil && !errors.Is(err, wire.ErrSilent) {
						conn.Close()
						return
					}
				}
			})
		}
		l.Close()
	})
	return l.Addr()
}

func keys(seats ...int) (all []byte) {
	for _, s := range seats {
		all = append(all, key(s).Public().(ed25519.PublicKey)...)
	}
	return all
}

// begins is how a relay begins for a seat of which it has so many posts.
func begins(seat, kept byte, keys []byte) []byte {
	return slices.Concat([]byte{bulletin.Begun, seat, 0, 0, 0, kept, 0, 0, 0, kept}, keys)
}

// Whatever a relay sends, a client ends with an error, and takes no more than it may.
func TestHostileRelay(t *testing.T) {
	good := begins(0, 0, keys(0, 1))
	flood := script{good}
	for range limits.MaxPosts + 1 {
		flood = append(flood, []byte{bulletin.Posted, 1, 'x'})
	}
	big := script{good}
	for range limits.MaxBytes/limits.MaxLen + 1 {
		big = append(big, append([]byte{bulletin.Posted, 1}, make([]byte, limits.MaxLen)...))
	}
	for what, scripts := range map[string][]script{
		"empty frame":    {{good, {}}},
		"unknown frame":  {{good, {99}}},
		"greets twice":   {{good, {bulletin.Greeting}}},
		"begins twice":   {{good, good}},
		"waits again":    {{good, {bulletin.Waiting, 1}}},
		"foreign seat":   {{good, {bulletin.Posted, 2, 'x'}}},
		"empty post":     {{good, {bulletin.Posted, 1}}},
		"posts flood":    {flood},
		"bytes flood":    {big},
		"long frame":     {{good, make([]byte, 1<<16)}},
		"other keys":     {{good, nil}, {begins(0, 0, keys(0, 2))}},
		"loses posts":    {{begins(0, 1, keys(0, 1)), nil}, {good}},
		"invents posts":  {{good, {bulletin.Posted, 0, 'x'}}},
		"more than all":  {{good, nil}, {append([]byte{bulletin.Begun, 0, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff}, keys(0, 1)...)}},
		"others' posts":  {{good, nil}, {append([]byte{bulletin.Begun, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0xff}, keys(0, 1)...)}},
		"post too early": {{good, nil}, {{bulletin.Posted, 9, 'x'}}},
	} {
		t.Run(what, func(t *testing.T) {
			c, err := bulletin.Join(guest(hostile(t, scripts...), 0), limits)
			if errors.Is(err, bulletin.ErrRelay) {
				return // at once
			}
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close(0)
			ends(t, c, bulletin.ErrRelay)
		})
	}
	for what, s := range map[string]script{
		"short":       {{bulletin.Begun}},
		"not its key": {begins(0, 0, keys(1, 0))},
		"other seat":  {begins(1, 0, keys(1, 0))},
		"no seat":     {begins(2, 0, keys(0, 1))},
		"one key":     {begins(0, 0, keys(0))},
		"three keys":  {begins(0, 0, keys(0, 1, 2))},
		"post":        {{bulletin.Posted, 1, 'x'}},
		"wait":        {{bulletin.Waiting}},
	} {
		t.Run(what, func(t *testing.T) {
			if _, err := bulletin.Join(guest(hostile(t, s), 0), limits); !errors.Is(err, bulletin.ErrRelay) {
				t.Error(err)
			}
		})
	}
}

// A relay that is gone ends the client, after a while.
func TestLostRelay(t *testing.T) {
	clitest.Patiently(t, time.Second/2, func(t testing.TB, arrival time.Duration) {
		g := guest(hostile(t, script{begins(0, 0, keys(0, 1)), nil}), 0)
		g.Arrival = arrival
		c, err := bulletin.Join(g, limits)
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close(0)
		ends(t, c, bulletin.ErrLost)
	})
}
