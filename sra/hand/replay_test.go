package hand_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// replayWith reads a session again, with its proofs in a batch, and some message in place of
// one; at is -1 for none. It reports whether that was taken.
func (s *session) replayWith(t *testing.T, b *sra.Batch, at int, message []byte) (h *hand.Hand, taken bool) {
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
	s := newSession(t, 5, 18)
	s.playAll()
	if _, err := hand.Replay([]byte("x"), s.cards, 5, nil); !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
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
		if i.step != nil || !long.Tests() && at%8 > 0 {
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
		for range long.Pick(3, 5) {
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
	if deferred < long.Pick(5, 60) {
		t.Errorf("%d altered messages were taken", deferred)
	}
}

// Hands of several groups are replayed in one batch.
func TestReplayGroups(t *testing.T) {
	var b sra.Batch
	for _, g := range []sra.Group{sra.Ristretto255(), sra.Group14(), sra.Ristretto255()} {
		s := newSessionIn(t, g, "replay of "+g.Name(), 2, 2)
		s.steps(deal(hand.Place{0, 1}), shuffle([]int{1}, 1))
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
