package cards

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// number returns a seat's number in package hand, -1 if it takes no part.
func (h *Hand) number(seat int) int { return slices.Index(h.seats, seat) }

// Here returns the seats that were neither dropped nor folded, in their order of shuffling.
func (h *Hand) Here() (seats []int) {
	for _, i := range h.hand.Here() {
		if seat := h.seats[i]; !slices.Contains(h.gone, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (h *Hand) isHere(seat int) bool { return slices.Contains(h.Here(), seat) }

// absent returns the seats that were dropped before they took their layers off the stock, by
// their numbers in package hand.
func (h *Hand) absent() (numbers []int) {
	for _, turn := range h.hand.Due() {
		if turn.Kind == hand.Leave {
			numbers = append(numbers, turn.Seat)
		}
	}
	numbers = append(numbers, h.hand.Here()...)
	return slices.DeleteFunc(numbers, func(i int) bool { return !slices.Contains(h.gone, h.seats[i]) })
}

func (h *Hand) checkAbsent() error {
	if absent := h.absent(); len(absent) > 0 {
		return wrap.Errorf(errState, "the cards have the layer of seat %d, which was dropped", h.seats[absent[0]])
	}
	return nil
}

// Renew has all cards but those that are open, and those that seats who stay hold, shuffled
// anew if they have the layer of a seat that was dropped, and reports whether they have. They get
// new positions; who knew a card of the stock doesn't know where it is. What was being dealt,
// or was to be shown, is void. Until then, no card moves, and seats can only show theirs.
//
// It is a [hand.ErrState] if fewer than two seats would stay: then the hand is over.
func (h *Hand) Renew() (again bool, err error) {
	absent := h.absent()
	if len(absent) == 0 {
		return false, nil
	}
	err = h.step(h.hand.Drop(absent...))
	return err == nil, err
}

// Drop goes on without a seat that is out. If more is due than cards to show, Drop does what
// [Hand.Renew] does at once, and reports it; otherwise the game calls Renew before it moves cards.
// After a seat has folded, its Drop only ends what it had to show, and begins no phase; one that
// takes no part, or was dropped before, changes nothing. It is a [hand.ErrState] if all would have
// to be shuffled, and fewer than two seats would stay: then the hand is over.
func (h *Hand) Drop(seat int) (again bool, err error) {
	if h.number(seat) < 0 || slices.Contains(h.gone, seat) {
		return false, nil
	}
	here := h.isHere(seat)
	busy := slices.ContainsFunc(h.hand.Due(), func(t hand.Turn) bool { return t.Kind != hand.Show })
	h.gone = append(h.gone, seat)
	if busy {
		again, err = h.Renew()
	}
	switch {
	case err != nil:
		h.gone = h.gone[:len(h.gone)-1]
	case here && !again:
		h.phase++ // who could fold may not any more
	}
	return again, err
}

// checkFold returns an error if a seat can't fold now.
func (h *Hand) checkFold(seat int) error {
	switch here, due := h.Here(), h.due(); {
	case len(due) > 0:
		return wrap.Errorf(errState, "seat %d is due first", due[0].Seat)
	case !slices.Contains(here, seat):
		return wrap.Errorf(errState, "seat %d isn't here", seat)
	case len(here) <= hand.MinSeats:
		return wrap.Errorf(errState, "only two seats are left")
	}
	return nil
}

// Farewell returns what this seat has to say about the cards if it folds now; nil if that is
// nothing, as all cards are its own. It opens this seat's layer of all cards that it doesn't
// hold: send it only with a move that can't be refused any more. Its errors are those of
// [Hand.Fold] and [Hand.Pending].
func (h *Hand) Farewell() ([]byte, error) {
	if err := h.checkFold(h.me); err != nil {
		return nil, err
	}
	if err := h.checkSeed(); err != nil {
		return nil, err
	}
	message, err := h.hand.LeaveMessage()
	return message, own(err)
}

// Fold lets a seat go in good order, with the message that [Hand.Farewell] returned there: from
// then on it only shows its cards, which can't be returned. When all is shuffled anew, it
// only observes. It is a [hand.ErrState] if the seat isn't here, while anybody is due, and if
// fewer than two others would stay. A [hand.BlameError] is the seat's fault: then it has left,
// still owes the message if there is one, and is to be dropped at once, as an exception to what
// package commit/table wants: that a fault changes nothing.
func (h *Hand) Fold(seat int, message []byte) error {
	if err := h.checkFold(seat); err != nil {
		return err
	}
	if err := h.step(h.hand.Leave(h.number(seat))); err != nil {
		return err
	}
	owes := h.Kind(seat) == hand.Leave
	switch {
	case owes:
		return h.Receive(seat, message)
	case len(message) > 0:
		return &hand.BlameError{Seats: []int{seat}, Err: ErrTurn}
	}
	return nil
}
