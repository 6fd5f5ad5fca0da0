package main

import (
	"cmp"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
)

var one = big.NewInt(1)

// smallFactors returns the prime factors of p−1 below 4,096. Greater ones would only take
// longer.
func smallFactors(p *big.Int) (factors []int64) {
	order := new(big.Int).Sub(p, one)
	for r := int64(2); r < 4096; r++ {
		if big.NewInt(r).ProbablyPrime(0) && new(big.Int).Mod(order, big.NewInt(r)).Sign() == 0 {
			factors = append(factors, r)
		}
	}
	return factors
}

// marks returns x^((p−1)/r) of numbers x, for a factor r of p−1. That is one of only r
// values, and if x is raised to e, so is its mark: no more than e mod r matters to it. For
// r = 2 it says whether x is a square.
func marks(numbers []*big.Int, p *big.Int, r int64) (all []*big.Int) {
	power := new(big.Int).Sub(p, one)
	power.Quo(power, big.NewInt(r))
	for _, x := range numbers {
		all = append(all, new(big.Int).Exp(x, power, p))
	}
	return all
}

// encrypted raises the cards' marks to the player's exponent, which it finds by trying all
// those mod r: with the right one, the marks are the deck's in another order. It returns
// nil if no exponent fits, or two.
func encrypted(ofCards, ofDeck []*big.Int, p *big.Int, r int64) (found []*big.Int) {
	want := slices.SortedFunc(slices.Values(ofDeck), (*big.Int).Cmp)
	guess := slices.Repeat([]*big.Int{one}, len(ofCards))
	for range r - 1 {
		for i, mark := range ofCards {
			product := new(big.Int).Mul(guess[i], mark)
			guess[i] = product.Mod(product, p)
		}
		sorted := slices.SortedFunc(slices.Values(guess), (*big.Int).Cmp)
		if !slices.EqualFunc(sorted, want, func(x, y *big.Int) bool { return x.Cmp(y) == 0 }) {
			continue
		}
		if found != nil {
			return nil
		}
		found = slices.Clone(guess)
	}
	return found
}

// recognise returns which card each number of an encrypted deck is, without any key: the
// only one that has all of its marks. Unknown is for a number that can be several.
func recognise(p *big.Int, deck []*big.Int) []faces.Card {
	ofCards, ofDeck := make([]string, deckSize), make([]string, deckSize)
	for _, r := range smallFactors(p) {
		theirs := marks(deck, p, r)
		ours := encrypted(marks(publicNumbers, p, r), theirs, p, r)
		for i, mark := range ours {
			ofCards[i] += mark.String() + " "
			ofDeck[i] += theirs[i].String() + " "
		}
	}
	known := slices.Repeat([]faces.Card{faces.Unknown}, deckSize)
	for i, marks := range ofDeck {
		if c := slices.Index(ofCards, marks); c >= 0 && !slices.Contains(ofCards[c+1:], marks) {
			known[i] = publicCards[c]
		}
	}
	return known
}

// telling reports whether p lets a dealer tell all cards apart. It needn't wait for the
// player's deck: an onlooker recognises as many of the cards themselves.
func telling(p *big.Int) bool {
	return !slices.Contains(recognise(p, publicNumbers), faces.Unknown)
}

// peek returns the best two cards of the player's deck, an ace and a card worth ten, and
// the worst two, under a p that is telling.
func peek(p *big.Int, deck []*big.Int) []*big.Int {
	worth := make(map[*big.Int]int)
	for i, card := range recognise(p, deck) {
		worth[deck[i]] = score([]faces.Card{card})
	}
	sorted := slices.SortedFunc(slices.Values(deck), func(x, y *big.Int) int { return cmp.Compare(worth[x], worth[y]) })
	ace, ten := 51, 47 // above which there are four aces, two of which would be worth less
	return []*big.Int{sorted[ace], sorted[ten], sorted[0], sorted[1]}
}

// A sight is what an onlooker has seen of a round, without any key.
type sight struct {
	Factors    []int64  `json:"factors"`    // of p−1
	Squares    int      `json:"squares"`    // of the 52 cards
	Recognised int      `json:"recognised"` // of the 52 numbers that the player sent
	Hand       []string `json:"hand"`       // those of the player's two cards that it recognises
}

// look returns what the messages of a round show, and tells it.
func look(p *big.Int, deck, playersHand []*big.Int, s *story) *sight {
	seen := &sight{Factors: smallFactors(p), Hand: []string{}}
	for _, x := range publicNumbers {
		if big.Jacobi(x, p) == 1 {
			seen.Squares++
		}
	}
	for i, card := range recognise(p, deck) {
		if card == faces.Unknown {
			continue
		}
		seen.Recognised++
		if slices.ContainsFunc(playersHand, func(x *big.Int) bool { return x.Cmp(deck[i]) == 0 }) {
			seen.Hand = append(seen.Hand, card.String())
		}
	}
	s.begin(6, "What an onlooker learns from the messages, without any key:")
	factors := strings.ReplaceAll(strings.Trim(fmt.Sprint(seen.Factors), "[]"), " ", ", ")
	s.list(fmt.Sprintf(`%d of the 52 cards are squares mod p. A square stays one under any exponent, so each card shows
			a bit.`, seen.Squares),
		fmt.Sprintf(`The small prime factors r of p − 1 (%s) show in the same way which cards are r-th powers, and
			then the exponent mod r.`, factors),
		fmt.Sprintf(`In all, the onlooker recognises %d of the 52 numbers that the player sent. Of the player's hand,
			it sees %s.`, seen.Recognised, cmp.Or(cli.And(seen.Hand), "no card")))
	return seen
}
