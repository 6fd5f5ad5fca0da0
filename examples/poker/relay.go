package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/sra"
)

// maxFrame is the length of the longest frame: a shuffled deck with its proof, signed.
var maxFrame = 2 + signatureSize + sra.HandMessageSize(group, deckSize)

const joinLabel = "squaredeal/examples/poker/v1"

// A relay carries the frames of each seat to all others, with the seat that they are
// from before them. A seat that leaves sends an empty frame, and the others get its
// number alone.
type relay struct {
	conns []*wire.Conn // by seat

	mu     sync.Mutex
	frames [][]byte // all that it carried: it is curious
}

func newRelay(seats int) *relay { return &relay{conns: make([]*wire.Conn, seats)} }

// join is what a seat sends first.
func join(seats, seat int) []byte { return append([]byte(joinLabel), byte(seats), byte(seat)) }

// gather lets the seats join, each once, in any order. Who says no proper seat is sent
// away.
func (r *relay) gather(l *wire.Listener, p patience) error {
	deadline := time.Now().Add(p.arrival)
	for joined := 0; joined < len(r.conns); {
		conn, err := l.Accept(time.Until(deadline), 2*p.answer) // not when the seats give up
		if err != nil {
			return fmt.Errorf("waiting for %d more seats: %w", len(r.conns)-joined, err)
		}
		got, err := conn.Receive(len(join(0, 0)))
		seat := nobody
		for i := range r.conns {
			if err == nil && string(got) == string(join(len(r.conns), i)) && r.conns[i] == nil {
				seat = i
			}
		}
		if seat == nobody {
			conn.Close()
			continue
		}
		r.conns[seat] = conn
		joined++
	}
	for _, conn := range r.conns {
		if err := conn.Send([]byte(joinLabel)); err != nil {
			return err
		}
	}
	return nil
}

// relay carries frames until all seats have left. The connection of one that has left
// in good order stays open until then, so that nothing which is still on its way to or
// from it is lost.
func (r *relay) relay() {
	var wg sync.WaitGroup
	for seat := range r.conns {
		wg.Go(func() {
			r.relayFrom(seat)
			r.sendToOthers(seat, nil)
		})
	}
	wg.Wait()
}

// relayFrom carries the frames of a seat until it leaves, or its connection breaks.
func (r *relay) relayFrom(from int) {
	for {
		frame, err := r.conns[from].Receive(maxFrame)
		switch {
		case errors.Is(err, wire.ErrSilent):
			continue // it is somebody else's turn
		case err != nil || len(frame) == 0:
			return
		}
		r.mu.Lock()
		r.frames = append(r.frames, frame)
		r.mu.Unlock()
		r.sendToOthers(from, frame)
	}
}

func (r *relay) sendToOthers(from int, frame []byte) {
	frame = append([]byte{byte(from)}, frame...)
	for to, conn := range r.conns {
		if to != from {
			conn.Send(frame) // a seat that is gone is reported by its own goroutine
		}
	}
}

func (r *relay) close() {
	for _, conn := range r.conns {
		if conn != nil {
			conn.Close()
		}
	}
}
