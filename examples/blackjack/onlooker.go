package main

import (
	"bufio"
	"cmp"
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A lens shows one thing of a number under any exponent: for a small prime factor r of
// p − 1, the logarithm of x^((p−1)/r), which is one of r. Raising x to e multiplies it by
// e. For r = 2 it says whether x is a square.
type lens struct {
	r     int64
	power *big.Int // (p−1)/r
	p     *big.Int
	logs  map[string]int64 // of the r values
}

// lenses returns those of the prime factors below 4,096. Greater ones would only take longer.
func lenses(p *big.Int) (all []lens) {
	one := big.NewInt(1)
	order := new(big.Int).Sub(p, one)
	for r := int64(2); r < 4096; r++ {
		power, remainder := new(big.Int).QuoRem(order, big.NewInt(r), new(big.Int))
		if remainder.Sign() != 0 || !big.NewInt(r).ProbablyPrime(0) {
			continue
		}
		l := lens{r, power, p, make(map[string]int64)}
		generator := new(big.Int).Set(one)
		for base := int64(2); generator.Cmp(one) == 0; base++ {
			generator.Exp(big.NewInt(base), power, p)
		}
		value := new(big.Int).Set(one)
		for log := range r {
			l.logs[value.String()] = log
			value.Mul(value, generator).Mod(value, p)
		}
		all = append(all, l)
	}
	return all
}

// see returns the logarithms of numbers that aren't 0.
func (l lens) see(numbers []*big.Int) (logs []int64) {
	for _, x := range numbers {
		logs = append(logs, l.logs[new(big.Int).Exp(x, l.power, l.p).String()])
	}
	return logs
}

// exponent returns e mod r, if the logarithms of the cards and of the deck tell it, else 0.
func (l lens) exponent(before, after []int64) (e int64) {
	after = slices.Sorted(slices.Values(after))
	encrypted := make([]int64, len(before))
	for guess := int64(1); guess < l.r; guess++ {
		for i, log := range before {
			encrypted[i] = guess * log % l.r
		}
		slices.Sort(encrypted)
		if !slices.Equal(encrypted, after) {
			continue
		}
		if e != 0 {
			return 0 // there are two
		}
		e = guess
	}
	return e
}

// recognise returns which cards each number of an encrypted deck can be.
func recognise(all []lens, deck []*big.Int) [][]int {
	canBe := make([][]int, len(deck))
	for i := range deck {
		for c := range publicNumbers {
			canBe[i] = append(canBe[i], c)
		}
	}
	for _, l := range all {
		before, after := l.see(publicNumbers), l.see(deck)
		e := l.exponent(before, after)
		if e == 0 {
			continue
		}
		for i := range canBe {
			canBe[i] = slices.DeleteFunc(canBe[i], func(c int) bool { return e*before[c]%l.r != after[i] })
		}
	}
	return canBe
}

// telling reports whether p lets a dealer tell the cards apart.
func telling(p *big.Int) bool {
	kinds := 1.
	for _, l := range lenses(p) {
		kinds *= float64(l.r)
	}
	return kinds > 1<<20
}

// peek returns the best two cards that a dealer recognises in the player's deck, an ace and
// a card worth ten, and the worst two.
func peek(p *big.Int, deck []*big.Int) []*big.Int {
	canBe := recognise(lenses(p), deck)
	worth := func(i int) int {
		if len(canBe[i]) != 1 {
			return 7 // on average
		}
		return score([]cards.Card{publicCards[canBe[i][0]]})
	}
	var order []int
	for i := range deck {
		order = append(order, i)
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(worth(i), worth(j)) })
	best := len(order) - 1 // an ace; two of them would be worth less
	second := best - 1
	for worth(order[second]) == 11 {
		second--
	}
	return []*big.Int{deck[order[best]], deck[order[second]], deck[order[0]], deck[order[1]]}
}

// A sight is what an onlooker has seen of a round, without any key.
type sight struct {
	Factors    []int64    `json:"factors"`    // of p−1
	Squares    int        `json:"squares"`    // of the 52 cards
	Recognised int        `json:"recognised"` // of the 52 numbers that the player sent
	Hand       [][]string `json:"hand"`       // what each of the player's cards can be
}

func newSight(p *byTextbook) *sight {
	s := new(sight)
	all := lenses(p.prime)
	for _, l := range all {
		s.Factors = append(s.Factors, l.r)
	}
	for _, x := range publicNumbers {
		if big.Jacobi(x, p.prime) == 1 {
			s.Squares++
		}
	}
	for i, canBe := range recognise(all, p.deck) {
		if len(canBe) == 1 {
			s.Recognised++
		}
		if !slices.ContainsFunc(p.dealt, func(x *big.Int) bool { return x.Cmp(p.deck[i]) == 0 }) {
			continue
		}
		var names []string
		for _, c := range canBe {
			names = append(names, publicCards[c].String())
		}
		s.Hand = append(s.Hand, names)
	}
	return s
}

func (s *sight) tell(out *bufio.Writer) {
	var factors, hand []string
	for _, r := range s.Factors {
		factors = append(factors, cli.Thousands(r))
	}
	for _, canBe := range s.Hand {
		if len(canBe) > 8 {
			canBe = []string{fmt.Sprintf("one of %d", len(canBe))}
		}
		hand = append(hand, cli.Or(canBe))
	}
	out.WriteString("\nWhat an onlooker learns from the connection, without any key:\n")
	for _, text := range []string{
		fmt.Sprintf(`%d of the 52 cards are squares mod p. A square stays one under any exponent, so each card
			shows a bit.`, s.Squares),
		fmt.Sprintf(`The small prime factors r of p − 1, %s, show in the same way which cards are r-th powers,
			and then the exponent mod r.`, cli.And(factors)),
		fmt.Sprintf(`In all, the onlooker recognises %d of the 52 numbers that the player sent. The cards that
			the player was dealt are %s.`, s.Recognised, cli.And(hand)),
	} {
		out.WriteString(cli.Wrap("  - ", "    ", text))
	}
	fmt.Fprint(out, `
Without -protocol textbook, none of this works: package sra plays in a group of
prime order that no party chooses, where all numbers are of one kind.
`)
}
