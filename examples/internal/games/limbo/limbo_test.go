package limbo

import (
	"math/big"
	"strconv"
	"testing"
)

// Every target is worth exactly 99 %: the numbers that reach it are counted, one by one for
// small targets and by the two around the edge for all.
func TestReturn(t *testing.T) {
	for target := int64(least); target <= most; target++ {
		terms, err := Game{}.Parse(strconv.FormatInt(target, 10))
		if err != nil {
			t.Fatal(err)
		}
		b := terms.(bet)
		wins := int64(edge)
		if target < 130 {
			wins = 0
			for number := range fineness * target {
				if b.multiplier(number) >= target {
					wins++
				}
			}
		} else if b.multiplier(edge-1) < target || b.multiplier(edge) >= target {
			t.Fatalf("target %d: the edge is elsewhere", target)
		}
		exact := big.NewRat(wins, fineness*target)
		if exact.Mul(exact, big.NewRat(b.Most(), 100)).Cmp(b.Return()) != 0 || exact.Cmp(big.NewRat(99, 100)) != 0 {
			t.Fatalf("target %d returns %v", target, exact)
		}
	}
}
