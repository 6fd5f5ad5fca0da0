package table_test

import (
	"flag"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
)

var (
	matches    = flag.Int("matches", long.Pick(42, 90), "of TestAdversary")
	firstMatch = flag.Uint64("firstmatch", 0, "the first of them")
)

// All seats but one or more flood, stall, complain, forge, leave and go, and see what honest
// seats are about to say, by six kinds of clocks.
func TestAdversary(t *testing.T) {
	total, most := make(map[string]int), make(map[string]int)
	walkAll(*firstMatch, *matches, func(seed uint64) func() {
		a := newArena(seed)
		a.run()
		return func() {
			if len(a.bad) > 0 {
				t.Errorf("match %d, clock %s, %d cheats of %d, bank %v, keeps %v, crash %v, losses %d: %v",
					seed, a.clock.name, len(a.villains), len(a.keys), a.terms.Bank, a.keeps, a.crash, a.losses, a.bad)
			}
			total["crossed"] += a.crossed
			total["posts"] += len(a.board.posts)
			total["seconds"] += int(a.now / 1000)
			if a.losses == 0 {
				most["ticks, "+a.clock.name] = max(most["ticks, "+a.clock.name], a.mostTicks)
				most["item, "+a.clock.name] = max(most["item, "+a.clock.name], a.longestItem)
			} else if !a.judge.Over() {
				total["stuck"]++
			}
			for _, o := range a.judge.Outs() {
				total[o.Why.String()]++
			}
		}
	})
	t.Logf("%d matches: %v; %v", *matches, total, most)
}
