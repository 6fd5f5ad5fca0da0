package plinko

import (
	"errors"
	"math/big"
	"math/bits"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/games/game"
)

// The return of each table is that of all paths, one by one, and between 98 and 99 %.
func TestReturn(t *testing.T) {
	for _, risk := range risks {
		if len(tables[risk]) != maxRows-minRows+1 {
			t.Errorf("%s has %d tables", risk, len(tables[risk]))
		}
		for rows, slots := range tables[risk] {
			b := bet{rows: rows, slots: slots}
			if len(slots) != rows/2+1 {
				t.Fatalf("%s %d: %d slots", risk, rows, len(slots))
			}
			paid := int64(0)
			for path := range uint32(1) << rows {
				m := b.pays(bits.OnesCount32(path))
				if m != b.pays(rows-bits.OnesCount32(path)) || m > b.Most() || m <= 0 {
					t.Fatalf("%s %d: %b pays %d", risk, rows, path, m)
				}
				paid += m
			}
			r := b.Return()
			if r.Cmp(big.NewRat(paid, game.One<<rows)) != 0 || r.Cmp(big.NewRat(98, 100)) < 0 || r.Cmp(big.NewRat(99, 100)) > 0 {
				t.Errorf("%s %d returns %v", risk, rows, r)
			}
		}
	}
	for _, terms := range []string{"", "high", "high 7", "high 17", "high 08", "High 8", "high 8 8", " 8"} {
		if _, err := (Game{}).Parse(terms); !errors.Is(err, game.ErrMalformed) {
			t.Errorf("%q: %v", terms, err)
		}
	}
}
