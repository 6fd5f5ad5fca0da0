package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

func config(seats, hands int) holdem.Config {
	return holdem.Config{Seats: seats, Hands: hands, Chips: 100, SmallBlind: 1, BigBlind: 2}
}

// checkOver checks that all honest seats that are still there agree, among themselves and
// with an audit, that the match is over, and that no chip is lost.
func (b *bus) checkOver() *holdem.Verdict {
	b.t.Helper()
	verdict := b.audit()
	for s, t := range b.tables {
		if t == nil || b.cheats[s] != "" {
			continue
		}
		v := t.View()
		if v.Err != nil {
			continue
		}
		if v.Stage != holdem.Over {
			b.t.Errorf("seat %d: %v, awaiting %v", s, v.Stage, v.Awaited)
		}
		if diff := cmp.Diff(verdict.Results, v.Results); diff != "" {
			b.t.Errorf("seat %d: %s", s, diff)
		}
		if diff := cmp.Diff(verdict.Outs, v.Outs); diff != "" {
			b.t.Errorf("seat %d: %s", s, diff)
		}
		sum := 0
		for _, chips := range v.Stacks {
			sum += chips
		}
		if sum != b.config.Seats*b.config.Chips {
			b.t.Errorf("seat %d: %d chips: %v", s, sum, v.Stacks)
		}
	}
	if b.t.Failed() {
		for _, e := range verdict.Events {
			b.t.Logf("hand %d: seat %d %s", e.Hand, e.Seat, e.Text)
		}
		for s, t := range b.tables {
			if t != nil {
				v := t.View()
				b.t.Logf("seat %d: %v %v, %v %v", s, v.Stage, v.Awaited, v.Players, v.Cheats)
			}
		}
		b.t.FailNow()
	}
	return verdict
}

func TestMatch(t *testing.T) {
	for _, seats := range []int{2, 3, 6, 9} {
		t.Run(fmt.Sprint(seats), func(t *testing.T) {
			b := newBus(t, uint64(seats), config(seats, 2))
			b.run()
			v := b.checkOver()
			if v.Guilty != nil || !v.Over || slices.Max(b.expired) > 0 || len(v.Results) != 2 {
				t.Errorf("%+v", v)
			}
			t.Log(b.steps, len(b.sent), v.Stacks)
		})
	}
}
