package oldhand

import (
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

// goOn takes messages that were kept and aren't early now, and then this seat's turns. It
// returns what is wrong with one of these messages. If several leaves are taken at once, a
// deal begins again with each, and this seat has its turn in it after the last.
func (s *handState) goOn() (late error) {
	for {
		if took, err := s.retry(false); took || err != nil {
			late = join(late, err)
			continue
		}
		sent := len(s.sent)
		s.takeTurns()
		if len(s.sent) == sent {
			return late
		}
	}
}

// takeTurns does what is this seat's to do now.
func (s *handState) takeTurns() {
	if s.haveKeys() && s.shuffled == s.seat {
		view := s.shuffleView(s.seat)
		to, order, err := s.key.Shuffle(s.deck)
		if err != nil {
			panic(err) // the key is of the deck's group
		}
		proof := must(s.key.ProveShuffle(view[:], s.deck, to, order))
		raised, raiseProof := s.raise(view)
		s.addShuffle(to, raised)
		s.send(s.newMessage(shuffleMessage, view[:], to.Bytes(), proof, raised.Bytes(), raiseProof))
	}
	if s.haveShuffled() && slices.Contains(s.vetoers(), s.seat) {
		s.veto()
	}
	for number := range s.deals {
		if s.deals[number].next == s.seat {
			s.decrypt(number)
		}
		if s.deals[number].next == s.seats {
			s.open(number)
		}
	}
}

// decrypt takes this seat's layer off the cards of a deal.
func (s *handState) decrypt(number int) {
	d := s.deals[number]
	positions := s.layersOf(d.cards, d.leaves, s.seat)
	view := s.decryptionView(s.seat, d.cards, d.leaves)
	to, proof := s.takeOff(view, positions, s.valuesAt(positions))
	s.setValues(positions, to)
	s.send(s.newMessage(decryptionMessage, view[:], appendDeal(nil, d.cards), s.leavesPart(d.leaves), to.Bytes(), proof))
	s.passTurn(number)
}

// takeOff takes this seat's layers off the cards at some positions, which are `from`: for
// each deck that they are of, with a proof.
func (s *handState) takeOff(view digest, positions []int, from sra.Deck) (to sra.Deck, proofs []byte) {
	size := s.deck.Group().ElementSize()
	encoded := make([]byte, len(positions)*size)
	for _, part := range s.byDeck(positions) {
		key, before := s.secretFor(part.deck), pick(from, part.places)
		after := must(key.Decrypt(before))
		for i, place := range part.places {
			copy(encoded[place*size:], after.At(i).Bytes())
		}
		proofs = append(proofs, must(key.ProveDecryption(view[:], before, after))...)
	}
	return deckOf(from.Group(), encoded), proofs
}

// open notes the cards of a deal that this seat may see, which it does in private.
func (s *handState) open(number int) {
	own := where(s.deals[number].cards, func(c Deal) bool {
		return c.To == s.seat && s.known[c.Position] < 0 && s.positions[c.Position].value != nil
	})
	if len(own) == 0 {
		return
	}
	for i, opened := 0, must(s.key.Decrypt(s.valuesAt(own))); i < len(own); i++ {
		s.known[own[i]] = s.number(opened.At(i))
	}
}
