package cards

import (
	"slices"

	"github.com/squaredeal/squaredeal/sra/hand"
)

// Stock returns the positions of the cards that can be dealt, ascending, when no cards are shuffled.
func (h *Hand) Stock() (positions []int) {
	for _, p := range h.hand.With(hand.Stock) {
		positions = append(positions, p.Position)
	}
	return positions
}

// Of returns the positions of the cards that a seat, or Everyone, was dealt, ascending.
func (h *Hand) Of(seat int) (positions []int) {
	to := h.number(seat)
	if to < 0 && seat != Everyone {
		return nil
	}
	for _, c := range append(h.hand.With(hand.Held), h.hand.With(hand.Open)...) {
		if c.To == to {
			positions = append(positions, c.Position)
		}
	}
	return slices.Sorted(slices.Values(positions))
}

// Look returns the numbers of the cards at some positions, in their order, without those that
// this seat doesn't know.
func (h *Hand) Look(positions ...int) (known []int) {
	for _, p := range positions {
		if n, ok := h.hand.Look(p); ok {
			known = append(known, n)
		}
	}
	return known
}

// Status returns what has become of a position, and whom the card there is to: a seat of the game,
// or [Everyone].
func (h *Hand) Status(position int) (s hand.Status, to int) {
	if s, to = h.hand.Status(position); to != Everyone {
		to = h.seats[to]
	}
	return s, to
}

// Open reports whether everybody knows the card at a position.
func (h *Hand) Open(position int) bool {
	s, _ := h.Status(position)
	return s == hand.Open
}
