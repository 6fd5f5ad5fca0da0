package board_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
	"github.com/squaredeal/squaredeal/commit/table/internal/kind"
)

func key(n byte) record.Key {
	k, err := record.ParseKey(bytes.Repeat([]byte{n}, 32))
	if err != nil {
		panic(err)
	}
	return k
}

func FuzzParseOffer(f *testing.F) {
	o := offerOf(3)
	o.Board = key(9).Public()
	f.Add(o.Bytes())
	f.Fuzz(func(t *testing.T, b []byte) {
		if o, err := board.ParseOffer(b); err == nil && !bytes.Equal(o.Bytes(), b) {
			t.Error("another encoding")
		}
	})
}

func FuzzParseRequest(f *testing.F) {
	f.Add(offerOf(3).Ask(1, key(1), nil))
	f.Add(offerOf(3).Ask(board.AnySeat, key(1), nil))
	f.Fuzz(func(t *testing.T, b []byte) {
		if r, err := board.ParseRequest(b); err == nil && (r.Seat < board.AnySeat || r.Seat >= record.MaxSeats || len(r.Key) != 32) {
			t.Error(r)
		}
	})
}

func FuzzDecode(f *testing.F) {
	f.Add(board.Encode([]record.Post{{Number: 1, Stamp: 2, Bytes: []byte("x")}, {Number: 2}}))
	f.Fuzz(func(t *testing.T, b []byte) {
		posts, err := board.Decode(b)
		if again := board.Encode(posts); err == nil && !bytes.Equal(again, b) || err != nil && len(posts) > 0 && !bytes.HasPrefix(b, again) {
			t.Error("another encoding")
		}
	})
}

// A followed board is restarted, and somebody reads all that it shows.
type followed struct {
	*testing.T
	storage *boardtest.Storage
	local   *board.Local
	watcher *board.Watcher // of what was read
	read    int            // posts
}

func (f *followed) reopen() {
	f.Helper()
	var err error
	if f.local, err = board.Open(offerOf(3), key(9), boardtest.Sums(2), f.storage); err != nil {
		f.Fatal(err)
	}
}

// catchUp reads what is new, all of which must have a place.
func (f *followed) catchUp() {
	f.Helper()
	for _, p := range all(f, f.local)[f.read:] {
		if placed, err := f.watcher.Read(p); !placed || err != nil {
			f.Fatalf("post %d has no place: %v", p.Number, err)
		}
		f.read++
	}
}

// take takes a step: what it is stands in the upper four bits, and of which seat in the lower ones.
func (f *followed) take(step byte) {
	messages := map[byte][]byte{
		1: {kind.Hello}, 2: append([]byte{kind.Say}, make([]byte, 40)...), 3: {kind.Tick}, 4: {kind.Leave, 0, 0, 0, 1},
		5: {kind.Closing}, 6: append([]byte{9}, make([]byte, 99)...), 7: append([]byte{kind.Say}, "short"...),
	}
	seat := int(step&3) % 3
	k := key(byte(1 + seat))
	var post []byte
	switch what := step >> 4; {
	case messages[what] != nil && f.watcher.Table() != nil:
		post = boardtest.Sign(f.watcher.Table(), k, seat, messages[what])
	case what == 0:
		post = f.watcher.Offer().Ask(seat, k, nil)
	case what == 8:
		f.reopen()
	case what == 9: // what time asks for is done when somebody waits
		ctx, cancel := context.WithTimeout(f.Context(), time.Duration(step&15)*time.Second)
		f.local.Wait(ctx)
		cancel()
	case what == 10:
		f.storage.Room([]int{boardtest.TickRoom, boardtest.AllRoom, 0, boardtest.AllRoom}[step&3])
	default: // a copy, perhaps altered
		posts := all(f, f.local)
		post = bytes.Clone(posts[int(step)%len(posts)].Bytes)
		post[int(step)%len(post)] ^= step & 12
	}
	f.local.Post(f.Context(), post)
}

// FuzzLocal posts what seats and strangers may say, in any order, and restarts: what has a place is
// shown, nothing else is, and whoever reads it all is where the board is.
func FuzzLocal(f *testing.F) {
	f.Add([]byte("\x00\x01\x02\x10\x11\x12\x20\x21\x22\x20\x21\x22\x30\x40\x50\x51\x52"))
	f.Add([]byte("\x00\x01\x02\x10\x60\x70\x71\x72\x80\x90"))
	rng := rand.New(rand.NewPCG(1, 2))
	for range 10 {
		b := make([]byte, 60)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		f.Add(append([]byte("\x00\x01\x02\x10\x11\x12"), b...))
	}
	f.Fuzz(func(t *testing.T, steps []byte) {
		synctest.Test(t, func(t *testing.T) {
			b := &followed{T: t, storage: new(boardtest.Storage), watcher: board.NewWatcher(boardtest.Sums(2))}
			b.reopen()
			for _, step := range steps[:min(len(steps), 60)] {
				b.catchUp()
				b.take(step)
			}
			before := watch(t, b.local, 2).Table()
			b.reopen()
			if after := watch(t, b.local, 2).Table(); before != nil && after.Head() != before.Head() {
				t.Error("a restart has another head")
			}
		})
	})
}
