// Package relaytest breaks the connections of seats, for tests.
package relaytest

import (
	"bytes"
	"sync"
	"testing"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// A Meddler says what becomes of a frame, and of the connection after it.
type Meddler func(frame []byte) (frames [][]byte, end End)

// An End is what becomes of a connection.
type End int

const (
	GoOn  End = iota
	Hold      // nothing goes through any more, and it stays open
	Close     // it is cut
	Spam      // junk goes through for ever
)

// What can happen to a frame.
var (
	Stall  Meddler = func([]byte) ([][]byte, End) { return nil, Hold }
	Cut    Meddler = func([]byte) ([][]byte, End) { return nil, Close }
	Drop   Meddler = func([]byte) ([][]byte, End) { return nil, GoOn }
	Repeat Meddler = func(frame []byte) ([][]byte, End) { return [][]byte{frame, bytes.Clone(frame)}, GoOn }
	Junk   Meddler = func([]byte) ([][]byte, End) { return nil, Spam }
	Flip   Meddler = func(frame []byte) ([][]byte, End) {
		frame[len(frame)-1] ^= 1
		return [][]byte{frame}, GoOn
	}
)

// Between returns an address whose connection is carried to the relay at another one.
// Something happens to a frame from the seat, counted from 0.
func Between(t testing.TB, addr string, at int, meddle Meddler) string {
	t.Helper()
	return carry(t, addr, func(n int, frame []byte) ([][]byte, End) {
		if n == at {
			return meddle(frame)
		}
		return [][]byte{frame}, GoOn
	}, nil)
}

// Back is Between for the frames from the relay.
func Back(t testing.TB, addr string, meddle func(n int, frame []byte) [][]byte) string {
	t.Helper()
	return carry(t, addr, nil, func(n int, frame []byte) ([][]byte, End) { return meddle(n, frame), GoOn })
}

const (
	long = 10 * time.Minute
	most = 1 << 20
)

func carry(t testing.TB, addr string, there, back func(n int, frame []byte) ([][]byte, End)) string {
	t.Helper()
	l, err := wire.Listen(clitest.Loopback())
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	var work sync.WaitGroup
	t.Cleanup(func() {
		l.Close()
		close(over)
		work.Wait()
	})
	work.Go(func() {
		seat, err := l.Accept(long, long)
		if err != nil {
			return
		}
		defer seat.Close()
		relay, err := wire.Dial(addr, long)
		if err != nil {
			return
		}
		defer relay.Close()
		ended := make(chan struct{}, 2)
		work.Go(func() { pass(seat, relay, there, over); ended <- struct{}{} })
		work.Go(func() { pass(relay, seat, back, over); ended <- struct{}{} })
		select {
		case <-ended:
		case <-over:
		}
	})
	return l.Addr()
}

// pass carries frames until one end closes, or something ends it.
func pass(from, to *wire.Conn, meddle func(n int, frame []byte) ([][]byte, End), over <-chan struct{}) {
	for n := 0; ; n++ {
		frame, err := from.Receive(most)
		if err != nil {
			return
		}
		frames, end := [][]byte{frame}, GoOn
		if meddle != nil {
			frames, end = meddle(n, frame)
		}
		for _, f := range frames {
			if to.Send(f) != nil {
				return
			}
		}
		switch end {
		case Close:
			return
		case Hold:
			<-over
			return
		case Spam:
			for to.Send(append([]byte{byte(255)}, frame...)) == nil {
				select {
				case <-over:
					return
				case <-time.After(100 * time.Millisecond):
				}
			}
			return
		}
	}
}
