package sra

import (
	"encoding/binary"
	"fmt"
	"slices"
)

// Deal begins to deal cards, because the rules of the game say so. Every seat calls
// it with the same cards in the same order; the seats then take their layers off in
// turn, each in one message for all cards of the deal: those that aren't to be its
// own, or are to be everyone's. It returns this seat's message if its turn has
// come, or nil; otherwise [Hand.Receive] does, later. Several deals may be under
// way at once.
//
// It returns an [ErrMalformed] if there are no cards, if a position isn't in the
// deck or there twice, or if there is no such seat, and an [ErrState] if the deck
// isn't ready or a position has been dealt: no position is dealt twice.
func (h *Hand) Deal(cards ...Deal) ([]byte, error) {
	if h.seats == 0 {
		return nil, malformed("zero Hand")
	}
	if err := h.checkDeal(cards); err != nil {
		return nil, err
	}
	h.addDeal(deal{cards: slices.Clone(cards), next: -1})
	return h.goOn(len(h.deals) - 1), nil
}

func (h *Hand) checkDeal(cards []Deal) error {
	switch {
	case len(cards) == 0:
		return malformed("a deal of no cards")
	case !h.Ready():
		return stateError("the deck isn't shuffled by all")
	}
	seen := make([]bool, len(h.positions))
	for _, c := range cards {
		switch {
		case c.Position < 0 || c.Position >= len(h.positions):
			return malformed("position %d isn't in 0 to %d", c.Position, len(h.positions)-1)
		case seen[c.Position]:
			return malformed("position %d is repeated", c.Position)
		case c.To != Everyone && (c.To < 0 || c.To >= h.seats):
			return malformed("a card to seat %d of %d", c.To, h.seats)
		case h.positions[c.Position].deal >= 0:
			return stateError("position %d has been dealt", c.Position)
		}
		seen[c.Position] = true
	}
	return nil
}

func (h *Hand) addDeal(d deal) {
	for _, c := range d.cards {
		h.positions[c.Position] = position{deal: len(h.deals), to: c.To, value: h.deck.at(c.Position), card: -1}
	}
	h.deals = append(h.deals, d)
}

// goOn gives the turn in a deal to the next seat that has a layer to take off, and
// takes this seat's turn. When the deal is done, it notes the cards that this seat
// may see.
func (h *Hand) goOn(number int) (message []byte) {
	d := &h.deals[number]
	for d.next++; d.next < h.seats && len(d.layersOf(d.next)) == 0; d.next++ {
	}
	switch d.next {
	case h.seat:
		message = h.decrypt(decryptionMessage, d.layersOf(h.seat))
		h.goOn(number)
	case h.seats:
		h.note(d.dealtTo(Everyone), h.valuesAt(d.dealtTo(Everyone)))
		own := d.dealtTo(h.seat)
		h.note(own, h.openOwn(own))
	}
	return message
}

// openOwn takes this seat's layer off cards on which no other is left, and keeps
// them to itself.
func (h *Hand) openOwn(positions []int) Deck {
	if len(positions) == 0 {
		return Deck{}
	}
	return h.key.decrypt(h.valuesAt(positions))
}

// note keeps the numbers of cards that have been opened. Each is in the public
// deck: proofs have led from there to here.
func (h *Hand) note(positions []int, opened Deck) {
	for i, p := range positions {
		h.positions[p].card = h.cards.Index(opened.At(i))
	}
}

// layersOf returns the positions whose layer a seat has to take off, in the deal's
// order.
func (d *deal) layersOf(seat int) []int {
	return d.where(func(c Deal) bool { return c.To != seat })
}

func (d *deal) dealtTo(to int) []int {
	return d.where(func(c Deal) bool { return c.To == to })
}

func (d *deal) where(f func(Deal) bool) (positions []int) {
	for _, c := range d.cards {
		if f(c) {
			positions = append(positions, c.Position)
		}
	}
	return positions
}

// decrypt takes this seat's layer off and returns the message that says so.
func (h *Hand) decrypt(kind byte, positions []int) []byte {
	view, from := h.view(h.seat, positions), h.valuesAt(positions)
	to := h.key.decrypt(from)
	proof := h.key.proveDecryption(view[:], from, to, newEntropy())
	h.setValues(positions, to)
	return h.send(kind, view[:], appendPositions(nil, positions), to.x.Bytes(), proof)
}

// view is what a seat that takes its layer off these positions has to have seen.
func (h *Hand) view(seat int, positions []int) digest {
	var cards []byte
	for _, p := range positions {
		cards = slices.Concat(cards, u32(p), u32(h.positions[p].to))
	}
	return hashFields("hand/decryption", h.deckDigest[:], u32(seat), cards, h.valuesAt(positions).x.Bytes())
}

func (h *Hand) valuesAt(positions []int) Deck {
	var encoded []byte
	for _, p := range positions {
		encoded = append(encoded, h.positions[p].value...)
	}
	return Deck{h.deck.group, h.deck.group.g.a.Known(encoded)}
}

func (h *Hand) setValues(positions []int, to Deck) {
	for i, p := range positions {
		h.positions[p].value = to.at(i)
	}
}

