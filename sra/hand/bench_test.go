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
	var cards []hand.Place
	for p := range 2 * seats {
		cards = append(cards, hand.Place{p, p % seats})
	}
	steps = append(steps, deal(cards...))
	next := 2 * seats
	for _, n := range []int{3, 1, 1} {
		cards = nil
		for range n {
			cards = append(cards, hand.Place{next, hand.Everyone})
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

// newBench is a session without an observer and the comparison of states.
func newBench(b testing.TB, id string, cards sra.Deck, seats int) *session {
	s := &session{t: b, id: id, seats: seats, cards: cards, quiet: true}
	for seat := range seats {
		s.states = append(s.states, hand.GenerateState())
		s.hands = append(s.hands, s.again(seat))
	}
	return s
}

// BenchmarkHand is a whole hand as all seats play it, beside the cryptography of the same
// messages alone: keys, shuffles, layers and proofs made once, and checked by the others one
// after another.
func BenchmarkHand(b *testing.B) {
	for _, seats := range []int{2, 4, 6, 9} {
		b.Run(fmt.Sprintf("%d/squaredeal", seats), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				newBench(b, "bench", benchDeck(), seats).steps(holdem(seats)...)
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
	parse := func(d sra.Deck) sra.Deck { return must(sra.ParseDeck(d.Group(), d.Len(), d.Bytes())) }
	deck := cards
	for seat := range keys {
		k := must(sra.GenerateKey(cards.Group()))
		keyProof := must(k.ProveKey(context))
		to, order, err := k.Shuffle(deck)
		check(err)
		proof := must(k.ProveShuffle(context, deck, to, order))
		for range seats - 1 {
			public := must(sra.ParsePublicKey(cards.Group(), k.Public().Bytes()))
			check(public.VerifyKey(context, keyProof))
			check(public.VerifyShuffle(context, deck, parse(to), proof))
		}
		keys[seat], deck = k, parse(to)
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

// BenchmarkDrop is the shuffle of a hand of four seats, and the same when they go on without a
// fifth, with ten cards kept.
func BenchmarkDrop(b *testing.B) {
	b.Run("52/squaredeal", func(b *testing.B) {
		for b.Loop() {
			b.StopTimer()
			s := newBench(b, "drop", benchDeck(), 5)
			var cards []hand.Place
			for p := range 10 {
				cards = append(cards, hand.Place{p, p % 4})
			}
			s.steps(deal(cards...))
			b.StartTimer()
			s.step(drop(4))
			s.hands, s.states = s.hands[:4], s.states[:4]
			s.sayDue()
		}
	})
	b.Run("52/first", func(b *testing.B) {
		for b.Loop() {
			newBench(b, "drop", benchDeck(), 4).sayDue()
		}
	})
}

// BenchmarkMoves is what moves of a quarter of the cards cost, beside what they are measured by.
func BenchmarkMoves(b *testing.B) {
	few := must(sra.PublicDeck(sra.Ristretto255(), "few", 13))
	quarter := count(0, 13)
	// message is that of a turn which the steps lead to, made and read once.
	message := func(cards sra.Deck, until func(s *session)) func(b *testing.B) {
		return func(b *testing.B) {
			for b.Loop() {
				b.StopTimer()
				s := newBench(b, "moves", cards, 2)
				until(s)
				seat := turnSeat(s)
				b.StartTimer()
				if taken, err := s.hands[1-seat].Receive(seat, s.pending(seat)); !taken {
					b.Fatal(err)
				}
			}
		}
	}
	shuffles := func(s *session) { s.steps(); s.step(shuffle([]int{0}, quarter...)) }
	// A shuffle's message: of 13 cards, of a quarter of 52, whose others are raised, of all.
	b.Run("shuffle/13", message(few, shuffles))
	b.Run("shuffle/13of52", message(benchDeck(), shuffles))
	b.Run("shuffle/52", message(benchDeck(), func(s *session) { s.say(0) }))
	// A raise's message, and the encryption of its elements.
	b.Run("raise/52", message(benchDeck(), func(s *session) { shuffles(s); s.say(0) }))
	b.Run("raise/encrypt", func(b *testing.B) {
		key := must(sra.GenerateKey(few.Group()))
		cards := must(key.Encrypt(benchDeck())).Bytes()
		for b.Loop() {
			must(key.Encrypt(must(sra.ParseDeck(few.Group(), 52, cards))))
		}
	})
	// All messages of four seats, made and read by all: a quarter of the cards, and all.
	all := func(b *testing.B, positions ...int) {
		for b.Loop() {
			b.StopTimer()
			s := newBench(b, "moves", benchDeck(), 4)
			s.sayDue()
			b.StartTimer()
			s.steps(shuffle(count(0, 4), positions...))
		}
	}
	b.Run("all/13of52", func(b *testing.B) { all(b, quarter...) })
	b.Run("all/52", func(b *testing.B) { all(b, count(0, 52)...) })
	b.Run("return", func(b *testing.B) {
		s := newBench(b, "moves", benchDeck(), 2)
		s.steps(deal(hand.Place{0, 0}))
		for b.Loop() {
			b.StopTimer()
			h := s.hands[1].Clone()
			b.StartTimer()
			h.Return(0)
		}
	})
}

// BenchmarkRestart is a seat that reads a whole hand again, with all checks.
func BenchmarkRestart(b *testing.B) {
	s := newBench(b, "restart", benchDeck(), 4)
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
	sessions := make([]*session, 8)
	for i := range sessions {
		sessions[i] = newBench(b, fmt.Sprint("replay ", i), benchDeck(), 4)
		sessions[i].steps(holdem(4)...)
	}
	read := func(b *testing.B, s *session, h *hand.Hand) {
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
			for _, s := range sessions {
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
			for _, s := range sessions {
				read(b, s, must(hand.Watch([]byte(s.id), s.cards, s.seats)))
			}
		}
	})
}
