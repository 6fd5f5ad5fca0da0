package sra

import (
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/seats"
)

// Everyone stands for all seats, where a card is dealt to be seen by all.
const Everyone = -1

// A Deal says who is to see a card: the position in the final deck, and the seat,
// or Everyone.
type Deal struct{ Position, To int }

// checkDeal checks the cards of a deal, and returns the number of the deal that has
// just these, or −1.
func (s *public) checkDeal(cards []Deal) (same int, err error) {
	if len(cards) == 0 {
		return -1, malformed("a deal of no cards")
	}
	seen := make([]bool, len(s.positions))
	for _, c := range cards {
		switch {
		case c.Position < 0 || c.Position >= len(s.positions):
			return -1, malformed("position %d isn't in 0 to %d", c.Position, len(s.positions)-1)
		case seen[c.Position]:
			return -1, malformed("position %d is repeated", c.Position)
		case c.To != Everyone && (c.To < 0 || c.To >= s.seats):
			return -1, malformed("a card to seat %d of %d", c.To, s.seats)
		}
		seen[c.Position] = true
	}
	if !s.ready() {
		return -1, stateError("the deck isn't shuffled by all")
	}
	switch number, other := s.dealOf(cards); {
	case number < 0:
		return -1, nil
	case other:
		return -1, stateError("a position has been dealt: %s", dealText(s.deals[number].cards))
	default:
		return number, nil
	}
}

// dealOf returns the number of the deal of the first of the cards that has been
// dealt, −1 if none has, and whether it is another deal than just these cards.
func (s *public) dealOf(cards []Deal) (number int, other bool) {
	for _, c := range cards {
		if number := s.positions[c.Position].deal; number >= 0 {
			return number, !slices.Equal(s.deals[number].cards, cards)
		}
	}
	return -1, false
}

// addDeal begins a deal, and returns its number.
func (s *public) addDeal(cards []Deal) (number int) {
	number = len(s.deals)
	for _, c := range cards {
		s.positions[c.Position] = position{deal: number, to: c.To, value: s.deck.at(c.Position), card: -1}
	}
	s.deals = append(s.deals, deal{cards: slices.Clone(cards), next: -1})
	s.passTurn(number)
	return number
}

// passTurn gives the turn in a deal to the next seat that has a layer to take off.
// When the deal is done, it notes the cards that are open to all.
func (s *public) passTurn(number int) {
	d := &s.deals[number]
	for d.next++; d.next < s.seats && len(layersOf(d.cards, d.next)) == 0; d.next++ {
	}
	if d.next == s.seats {
		s.note(dealtTo(d.cards, Everyone))
	}
}

// note keeps the numbers of cards that have been opened to all. Each is in the
// public deck: proofs have led from there to here.
func (s *public) note(positions []int) {
	for _, p := range positions {
		s.positions[p].card = s.cards.Index(Element{s.deck.group, s.positions[p].value})
	}
}

// layersOf returns the positions whose layer a seat has to take off, in the deal's
// order.
func layersOf(cards []Deal, seat int) []int {
	return where(cards, func(c Deal) bool { return c.To != seat })
}

func dealtTo(cards []Deal, to int) []int {
	return where(cards, func(c Deal) bool { return c.To == to })
}

func where(cards []Deal, f func(Deal) bool) (positions []int) {
	for _, c := range cards {
		if f(c) {
			positions = append(positions, c.Position)
		}
	}
	return positions
}

// decryptionView is what a seat whose turn it is in a deal has to have seen.
func (s *public) decryptionView(seat int, deal []Deal) digest {
	var cards []byte
	for _, c := range deal {
		cards = slices.Concat(cards, u32(c.Position), u32(c.To))
	}
	return hashFields("hand/decryption", s.deckDigest[:], u32(seat), cards, s.valuesAt(layersOf(deal, seat)).x.Bytes())
}

// showView is what a seat that shows cards has to have seen.
func (s *public) showView(seat int, positions []int) digest {
	var places []byte
	for _, p := range positions {
		places = append(places, u32(p)...)
	}
	return hashFields("hand/show", s.deckDigest[:], u32(seat), places, s.valuesAt(positions).x.Bytes())
}

