package main

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// maxFrame is the length of the longest frame: an opened table takes most.
const maxFrame = 1 << 14

const joinLabel = "squaredeal/examples/hearts/v1"

// A hub carries frames between the seats. A seat's frame begins with the seat that it
// is for, and arrives with the one that it is from. What follows is sealed: the hub
// can't read it, nor change it unnoticed. A seat that leaves sends a frame of its own
// number alone, and the others get the same.
type hub struct {
	conns  [otpdeal.NumSeats]*wire.Conn
	record func(from, to int, frame []byte) // nil, or what a curious hub does
}

// gather lets the seats join, each once, in any order. Who says no proper seat is sent
// away.
func (h *hub) gather(l *wire.Listener, p patience) error {
	deadline := time.Now().Add(p.arrival)
	for joined := 0; joined < len(h.conns); {
		conn, err := l.Accept(time.Until(deadline), 2*p.answer) // not when the seats give up
		if err != nil {
			return fmt.Errorf("waiting for %d more seats: %w", len(h.conns)-joined, err)
		}
		join, err := conn.Receive(len(joinLabel) + 1)
		if err != nil || len(join) != len(joinLabel)+1 || string(join[:len(joinLabel)]) != joinLabel {
			conn.Close()
			continue
		}
		seat := int(join[len(joinLabel)])
		if seat >= len(h.conns) || h.conns[seat] != nil {
			conn.Close()
			continue
		}
		h.conns[seat] = conn
		joined++
	}
	for _, conn := range h.conns {
		if err := conn.Send([]byte(joinLabel)); err != nil {
			return err
		}
	}
	return nil
}

// relay carries frames until all seats have left. The connection of one that has left
// in good order stays open until then, so that nothing which is still on its way to or
// from it is lost.
func (h *hub) relay() {
	defer h.close()
	var wg sync.WaitGroup
	for seat := range h.conns {
		wg.Go(func() {
			if !h.relayFrom(seat) {
				h.conns[seat].Close()
			}
			for to := range h.conns {
				if to != seat {
					h.conns[to].Send([]byte{byte(seat)}) // if that seat is still there
				}
			}
		})
	}
	wg.Wait()
}

// relayFrom carries the frames of a seat, and returns whether it left in good order.
func (h *hub) relayFrom(from int) bool {
	for {
		frame, err := h.conns[from].Receive(maxFrame)
		if errors.Is(err, wire.ErrSilent) {
			continue // it is somebody else's turn
		}
		if err != nil || len(frame) < 1 || int(frame[0]) >= len(h.conns) || (int(frame[0]) == from) != (len(frame) == 1) {
			return false
		}
		if len(frame) == 1 {
			return true
		}
		to := int(frame[0])
		if h.record != nil {
			h.record(from, to, frame[1:])
		}
		frame[0] = byte(from)
		h.conns[to].Send(frame) // a seat that is gone is reported by its own goroutine
	}
}

func (h *hub) close() {
	for _, conn := range h.conns {
		if conn != nil {
			conn.Close()
		}
	}
}
