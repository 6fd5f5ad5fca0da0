package holdem_test

import (
	"fmt"
	"testing"
)

// A seat that repeats the message of another cheats alone: the other isn't blamed for it,
// by seats that go on from their state either.
func TestParrot(t *testing.T) {
	const seats, parrot = 3, 2
	for skip := range 3 {
		b := newBus(t, uint64(skip), config(seats, 1), "", "", fmt.Sprint("parrot ", skip))
		b.act = caller
		b.run()
		b.restart(0)
		b.run()
		if v := b.tables[0].View(); len(v.Cheats) != 1 || v.Cheats[0].Seat != parrot {
			t.Errorf("after a restart, %d are blamed: %v", len(v.Cheats), v.Cheats)
		}
		b.checkOver()
	}
}
