package table_test

import (
	"encoding/binary"
	"fmt"
	"math/rand/v2"
	"slices"
	"time"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
)

// The world of a simulated match: its seats, its boards, and the virtual time that it takes.

// A setup is what to simulate.
type setup struct {
	numSeats, numCheats, rounds      int
	hold, relay, crash, pause, wrong bool // relay: the board favours cheats
	lost, lostFar, backups           int  // how many tails, short and of any length; old backups
	fork, flip                       bool // flip: seats change between the forks
	only                             string
}

type world struct {
	setup
	timeline
	rng    *rand.Rand
	terms  table.Terms
	boards []*board
	seats  []*seat
	honest []*honest
	cheats []*cheat
	bad    []string
	counts map[string]int
}

// A seat is what honest ones and cheats have in common: they read a board, and play on it.
type seat struct {
	w     *world
	id    int
	key   record.Key
	g     *testGame
	board int // which it reads
	epoch int
	read  uint64
	chain map[int]record.Digest // heads by place, of what it reads
}

func newWorld(seed uint64, c setup) *world {
	w := &world{setup: c, rng: rand.New(rand.NewPCG(seed, 7)), boards: []*board{{nextStop: 3000}}, counts: map[string]int{"runs": 1}}
	w.terms = table.Terms{Game: []byte("fake"), Longest: 64, Grace: grace, Bank: bank}
	for i := range c.numSeats {
		key, err := record.ParseKey(binary.BigEndian.AppendUint64(make([]byte, 24), seed<<8+uint64(i)))
		if err != nil {
			panic(err)
		}
		w.seats = append(w.seats, &seat{w: w, id: i, key: key, chain: make(map[int]record.Digest)})
		w.terms.Seats = append(w.terms.Seats, key.Public())
	}
	perm := w.rng.Perm(c.numSeats)
	for _, i := range perm[:c.numCheats] {
		c := newCheat(w.seats[i])
		w.cheats = append(w.cheats, c)
		w.later(w.rng.Int64N(50), c.step)
	}
	for n, i := range perm[c.numCheats:] {
		h := &honest{seat: w.seats[i], held: c.hold && n == 0, down: true, own: make(map[int]string)}
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

func (w *world) clock() time.Time { return time.UnixMilli(1e9 + w.now) }

func (w *world) absent() bool {
	return slices.ContainsFunc(w.cheats, func(c *cheat) bool { return slices.Contains(c.kinds, "absent") })
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
		done := w.all(func(h *honest) bool { return h.t != nil && h.t.Over() && h.epoch == w.boards[h.board].epoch })
		if !done {
			idle = w.now
		}
		stuck := w.absent() && w.now > 60_000 || w.broken() && w.now > 120_000
		if w.now-idle > 12_000 || stuck && !done {
			return
		}
	}
}

// fail notes what must not happen.
func (s *seat) fail(format string, args ...any) {
	s.w.bad = append(s.w.bad, fmt.Sprintf("%d ms, seat %d: ", s.w.now, s.id)+fmt.Sprintf(format, args...))
}
