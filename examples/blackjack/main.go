// Command blackjack plays a round of blackjack between a dealer and a player who trust
// nobody, without a server that sees the cards.
//
// They encrypt and shuffle a deck together (package sra), and each sees its own cards
// alone, until they show their keys and check one another. Without flags, both live in
// this process. Flags run them on two machines, let one cheat, or play as a game that was
// published in 2010 did, which this one follows except where that one trusts a party; -h
// lists them.
package main

import (
	"encoding/hex"
	"fmt"
	"os"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/duel"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/sra"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// A step is what happens at one point of a round, and each role's part in it, if it has one.
type step struct {
	heading        string
	dealer, player func() error
}

// steps are those of a round, which fixes beforehand who gets which position of the deck.
func (p *party) steps() []step {
	return []step{
		{`Each makes a secret key for this round, and announces its public part. Both start from the same 52
			numbers, in the same order, which they compute from these two announcements, so that the numbers are
			new.`, p.start, p.start},
		{"The player encrypts and shuffles the deck.", p.receiveDeck, p.sendDeck},
		{`The dealer does the same on top of that. Now nobody knows where any card is. The cards at positions
			0 and 1 are the dealer's, those at 2 and 3 the player's.`, p.sendDeck, p.receiveDeck},
		{"The player takes its layer off the dealer's cards.", p.receiveHand, p.sendHand},
		{"The dealer takes its layer off the player's cards.", p.sendHand, p.receiveHand},
		{"The player says its score, and shows its key.", p.receiveClaim, p.sendClaim},
		{`The dealer repeats with that key what the player did. Only if all of it is right, it goes on: to a
			cheat, its key would open all cards.`, p.audit, nil},
		{"The dealer says its score, and shows its key.", p.sendClaim, p.receiveClaim},
		{"The player repeats with that key what the dealer did.", nil, p.audit},
	}
}

const deckSize = 52

var group = sra.Ristretto255()

// Positions of the final deck, for each role's hand of two cards.
var positions = [2][]int{dealer: {0, 1}, player: {2, 3}}

// turns are those of encrypting and shuffling the deck.
var turns = [2]int{player: 1, dealer: 2}

// A party is one side of a round, and what it knows.
type party struct {
	role  role
	story *story
	conn  *duel.Conn
	cheat string // empty if it is honest

	key    sra.Key
	public sra.PublicKey // the other's
	decks  [3]sra.Deck   // in clear, and after each turn
	sent   sra.Deck      // the other's hand, without this party's layer
	got    sra.Deck      // its own hand, without the other's layer
	hand   []faces.Card

	// What the other party says at the end, and what comes of it.
	score  int
	shown  []byte // its key
	result *result

	step    int
	heading string // of the step
}

// start makes a key, to which its announcement binds the party: at the end no other can be
// shown. As the public deck is that of both announcements, nothing that was sent in another
// round is of any use in this one.
func (p *party) start() (err error) {
	if p.key, err = sra.GenerateKey(group); err != nil {
		return err
	}
	own := p.key.Public().String()
	if p.role == dealer {
		p.say("is bound to its key by %s…", own[:40])
	}
	greetings, err := p.conn.Greet("blackjack v1, sra", own)
	if err != nil {
		return err
	}
	if p.role == player { // which speaks second
		p.say("is bound to its key by %s…", own[:40])
	}
	theirs := greetings[p.role.other()]
	encoded, err := hex.DecodeString(theirs[len(theirs)-len(own):])
	if err == nil {
		p.public, err = sra.ParsePublicKey(group, encoded)
	}
	if err != nil {
		return p.cheated("announced no public key: %w", err)
	}
	if p.public.Equal(p.key.Public()) {
		return p.cheated("announced a copy of the %v's public key", p.role)
	}
	p.decks[0], err = sra.PublicDeck(group, greetings[0]+"; "+greetings[1], deckSize)
	return err
}

// sendDeck encrypts and shuffles the deck, and sends what comes of it. The order is
// forgotten: the key is enough to repeat everything at the end.
func (p *party) sendDeck() error {
	turn := turns[p.role]
	deck, _, err := p.key.Shuffle(p.decks[turn-1])
	if err != nil {
		return err
	}
	p.decks[turn] = deck
	p.say(`puts a layer of encryption on each card, shuffles, and sends 52 numbers, of which the first is %s…`, deck.At(0).String()[:40])
	encoded := deck.Bytes()
	if p.cheat == "deck" { // the second card is to come twice
		copy(encoded, encoded[group.ElementSize():2*group.ElementSize()])
	}
	return p.send(encoded)
}

func (p *party) receiveDeck() error {
	message, err := p.receive(deckSize * group.ElementSize())
	if err != nil {
		return err
	}
	if p.decks[turns[p.role.other()]], err = sra.ParseDeck(group, deckSize, message); err != nil {
		return p.cheated("sent a false deck: %w", err)
	}
	p.say("gets 52 different numbers, and can't tell which card is which.")
	return nil
}

// sendHand takes this party's layer off the other's cards. It takes them from the final
// deck that both know, by their positions: it decrypts nothing that somebody hands to it,
// which could be any card in disguise.
func (p *party) sendHand() error {
	at := slices.Clone(positions[p.role.other()])
	p.say(`takes its layer off positions %d and %d and sends them, still under the %v's layer.`, at[0], at[1], p.role.other())
	if p.cheat == "swap" {
		at[1] = 4 // a card that is nobody's
	}
	var err error
	if p.sent, err = p.strip(at, p.key); err != nil {
		return err
	}
	return p.send(p.sent.Bytes())
}

// strip takes a layer off cards of the final deck.
func (p *party) strip(at []int, key sra.Key) (sra.Deck, error) {
	picked, err := p.decks[2].Select(at...)
	if err != nil {
		return picked, err
	}
	return key.Decrypt(picked)
}

// receiveHand takes this party's layer off its own cards, which nobody else can.
func (p *party) receiveHand() error {
	message, err := p.receive(2 * group.ElementSize())
	if err != nil {
		return err
	}
	if p.got, err = sra.ParseDeck(group, 2, message); err != nil {
		return p.cheated("dealt false cards: %w", err)
	}
	if p.hand, err = p.open(p.got, p.key); err != nil {
		return p.cheated("dealt what isn't a card: %w", err)
	}
	p.say("takes its own layer off, and sees %s, worth %d. Nobody else does.", faces.Join(p.hand), score(p.hand))
	return nil
}

// open takes the last layer off a hand.
func (p *party) open(hand sra.Deck, key sra.Key) (opened []faces.Card, err error) {
	clear, err := key.Decrypt(hand)
	if err != nil {
		return nil, err
	}
	for i := range clear.Len() {
		c := p.decks[0].Index(clear.At(i))
		if c < 0 {
			return nil, fmt.Errorf("number %d isn't in the public deck", i)
		}
		opened = append(opened, faces.Card(c))
	}
	return opened, nil
}

// sendClaim sends the score, in one byte, and the key.
func (p *party) sendClaim() (err error) {
	claimed, key := score(p.hand), p.key
	switch p.cheat {
	case "score":
		claimed++
	case "key":
		if key, err = sra.GenerateKey(group); err != nil {
			return err
		}
	}
	p.say("says that it has %d, and sends its key.", claimed)
	return p.send(append([]byte{byte(claimed)}, key.Bytes()...))
}

func (p *party) receiveClaim() error {
	size := 1 + len(p.key.Bytes())
	message, err := p.receive(size)
	if err != nil {
		return err
	}
	if len(message) != size {
		return p.cheated("sent %d bytes for a score and a key, not %d", len(message), size)
	}
	p.score, p.shown = int(message[0]), message[1:]
	p.say("learns that the %v says it has %d.", p.role.other(), p.score)
	return nil
}

// audit checks all that the other party did, with the key that it showed.
func (p *party) audit() error {
	key, err := sra.ParseKey(group, p.shown)
	if err != nil {
		return p.cheated("showed no key: %w", err)
	}
	if !key.Public().Equal(p.public) {
		return p.cheated("showed a key that isn't the one it has been bound to since step 1")
	}

	// Its layer, taken off the whole deck that it sent, leaves the deck that it was given,
	// in some order.
	turn := turns[p.role.other()]
	stripped, err := key.Decrypt(p.decks[turn])
	if err != nil {
		return err
	}
	for i := range deckSize {
		if p.decks[turn-1].Index(stripped.At(i)) < 0 {
			return p.cheated("shuffled a false card into the deck, at position %d", i)
		}
	}

	// It took its layer off this party's own positions.
	due, err := p.strip(positions[p.role], key)
	if err != nil {
		return err
	}
	if !due.Equal(p.got) {
		return p.cheated("dealt a card that isn't the one at its position")
	}

	// Its own hand is the one at its positions, and has the score that it claims.
	hand, err := p.open(p.sent, key)
	if err != nil {
		return p.cheated("holds what isn't a card: %w", err)
	}
	if got := score(hand); got != p.score {
		return p.cheated("has %s, worth %d, and says %d", faces.Join(hand), got, p.score)
	}
	var hands [2][]faces.Card
	hands[p.role], hands[p.role.other()] = p.hand, hand
	p.result = newResult(hands)
	p.say("checks the %v:", p.role.other())
	p.story.list("its key is the one that it was bound to in step 1;",
		`the deck that it sent is the one it was given, under that key's layer: all 52 cards are there, each
			once;`,
		"the cards that it dealt are those at the agreed positions;",
		fmt.Sprintf("its hand is %s, worth %d, as it says.", faces.Join(hand), p.score))
	return nil
}
