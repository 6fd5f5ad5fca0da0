package main

import "github.com/squaredeal/squaredeal/examples/internal/faces"

// A role is one of two, and the seat of a connection: the dealer listens.
type role int

const (
	dealer role = iota
	player
)

func (r role) String() string { return [...]string{"dealer", "player"}[r] }
func (r role) other() role    { return 1 - r }

// score is the value of a hand of two by the rules of the published game: an ace counts
// 11, but two aces 12; jack, queen and king count 10.
func score(hand []faces.Card) int {
	sum := 0
	for _, c := range hand {
		if c.Rank() == 1 {
			sum += 11
		} else {
			sum += min(c.Rank(), 10)
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

// A result is what a party that has checked the other one finds.
type result struct {
	Hands  [2][2]string `json:"hands"` // by role, the dealer's first
	Scores [2]int       `json:"scores"`
	Winner string       `json:"winner"`
}

func newResult(hands [2][]faces.Card) *result {
	r := new(result)
	for whose, hand := range hands {
		r.Hands[whose] = [2]string{hand[0].String(), hand[1].String()}
		r.Scores[whose] = score(hand)
	}
	r.Winner = winner(r.Scores).String()
	return r
}
