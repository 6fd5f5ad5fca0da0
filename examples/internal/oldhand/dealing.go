package oldhand

import (
	"bytes"
	"crypto/subtle"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/internal/seats"
	"github.com/squaredeal/squaredeal/sra"
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
		if err := checkPosition(c.Position, 0, seen); err != nil {
			return -1, err
		}
		if c.To != Everyone && (c.To < 0 || c.To >= s.seats) {
			return -1, malformed("position %d goes to seat %d, which isn't in 0 to %d", c.Position, c.To, s.seats-1)
		}
	}
	if !s.ready() {
		return -1, stateError("the deck isn't shuffled by all")
	}
	number, other := s.dealOf(cards)
	if number >= 0 && !other {
		return number, nil
	}
	for _, c := range cards {
		switch {
		case c.Position < s.first:
			return -1, stateError("position %d is of an earlier deck", c.Position)
		case s.positions[c.Position].retired:
			return -1, stateError("position %d is a card that a seat has kept", c.Position)
		case s.hasLeft(c.To, len(s.leaves)):
			return -1, stateError("a card to seat %d, which has left", c.To)
		}
	}
	if other {
		return -1, stateError("a position has been dealt: %s", dealText(s.deals[number].cards))
	}
	return -1, nil
}

// dealOf returns the number of the deal of the first of the cards that has been
// dealt, −1 if none has, and whether that deal is of other cards.
func (s *public) dealOf(cards []Deal) (number int, other bool) {
	for _, c := range cards {
		if number := s.positions[c.Position].deal; number >= 0 {
			return number, !slices.Equal(s.deals[number].cards, cards)
		}
	}
	return -1, false
}

// addDeal begins a deal, and returns its number. For an observer, a seat's message began it.
func (s *public) addDeal(cards []Deal, from int) (number int) {
	number = len(s.deals)
	s.deals = append(s.deals, deal{cards: slices.Clone(cards), began: from})
	s.begin(number)
	return number
}

// begin begins a deal, or begins it again after a seat has left: with the cards of the
// deck as it is now. Nobody opens the cards of those that have left.
func (s *public) begin(number int) {
	d := &s.deals[number]
	d.next, d.leaves = -1, len(s.leaves)
	for _, c := range d.cards {
		at := position{deal: number, to: c.To, card: -1}
		if !s.hasLeft(c.To, d.leaves) {
			at.value = s.undealt(c.Position)
		}
		s.positions[c.Position] = at
	}
	s.passTurn(number)
}

// undealt returns what is at a position of the deck, as it would be dealt.
func (s *public) undealt(position int) []byte { return s.deck.At(position - s.first).Bytes() }

// passTurn gives the turn in a deal to the next seat that has a layer to take off.
// When the deal is done, it notes the cards that are open to all.
func (s *public) passTurn(number int) {
	d := &s.deals[number]
	for d.next++; d.next < s.seats && len(s.layersOf(d.cards, d.leaves, d.next)) == 0; d.next++ {
	}
	if d.next == s.seats {
		s.note(dealtTo(d.cards, Everyone))
	}
}

// note keeps the numbers of cards that have been opened to all.
func (s *public) note(positions []int) {
	for _, p := range positions {
		s.positions[p].card = s.number(elementOf(s.deck.Group(), s.positions[p].value))
	}
}

// number returns the number of a card in clear. It is one of the public deck's, since
// proofs have led from there to here; unless it was kept by a seat and shown after the
// cards were dealt again, it is one of this deck's. Only one seat may know it: the time
// and the memory accesses are the same for all.
func (s *public) number(x sra.Element) int {
	at, number := s.cards.Index(x), -1
	for i, n := range s.numbers {
		number = subtle.ConstantTimeSelect(subtle.ConstantTimeEq(int32(i), int32(at)), n, number)
	}
	return number
}

