package main

import (
	"crypto/rand"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/sra"
)

const deckSize = 52

// group is the one that both parties play in: numbers modulo a prime, as in the
// published game. A new game takes Ristretto255, which is faster.
var group = sra.Group14()

// A party is one side of a round by package sra.
type party struct {
	seat

	fresh  [2][32]byte // of the hellos, by role
	key    sra.Key
	public sra.PublicKey // the other's

	publicDeck, playersDeck, finalDeck sra.Deck

	sent   sra.Deck // positions of the other's hand, without this party's layer
	got    sra.Deck // positions of its own hand, without the other's layer
	theirs claim
}

// A claim is what a party sends at the end.
type claim struct {
	score int
	key   []byte
}

func newParty(s seat) participant { return &party{seat: s} }

const helloLabel = "squaredeal/examples/blackjack/v1"

// exchangeHellos makes a deck that exists in this round only: both parties give
// random bytes to its label. So nothing that was sent in another round is of any use
// in this one.
func (p *party) exchangeHellos() (string, error) {
	rand.Read(p.fresh[p.role][:]) // never fails
	theirs, err := p.greet(helloLabel, p.fresh[p.role][:])
	if err != nil {
		return "", err
	}
	p.fresh[p.role.other()] = [32]byte(theirs)
	label := fmt.Sprintf("%s %x %x", helloLabel, p.fresh[dealer], p.fresh[player])
	if p.publicDeck, err = sra.PublicDeck(group, label, deckSize); err != nil {
		return "", err
	}
	return fmt.Sprintf("adds %x…", p.fresh[p.role][:20]), nil
}

// exchangeKeys makes a key for this round and announces its public part, which fixes
// it: at the end no other key can be shown.
func (p *party) exchangeKeys() (string, error) {
	key, err := sra.GenerateKey(group)
	if err != nil {
		return "", err
	}
	p.key = key.Parallel(2)
	if err := p.send(key.Public().Bytes()); err != nil {
		return "", err
	}
	message, err := p.receive(group.ElementSize())
	if err != nil {
		return "", err
	}
	if p.public, err = sra.ParsePublicKey(group, message); err != nil {
		return "", p.cheated("announced no public key: %w", err)
	}
	if p.public.Equal(p.key.Public()) {
		return "", p.cheated("announced a copy of the %v's public key", p.role)
	}
	return fmt.Sprintf("is bound to its key by %s…", p.key.Public().String()[:40]), nil
}

func (p *party) sendPlayersDeck() (string, error) {
	return p.sendDeck(p.publicDeck, &p.playersDeck)
}

func (p *party) sendFinalDeck() (string, error) { return p.sendDeck(p.playersDeck, &p.finalDeck) }

// sendDeck encrypts and shuffles a deck, and sends what comes of it. Its order is
// forgotten: the key is enough to repeat everything at the end.
func (p *party) sendDeck(from sra.Deck, to *sra.Deck) (string, error) {
	deck, _, err := p.key.Shuffle(from)
	if err != nil {
		return "", err
	}
	*to = deck
	encoded := deck.Bytes()
	if p.cheat == cheatDeck { // the second card is to come twice
		copy(encoded, encoded[group.ElementSize():2*group.ElementSize()])
	}
	return fmt.Sprintf("puts a layer of encryption on each card, shuffles, and sends 52\n    numbers, of which the first is %s…", deck.At(0).String()[:44]), p.send(encoded)
}

func (p *party) receivePlayersDeck() (string, error) { return p.receiveDeck(&p.playersDeck) }

func (p *party) receiveFinalDeck() (string, error) { return p.receiveDeck(&p.finalDeck) }

func (p *party) receiveDeck(to *sra.Deck) (string, error) {
	message, err := p.receive(deckSize * group.ElementSize())
	if err != nil {
		return "", err
	}
	if *to, err = sra.ParseDeck(group, deckSize, message); err != nil {
		return "", p.cheated("sent a false deck: %w", err)
	}
	return "gets 52 different numbers, and can't tell which card is which.", nil
}

// sendHand takes this party's layer off the other's cards. It takes them from the
// final deck that both know, by their positions: it decrypts nothing that somebody
// hands to it, which could be any card in disguise.
func (p *party) sendHand() (string, error) {
	at := slices.Clone(positions[p.role.other()])
	if p.cheat == cheatSwap {
		at[1] = 4 // a card that is nobody's
	}
	picked, err := p.finalDeck.Select(at...)
	if err != nil {
		return "", err
	}
	if p.sent, err = p.key.Decrypt(picked); err != nil {
		return "", err
	}
	return fmt.Sprintf("takes its layer off positions %s and sends them, still under\n    the %v's layer.", join(positions[p.role.other()]), p.role.other()), p.send(p.sent.Bytes())
}

// receiveHand takes this party's layer off its own cards, which nobody else can.
func (p *party) receiveHand() (string, error) {
	message, err := p.receive(2 * group.ElementSize())
	if err != nil {
		return "", err
	}
	if p.got, err = sra.ParseDeck(group, 2, message); err != nil {
		return "", p.cheated("dealt false cards: %w", err)
	}
	opened, err := p.key.Decrypt(p.got)
	if err != nil {
		return "", err
	}
	if p.hand, err = p.read(opened); err != nil {
		return "", p.cheated("dealt what isn't a card: %w", err)
	}
	return fmt.Sprintf("takes its own layer off, and sees %s, worth %d.\n    Nobody else does.", cards.Join(p.hand), score(p.hand)), nil
}

// read returns the cards that opened elements stand for.
func (p *party) read(opened sra.Deck) ([]cards.Card, error) {
	hand := make([]cards.Card, opened.Len())
	for i := range hand {
		c := p.publicDeck.Index(opened.At(i))
		if c < 0 {
			return nil, fmt.Errorf("number %d isn't in the public deck", i)
		}
		hand[i] = cards.Numbered(c)
	}
	return hand, nil
}

// sendClaim sends the score, in one byte, and the key.
func (p *party) sendClaim() (string, error) {
	claimed, key := score(p.hand), p.key
	switch p.cheat {
	case cheatScore:
		claimed = falseScore(p.hand)
	case cheatKey:
		var err error
		if key, err = sra.GenerateKey(group); err != nil {
			return "", err
		}
	}
	message := append([]byte{byte(claimed)}, key.Bytes()...)
	return fmt.Sprintf("says that it has %d, and sends its key.", claimed), p.send(message)
}

func (p *party) receiveClaim() (string, error) {
	size := 1 + len(p.key.Bytes())
	message, err := p.receive(size)
	if err != nil {
		return "", err
	}
	if len(message) != size {
		return "", p.cheated("sent %d bytes for a score and a key, not %d", len(message), size)
	}
	p.theirs = claim{int(message[0]), message[1:]}
	return fmt.Sprintf("learns that the %v says it has %d.", p.role.other(), p.theirs.score), nil
}

func join(positions []int) string {
	text := make([]string, len(positions))
	for i, p := range positions {
		text[i] = fmt.Sprint(p)
	}
	return strings.Join(text, " and ")
}
