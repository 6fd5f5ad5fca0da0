package hand

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/wrap"
	"github.com/squaredeal/squaredeal/sra"
)

// checkReady returns an ErrNotReady if the hand isn't ready.
func (h *Hand) checkReady() error {
	i := slices.IndexFunc(h.due, func(t turn) bool { return t.Kind != Layer && t.Kind != Show })
	if i < 0 {
		return nil
	}
	return wrap.Errorf(ErrNotReady, "a %v is due", h.due[i].Kind)
}

// Deal begins to deal cards of the stock. Seats take their layers off in turn, each for all
// cards of the deal that aren't to itself. Several deals may be under way.
//
// It is an [ErrNotReady], or an [ErrState] without cards, for a position that isn't in the
// stock, or for a seat that isn't here.
func (h *Hand) Deal(places ...Place) error {
	if err := h.checkReady(); err != nil {
		return err
	}
	if len(places) == 0 {
		return wrap.Errorf(ErrState, "no cards are dealt")
	}
	seen := make(map[int]bool)
	var content []byte
	for _, c := range places {
		switch s, _ := h.Status(c.Position); {
		case s != Stock:
			return wrap.Errorf(ErrState, "position %d isn't in the stock: it is %v", c.Position, s)
		case seen[c.Position]:
			return wrap.Errorf(ErrState, "position %d is dealt twice", c.Position)
		case c.To != Everyone && !h.isHere(c.To):
			return wrap.Errorf(ErrState, "position %d is dealt to seat %d, which isn't here", c.Position, c.To)
		}
		seen[c.Position] = true
		content = append(content, u32(c.Position, c.To)...)
	}
	h.read(readDeal, content)
	for _, c := range places {
		p := &h.positions[c.Position]
		p.status, p.to, p.value = Dealing, c.To, p.sealed
	}
	h.beginDeal(&deal{places: slices.Clone(places)})
	return nil
}

// Show has a seat open cards that it holds to all, also if it has left.
//
// It is an [ErrNotReady], or an [ErrState] without positions, and for a card that the seat
// doesn't hold or has to show already.
func (h *Hand) Show(seat int, positions ...int) error {
	if err := h.checkReady(); err != nil {
		return err
	}
	if len(positions) == 0 {
		return wrap.Errorf(ErrState, "no cards are shown")
	}
	for i, p := range positions {
		switch s, to := h.Status(p); {
		case s != Held || to != seat:
			return wrap.Errorf(ErrState, "position %d isn't held by seat %d", p, seat)
		case slices.Contains(positions[:i], p):
			return wrap.Errorf(ErrState, "position %d is shown twice", p)
		case h.isShown(p):
			return wrap.Errorf(ErrState, "position %d is to be shown already", p)
		}
	}
	h.read(readShow, u32(append([]int{seat}, positions...)...))
	h.push(turn{Turn: Turn{Seat: seat, Kind: Show, Positions: slices.Clone(positions)}, from: deckOf(h.values(positions))})
	return nil
}

// isShown reports whether a card is to be shown.
func (h *Hand) isShown(position int) bool {
	return slices.ContainsFunc(h.due, func(t turn) bool { return t.Kind == Show && slices.Contains(t.Positions, position) })
}

// Return puts cards, held or open, back into the stock, where they were, at once: nobody has to
// say anything. Whoever knew them still does, until they are shuffled with others; and from
// then on they can be dealt to anyone. So a card that is dealt to a seat and returned was shown to
// that seat, and one that is returned and dealt to another seat was passed.
//
// It is an [ErrNotReady], or an [ErrState] without positions, for a card that is neither held nor
// open, that is to be shown, or that was held by a seat that has left.
func (h *Hand) Return(positions ...int) error {
	if err := h.checkReady(); err != nil {
		return err
	}
	if len(positions) == 0 {
		return wrap.Errorf(ErrState, "no cards are returned")
	}
	for i, p := range positions {
		switch s, _ := h.Status(p); {
		case s != Held && s != Open:
			return wrap.Errorf(ErrState, "position %d is neither held nor open: its status is %v", p, s)
		case slices.Contains(positions[:i], p):
			return wrap.Errorf(ErrState, "position %d is returned twice", p)
		case h.isShown(p):
			return wrap.Errorf(ErrState, "position %d is to be shown", p)
		case !h.positions[p].isSealed():
			return wrap.Errorf(ErrState, "position %d was held by a seat that has left", p)
		}
	}
	h.read(readReturn, u32(positions...))
	for _, i := range positions {
		p := &h.positions[i]
		p.status, p.to, p.value = Stock, Everyone, sra.Element{}
	}
	return nil
}

