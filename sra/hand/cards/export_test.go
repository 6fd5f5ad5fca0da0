package cards

import (
	"fmt"

	"github.com/squaredeal/squaredeal/sra/hand"
)

// View is all that a hand has read, and what follows for the game.
func (h *Hand) View() string {
	return fmt.Sprint(h.hand.Head(), h.hand.Due(), h.phase, h.gone, len(h.turns))
}

// Lists returns how many cards are in the message of a seat that is due: those that it holds, all
// that are sealed, and those that are shuffled or whose layers come off. All that are there are
// sealed, unless a seat has left with cards in its hand.
func (h *Hand) Lists(seat int) (held, sealed, cards int) {
	for _, status := range []hand.Status{hand.Stock, hand.Dealing, hand.Held, hand.Open} {
		for _, p := range h.hand.With(status) {
			if sealed++; status == hand.Held && p.To == h.number(seat) {
				held++
			}
		}
	}
	for _, t := range h.due() {
		if t.Seat == seat {
			return held, sealed, len(t.Positions)
		}
	}
	return 0, 0, 0
}
