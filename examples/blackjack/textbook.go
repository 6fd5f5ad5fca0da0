package main

import (
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// byTextbook is what a party knows of a round as it was published (sra/textbook/SPEC.md,
// section 2), to show what is wrong with that. Everybody who listens knows all but the key.
type byTextbook struct {
	*party
	prime *big.Int
	key   textbook.Key

	deck     []*big.Int // as the player sent it
	returned []*big.Int // the dealer's cards, under the dealer's exponent
	dealt    []*big.Int // the player's cards, under the player's exponent
	inverse  *big.Int   // of the other's exponent, at the end
}

func textbookSteps(party *party) []step {
	p := &byTextbook{party: party}
	p.end = p.tellEnd
	return []step{
		{`The cards are 52 numbers that everybody knows. The dealer draws a prime p for both, and each draws a
			secret exponent.`, p.sendPrime, p.receivePrime},
		{`The player raises each number to its exponent mod p, shuffles them, and sends them.`, p.receiveDeck, p.sendDeck},
		{`The dealer shuffles them again. It picks two for itself, raises them to its exponent, and sends them
			to the player, who takes its own exponent off.`, p.dealToDealer, p.returnCards},
		{"The dealer sends two more of them as they are.", p.dealToPlayer, p.receiveHand},
		{`The player says its score, and shows the inverse of its exponent. The dealer opens the player's hand
			with it.`, p.receiveClaim, p.sendClaim},
		{"The dealer does the same.", p.sendClaim, p.receiveClaim},
	}
}

// sendPrime chooses p alone, as the published dealer does. A cheat takes one that lets it
// tell the cards apart.
func (p *byTextbook) sendPrime() error {
	p.prime = textbook.GeneratePrime()
	for p.cheat == "peek" && !telling(p.prime) {
		p.prime = textbook.GeneratePrime()
	}
	p.say("sends p = %v.", p.prime)
	if _, err := p.conn.Greet("blackjack v1, textbook", ""); err != nil {
		return err
	}
	var err error
	if p.key, err = textbook.GenerateKey(p.prime); err != nil {
		return err
	}
	return p.sendNumbers("prime", p.prime)
}

func (p *byTextbook) receivePrime() error {
	if _, err := p.conn.Greet("blackjack v1, textbook", ""); err != nil {
		return err
	}
	numbers, err := p.receiveNumbers("prime", 1)
	if err != nil {
		return err
	}
	p.prime = numbers[0]
	if p.prime.BitLen() != textbook.Bits {
		return p.cheated("sent a prime of %d bits, not %d", p.prime.BitLen(), textbook.Bits)
	}
	if p.key, err = textbook.GenerateKey(p.prime); err != nil {
		return p.cheated("sent no prime: %w", err)
	}
	p.say("takes p, as any prime will do for the published game.")
	return nil
}

func (p *byTextbook) sendDeck() (err error) {
	if p.deck, err = each(p.key.Encrypt, publicNumbers); err != nil {
		return err
	}
	if p.cheat == "deck" { // the last card, an ace, comes in place of the first, a two
		p.deck[0] = p.deck[deckSize-1]
	}
	shuffle.Secretly(p.deck)
	p.say("sends 52 numbers, of which the first is %v.", p.deck[0])
	return p.sendNumbers("deck", p.deck...)
}

func (p *byTextbook) receiveDeck() (err error) {
	if p.deck, err = p.receiveNumbers("deck", deckSize); err != nil {
		return err
	}
	p.say("gets 52 numbers.")
	return nil
}

// dealToDealer deals two cards to the dealer, who picks them in private.
func (p *byTextbook) dealToDealer() error {
	picked := slices.Clone(p.deck)
	if p.cheat == "peek" {
		picked = peek(p.prime, p.deck)
	} else {
		shuffle.Secretly(picked)
	}
	sent, err := each(p.key.Encrypt, picked[:2])
	if err != nil {
		return err
	}
	if err := p.sendNumbers("dealercards", sent...); err != nil {
		return err
	}
	if p.returned, err = p.receiveNumbers("returned", 2); err != nil {
		return err
	}
	p.dealt = picked[2:4]
	return p.open(p.returned)
}

// returnCards decrypts whatever the dealer sent.
func (p *byTextbook) returnCards() error {
	sent, err := p.receiveNumbers("dealercards", 2)
	if err != nil {
		return err
	}
	if p.returned, err = each(p.key.Decrypt, sent); err != nil {
		return err
	}
	p.say("sends them back under the dealer's exponent alone.")
	return p.sendNumbers("returned", p.returned...)
}

func (p *byTextbook) dealToPlayer() error {
	p.say("sends two numbers.")
	return p.sendNumbers("playercards", p.dealt...)
}

func (p *byTextbook) receiveHand() (err error) {
	if p.dealt, err = p.receiveNumbers("playercards", 2); err != nil {
		return err
	}
	return p.open(p.dealt)
}

// open finds the hand from the numbers that have this party's exponent alone.
func (p *byTextbook) open(numbers []*big.Int) error {
	clear, err := each(p.key.Decrypt, numbers)
	if err != nil {
		return err
	}
	if p.hand = textbookCards(clear); p.hand == nil {
		return p.cheated("sent a number that isn't a card")
	}
	p.say("takes its exponent off, and sees %s, worth %d.", cards.Join(p.hand), score(p.hand))
	return nil
}

func (p *byTextbook) sendClaim() error {
	p.say("says that it has %d, and shows the inverse.", score(p.hand))
	return p.sendNumbers("end", big.NewInt(int64(score(p.hand))), p.key.Inverse())
}

// receiveClaim opens the other party's hand: all that the published game checks.
func (p *byTextbook) receiveClaim() error {
	numbers, err := p.receiveNumbers("end", 2)
	if err != nil {
		return err
	}
	p.inverse = numbers[1]
	theirs := p.returned
	if p.role == dealer {
		theirs = p.dealt
	}
	hand := textbookCards(p.reopen(theirs))
	if hand == nil {
		return p.cheated("showed an inverse that doesn't open its cards")
	}
	if got := score(hand); big.NewInt(int64(got)).Cmp(numbers[0]) != 0 {
		return p.cheated("has %s, worth %d, and says %v", cards.Join(hand), got, numbers[0])
	}
	p.settle(hand)
	p.say("finds that the %v's hand is %s, worth %d, as it says.", p.other(), cards.Join(hand), score(hand))
	return nil
}

// reopen takes the other's exponent off some numbers, by the inverse that it showed. It
// returns nil if that isn't one.
func (p *byTextbook) reopen(numbers []*big.Int) []*big.Int {
	key, err := textbook.NewKey(p.prime, p.inverse)
	if err != nil {
		return nil
	}
	clear, _ := each(key.Encrypt, numbers)
	return clear
}

// tellEnd says what the published game has missed, and what it has shown.
func (p *byTextbook) tellEnd(cheat string) *sight {
	if cheat == "deck" {
		fmt.Fprintf(p.out, "\nThe published game has MISSED that the player's deck repeats %s.\n", p.repeated())
	} else if cheat == "peek" {
		fmt.Fprint(p.out, `
The published game has MISSED that the dealer knew the cards that it picked. It
may pick any two, and nothing that it shows at the end tells why it picked them.
`)
	}
	s := newSight(p)
	s.tell(p.out)
	return s
}

// repeated returns the card that the player's deck repeats, as the dealer could see at the
// end. The published game doesn't look.
func (p *byTextbook) repeated() string {
	deck := textbookCards(p.reopen(p.deck))
	for i, c := range deck {
		if slices.Contains(deck[:i], c) {
			return c.String()
		}
	}
	return "nothing"
}

// each encrypts or decrypts all numbers.
func each(f func(*big.Int) (*big.Int, error), numbers []*big.Int) (all []*big.Int, err error) {
	for _, x := range numbers {
		y, err := f(x)
		if err != nil {
			return nil, err
		}
		all = append(all, y)
	}
	return all, nil
}

// sendNumbers sends a message: its name and numbers, separated by colons, as published.
func (p *byTextbook) sendNumbers(name string, numbers ...*big.Int) error {
	for _, x := range numbers {
		name += ":" + x.String()
	}
	return p.send([]byte(name))
}

// receiveNumbers receives a message with so many numbers, each less than p if there is one.
func (p *byTextbook) receiveNumbers(name string, n int) (numbers []*big.Int, err error) {
	const digits = 39 // of a number of 128 bits
	message, err := p.receive(len(name) + n*(1+digits))
	if err != nil {
		return nil, err
	}
	fields := strings.Split(string(message), ":")
	if fields[0] != name || len(fields) != 1+n {
		return nil, p.cheated("sent %.20q…, not the message %q with %d numbers", message, name, n)
	}
	for _, text := range fields[1:] {
		x, ok := new(big.Int).SetString(text, 10)
		if !ok || x.Sign() < 0 || p.prime != nil && x.Cmp(p.prime) >= 0 {
			return nil, p.cheated("sent %.20q, which isn't a number less than p", text)
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

// publicNumbers are those of the published deck, and publicCards what they stand for: in
// each suit from two to ace.
var (
	publicNumbers []*big.Int
	publicCards   []cards.Card
)

func init() {
	for i, n := range textbook.Deck() {
		publicNumbers = append(publicNumbers, big.NewInt(n))
		suit := []cards.Suit{cards.Hearts, cards.Diamonds, cards.Clubs, cards.Spades}[i/13]
		publicCards = append(publicCards, cards.Card{Rank: uint8((i%13+1)%13 + 1), Suit: suit})
	}
}

// textbookCards returns the cards that numbers of the published deck stand for, nil if one
// isn't of that deck.
func textbookCards(numbers []*big.Int) (hand []cards.Card) {
	for _, x := range numbers {
		i := slices.IndexFunc(publicNumbers, func(y *big.Int) bool { return x.Cmp(y) == 0 })
		if i < 0 {
			return nil
		}
		hand = append(hand, publicCards[i])
	}
	return hand
}
