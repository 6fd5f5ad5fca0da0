package hand_test

import (
	"fmt"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A seat's share of a hand of hold'em: two cards each, five open ones, all shown.
func holdem(seats int) (steps []step) {
	var cards []hand.Card
	for p := range 2 * seats {
		cards = append(cards, hand.Card{Position: p, To: p % seats})
	}
	steps = append(steps, deal(cards...))
	next := 2 * seats
	for _, n := range []int{3, 1, 1} {
		cards = nil
		for range n {
			cards = append(cards, hand.Card{Position: next, To: hand.Everyone})
			next++
		}
		steps = append(steps, deal(cards...))
	}
	for seat := range seats {
		steps = append(steps, show(seat, seat, seat+seats))
	}
	return steps
}

var benchDeck = sync.OnceValue(func() sra.Deck {
	return must(sra.PublicDeck(sra.Ristretto255(), "bench", 52)).Precompute()
})

// newBench is a story without an observer and the comparison of states.
func newBench(b testing.TB, id string, seats int) *story {
	s := &story{t: b, id: id, seats: seats, cards: benchDeck(), quiet: true}
	for seat := range seats {
		s.secrets = append(s.secrets, hand.GenerateSecret())
		s.hands = append(s.hands, s.again(seat))
	}
	return s
}

// BenchmarkHand is a whole hand as all seats play it, beside the cryptography of the same
// messages alone: keys, shuffles, layers and proofs made once, and checked by the others.
func BenchmarkHand(b *testing.B) {
	for _, seats := range []int{2, 4, 6, 9} {
		b.Run(fmt.Sprintf("%d/squaredeal", seats), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				newBench(b, "bench", seats).steps(holdem(seats)...)
			}
		})
		b.Run(fmt.Sprintf("%d/cryptography", seats), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				cryptography(b, benchDeck(), seats)
			}
		})
	}
}

// cryptography is what a hand of hold'em computes, with nothing around it.
func cryptography(b testing.TB, cards sra.Deck, seats int) {
	context := make([]byte, 32)
	keys := make([]sra.Key, seats)
	check := func(err error) {
		if err != nil {
			b.Fatal(err)
		}
	}
	for seat := range keys {
		keys[seat] = must(sra.GenerateKey(cards.Group()))
		proof := must(keys[seat].ProveKey(context))
		for range seats - 1 {
			check(must(sra.ParsePublicKey(cards.Group(), keys[seat].Public().Bytes())).VerifyKey(context, proof))
		}
	}
	parse := func(d sra.Deck) sra.Deck { return must(sra.ParseDeck(d.Group(), d.Len(), d.Bytes())) }
	deck := cards
	for _, k := range keys {
		to, order, err := k.Shuffle(deck)
		check(err)
		proof := must(k.ProveShuffle(context, deck, to, order))
		for range seats - 1 {
			check(k.Public().VerifyShuffle(context, deck, parse(to), proof))
		}
		deck = parse(to)
	}
	layer := func(k sra.Key, from sra.Deck) sra.Deck {
		to := must(k.Decrypt(from))
		proof := must(k.ProveDecryption(context, from, to))
		for range seats - 1 {
			check(k.Public().VerifyDecryption(context, from, parse(to), proof))
		}
		return parse(to)
	}
	set := func(all []sra.Element, places []int, d sra.Deck) {
		for i, p := range places {
			all[p] = d.At(i)
		}
	}
	all := elements(deck)
	pick := func(places []int) sra.Deck {
		var list []sra.Element
		for _, p := range places {
			list = append(list, all[p])
		}
		return must(sra.NewDeck(list...))
	}
	for seat, k := range keys {
		var others []int
		for p := range 2 * seats {
			if p%seats != seat {
				others = append(others, p)
			}
		}
		set(all, others, layer(k, pick(others)))
	}
	next := 2 * seats
	for _, n := range []int{3, 1, 1} {
		var places []int
		for range n {
			places = append(places, next)
			next++
		}
		for _, k := range keys {
			set(all, places, layer(k, pick(places)))
		}
	}
	for seat, k := range keys {
		own := []int{seat, seat + seats}
		must(k.Decrypt(pick(own)))
		set(all, own, layer(k, pick(own)))
	}
}

// BenchmarkRedeal is the shuffle of a hand of four seats, and the same when the cards are
// dealt again without a fifth, with ten cards kept.
func BenchmarkRedeal(b *testing.B) {
	kept := func(b *testing.B) *story {
		s := newBench(b, "redeal", 5)
		var cards []hand.Card
		for p := range 10 {
			cards = append(cards, hand.Card{Position: p, To: p % 4})
		}
		s.steps(deal(cards...))
		return s
	}
	b.Run("52/squaredeal", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s := kept(b)
			b.StartTimer()
			s.step(redeal(4))
			s.hands = s.hands[:4]
			s.secrets = s.secrets[:4]
			s.flow()
		}
	})
	b.Run("52/first", func(b *testing.B) {
		for b.Loop() {
			newBench(b, "redeal", 4).flow()
		}
	})
}

// BenchmarkRestart is a seat that reads a whole hand again, with all checks.
func BenchmarkRestart(b *testing.B) {
	s := newBench(b, "restart", 4)
	s.steps(holdem(4)...)
	b.ReportAllocs()
	for b.Loop() {
		h := s.again(1)
		for _, i := range s.items {
			if i.step != nil {
				i.step(h)
			} else if taken, err := h.Receive(i.seat, i.message); !taken {
				b.Fatal(err)
			}
		}
	}
}

// BenchmarkAudit is an observer who reads eight hands of four seats, with the proofs of all in
// a batch, and beside it one who checks each in its place.
func BenchmarkAudit(b *testing.B) {
	stories := make([]*story, 8)
	for i := range stories {
		stories[i] = newBench(b, fmt.Sprint("audit ", i), 4)
		stories[i].steps(holdem(4)...)
	}
	read := func(b *testing.B, s *story, h *hand.Hand) {
		for _, i := range s.items {
			if i.step != nil {
				i.step(h)
			} else if taken, err := h.Receive(i.seat, i.message); !taken {
				b.Fatal(err)
			}
		}
	}
	b.Run("8/squaredeal", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var batch sra.Batch
			for _, s := range stories {
				read(b, s, must(hand.Audit([]byte(s.id), s.cards, s.seats, &batch)))
			}
			if _, err := batch.Verify(); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("8/watch", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			for _, s := range stories {
				read(b, s, must(hand.Watch([]byte(s.id), s.cards, s.seats)))
			}
		}
	})
}
