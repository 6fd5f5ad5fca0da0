package sra_test

import (
	"crypto/rand"
	"fmt"
	"math/big"
	"runtime"
	"sync"
	"testing"

	"filippo.io/edwards25519"

	"github.com/squaredeal/squaredeal/sra"
)

// besidePeer runs a benchmark in one goroutine and in two, each beside 52 powers of the
// group as a user would otherwise compute them, in as many: with edwards25519's ScalarMult, or
// with math/big, in time that depends on the exponent. What run prepares isn't timed, and isn't
// prepared for benchmarks that -bench leaves out.
func besidePeer(b *testing.B, g sra.Group, run func(b *testing.B, routines int)) {
	for routines := 1; routines <= min(2, runtime.GOMAXPROCS(0)); routines++ {
		size, peer, powers := sizeOf(g), "edwards25519", curvePowers
		if g.P() != nil {
			peer, powers = "mathbig", integerPowers
		}
		if routines > 1 {
			size += fmt.Sprintf("-%dgoroutines", routines)
		}
		b.Run(size+"/squaredeal", func(b *testing.B) {
			b.ReportAllocs()
			run(b, routines)
		})
		b.Run(size+"/"+peer, func(b *testing.B) {
			power := powers(b, g)
			b.ReportAllocs()
			for b.Loop() {
				var wg sync.WaitGroup
				for r := range routines {
					wg.Go(func() {
						for i := r; i < 52; i += routines {
							power(i)
						}
					})
				}
				wg.Wait()
			}
		})
	}
}

// sizeOf names a group in the names of benchmarks.
func sizeOf(g sra.Group) string {
	if g.P() == nil {
		return g.Name()
	}
	return fmt.Sprint(8 * g.ElementSize())
}

func integerPowers(b *testing.B, g sra.Group) func(i int) {
	k, cards := fixedKey(b, g, "benchmark"), numbers(mustPublic(b, g, "benchmark", 52))
	p, e := g.P(), new(big.Int).SetBytes(k.Bytes())
	out := make([]*big.Int, len(cards))
	return func(i int) { out[i] = new(big.Int).Exp(cards[i], e, p) }
}

func curvePowers(b *testing.B, g sra.Group) func(i int) {
	e, err := new(edwards25519.Scalar).SetCanonicalBytes(fixedKey(b, g, "benchmark").Bytes())
	if err != nil {
		b.Fatal(err)
	}
	points := make([]edwards25519.Point, 52)
	for i := range points {
		points[i].Set(edwards25519.NewGeneratorPoint())
	}
	return func(i int) { points[i].ScalarMult(e, &points[i]) }
}

func benchmarkGroups() []sra.Group {
	return []sra.Group{sra.Ristretto255(), sra.Group14(), sra.Group15()}
}

// A deck of 52 under a full exponent.
func BenchmarkEncryptDeck(b *testing.B) {
	for _, g := range benchmarkGroups() {
		besidePeer(b, g, func(b *testing.B, routines int) {
			k, deck := fixedKey(b, g, "benchmark").Parallel(routines), mustPublic(b, g, "benchmark", 52)
			for b.Loop() {
				mustEncrypt(b, k, deck)
			}
		})
	}
}

// The same, of a deck with tables.
func BenchmarkEncryptPublicDeck(b *testing.B) {
	for _, g := range benchmarkGroups() {
		besidePeer(b, g, func(b *testing.B, routines int) {
			k, deck := fixedKey(b, g, "benchmark").Parallel(routines), mustPublic(b, g, "benchmark", 52).Precompute()
			for b.Loop() {
				mustEncrypt(b, k, deck)
			}
		})
	}
}

func BenchmarkPrecompute(b *testing.B) {
	for _, g := range benchmarkGroups()[:2] {
		b.Run(sizeOf(g)+"/squaredeal", func(b *testing.B) {
			deck := mustPublic(b, g, "benchmark", 52)
			b.ReportAllocs()
			for b.Loop() {
				deck.Precompute()
			}
		})
	}
}

