package poker_test

import (
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/poker"
)

// The deal of the published hand: J♣ 5♥ 8♣ A♣ 2♣. The four clubs are worth more than
// the jack and the ace, which its player held.
func ExampleAnalyzer_Best() {
	a := poker.NewAnalyzer()
	best, err := a.Best(poker.JacksOrBetter, [5]uint8{49, 17, 46, 39, 40})
	if err != nil {
		panic(err)
	}
	fmt.Printf("hold %05b: %d/%d = %.6f\n", best.Mask, best.Paid, best.Draws, best.Return())
	// Output: hold 11101: 60/47 = 1.276596
}

func ExampleAnalyzer_Analyze() {
	analysis := poker.NewAnalyzer().Analyze(poker.JacksOrBetter)
	fmt.Printf("%.6f\n", analysis.Totals.Return)
	// Output: 0.979696
}
