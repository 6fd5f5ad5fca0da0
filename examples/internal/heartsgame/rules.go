package heartsgame

import (
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
)

// Cards that the rules name, numbered as in package examples/internal/faces.
const (
	queenOfSpades = 11
	twoOfDiamonds = 27
	twoOfClubs    = 40
	aceOfHearts   = 13
)

// All is the points of a hand: 1 for each heart, 13 for the queen of spades.
const All = 26

func suit(card int) int { return card / 13 }

func isHeart(card int) bool { return suit(card) == suit(aceOfHearts) }

// rank returns 2 for a two to 14 for an ace.
func rank(card int) int { return (faces.Card(card).Rank()+11)%13 + 2 }

func points(card int) int {
	switch {
	case card == queenOfSpades:
		return 13
	case isHeart(card):
		return 1
	}
	return 0
}

// A Play is a card that a seat has played.
type Play struct{ Seat, Card int }

// A Trick is a card of each seat, in the order in which they were played.
type Trick []Play

// Winner returns the seat that has played the highest card of the suit that was led.
func (t Trick) Winner() int {
	return slices.MaxFunc(t, func(a, b Play) int { return t.strength(a.Card) - t.strength(b.Card) }).Seat
}

func (t Trick) strength(card int) int {
	if suit(card) != suit(t[0].Card) {
		return 0
	}
	return rank(card)
}

// Points returns what the trick costs.
func (t Trick) Points() (sum int) {
	for _, p := range t {
		sum += points(p.Card)
	}
	return sum
}

// Tricks are what was played in a hand.
type Tricks struct {
	Taken  []Trick
	Trick  Trick // on the table
	Broken bool  // a heart was played
}

// denies reports whether who plays a card now says by that that it doesn't hold another one.
func (t *Tricks) denies(played, other int) bool {
	if len(t.Trick) == 0 {
		return isHeart(played) && !t.Broken && !isHeart(other)
	}
	led := suit(t.Trick[0].Card)
	return suit(played) != led && suit(other) == led || len(t.Taken) == 0 && points(played) > 0 && points(other) == 0
}

// Legal returns the places of the cards that a hand may play, ascending.
func (t *Tricks) Legal(hand []int) (places []int) {
	for place, card := range hand {
		if !slices.ContainsFunc(hand, func(other int) bool { return t.denies(card, other) }) {
			places = append(places, place)
		}
	}
	return places
}

// play puts a card on the table.
func (t *Tricks) play(seat, card int) {
	t.Trick = append(t.Trick, Play{seat, card})
	t.Broken = t.Broken || isHeart(card)
}

// take clears the table.
func (t *Tricks) take() {
	t.Taken, t.Trick = append(t.Taken, t.Trick), nil
}

// Took returns the points in the tricks of each of some seats.
func (t *Tricks) Took(seats int) (took []int) {
	took = make([]int, seats)
	for _, trick := range t.Taken {
		took[trick.Winner()] += trick.Points()
	}
	return took
}

// score returns what a hand costs each of the players, by seat, if they took these points, and who
// shot the moon, or -1.
func score(took, players []int) (scored []int, moon int) {
	if moon = slices.Index(took, All); moon < 0 {
		return slices.Clone(took), moon
	}
	scored = make([]int, len(took))
	for _, seat := range players {
		if seat != moon {
			scored[seat] = All
		}
	}
	return scored, moon
}
