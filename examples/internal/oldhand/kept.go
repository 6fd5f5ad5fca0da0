package oldhand

import "github.com/squaredeal/squaredeal/sra"

// Kept returns the cards that seats have kept when the cards were dealt again: their
// positions, and whose they are, without those that have been shown since. [Hand.Card]
// and [Hand.Show] take these positions; they can't be dealt.
func (h *Hand) Kept() []Deal {
	s, ok := h.get()
	if !ok {
		return nil
	}
	return s.keptDeals()
}

// openCard reports whether all know the card at a position.
func (p position) openCard() bool { return p.card >= 0 }

// kept returns the positions of cards of earlier decks that a seat has, or any seat (−1), and
// that aren't open. They are in its hand.
func (s *public) kept(seat int) (positions []int) {
	for p, at := range s.positions[:s.first] {
		if at.value != nil && !at.openCard() && (seat < 0 || at.to == seat) {
			positions = append(positions, p)
		}
	}
	return positions
}

// keptDeals is what Kept returns.
func (s *public) keptDeals() (cards []Deal) {
	for _, p := range s.kept(-1) {
		cards = append(cards, Deal{p, s.positions[p].to})
	}
	return cards
}

// raise adds this seat's layer to the kept cards, and proves it: they are what is left if
// the layer is taken off again.
func (s *handState) raise(view digest) (raised sra.Deck, proof []byte) {
	if s.raised.Len() == 0 {
		return sra.Deck{}, nil
	}
	raised = must(s.key.Encrypt(s.raised))
	return raised, must(s.key.ProveDecryption(view[:], raised, s.raised))
}

// verifyRaise returns the kept cards with one more layer, from a message of a shuffle.
func (s *public) verifyRaise(from int, view digest, b []byte) (sra.Deck, error) {
	size := s.raised.Len() * s.cards.Group().ElementSize()
	raised, err := sra.ParseDeck(s.cards.Group(), s.raised.Len(), b[:size])
	if err != nil {
		return sra.Deck{}, err
	}
	return raised, s.keys[from].VerifyDecryption(view[:], raised, s.raised, b[size:])
}

// vetoers returns the seats that have to tell yet where their kept cards are.
func (s *public) vetoers() (seats []int) {
	for seat := range s.seats {
		if !s.vetoed[seat] && len(s.kept(seat)) > 0 {
			seats = append(seats, seat)
		}
	}
	return seats
}

// raisedOf returns the positions of a seat's kept cards, and what these are under all new
// layers and its old one.
func (s *public) raisedOf(seat int) (positions []int, raised sra.Deck) {
	var places []int
	for i, p := range s.kept(-1) {
		if s.positions[p].to == seat {
			positions, places = append(positions, p), append(places, i)
		}
	}
	return positions, pick(s.raised, places)
}

// vetoView is what a seat that tells where its kept cards are has to have seen.
func (s *public) vetoView(seat int, raised sra.Deck) digest {
	return hashFields("hand/veto", s.deckDigest[:], u32(seat), raised.Bytes())
}

// veto takes this seat's old layers off its kept cards.
func (s *handState) veto() {
	positions, raised := s.raisedOf(s.seat)
	view := s.vetoView(s.seat, raised)
	to, proofs := s.takeOff(view, positions, raised)
	places, _ := s.placesOf(to) // all are there: proofs have led to each
	s.addVeto(s.seat, places)
	s.send(s.newMessage(vetoMessage, view[:], to.Bytes(), proofs))
}

// placesOf returns where in the final deck some cards are.
func (s *public) placesOf(cards sra.Deck) (places []int, err error) {
	for i := range cards.Len() {
		place := s.deck.Index(cards.At(i))
		if place < 0 || s.positions[s.first+place].retired {
			return nil, invalid("kept card %d isn't in the deck", i)
		}
		places = append(places, place)
	}
	return places, nil
}

func (s *public) addVeto(seat int, places []int) {
	for _, place := range places {
		s.positions[s.first+place].retired = true
	}
	if s.vetoed[seat] = true; len(s.vetoers()) == 0 {
		s.raised = sra.Deck{}
	}
}

func (s *public) receiveVeto(from int, body []byte) error {
	if s.vetoed[from] {
		return blame(stateError("it has vetoed in another message"), from)
	}
	kept := s.kept(from)
	cards := len(digest{}) + len(kept)*s.cards.Group().ElementSize()
	if want := cards + s.proofsSize(kept); len(kept) == 0 || len(body) != want {
		return blame(malformed("the message of the veto has %d bytes for %d kept cards", headSize+len(body), len(kept)), from)
	}
	if !s.haveShuffled() {
		return early("the veto of seat %d before the last shuffle", from)
	}
	positions, raised := s.raisedOf(from)
	view := s.vetoView(from, raised)
	if err := checkView(from, view, body[:len(view)]); err != nil {
		return err
	}
	to, err := s.verifyLayers(from, view, positions, raised, body[len(view):cards], body[cards:])
	if err != nil {
		return blame(err, from)
	}
	places, err := s.placesOf(to)
	if err != nil {
		return blame(err, from)
	}
	s.addVeto(from, places)
	return nil
}
