package wire_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"io"
	"net"
	"os"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

const (
	short = 100 * time.Millisecond
	long  = 5 * time.Minute
)

// raw returns a Conn and the bare other end of its connection.
func raw(t testing.TB, limit time.Duration) (*wire.Conn, net.Conn) {
	t.Helper()
	l, err := wire.Listen(clitest.Loopback())
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	peer, err := net.DialTimeout("tcp", l.Addr(), long)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { peer.Close() })
	c, err := l.Accept(long, limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c, peer
}

func pair(t testing.TB, limit time.Duration) (a, b *wire.Conn) {
	t.Helper()
	a, b, err := wire.Pair(limit)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { a.Close(); b.Close() })
	return a, b
}

func write(t testing.TB, peer net.Conn, b []byte) {
	t.Helper()
	if _, err := peer.Write(b); err != nil {
		t.Fatal(err)
	}
}

// frame is a message on the wire, by hand.
func frame(message string) []byte {
	return append([]byte{0, 0, byte(len(message) >> 8), byte(len(message))}, message...)
}

func TestSendAndReceive(t *testing.T) {
	a, b := pair(t, long)
	for _, message := range []string{"", "x", strings.Repeat("m", 70_000)} {
		for _, way := range [][2]*wire.Conn{{a, b}, {b, a}} {
			done := make(chan error, 1)
			go func() { done <- way[0].Send([]byte(message)) }()
			got, err := way[1].Receive(len(message))
			if err != nil || string(got) != message {
				t.Fatalf("%d bytes came as %d: %v", len(message), len(got), err)
			}
			if err := <-done; err != nil {
				t.Fatal(err)
			}
		}
	}
	if a.LocalAddr() != b.RemoteAddr() || a.RemoteAddr() != b.LocalAddr() || !strings.HasPrefix(a.LocalAddr(), "127.0.0.1:") {
		t.Errorf("the ends are at %s and %s", a.LocalAddr(), b.LocalAddr())
	}
}

// The bytes on the wire are what the package comment says, in both directions.
func TestFrame(t *testing.T) {
	c, peer := raw(t, long)
	if err := c.Send([]byte("dice")); err != nil {
		t.Fatal(err)
	}
	got := make([]byte, 8)
	if _, err := io.ReadFull(peer, got); err != nil || string(got) != "\x00\x00\x00\x04dice" {
		t.Errorf("%q, %v", got, err)
	}
	write(t, peer, []byte("\x00\x00\x00\x00\x00\x00\x00\x02no\x00\x00"))
	for _, want := range []string{"", "no"} {
		if got, err := c.Receive(2); err != nil || string(got) != want {
			t.Errorf("%q, %v, want %q", got, err, want)
		}
	}
}

var sentinels = []error{wire.ErrSilent, wire.ErrHalf, wire.ErrTooLong, wire.ErrClosed, wire.ErrStuck}

// is reports whether err wraps the one sentinel and no other.
func is(err, want error) bool {
	for _, s := range sentinels {
		if errors.Is(err, s) != (s == want) {
			return false
		}
	}
	return true
}

