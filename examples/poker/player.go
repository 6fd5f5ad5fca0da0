package main

import (
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

// A player decides what to do, from what everybody sees and its own two cards.
type player func(g *game, hole, board []int) action

// simple is a player without memory, chance or a bluff. Before the flop, it calls with a
// pair, two cards of a suit, an ace or two high cards, and always the small blind's half
// bet. Later, it bets and calls with a pair or better that its own cards make; it also
// calls with four cards to a flush, or an ace.
func simple(g *game, hole, board []int) action {
	seat := g.turn()
	small, _ := g.blinds()
	owes := g.paid[seat] < g.due
	if g.street == preflop {
		if seat == small || playable(hole) {
			return call
		}
		return fold
	}
	all := slices.Concat(hole, board)
	made := showdown.Best(all...).Category() > showdown.Best(board...).Category()
	ace := slices.ContainsFunc(hole, func(c int) bool { return c%13 == 0 })
	switch {
	case made && owes:
		return call
	case made:
		return bet
	case !owes:
		return check
	case ace, g.street < river && fourOfASuit(all):
		return call
	}
	return fold
}

func playable(hole []int) bool {
	high := func(c int) bool { return c%13 == 0 || c%13 >= 8 } // nine or better
	a, b := hole[0], hole[1]
	return a%13 == b%13 || a/13 == b/13 || a%13 == 0 || b%13 == 0 || high(a) && high(b)
}

func fourOfASuit(cards []int) bool {
	var count [4]int
	for _, c := range cards {
		count[c/13]++
	}
	return slices.Max(count[:]) >= 4
}
