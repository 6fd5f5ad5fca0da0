package main

import (
	"bufio"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/sra/textbook"
)

// maxFactor bounds the factors of p − 1 that this onlooker uses. Greater ones would only
// take longer.
const maxFactor = 1 << 14

// A lens shows one thing of a number under any exponent: for a factor r of p − 1, the
// logarithm of x^((p−1)/r), which is one of r. Raising x to e multiplies it by e. For
// r = 2 it says whether x is a square.
type lens struct {
	r     int64
	power *big.Int         // (p−1)/r
	logs  map[string]int64 // of the r values
	p     *big.Int
}

// lenses returns those of the small prime factors of p − 1, and what is left of p − 1.
func lenses(p *big.Int) (all []lens, rest *big.Int) {
	one := big.NewInt(1)
	order := new(big.Int).Sub(p, one)
	rest = new(big.Int).Set(order)
	quotient, remainder := new(big.Int), new(big.Int)
	for r := int64(2); r < maxFactor; r++ {
		divisor := big.NewInt(r)
		if quotient.QuoRem(rest, divisor, remainder); remainder.Sign() != 0 {
			continue
		}
		for remainder.Sign() == 0 { // so r is a prime: its factors are divided out
			rest.Set(quotient)
			quotient.QuoRem(rest, divisor, remainder)
		}
		l := lens{r: r, power: new(big.Int).Div(order, divisor), logs: make(map[string]int64), p: p}
		generator := new(big.Int)
		for base := int64(2); generator.BitLen() == 0 || generator.Cmp(one) == 0; base++ {
			generator.Exp(big.NewInt(base), l.power, p)
		}
		value := big.NewInt(1)
		for log := range r {
			l.logs[value.String()] = log
			value.Mul(value, generator).Mod(value, p)
		}
		all = append(all, l)
	}
	return all, rest
}

// see returns the logarithm of a number that isn't 0.
func (l lens) see(x *big.Int) int64 {
	return l.logs[new(big.Int).Exp(x, l.power, l.p).String()]
}

// exponent returns e mod r, if the deck before and after the encryption tells it.
func (l lens) exponent(before, after []int64) (e int64, ok bool) {
	sorted := slices.Sorted(slices.Values(after))
	known := slices.IndexFunc(after, func(log int64) bool { return log != 0 })
	if known < 0 {
		return 0, false
	}
	for _, log := range before {
		inverse := new(big.Int).ModInverse(big.NewInt(log), big.NewInt(l.r))
		if inverse == nil { // of 0
			continue
		}
		guess := after[known] * inverse.Int64() % l.r
		var encrypted []int64
		for _, log := range before {
			encrypted = append(encrypted, guess*log%l.r)
		}
		slices.Sort(encrypted)
		if !slices.Equal(encrypted, sorted) || ok && guess == e {
			continue
		}
		if ok {
			return 0, false // there are two
		}
		e, ok = guess, true
	}
	return e, ok
}

// A sight is what an onlooker can tell of an encrypted deck, without any key.
type sight struct {
	lenses  []lens
	rest    *big.Int  // of p − 1
	cards   [][]int64 // of the public numbers, by lens
	squares [2]int    // of the public numbers, of the encrypted deck
	deck    [][]int   // what each number of the deck can be, as indices of textbook.Deck
}

func newSight(p *big.Int, deck []*big.Int) *sight {
	s := new(sight)
	s.lenses, s.rest = lenses(p)
	var public []*big.Int
	for _, c := range textbook.Deck() {
		public = append(public, big.NewInt(c))
	}
	for i := range deck {
		s.deck = append(s.deck, nil)
		for c := range public {
			s.deck[i] = append(s.deck[i], c)
		}
	}
	for _, l := range s.lenses {
		var before, after []int64
		for i := range public {
			before, after = append(before, l.see(public[i])), append(after, l.see(deck[i]))
		}
		s.cards = append(s.cards, before)
		if l.r == 2 {
			zero := func(logs []int64) (n int) {
				for _, log := range logs {
					n += 1 - int(log)
				}
				return n
			}
			s.squares = [2]int{zero(before), zero(after)}
		}
		e, ok := l.exponent(before, after)
		if !ok {
			continue
		}
		for i := range s.deck {
			s.deck[i] = slices.DeleteFunc(s.deck[i], func(c int) bool { return e*before[c]%l.r != after[i] })
		}
	}
	return s
}

// identified returns how many numbers of the deck can be one card only.
func (s *sight) identified() (n int) {
	for _, c := range s.deck {
		if len(c) == 1 {
			n++
		}
	}
	return n
}

// pair returns what two numbers under an unknown exponent can be: the logarithms of both
// are multiplied by the same factor.
func (s *sight) pair(x, y *big.Int) (first, second []int) {
	var xs, ys []int64
	for _, l := range s.lenses {
		xs, ys = append(xs, l.see(x)), append(ys, l.see(y))
	}
	fits := func(a, b int) bool {
		for i, l := range s.lenses {
			la, lb := s.cards[i][a], s.cards[i][b]
			if la*ys[i]%l.r != lb*xs[i]%l.r || (la == 0) != (xs[i] == 0) || (lb == 0) != (ys[i] == 0) {
				return false
			}
		}
		return a != b
	}
	for a := range deckSize {
		for b := range deckSize {
			if fits(a, b) {
				first, second = append(first, a), append(second, b)
			}
		}
	}
	for _, c := range []*[]int{&first, &second} {
		slices.Sort(*c)
		*c = slices.Compact(*c)
	}
	return first, second
}

