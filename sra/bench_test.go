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

// besideBigInt runs a benchmark in one goroutine and in two, each beside the encryption of
// 52 cards with math/big in as many, in time that depends on the exponent.
func besideBigInt(b *testing.B, g sra.Group, run func(b *testing.B, routines int)) {
	k, deck := fixedKey(b, g, "benchmark"), mustPublic(b, g, "benchmark", 52)
	for routines := 1; routines <= 2; routines++ {
		size := fmt.Sprint(8 * g.ElementSize())
		if routines > 1 {
			size += fmt.Sprintf("-%dgoroutines", routines)
		}
		b.Run(size+"/squaredeal", func(b *testing.B) {
			if runtime.GOMAXPROCS(0) < routines {
				b.Skip("not as many processors")
			}
			b.ReportAllocs()
			run(b, routines)
		})
		b.Run(size+"/mathbig", func(b *testing.B) {
			if g.P() == nil {
				e, err := new(edwards25519.Scalar).SetCanonicalBytes(k.Bytes())
				if err != nil {
					b.Fatal(err)
				}
				x := edwards25519.NewGeneratorPoint()
				for b.Loop() {
					for range 52 {
						x.ScalarMult(e, x)
					}
				}
				return
			}
			p, e, cards := g.P(), new(big.Int).SetBytes(k.Bytes()), numbers(deck)
			out := make([]*big.Int, len(cards))
			b.ReportAllocs()
			for b.Loop() {
				var wg sync.WaitGroup
				for r := range routines {
					wg.Go(func() {
						for i := r; i < len(cards); i += routines {
							out[i] = new(big.Int).Exp(cards[i], e, p)
						}
					})
				}
				wg.Wait()
			}
		})
	}
}

func benchmarkGroups() []sra.Group { return []sra.Group{sra.Ristretto255()} }

// A deck of 52 under a full exponent.
func BenchmarkEncryptDeck(b *testing.B) {
	for _, g := range benchmarkGroups() {
		k, deck := fixedKey(b, g, "benchmark"), mustPublic(b, g, "benchmark", 52)
		besideBigInt(b, g, func(b *testing.B, routines int) {
			k := k.Parallel(routines)
			for b.Loop() {
				mustEncrypt(b, k, deck)
			}
		})
	}
}

// The same, of a deck with tables.
func BenchmarkEncryptPublicDeck(b *testing.B) {
	for _, g := range benchmarkGroups() {
		k, deck := fixedKey(b, g, "benchmark"), mustPublic(b, g, "benchmark", 52).Precompute()
		besideBigInt(b, g, func(b *testing.B, routines int) {
			k := k.Parallel(routines)
			for b.Loop() {
				mustEncrypt(b, k, deck)
			}
		})
	}
}

func BenchmarkPrecompute(b *testing.B) {
	b.Run("2048/squaredeal", func(b *testing.B) {
		deck := mustPublic(b, sra.Group14(), "benchmark", 52)
		b.ReportAllocs()
		for b.Loop() {
			deck.Precompute()
		}
	})
}

func BenchmarkProveShuffle(b *testing.B) {
	for _, g := range benchmarkGroups() {
		p := prove(b, g, 52)
		besideBigInt(b, g, func(b *testing.B, routines int) {
			k := p.key.Parallel(routines)
			for b.Loop() {
				if _, err := k.ProveShuffle(testContext, p.from, p.to, p.order); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkVerifyShuffle(b *testing.B) {
	for _, g := range benchmarkGroups() {
		p := prove(b, g, 52)
		besideBigInt(b, g, func(b *testing.B, routines int) {
			k := p.public.Parallel(routines)
			for b.Loop() {
				if err := k.VerifyShuffle(testContext, p.from, p.to, p.shuffle); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// A step of a deal, of one card and of five.
func BenchmarkDecryptionProof(b *testing.B) {
	for _, n := range []int{1, 5} {
		p := prove(b, sra.Group14(), n)
		b.Run(fmt.Sprintf("prove/2048x%d/squaredeal", n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if _, err := p.key.ProveDecryption(testContext, p.to, p.decrypted); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(fmt.Sprintf("verify/2048x%d/squaredeal", n), func(b *testing.B) {
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
	b.Run("2048/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			if _, err := sra.GenerateKey(sra.Group14()); err != nil {
				b.Fatal(err)
			}
		}
	})
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
	b.Run("2048/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			mustPublic(b, sra.Group14(), "benchmark", 52)
		}
	})
}
