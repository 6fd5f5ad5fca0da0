package relay

import (
	"errors"
	"sync"
	"time"

	"github.com/squaredeal/squaredeal/examples/internal/wire"
)

// An inbox takes frames from the relay as they come, so that a seat which is busy keeps
// nobody waiting. What a relay carries for a hand fits into it.
type inbox struct {
	mu     sync.Mutex
	frames [][]byte
	bytes  int
	ended  bool
	more   chan struct{} // holds something if frames or ended may have changed
}

func newInbox() *inbox { return &inbox{more: make(chan struct{}, 1)} }

// fill takes frames until the connection ends, or the relay sends more than seats may.
func (b *inbox) fill(conn *wire.Conn, most int) {
	for {
		frame, err := conn.Receive(most)
		if errors.Is(err, wire.ErrSilent) {
			continue
		}
		b.mu.Lock()
		b.frames = append(b.frames, frame)
		b.bytes += len(frame)
		b.ended = err != nil || b.bytes > 16*maxBytes
		if err != nil {
			b.frames = b.frames[:len(b.frames)-1]
		}
		ended := b.ended
		b.mu.Unlock()
		select {
		case b.more <- struct{}{}:
		default:
		}
		if ended {
			conn.Close()
			return
		}
	}
}

// next returns the next frame, or ErrSilent if none comes in time, or ErrRelay if none
// will come.
func (b *inbox) next(end time.Time) ([]byte, error) {
	timer := time.NewTimer(time.Until(end))
	defer timer.Stop()
	for late := false; ; {
		b.mu.Lock()
		if len(b.frames) > 0 {
			frame := b.frames[0]
			b.frames = b.frames[1:]
			b.mu.Unlock()
			return frame, nil
		}
		ended := b.ended
		b.mu.Unlock()
		switch {
		case ended:
			return nil, ErrRelay
		case late:
			return nil, ErrSilent
		}
		select {
		case <-b.more:
		case <-timer.C:
			late = true
		}
	}
}