// Whatever the peer sends or doesn't, Receive ends in the error for it, and in time.
func TestReceiveErrors(t *testing.T) {
	const most = 100
	huge := frame("")
	huge[0] = 255
	for _, c := range []struct {
		what  string
		sends []byte
		then  func(net.Conn)
		want  error
		text  string
		slow  bool // the error comes when the time is up
	}{
		{"nothing", nil, nil, wire.ErrSilent, "no message came in time: LIMIT", true},
		{"half a length", frame("x")[:3], nil, wire.ErrHalf, "3 of 4 bytes of the length in LIMIT", true},
		{"a length only", frame("x")[:4], nil, wire.ErrHalf, "0 of 1 bytes of the message in LIMIT", true},
		{"half a message", frame("dice")[:6], nil, wire.ErrHalf, "2 of 4 bytes of the message in LIMIT", true},
		{"an early end", nil, closeIt, wire.ErrClosed, "the connection has ended", false},
		{"an end in the length", frame("x")[:1], closeIt, wire.ErrHalf, "1 of 4 bytes of the length, then the connection ended", false},
		{"an end before the message", frame("x")[:4], closeIt, wire.ErrHalf, "0 of 1 bytes of the message, then the connection ended", false},
		{"an end in the message", frame("dice")[:7], closeIt, wire.ErrHalf, "3 of 4 bytes of the message, then the connection ended", false},
		{"a reset", nil, reset, wire.ErrClosed, "the connection has ended: ", false},
		{"too much by one", frame(strings.Repeat("x", most+1)), nil, wire.ErrTooLong, "101 bytes, not 0 to 100", false},
		{"4 GiB", huge, nil, wire.ErrTooLong, "4278190080 bytes, not 0 to 100", false},
		{"the most", []byte{255, 255, 255, 255}, nil, wire.ErrTooLong, "4294967295 bytes, not 0 to 100", false},
		{"garbage", []byte("GET / HTTP/1.1\r\n\r\n"), nil, wire.ErrTooLong, "1195725856 bytes, not 0 to 100", false},
	} {
		t.Run(c.what, func(t *testing.T) {
			t.Parallel()
			limit := long
			if c.slow {
				limit = short
			}
			clitest.Patiently(t, limit, func(t testing.TB, limit time.Duration) {
				conn, peer := raw(t, limit)
				write(t, peer, c.sends)
				if c.then != nil {
					c.then(peer)
				}
				start := time.Now()
				got, err := conn.Receive(most)
				if got != nil || !is(err, c.want) || !strings.HasSuffix(err.Error(), strings.ReplaceAll(c.text, "LIMIT", limit.String())) && c.what != "a reset" {
					t.Errorf("%q, %v, want %q", got, err, c.text)
				}
				if took := time.Since(start); took > long/2 || c.slow && (took < limit || took > 20*limit) {
					t.Errorf("it took %v", took)
				}
				if _, again := conn.Receive(most); c.want == wire.ErrSilent {
					write(t, peer, frame("late"))
					if got, err := conn.Receive(most); string(got) != "late" || err != nil {
						t.Errorf("after a silence: %q, %v", got, err)
					}
				} else if !is(again, wire.ErrClosed) || !is(conn.Send(nil), wire.ErrClosed) {
					t.Errorf("the connection can still be used: %v", again)
				}
			})
		})
	}
}

func closeIt(peer net.Conn) { peer.Close() }

func reset(peer net.Conn) {
	peer.(*net.TCPConn).SetLinger(0)
	peer.Close()
}

// A byte now and then doesn't extend the time limit.
func TestDrip(t *testing.T) {
	for _, start := range []int{0, 4} { // in the length, in the message
		clitest.Patiently(t, 5*short, func(t testing.TB, limit time.Duration) {
			conn, peer := raw(t, limit)
			stop := make(chan struct{})
			var wg sync.WaitGroup
			wg.Go(func() {
				sends := frame(strings.Repeat("x", 1000))
				peer.Write(sends[:start])
				for _, b := range sends[start:] {
					select {
					case <-stop:
						return
					case <-time.After(limit * 2 / 5):
						peer.Write([]byte{b})
					}
				}
			})
			begin := time.Now()
			_, err := conn.Receive(1000)
			if took := time.Since(begin); !is(err, wire.ErrHalf) || took > 4*limit {
				t.Errorf("%v after %v", err, took)
			}
			close(stop)
			wg.Wait()
		})
	}
}