// telling reports whether p lets a dealer tell the cards apart.
func telling(p *big.Int) bool {
	all, _ := lenses(p)
	kinds := 1.
	for _, l := range all {
		kinds *= float64(l.r)
	}
	return kinds > 1<<24
}

// peek returns the positions of the best two cards that a dealer recognises in the
// player's deck, and of the worst two others.
func peek(p *big.Int, deck []*big.Int) []int {
	s := newSight(p, deck)
	var known []int
	for i, c := range s.deck {
		if len(c) == 1 {
			known = append(known, i)
		}
	}
	pairs := func(better func(a, b int) bool, without ...int) (best []int) {
		for _, i := range known {
			for _, j := range known {
				if i >= j || slices.Contains(without, i) || slices.Contains(without, j) {
					continue
				}
				if best == nil || better(s.score(i, j), s.score(best[0], best[1])) {
					best = []int{i, j}
				}
			}
		}
		return best
	}
	dealers := pairs(func(a, b int) bool { return a > b })
	players := pairs(func(a, b int) bool { return a < b }, dealers...)
	at := append(dealers, players...)
	for i := 0; len(at) < 4; i++ { // it recognises too few
		if !slices.Contains(at, i) {
			at = append(at, i)
		}
	}
	return at
}

// score returns the score of two numbers of the deck that are identified.
func (s *sight) score(i, j int) int {
	return score([]cards.Card{textbookCards[s.deck[i][0]], textbookCards[s.deck[j][0]]})
}

// A dealtCard is a card as an onlooker sees it.
type dealtCard struct {
	whose  string
	square bool
	canBe  []int
}

// An onlooker has read a whole round.
type onlooker struct {
	*sight
	dealt []dealtCard
}

// onlooker returns what anybody learns from the connection.
func (p *textbookParty) onlooker() onlooker {
	o := onlooker{sight: newSight(p.prime, p.deck)}
	add := func(whose string, x *big.Int, canBe []int) {
		o.dealt = append(o.dealt, dealtCard{whose, big.Jacobi(x, p.prime) == 1, canBe})
	}
	first, second := o.pair(p.returned[0], p.returned[1])
	add("the dealer's first", p.returned[0], first)
	add("the dealer's second", p.returned[1], second)
	for i, whose := range []string{"the player's first", "the player's second"} {
		at := slices.IndexFunc(p.deck, func(x *big.Int) bool { return x.Cmp(p.dealt[i]) == 0 })
		canBe := []int(nil)
		if at >= 0 {
			canBe = o.deck[at]
		}
		add(whose, p.dealt[i], canBe)
	}
	return o
}

func (o onlooker) tell(out *bufio.Writer) {
	say := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	var factors []string
	for _, l := range o.lenses {
		factors = append(factors, cli.Thousands(l.r))
	}
	say("\nWhat an onlooker learns from the connection, without any key:\n")
	fmt.Fprint(out, cli.Wrap("  Small prime factors of p − 1: ", "  ", strings.Join(factors, ", ")+"."))
	say("  What is left of p − 1 has %d bits.", o.rest.BitLen())
	say("  %d of the 52 cards are squares mod p, and so are %d of the 52 numbers that the\n  player sent: a square stays one under any exponent, so each card shows a bit.", o.squares[0], o.squares[1])
	if len(factors) > 1 {
		say("  The other factors r show in the same way which cards are r-th powers, and then\n  the exponent mod r. In all, the onlooker recognises %d of the 52 numbers.", o.identified())
	}
	say("\n  %-20s  %-7s  %s", "card", "square?", "what it can be")
	for _, d := range o.dealt {
		square := "no"
		if d.square {
			square = "yes"
		}
		canBe := fmt.Sprintf("one of %d cards", len(d.canBe))
		if len(d.canBe) <= 8 {
			canBe = strings.Join(names(d.canBe), " ")
		}
		say("  %-20s  %-7s  %s", d.whose, square, canBe)
	}
	say("\nWithout -protocol textbook, none of this works: package sra plays in a group of\nprime order that no party chooses, where all numbers are of one kind.")
}

// A sightRecord is what an onlooker sees, for -json.
type sightRecord struct {
	Factors    []int64         `json:"factors"` // of p−1
	Squares    int             `json:"squares"` // of the 52 cards
	Identified int             `json:"identified"`
	Dealt      []dealtInRecord `json:"dealt"`
}

type dealtInRecord struct {
	Card   string   `json:"card"`
	Square bool     `json:"square"`
	CanBe  []string `json:"canBe"`
}

func (o onlooker) record() *sightRecord {
	r := &sightRecord{Squares: o.squares[0], Identified: o.identified()}
	for _, l := range o.lenses {
		r.Factors = append(r.Factors, l.r)
	}
	for _, d := range o.dealt {
		r.Dealt = append(r.Dealt, dealtInRecord{d.whose, d.square, names(d.canBe)})
	}
	return r
}

func names(indices []int) []string {
	all := make([]string, len(indices))
	for i, c := range indices {
		all[i] = textbookCards[c].String()
	}
	return all
}
