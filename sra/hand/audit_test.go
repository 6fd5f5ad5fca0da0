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

// Hands of several groups are audited in one batch, and nobody is blamed for the other's group.
func TestAuditGroups(t *testing.T) {
	if testing.Short() {
		t.Skip("long under -race, or without assembly")
	}
	var b sra.Batch
	for _, g := range []sra.Group{sra.Ristretto255(), sra.Group14(), sra.Ristretto255()} {
		s := newStory(t, g, "audit of "+g.Name(), 2, 2)
		s.steps(deal(hand.Card{Position: 0, To: 1}))
		if h, _ := s.audit(t, &b, -1, nil); h.View() != s.hands[s.seats].View() {
			t.Errorf("an audit ends in\n%s\nnot\n%s", h.View(), s.hands[s.seats].View())
		}
	}
	if n := b.Len(); n != 15 {
		t.Errorf("%d proofs", n)
	} else if valid, err := b.Verify(); valid != n || err != nil {
		t.Errorf("%d of %d proofs hold: %v", valid, n, err)
	}
}

// Any elements, with proofs of the right form, in any messages, between any steps: as no proof
// is checked, all of it may be taken, and nothing panics.
func TestAuditOfAnything(t *testing.T) {
	g := sra.Ristretto255()
	const seats, n = 3, 5
	cards := must(sra.PublicDeck(g, "anything", n))
	pool := elements(cards)
	for x := cards; len(pool) < 4*n; {
		x = must(must(sra.GenerateKey(g)).Encrypt(x))
		pool = append(pool, elements(x)...)
	}
	rng := rand.New(rand.NewPCG(53, 54))
	taken := map[hand.Kind]int{}
	for range 150 {
		var b sra.Batch
		h := must(hand.Audit([]byte("anything"), cards, seats, &b))
		position := func() int { return rng.IntN(h.Positions()+2) - 1 }
		for range 60 {
			if due := h.Due(); len(due) > 0 && rng.IntN(8) > 0 {
				turn := due[rng.IntN(len(due))]
				count := len(turn.Positions)
				var proofs []byte
				proof := func(elements, scalars int) {
					for range elements {
						proofs = append(proofs, pool[rng.IntN(len(pool))].Bytes()...)
					}
					proofs = append(proofs, make([]byte, 32*scalars)...)
				}
				m := turn.ID[:]
				some := func(n int, of []sra.Element) {
					for _, i := range rng.Perm(len(of))[:n] {
						m = append(m, of[i].Bytes()...)
					}
				}
				switch turn.Kind {
				case hand.Key:
					some(1, pool)
					proof(1, 1)
				case hand.Shuffle:
					some(h.Now().Len(), pool[rng.IntN(len(pool)-n):])
					proof(3*h.Now().Len()+5, 2*h.Now().Len()+4)
					if kept := h.Raised().Len(); kept > 0 {
						some(kept, pool)
						proof(2, 1)
					}
				default:
					of := pool
					if turn.Kind == hand.Veto {
						of = elements(h.Now())
					} else if rng.IntN(2) == 0 {
						of = pool[:n]
					}
					some(min(count, len(of)), of)
					decks, _ := h.Parts(turn)
					for range decks {
						proof(2, 1)
					}
				}
				before := h.View()
				ok, err := h.Receive(turn.Seat, append(m, proofs...))
				if ok {
					taken[turn.Kind]++
				} else if err == nil || h.View() != before {
					t.Fatalf("%v: %v", turn.Kind, err)
				}
				continue
			}
			switch rng.IntN(8) {
			case 0, 1, 2:
				h.Deal(hand.Card{Position: position(), To: rng.IntN(seats+1) - 1}, hand.Card{Position: position(), To: rng.IntN(seats+1) - 1})
			case 3, 4:
				h.Deal(hand.Card{Position: position(), To: rng.IntN(seats+1) - 1})
			case 5:
				for seat := range seats {
					h.Show(seat, position())
				}
			case 6:
				h.Leave(rng.IntN(seats))
			default:
				if h.Redeal(nil, []int{position()}) != nil && rng.IntN(4) == 0 {
					h.Redeal([]int{rng.IntN(seats)}, nil)
				}
			}
		}
		if rng.IntN(50) == 0 {
			if n := b.Len(); n > 0 {
				if valid, err := b.Verify(); valid != 0 || !errors.Is(err, sra.ErrProof) {
					t.Errorf("%d of %d proofs hold: %v", valid, n, err)
				}
			}
		}
	}
	for k := hand.Key; k <= hand.Leave; k++ {
		if taken[k] < 20 {
			t.Errorf("%v: %d messages were taken", k, taken[k])
		}
	}
}
