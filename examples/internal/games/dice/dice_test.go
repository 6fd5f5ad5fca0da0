package dice

import (
	"fmt"
	"math/big"
	"testing"
)

// Every bet returns 99 % over all rolls, to the last hundredth.
func TestReturn(t *testing.T) {
	all := choices()
	if len(all) < 50 || all[0] != (choice{9000, 110}) || all[len(all)-1] != (choice{1, 990_000}) {
		t.Errorf("%v", all)
	}
	for _, choice := range all {
		for _, side := range []string{"under", "over"} {
			terms, err := Game{}.Parse(fmt.Sprint(side, " ", choice.Wins))
			if err != nil {
				t.Fatal(err)
			}
			var paid, wins int64
			for roll := range int64(Rolls) {
				if p := terms.(bet).pays(roll); p > 0 {
					paid += p
					wins++
				}
			}
			if wins != choice.Wins || big.NewRat(paid, 100*Rolls).Cmp(terms.Return()) != 0 || paid != 99*Rolls {
				t.Errorf("%s %d: %d rolls win, %d is paid", side, choice.Wins, wins, paid)
			}
		}
	}
	under, over := bet{wins: 4950}, bet{over: true, wins: 4950}
	for roll, want := range map[int64][2]int64{0: {200, 0}, 4949: {200, 0}, 4950: {0, 0}, 5049: {0, 0}, 5050: {0, 200}, 9999: {0, 200}} {
		if under.pays(roll) != want[0] || over.pays(roll) != want[1] {
			t.Errorf("roll %d pays %d under, %d over", roll, under.pays(roll), over.pays(roll))
		}
	}
}
