package hand_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A replayFuzz replays hands of four seats and five cards in which anything is said and done.
type replayFuzz struct {
	t     *testing.T
	rng   *rand.Rand
	cards sra.Deck
	pool  []sra.Element // the cards, and the same under one to three keys
	wide  []sra.Element // many more
	some  []sra.Element // what messages of this hand are made of
	h     *hand.Hand

	taken, spoilt map[hand.Kind]int // messages, and those that weren't taken as elements are equal
	refused       map[string]int    // steps
}

const fuzzSeats, fuzzCards = 4, 5

// Any elements, with proofs of the right form, in any messages, between any steps: as no proof
// is checked, all of it may be taken, and nothing panics, also when elements of a turn become equal.
// Then no message of the turn is taken. The batch doesn't hold.
func TestReplayOfAnything(t *testing.T) {
	f := newReplayFuzz(t)
	for run := range long.Pick(300, 1000) {
		b := f.play()
		if n := b.Len(); run%10 == 0 && n > 0 {
			if valid, err := b.Verify(); valid != 0 || !errors.Is(err, sra.ErrProof) {
				t.Errorf("%d of %d proofs hold: %v", valid, n, err)
			}
		}
	}
	for k := hand.Shuffle; k <= hand.Leave; k++ {
		if f.taken[k] < 20 || f.spoilt[k] == 0 && (k != hand.Show && k != hand.Leave || long.Tests()) {
			t.Errorf("%v: %d messages were taken, and %d not as elements are equal", k, f.taken[k], f.spoilt[k])
		}
	}
	t.Log(f.taken, f.spoilt, f.refused)
}

func newReplayFuzz(t *testing.T) *replayFuzz {
	g := sra.Ristretto255()
	f := &replayFuzz{
		t: t, rng: rand.New(rand.NewPCG(53, 54)), cards: must(sra.PublicDeck(g, "anything", fuzzCards)),
		taken: make(map[hand.Kind]int), spoilt: make(map[hand.Kind]int), refused: make(map[string]int),
	}
	f.pool = elements(f.cards)
	for x := f.cards; len(f.pool) < 4*fuzzCards; {
		x = must(must(sra.GenerateKey(g)).Encrypt(x))
		f.pool = append(f.pool, elements(x)...)
	}
	f.wide = slices.Clone(f.pool)
	for len(f.wide) < 1000 {
		f.wide = append(f.wide, newElement())
	}
	return f
}

// newElement returns an element that is no other.
func newElement() sra.Element { return must(sra.GenerateKey(sra.Ristretto255())).Public().Element() }

// play plays a hand of sixty messages and steps, and returns its proofs.
func (f *replayFuzz) play() *sra.Batch {
	b := new(sra.Batch)
	f.h = must(hand.Replay([]byte("anything"), f.cards, fuzzSeats, b))
	f.some = f.pool[:fuzzCards+3+f.rng.IntN(len(f.pool)-fuzzCards-2)] // of few, many are equal
	if f.rng.IntN(2) == 0 {
		f.some = f.wide
	}
	for range 60 {
		if due := f.h.Due(); len(due) > 0 && f.rng.IntN(8) > 0 {
			f.receive(due[f.rng.IntN(len(due))])
		} else {
			f.step()
		}
	}
	return b
}

// receive gives the hand a message of a turn. A seat whose turn is of equal elements is dropped.
func (f *replayFuzz) receive(turn hand.Turn) {
	m, spoilt := f.message(turn)
	before := f.h.View()
	ok, err := f.h.Receive(turn.Seat, m)
	switch {
	case ok && spoilt:
		f.t.Fatalf("%v: a turn of equal elements is taken", turn.Kind)
	case ok:
		f.taken[turn.Kind]++
	case !errors.Is(err, sra.ErrMalformed) && !errors.Is(err, sra.ErrProof) || f.h.View() != before:
		f.t.Fatalf("%v: %v", turn.Kind, err)
	case spoilt:
		if f.spoilt[turn.Kind]++; !errors.Is(err, sra.ErrMalformed) {
			f.t.Fatalf("%v of equal elements: %v", turn.Kind, err)
		}
		f.h.Drop(turn.Seat)
	}
}

