package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// Whatever some seats say, nobody who is honest is blamed, by a seat or an audit, and
// honest seats that go on agree with each other and with the audit.
func TestLiars(t *testing.T) {
	runs := 16
	if testing.Short() {
		runs = 6
	}
	guilty := 0
	for seed := range uint64(runs) {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			seats := 2 + int(seed)%4
			cheats := make([]string, seats)
			for s := range seats / 2 {
				cheats[(s*2+int(seed/4))%seats] = "liar"
			}
			b := newBus(t, seed, config(seats, 2), cheats...)
			b.run()
			v := b.audit()
			for _, g := range v.Guilty {
				guilty++
				if cheats[g.Seat] == "" {
					t.Errorf("the audit blames seat %d: %v", g.Seat, g.What)
				}
			}
			for s, table := range b.tables {
				for _, c := range table.View().Cheats {
					if cheats[s] == "" && cheats[c.Seat] == "" {
						t.Errorf("seat %d blames seat %d: %v", s, c.Seat, c.What)
					}
					if cheats[s] == "" && !slices.ContainsFunc(v.Guilty, func(g holdem.Guilt) bool { return g.Seat == c.Seat && g.What == c.What }) {
						t.Errorf("seat %d blames seat %d, the audit doesn't: %v", s, c.Seat, c.What)
					}
				}
			}
			b.checkOver()
			var transcripts [][]byte
			for _, table := range b.tables {
				transcripts = append(transcripts, table.Transcript())
			}
			for range 2 {
				w, err := holdem.AuditInOrder(b.rng, b.config, b.keys, transcripts...)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(v, w, cmpopts.IgnoreFields(holdem.Verdict{}, "Events", "Outs")); diff != "" {
					t.Errorf("in another order: %s", diff)
				}
			}
		})
	}
	if guilty < runs/4 {
		t.Errorf("%d lies were proved", guilty)
	}
}
