package duel

import (
	"bytes"
	"errors"
	"io"
	"net"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// frame is a message on the wire, by hand.
func frame(message string) string {
	return string([]byte{0, 0, byte(len(message) >> 8), byte(len(message))}) + message
}

// The bytes on the wire are what the package comment says, in both directions.
func TestFrame(t *testing.T) {
	a, peer := net.Pipe()
	defer peer.Close()
	c := &Conn{0, a}
	for _, message := range []string{"", "x", strings.Repeat("m", 40_000)} {
		go c.Send([]byte(message))
		got := make([]byte, len(frame(message)))
		if _, err := io.ReadFull(peer, got); err != nil || string(got) != frame(message) {
			t.Errorf("%d bytes are sent as %.20q, %v", len(message), got, err)
		}
		go io.WriteString(peer, frame(message))
		if got, err := c.Receive(len(message)); err != nil || string(got) != message {
			t.Errorf("%d bytes are received as %d, %v", len(message), len(got), err)
		}
	}
}

// Whatever the peer sends or doesn't, Receive ends in the error for it, in a minute.
func TestReceiveErrors(t *testing.T) {
	for _, c := range []struct {
		what, sends string
		closes      bool
		want        string
	}{
		{"nothing", "", false, "no whole message in 1m0s"},
		{"half a length", frame("x")[:3], false, "no whole message in 1m0s"},
		{"half a message", frame("dice")[:6], false, "no whole message in 1m0s"},
		{"an early end", "", true, ": EOF"},
		{"an end in the length", frame("x")[:1], true, ": unexpected EOF"},
		{"an end in the message", frame("dice")[:7], true, ": unexpected EOF"},
		{"too much by one", frame(strings.Repeat("x", 101)), false, "the message is too long: 101 bytes, not 0 to 100"},
		{"garbage", "GET / HTTP/1.1\r\n\r\n", false, "the message is too long: 1195725856 bytes, not 0 to 100"},
		{"the most", "\xff\xff\xff\xff", false, "the message is too long: 4294967295 bytes, not 0 to 100"},
	} {
		synctest.Test(t, func(t *testing.T) {
			a, peer := net.Pipe()
			defer a.Close()
			go func() {
				for _, b := range []byte(c.sends) { // slowly: that gives no more time
					time.Sleep(time.Second)
					if _, err := peer.Write([]byte{b}); err != nil {
						return
					}
				}
				if c.closes {
					peer.Close()
				}
			}()
			begun := time.Now()
			_, err := (&Conn{0, a}).Receive(100)
			if err == nil || !strings.HasSuffix(err.Error(), c.want) ||
				errors.Is(err, ErrTooLong) != strings.Contains(c.want, "too long") || errors.Is(err, ErrTooLong) == errors.Is(err, ErrSilent) {
				t.Errorf("%s: %v", c.what, err)
			}
			if took := time.Since(begun); took > patience {
				t.Errorf("%s: it took %v", c.what, took)
			}
			peer.Close()
			time.Sleep(patience) // until the writer has seen it
		})
	}
}

// A peer that reads nothing can't hold a sender up.
func TestSendErrors(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		a, peer := net.Pipe()
		defer a.Close()
		if err := (&Conn{0, a}).Send([]byte("dice")); !errors.Is(err, ErrSilent) ||
			!strings.HasSuffix(err.Error(), ": no whole message in 1m0s") {
			t.Error(err)
		}
		peer.Close()
		if err := (&Conn{0, a}).Send(nil); !errors.Is(err, ErrSilent) {
			t.Error(err)
		}
	})
}

// A length alone makes Receive allocate nothing of that size.
func TestAllocation(t *testing.T) {
	a, peer := net.Pipe()
	go func() {
		io.WriteString(peer, "\x7f\xff\xff\xff")
		peer.Close()
	}()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	(&Conn{0, a}).Receive(1000)
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 1<<20 {
		t.Errorf("%d bytes", n)
	}
}

func TestGreet(t *testing.T) {
	for _, c := range []struct {
		theirs string
		want   string // of the error, if there is one
	}{
		{"dice, seat 1, fresh", ""},
		{"dice, seat 0, other", `the other seat says "dice, seat 0, other", not "dice, seat 1, …"`},
		{"cards, seat 1, other", `the other seat says "cards, seat 1, other", not "dice, seat 1, …"`},
		{"dice, seat 1, long one", "the other seat says"},
		{"", "the other seat says"},
		{strings.Repeat("x", 257), "greeting the other seat: the message is too long"},
	} {
		a, b := net.Pipe()
		go func() {
			peer := &Conn{1, b}
			peer.Receive(100)
			peer.Send([]byte(c.theirs))
		}()
		greetings, err := (&Conn{0, a}).Greet("dice", "other")
		if c.want == "" && (err != nil || greetings != [2]string{"dice, seat 0, other", c.theirs}) {
			t.Errorf("%q, %v", greetings, err)
		} else if c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%q: %v, want %s", c.theirs, err, c.want)
		}
		a.Close()
	}
}

// Both seats of one process talk, and the error that comes first counts.
func TestOneProcess(t *testing.T) {
	found := errors.New("seat 1 finds a cheat")
	var later error
	err := Play(io.Discard, "", "", func(c *Conn) error {
		if c.Seat == 0 {
			c.Send([]byte("hello"))
			_, later = c.Receive(5)
			return later
		}
		if message, err := c.Receive(5); string(message) != "hello" || err != nil {
			t.Error(message, err)
		}
		return found
	})
	if err != found || later == nil {
		t.Errorf("%v, then %v", err, later)
	}
	if err := Play(io.Discard, "", "", func(*Conn) error { return nil }); err != nil {
		t.Error(err)
	}
}

// Two processes meet, and nobody else.
func TestTwoProcesses(t *testing.T) {
	var notices clitest.Output
	var wg sync.WaitGroup
	wg.Go(func() {
		if err := Play(&notices, "127.0.0.1:0", "", func(c *Conn) error { return c.Send([]byte("hello")) }); err != nil {
			t.Error(err)
		}
	})
	addr := notices.Address(t)
	var connected bytes.Buffer
	err := Play(&connected, "", addr, func(c *Conn) error {
		message, err := c.Receive(5)
		if c.Seat != 1 || string(message) != "hello" {
			t.Error(c.Seat, message)
		}
		return err
	})
	wg.Wait()
	if err != nil || connected.String() != "Seat 1, which is you, has connected to "+addr+".\n" ||
		!strings.Contains(notices.String(), "\nSeat 1 has connected from 127.0.0.1:") {
		t.Errorf("%v\n%s%s", err, &connected, &notices)
	}
	if err := Play(&connected, "", addr, nil); err == nil {
		t.Error("a third party can connect")
	}
	if err := Play(&connected, "127.0.0.1:no such port", "", nil); err == nil {
		t.Error("no error for a bad address")
	}
}
