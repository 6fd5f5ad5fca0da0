package holdem

import (
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

// Bot returns what a simple player does whose turn it is: one without memory or a model
// of the others. Before the flop, it raises with tens or better that are a pair or of one
// suit, and calls a small raise with any pair, two cards of a suit or two high ones. Later,
// it bets half the pot with what its own cards make, and more with three of a kind or better;
// with two high cards, it calls. Now and then, it bluffs.
func Bot(b *Betting, own, board []int, chance *rand.Rand) Action {
	seat := b.Turn()
	l, value := b.Legal(seat), worth(own, board)
	if l.Muck {
		return Action{Kind: Muck}
	}
	switch chance.IntN(12) {
	case 0:
		value++
	case 1:
		value = max(0, value-1)
	}
	pot := 0
	for _, paid := range b.Paid {
		pot += paid
	}
	raised := slices.ContainsFunc(b.Deeds, func(d Deed) bool { return d.Seat == seat && d.Street == b.Street && d.Action.Kind == Raise })
	switch {
	case value >= 2 && l.MaxRaise > 0 && (!raised || value >= 3):
		return Action{Raise, min(max(l.MinRaise, b.Bets[seat]+l.Call+(pot+l.Call)*value/4), l.MaxRaise)}
	case l.Check:
		return Action{Kind: Check}
	case value >= 3, value == 2 && l.Call <= 2*pot, value == 1 && l.Call <= max(pot/2, b.Stacks[seat]/20), len(board) == 0 && 3*l.Call <= pot:
		return Action{Kind: Call}
	}
	return Action{Kind: Fold}
}

// worth says how good a seat's cards are: 0 for nothing, 1 to call with, 2 to bet with, 3
// to bet everything.
func worth(own, board []int) int {
	best, alone := showdown.Best(slices.Concat(own, board)...).Category(), showdown.Best(board...).Category()
	tens := func(c int) bool { return c%13 == 0 || c%13 >= 9 } // or better
	pair, suited, high := best > alone, own[0]/13 == own[1]/13, tens(own[0]) && tens(own[1])
	switch before := len(board) == 0; {
	case before && high && (pair || suited), !before && pair && best < showdown.ThreeOfAKind:
		return 2
	case before && (high || pair || suited), !before && !pair && high:
		return 1
	case !before && pair:
		return 3
	}
	return 0
}
