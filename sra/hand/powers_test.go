package hand_test

import (
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// What the proof of PROOFS.md, theorem 8.3, says that a seat's messages are made of: of the
// cards, or what is kept, to its exponent, and of cards from which its layer came off, each to
// exponents that the others know.
func TestMadeOfPowers(t *testing.T) {
	kinds := map[hand.Kind]bool{}
	for _, honest := range []int{1, 2} {
		for _, kind := range testMadeOfPowers(t, honest) {
			kinds[kind] = true
		}
	}
	if len(kinds) != 5 { // all but that of a key
		t.Error(kinds)
	}
}

// testMadeOfPowers returns the kinds of messages that it has seen of the honest seat.
func testMadeOfPowers(t *testing.T, honest int) (kinds []hand.Kind) {
	s := newStory(t, sra.Ristretto255(), "powers", 5, 18)
	others := map[int][]sra.Key{} // by deck
	var own []sra.Key
	// made reports whether x is one of a deck with some of the others' layers.
	made := func(x sra.Element, of sra.Deck, keys []sra.Key) bool {
		for some := range 1 << len(keys) {
			d := must(sra.NewDeck(x))
			for i, k := range keys {
				if some>>i&1 == 1 {
					d = must(k.Decrypt(d))
				}
			}
			if of.Index(d.At(0)) >= 0 {
				return true
			}
		}
		return false
	}
	s.before = func(seat int, message []byte) {
		h := s.hands[seat]
		turn, last := turnOf(h, seat), h.Decks()-1
		switch {
		case turn.Kind == hand.Key && seat == honest:
			own = append(own, h.Key(last))
		case turn.Kind == hand.Key:
			others[last] = append(others[last], h.Key(last))
		case seat == honest:
			kinds = append(kinds, turn.Kind)
			for i, x := range said(h, turn, message) {
				of, deck := s.cards, last
				switch {
				case turn.Kind == hand.Shuffle && i >= h.Now().Len():
					kept := slices.DeleteFunc(h.With(hand.Held), func(c hand.Card) bool { return !slices.Contains(h.Here(), c.To) })
					of = h.Value(kept[i-h.Now().Len()].Position)
					of = must(own[last].Encrypt(of))
				case turn.Kind == hand.Shuffle, turn.Kind == hand.Veto:
					of = must(own[last].Encrypt(of))
				default:
					deck = h.DeckOf(turn.Positions[i])
				}
				if !made(x, of, others[deck]) {
					t.Errorf("%v message, element %d isn't made of what it should be", turn.Kind, i)
				}
			}
		}
	}
	s.tell()
	return kinds
}

// said returns the elements of a message.
func said(h *hand.Hand, turn hand.Turn, message []byte) []sra.Element {
	n := len(turn.Positions)
	if turn.Kind == hand.Shuffle {
		n = h.Now().Len() + h.Raised().Len()
	}
	g := h.Now().Group()
	return elements(must(sra.ParseDeck(g, n, message[32:][:n*g.ElementSize()])))
}