// message returns a message of the turn's form, and whether the turn is of equal elements.
func (f *replayFuzz) message(turn hand.Turn) (m []byte, spoilt bool) {
	m = turn.ID[:]
	if turn.Kind != hand.Shuffle && turn.Kind != hand.Raise {
		of := f.some
		if f.rng.IntN(3) > 0 { // or the hand knows that it is no card
			of = f.pool[:fuzzCards]
		}
		m = f.appendElements(m, len(turn.Positions), of)
		return f.appendProof(m, 2, 1), f.h.From(turn).Len() == 0
	}
	m = f.appendElements(m, 1, f.some)
	proofs := f.appendProof(nil, 1, 1)
	for _, l := range f.h.Lists(turn) {
		count := len(l.Positions)
		if l.Part == "own" {
			count++
		}
		spoilt = spoilt || l.Elements.Len() == 0
		m = f.appendElements(m, count, f.some)
		if l.Part == "cards" {
			proofs = f.appendProof(proofs, 3*count+5, 2*count+4)
		} else {
			proofs = f.appendProof(proofs, 2, 1)
		}
	}
	return append(m, proofs...), spoilt
}

// appendElements appends so many of these, and new ones if they are too few.
func (f *replayFuzz) appendElements(m []byte, count int, of []sra.Element) []byte {
	order := f.rng.Perm(len(of))
	for i := range count {
		if i < len(of) {
			m = append(m, of[order[i]].Bytes()...)
		} else {
			m = append(m, newElement().Bytes()...)
		}
	}
	return m
}

// appendProof appends what has the form of a proof.
func (f *replayFuzz) appendProof(m []byte, commitments, scalars int) []byte {
	for range commitments {
		m = append(m, f.pool[f.rng.IntN(len(f.pool))].Bytes()...)
	}
	return append(m, make([]byte, scalarSize*scalars)...)
}

// step has the game make a step, which the hand may refuse.
func (f *replayFuzz) step() {
	to := func() int { return f.rng.IntN(fuzzSeats+1) - 1 }
	switch f.rng.IntN(12) {
	case 0, 1, 2:
		places := []hand.Place{{Position: f.position(hand.Stock), To: to()}, {Position: f.position(hand.Stock), To: to()}}
		f.made("deal", f.h.Deal(places...))
	case 3, 4:
		f.made("deal", f.h.Deal(hand.Place{Position: f.position(hand.Stock), To: to()}))
	case 5, 6:
		for seat := range fuzzSeats {
			list := []int{f.position(hand.Held), f.position(hand.Held)}
			f.made("show", f.h.Show(seat, list[:1+f.rng.IntN(2)]...))
		}
	case 7:
		f.made("return", f.h.Return(f.position(hand.Held, hand.Open)))
	case 8:
		f.made("shuffle", f.h.Shuffle([]int{f.rng.IntN(fuzzSeats)}, f.position(hand.Stock), f.position(hand.Stock)))
	case 9:
		f.made("shuffle", f.h.Shuffle(f.h.Here(), f.position(hand.Stock)))
	case 10:
		f.made("leave", f.h.Leave(f.rng.IntN(fuzzSeats)))
	default:
		if f.rng.IntN(3) == 0 {
			f.made("drop", f.h.Drop(f.rng.IntN(fuzzSeats)))
		}
	}
}

// made counts a step that was refused.
func (f *replayFuzz) made(step string, err error) {
	if err != nil {
		f.refused[step]++
	}
}

// position returns any, most often one of such a status, sometimes none of the hand's.
func (f *replayFuzz) position(of ...hand.Status) int {
	if f.rng.IntN(8) > 0 {
		for range 20 {
			p := f.rng.IntN(f.h.Positions())
			if status, _ := f.h.Status(p); slices.Contains(of, status) {
				return p
			}
		}
	}
	return f.rng.IntN(f.h.Positions()+2) - 1
}
