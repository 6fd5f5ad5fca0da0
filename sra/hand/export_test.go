package hand

import (
	"bytes"
	"fmt"

	"github.com/squaredeal/squaredeal/sra"
)

// View is all of a hand's state that everybody knows.
func (h *Hand) View() string {
	var b bytes.Buffer
	fmt.Fprintf(&b, "%v ready %v presence %v turns %d deals %d", h.head, h.ready, h.presence, h.turns, h.deals)
	for _, d := range []sra.Deck{h.now, h.raised} {
		if d.Len() > 0 {
			fmt.Fprintf(&b, " %v", hash("", d.Bytes()))
		}
	}
	fmt.Fprintf(&b, "\nkept %v", h.kept)
	for _, d := range h.decks {
		fmt.Fprintf(&b, "\ndeck from %d: %.8v", d.first, d.keys)
	}
	for i, p := range h.positions {
		fmt.Fprintf(&b, "\n%d: %v to %d of deck %d, %.16v, %d", i, p.status, p.to, p.deck, p.value, p.card)
	}
	for _, t := range h.due {
		fmt.Fprintf(&b, "\ndue: %v", t.Turn)
	}
	for _, t := range h.tasks {
		fmt.Fprintf(&b, "\ntask: %v", *t)
	}
	return b.String()
}

// Clone is a copy that goes on for itself.
func (h *Hand) Clone() *Hand { return h.clone() }

// Positions is how many there have been.
func (h *Hand) Positions() int { return len(h.positions) }

// Decks is how many there have been.
func (h *Hand) Decks() int { return len(h.decks) }

// HasLayer reports whether a seat's layer is on the stock.
func (h *Hand) HasLayer(seat int) bool { return h.presence[seat] == in || h.presence[seat] == leaving }

// Now is the deck as it was shuffled last, Raised are the kept cards' values.
func (h *Hand) Now() sra.Deck    { return h.now }
func (h *Hand) Raised() sra.Deck { return h.raised }

// PublicKey is a seat's in a deck, the zero value before it is taken.
func (h *Hand) PublicKey(deck, seat int) sra.PublicKey { return h.decks[deck].keys[seat] }

// Key is this seat's of a deck, which it has announced; that of its key turn before.
func (h *Hand) Key(deck int) sra.Key {
	for _, t := range h.due {
		if t.Seat == h.seat && t.Kind == Key && deck == len(h.decks)-1 {
			return h.ownKey(t.ID)
		}
	}
	return h.key(deck)
}

// Value is what is at a position.
func (h *Hand) Value(position int) sra.Deck { return h.values([]int{position}) }

// HasValue reports whether there is anything.
func (h *Hand) HasValue(position int) bool { return h.positions[position].value.Bytes() != nil }

// DeckOf is the number of a position's deck.
func (h *Hand) DeckOf(position int) int { return h.positions[position].deck }

// Before is what a turn takes layers off, and Parts are the places in it of each deck.
func (h *Hand) Before(t Turn) sra.Deck { return h.before(turn{Turn: t}) }

func (h *Hand) Parts(t Turn) (decks []int, places [][]int) {
	for _, p := range h.byDeck(t.Positions) {
		decks, places = append(decks, p.deck), append(places, p.places)
	}
	return decks, places
}
