package main

import (
	"bytes"
	"crypto/ed25519"
	"errors"
	"slices"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// falseRelay carries the frames between three seats, but those to seat 2 pass through
// meddle: frame n, counted from 0, becomes those returned. The answers are the seats.
func falseRelay(t *testing.T, p patience, meddle func(n int, frame []byte) [][]byte) []*seat {
	t.Helper()
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	r := newRelay(3)
	var wg sync.WaitGroup
	table := make([]*seat, 3)
	for i := range table {
		addr := l.Addr()
		if i == 2 {
			addr = between(t, addr, meddle)
		}
		conn, err := wire.Dial(addr, p.arrival)
		if err != nil {
			t.Fatal(err)
		}
		table[i] = &seat{number: i, seats: 3, conn: conn, patience: p, player: calls, shown: make(map[int][]int)}
		wg.Go(table[i].playHand)
	}
	if err := r.gather(l, p); err != nil {
		t.Fatal(err)
	}
	r.relay()
	wg.Wait()
	return table
}

// between returns an address whose connection is carried to another one. What comes back
// is meddled with.
func between(t *testing.T, addr string, meddle func(n int, frame []byte) [][]byte) string {
	t.Helper()
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	go func() {
		defer l.Close()
		seat, err := l.Accept(10*time.Second, time.Minute)
		if err != nil {
			return
		}
		relay, err := wire.Dial(addr, time.Minute)
		if err != nil {
			return
		}
		go func() {
			defer relay.Close()
			for {
				frame, err := seat.Receive(maxFrame)
				if err != nil || relay.Send(frame) != nil {
					return
				}
			}
		}()
		defer seat.Close()
		for n := 0; ; n++ {
			frame, err := relay.Receive(maxFrame + 1)
			if err != nil {
				return
			}
			for _, f := range meddle(n, frame) {
				if seat.Send(f) != nil {
					return
				}
			}
		}
	}()
	return l.Addr()
}

// A relay that changes, repeats, drops or exchanges frames is noticed by the seat that
// gets them. Frame 0 welcomes the seat, 1 and 2 are keys, 3 and 4 commitments of the toss.
func TestFalseRelay(t *testing.T) {
	hasty := patience{answer: 500 * time.Millisecond, arrival: time.Minute}
	for what, test := range map[string]struct {
		at     int
		meddle func(frame []byte) [][]byte
		want   error
	}{
		"changes":       {3, func(frame []byte) [][]byte { frame[len(frame)-1] ^= 1; return [][]byte{frame} }, errForged},
		"signs":         {3, func(frame []byte) [][]byte { frame[1] ^= 1; return [][]byte{frame} }, errForged},
		"repeats":       {3, func(frame []byte) [][]byte { return [][]byte{frame, bytes.Clone(frame)} }, errForged},
		"drops":         {3, func([]byte) [][]byte { return nil }, errForged},
		"is the sender": {3, func(frame []byte) [][]byte { frame[0] ^= 1; return [][]byte{frame} }, errForged},
		"has a key":     {1, func(frame []byte) [][]byte { frame[1] ^= 1; return [][]byte{frame} }, errForged},
		"ends a seat":   {3, func(frame []byte) [][]byte { return [][]byte{frame[:1]} }, errGone},
		"shortens":      {3, func(frame []byte) [][]byte { return [][]byte{frame[:2]} }, errForged},
	} {
		t.Run(what, func(t *testing.T) {
			table := falseRelay(t, hasty, func(n int, frame []byte) [][]byte {
				if n == test.at {
					return test.meddle(frame)
				}
				return [][]byte{frame}
			})
			if !errors.Is(table[2].err, test.want) || cli.Status(table[2].err) != cli.Failed || cli.Status(judge(table)) != cli.Failed {
				t.Errorf("%v, %v", table[2].err, judge(table))
			}
		})
	}
	t.Run("stops", func(t *testing.T) {
		table := falseRelay(t, hasty, func(n int, frame []byte) [][]byte {
			if n >= 3 {
				return nil
			}
			return [][]byte{frame}
		})
		if err := table[2].err; !errors.Is(err, errSilent) || cli.Status(err) != cli.Failed {
			t.Error(err)
		}
	})
	for what, frame := range map[string][]byte{"no frame": {}, "no seat": {3, 0}, "oneself": {2, 0}} {
		t.Run(what, func(t *testing.T) {
			table := falseRelay(t, hasty, func(n int, f []byte) [][]byte {
				if n == 3 {
					f = frame
				}
				return [][]byte{f}
			})
			if err := table[2].err; err == nil || err.Error() != "the relay: a frame of no seat" || cli.Status(err) != cli.Broken {
				t.Error(err)
			}
		})
	}
}

// A relay that sits between the seats as each of them has to exchange their keys, which
// changes the fingerprint.
func TestExchangedKey(t *testing.T) {
	prints := make(map[string][]int)
	for _, s := range falseRelay(t, patient, func(n int, frame []byte) [][]byte {
		if n == 2 {
			frame[1] ^= 1
		}
		return [][]byte{frame}
	}) {
		prints[string(s.fingerprint[:])] = append(prints[string(s.fingerprint[:])], s.number)
	}
	if len(prints) != 2 {
		t.Errorf("fingerprints %v", prints)
	}
}

// A seat keeps so many messages for later, and no more.
func TestTooManyMessages(t *testing.T) {
	public, private, err := ed25519.GenerateKey(nil)
	if err != nil {
		t.Fatal(err)
	}
	c := &channel{seat: 1, publics: []ed25519.PublicKey{public, nil}, got: make([]uint64, 2), queue: make([][][]byte, 2)}
	for i := range maxQueue + 1 {
		message := []byte{byte(i)}
		err := c.open(0, append(ed25519.Sign(private, statement(0, uint64(i), message)), message...))
		if i < maxQueue && err != nil || i == maxQueue && cli.Status(err) != cli.Failed {
			t.Fatalf("message %d: %v", i, err)
		}
	}
	if n := len(c.queue[0]); n != maxQueue {
		t.Errorf("%d are kept", n)
	}
}

// Strangers don't keep a table from filling, and a seat isn't taken twice.
func TestStrangersAtTheRelay(t *testing.T) {
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	p := patience{answer: 150 * time.Millisecond, arrival: 10 * time.Second}
	joins := [][]byte{
		{}, []byte("GET / HTTP/1.1"), join(3, 3), join(3, 255), join(4, 0), append(join(3, 0), 0),
		join(3, 2), join(3, 2), // twice
		join(3, 1), nil, join(3, 0),
	}
	var conns []*wire.Conn
	var wg sync.WaitGroup
	r := newRelay(3)
	wg.Go(func() {
		if err := r.gather(l, p); err != nil {
			t.Error(err)
		}
	})
	for _, join := range joins {
		conn, err := wire.Dial(l.Addr(), 5*time.Second)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		conns = append(conns, conn)
		if join != nil { // else it is silent
			conn.Send(join)
		}
	}
	wg.Wait()
	var welcome []int
	for i, conn := range conns {
		if message, err := conn.Receive(100); err == nil && string(message) == joinLabel {
			welcome = append(welcome, i)
		}
	}
	if !slices.Equal(welcome, []int{6, 8, 10}) {
		t.Errorf("welcome are %v", welcome)
	}
	r.close()
}

// Nobody comes to the table, or a relay is silent, or no relay.
func TestAlone(t *testing.T) {
	l, err := wire.Listen("127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	hasty := patience{answer: 100 * time.Millisecond, arrival: 200 * time.Millisecond}
	if err := newRelay(2).gather(l, hasty); !errors.Is(err, wire.ErrNobody) || cli.Status(err) != cli.Broken {
		t.Error(err)
	}
	for _, greeting := range []string{"", "hello"} {
		relays, conn, err := wire.Pair(hasty.arrival)
		if err != nil {
			t.Fatal(err)
		}
		defer relays.Close()
		if greeting != "" {
			relays.Send([]byte(greeting))
		}
		s := &seat{seats: 2, conn: conn, patience: hasty}
		s.playHand()
		if cli.Status(s.err) != cli.Broken || greeting == "" && !errors.Is(s.err, wire.ErrSilent) {
			t.Errorf("%q: %v", greeting, s.err)
		}
	}
}
