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
	var places []hand.Place
	for p := range 2 * seats {
		places = append(places, hand.Place{Position: p, To: p % seats})
	}
	steps = append(steps, deal(places...))
	next := 2 * seats
	for _, n := range []int{3, 1, 1} {
		places = nil
		for range n {
			places = append(places, hand.Place{Position: next, To: hand.Everyone})
			next++
		}
		steps = append(steps, deal(places...))
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
		s.states = append(s.states, hand.GenerateState())
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

// BenchmarkDrop is the shuffle of a hand of four seats, and that without a fifth which is gone,
// with ten cards kept.
func BenchmarkDrop(b *testing.B) {
	kept := func(b *testing.B) *story {
		s := newBench(b, "drop", 5)
		var places []hand.Place
		for p := range 10 {
			places = append(places, hand.Place{Position: p, To: p % 4})
		}
		s.steps(deal(places...))
		return s
	}
	b.Run("52/squaredeal", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s := kept(b)
			b.StartTimer()
			s.step(drop(4))
			s.hands = s.hands[:4]
			s.states = s.states[:4]
			s.flow()
		}
	})
	b.Run("52/first", func(b *testing.B) {
		for b.Loop() {
			newBench(b, "drop", 4).flow()
		}
	})
}

// BenchmarkMoves is what all four seats of a hand do for a move of cards of 52, beside the
// first shuffle.
func BenchmarkMoves(b *testing.B) {
	first := []hand.Place{{Position: 0, To: 0}, {Position: 1, To: 0}, {Position: 2, To: 0}}
	for _, move := range []struct {
		name  string
		steps []step
	}{
		{"pass one", []step{deal(first[0]), back(0), deal(hand.Place{Position: 0, To: 1}), back(0)}},
		{"order three", []step{deal(first...), back(0, 1, 2), mix([]int{0}, 0, 1, 2)}},
		{"shuffle 40", []step{mix([]int{0, 1, 2, 3}, count(0, 40)...)}},
		{"shuffle 52 by one", []step{mix([]int{0}, count(0, 52)...)}},
	} {
		b.Run(move.name, func(b *testing.B) {
			s := newBench(b, "moves", 4)
			s.flow()
			for b.Loop() {
				s.steps(move.steps...)
				s.items = nil
			}
		})
	}
	b.Run("first shuffle", func(b *testing.B) {
		for b.Loop() {
			newBench(b, "moves", 4).flow()
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

// BenchmarkReplay is an observer who reads eight hands of four seats, with the proofs of all in
// a batch, and beside it one who checks each in its place.
func BenchmarkReplay(b *testing.B) {
	stories := make([]*story, 8)
	for i := range stories {
		stories[i] = newBench(b, fmt.Sprint("replay ", i), 4)
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
				read(b, s, must(hand.Replay([]byte(s.id), s.cards, s.seats, &batch)))
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
