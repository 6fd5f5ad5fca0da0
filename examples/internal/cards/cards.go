// Package cards names playing cards for people. The games of the examples number
// their decks in different ways; each converts its own numbers to a Card, by
// Numbered if they are in that order.
package cards

import (
	"fmt"
	"strings"
)

// A Suit is one of four.
type Suit uint8

const (
	Spades Suit = iota
	Hearts
	Diamonds
	Clubs
)

// String returns the suit's glyph.
func (s Suit) String() string { return [...]string{"♠", "♥", "♦", "♣"}[s] }

// A Card is a rank, from 1 (ace) to 13 (king), in a suit. The zero value is no
// card.
type Card struct {
	Rank uint8
	Suit Suit
}

// Numbered returns card c, from 0 to 51, of a deck in the order of the suits above,
// each from ace to king.
func Numbered(c int) Card { return Card{Rank: uint8(c%13 + 1), Suit: Suit(c / 13)} }

// ParseNumbers returns the numbers of the cards of these names, separated by spaces.
func ParseNumbers(names string) ([]int, error) {
	var numbers []int
	for _, name := range strings.Fields(names) {
		c := 0
		for c < 52 && Numbered(c).String() != name {
			c++
		}
		if c == 52 {
			return nil, fmt.Errorf("%q isn't a card", name)
		}
		numbers = append(numbers, c)
	}
	return numbers, nil
}

// ranks are the names of the ranks, from 0, which is none.
var ranks = [14]string{"?", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}

// String returns the rank as A, 2 to 10, J, Q or K, then the suit's glyph: 10♥.
func (c Card) String() string { return ranks[c.Rank] + c.Suit.String() }

// Join returns the cards separated by spaces.
func Join(cards []Card) string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = c.String()
	}
	return strings.Join(names, " ")
}

// Names returns the names of the cards of these numbers.
func Names(numbers []int) []string {
	names := make([]string, len(numbers))
	for i, c := range numbers {
		names[i] = Numbered(c).String()
	}
	return names
}

// JoinNumbered returns the names of the cards of these numbers, separated by spaces.
func JoinNumbered(numbers []int) string { return strings.Join(Names(numbers), " ") }
