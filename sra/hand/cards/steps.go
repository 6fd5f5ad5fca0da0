package cards

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// step begins a phase with each step: what was said before, such as a farewell, may not fit any
// more. It returns the error of the step, which changed nothing, as one of this package.
func (h *Hand) step(err error) error {
	if err == nil {
		h.phase++
		h.follow()
	}
	return own(err)
}

// Deal deals the next cards of the stock, those at the lowest positions, to these seats or
// [Everyone], and returns their positions.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] for a seat
// that isn't here, for no cards, for more than are in the stock, and if a seat was dropped whose
// layer they have.
func (h *Hand) Deal(to ...int) (positions []int, err error) {
	if err := h.checkAbsent(); err != nil {
		return nil, err
	}
	stock, places := h.Stock(), []hand.Place(nil)
	for i, seat := range to {
		switch {
		case !h.isHere(seat) && seat != Everyone:
			return nil, wrap.Errorf(errState, "seat %d isn't here", seat)
		case i < len(stock):
			places = append(places, hand.Place{Position: stock[i], To: seat})
			positions = append(positions, stock[i])
		}
	}
	if h.hand.Ready() && len(to) > len(stock) {
		return nil, wrap.Errorf(errState, "%d cards of a stock of %d are dealt", len(to), len(stock))
	}
	if err := h.DealAt(places...); err != nil {
		return nil, err
	}
	return positions, nil
}

// DealAt deals cards of the stock at some positions: those that were returned, so that they are
// passed, or those of one of several piles.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] for a seat that
// isn't here, for no cards, for a position that isn't in the stock, and if a seat was dropped
// whose layer they have.
func (h *Hand) DealAt(places ...hand.Place) error {
	if err := h.checkAbsent(); err != nil {
		return err
	}
	places = slices.Clone(places)
	for i, p := range places {
		if p.To == Everyone {
			continue
		}
		if !h.isHere(p.To) {
			return wrap.Errorf(errState, "seat %d isn't here", p.To)
		}
		places[i].To = h.number(p.To)
	}
	return h.step(h.hand.Deal(places...))
}

// Return puts cards that a seat holds, or everybody sees, back into the stock, at the same
// positions. Whoever knew them still does, until they are shuffled with others.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] for no positions,
// for a card that is neither held nor open, is to be shown, or was held by a seat that has folded,
// and if a seat was dropped whose layer the cards have.
func (h *Hand) Return(positions ...int) error {
	if err := h.checkAbsent(); err != nil {
		return err
	}
	return h.step(h.hand.Return(positions...))
}

// Shuffle has some seats, in this order, put cards of the stock into another order among their
// positions, which nobody knows but these seats together. One seat alone knows where the cards
// are that it knew.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] while cards are
// dealt, for no seats or no positions, for a seat that isn't here, a position that isn't in the stock,
// for either named twice, and if a seat was dropped whose layer the cards have.
func (h *Hand) Shuffle(seats []int, positions ...int) error {
	if err := h.checkAbsent(); err != nil {
		return err
	}
	numbers := make([]int, len(seats))
	for i, seat := range seats {
		switch {
		case !h.isHere(seat):
			return wrap.Errorf(errState, "seat %d isn't here", seat)
		case slices.Contains(seats[:i], seat):
			return wrap.Errorf(errState, "seat %d is named twice", seat)
		}
		numbers[i] = h.number(seat)
	}
	return h.step(h.hand.Shuffle(numbers, positions...))
}

// Show has a seat show its cards at these positions, also if it has folded.
//
// It is a [hand.ErrNotReady] while cards are shuffled, and a [hand.ErrState] if the seat was
// dropped, for no positions, and for a card that it doesn't hold or has to show already.
func (h *Hand) Show(seat int, positions ...int) error {
	if slices.Contains(h.gone, seat) {
		return wrap.Errorf(errState, "seat %d was dropped", seat)
	}
	for _, p := range positions {
		if s, to := h.Status(p); s != hand.Held || to != seat {
			return wrap.Errorf(errState, "position %d isn't held by seat %d", p, seat)
		}
	}
	return h.step(h.hand.Show(h.number(seat), positions...))
}
