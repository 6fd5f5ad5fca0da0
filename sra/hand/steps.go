package hand

import (
	"slices"

	"github.com/squaredeal/squaredeal/internal/secret"
	"github.com/squaredeal/squaredeal/sra"
)

// Deal begins to deal cards of the stock. Seats take their layers off in turn, each for all
// cards of the deal that aren't to itself. Several deals may be under way.
//
// It is an [ErrNotReady], or an [ErrState] without cards, for a position that isn't in the
// stock, or for a seat that isn't here.
func (h *Hand) Deal(cards ...Card) error {
	switch {
	case !h.ready:
		return ErrNotReady
	case len(cards) == 0:
		return wrongState("no cards are dealt")
	}
	seen := make(map[int]bool)
	var content []byte
	for _, c := range cards {
		switch s, _ := h.Status(c.Position); {
		case s != Stock:
			return wrongState("position %d isn't in the stock: it is %v", c.Position, s)
		case seen[c.Position]:
			return wrongState("position %d is dealt twice", c.Position)
		case c.To != Everyone && !h.isHere(c.To):
			return wrongState("position %d is dealt to seat %d, which isn't here", c.Position, c.To)
		}
		seen[c.Position] = true
		content = append(content, u32(c.Position, c.To)...)
	}
	h.read(readDeal, content)
	for _, c := range cards {
		p := &h.positions[c.Position]
		p.status, p.to = Dealing, c.To
	}
	h.tasks = append(h.tasks, &task{cards: slices.Clone(cards)})
	h.goOn()
	return nil
}

// Show has a seat open cards that it holds to all, also if it has left.
//
// It is an [ErrNotReady], or an [ErrState] without positions, and for a card that the seat
// doesn't hold or has to show already.
func (h *Hand) Show(seat int, positions ...int) error {
	switch {
	case !h.ready:
		return ErrNotReady
	case len(positions) == 0:
		return wrongState("no cards are shown")
	}
	for i, p := range positions {
		s, to := h.Status(p)
		switch {
		case s != Held || to != seat:
			return wrongState("position %d isn't held by seat %d", p, seat)
		case slices.Contains(positions[:i], p):
			return wrongState("position %d is shown twice", p)
		case slices.ContainsFunc(h.due, func(t turn) bool { return t.Kind == Show && slices.Contains(t.Positions, p) }):
			return wrongState("position %d is to be shown already", p)
		}
	}
	h.read(readShow, u32(append([]int{seat}, positions...)...))
	h.push(seat, Show, slices.Clone(positions), nil)
	return nil
}

// Leave has a seat go in good order, when the deals begun before are done: it takes its
// layer off the stock, and has no turn from then on but to show its cards. Deals that come
// after wait for it. From then on, it is for the others to keep the stock closed.
//
// It is an [ErrNotReady], or an [ErrState] if the seat isn't here, or if only two are.
func (h *Hand) Leave(seat int) error {
	switch {
	case !h.ready:
		return ErrNotReady
	case !h.isHere(seat):
		return wrongState("seat %d isn't here", seat)
	case len(h.Here()) <= MinSeats:
		return wrongState("only two seats are left")
	}
	h.read(readLeave, u32(seat))
	h.presence[seat] = leaving
	h.tasks = append(h.tasks, &task{seats: []int{seat}})
	h.goOn()
	return nil
}

// Redeal goes on without seats that are gone, and without those that have left or were
// leaving. Those who stay, at least two, shuffle all cards but the open ones again, under
// new keys; what was due or under way is void. They keep the closed cards that they hold,
// and prove which positions of the new deck these are at, which are retired. Positions keep
// their numbers, and those of the new deck follow. Closed cards of those who went can be
// dealt again, folded ones as well.
//
// Positions back, held or open, are put back into the deck, as when a discard pile is
// shuffled: then no seat need be gone.
//
// Redeal is an [ErrState] if neither a seat nor a position is named, if a seat is out
// already or one of either is repeated, if fewer than two seats would stay, or if there is
// no card to shuffle.
func (h *Hand) Redeal(gone, back []int) error {
	gone, back = slices.Sorted(slices.Values(gone)), slices.Sorted(slices.Values(back))
	presence, err := h.without(gone, back)
	if err != nil {
		return err
	}
	places := h.closed(back)
	if len(places) == 0 {
		return wrongState("all cards are open")
	}
	h.read(readRedeal, slices.Concat(u32(len(gone)), u32(gone...), u32(back...)))
	h.presence, h.due, h.tasks, h.kept = presence, nil, nil, nil
	if h.mine != nil && presence[h.seat] == out {
		h.mine = nil
	}
	for i := range h.positions {
		p := &h.positions[i]
		switch _, goesBack := slices.BinarySearch(back, i); {
		case !goesBack && p.status == Held && presence[p.to] == in:
			h.kept = append(h.kept, i)
		case goesBack || p.status != Open:
			*p = position{to: Everyone}
			if h.mine != nil {
				delete(secret.Reveal(h.mine).known, i)
			}
		}
	}
	h.raised = sra.Deck{}
	if len(h.kept) > 0 {
		h.raised = h.values(h.kept)
	}
	h.beginDeck(must(h.cards.Select(places...)))
	return nil
}

// without returns who is present after a Redeal.
func (h *Hand) without(gone, back []int) ([]presence, error) {
	if len(gone)+len(back) == 0 {
		return nil, wrongState("no seat is gone, and no card goes back")
	}
	after := slices.Clone(h.presence)
	for _, seat := range gone {
		if seat < 0 || seat >= h.seats || after[seat] == out {
			return nil, wrongState("seat %d isn't in the hand, or is named twice", seat)
		}
		after[seat] = out
	}
	for i, p := range back {
		if s, _ := h.Status(p); s != Held && s != Open || i > 0 && back[i-1] == p {
			return nil, wrongState("position %d is neither held nor open, or is named twice", p)
		}
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
		return nil, wrongState("%d seats would stay", stay)
	}
	return after, nil
}

// closed returns the numbers of the cards that aren't open, or that go back.
func (h *Hand) closed(back []int) (numbers []int) {
	open := make([]bool, h.cards.Len())
	for i, p := range h.positions {
		if p.status == Open && !slices.Contains(back, i) {
			open[p.card] = true
		}
	}
	for number := range open {
		if !open[number] {
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// beginDeck begins to shuffle these cards.
func (h *Hand) beginDeck(cards sra.Deck) {
	h.decks = append(h.decks, deck{keys: make([]sra.PublicKey, h.seats)})
	h.now, h.ready = cards, false
	for _, seat := range h.Here() {
		h.push(seat, Key, nil, nil)
	}
}
