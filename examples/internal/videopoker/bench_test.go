package videopoker_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
)

// BenchmarkAnalyze measures all 2,598,960 deals from nothing, beside the
// enumeration of the draws to the 32 holds of a single deal.
func BenchmarkAnalyze(b *testing.B) {
	for _, table := range videopoker.Tables {
		b.Run(table.Short+"/squaredeal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				videopoker.NewAnalyzer().Analyze(table)
			}
		})
		b.Run(table.Short+"/bruteforce-one-deal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				for mask := range uint8(32) {
					bruteforce([5]uint8{49, 17, 46, 39, 40}, mask)
				}
			}
		})
	}
}

// BenchmarkBest measures one deal with an Analyzer at hand.
func BenchmarkBest(b *testing.B) {
	a := videopoker.NewAnalyzer()
	for _, table := range videopoker.Tables {
		b.Run(table.Short+"/squaredeal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := a.Best(table, [5]uint8{49, 17, 46, 39, 40}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
