package holdem_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// Judging the record of a hand of four seats that goes to the showdown, by all their
// transcripts: signatures, the toss, four keys and shuffles, all layers, and the rules.
func BenchmarkAudit(b *testing.B) {
	match := newBus(b, 1, config(4, 1))
	match.act = caller
	match.run()
	var transcripts [][]byte
	size := 0
	for _, t := range match.tables {
		transcripts = append(transcripts, t.Transcript())
		size = len(t.Transcript())
	}
	b.Run("4/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		b.ReportMetric(float64(size), "bytes/hand")
		for b.Loop() {
			v, err := holdem.Audit(match.config, match.keys, transcripts...)
			if err != nil || v.Guilty != nil || !v.Over {
				b.Fatal(v, err)
			}
		}
	})
}