// Shuffle has seats put cards of the stock into another order, among the same positions, one
// seat after the other. All other seats have a turn after that, in which they raise the cards,
// so that these don't look as before. Only the seats that shuffle know the order, together; a
// single one knows where the cards are that it knew.
//
// It is an [ErrNotReady], or an [ErrState] while a deal is under way, without seats or positions,
// for a seat that isn't here, for a position that isn't in the stock, and if either is named
// twice.
func (h *Hand) Shuffle(seats []int, positions ...int) error {
	if err := h.checkReady(); err != nil {
		return err
	}
	switch {
	case !h.Quiet():
		return wrap.Errorf(ErrState, "a deal is under way")
	case len(seats) == 0:
		return wrap.Errorf(ErrState, "no seat shuffles")
	case len(positions) == 0:
		return wrap.Errorf(ErrState, "no cards are shuffled")
	}
	for i, seat := range seats {
		switch {
		case !h.isHere(seat):
			return wrap.Errorf(ErrState, "seat %d isn't here", seat)
		case slices.Contains(seats[:i], seat):
			return wrap.Errorf(ErrState, "seat %d is named twice", seat)
		}
	}
	seen := make(map[int]bool)
	for _, p := range positions {
		switch s, _ := h.Status(p); {
		case s != Stock:
			return wrap.Errorf(ErrState, "position %d isn't in the stock: it is %v", p, s)
		case seen[p]:
			return wrap.Errorf(ErrState, "position %d is named twice", p)
		}
		seen[p] = true
	}
	h.read(readShuffle, slices.Concat(u32(len(seats)), u32(seats...), u32(positions...)))
	h.beginShuffle(seats, &shuffle{positions: slices.Clone(positions)})
	return nil
}

// Leave has a seat go in good order: it takes its layer off all cards but those that it holds,
// and has no turn from then on but to show these. They can't be returned any more. It is for
// the others to keep the stock closed: if all of them collude, they see what is missing there.
//
// It is an [ErrNotReady], or an [ErrState] while a deal is under way, if the seat isn't here, or
// if only two are.
func (h *Hand) Leave(seat int) error {
	if err := h.checkLeave(seat); err != nil {
		return err
	}
	h.read(readLeave, u32(seat))
	t := h.leaveTurn(seat)
	h.presence[seat] = left
	for i := range h.positions {
		if p := &h.positions[i]; p.status == Held && p.to == seat {
			p.sealed = sra.Element{} // its layer would come off, and the others could open the card
		}
	}
	if len(t.Positions) > 0 {
		h.push(t)
	}
	return nil
}

func (h *Hand) checkLeave(seat int) error {
	if err := h.checkReady(); err != nil {
		return err
	}
	switch {
	case !h.Quiet():
		return wrap.Errorf(ErrState, "a deal is under way")
	case !h.isHere(seat):
		return wrap.Errorf(ErrState, "seat %d isn't here", seat)
	case len(h.Here()) <= MinSeats:
		return wrap.Errorf(ErrState, "only two seats are left")
	}
	return nil
}

// leaveTurn is the turn of a seat that leaves.
func (h *Hand) leaveTurn(seat int) turn {
	t := turn{Turn: Turn{Seat: seat, Kind: Leave}}
	for i, p := range h.positions {
		if p.isSealed() && (p.status != Held || p.to != seat) {
			t.Positions = append(t.Positions, i)
		}
	}
	t.from = deckOf(h.seals(t.Positions))
	return t
}

// Drop goes on without seats that are gone, and without those that have left, who can't show
// their cards any more. What was due or under way is void. Those who stay, at least two, keep
// the cards that they hold, and what is open stays so. All other cards are shuffled anew, by
// all of them, to positions that follow those that there are: the stock, with the orders and
// the knowledge that there were of it, and what the others held, folded cards as well. When
// they are shuffled, everybody sees which of the new positions have the kept cards, and these
// are void.
//
// Drop is an [ErrState] if no seat is named, or one twice, if one is out already, or if fewer than
// two seats would stay.
func (h *Hand) Drop(gone ...int) error {
	gone = slices.Sorted(slices.Values(gone))
	after, err := h.without(gone)
	if err != nil {
		return err
	}
	h.read(readDrop, u32(gone...))
	h.presence, h.due = after, nil
	if h.mine != nil && after[h.seat] == out {
		h.mine = nil
	}
	open := make([]bool, h.cards.Len())
	for i := range h.positions {
		p := &h.positions[i]
		switch {
		case p.status == Open:
			open[p.number] = true
			fallthrough
		case p.status == Held && after[p.to] == in:
			p.sealed = p.value // and then the new layers of all
		default:
			h.void(i)
		}
	}
	var closed []int
	for number := range open {
		if !open[number] {
			closed = append(closed, number)
		}
	}
	var cards sra.Deck
	if len(closed) > 0 {
		cards = must(h.cards.Select(closed...))
	}
	h.shuffleNew(cards)
	return nil
}

func (h *Hand) void(at int) {
	h.forget(at)
	h.positions[at] = position{to: Everyone, number: -1}
}

// without returns who is present after a Drop.
func (h *Hand) without(gone []int) ([]presence, error) {
	if len(gone) == 0 {
		return nil, wrap.Errorf(ErrState, "no seat is dropped")
	}
	after := slices.Clone(h.presence)
	for i, seat := range gone {
		switch {
		case slices.Contains(gone[:i], seat):
			return nil, wrap.Errorf(ErrState, "seat %d is named twice", seat)
		case seat < 0 || seat >= len(after) || after[seat] == out:
			return nil, wrap.Errorf(ErrState, "seat %d isn't in the hand", seat)
		}
		after[seat] = out
	}
	stay := 0
	for seat, p := range after {
		if p != in {
			after[seat] = out
		} else {
			stay++
		}
	}
	if stay < MinSeats {
		return nil, wrap.Errorf(ErrState, "%d seats would stay, not %d or more", stay, MinSeats)
	}
	return after, nil
}
