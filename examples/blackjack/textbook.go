package main

import (
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// playTextbook plays a round as it was published (sra/textbook/SPEC.md, section 2), to show
// what is wrong with that. Both parties play here, side by side; an onlooker hears all that
// they send.
func playTextbook(cheat string, s *story) (*result, *sight, error) {
	s.begin(1, `The cards are 52 numbers that everybody knows. The dealer draws a prime p for both, and each draws a
		secret exponent.`)
	p := textbook.GeneratePrime()
	for cheat == "peek" && !telling(p) {
		p = textbook.GeneratePrime()
	}
	s.says(dealer, "sends p = %v.", p)
	s.says(player, "takes p, as any prime will do for the published game.")
	var keys [2]textbook.Key
	for r := range keys {
		var err error
		if keys[r], err = textbook.GenerateKey(p); err != nil {
			return nil, nil, err
		}
	}

	s.begin(2, "The player raises each number to its exponent mod p, shuffles them, and sends them.")
	deck := each(keys[player].Encrypt, publicNumbers)
	if cheat == "deck" { // the last card, an ace, comes in place of the first, a two
		deck[0] = deck[deckSize-1]
	}
	shuffle.Secretly(deck)
	s.says(player, "sends 52 numbers, of which the first is %v.", deck[0])

	s.begin(3, `The dealer shuffles them again. It picks two for itself, raises them to its exponent, and sends them
		to the player, who takes its own exponent off.`)
	picked := slices.Clone(deck)
	if cheat == "peek" {
		picked = peek(p, deck)
	} else {
		shuffle.Secretly(picked)
	}
	var dealt [2][]*big.Int // to each role, under its own exponent
	sent := each(keys[dealer].Encrypt, picked[:2])
	dealt[dealer] = each(keys[player].Decrypt, sent) // whatever was sent
	s.says(player, "sends them back under the dealer's exponent alone.")
	var hands [2][]faces.Card
	open := func(r role) {
		hands[r] = textbookCards(each(keys[r].Decrypt, dealt[r]))
		s.says(r, "takes its exponent off, and sees %s, worth %d.", faces.Join(hands[r]), score(hands[r]))
	}
	open(dealer)

	s.begin(4, "The dealer sends two more of them as they are.")
	dealt[player] = picked[2:4]
	s.says(dealer, "sends two numbers.")
	open(player)

	s.begin(5, `Each says its score, and shows the inverse of its exponent, with which the other opens its hand. That
		is all that the published game checks.`)
	for _, r := range []role{player, dealer} {
		s.says(r, "says that it has %d, and shows the inverse.", score(hands[r]))
		shown, err := textbook.NewKey(p, keys[r].Inverse())
		if err != nil {
			return nil, nil, err
		}
		hand := textbookCards(each(shown.Encrypt, dealt[r]))
		s.says(r.other(), "finds that the %v's hand is %s, worth %d.", r, faces.Join(hand), score(hand))
	}
	var seen *sight
	if cheat != "deck" { // a false deck confuses an onlooker
		seen = look(p, deck, dealt[player], s)
	}

	r := newResult(hands)
	s.tellWinner(r)
	switch cheat {
	case "deck":
		fmt.Fprintf(s.out, "\nThe published game has MISSED that the player's deck repeats %v.\n", publicCards[deckSize-1])
	case "peek":
		fmt.Fprint(s.out, `
The published game has MISSED that the dealer knew the cards that it picked. It
may pick any two, and nothing that it shows at the end tells why it picked them.
`)
	}
	fmt.Fprint(s.out, `
Without -protocol textbook, none of this works: package sra plays in a group of
prime order that no party chooses, where all numbers are of one kind; and each
checks all that the other did.
`)
	return r, seen, nil
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
