package roomtest

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/binary"
	"sync/atomic"
	"time"

	"github.com/coder/websocket"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/cardroom/frame"
)

const (
	late = 300 * time.Millisecond // that a late post is
	held = 200 * time.Millisecond // that a post waits for the next one, with which it is lied about
)

// A line is a connection, and what it has shown.
type line struct {
	*Liar
	held   []byte        // a post
	hidden uint64        // posts
	last   atomic.Uint64 // post that was shown
	places int           // of the statements that the room has shown
	dead   bool
}

// carryUp passes on what the player says, as it lies about it.
func (l *line) carryUp(ctx context.Context, player, room *websocket.Conn) {
	for {
		_, b, err := player.Read(ctx)
		if err != nil {
			return
		}
		for _, b := range l.up(ctx, player, b) {
			if room.Write(ctx, websocket.MessageBinary, b) != nil {
				return
			}
		}
	}
}

// up is what the room gets to hear.
func (l *line) up(ctx context.Context, player *websocket.Conn, b []byte) [][]byte {
	lie := *l.lie.Load()
	switch {
	case lie == Blackhole:
		return nil
	case b[0] != frame.Append:
		return [][]byte{b}
	}
	answer := func(refusal *board.Refusal) {
		player.Write(ctx, websocket.MessageBinary, frame.EncodeDone(binary.BigEndian.Uint32(b[1:]), refusal))
	}
	l.silent.Store(lie == BeSilent)
	switch {
	case lie == Swallow:
		answer(nil)
		return nil
	case lie == Forget && l.told.Load():
		answer(&board.Refusal{Reason: board.NoPlace}) // as a board says that has lost what this follows
		return nil
	case lie == AlterSaid:
		b[len(b)-1] ^= 1
	case lie == SayTwice:
		return [][]byte{b, b}
	case lie == LateForOthers:
		time.Sleep(late)
	}
	l.spoken.Store(l.last.Load())
	return [][]byte{b}
}

// carry passes on what the room says, as it lies about it, and returns the
// code with which that ended.
func (l *line) carry(ctx context.Context, room, player *websocket.Conn) websocket.StatusCode {
	frames, ended := make(chan []byte), make(chan error, 1)
	go func() {
		for {
			_, b, err := room.Read(ctx)
			if err != nil {
				ended <- err
				return
			}
			select {
			case frames <- b:
			case <-ctx.Done():
				return
			}
		}
	}()
	for {
		var lies [][]byte
		var waited <-chan time.Time
		if l.held != nil {
			waited = time.After(held)
		}
		select {
		case b := <-frames:
			lies = l.frames(b)
		case <-waited:
			lies = l.show(l.held)
			l.held = nil
		case err := <-ended:
			return websocket.CloseStatus(err)
		case <-ctx.Done():
			return 0
		}
		for _, b := range lies {
			if b == nil || player.Write(ctx, websocket.MessageBinary, b) != nil {
				return websocket.StatusGoingAway
			}
		}
	}
}

// frames is what the player is shown for a frame; nil in it cuts the line.
func (l *line) frames(b []byte) [][]byte {
	lie, gone := *l.lie.Load(), [][]byte{nil}
	switch {
	case lie == Blackhole:
		l.dead = true
		return nil
	case l.dead, lie == Refuse: // what was lost doesn't come back over this line
		return gone
	case lie == Garbage:
		rand.Read(b)
		return [][]byte{b}
	case b[0] == frame.Post && lie == Forget && l.spoken.Load() > 2 && l.told.CompareAndSwap(false, true):
		l.cut.Store(l.spoken.Load() - 2) // so that the player had read what isn't there any more
		return gone
	case b[0] == frame.Post:
		return l.post(lie, b)
	case b[0] == frame.UpTo:
		return l.upTo(lie, b)
	}
	return [][]byte{b}
}

func (l *line) upTo(lie Lie, b []byte) [][]byte {
	n := binary.BigEndian.Uint64(b[1:])
	switch {
	case l.held != nil:
		return nil
	case lie == BeSilent && l.silent.Load():
		n = min(n, l.last.Load())
	case lie == Forget && l.told.Load():
		n = min(n, l.cut.Load())
	}
	return [][]byte{frame.EncodeUpTo(n - l.hidden)}
}

func (l *line) post(lie Lie, b []byte) [][]byte {
	p, err := frame.ParsePost(b)
	if err != nil {
		return [][]byte{nil}
	}
	st, notStatement := record.ParseStatement(p.Bytes)
	if first := l.held; first != nil { // two lies need the next post, whose signer has read this one
		l.held = nil
		if notStatement == nil && st.Places >= l.places && l.told.CompareAndSwap(false, true) {
			return l.lieAbout(lie, first, b)
		}
		return append(l.show(first), l.post(lie, b)...)
	}
	if notStatement == nil {
		l.places++
	}
	shift := func(by time.Duration) {
		copy(b, frame.PostHeader(frame.Post, record.Post{Number: p.Number, Stamp: p.Stamp + by.Milliseconds()}))
	}
	switch lie {
	case Reorder, Hide, LeaveOut:
		if !l.told.Load() {
			l.held = bytes.Clone(b)
			return nil
		}
	case HoldBack:
		return nil
	case BeSilent:
		if l.silent.Load() {
			return nil
		}
	case Forget:
		if l.told.Load() && p.Number > l.cut.Load() {
			return nil
		}
	case Alter:
		if l.told.CompareAndSwap(false, true) {
			b[len(b)-1] ^= 1
		}
	case Duplicate:
		return append(l.show(b), l.show(b)...)
	case Late:
		time.Sleep(late)
	case EarlyStamps:
		shift(-time.Hour)
	case LateStamps:
		shift(time.Hour)
	}
	return l.show(b)
}

// lieAbout shows two posts, the second of which names the first, in another way.
func (l *line) lieAbout(lie Lie, first, second []byte) [][]byte {
	l.places++
	switch lie {
	case Hide:
		l.hidden = 1
		return l.show(second)
	case LeaveOut:
		return l.show(second)
	}
	n := number(first)
	rename(first, number(second))
	rename(second, n)
	return append(l.show(second), l.show(first)...)
}

// show shows a post, under the number that it has for the player.
func (l *line) show(b []byte) [][]byte {
	b = bytes.Clone(b)
	rename(b, number(b)-l.hidden)
	l.last.Store(number(b))
	return [][]byte{b}
}

func number(post []byte) uint64 { return binary.BigEndian.Uint64(post[1:]) }

func rename(post []byte, number uint64) { binary.BigEndian.PutUint64(post[1:], number) }
