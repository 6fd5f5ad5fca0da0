package hand_test

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// audit reads a story again, with its proofs in a batch, and some message in place of one.
func (s *story) audit(t *testing.T, b *sra.Batch, at int, message []byte) (h *hand.Hand, taken bool) {
	t.Helper()
	h = must(hand.Audit([]byte(s.id), s.cards, s.seats, b))
	taken = true
	for n, i := range s.items {
		if i.step != nil {
			if err := i.step(h); err != nil && taken && at < 0 {
				t.Fatal(err)
			}
			continue
		}
		m := i.message
		if n == at {
			m = message
		}
		took, _ := h.Receive(i.seat, m)
		if n == at {
			taken = took
		}
		if at < 0 && !took {
			t.Fatalf("message %d isn't taken", n)
		}
	}
	return h, taken
}

// An audit ends as an observer does. A message with another proof is taken, and the batch doesn't
// hold; with values of other messages it may be, and nothing that follows panics.
func TestAudit(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "audit", 3, 9)
	s.steps(deal(hand.Card{Position: 0, To: 0}, hand.Card{Position: 1, To: 1}, hand.Card{Position: 2, To: hand.Everyone}),
		leave(2), deal(hand.Card{Position: 3, To: hand.Everyone}, hand.Card{Position: 4, To: 1}), show(0, 0), redeal(2))
	stock := s.stock()
	s.steps(deal(hand.Card{Position: stock[0], To: 0}, hand.Card{Position: stock[1], To: hand.Everyone}), show(1, 1, 4))
	var b sra.Batch
	for range 2 {
		if h, _ := s.audit(t, &b, -1, nil); h.View() != s.hands[s.seats].View() {
			t.Errorf("an audit ends in\n%s\nnot\n%s", h.View(), s.hands[s.seats].View())
		}
	}
	if n := b.Len(); n < 40 {
		t.Errorf("%d proofs", n)
	} else if valid, err := b.Verify(); valid != n || err != nil {
		t.Errorf("%d of %d proofs hold: %v", valid, n, err)
	}
	deferred, rng := 0, rand.New(rand.NewPCG(51, 52))
	size := s.cards.Group().ElementSize()
	for at, i := range s.items {
		if i.step != nil {
			continue
		}
		altered := slices.Clone(i.message)
		altered[len(altered)-size] ^= 1
		_, taken := s.audit(t, &b, at, altered)
		if _, err := b.Verify(); (err == nil) == taken || err != nil && !errors.Is(err, sra.ErrProof) {
			t.Errorf("message %d with another proof: taken %v, %v", at, taken, err)
		}
		if taken {
			deferred++
		}
		for range 20 { // an element of another message, or of this one
			altered = slices.Clone(i.message)
			from := s.items[rng.IntN(len(s.items))].message
			if len(from) < 2*size {
				continue
			}
			copy(altered[size*(1+rng.IntN(len(altered)/size-1)):], from[size*(1+rng.IntN(len(from)/size-1)):][:size])
			_, taken := s.audit(t, &b, at, altered)
			if _, err := b.Verify(); taken && (err == nil) != bytes.Equal(altered, i.message) {
				t.Errorf("message %d with an element of another: %v", at, err)
			}
		}
	}
	if deferred < 10 {
		t.Errorf("%d altered messages were taken", deferred)
	}
}
