package hand_test

import (
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// What the proof of PROOFS.md, section 8, says that a seat's messages are made of: of the cards to the
// power of its key, in which each turn has a new factor, and of cards without its layer, each
// to exponents that the others know.
func TestMadeOfPowers(t *testing.T) {
	kinds := map[hand.Kind]int{}
	for _, honest := range []int{1, 2} {
		s := newSession(t, 5, 18)
		s.before = func(seat int, m []byte) {
			if turn := turnIn(s.hands[seat], m); seat == honest {
				s.checkPowers(turn, m)
				kinds[turn.Kind]++
			}
		}
		s.playAll()
	}
	for kind := hand.Shuffle; kind <= hand.Leave; kind++ {
		if kinds[kind] == 0 {
			t.Errorf("no %v", kind)
		}
	}
}

func (s *session) checkPowers(turn hand.Turn, m []byte) {
	s.t.Helper()
	h, g := s.hands[turn.Seat], s.cards.Group()
	others := slices.DeleteFunc(h.Here(), func(seat int) bool { return seat == turn.Seat || h.PublicKey(seat).Bytes() == nil })
	// made returns the number of the card that x is with some of the others' layers, -1 if there is none.
	made := func(x sra.Element) int {
		for _, on := range subsets(others...) {
			if number := s.without(x, on...); number >= 0 {
				return number
			}
		}
		return -1
	}
	next := func(n int) []sra.Element {
		d := must(sra.ParseDeck(g, n, m[:n*g.ElementSize()]))
		m = m[n*g.ElementSize():]
		return elements(d)
	}
	m = m[idSize:]
	if turn.Kind != hand.Shuffle && turn.Kind != hand.Raise {
		from := elements(h.From(turn))
		for i, x := range next(len(turn.Positions)) {
			raised := must(h.Old(turn).Encrypt(must(sra.NewDeck(x)))).At(0)
			if number := made(x); number < 0 || !raised.Equal(from[i]) {
				s.t.Errorf("%v: position %d isn't a card to the others' exponents", turn.Kind, turn.Positions[i])
			}
		}
		return
	}
	e, key := h.Grow(turn)
	if first := next(1)[0]; !first.Equal(e.Public().Element()) {
		s.t.Error("another exponent")
	}
	for _, l := range h.Lists(turn) {
		list := next(l.Elements.Len())
		if l.Part == "own" {
			if !list[0].Equal(key.Public().Element()) {
				s.t.Error("another key")
			}
			list = list[1:]
		}
		plain := elements(must(key.Decrypt(must(sra.NewDeck(append(list, key.Public().Element())...)))))
		var numbers []int
		for i, p := range l.Positions {
			number := made(plain[i])
			if l.Part == "own" { // by the seat's key alone
				number = s.cards.Index(plain[i])
			}
			if want, ok := h.Look(p); number < 0 || ok && l.Part != "cards" && number != want {
				s.t.Errorf("%v: %s at position %d is of card %d", turn.Kind, l.Part, p, number)
			}
			numbers = append(numbers, number)
		}
		slices.Sort(numbers)
		if len(slices.Compact(numbers)) != len(l.Positions) {
			s.t.Errorf("%v: %s has a card twice", turn.Kind, l.Part)
		}
	}
}
