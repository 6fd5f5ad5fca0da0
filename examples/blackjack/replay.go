package main

import (
	"bufio"
	"errors"
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// A gameLog holds what both sides of a game printed. Pairs are by role, or by card.
type gameLog struct {
	prime, primeMinusOne string
	exponents, inverses  [2]string
	deckEnds             [2]string // of the player's deck, the only cards that it shows
	dealersCards         [2]string // under both layers
	returned             [2]string // under the dealer's layer
	playersCards         [2]string // under the player's layer
	hands                [2][2]string
	scores               [2]int
	winner               role
}

// The log of the round in E. Marcarelli, "A Fair Game of Blackjack between Two Players",
// 2010.
var published = gameLog{
	prime:         "290485332089682301714110312272926253351",
	primeMinusOne: "290485332089682301714110312272926253350",
	exponents:     [2]string{"176571867822716636338490137726779129241", "277143322521614513293683805691059305799"},
	inverses:      [2]string{"33620151711669712150920678878391484661", "88463238332629290275682852149939034449"},
	deckEnds:      [2]string{"59093244672239728140469484469130050481", "283482747135095725126984046467774082953"},
	dealersCards:  [2]string{"80186339648626151745475658741642476166", "238729702001192223656089792929723584992"},
	returned:      [2]string{"138815687569834880995285013235085961685", "198881448678562787197364062905930606134"},
	playersCards:  [2]string{"119358689845573230946702688632291531364", "177714533562499925132211270673131870985"},
	hands:         [2][2]string{{"J♣", "6♦"}, {"3♣", "9♣"}},
	scores:        [2]int{16, 12},
	winner:        dealer,
}

// A line of the log, and what it says if it is computed again.
type line struct {
	What     string `json:"what"`
	Logged   string `json:"logged"`
	Computed string `json:"computed"`
}

func (l line) wrong() bool { return l.Logged != l.Computed }

// check computes every line again: the numbers that were sent forward from the names of the
// cards, and the cards backward from these numbers.
func (l gameLog) check() (lines []line, err error) {
	add := func(what, logged string, computed any) {
		lines = append(lines, line{what, logged, fmt.Sprint(computed)})
	}
	p := number(l.prime)
	add("p − 1", l.primeMinusOne, new(big.Int).Sub(p, big.NewInt(1)))
	var keys [2]textbook.Key
	for r := range keys {
		if keys[r], err = textbook.NewKey(p, number(l.exponents[r])); err != nil {
			return nil, err
		}
		add(fmt.Sprintf("the %v's inverse", role(r)), l.inverses[r], keys[r].Inverse())
	}
	for i, what := range []string{"first", "last"} {
		card := cards.Join(open(l.deckEnds[i], keys[player]))
		add("the deck's "+what+" number, "+card, l.deckEnds[i], encrypt(card, keys[player]))
	}
	var scores [2]int
	for r, under := range [2][2]string{l.returned, l.playersCards} {
		var hand []cards.Card
		for i, number := range under {
			what, name, sent := fmt.Sprintf("the %v's card %d, ", role(r), i+1), l.hands[r][i], "sent"
			if role(r) == dealer {
				add(what+"sent", l.dealersCards[i], encrypt(name, keys[player], keys[dealer]))
				sent = "returned"
			}
			add(what+sent, number, encrypt(name, keys[r]))
			card := open(number, keys[r])
			add(what+"opened", name, cards.Join(card))
			hand = append(hand, card...)
		}
		scores[r] = score(hand)
		add(fmt.Sprintf("the %v's score", role(r)), fmt.Sprint(l.scores[r]), scores[r])
	}
	add("the winner", l.winner.String(), winner(scores))
	return lines, nil
}

// number reads a number of the log.
func number(text string) *big.Int {
	x, _ := new(big.Int).SetString(text, 10)
	return x
}

// open returns the card that a number of the log opens to, if it is one.
func open(text string, key textbook.Key) []cards.Card {
	clear, err := key.Decrypt(number(text))
	if err != nil {
		return nil
	}
	return textbookCards([]*big.Int{clear})
}

// encrypt returns the number of a card under these keys, in decimal.
func encrypt(card string, keys ...textbook.Key) string {
	i := slices.IndexFunc(publicCards, func(c cards.Card) bool { return c.String() == card })
	if i < 0 {
		return "no card"
	}
	x := publicNumbers[i]
	for _, k := range keys {
		x, _ = k.Encrypt(x) // which is in its range
	}
	return x.String()
}

// replay checks a log.
func (l gameLog) replay(out *bufio.Writer, asJSON bool) error {
	lines, err := l.check()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(lines, line.wrong) {
		err = cli.CheckFailed(errors.New("the log is wrong"))
	}
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Lines []line `json:"lines"`
		}{cli.OutcomeOf(err), lines}, err)
	}
	fmt.Fprintf(out, `The log of a round of blackjack, published in 2010, computed again. Cards are
numbers, and encrypting one is raising it to a secret power mod
  p = %s.
Each line that is right has a ✓.

`, l.prime)
	for _, x := range lines {
		mark := "✓"
		if x.wrong() {
			mark = "✗ it is " + x.Computed
		}
		fmt.Fprintf(out, "  %-29s %s %s\n", x.What, x.Logged, mark)
	}
	fmt.Fprint(out, `
That the log checks doesn't make the game fair. A p of 128 bits could be broken
even then; every card shows one bit under encryption; and a party decrypts
whatever the other one sends. -protocol textbook plays such a round and shows
what an onlooker learns; without flags, this program plays by package sra, which
has none of these flaws.
`)
	return err
}
