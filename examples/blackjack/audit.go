package main

import (
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/sra"
)

// audit checks all that the other party did, with the key that it sent at the end.
func (p *party) audit() (string, error) {
	key, err := sra.ParseKey(group, p.theirs.key)
	if err != nil {
		return "", p.cheated("sent no key: %w", err)
	}
	if !key.Public().Equal(p.public) {
		return "", p.cheated("sent a key that isn't the one it has been bound to since step 1")
	}
	key = key.Parallel(2)

	// Its layer, taken off the whole deck that it sent, leaves the deck that it was
	// given, in some order.
	before, after := p.publicDeck, p.playersDeck
	if p.role == player {
		before, after = p.playersDeck, p.finalDeck
	}
	stripped, err := key.Decrypt(after)
	if err != nil {
		return "", err
	}
	if at := differs(stripped, before); at >= 0 {
		return "", p.cheated("shuffled a false card into the deck, at position %d", at)
	}

	// It took its layer off this party's own positions.
	if err := p.checkDealt(key); err != nil {
		return "", err
	}

	// Its own hand is the one at its positions, and has the score that it claims.
	opened, err := key.Decrypt(p.sent)
	if err != nil {
		return "", err
	}
	hand, err := p.read(opened)
	if err != nil {
		return "", p.cheated("holds what isn't a card: %w", err)
	}
	if got := score(hand); got != p.theirs.score {
		return "", p.cheated("has %s, worth %d, and says %d", cards.Join(hand), got, p.theirs.score)
	}

	p.conclude(hand)
	return fmt.Sprintf(`checks the %v:
    - its key is the one that it was bound to in step 1;
    - the deck that it sent is the one it was given, under that key's layer: all
      52 cards are there, each once;
    - the cards that it dealt are those at the agreed positions;
    - its hand is %s, worth %d, as it says.`, p.role.other(), cards.Join(hand), p.theirs.score), nil
}

// checkDealt checks the cards that this party was dealt.
func (p *party) checkDealt(key sra.Key) error {
	picked, err := p.finalDeck.Select(positions[p.role]...)
	if err != nil {
		return err
	}
	due, err := key.Decrypt(picked)
	if err != nil {
		return err
	}
	for i, position := range positions[p.role] {
		if !due.At(i).Equal(p.got.At(i)) {
			return p.cheated("dealt a card that isn't the one at position %d", position)
		}
	}
	return nil
}

// differs returns a position of a whose card isn't in b, −1 if both hold the same
// cards in some order: no deck repeats a card, and these are of one size.
func differs(a, b sra.Deck) int {
	known := make(map[string]bool, b.Len())
	for i := range b.Len() {
		known[b.At(i).String()] = true
	}
	for i := range a.Len() {
		if !known[a.At(i).String()] {
			return i
		}
	}
	return -1
}
