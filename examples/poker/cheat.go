package main

import (
	"encoding/binary"
	"errors"
	"slices"

	"github.com/squaredeal/squaredeal/sra"
)

// cheater is the seat that cheats. It shuffles first, so it knows which card is which in
// the deck that it gets.
const cheater = 0

// The ways in which it can cheat, for -cheat.
const (
	cheatShuffle = "shuffle"
	cheatStrip   = "strip"
	cheatPeek    = "peek"
	cheatStall   = "stall"
)

// errStalled is that a cheat has said nothing until all others have left.
var errStalled = errors.New("it sends nothing any more")

var cheats = []string{cheatShuffle, cheatStrip, cheatPeek, cheatStall}

// falsified returns what a cheat sends instead of a message of its hand, nil for nothing.
func (s *seat) falsified(message []byte) ([]byte, error) {
	switch {
	case !s.hand.Ready() && s.cheat == cheatShuffle: // it is its deck
		return s.falseShuffle(message)
	case !s.hand.Ready() || s.game.street != flop:
		return message, nil
	}
	positions := s.game.opened(flop)
	other := slices.Clone(positions)
	switch s.cheat {
	case cheatStrip:
		other[2] = deckSize - 1
		return s.falseDecryption(message, other, positions)
	case cheatPeek:
		other[2] = s.game.hole(1)[0]
		return s.falseDecryption(message, other, other)
	case cheatStall:
		s.Linger()
		return nil, errStalled
	}
	return message, nil
}

// A message of the hand begins with its kind, the hand's digest and the sender's view.
const (
	viewAt   = 1 + 32
	headSize = viewAt + 32
)

// deckOf returns the deck of a message with a shuffle.
func deckOf(message []byte) (sra.Deck, error) {
	return sra.ParseDeck(group, deckSize, message[headSize:headSize+deckSize*group.ElementSize()])
}

// falseShuffle shuffles the public deck with one card replaced, and proves just that: the
// proof holds for the deck so changed, with the seat's key and view.
func (s *seat) falseShuffle(message []byte) ([]byte, error) {
	deck, err := publicDeck()
	if err != nil {
		return nil, err
	}
	disguise, err := sra.GenerateKey(group)
	if err != nil {
		return nil, err
	}
	ace, err := deck.Select(0)
	if err != nil {
		return nil, err
	}
	if ace, err = disguise.Encrypt(ace); err != nil {
		return nil, err
	}
	encoded := deck.Bytes()
	copy(encoded[1*group.ElementSize():], ace.Bytes())
	if deck, err = sra.ParseDeck(group, deckSize, encoded); err != nil {
		return nil, err
	}
	to, order, err := s.key.Shuffle(deck)
	if err != nil {
		return nil, err
	}
	proof, err := s.key.ProveShuffle(message[viewAt:headSize], deck, to, order)
	return slices.Concat(message[:headSize], to.Bytes(), proof), err
}

// falseDecryption takes the layer off some positions of the final deck, proves just that,
// and says that it is for some others.
func (s *seat) falseDecryption(message []byte, positions, claimed []int) ([]byte, error) {
	from, err := s.finalDeck.Select(positions...)
	if err != nil {
		return nil, err
	}
	to, err := s.key.Decrypt(from)
	if err != nil {
		return nil, err
	}
	proof, err := s.key.ProveDecryption(message[viewAt:headSize], from, to)
	forged := binary.BigEndian.AppendUint16(slices.Clone(message[:headSize]), uint16(len(claimed)))
	for _, p := range claimed {
		forged = binary.BigEndian.AppendUint16(forged, uint16(p))
		forged = append(forged, 0xff, 0xff) // to everyone
	}
	forged = append(forged, 0) // nobody has left
	return slices.Concat(forged, to.Bytes(), proof), err
}
