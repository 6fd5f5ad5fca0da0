package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/oldrecord"
)

// twin signs another statement of a seat with a number that it has used, and all that this
// follows.
func twin(b *bus, seat, number int) []byte {
	b.t.Helper()
	table, err := b.config.Table(b.keys)
	if err != nil {
		b.t.Fatal(err)
	}
	st, err := oldrecord.ParseStatement(table, b.tables[seat].Sent()[number])
	if err != nil {
		b.t.Fatal(err)
	}
	var heads []oldrecord.Head
	for s := range b.tables {
		heads = append(heads, st.Head(s))
	}
	return sign(b.t, table, b.private[seat], seat, heads).Bytes()
}

// A seat that signs, late in a match, a second statement in a place that all have long
// passed is named by all, who agree on how the match stands, and undoes no finished hand.
func TestLateEquivocation(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	for number := 0; ; number += 3 {
		b := newBus(t, 1, config(3, 3))
		b.act = caller
		for len(b.tables[0].View().Results) < 2 || slices.ContainsFunc(b.queues, func(q [][]byte) bool { return len(q) > 0 }) {
			b.step()
		}
		results := b.tables[0].View().Results
		if number >= len(b.tables[2].Sent()) {
			break
		}
		b.cheats[2] = "equivocates"
		b.post(2, [][]byte{twin(b, 2, number)})
		b.run()
		v := b.checkOver()
		if len(v.Guilty) != 1 || v.Guilty[0].Seat != 2 || fmt.Sprint(v.Results) != fmt.Sprint(results) {
			t.Errorf("%d: %v guilty, %d results, not %d", number, v.Guilty, len(v.Results), len(results))
		}
	}
}

// A seat that contradicts itself at any step in any place, to all or to some, undoes no
// hand that all who play on have gone on from. All and an audit agree.
func TestTwin(t *testing.T) { eachSeed(t, 24, 5, contradicts) }

func contradicts(t *testing.T, seed uint64) {
	seats := 2 + int(seed)%3
	cheat := int(seed/3) % seats
	b := newBus(t, seed, config(seats, 3))
	for range b.rng.IntN(120 * seats) {
		b.step()
	}
	stood := slices.Clone(b.tables[cheat].View().Results)
	for s, table := range b.tables {
		if r := table.View().Results; s != cheat && len(r) < len(stood) {
			stood = stood[:len(r)]
		}
	}
	b.cheats[cheat] = "equivocates"
	for range 1 + b.rng.IntN(3) {
		n := len(b.tables[cheat].Sent())
		number := b.rng.IntN(n)
		if b.rng.IntN(2) == 0 {
			number = max(0, n-1-b.rng.IntN(4))
		}
		raw := twin(b, cheat, number)
		if b.rng.IntN(2) == 0 {
			b.post(cheat, [][]byte{raw})
		} else {
			to := b.rng.IntN(seats)
			b.queues[to] = append(b.queues[to], raw)
		}
		for range b.rng.IntN(10) {
			b.step()
		}
	}
	b.run()
	v := b.checkOver()
	for _, g := range v.Guilty {
		if g.Seat != cheat {
			t.Errorf("%v", g)
		}
	}
	last := max(0, len(stood)-1)
	if len(v.Results) < last || fmt.Sprint(v.Results[:last]) != fmt.Sprint(stood[:last]) {
		t.Errorf("%d results, %d stood", len(v.Results), len(stood))
	}
}
