package videopoker_test

import (
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// The deal of the published hand: J♣ 5♥ 8♣ A♣ 2♣. The four clubs are worth more than
// the jack and the ace, which its player held.
func ExampleAnalyzer_Best() {
	a := videopoker.NewAnalyzer()
	best, err := a.Best(videopoker.JacksOrBetter, [5]uint8{49, 17, 46, 39, 40})
	if err != nil {
		panic(err)
	}
	fmt.Printf("hold %05b: %d/%d = %.6f\n", best.Mask, best.Paid, best.Draws, best.Return())
	// Output: hold 11101: 60/47 = 1.276596
}

func ExampleAnalyzer_Analyze() {
	analysis := videopoker.NewAnalyzer().Analyze(videopoker.JacksOrBetter)
	fmt.Printf("%.6f\n", analysis.Totals.Return)
	// Output: 0.979696
}
