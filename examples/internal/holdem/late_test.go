package holdem_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// A seat that signs, late in a match, a second statement in a place that all have long
// passed is named by all, who agree on how the match stands. What was played since that
// place is void, whoever won it.
func TestLateEquivocation(t *testing.T) {
	b := newBus(t, 1, config(3, 3))
	b.act = caller
	for len(b.tables[0].View().Results) < 2 {
		b.step()
	}
	_, send, err := holdem.GenerateTable(b.config, b.keys, 2, b.private[2], new(disk).store)
	if err != nil {
		t.Fatal(err)
	}
	b.post(2, send)
	b.cheats[2] = "equivocates"
	b.run()
	v := b.checkOver()
	if len(v.Guilty) != 1 || v.Guilty[0].Seat != 2 || v.Results != nil {
		t.Errorf("%v guilty, %d results", v.Guilty, len(v.Results))
	}
}
