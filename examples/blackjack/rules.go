package main

import "github.com/squaredeal/squaredeal/examples/internal/cards"

// score is the value of a hand of two by the rules of the published game: an ace counts
// 11, but two aces 12; jack, queen and king count 10.
func score(hand []cards.Card) int {
	sum := 0
	for _, c := range hand {
		if c.Rank == 1 {
			sum += 11
		} else {
			sum += min(int(c.Rank), 10)
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
