package main

import (
	"bufio"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// byTextbook is the game as it was published (sra/textbook/SPEC.md, section 2), to show
// what is wrong with it.
var byTextbook = protocol{
	name:   "textbook",
	cheats: []string{cheatScore, cheatKey, cheatDeck, cheatPeek},
	headings: []heading{
		{"The cards are 52 numbers that everybody knows. The dealer draws a prime p for\n   both, and each draws a secret exponent.", dealer},
		{"The player raises each number to its exponent mod p, shuffles them, and sends\n   them.", player},
		{"The dealer shuffles them again. It picks two for itself, raises them to its\n   exponent, and sends them to the player, who takes its own exponent off.", player},
		{"The dealer sends two more of them as they are.", dealer},
		{"Each says its score, and shows the inverse of its exponent. Each opens the\n   other's hand with it.", dealer},
	},
	join: func(s seat) participant { return &textbookParty{seat: s} },
	end:  endOfTextbook,
}

// A textbookParty is one side of a round as it was published. Both sides know all of the
// numbers, and so does everybody who listens.
type textbookParty struct {
	seat
	prime *big.Int
	key   textbook.Key

	deck     []*big.Int // as the player sent it
	returned []*big.Int // the dealer's cards, under the dealer's exponent
	dealt    []*big.Int // the player's cards, under the player's exponent

	inverse *big.Int // the other's
	claimed int      // the other's score
}

func (p *textbookParty) takePart() {
	if p.role == dealer {
		p.step(1, p.sendPrime)
		p.step(2, p.receiveDeck)
		p.step(3, p.dealToDealer)
		p.step(4, p.dealToPlayer)
	} else {
		p.step(1, p.receivePrime)
		p.step(2, p.sendDeck)
		p.step(3, p.returnDealersCards)
		p.step(4, p.receiveHand)
	}
	p.step(5, p.exchangeClaims)
	p.step(5, p.audit)
}

const textbookLabel = "squaredeal/examples/blackjack/textbook/v1"

// sendPrime chooses p alone, as the published dealer does. A cheat takes one that lets it
// tell the cards apart.
func (p *textbookParty) sendPrime() (string, error) {
	if _, err := p.greet(textbookLabel, nil); err != nil {
		return "", err
	}
	p.prime = textbook.GeneratePrime()
	for p.cheat == cheatPeek && !telling(p.prime) {
		p.prime = textbook.GeneratePrime()
	}
	if err := p.sendNumbers("prime", p.prime); err != nil {
		return "", err
	}
	var err error
	p.key, err = textbook.GenerateKey(p.prime)
	return fmt.Sprintf("sends p = %v.", p.prime), err
}

func (p *textbookParty) receivePrime() (string, error) {
	if _, err := p.greet(textbookLabel, nil); err != nil {
		return "", err
	}
	numbers, err := p.receiveNumbers("prime", 1)
	if err != nil {
		return "", err
	}
	p.prime = numbers[0]
	if p.prime.BitLen() != textbook.Bits {
		return "", p.cheated("sent a prime of %d bits, not %d", p.prime.BitLen(), textbook.Bits)
	}
	if p.key, err = textbook.GenerateKey(p.prime); err != nil {
		return "", p.cheated("sent no prime: %w", err)
	}
	return "takes p, as any prime will do for the published game.", nil
}

func (p *textbookParty) sendDeck() (string, error) {
	for _, c := range textbook.Deck() {
		x, err := p.key.Encrypt(big.NewInt(c))
		if err != nil {
			return "", err
		}
		p.deck = append(p.deck, x)
	}
	if p.cheat == cheatDeck { // the last card, an ace, comes in place of the first, a two
		p.deck[0] = p.deck[deckSize-1]
	}
	shuffle.Secretly(p.deck)
	return fmt.Sprintf("sends 52 numbers, of which the first is\n    %v.", p.deck[0]), p.sendNumbers("deck", p.deck...)
}

func (p *textbookParty) receiveDeck() (string, error) {
	var err error
	p.deck, err = p.receiveNumbers("deck", deckSize)
	return "gets 52 numbers.", err
}

// dealToDealer deals two cards to the dealer, who picks them in private.
func (p *textbookParty) dealToDealer() (string, error) {
	at := p.pick()
	var sent []*big.Int
	for _, i := range at[:2] {
		x, err := p.key.Encrypt(p.deck[i])
		if err != nil {
			return "", err
		}
		sent = append(sent, x)
	}
	if err := p.sendNumbers("dealercards", sent...); err != nil {
		return "", err
	}
	var err error
	if p.returned, err = p.receiveNumbers("returned", 2); err != nil {
		return "", err
	}
	p.dealt = []*big.Int{p.deck[at[2]], p.deck[at[3]]}
	return p.open(p.returned, "takes its exponent off as well")
}

// pick returns the positions of the dealer's cards and of the player's.
func (p *textbookParty) pick() []int {
	if p.cheat == cheatPeek {
		return peek(p.prime, p.deck)
	}
	at := make([]int, deckSize)
	for i := range at {
		at[i] = i
	}
	shuffle.Secretly(at)
	return at[:4]
}

// returnDealersCards decrypts whatever the dealer sent.
func (p *textbookParty) returnDealersCards() (string, error) {
	sent, err := p.receiveNumbers("dealercards", 2)
	if err != nil {
		return "", err
	}
	for _, x := range sent {
		y, err := p.key.Decrypt(x)
		if err != nil {
			return "", err
		}
		p.returned = append(p.returned, y)
	}
	return "sends them back under the dealer's exponent alone.", p.sendNumbers("returned", p.returned...)
}

func (p *textbookParty) dealToPlayer() (string, error) {
	return "sends two numbers.", p.sendNumbers("playercards", p.dealt...)
}

func (p *textbookParty) receiveHand() (string, error) {
	var err error
	if p.dealt, err = p.receiveNumbers("playercards", 2); err != nil {
		return "", err
	}
	return p.open(p.dealt, "takes its exponent off")
}

// open sets the hand from the numbers that only this side's exponent is on.
func (p *textbookParty) open(numbers []*big.Int, how string) (string, error) {
	for _, x := range numbers {
		y, err := p.key.Decrypt(x)
		if err != nil {
			return "", err
		}
		card, ok := textbookCard(y)
		if !ok {
			return "", p.cheated("sent a number that isn't a card")
		}
		p.hand = append(p.hand, card)
	}
	return fmt.Sprintf("%s, and sees %s, worth %d.", how, cards.Join(p.hand), score(p.hand)), nil
}

// exchangeClaims exchanges scores and inverses.
func (p *textbookParty) exchangeClaims() (string, error) {
	claimed, inverse := score(p.hand), p.key.Inverse()
	switch p.cheat {
	case cheatScore:
		claimed = falseScore(p.hand)
	case cheatKey:
		other, err := textbook.GenerateKey(p.prime)
		if err != nil {
			return "", err
		}
		inverse = other.Inverse()
	}
	if err := p.sendNumbers("end", big.NewInt(int64(claimed)), inverse); err != nil {
		return "", err
	}
	numbers, err := p.receiveNumbers("end", 2)
	if err != nil {
		return "", err
	}
	p.inverse = numbers[1]
	if numbers[0].Cmp(big.NewInt(21)) > 0 {
		return "", p.cheated("claims a score that no hand has")
	}
	p.claimed = int(numbers[0].Int64())
	return fmt.Sprintf("says that it has %d, and shows the inverse.", claimed), nil
}

// audit opens the other's hand: all that the published game checks.
func (p *textbookParty) audit() (string, error) {
	theirs := p.returned
	if p.role == dealer {
		theirs = p.dealt
	}
	opened, err := p.reopen(theirs)
	if err != nil {
		return "", p.cheated("showed no inverse: %w", err)
	}
	var hand []cards.Card
	for _, x := range opened {
		card, ok := textbookCard(x)
		if !ok {
			return "", p.cheated("showed an inverse that doesn't open its cards")
		}
		hand = append(hand, card)
	}
	if got := score(hand); got != p.claimed {
		return "", p.cheated("has %s, worth %d, and says %d", cards.Join(hand), got, p.claimed)
	}
	p.conclude(hand)
	return fmt.Sprintf("finds that the %v's hand is %s, worth %d, as it says.", p.role.other(), cards.Join(hand), p.claimed), nil
}

// reopen takes the other's exponent off some numbers, by the inverse that it showed.
func (p *textbookParty) reopen(numbers []*big.Int) (opened []*big.Int, err error) {
	key, err := textbook.NewKey(p.prime, p.inverse)
	if err != nil {
		return nil, err
	}
	for _, x := range numbers {
		y, err := key.Encrypt(x)
		if err != nil {
			return nil, err
		}
		opened = append(opened, y)
	}
	return opened, nil
}

// repeated returns the cards that the player's deck repeats, as the dealer could see at
// the end. The published game doesn't look.
func (p *textbookParty) repeated() []string {
	if p.role == player {
		return nil // an honest one knows that it doesn't
	}
	opened, err := p.reopen(p.deck)
	if err != nil {
		return nil // the inverse has opened the hand, so it is one
	}
	count := make(map[string]int)
	for _, x := range opened {
		count[textbookText(x)]++
	}
	var names []string
	for name, n := range count {
		if n > 1 {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// sendNumbers sends a message: its name and numbers, separated by colons, as published.
func (p *textbookParty) sendNumbers(name string, numbers ...*big.Int) error {
	var text strings.Builder
	text.WriteString(name)
	for _, x := range numbers {
		fmt.Fprintf(&text, ":%v", x)
	}
	return p.send([]byte(text.String()))
}

// maxDigits is how many decimal digits a number of textbook.Bits bits has at most.
const maxDigits = 39

// receiveNumbers receives a message with so many numbers, each less than p if there is one.
func (p *textbookParty) receiveNumbers(name string, n int) ([]*big.Int, error) {
	message, err := p.receive(len(name) + n*(1+maxDigits))
	if err != nil {
		return nil, err
	}
	fields := strings.Split(string(message), ":")
	if fields[0] != name || len(fields) != 1+n {
		return nil, p.cheated("sent %q, not the message %q with %d numbers", clip(message), name, n)
	}
	var numbers []*big.Int
	for _, text := range fields[1:] {
		x, ok := new(big.Int).SetString(text, 10)
		if !ok || x.Sign() < 0 || x.String() != text || p.prime != nil && x.Cmp(p.prime) >= 0 {
			return nil, p.cheated("sent %q, which isn't a number less than p", clip([]byte(text)))
		}
		numbers = append(numbers, x)
	}
	return numbers, nil
}

// clip shortens what a peer sent, for an error.
func clip(b []byte) []byte { return b[:min(len(b), 20)] }

// endOfTextbook says what the published game has missed, and what it has shown.
func endOfTextbook(out *bufio.Writer, parties []participant) {
	p := parties[0].(*textbookParty)
	if names := p.repeated(); names != nil {
		fmt.Fprintf(out, "\nThe published game has MISSED that the player's deck repeats %s.\n", strings.Join(names, " and "))
	}
	if p.cheat == cheatPeek {
		fmt.Fprint(out, "\nThe published game has MISSED that the dealer knew the cards that it picked. It\nmay pick any two, and nothing that it shows at the end tells why it picked them.\n")
	}
	p.onlooker().tell(out)
}

// textbookCard returns the card that a number of the published deck stands for: in
// each suit from two to ace.
func textbookCard(x *big.Int) (cards.Card, bool) {
	deck := textbook.Deck()
	i := slices.Index(deck[:], x.Int64())
	if i < 0 || !x.IsInt64() {
		return cards.Card{}, false
	}
	suit := []cards.Suit{cards.Hearts, cards.Diamonds, cards.Clubs, cards.Spades}[i/13]
	return cards.Card{Rank: uint8((i%13+1)%13 + 1), Suit: suit}, true
}

func textbookText(x *big.Int) string {
	card, ok := textbookCard(x)
	if !ok {
		return "no card"
	}
	return card.String()
}

// textbookCards are the cards of the published deck, in its order.
var textbookCards = func() (all [deckSize]cards.Card) {
	for i, x := range textbook.Deck() {
		all[i], _ = textbookCard(big.NewInt(x))
	}
	return all
}()
