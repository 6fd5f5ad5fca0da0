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

// A hand of poker, of 52 cards: keys, shuffles, two cards for each seat, five for all, and the
// hands shown. The times are those of one seat, the one that shuffles last, without waiting for
// the others, whose part isn't timed; and the bytes are what each seat sends.
func BenchmarkHand(b *testing.B) {
	for _, seats := range []int{2, 6, 9} {
		b.Run(fmt.Sprintf("ristretto255x%d/squaredeal", seats), func(b *testing.B) {
			deck := mustPublic(b, sra.Ristretto255(), "benchmark", 52).Precompute()
			b.ReportAllocs()
			sent := 0
			for b.Loop() {
				b.StopTimer()
				own := seats - 1
				hands := make([]*sra.Hand, seats)
				var queue []said
				on := func(seat int, f func() ([]byte, error)) {
					if seat == own {
						b.StartTimer()
						defer b.StopTimer()
					}
					message, err := f()
					if err != nil {
						b.Fatal(err)
					}
					if message != nil {
						queue = append(queue, said{seat, message})
					}
				}
				deliver := func() {
					for ; len(queue) > 0; queue = queue[1:] {
						s := queue[0]
						if s.from == own {
							sent += len(s.message)
						}
						for to := range hands {
							if to != s.from {
								on(to, func() ([]byte, error) { return hands[to].Receive(s.from, s.message) })
							}
						}
					}
				}
				deal := func(cards ...sra.Deal) {
					for seat, h := range hands {
						on(seat, func() ([]byte, error) { return h.Deal(cards...) })
					}
					deliver()
				}
				for seat := range seats {
					on(seat, func() (message []byte, err error) {
						hands[seat], message, err = sra.GenerateHand([]byte("benchmark"), deck, seats, seat, unstored)
						return message, err
					})
				}
				deliver()
				var cards []sra.Deal
				for i := range 2 * seats {
					cards = append(cards, sra.Deal{Position: i, To: i % seats})
				}
				deal(cards...)
				for i, street := 2*seats, []int{3, 1, 1}; len(street) > 0; street = street[1:] {
					cards = nil
					for range street[0] {
						cards = append(cards, sra.Deal{Position: i, To: sra.Everyone})
						i++
					}
					deal(cards...)
				}
				for seat, h := range hands {
					on(seat, func() ([]byte, error) { return h.Show(seat, seat+seats) })
				}
				deliver()
				b.StartTimer()
			}
			b.ReportMetric(float64(sent)/float64(b.N), "sent-B/op")
		})
	}
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

// 52 cards are dealt again by three of four seats, which keep six cards, until all are ready;
// beside the keys and shuffles of a new hand of three, with all checks, too.
func BenchmarkRedeal(b *testing.B) {
	g := sra.Ristretto255()
	x := newTable(b, g, "benchmark", 52, 4)
	x.run()
	var deal []sra.Deal
	for position := range 6 {
		deal = append(deal, sra.Deal{Position: position, To: position % 3})
	}
	x.deal(deal...)
	run := func(b *testing.B, x *table) {
		x.run()
		for _, h := range x.hands[:3] {
			if !h.Ready() {
				b.Fatal("not ready")
			}
		}
	}
	b.Run("52-3-6/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			again := &table{t: b, cards: x.cards}
			for seat := range 3 {
				h := reopened(b, x.hands[seat]) // is timed, too: a tenth of it all, or less
				again.hands = append(again.hands, h)
				message, err := h.Redeal(3)
				if err != nil {
					b.Fatal(err)
				}
				again.say(seat, message)
			}
			run(b, again)
		}
	})
	b.Run("52-3-6/shuffleround", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			again := &table{t: b, cards: x.cards}
			for seat := range 3 {
				h, message, err := sra.GenerateHand([]byte("benchmark"), x.cards, 3, seat, unstored)
				if err != nil {
					b.Fatal(err)
				}
				again.hands = append(again.hands, h)
				again.say(seat, message)
			}
			run(b, again)
		}
	})
}
