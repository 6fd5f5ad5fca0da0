package hand

import (
	"fmt"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/sra"
)

// A Place is a position, and the seat that the card there is to, or [Everyone].
type Place struct{ Position, To int }

// A Status is what has become of a position.
type Status byte

// What can become of a position.
const (
	Void    Status = iota // there is no card here, or not any more
	Stock                 // it can be dealt when the hand is ready
	Dealing               // it is dealt, and still has layers to come off
	Held                  // the seat that it is to knows the card
	Open                  // everybody does
)

// String returns the status in lower case.
func (s Status) String() string {
	return name("Status", int(s), "void", "stock", "dealing", "held", "open")
}

func name(kind string, n int, names ...string) string {
	if n < len(names) && names[n] != "" {
		return names[n]
	}
	return fmt.Sprintf("%s(%d)", kind, n)
}

type position struct {
	status Status
	to     int
	value  sra.Element // the card, without the layers that came off; zero in the stock
	sealed sra.Element // the card under the layers of all who are in; zero if it has a leaver's, too
	number int         // the card's, if everybody knows it, or -1
}

func (p position) isSealed() bool { return p.sealed.Group().ElementSize() > 0 }

// Status returns what has become of a position, and whom the card there is to.
func (h *Hand) Status(position int) (s Status, to int) {
	if position < 0 || position >= len(h.positions) {
		return Void, Everyone
	}
	p := h.positions[position]
	return p.status, p.to
}

// With returns the positions of a status, ascending, and whom the cards there are to.
func (h *Hand) With(s Status) (places []Place) {
	for i, p := range h.positions {
		if p.status == s {
			places = append(places, Place{i, p.to})
		}
	}
	return places
}

// Look returns the number of the card at a position, its index in the deck in clear, if this
// seat knows it: it is open, or was dealt to this seat. It stays known when the card is
// returned, until it is shuffled with others. Of those that this seat shuffles by itself, it
// goes on knowing those that it knew.
func (h *Hand) Look(position int) (number int, ok bool) {
	number = h.known(position)
	return max(number, 0), number >= 0
}

// known returns the number of a card, -1 if it isn't known.
func (h *Hand) known(position int) int {
	if position < 0 || position >= len(h.positions) {
		return -1
	}
	if n := h.positions[position].number; n >= 0 || h.mine == nil {
		return n
	}
	if n, ok := secret.Reveal(h.mine).known[position]; ok {
		return n
	}
	return -1
}

// forget forgets what this seat alone, and what everybody, knows of a position.
func (h *Hand) forget(position int) {
	h.positions[position].number = -1
	if h.mine != nil {
		delete(secret.Reveal(h.mine).known, position)
	}
}

// deckOf returns the elements as a deck, the zero one if two are equal: that would be a relation
// between two cards, to which only false proofs lead, such as those that a replay has not
// checked yet. Then nothing is right for a turn about them.
func deckOf(elements []sra.Element) sra.Deck {
	d, err := sra.NewDeck(elements...)
	if err != nil {
		return sra.Deck{}
	}
	return d
}

func (h *Hand) values(positions []int) (elements []sra.Element) {
	for _, p := range positions {
		elements = append(elements, h.positions[p].value)
	}
	return elements
}

func (h *Hand) seals(positions []int) (elements []sra.Element) {
	for _, p := range positions {
		elements = append(elements, h.positions[p].sealed)
	}
	return elements
}
