package holdem_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
)

// twin signs another statement of a seat with a number that it has used, and all that this
// follows.
func twin(b *bus, seat, number int) []byte {
	b.t.Helper()
	table, err := b.config.Table(b.keys)
	if err != nil {
		b.t.Fatal(err)
	}
	st, err := record.ParseStatement(table, said(b, seat)[number])
	if err != nil {
		b.t.Fatal(err)
	}
	var heads []record.Head
	for s := range b.tables {
		heads = append(heads, st.Head(s))
	}
	return sign(b.t, table, b.private[seat], seat, heads).Bytes()
}

// said are the statements of a seat, without its countersignatures.
func said(b *bus, seat int) (statements [][]byte) {
	table, err := b.config.Table(b.keys)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, raw := range b.tables[seat].Sent() {
		if st, err := record.ParseStatement(table, raw); err == nil && st.Seat() == seat {
			statements = append(statements, raw)
		}
	}
	return statements
}

// A seat that signs, late in a match, a second statement in a place that all have long
// passed is named by all, who finish the match without it, and undoes no finished hand.
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
		if number >= len(said(b, 2)) {
			break
		}
		b.cheats[2] = "equivocates"
		b.post(2, [][]byte{twin(b, 2, number)})
		b.run()
		v := b.checkOver()
		if len(v.Guilty) != 1 || v.Guilty[0].Seat != 2 || len(v.Results) != 3 || fmt.Sprint(v.Results[:len(results)]) != fmt.Sprint(results) {
			t.Errorf("%d: %v guilty, %d results, not %d", number, v.Guilty, len(v.Results), len(results))
		}
	}
}
