package table_test

import "slices"

// The boards of the simulation: they pause, stamp wrongly, lose their tails and fork.

// A pausingBoard shows nothing new for a while, now and then.
type pausingBoard struct {
	board
	paused   int64 // until when
	nextStop int64
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
	stamp := beginning + w.now + int64(i) // forks don't agree
	if w.wrong && w.now%700 < 20 {        // not more often for seats that say more
		stamp += []int64{3600_000, -3600_000}[w.now/700%2]
	}
	b.add(1+w.rng.Uint64N(2), stamp, raw)
}

// lose takes the tail off a board, a short one or one of any length.
func (w *world) lose(far bool) {
	b := w.boards[w.rng.IntN(len(w.boards))]
	n := w.rng.IntN(6)
	if far {
		n = w.rng.IntN(1 + len(b.posts))
	}
	b.board.lose(1 + n)
	w.counts["losses"]++
	if w.oneIn(2) { // numbers are used again
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
	for s := range w.reads {
		w.reads[s] = w.rng.IntN(2)
	}
}

// boardOf returns the board that a seat reads.
func (w *world) boardOf(seat int) *board { return &w.boards[w.reads[seat]].board }
