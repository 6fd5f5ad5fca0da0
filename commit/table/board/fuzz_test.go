package board_test

import (
	"math/rand/v2"

	"bytes"
	"context"
	"testing"
	"testing/synctest"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/commit/table/board/boardtest"
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
			logged, boardKey := new(boardtest.Storage), key(9)
			reopen := func() *board.Local {
				l, err := board.Open(offerOf(3), boardKey, boardtest.Sums(2), logged)
				if err != nil {
					t.Fatal(err)
				}
				return l
			}
			l, w := reopen(), board.NewWatcher(boardtest.Sums(2))
			read := 0
			for _, step := range steps[:min(len(steps), 60)] {
				for _, p := range all(t, l)[read:] {
					if placed, err := w.Read(p); !placed || err != nil {
						t.Fatalf("post %d has no place: %v", p.Number, err)
					}
					read++
				}
				seat, post := int(step&3)%3, []byte(nil)
				k := key(byte(1 + seat))
				message := map[byte][]byte{
					1: {1}, 2: append([]byte{2}, make([]byte, 40)...), 3: {3}, 4: {4, 0, 0, 0, 1}, 5: {5},
					6: append([]byte{9}, make([]byte, 99)...), 7: append([]byte{2}, "short"...),
				}[step>>4]
				switch {
				case message != nil && w.Table() != nil:
					post = boardtest.Sign(w.Table(), k, seat, message)
				case step>>4 == 0:
					post = w.Offer().Ask(seat, k, nil)
				case step>>4 == 8:
					l = reopen()
				case step>>4 == 9: // what time asks for is done when somebody waits
					ctx, cancel := context.WithTimeout(t.Context(), time.Duration(step&15)*time.Second)
					l.Wait(ctx)
					cancel()
				case step>>4 == 10:
					logged.Full(step&1 == 0)
				default:
					posts := all(t, l)
					post = bytes.Clone(posts[int(step)%len(posts)].Bytes)
					post[int(step)%len(post)] ^= step & 12
				}
				l.Post(t.Context(), post)
			}
			w = watch(t, l, 2)
			if again := watch(t, reopen(), 2); w.Table() != nil && again.Table().Head() != w.Table().Head() {
				t.Error("a restart has another head")
			}
		})
	})
}
