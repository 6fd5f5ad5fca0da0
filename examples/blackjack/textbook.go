package main

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// A textbookRound is a round as it was published (sra/textbook/SPEC.md, section 2), which shows
// what is wrong with that. Both parties play here, side by side; an onlooker hears all that
// they send.
type textbookRound struct {
	story  *story
	cheat  string
	prime  *big.Int
	keys   [2]textbook.Key
	deck   []*big.Int    // as the player sends it
	picked []*big.Int    // of which the dealer deals the first four
	dealt  [2][]*big.Int // to each role, under its own exponent
	hands  [2][]faces.Card
}

func playTextbook(cheat string, s *story) (*result, *sight, error) {
	t := &textbookRound{story: s, cheat: cheat}
	if err := t.drawKeys(); err != nil {
		return nil, nil, err
	}
	t.sendDeck()
	t.dealDealer()
	t.dealPlayer()
	if err := t.showHands(); err != nil {
		return nil, nil, err
	}
	var seen *sight
	if cheat != "deck" { // a false deck confuses an onlooker
		seen = look(t.prime, t.deck, t.dealt[player], s)
	}
	r := newResult(t.hands)
	s.tellWinner(r)
	t.tellMissed()
	return r, seen, nil
}

func (t *textbookRound) drawKeys() (err error) {
	t.story.begin(1, `The cards are 52 numbers that everybody knows. The dealer draws a prime p for both, and each draws a
		secret exponent.`)
	t.prime = textbook.GeneratePrime()
	for t.cheat == "peek" && !telling(t.prime) {
		t.prime = textbook.GeneratePrime()
	}
	t.story.says(dealer, "sends p = %v.", t.prime)
	t.story.says(player, "takes p, as any prime will do for the published game.")
	for r := range t.keys {
		if t.keys[r], err = textbook.GenerateKey(t.prime); err != nil {
			return err
		}
	}
	return nil
}

func (t *textbookRound) sendDeck() {
	t.story.begin(2, "The player raises each number to its exponent mod p, shuffles them, and sends them.")
	t.deck = each(t.keys[player].Encrypt, publicNumbers)
	if t.cheat == "deck" { // the last card, an ace, comes in place of the first, a two
		t.deck[0] = t.deck[deckSize-1]
	}
	shuffle.Secretly(t.deck)
	t.story.says(player, "sends 52 numbers, of which the first is %v.", t.deck[0])
}

func (t *textbookRound) dealDealer() {
	t.story.begin(3, `The dealer shuffles them again. It picks two for itself, raises them to its exponent, and sends them
		to the player, who takes its own exponent off.`)
	t.picked = slices.Clone(t.deck)
	if t.cheat == "peek" {
		t.picked = peek(t.prime, t.deck)
	} else {
		shuffle.Secretly(t.picked)
	}
	sent := each(t.keys[dealer].Encrypt, t.picked[:2])
	t.dealt[dealer] = each(t.keys[player].Decrypt, sent) // whatever was sent
	t.story.says(player, "sends them back under the dealer's exponent alone.")
	t.open(dealer)
}

func (t *textbookRound) dealPlayer() {
	t.story.begin(4, "The dealer sends two more of them as they are.")
	t.dealt[player] = t.picked[2:4]
	t.story.says(dealer, "sends two numbers.")
	t.open(player)
}

// open has a role see its hand.
func (t *textbookRound) open(r role) {
	t.hands[r] = textbookCards(each(t.keys[r].Decrypt, t.dealt[r]))
	t.story.says(r, "takes its exponent off, and sees %s, worth %d.", faces.Join(t.hands[r]), score(t.hands[r]))
}

func (t *textbookRound) showHands() error {
	t.story.begin(5, `Each says its score, and shows the inverse of its exponent, with which the other opens its hand. That
		is all that the published game checks.`)
	for _, r := range []role{player, dealer} {
		t.story.says(r, "says that it has %d, and shows the inverse.", score(t.hands[r]))
		shown, err := textbook.NewKey(t.prime, t.keys[r].Inverse())
		if err != nil {
			return err
		}
		hand := textbookCards(each(shown.Encrypt, t.dealt[r]))
		t.story.says(r.other(), "finds that the %v's hand is %s, worth %d.", r, faces.Join(hand), score(hand))
	}
	return nil
}

// tellMissed tells what the published game couldn't notice, and what does.
func (t *textbookRound) tellMissed() {
	switch t.cheat {
	case "deck":
		fmt.Fprintf(t.story.out, "\nThe published game has MISSED that the player's deck repeats %v.\n", publicCards[deckSize-1])
	case "peek":
		fmt.Fprint(t.story.out, `
The published game has MISSED that the dealer knew the cards that it picked. It
may pick any two, and nothing that it shows at the end tells why it picked them.
`)
	}
	fmt.Fprint(t.story.out, `
Without -protocol textbook, none of this works: package sra plays in a group of
prime order that no party chooses, where all numbers are of one kind; and each
checks all that the other did.
`)
}

// each encrypts or decrypts numbers, which are less than p, so that none is refused.
func each(f func(*big.Int) (*big.Int, error), numbers []*big.Int) (all []*big.Int) {
	for _, x := range numbers {
		y, _ := f(x)
		all = append(all, y)
	}
	return all
}

// publicNumbers are those of the published deck, and publicCards what they stand for: in
// each suit from two to ace.
var (
	publicNumbers []*big.Int
	publicCards   []faces.Card
)

func init() {
	for i, n := range textbook.Deck() {
		publicNumbers = append(publicNumbers, big.NewInt(n))
		suit, rank := (i/13+1)%4, (i+1)%13 // the published order is ♥♦♣♠
		publicCards = append(publicCards, faces.Card(13*suit+rank))
	}
}

// textbookCards returns the cards that numbers of the published deck stand for.
func textbookCards(numbers []*big.Int) (hand []faces.Card) {
	for _, x := range numbers {
		i := slices.IndexFunc(publicNumbers, func(y *big.Int) bool { return x.Cmp(y) == 0 })
		hand = append(hand, publicCards[i])
	}
	return hand
}
