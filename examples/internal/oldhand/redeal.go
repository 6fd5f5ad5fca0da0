package oldhand

import (
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

// Redeal goes on without seats that are gone without a word, and returns the message that
// announces this seat's new key. All who stay, at least two, call it with the same seats,
// once they agree that these are gone; seats that have left before needn't be named. The
// cards are dealt again:
//
//   - Those who stay shuffle all cards but those that everyone knows, under new keys.
//   - A seat keeps the closed cards that it has: those of deals that were done. [Hand.Kept]
//     lists them. Each seat proves which positions of the new deck they are at, without
//     saying which card is where; these aren't dealt. When all have done so, the hand is
//     ready again.
//   - What was under way is void, and the closed cards of those who left are in the deck
//     again.
//
// Seats and cards keep their numbers. So do the positions of open and kept cards, for
// [Hand.Card] and [Hand.Show]. The new deck's positions follow those of the last deck of
// which a card is open or kept, and begin with 0 if there is none: deal what [Hand.Stock]
// lists.
//
// There is no way back: the hand takes and gives no messages of the one before. A seat
// that wasn't gone and plays on, or one that calls Redeal with other seats or has missed a
// message by which a deal was done, plays another hand: its messages are an
// [ErrDiverged], and nobody is blamed. So those who stay compare [Hand.RedealID] first,
// unless something else makes sure that they have taken the same messages. One that comes
// before this seat's call, from a seat that has made it, is an ErrDiverged too: receive
// it again afterwards.
//
// If other seats go meanwhile, or later, call it again with these. Called again with seats
// that are out already, it changes nothing and returns the same message.
//
// Redeal returns an [sra.ErrMalformed] if no seat is named or one has no such number, and an
// ErrState if fewer than two seats would be left, if this seat is among those that are
// gone, or if no card is closed.
func (h *Hand) Redeal(left ...int) (message []byte, err error) {
	var again []byte
	message, err = h.change(func(s *handState) error {
		gone, err := s.gone(left)
		switch {
		case err != nil:
			return err
		case gone == nil:
			again = s.find(keyMessage, nil)
			return errDone
		case gone[s.seat]:
			return stateError("this seat is among those that have left")
		}
		key, err := sra.GenerateKey(s.cards.Group())
		if err != nil {
			return err
		}
		return s.redeal(gone, key)
	})
	if err == errDone {
		return again, nil
	}
	return message, err
}

// RedealID returns what identifies the hand that [Hand.Redeal] would go on with without
// these seats, or has begun: the digest of its table, of 32 bytes. It is the same at all
// who have seen the same cards dealt and opened. It returns errors as Redeal does.
func (h *Hand) RedealID(left ...int) (id []byte, err error) {
	s, ok := h.get()
	if !ok {
		return nil, errZeroHand
	}
	gone, err := s.gone(left)
	switch {
	case err != nil:
		return nil, err
	case gone == nil:
		return s.tableDigest[:], nil
	}
	next, err := s.redealt(gone)
	if err != nil {
		return nil, err
	}
	return next.tableDigest[:], nil
}

// redealing is what a hand has of those before it, whose cards were dealt again because
// seats had left. A hand in which that hasn't happened has only the digest of its table.
type redealing struct {
	root    digest // of the table of the first hand
	out     []bool // the seats that it goes on without
	earlier []finalDeck
	raised  sra.Deck // the kept cards with the layers of those that have shuffled, until all have
	vetoed  []bool   // the seats that have told which positions their kept cards are at
}

// A finalDeck is one of which cards are still known or kept: that of the positions from
// first on, before end.
type finalDeck struct {
	first, end int
	keys       []sra.PublicKey
}

// gone returns the seats that a hand goes on without if these are left behind, and those
// that left before; nil if it goes on without these already.
func (s *public) gone(left []int) (gone []bool, err error) {
	if len(left) == 0 {
		return nil, malformed("no seat has left")
	}
	gone = slices.Clone(s.out)
	for _, seat := range left {
		if seat < 0 || seat >= s.seats {
			return nil, malformed("seat %d isn't in 0 to %d", seat, s.seats-1)
		}
		gone[seat] = true
	}
	if slices.Equal(gone, s.out) {
		return nil, nil
	}
	staying := 0
	for _, l := range s.leaves {
		gone[l.seat] = true
	}
	for _, out := range gone {
		if !out {
			staying++
		}
	}
	if staying < MinSeats {
		return nil, stateError("of %d seats, %d would be left", s.seats, staying)
	}
	return gone, nil
}

// survives reports whether a position is in use when the cards are dealt again without
// these seats: if its card is open, or a remaining seat has it.
func (s *public) survives(p int, gone []bool) bool {
	at := s.positions[p]
	if at.deal >= 0 && s.deals[at.deal].next < s.seats {
		return false
	}
	return at.openCard() || at.value != nil && at.to != Everyone && !gone[at.to]
}

// surviving returns the positions as they are when the cards are dealt again without these
// seats, and the final decks; those of which nothing is left are forgotten.
func (s *public) surviving(gone []bool) (positions []position, decks []finalDeck) {
	positions, last := slices.Clone(s.positions), -1
	for p := range positions {
		if !s.survives(p, gone) {
			positions[p] = undealt
			continue
		}
		positions[p].deal, last = -1, p
	}
	decks = append(slices.Clip(s.earlier), finalDeck{s.first, len(s.positions), s.keys})
	for len(decks) > 0 && decks[len(decks)-1].first > last {
		decks = decks[:len(decks)-1]
	}
	return positions, decks
}

// redealt returns the hand that goes on without some seats, as it begins. It follows from
// what all know: the table of the first hand, who is gone, the open cards, and the
// kept ones.
func (s *public) redealt(gone []bool) (public, error) {
	positions, decks := s.surviving(gone)
	first := 0
	if len(decks) > 0 {
		first = decks[len(decks)-1].end
	}
	open := make(map[int]bool)
	for _, at := range positions {
		open[at.card] = true // −1 is no card's number
	}
	var places, numbers []int
	for i, number := range s.numbers {
		if !open[number] {
			places, numbers = append(places, i), append(numbers, number)
		}
	}
	if len(places) == 0 {
		return public{}, stateError("all cards are open")
	}
	cards := pick(s.cards, places)

	next := public{seats: s.seats, positions: positions[:first], first: first}
	next.redealing = redealing{root: s.root, out: gone, earlier: decks}
	var seats, list, values []byte
	for seat, out := range gone {
		if out {
			seats = append(seats, u32(seat)...)
		}
	}
	for _, p := range next.kept(-1) {
		at := positions[p]
		list = slices.Concat(list, u32(p), u32(at.to), next.keyFor(next.deckOf(p), at.to).Bytes(), at.value)
		values = append(values, at.value...)
	}
	id := hashFields("hand/redeal", s.root[:], seats, u32(first), list)
	fresh, err := newPublic(id[:], cards, s.seats)
	if err != nil {
		return public{}, err
	}
	fresh.numbers, fresh.heard = numbers, s.heard
	fresh.positions = append(slices.Clip(next.positions), fresh.positions...)
	fresh.first = first
	next.vetoed = fresh.vetoed
	fresh.redealing = next.redealing
	fresh.shuffled = fresh.seatFrom(0)
	if len(values) > 0 {
		fresh.raised = deckOf(cards.Group(), values)
	}
	return fresh, nil
}

// deckOf returns the number of the deck that a position is of: that of the present one
// follows those of the earlier.
func (s *public) deckOf(p int) int {
	for i, d := range s.earlier {
		if p < d.end {
			return i
		}
	}
	return len(s.earlier)
}

// keyFor returns the key that a seat had when a deck was shuffled.
func (s *public) keyFor(deck, seat int) sra.PublicKey {
	if deck < len(s.earlier) {
		return s.earlier[deck].keys[seat]
	}
	return s.keys[seat]
}

// A deckPart is the places in a list of positions of those that are of one deck.
type deckPart struct {
	deck   int
	places []int
}

// byDeck splits a list of positions by their decks, in the order of these.
func (s *public) byDeck(positions []int) (parts []deckPart) {
	for deck := range len(s.earlier) + 1 {
		part := deckPart{deck: deck}
		for i, p := range positions {
			if s.deckOf(p) == deck {
				part.places = append(part.places, i)
			}
		}
		if len(part.places) > 0 {
			parts = append(parts, part)
		}
	}
	return parts
}

// redeal begins the hand that goes on without some seats, with a new key.
func (s *handState) redeal(gone []bool, key sra.Key) error {
	next, err := s.redealt(gone)
	if err != nil {
		return err
	}
	s.old = append(slices.Clip(s.old), s.key)[:len(next.earlier)]
	s.public, s.key = next, key
	known := slices.Repeat([]int{-1}, len(next.positions))
	for p, at := range next.positions[:next.first] {
		if at.value != nil {
			known[p] = s.known[p]
		}
	}
	s.known = known
	s.announce()
	return nil
}

// secretFor returns the key that this seat had when a deck was shuffled.
func (s *handState) secretFor(deck int) sra.Key {
	if deck < len(s.old) {
		return s.old[deck]
	}
	return s.key
}