// A length alone makes Receive allocate nothing of that size, unless it is allowed.
func TestAllocation(t *testing.T) {
	allocated := func(length uint32, most int) uint64 {
		conn, peer := raw(t, long)
		write(t, peer, binary.BigEndian.AppendUint32(nil, length))
		peer.Close()
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		conn.Receive(most)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	const bound = 1 << 20
	for _, length := range []uint32{wire.MaxLen, 1 << 31, 1<<32 - 1} {
		if n := allocated(length, 1000); n > bound {
			t.Errorf("%d bytes announced: %d were allocated", length, n)
		}
	}
	if n := allocated(wire.MaxLen+1, 1<<31-1); n > bound {
		t.Errorf("MaxLen + 1 bytes announced: %d were allocated", n)
	}
	if n := allocated(wire.MaxLen, wire.MaxLen); n < wire.MaxLen {
		t.Errorf("the measure is wrong: %d bytes", n)
	}
}

// A peer that reads nothing can't hold a sender up.
func TestSendErrors(t *testing.T) {
	conn, _ := raw(t, short)
	message := make([]byte, wire.MaxLen)
	begin := time.Now()
	var err error
	for range 100 { // until the buffers are full
		if err = conn.Send(message); err != nil {
			break
		}
	}
	if took := time.Since(begin); !is(err, wire.ErrStuck) || !strings.Contains(err.Error(), "100ms") || took > long {
		t.Errorf("%v after %v", err, took)
	}
	if err := conn.Send(nil); !is(err, wire.ErrClosed) {
		t.Errorf("after a part of a frame: %v", err)
	}

	conn, peer := raw(t, long)
	if err := conn.Send(make([]byte, wire.MaxLen+1)); !is(err, wire.ErrTooLong) {
		t.Error(err)
	}
	if err := conn.Send([]byte("short")); err != nil {
		t.Errorf("a message that was too long to be sent ended the connection: %v", err)
	}
	peer.Close()
	for err = nil; err == nil; time.Sleep(time.Millisecond) { // the first ones may still go into the buffer
		err = conn.Send([]byte("x"))
	}
	if !is(err, wire.ErrClosed) {
		t.Errorf("to a closed peer: %v", err)
	}
}

// One call doesn't extend the time limit of another.
func TestConcurrentLimits(t *testing.T) {
	for what, call := range map[string]func(*wire.Conn){
		"send":    func(c *wire.Conn) { c.Send(make([]byte, wire.MaxLen)) },
		"receive": func(c *wire.Conn) { c.Receive(1) },
	} {
		clitest.Patiently(t, 3*short, func(t testing.TB, limit time.Duration) {
			conn, _ := raw(t, limit)
			first := make(chan bool)
			go func() {
				call(conn)
				if what == "send" { // if the buffers had room
					call(conn)
				}
				close(first)
			}()
			var wg sync.WaitGroup
			ended := false
			for begin := time.Now(); !ended && time.Since(begin) < 20*limit; {
				select {
				case <-first:
					ended = true
				case <-time.After(limit / 3):
					wg.Go(func() { call(conn) })
				}
			}
			conn.Close()
			wg.Wait()
			if !ended {
				t.Errorf("%s: goes on as long as there are others", what)
			}
		})
	}
}

// Close ends a Receive that waits.
func TestClose(t *testing.T) {
	a, _ := pair(t, long)
	done := make(chan error)
	go func() {
		_, err := a.Receive(1)
		done <- err
	}()
	time.Sleep(short / 2)
	a.Close()
	if err := <-done; !is(err, wire.ErrClosed) || err.Error() != "the connection has ended" {
		t.Error(err)
	}
}

// Messages that are sent at once come whole, and each once.
func TestConcurrency(t *testing.T) {
	a, b := pair(t, long)
	const senders, each = 8, 50
	var wg sync.WaitGroup
	for i := range senders {
		wg.Go(func() {
			for range each {
				if err := a.Send(bytes.Repeat([]byte{byte(i)}, 1000*(i+1))); err != nil {
					t.Error(err)
				}
			}
		})
	}
	var mu sync.Mutex
	counts := make([]int, senders)
	for range 4 {
		wg.Go(func() {
			for range senders * each / 4 {
				m, err := b.Receive(1000 * senders)
				if err != nil || len(m) == 0 || len(m) != 1000*(int(m[0])+1) || bytes.Count(m, m[:1]) != len(m) {
					t.Errorf("%d bytes, %v", len(m), err)
					return
				}
				mu.Lock()
				counts[m[0]]++
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	for i, n := range counts {
		if n != each {
			t.Errorf("%d messages of sender %d", n, i)
		}
	}
}

func TestListener(t *testing.T) {
	l, err := wire.Listen(clitest.Loopback())
	if err != nil {
		t.Fatal(err)
	}
	begin := time.Now()
	if _, err := l.Accept(short, long); !errors.Is(err, wire.ErrNobody) || time.Since(begin) > long {
		t.Errorf("%v after %v", err, time.Since(begin))
	}
	a, err := wire.Dial(l.Addr(), long) // it can still accept
	if err != nil {
		t.Fatal(err)
	}
	defer a.Close()
	b, err := l.Accept(long, long)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	addr := l.Addr()
	if err := l.Close(); err != nil {
		t.Fatal(err)
	}
	if err := a.Send([]byte("still here")); err != nil {
		t.Error(err)
	}
	if got, err := b.Receive(10); string(got) != "still here" {
		t.Errorf("%q, %v", got, err)
	}
	if _, err := l.Accept(long, long); !errors.Is(err, net.ErrClosed) {
		t.Error(err)
	}
	if _, err := wire.Dial(addr, long); err == nil {
		t.Error("a closed listener was reached")
	}
	for _, bad := range []string{"", "127.0.0.1", "127.0.0.1:no such port", "127.0.0.1:65536"} {
		if _, err := wire.Dial(bad, long); err == nil {
			t.Errorf("dialled %q", bad)
		}
		if bad == "" {
			continue // stands for any free port
		}
		if _, err := wire.Listen(bad); err == nil {
			t.Errorf("listens on %q", bad)
		}
	}
}

// Nothing is left running.
func TestNoLeak(t *testing.T) {
	before := runtime.NumGoroutine()
	for range 3 {
		a, b, err := wire.Pair(long)
		if err != nil {
			t.Fatal(err)
		}
		b.Send(nil)
		a.Receive(1)
		a.Close()
		b.Receive(1)
		b.Close()
	}
	clitest.CheckGoroutines(t, before)
}

// A scripted connection gives what is written in pieces of a few bytes, then an end
// or a timeout.
type scripted struct {
	net.Conn
	left  []byte
	piece int
	end   error
}

func (s *scripted) Read(b []byte) (int, error) {
	if len(s.left) == 0 {
		return 0, s.end
	}
	n := copy(b, s.left[:min(s.piece, len(s.left))])
	s.left = s.left[n:]
	return n, nil
}

func (s *scripted) SetReadDeadline(time.Time) error { return nil }
func (s *scripted) Close() error                    { return nil }

func FuzzReceive(f *testing.F) {
	f.Add([]byte{}, 1, 100, false)
	f.Add(append(frame("one"), frame("two")...), 3, 100, true)
	f.Add(frame("too long"), 1, 2, false)
	f.Add([]byte{255, 255, 255, 255, 1}, 2, 1<<31-1, true)
	f.Add(frame("half")[:6], 2, 100, false)
	f.Add(frame(""), 2, -1, false)
	f.Fuzz(func(t *testing.T, text []byte, piece, most int, late bool) {
		end := io.EOF
		if late {
			end = os.ErrDeadlineExceeded
		}
		c := wire.New(&scripted{left: text, piece: max(piece, 1), end: end}, time.Second)
		var taken []byte // the frames of the messages, encoded again
		for {
			m, err := c.Receive(most)
			rest := text[len(taken):]
			if err == nil {
				taken = append(binary.BigEndian.AppendUint32(taken, uint32(len(m))), m...)
				if len(m) > most || !bytes.HasPrefix(text, taken) {
					t.Fatalf("message %x is no prefix of what is left of %x", m, rest)
				}
				continue
			}
			want := wire.ErrHalf
			switch {
			case len(rest) == 0 && late:
				want = wire.ErrSilent
			case len(rest) == 0:
				want = wire.ErrClosed
			case len(rest) >= 4 && int64(binary.BigEndian.Uint32(rest)) > int64(min(most, wire.MaxLen)):
				want = wire.ErrTooLong
			}
			if m != nil || !is(err, want) {
				t.Fatalf("%v, want %v, for %x", err, want, rest)
			}
			return
		}
	})
}
