// Package showdown compares hands of poker: the best five of up to seven cards, by
// the usual ranks of high poker, without wild cards.
//
// Cards are numbered as in package faces: 0 to 51, the ace of a suit first.
package showdown

import (
	"math/bits"
	"strings"
)

// A Category is a kind of hand. Larger ones win.
type Category uint8

// The categories. A royal flush is the highest straight flush.
const (
	HighCard Category = iota
	Pair
	TwoPair
	ThreeOfAKind
	Straight
	Flush
	FullHouse
	FourOfAKind
	StraightFlush
)

// A Strength orders hands: the larger one wins, and equal ones share. From the most
// significant, its groups of four bits are the category, two ranks that make it, and
// five kickers; a rank is 1 for a deuce to 13 for an ace, 0 where there is none.
type Strength uint32

// Best returns the strength of the best five of these cards, which are different and
// at most seven. Where there are fewer than five, nothing is as good as the lowest
// card.
func Best(hand ...int) Strength {
	var suits [4]uint16 // the ranks of each suit: bit 0 is the deuce, bit 12 the ace
	for _, c := range hand {
		suits[c/13] |= 1 << ((c + 12) % 13)
	}
	var flush uint16
	for _, s := range suits {
		if bits.OnesCount16(s) >= 5 {
			flush = s // of seven cards, one suit at most has five
		}
	}
	a, b, c, d := suits[0], suits[1], suits[2], suits[3]
	all := a | b | c | d
	four := top(a & b & c & d)
	three := top(a&b&(c|d) | c&d&(a|b))
	pairs := (a&b | c&d | (a|b)&(c|d)) &^ three
	pair := top(pairs)
	second := top(pairs &^ pair)

	switch {
	case straight(flush) != 0:
		return StraightFlush.of(straight(flush), 0, 0, 0)
	case four != 0:
		return FourOfAKind.of(four, 0, all, 1)
	case three != 0 && pair != 0:
		return FullHouse.of(three, pair, 0, 0)
	case flush != 0:
		return Flush.of(0, 0, flush, 5)
	case straight(all) != 0:
		return Straight.of(straight(all), 0, 0, 0)
	case three != 0:
		return ThreeOfAKind.of(three, 0, all, 2)
	case second != 0:
		return TwoPair.of(pair, second, all, 1)
	case pair != 0:
		return Pair.of(pair, 0, all, 3)
	}
	return HighCard.of(0, 0, all, 5)
}

// top returns the highest rank of some, as a mask.
func top(ranks uint16) uint16 { return 1 << bits.Len16(ranks) >> 1 }

// straight returns the highest card of the highest straight among some ranks. An ace
// is below the deuce or above the king.
func straight(ranks uint16) uint16 {
	r := ranks<<1 | ranks>>12
	return top(r&(r<<1)&(r<<2)&(r<<3)&(r<<4)) >> 1
}

// of is the strength of a category that is made of one or two ranks, with the n highest
// others as kickers.
func (c Category) of(first, second, others uint16, n int) Strength {
	s := Strength(c)<<8 | Strength(bits.Len16(first))<<4 | Strength(bits.Len16(second))
	others &^= first | second
	for range n {
		s = s<<4 | Strength(bits.Len16(others))
		others &^= top(others)
	}
	return s << (4 * (5 - n))
}

// Category returns the kind of the hand.
func (s Strength) Category() Category { return Category(s >> 28) }

var (
	rankNames = [...]string{"nothing", "deuce", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen",
		"king", "ace"}
	texts = [...]string{
		HighCard: "{kicker} high", Pair: "a pair of {firsts}", TwoPair: "two pair, {firsts} and {seconds}",
		ThreeOfAKind: "three {firsts}", Straight: "a straight to the {first}", Flush: "a flush",
		FullHouse: "a full house, {firsts} over {seconds}", FourOfAKind: "four {firsts}", StraightFlush: "a straight flush to the {first}",
	}
)

// String describes the hand as players do, with the kickers.
func (s Strength) String() string {
	first, second, kicker := rankNames[s>>24&15], rankNames[s>>20&15], rankNames[s>>16&15]
	text := strings.NewReplacer("{first}", first, "{firsts}", plural(first), "{seconds}", plural(second), "{kicker}",
		kicker).Replace(texts[s.Category()])
	if s.Category() == HighCard {
		s &^= 15 << 16
	}
	before := ", with "
	for i := 16; i >= 0; i -= 4 {
		if kicker := s >> i & 15; kicker != 0 {
			text += before + [...]string{"2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"}[kicker-1]
			before = " "
		}
	}
	return text
}

func plural(rank string) string {
	if rank == "six" {
		return "sixes"
	}
	return rank + "s"
}
