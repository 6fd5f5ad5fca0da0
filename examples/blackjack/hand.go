package main

import "github.com/squaredeal/squaredeal/examples/internal/cards"

// A role is one of two.
type role byte

const (
	dealer role = iota
	player
)

func (r role) String() string { return [...]string{"dealer", "player"}[r] }

func (r role) other() role { return 1 - r }

// Positions of the final deck, for each role's hand of two cards.
var positions = [2][]int{dealer: {0, 1}, player: {2, 3}}

// score is the value of a hand of two by the rules of the published game: an ace
// counts 11, but two aces 12; jack, queen and king count 10.
func score(hand []cards.Card) int {
	sum := 0
	for _, c := range hand {
		switch {
		case c.Rank == 1:
			sum += 11
		case c.Rank > 10:
			sum += 10
		default:
			sum += int(c.Rank)
		}
	}
	if sum == 22 {
		return 12
	}
	return sum
}

// winner returns who wins: the higher score, and the dealer if they are equal.
func winner(scores [2]int) role {
	if scores[player] > scores[dealer] {
		return player
	}
	return dealer
}

// falseScore returns a score that a hand doesn't have.
func falseScore(hand []cards.Card) int {
	if score(hand) == 21 {
		return 20
	}
	return 21
}
