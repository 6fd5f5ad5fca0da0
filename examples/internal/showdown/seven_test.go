package showdown_test

import (
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

// All 133,784,560 hands of seven: the well-known frequencies, and the 4824 strengths that
// the best of seven cards can have.
func TestSeven(t *testing.T) {
	clitest.OnlyLong(t)
	type tally struct {
		count [showdown.StraightFlush + 1]int
		seen  map[showdown.Strength]bool
	}
	tallies := make([]tally, 46) // by the lowest card
	var next atomic.Int32
	var wg sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wg.Go(func() {
			for low := int(next.Add(1)) - 1; low < len(tallies); low = int(next.Add(1)) - 1 {
				x := &tallies[low]
				x.seen = make(map[showdown.Strength]bool)
				var last showdown.Strength
				each(7, low, func(hand []int) {
					s := showdown.Best(hand...)
					x.count[s.Category()]++
					if s != last {
						x.seen[s] = true
						last = s
					}
				})
			}
		})
	}
	wg.Wait()
	var got [showdown.StraightFlush + 1]int
	seen := make(map[showdown.Strength]bool)
	for _, x := range tallies {
		for i, n := range x.count {
			got[i] += n
		}
		maps.Copy(seen, x.seen)
	}
	want := [...]int{
		showdown.StraightFlush: 41584,
		showdown.FourOfAKind:   224848,
		showdown.FullHouse:     3473184,
		showdown.Flush:         4047644,
		showdown.Straight:      6180020,
		showdown.ThreeOfAKind:  6461620,
		showdown.TwoPair:       31433400,
		showdown.Pair:          58627800,
		showdown.HighCard:      23294460,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("hands of each category (-want +got):\n%s", diff)
	}
	if len(seen) != 4824 {
		t.Errorf("%d strengths, not 4824", len(seen))
	}
}