func BenchmarkProveShuffle(b *testing.B) {
	for _, g := range benchmarkGroups() {
		besidePeer(b, g, func(b *testing.B, routines int) {
			p := prove(b, g, 52)
			k := p.key.Parallel(routines)
			for b.Loop() {
				if _, err := k.ProveShuffle(testContext, p.from, p.to, p.order); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// The deck and the proof as they come in a message: both are decoded.
func BenchmarkVerifyShuffle(b *testing.B) {
	for _, g := range benchmarkGroups() {
		besidePeer(b, g, func(b *testing.B, routines int) {
			p := prove(b, g, 52)
			k, encoded := p.public.Parallel(routines), p.to.Bytes()
			for b.Loop() {
				if err := k.VerifyShuffle(testContext, p.from, mustDeck(b, g, encoded), p.shuffle); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Eight shuffles of 52 cards, one after another, as they come in messages, beside as many powers.
func BenchmarkVerifyBatch(b *testing.B) {
	g := sra.Ristretto255()
	b.Run("ristretto255x8/squaredeal", func(b *testing.B) {
		all := steps(b, g, 8, 52)
		var encoded [][]byte
		for _, s := range all {
			encoded = append(encoded, s.to.Bytes())
		}
		b.ReportAllocs()
		for b.Loop() {
			var batch sra.Batch
			from := all[0].from
			for i, s := range all {
				to := mustDeck(b, g, encoded[i])
				if err := batch.AddShuffle(s.public, testContext, from, to, s.shuffle); err != nil {
					b.Fatal(err)
				}
				from = to
			}
			if _, err := batch.Verify(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ristretto255x8/edwards25519", func(b *testing.B) {
		power := curvePowers(b, g)
		b.ReportAllocs()
		for b.Loop() {
			for i := range 8 * 52 {
				power(i % 52)
			}
		}
	})
}

// The most cards, beside as many powers.
func BenchmarkVerifyShuffle1024(b *testing.B) {
	g := sra.Ristretto255()
	b.Run("ristretto255/squaredeal", func(b *testing.B) {
		p := prove(b, g, sra.MaxCards)
		encoded := p.to.Bytes()
		b.ReportAllocs()
		for b.Loop() {
			if err := p.public.VerifyShuffle(testContext, p.from, mustDeck(b, g, encoded), p.shuffle); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("ristretto255/edwards25519", func(b *testing.B) {
		power := curvePowers(b, g)
		b.ReportAllocs()
		for b.Loop() {
			for i := range sra.MaxCards {
				power(i % 52)
			}
		}
	})
}

// A step of a deal, of one card and of five.
func BenchmarkDecryptionProof(b *testing.B) {
	for _, c := range []struct {
		g sra.Group
		n int
	}{{sra.Ristretto255(), 1}, {sra.Ristretto255(), 5}, {sra.Group14(), 1}, {sra.Group14(), 5}} {
		b.Run(fmt.Sprintf("prove/%sx%d/squaredeal", sizeOf(c.g), c.n), func(b *testing.B) {
			p := prove(b, c.g, c.n)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.key.ProveDecryption(testContext, p.to, p.decrypted); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("verify/%sx%d/squaredeal", sizeOf(c.g), c.n), func(b *testing.B) {
			p := prove(b, c.g, c.n)
			b.ReportAllocs()
			for b.Loop() {
				if err := p.public.VerifyDecryption(testContext, p.to, p.decrypted, p.back); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A key with its inverse and its public key, and an exponent made the published way, by looking
// for a prime, with its inverse alone.
func BenchmarkGenerateKey(b *testing.B) {
	for _, g := range benchmarkGroups()[:2] {
		b.Run(sizeOf(g)+"/squaredeal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := sra.GenerateKey(g); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("2048/rand.Prime", func(b *testing.B) {
		order := new(big.Int).Sub(sra.Group14().P(), one)
		b.ReportAllocs()
		for b.Loop() {
			for {
				e, err := rand.Prime(rand.Reader, 2048)
				if err != nil {
					b.Fatal(err)
				}
				if new(big.Int).ModInverse(e, order) != nil {
					break
				}
			}
		}
	})
}

func BenchmarkPublicDeck(b *testing.B) {
	for _, g := range benchmarkGroups()[:2] {
		b.Run(sizeOf(g)+"/squaredeal", func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				mustPublic(b, g, "benchmark", 52)
			}
		})
	}
}