// valuesAt returns what the cards at some positions are now.
func (s *public) valuesAt(positions []int) Deck {
	var encoded []byte
	untouched := true
	for _, p := range positions {
		value := s.positions[p].value
		if value == nil {
			value = s.deck.at(p)
		}
		untouched = untouched && &value[0] == &s.deck.at(p)[0]
		encoded = append(encoded, value...)
	}
	a := s.deck.group.g.a
	if untouched {
		return Deck{group: s.deck.group, x: a.Select(s.deck.x, positions)} // decoded already, perhaps
	}
	return Deck{group: s.deck.group, x: a.Known(encoded)}
}

func (s *public) setValues(positions []int, to Deck) {
	for i, p := range positions {
		s.positions[p].value = to.at(i)
	}
}

func (s *public) receiveDecryption(from int, message []byte, follow bool) error {
	m, err := s.parseDecryption(from, message)
	if err != nil {
		return blame(err, from)
	}
	if !s.ready() {
		return early("seat %d takes its layer off before the last shuffle", from)
	}
	number, other := s.dealOf(m.deal)
	switch {
	case other && follow:
		// Which of the two does what the rules say, an observer doesn't know.
		began := firstTurn(s.deals[number].cards)
		return blame(&RulesError{s.deals[number].cards, m.deal}, seats.Sorted(began, from)...)
	case other:
		return blame(&RulesError{s.deals[number].cards, m.deal}, from)
	case number < 0 && !follow:
		return early("seat %d takes its layer off position %d, which isn't dealt here", from, m.deal[0].Position)
	}
	next := firstTurn(m.deal)
	if number >= 0 {
		next = s.deals[number].next
	}
	switch {
	case from < next:
		return blame(stateError("it has taken its layer off in another message"), from)
	case from > next:
		return early("seat %d takes its layer off before seat %d", from, next)
	}
	to, err := s.verifyDecryption(from, m, s.decryptionView(from, m.deal))
	if err != nil {
		return err
	}
	if number < 0 {
		number = s.addDeal(m.deal)
	}
	s.setValues(m.positions, to)
	s.passTurn(number)
	return nil
}

// firstTurn returns the seat that has the first turn in a deal.
func firstTurn(cards []Deal) (seat int) {
	for len(layersOf(cards, seat)) == 0 {
		seat++
	}
	return seat
}

func (s *public) receiveShow(from int, message []byte, follow bool) error {
	m, err := s.parseDecryption(from, message)
	if err != nil {
		return blame(err, from)
	}
	if !s.ready() {
		return early("seat %d shows a card before the last shuffle", from)
	}
	for _, p := range m.positions {
		switch at := s.positions[p]; {
		case at.deal < 0:
			return early("seat %d shows position %d, which isn't dealt here", from, p)
		case at.to != from:
			suspects := []int{from}
			if follow { // as for a decryption
				suspects = seats.Sorted(from, firstTurn(s.deals[at.deal].cards))
			}
			return blame(fmt.Errorf("%w: seat %d shows position %d, which isn't dealt to it", ErrRules, from, p), suspects...)
		case s.deals[at.deal].next < s.seats:
			return early("seat %d shows position %d before seat %d took its layer off", from, p, s.deals[at.deal].next)
		case at.shown:
			return blame(stateError("it has shown position %d in another message", p), from)
		}
	}
	to, err := s.verifyDecryption(from, m, s.showView(from, m.positions))
	if err != nil {
		return err
	}
	s.addShow(m.positions, to)
	return nil
}

func (s *public) addShow(positions []int, to Deck) {
	s.setValues(positions, to)
	for _, p := range positions {
		s.positions[p].shown = true
	}
	s.note(positions)
}

// verifyDecryption returns the cards of the message, if they are what s has at these
// positions without the sender's layer.
func (s *public) verifyDecryption(from int, m decryption, view digest) (Deck, error) {
	if err := checkView(from, view, m.view); err != nil {
		return Deck{}, err
	}
	to, err := ParseDeck(s.deck.group, len(m.positions), m.cards)
	if err != nil {
		return Deck{}, blame(err, from)
	}
	if err := s.keys[from].VerifyDecryption(view[:], s.valuesAt(m.positions), to, m.proof); err != nil {
		return Deck{}, blame(err, from)
	}
	return to, nil
}