// layersOf returns the positions of a deal that begins after this many leaves whose layer
// a seat has to take off, in the deal's order: none if it has left itself.
func (s *public) layersOf(cards []Deal, leaves, seat int) []int {
	if s.hasLeft(seat, leaves) {
		return nil
	}
	return where(cards, func(c Deal) bool { return c.To != seat && !s.hasLeft(c.To, leaves) })
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
func (s *public) decryptionView(seat int, deal []Deal, leaves int) digest {
	var cards []byte
	for _, c := range deal {
		cards = slices.Concat(cards, u32(c.Position), u32(c.To))
	}
	base := s.deckAfter(leaves)
	return hashFields("hand/decryption", base[:], u32(seat), cards, s.valuesAt(s.layersOf(deal, leaves, seat)).Bytes())
}

// showView is what a seat that shows cards has to have seen.
func (s *public) showView(seat int, positions []int) digest {
	return hashFields("hand/show", s.deckDigest[:], u32(seat), u32s(positions), s.valuesAt(positions).Bytes())
}

// valuesAt returns what the cards at some positions are now.
func (s *public) valuesAt(positions []int) sra.Deck {
	var encoded []byte
	var places []int // in the deck
	for _, p := range positions {
		value := s.positions[p].value
		if value == nil {
			value = s.undealt(p)
		}
		if p >= s.first && bytes.Equal(value, s.undealt(p)) {
			places = append(places, p-s.first)
		}
		encoded = append(encoded, value...)
	}
	if len(places) == len(positions) {
		return pick(s.deck, places) // decoded already, perhaps
	}
	return deckOf(s.deck.Group(), encoded)
}

func (s *public) setValues(positions []int, to sra.Deck) {
	for i, p := range positions {
		s.positions[p].value = to.At(i).Bytes()
	}
}

func (s *public) receiveDecryption(from int, message []byte, follow bool) error {
	m, err := s.parseDecryption(from, message)
	switch {
	case err != nil:
		return blame(err, from)
	case !s.ready():
		return early("seat %d takes its layer off before the deck is ready", from)
	case m.leaves > len(s.leaves):
		return early("seat %d takes its layer off after seats have left whose messages aren't here", from)
	case m.cards == nil:
		return diverged("seat %d takes its layer off after other leaves than those that came here", from)
	}
	for _, c := range m.deal {
		if s.positions[c.Position].retired {
			return blame(fmt.Errorf("%w: it deals position %d, which is a card that a seat has kept", ErrRules, c.Position), from)
		}
	}
	number, other := s.dealOf(m.deal)
	next, leaves := s.firstTurn(m.deal, m.leaves), len(s.leaves)
	if number >= 0 {
		next, leaves = s.deals[number].next, s.deals[number].leaves
	}
	switch {
	case other:
		return blame(&RulesError{s.deals[number].cards, m.deal}, s.suspects(from, number, follow)...)
	case m.leaves < leaves:
		// A seat has left since, and the deal begins again.
		if number < 0 && follow && from == next {
			s.addDeal(m.deal, from) // without turns if all its cards are to those who left
			return nil
		}
		return errDone
	case number < 0 && !follow:
		return early("seat %d takes its layer off position %d, which isn't dealt here", from, m.deal[0].Position)
	case m.leaves > leaves:
		return diverged("seat %d takes its layer off in a deal that has begun again, and hasn't here", from)
	case from < next:
		return blame(stateError("it has taken its layer off in another message"), from)
	case from > next:
		return early("seat %d takes its layer off before seat %d", from, next)
	}
	to, err := s.verifyDecryption(from, m, s.decryptionView(from, m.deal, leaves))
	if err != nil {
		return err
	}
	if number < 0 {
		number = s.addDeal(m.deal, from)
	}
	s.setValues(m.positions, to)
	s.passTurn(number)
	return nil
}

// firstTurn returns the seat that has the first turn in a deal that begins after this
// many leaves; the number of seats if none has.
func (s *public) firstTurn(cards []Deal, leaves int) (seat int) {
	for seat < s.seats && len(s.layersOf(cards, leaves, seat)) == 0 {
		seat++
	}
	return seat
}

// suspects returns who is at fault if a message of a seat contradicts a deal: to an
// observer, which doesn't know the rules, it may also be the seat that began the deal.
func (s *public) suspects(from, number int, follow bool) []int {
	if !follow || number < 0 {
		return []int{from}
	}
	return seats.Sorted(from, s.deals[number].began)
}

func (s *public) receiveShow(from int, message []byte, follow bool) error {
	m, err := s.parseDecryption(from, message)
	if err != nil {
		return blame(err, from)
	}
	if !s.ready() {
		return early("seat %d shows a card before the deck is ready", from)
	}
	for _, p := range m.positions {
		switch at := s.positions[p]; {
		case p >= s.first && at.deal < 0 && !at.retired:
			return early("seat %d shows position %d, which isn't dealt here", from, p)
		case at.to != from:
			return blame(notDealtTo(from, p), s.suspects(from, at.deal, follow)...)
		case at.deal >= 0 && s.deals[at.deal].next < s.seats:
			return early("seat %d shows position %d before seat %d took its layer off", from, p, s.deals[at.deal].next)
		case at.value == nil:
			return diverged("seat %d shows position %d, whose deal has begun again here without it", from, p)
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

func notDealtTo(seat, position int) error {
	return fmt.Errorf("%w: seat %d shows position %d, which isn't dealt to it", ErrRules, seat, position)
}

func (s *public) addShow(positions []int, to sra.Deck) {
	s.setValues(positions, to)
	for _, p := range positions {
		s.positions[p].shown = true
	}
	s.note(positions)
}

// verifyDecryption returns the cards of the message, if they are what s has at these
// positions without the sender's layer.
func (s *public) verifyDecryption(from int, m decryption, view digest) (sra.Deck, error) {
	if err := checkView(from, view, m.view); err != nil {
		return sra.Deck{}, err
	}
	to, err := s.verifyLayers(from, view, m.positions, s.valuesAt(m.positions), m.cards, m.proofs)
	if err != nil {
		return sra.Deck{}, blame(err, from)
	}
	return to, nil
}

// verifyLayers returns the cards that a seat sends, if they are those at these positions,
// which are `before`, without its layer: that of the key which it had when the position's
// deck was shuffled. There is a proof for each such key.
func (s *public) verifyLayers(seat int, view digest, positions []int, before sra.Deck, cards, proofs []byte) (sra.Deck, error) {
	to, err := sra.ParseDeck(s.deck.Group(), len(positions), cards)
	if err != nil {
		return sra.Deck{}, err
	}
	size := sra.DecryptionProofSize(s.deck.Group())
	for _, part := range s.byDeck(positions) {
		if err := s.keyFor(part.deck, seat).VerifyDecryption(view[:], pick(before, part.places), pick(to, part.places), proofs[:size]); err != nil {
			return sra.Deck{}, err
		}
		proofs = proofs[size:]
	}
	return to, nil
}
