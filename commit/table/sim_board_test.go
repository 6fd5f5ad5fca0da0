package table_test

import (
	"slices"

	"github.com/squaredeal/squaredeal/commit/record"
)

// The boards of the simulation: they pause, stamp wrongly, lose their tails and fork.

// A board shows posts, of whose numbers it leaves some out.
type board struct {
	posts            []record.Post
	epoch            int // changes when posts are lost
	number           uint64
	paused, nextStop int64
}

// after returns the posts after a number.
func (b *board) after(number uint64) []record.Post {
	i, _ := slices.BinarySearchFunc(b.posts, number+1, func(p record.Post, n uint64) int {
		return int(int64(p.Number) - int64(n))
	})
	return b.posts[i:]
}

func (b *board) shown(number uint64) (record.Post, bool) {
	if rest := b.after(number - 1); len(rest) > 0 && rest[0].Number == number {
		return rest[0], true
	}
	return record.Post{}, false
}

// post adds a post to a board, now or after its pause.
func (w *world) post(i int, raw []byte) {
	b := w.boards[i]
	if w.pause && w.now < b.paused {
		w.later(b.paused-w.now+w.rng.Int64N(100), func() { w.post(i, raw) })
		return
	}
	if w.now > b.nextStop {
		b.paused = w.now + w.rng.Int64N(20000)
		b.nextStop = b.paused + 5000 + w.rng.Int64N(30000)
	}
	stamp := 1e9 + w.now + int64(i) // forks don't agree
	if w.wrong && w.now%700 < 20 {  // not more often for who says more
		stamp += []int64{3600_000, -3600_000}[w.now/700%2]
	}
	b.number += 1 + w.rng.Uint64N(2)
	b.posts = append(b.posts, record.Post{Number: b.number, Stamp: stamp, Bytes: raw})
}

// lose takes the tail off a board, a short one or one of any length.
func (w *world) lose(far bool) {
	b := w.boards[w.rng.IntN(len(w.boards))]
	n := w.rng.IntN(6)
	if far {
		n = w.rng.IntN(1 + len(b.posts))
	}
	b.posts = slices.Clone(b.posts[:max(0, len(b.posts)-n-1)])
	b.epoch++
	if w.counts["losses"]++; w.rng.IntN(2) == 0 { // numbers are used again
		b.number = 0
		if len(b.posts) > 0 {
			b.number = b.posts[len(b.posts)-1].Number
		}
	}
}

// split makes two boards of one, each with some of the seats.
func (w *world) split() {
	b := *w.boards[0]
	b.posts = slices.Clone(b.posts)
	w.boards = append(w.boards, &b)
	w.counts["forks"]++
	for _, s := range w.seats {
		s.board = w.rng.IntN(2)
	}
}
