package hand_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// replayWith reads a story again, with its proofs in a batch, and some message in place of
// one; at is -1 for none. It reports whether that was taken.
func (s *story) replayWith(t *testing.T, b *sra.Batch, at int, message []byte) (h *hand.Hand, taken bool) {
	t.Helper()
	h = must(hand.Replay([]byte(s.id), s.cards, s.seats, b))
	taken = true
	for n, i := range s.items {
		if n == at {
			taken, _ = h.Receive(i.seat, message)
			continue
		}
		if i.step != nil {
			if err := i.step(h); err != nil && at < 0 {
				t.Fatalf("item %d: %v", n, err)
			}
		} else if took, err := h.Receive(i.seat, i.message); !took && at < 0 {
			t.Fatalf("item %d isn't taken: %v", n, err)
		}
	}
	return h, taken
}

// A replay ends as an observer does. A message with another proof is taken, and the batch doesn't
// hold; with elements of other messages it may be, and nothing that follows panics.
func TestReplay(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "replay", 5, 18)
	s.tell()
	var b sra.Batch
	for range 2 {
		if h, _ := s.replayWith(t, &b, -1, nil); h.View() != s.hands[s.seats].View() {
			t.Errorf("a replay ends in\n%s\nnot\n%s", h.View(), s.hands[s.seats].View())
		}
	}
	if n := b.Len(); n < 300 {
		t.Errorf("%d proofs", n)
	} else if valid, err := b.Verify(); valid != n || err != nil {
		t.Errorf("%d of %d proofs hold: %v", valid, n, err)
	}
	deferred, rng := 0, rand.New(rand.NewPCG(51, 52))
	size := s.cards.Group().ElementSize()
	part := func(of []byte) []byte { return of[size*(1+rng.IntN(len(of)/size-1)):][:size] }
	for at, i := range s.items {
		if i.step != nil || !long.Tests() && at%4 > 0 {
			continue
		}
		altered := bytes.Clone(i.message)
		altered[len(altered)-size] ^= 1
		_, taken := s.replayWith(t, &b, at, altered)
		if _, err := b.Verify(); (err == nil) == taken || err != nil && !errors.Is(err, sra.ErrProof) {
			t.Errorf("item %d with another proof: taken %v, %v", at, taken, err)
		}
		if taken {
			deferred++
		}
		for range long.Pick(3, 10) {
			altered = bytes.Clone(i.message)
			if from := s.items[rng.IntN(len(s.items))].message; from != nil {
				copy(part(altered), part(from))
			}
			_, taken := s.replayWith(t, &b, at, altered)
			if _, err := b.Verify(); taken && (err == nil) != bytes.Equal(altered, i.message) {
				t.Errorf("item %d with an element of another: %v", at, err)
			}
		}
	}
	if deferred < 10 {
		t.Errorf("%d altered messages were taken", deferred)
	}
}

// Hands of several groups are replayed in one batch.
func TestReplayGroups(t *testing.T) {
	var b sra.Batch
	for _, g := range []sra.Group{sra.Ristretto255(), sra.Group14(), sra.Ristretto255()} {
		s := newStory(t, g, "replay of "+g.Name(), 2, 2)
		s.steps(deal(hand.Place{0, 1}), mix([]int{1}, 1))
		if h, _ := s.replayWith(t, &b, -1, nil); h.View() != s.hands[s.seats].View() {
			t.Errorf("a replay ends in\n%s\nnot\n%s", h.View(), s.hands[s.seats].View())
		}
	}
	// Two shuffles of new cards, each with two proofs; a layer; a shuffle with four; a raise.
	if n := b.Len(); n != 3*(2*2+1+4+3) {
		t.Errorf("%d proofs", n)
	} else if valid, err := b.Verify(); valid != n || err != nil {
		t.Errorf("%d of %d proofs hold: %v", valid, n, err)
	}
}

// Any elements, with proofs of the right form, in any messages, between any steps: as no proof
// is checked, all of it may be taken, and nothing panics.
func TestReplayOfAnything(t *testing.T) {
	g := sra.Ristretto255()
	const seats, n = 3, 5
	cards := must(sra.PublicDeck(g, "anything", n))
	pool := elements(cards)
	for x := cards; len(pool) < 4*n; {
		x = must(must(sra.GenerateKey(g)).Encrypt(x))
		pool = append(pool, elements(x)...)
	}
	rng := rand.New(rand.NewPCG(53, 54))
	message := func(h *hand.Hand, turn hand.Turn) (m []byte) {
		var proofs []byte
		proof := func(elements, scalars int) {
			for range elements {
				proofs = append(proofs, pool[rng.IntN(len(pool))].Bytes()...)
			}
			proofs = append(proofs, make([]byte, 32*scalars)...)
		}
		m = slices.Clone(turn.ID[:])
		some := func(n int, of []sra.Element) {
			for _, i := range rng.Perm(len(of))[:min(n, len(of))] {
				m = append(m, of[i].Bytes()...)
			}
		}
		if turn.Kind != hand.Shuffle && turn.Kind != hand.Raise {
			of := pool[rng.IntN(2):]
			if rng.IntN(2) == 0 {
				of = pool[:n] // cards
			}
			some(len(turn.Positions), of)
			proof(2, 1)
			return append(m, proofs...)
		}
		some(1, pool)
		proof(1, 1)
		for _, l := range h.Lists(turn) {
			n := l.Elements.Len()
			some(n, pool)
			if l.Part == "cards" {
				proof(3*n+5, 2*n+4)
			} else {
				proof(2, 1)
			}
		}
		return append(m, proofs...)
	}
	taken, done := map[hand.Kind]int{}, map[string]int{}
	for range long.Pick(150, 1500) {
		var b sra.Batch
		h := must(hand.Replay([]byte("anything"), cards, seats, &b))
		position := func() int { return rng.IntN(h.Positions()+2) - 1 }
		for range 80 {
			if due := h.Due(); len(due) > 0 && rng.IntN(8) > 0 {
				turn := due[rng.IntN(len(due))]
				before := h.View()
				if ok, err := h.Receive(turn.Seat, message(h, turn)); ok {
					taken[turn.Kind]++
				} else if err == nil || h.View() != before {
					t.Fatalf("%v: %v", turn.Kind, err)
				}
				continue
			}
			seat := rng.IntN(seats)
			what, f := "deal", deal(hand.Place{Position: position(), To: rng.IntN(seats+1) - 1}, hand.Place{Position: position(), To: rng.IntN(seats+1) - 1})
			switch rng.IntN(12) {
			case 0, 1, 2:
				f = deal(hand.Place{Position: position(), To: rng.IntN(seats+1) - 1})
			case 3, 4:
				what, f = "show", show(seat, position())
			case 5, 6:
				what, f = "return", back(position())
			case 7, 8:
				what, f = "shuffle", mix([]int{seat}, position(), position())
			case 9:
				what, f = "leave", leave(seat)
			case 10:
				what, f = "drop", drop(seat)
			}
			if f(h) == nil {
				done[what]++
			}
		}
	}
	for k := hand.Shuffle; k <= hand.Leave; k++ {
		if taken[k] < 20 {
			t.Errorf("%v: %d messages were taken", k, taken[k])
		}
	}
	if len(done) != 6 {
		t.Errorf("steps %v", done)
	}
	t.Log(taken, done)
}
