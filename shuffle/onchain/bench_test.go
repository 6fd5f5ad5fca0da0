package onchain_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

func BenchmarkShuffle(b *testing.B) {
	deck := make([]uint8, 52)
	var prevrandao [32]byte
	b.Run("52/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			onchain.Shuffle(prevrandao, deck)
		}
	})
	b.Run("52/math-big", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			byBig(prevrandao, deck)
		}
	})
}
