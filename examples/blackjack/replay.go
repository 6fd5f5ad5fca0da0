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

// The log of the round in E. Marcarelli, "A Fair Game of Blackjack between Two
// Players", 2010. Of the deck that the player sent, it shows the ends only.
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

// A gameLog holds what both sides of a game printed. Pairs are by role, or by card.
type gameLog struct {
	prime, primeMinusOne string
	exponents, inverses  [2]string
	deckEnds             [2]string
	dealersCards         [2]string // under both layers
	returned             [2]string // under the dealer's layer
	playersCards         [2]string // under the player's layer
	hands                [2][2]string
	scores               [2]int
	winner               role
}

// A line is a line of the log, and what it says if it is computed again.
type line struct {
	What     string `json:"what"`
	Logged   string `json:"logged"`
	Computed string `json:"computed"`
	Note     string `json:"note,omitempty"`
	OK       bool   `json:"ok"`
}

// A checker computes a log again, line by line.
type checker struct {
	log   gameLog
	keys  [2]textbook.Key // by role
	hands [2][]cards.Card // as they open
	lines []line
}

// check computes every line again.
func (l gameLog) check() ([]line, error) {
	c := &checker{log: l}
	for _, part := range []func() error{c.checkKeys, c.checkDeck, c.checkDealersCards, c.checkPlayersCards} {
		if err := part(); err != nil {
			return nil, err
		}
	}
	var scores [2]int
	for r := range scores {
		scores[r] = score(c.hands[r])
		c.add(fmt.Sprintf("the %v's score", role(r)), fmt.Sprint(l.scores[r]), scores[r], cards.Join(c.hands[r]))
	}
	c.add("the winner", l.winner.String(), winner(scores), fmt.Sprintf("%s = %d against %s = %d",
		cards.Join(c.hands[dealer]), scores[dealer], cards.Join(c.hands[player]), scores[player]))
	return c.lines, nil
}

func (c *checker) add(what, logged string, computed any, note string) {
	text := fmt.Sprint(computed)
	c.lines = append(c.lines, line{what, logged, text, note, text == logged})
}

// number reads a number of the log.
func number(text string) *big.Int {
	x, ok := new(big.Int).SetString(text, 10)
	if !ok {
		panic("the log holds " + text)
	}
	return x
}

func (c *checker) checkKeys() (err error) {
	p := number(c.log.prime)
	c.add("p − 1", c.log.primeMinusOne, new(big.Int).Sub(p, big.NewInt(1)), "")
	for r := range c.keys {
		if c.keys[r], err = textbook.NewKey(p, number(c.log.exponents[r])); err != nil {
			return err
		}
		c.add(fmt.Sprintf("the %v's inverse", role(r)), c.log.inverses[r], c.keys[r].Inverse(), "")
	}
	return nil
}

// checkDeck checks the ends of the deck: such a number is what some card is encrypted to.
func (c *checker) checkDeck() error {
	deck := make(map[string]*big.Int)
	for _, n := range textbook.Deck() {
		card := big.NewInt(n)
		encrypted, err := c.keys[player].Encrypt(card)
		if err != nil {
			return err
		}
		deck[encrypted.String()] = card
	}
	for i, logged := range c.log.deckEnds {
		computed, note := "no card", ""
		if card := deck[logged]; card != nil {
			computed, note = logged, fmt.Sprintf("opens to %v, %s", card, textbookText(card))
		}
		c.add([]string{"the deck's first number", "the deck's last number"}[i], logged, computed, note)
	}
	return nil
}

// checkDealersCards checks the dealer's cards, forward from a card's name and backward
// from the number that was sent.
func (c *checker) checkDealersCards() error {
	for i, logged := range c.log.dealersCards {
		sent, err := encrypt(c.log.hands[dealer][i], c.keys[player], c.keys[dealer])
		if err != nil {
			return err
		}
		c.add(fmt.Sprintf("the dealer's card %d, sent", i+1), logged, sent, "")
		stripped, err := c.keys[player].Decrypt(number(logged))
		if err != nil {
			return err
		}
		c.add(fmt.Sprintf("the dealer's card %d, returned", i+1), c.log.returned[i], stripped, "")
		if err := c.open(dealer, i, stripped); err != nil {
			return err
		}
	}
	return nil
}

// checkPlayersCards is checkDealersCards for the player's cards, which have one layer.
func (c *checker) checkPlayersCards() error {
	for i, logged := range c.log.playersCards {
		sent, err := encrypt(c.log.hands[player][i], c.keys[player])
		if err != nil {
			return err
		}
		c.add(fmt.Sprintf("the player's card %d, sent", i+1), logged, sent, "")
		if err := c.open(player, i, number(logged)); err != nil {
			return err
		}
	}
	return nil
}

// open takes a party's own layer off its card.
func (c *checker) open(r role, i int, under *big.Int) error {
	opened, err := c.keys[r].Decrypt(under)
	if err != nil {
		return err
	}
	card, _ := textbookCard(opened)
	c.hands[r] = append(c.hands[r], card)
	c.add(fmt.Sprintf("the %v's card %d, opened", r, i+1), c.log.hands[r][i], textbookText(opened), opened.String())
	return nil
}

// encrypt returns the number of a card of the published deck under these keys, in
// decimal.
func encrypt(card string, keys ...textbook.Key) (string, error) {
	for _, c := range textbook.Deck() {
		x := big.NewInt(c)
		if textbookText(x) != card {
			continue
		}
		for _, k := range keys {
			var err error
			if x, err = k.Encrypt(x); err != nil {
				return "", err
			}
		}
		return x.String(), nil
	}
	return "no number", nil
}

var errLog = cli.CheckFailed(errors.New("the log is wrong"))

// replay checks a log.
func (l gameLog) replay(out *bufio.Writer, asJSON bool) error {
	lines, err := l.check()
	if err != nil {
		return err
	}
	if slices.ContainsFunc(lines, func(l line) bool { return !l.OK }) {
		err = errLog
	}
	if asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Lines []line `json:"lines"`
		}{cli.OutcomeOf(err), lines}, err)
	}
	l.tell(out, lines)
	return err
}

func (l gameLog) tell(out *bufio.Writer, lines []line) {
	fmt.Fprintf(out, "The log of a round of blackjack, published in 2010, computed again. Cards are\nnumbers, and encrypting one is raising it to a secret power mod\n  p = %s.\nEach line that is right has a ✓.\n\n", l.prime)
	for _, x := range lines {
		mark := "✓"
		if !x.OK {
			mark = "✗ it is " + x.Computed
		}
		switch {
		case x.Note == "":
		case len(x.Logged) < 20:
			mark += "  " + x.Note
		default:
			mark += fmt.Sprintf("\n%34s%s", "", x.Note)
		}
		fmt.Fprintf(out, "  %-29s %s %s\n", x.What, x.Logged, mark)
	}
	fmt.Fprint(out, "\nThat the log checks doesn't make the game fair. A p of 128 bits could be broken\neven then; every card shows one bit under encryption; and a party decrypts\nwhatever the other one sends. -protocol textbook plays such a round and shows\nwhat an onlooker learns; without flags, this program plays by package sra, which\nhas none of these flaws.\n")
}
