package otpdeal

import (
	"fmt"
	"strconv"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// A Suit is one of four, in the order of the two bits that stand for it.
type Suit uint8

// The suits.
const (
	Clubs Suit = iota
	Diamonds
	Spades
	Hearts
)

// String returns the suit's glyph.
func (s Suit) String() string {
	if s > Hearts {
		return fmt.Sprintf("Suit(%d)", uint8(s))
	}
	return string([]rune("♣♦♠♥")[s])
}

// A Card is the byte that stands for a card: the suit in its two most significant
// bits, the rank in its four least significant ones, and two zero bits between. 52
// of the 256 values are cards; the zero value isn't one.
type Card byte

const (
	// DeckSize is the number of cards, and of their keys.
	DeckSize = 52
	// HandSize is the number of cards that each seat is dealt.
	HandSize = 13
)

// NewCard returns the card of a suit and a rank from 1 (ace) to 13 (king), or an
// [ErrMalformed].
func NewCard(suit Suit, rank int) (Card, error) {
	if suit > Hearts || rank < 1 || rank > 13 {
		return 0, wrap.Errorf(ErrMalformed, "there is no card of suit %d and rank %d", uint8(suit), rank)
	}
	return Card(uint8(suit)<<6 | uint8(rank)), nil
}

// Valid reports whether c is one of the 52.
func (c Card) Valid() bool { return c&0x30 == 0 && 1 <= c.Rank() && c.Rank() <= 13 }

// Suit returns the suit of a valid card.
func (c Card) Suit() Suit { return Suit(c >> 6) }

// Rank returns the rank of a valid card: 1 is an ace, 11, 12 and 13 jack, queen and
// king.
func (c Card) Rank() int { return int(c & 0x0f) }

// String returns the rank as A, 2 to 10, J, Q or K, then the suit's glyph: 10♥.
func (c Card) String() string {
	if !c.Valid() {
		return fmt.Sprintf("Card(%#02x)", uint8(c))
	}
	rank := strconv.Itoa(c.Rank())
	switch c.Rank() {
	case 1:
		rank = "A"
	case 11:
		rank = "J"
	case 12:
		rank = "Q"
	case 13:
		rank = "K"
	}
	return rank + c.Suit().String()
}

// Deck returns the 52 cards in ascending order of their bytes.
func Deck() []Card {
	deck := make([]Card, 0, DeckSize)
	for suit := range Hearts + 1 {
		for rank := 1; rank <= 13; rank++ {
			deck = append(deck, Card(uint8(suit)<<6|uint8(rank)))
		}
	}
	return deck
}

// checkCards checks that these are different cards. Its error doesn't say which cards
// they are.
func checkCards(what string, cards []Card) error {
	var at [256]int // 1 + the place of each card
	for i, c := range cards {
		if !c.Valid() {
			return wrap.Errorf(ErrCards, "byte %d of %s is no card", i, what)
		}
		if at[c] != 0 {
			return wrap.Errorf(ErrCards, "bytes %d and %d of %s are the same card", at[c]-1, i, what)
		}
		at[c] = i + 1
	}
	return nil
}