func (h *Hand) receiveDecryption(from int, body []byte) ([]byte, error) {
	m, err := h.parseDecryption(body)
	if err != nil {
		return nil, err
	}
	number := h.positions[m.positions[0]].deal
	if number < 0 {
		return nil, early("it takes its layer off position %d, which isn't dealt here", m.positions[0])
	}
	d := &h.deals[number]
	switch rules := d.layersOf(from); {
	case !slices.Equal(m.positions, rules):
		return nil, fmt.Errorf("%w: it takes its layer off positions %v, the deal is %v", ErrRules, m.positions, rules)
	case from < d.next:
		return nil, stateError("it has taken its layer off positions %v", rules)
	case from > d.next:
		return nil, early("it takes its layer off before seat %d", d.next)
	}
	to, err := h.verifyDecryption(from, m)
	if err != nil {
		return nil, err
	}
	h.setValues(m.positions, to)
	return h.goOn(number), nil
}

// Show opens cards that were dealt to this seat to all, and returns the message. It
// returns an [ErrMalformed] if there are none, if a position isn't in the deck or
// there twice, and an [ErrState] if one isn't this seat's, isn't here yet or has
// been shown.
func (h *Hand) Show(positions ...int) ([]byte, error) {
	switch {
	case h.seats == 0:
		return nil, malformed("zero Hand")
	case len(positions) == 0:
		return nil, malformed("no cards to show")
	}
	seen := make([]bool, len(h.positions))
	for _, p := range positions {
		switch {
		case p < 0 || p >= len(h.positions):
			return nil, malformed("position %d isn't in 0 to %d", p, len(h.positions)-1)
		case seen[p]:
			return nil, malformed("position %d is repeated", p)
		case h.positions[p].to != h.seat || h.positions[p].deal < 0:
			return nil, stateError("position %d isn't dealt to this seat", p)
		case h.deals[h.positions[p].deal].next < h.seats:
			return nil, stateError("position %d still has layers of others", p)
		case h.positions[p].shown:
			return nil, stateError("position %d has been shown", p)
		}
		seen[p] = true
	}
	message := h.decrypt(showMessage, positions)
	h.markShown(positions)
	return message, nil
}

func (h *Hand) markShown(positions []int) {
	for _, p := range positions {
		h.positions[p].shown = true
	}
}

func (h *Hand) receiveShow(from int, body []byte) error {
	m, err := h.parseDecryption(body)
	if err != nil {
		return err
	}
	for _, p := range m.positions {
		switch at := h.positions[p]; {
		case at.deal < 0:
			return early("it shows position %d, which isn't dealt here", p)
		case at.to != from:
			return fmt.Errorf("%w: it shows position %d, which isn't dealt to it", ErrRules, p)
		case h.deals[at.deal].next < h.seats:
			return early("it shows position %d before seat %d took its layer off", p, h.deals[at.deal].next)
		case at.shown:
			return stateError("it has shown position %d", p)
		}
	}
	to, err := h.verifyDecryption(from, m)
	if err != nil {
		return err
	}
	h.setValues(m.positions, to)
	h.markShown(m.positions)
	h.note(m.positions, to)
	return nil
}

// A decryption is the message of a seat that takes its layer off some positions.
type decryption struct {
	view         []byte
	positions    []int // at least one, of the deck, no two the same
	cards, proof []byte
}

func appendPositions(b []byte, positions []int) []byte {
	b = binary.BigEndian.AppendUint16(b, uint16(len(positions)))
	for _, p := range positions {
		b = binary.BigEndian.AppendUint16(b, uint16(p))
	}
	return b
}

func (h *Hand) parseDecryption(body []byte) (m decryption, err error) {
	const head = len(digest{}) + 2
	if !h.Ready() {
		return m, early("it takes its layer off before the last shuffle")
	}
	if len(body) < head {
		return m, malformed("the message of the decryption is too short")
	}
	n := int(binary.BigEndian.Uint16(body[head-2:]))
	size := h.deck.group.ElementSize()
	if n < 1 || n > len(h.positions) {
		return m, malformed("the message has %d cards of a deck of %d", n, len(h.positions))
	}
	if want := head + n*2 + n*size + decryptionProofSize(h.deck.group); len(body) != want {
		return m, malformed("the message of %d cards has %d bytes, it takes %d", n, len(body)+1, want+1)
	}
	m.view = body[:len(digest{})]
	seen := make([]bool, len(h.positions))
	for i := range n {
		p := int(binary.BigEndian.Uint16(body[head+2*i:]))
		if p >= len(h.positions) {
			return m, malformed("position %d isn't in 0 to %d", p, len(h.positions)-1)
		}
		if seen[p] {
			return m, malformed("position %d is repeated", p)
		}
		seen[p] = true
		m.positions = append(m.positions, p)
	}
	rest := body[head+2*n:]
	m.cards, m.proof = rest[:n*size], rest[n*size:]
	return m, nil
}

// verifyDecryption returns the cards of the message, if they are what the receiver
// has at these positions without the sender's layer.
func (h *Hand) verifyDecryption(from int, m decryption) (Deck, error) {
	view := h.view(from, m.positions)
	if err := checkView(view, m.view); err != nil {
		return Deck{}, err
	}
	to, err := ParseDeck(h.deck.group, len(m.positions), m.cards)
	if err != nil {
		return Deck{}, err
	}
	if err := h.keys[from].VerifyDecryption(view[:], h.valuesAt(m.positions), to, m.proof); err != nil {
		return Deck{}, err
	}
	return to, nil
}
