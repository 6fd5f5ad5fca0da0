package shuffle_test

import (
	"crypto/rand"
	"math/big"
	mathrand "math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle"
)

// A source is of a concrete type in one benchmark and behind an interface in another:
// both are what callers have.
func benchmarkSlice[S shuffle.Source, T any](b *testing.B, src S, s []T) {
	b.ReportAllocs()
	for b.Loop() {
		shuffle.Slice(src, s)
	}
}

func benchmarkSecretly[T any](b *testing.B, s []T) {
	b.ReportAllocs()
	for b.Loop() {
		shuffle.Secretly(s)
	}
}

func benchmarkStdlib[T any](b *testing.B, r *mathrand.Rand, s []T) {
	swap := func(i, j int) { s[i], s[j] = s[j], s[i] }
	b.ReportAllocs()
	for b.Loop() {
		r.Shuffle(len(s), swap)
	}
}

func benchmarkTopLevel[T any](b *testing.B, s []T) {
	swap := func(i, j int) { s[i], s[j] = s[j], s[i] }
	b.ReportAllocs()
	for b.Loop() {
		mathrand.Shuffle(len(s), swap)
	}
}

// shuffleByUint64N is the textbook's Fisher–Yates, without calls of a swap function.
func shuffleByUint64N[T any](b *testing.B, r *mathrand.Rand, s []T) {
	b.ReportAllocs()
	for b.Loop() {
		for i := len(s) - 1; i > 0; i-- {
			j := r.Uint64N(uint64(i) + 1)
			s[i], s[j] = s[j], s[i]
		}
	}
}

// shuffleByRandInt is the textbook's Fisher–Yates with crypto/rand's Int.
func shuffleByRandInt[T any](b *testing.B, s []T) {
	b.ReportAllocs()
	for b.Loop() {
		for i := len(s) - 1; i > 0; i-- {
			j, err := rand.Int(rand.Reader, big.NewInt(int64(i+1)))
			if err != nil {
				b.Fatal(err)
			}
			s[i], s[j.Int64()] = s[j.Int64()], s[i]
		}
	}
}

func BenchmarkSlice(b *testing.B) {
	cards := make([]uint8, 52)
	million := make([]int, 1_000_000)
	pcg := mathrand.NewPCG(1, 2)
	chacha := mathrand.NewChaCha8([32]byte{})

	b.Run("52/PCG/squaredeal", func(b *testing.B) { benchmarkSlice(b, pcg, cards) })
	b.Run("52/PCG/squaredeal-interface", func(b *testing.B) { benchmarkSlice(b, mathrand.Source(pcg), cards) })
	b.Run("52/PCG/math-rand", func(b *testing.B) { benchmarkStdlib(b, mathrand.New(pcg), cards) })
	b.Run("52/PCG/Uint64N", func(b *testing.B) { shuffleByUint64N(b, mathrand.New(pcg), cards) })
	b.Run("52/ChaCha8/squaredeal", func(b *testing.B) { benchmarkSlice(b, chacha, cards) })
	b.Run("52/ChaCha8/squaredeal-interface", func(b *testing.B) { benchmarkSlice(b, mathrand.Source(chacha), cards) })
	b.Run("52/ChaCha8/math-rand", func(b *testing.B) { benchmarkStdlib(b, mathrand.New(chacha), cards) })
	b.Run("52/toplevel/math-rand", func(b *testing.B) { benchmarkTopLevel(b, cards) })
	b.Run("52/secret/squaredeal", func(b *testing.B) { benchmarkSecretly(b, cards) })
	b.Run("52/secret/crypto-rand", func(b *testing.B) { shuffleByRandInt(b, cards) })

	b.Run("1e6/PCG/squaredeal", func(b *testing.B) { benchmarkSlice(b, pcg, million) })
	b.Run("1e6/PCG/squaredeal-interface", func(b *testing.B) { benchmarkSlice(b, mathrand.Source(pcg), million) })
	b.Run("1e6/PCG/math-rand", func(b *testing.B) { benchmarkStdlib(b, mathrand.New(pcg), million) })
	b.Run("1e6/ChaCha8/squaredeal", func(b *testing.B) { benchmarkSlice(b, chacha, million) })
	b.Run("1e6/ChaCha8/squaredeal-interface", func(b *testing.B) { benchmarkSlice(b, mathrand.Source(chacha), million) })
	b.Run("1e6/ChaCha8/math-rand", func(b *testing.B) { benchmarkStdlib(b, mathrand.New(chacha), million) })
	b.Run("1e6/toplevel/math-rand", func(b *testing.B) { benchmarkTopLevel(b, million) })
	b.Run("1e6/secret/squaredeal", func(b *testing.B) { benchmarkSecretly(b, million) })
	b.Run("1e6/secret/crypto-rand", func(b *testing.B) { shuffleByRandInt(b, million) })
}

// Dealing a few cards of a deck, beside shuffling all of it.
func BenchmarkDeal(b *testing.B) {
	deal := func(b *testing.B, deck []int) {
		src := mathrand.NewPCG(1, 2)
		b.ReportAllocs()
		for b.Loop() {
			n := 0
			for range shuffle.Deal(src, deck) {
				if n++; n == 5 {
					break
				}
			}
		}
	}
	cards, million := make([]int, 52), make([]int, 1_000_000)
	b.Run("5of52/squaredeal", func(b *testing.B) { deal(b, cards) })
	b.Run("5of52/squaredeal-slice", func(b *testing.B) { benchmarkSlice(b, mathrand.NewPCG(1, 2), cards) })
	b.Run("5of1e6/squaredeal", func(b *testing.B) { deal(b, million) })
	b.Run("5of1e6/squaredeal-slice", func(b *testing.B) { benchmarkSlice(b, mathrand.NewPCG(1, 2), million) })
}
