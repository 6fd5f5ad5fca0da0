package table_test

import (
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/commit/table"
)

// The world of a simulated match: its seats, its boards, and the virtual time that it takes.

// A setup is what to simulate.
type setup struct {
	numSeats, numCheats, numRounds int
	hold, crash                    bool // one honest seat's host and network are slow; processes die
	backups                        int  // how many times a process goes on from an old state
	relay                          bool // the board favours cheats
	pause, wrong                   bool // the board stops now and then; its stamps are wrong at times
	lost, lostFar                  int  // how many tails the board loses, short and of any length
	fork, flip                     bool // the board forks; seats change between the forks
}

type world struct {
	setup
	walk
	boards []*pausingBoard
	reads  []int // which of the boards, by seat
	honest []*honest
	cheats []*cheat
	counts map[string]int
}

func newWorld(seed uint64, c setup) *world {
	w := &world{
		setup: c, boards: []*pausingBoard{{nextStop: 3000}}, reads: make([]int, c.numSeats), counts: map[string]int{"runs": 1},
	}
	w.walk = walk{
		rng: rand.New(rand.NewPCG(seed, 7)), rounds: c.numRounds,
		terms: table.Terms{Game: []byte("fake"), Longest: 64, Grace: grace, Bank: bank},
	}
	w.seat(c.numSeats, seed)
	perm := w.rng.Perm(c.numSeats)
	for _, i := range perm[:c.numCheats] {
		c := newCheat(w, i)
		w.cheats = append(w.cheats, c)
		w.later(w.rng.Int64N(50), c.step)
	}
	for n, i := range perm[c.numCheats:] {
		h := newHonest(w, i, c.hold && n == 0)
		w.honest = append(w.honest, h)
		w.later(0, func() { h.alive(h.restart) })
		w.later(w.rng.Int64N(50), h.poll)
	}
	slices.SortFunc(w.honest, func(a, b *honest) int { return a.id - b.id })
	for i := range c.lost + c.lostFar {
		w.later(500+w.rng.Int64N(20000), func() { w.lose(i >= c.lost) })
	}
	if c.fork {
		w.later(500+w.rng.Int64N(15000), w.split)
	}
	return w
}

func (w *world) absent() bool {
	return slices.ContainsFunc(w.cheats, func(c *cheat) bool { return slices.Contains(c.kinds, absentee) })
}

// all reports whether all honest seats are in some state.
func (w *world) all(is func(h *honest) bool) bool {
	return !slices.ContainsFunc(w.honest, func(h *honest) bool { return !is(h) })
}

// broken reports whether a board has lost posts or forked.
func (w *world) broken() bool { return w.counts["losses"]+w.counts["forks"] > 0 }

// run runs the match until all honest seats have seen its end for a while, or can't get there.
func (w *world) run() {
	idle := int64(0)
	for w.now < 1_500_000 && len(w.queue) > 0 && len(w.bad) == 0 {
		w.next()
		done := w.all(func(h *honest) bool { return h.player != nil && h.player.Over() && h.epoch == w.boardOf(h.id).epoch })
		if !done {
			idle = w.now
		}
		stuck := w.absent() && w.now > 60_000 || w.broken() && w.now > 120_000
		if w.now-idle > 12_000 || stuck && !done {
			return
		}
	}
}
