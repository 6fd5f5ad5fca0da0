package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// Each way to cheat is noticed by all honest seats and by an audit, at each seat, and the
// others finish the match.
func TestCheats(t *testing.T) {
	const seats = 3
	for i, way := range holdem.Cheats {
		for cheat := range seats {
			if testing.Short() && cheat != i%seats {
				continue
			}
			t.Run(fmt.Sprintf("%s/%d", way, cheat), func(t *testing.T) {
				cheats := make([]string, seats)
				cheats[cheat] = way
				b := newBus(t, uint64(i*seats+cheat), config(seats, 2), cheats...)
				b.act = caller
				b.run()
				v := b.checkOver()
				silent := way == holdem.CheatStall || way == holdem.CheatLeave
				guilty := slices.ContainsFunc(v.Guilty, func(g holdem.Guilt) bool { return g.Seat == cheat })
				if guilty == silent || len(v.Guilty) > 1 {
					t.Errorf("guilty: %v", v.Guilty)
				}
				if len(v.Outs) != 1 || v.Outs[0].Seat != cheat || (v.Outs[0].Why == holdem.Silent) != silent {
					t.Errorf("out: %v", v.Outs)
				}
				for s, table := range b.tables {
					if s == cheat {
						continue
					}
					named := table.View().Cheats
					if silent != (named == nil) || !silent && (len(named) != 1 || named[0].Seat != cheat) {
						t.Errorf("seat %d names %v", s, named)
					}
				}
				if way != holdem.CheatEquivocate {
					checkFull(t, v)
				}
				if way != holdem.CheatEquivocate && (!v.Over || len(v.Results) != 2) {
					t.Errorf("%d hands were played", len(v.Results))
				}
			})
		}
	}
}

// caller checks and calls.
func caller(v holdem.View) holdem.Action {
	if v.Legal.Check {
		return holdem.Action{Kind: holdem.Check}
	}
	return holdem.Action{Kind: holdem.Call}
}

// checkFull checks that all hands went to a showdown of at least two seats, with different
// cards.
func checkFull(t *testing.T, v *holdem.Verdict) {
	t.Helper()
	for _, r := range v.Results {
		seen := map[int]bool{}
		cards, shown := slices.Clone(r.Board), 0
		for _, own := range r.Shown {
			cards = append(cards, own...)
			if own != nil {
				shown++
			}
		}
		for _, c := range cards {
			seen[c] = true
		}
		if r.Void || len(r.Board) != 5 || shown < 2 || len(cards) != 5+2*shown || len(seen) != len(cards) {
			t.Errorf("hand %d: %+v", r.Hand, r)
		}
	}
}
