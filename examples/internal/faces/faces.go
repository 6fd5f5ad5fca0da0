// Package faces names playing cards for people.
package faces

import (
	"fmt"
	"strings"
)

// A Card is a number from 0 to 51, by suit in the order ♠♥♦♣, then from ace to king; or
// [Unknown].
type Card int

// Unknown is no card.
const Unknown Card = -1

// Rank returns 1 for an ace to 13 for a king.
func (c Card) Rank() int { return int(c)%13 + 1 }

// String returns the rank as A, 2 to 10, J, Q or K, then the suit's glyph: 10♥.
func (c Card) String() string {
	if c == Unknown {
		return "?"
	}
	return [...]string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"}[c%13] + [...]string{"♠", "♥", "♦", "♣"}[c/13]
}

// Parse returns the cards of these names, separated by spaces.
func Parse[C ~int](names string) (cards []C, err error) {
	for _, name := range strings.Fields(names) {
		c := Card(0)
		for c < 52 && c.String() != name {
			c++
		}
		if c == 52 {
			return nil, fmt.Errorf("%q isn't a card", name)
		}
		cards = append(cards, C(c))
	}
	return cards, nil
}

// Names returns the names of cards.
func Names[C ~int](cards []C) []string {
	names := make([]string, len(cards))
	for i, c := range cards {
		names[i] = Card(c).String()
	}
	return names
}

// Join returns the names of cards, separated by spaces.
func Join[C ~int](cards []C) string { return strings.Join(Names(cards), " ") }
