package keno

import (
	"errors"
	"math/big"
	"math/bits"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
)

// The return of each table is between 98 and 99 %, and that of counting all ways to pick so
// many of the forty, one by one, where these aren't too many.
func TestReturn(t *testing.T) {
	for picks := 1; picks <= maxPicks; picks++ {
		b := bet{picks: make([]int, picks)}
		r := b.Return()
		if len(tables[picks]) != picks+1 || r.Cmp(big.NewRat(98, 100)) < 0 || r.Cmp(big.NewRat(99, 100)) > 0 || b.Most() > 10_000*game.One {
			t.Errorf("%d picks return %v", picks, r)
		}
		for hits := range picks {
			if b.pays(hits) > b.pays(hits+1) {
				t.Errorf("%d hits of %d pay more than one more", hits, picks)
			}
		}
		if picks > 5 {
			continue
		}
		ways, paid := int64(0), int64(0)
		for set := uint64(1)<<picks - 1; set < 1<<numbers; { // the first ten are drawn; Gosper's hack
			ways++
			paid += b.pays(bits.OnesCount64(set & (1<<drawn - 1)))
			low := set & -set
			next := set + low
			set = next | (set^next)/low>>2
		}
		if r.Cmp(big.NewRat(paid, ways*game.One)) != 0 {
			t.Errorf("%d picks return %v, not %d in %d", picks, r, paid, ways)
		}
	}
	for _, terms := range []string{"", " 1", "0", "41", "2 1", "1 1", "1,2", "1  2", "01", "1 2 3 4 5 6 7 8 9 10 11"} {
		if _, err := (Game{}).Parse(terms); !errors.Is(err, game.ErrMalformed) {
			t.Errorf("%q: %v", terms, err)
		}
	}
}
