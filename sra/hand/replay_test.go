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

// Any elements, with proofs of the right form, in any messages, between any steps: as no proof
// is checked, all of it may be taken, and nothing panics, also when elements of a turn become equal.
// Then no message of the turn is taken. The batch doesn't hold.
func TestReplayOfAnything(t *testing.T) {
	g := sra.Ristretto255()
	const seats, n = 4, 5
	cards := must(sra.PublicDeck(g, "anything", n))
	pool := elements(cards)
	for x := cards; len(pool) < 4*n; {
		x = must(must(sra.GenerateKey(g)).Encrypt(x))
		pool = append(pool, elements(x)...)
	}
	wide := slices.Clone(pool)
	for len(wide) < 1000 {
		wide = append(wide, must(sra.GenerateKey(g)).Public().Element())
	}
	rng := rand.New(rand.NewPCG(53, 54))
	taken, spoilt, refused := map[hand.Kind]int{}, map[hand.Kind]int{}, map[string]int{}
	for run := range long.Pick(300, 1000) {
		var b sra.Batch
		h := must(hand.Replay([]byte("anything"), cards, seats, &b))
		some := pool[:n+3+rng.IntN(len(pool)-n-2)] // of few, many are equal
		if rng.IntN(2) == 0 {
			some = wide
		}
		position := func(of ...hand.Status) int { // most often of such a status
			if rng.IntN(8) > 0 {
				for range 20 {
					p := rng.IntN(h.Positions())
					if status, _ := h.Status(p); slices.Contains(of, status) {
						return p
					}
				}
			}
			return rng.IntN(h.Positions()+2) - 1
		}
		message := func(turn hand.Turn) (m []byte, spoilt bool) {
			m = turn.ID[:]
			add := func(count int, of []sra.Element) {
				order := rng.Perm(len(of))
				for i := range count {
					if i < len(of) {
						m = append(m, of[order[i]].Bytes()...)
					} else {
						m = append(m, must(sra.GenerateKey(g)).Public().Bytes()...)
					}
				}
			}
			var proofs []byte
			proof := func(commitments, scalars int) {
				for range commitments {
					proofs = append(proofs, pool[rng.IntN(len(pool))].Bytes()...)
				}
				proofs = append(proofs, make([]byte, scalarSize*scalars)...)
			}
			if turn.Kind != hand.Shuffle && turn.Kind != hand.Raise {
				of := some
				if rng.IntN(3) > 0 { // or the hand knows that it is no card
					of = pool[:n]
				}
				add(len(turn.Positions), of)
				proof(2, 1)
				return append(m, proofs...), h.From(turn).Len() == 0
			}
			add(1, some)
			proof(1, 1)
			for _, l := range h.Lists(turn) {
				count := len(l.Positions)
				if l.Part == "own" {
					count++
				}
				if l.Elements.Len() == 0 {
					spoilt = true
				}
				if add(count, some); l.Part == "cards" {
					proof(3*count+5, 2*count+4)
				} else {
					proof(2, 1)
				}
			}
			return append(m, proofs...), spoilt
		}
		for range 60 {
			if due := h.Due(); len(due) > 0 && rng.IntN(8) > 0 {
				turn := due[rng.IntN(len(due))]
				m, isSpoilt := message(turn)
				before := h.View()
				ok, err := h.Receive(turn.Seat, m)
				switch {
				case ok && isSpoilt:
					t.Fatalf("%v: a turn of equal elements is taken", turn.Kind)
				case ok:
					taken[turn.Kind]++
				case !errors.Is(err, sra.ErrMalformed) && !errors.Is(err, sra.ErrProof) || h.View() != before:
					t.Fatalf("%v: %v", turn.Kind, err)
				case isSpoilt:
					if spoilt[turn.Kind]++; !errors.Is(err, sra.ErrMalformed) {
						t.Fatalf("%v of equal elements: %v", turn.Kind, err)
					}
					h.Drop(turn.Seat)
				}
				continue
			}
			step := func(what string, err error) {
				if err != nil {
					refused[what]++
				}
			}
			to := func() int { return rng.IntN(seats+1) - 1 }
			switch rng.IntN(12) {
			case 0, 1, 2:
				step("deal", h.Deal(hand.Place{Position: position(hand.Stock), To: to()}, hand.Place{Position: position(hand.Stock), To: to()}))
			case 3, 4:
				step("deal", h.Deal(hand.Place{Position: position(hand.Stock), To: to()}))
			case 5, 6:
				for seat := range seats {
					list := []int{position(hand.Held), position(hand.Held)}
					step("show", h.Show(seat, list[:1+rng.IntN(2)]...))
				}
			case 7:
				step("return", h.Return(position(hand.Held, hand.Open)))
			case 8:
				step("shuffle", h.Shuffle([]int{rng.IntN(seats)}, position(hand.Stock), position(hand.Stock)))
			case 9:
				step("shuffle", h.Shuffle(h.Here(), position(hand.Stock)))
			case 10:
				step("leave", h.Leave(rng.IntN(seats)))
			default:
				if rng.IntN(3) == 0 {
					step("drop", h.Drop(rng.IntN(seats)))
				}
			}
		}
		if n := b.Len(); run%10 == 0 && n > 0 {
			if valid, err := b.Verify(); valid != 0 || !errors.Is(err, sra.ErrProof) {
				t.Errorf("%d of %d proofs hold: %v", valid, n, err)
			}
		}
	}
	for k := hand.Shuffle; k <= hand.Leave; k++ {
		if taken[k] < 20 || spoilt[k] == 0 && (k != hand.Show && k != hand.Leave || long.Tests()) {
			t.Errorf("%v: %d messages were taken, and %d not as elements are equal", k, taken[k], spoilt[k])
		}
	}
	t.Log(taken, spoilt, refused)
}
