package table_test

import (
	"flag"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
)

// The simulation runs whole matches in virtual time: honest processes that crash anywhere, cheats
// that say anything, and a board that delays, pauses, stamps wrongly, loses its tail and forks. Its
// parts are in sim_world, sim_board, sim_honest, sim_cheat and sim_check_test.go; what it shares with the
// arena in walk, board, process and liar_test.go.

var (
	runs     = flag.Int("runs", long.Pick(2, 12), "random runs of each kind")
	firstRun = flag.Uint64("first", 0, "the first of them")
)

func simulate(t *testing.T, configure func(rng *rand.Rand, c *setup)) {
	t.Parallel()
	bad, total := 0, make(map[string]int)
	walkAll(*firstRun, *runs, func(seed uint64) func() {
		rng := rand.New(rand.NewPCG(seed, 3))
		n := 2 + rng.IntN(4)
		c := setup{numSeats: n, numCheats: rng.IntN(n), numRounds: 1 + rng.IntN(3), hold: rng.IntN(3) == 0, crash: rng.IntN(2) == 0,
			backups: rng.IntN(5), relay: rng.IntN(4) == 0}
		configure(rng, &c)
		w := newWorld(seed, c)
		w.run()
		w.check()
		return func() {
			for k, n := range w.counts {
				total[k] += n
			}
			if len(w.bad) == 0 {
				return
			}
			bad++
			if bad <= 4 {
				t.Errorf("seed %d: %s\n%+v %v", seed, strings.Join(w.bad, "\n  "), c, w.counts)
				w.log(t)
			}
		}
	})
	t.Logf("%d runs, %d bad: %v", *runs, bad, total)
}

// log tells of what kinds the seats are.
func (w *world) log(t *testing.T) {
	for _, c := range w.cheats {
		t.Logf("  seat %d: %v", c.id, c.kinds)
	}
	for _, h := range w.honest {
		t.Logf("  seat %d: held %v old %v astray %v", h.id, h.held, h.old, h.astray)
	}
}

// A board that keeps its promises.
func TestSimulate(t *testing.T) {
	simulate(t, func(*rand.Rand, *setup) {})
}

// A board that pauses, and stamps wrongly.
func TestSimulateClock(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) {
		c.pause, c.wrong = rng.IntN(3) > 0, rng.IntN(2) == 0
	})
}

// A board that loses its tail, which others post again.
func TestSimulateLost(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) { c.lost, c.lostFar = rng.IntN(3), rng.IntN(4)/3 })
}

// A board that forks, and seats that read both.
func TestSimulateForked(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) { c.fork, c.flip = true, rng.IntN(2) == 0 })
}

// All at once.
func TestSimulateAll(t *testing.T) {
	simulate(t, func(rng *rand.Rand, c *setup) {
		c.pause, c.wrong = rng.IntN(3) == 0, rng.IntN(3) == 0
		c.lost, c.lostFar, c.fork, c.flip = rng.IntN(3), rng.IntN(4)/3, rng.IntN(4) == 0, rng.IntN(2) == 0
	})
}
