package holdem

import (
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

// Bot returns what a simple player does whose turn it is: one without memory or a model
// of the others. Before the flop, it raises with a pair of tens or better or two high
// cards of a suit, and calls a small raise with a pair, two cards of a suit, an ace or two
// high cards. Later, it bets half the pot with what its own cards make, and more with two
// pair or better; it also calls with four cards to a flush, or an ace. Now and then, it
// bluffs.
func Bot(b *Betting, own, board []int, chance *rand.Rand) Action {
	seat := b.Turn()
	l, value := b.Legal(seat), worth(own, board)
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
	x, y := own[0], own[1]
	high := func(c int) bool { return c%13 == 0 || c%13 >= 9 } // ten or better
	pair, suited, ace := x%13 == y%13, x/13 == y/13, x%13 == 0 || y%13 == 0
	if len(board) == 0 {
		switch {
		case pair && high(x), suited && high(x) && high(y):
			return 2
		case pair, suited, ace, high(x) && high(y):
			return 1
		}
		return 0
	}
	all := slices.Concat(own, board)
	best, alone := showdown.Best(all...).Category(), showdown.Best(board...).Category()
	var suits [4]int
	for _, c := range all {
		suits[c/13]++
	}
	switch {
	case best > alone && best >= showdown.ThreeOfAKind:
		return 3
	case best > alone:
		return 2
	case ace, len(board) < River.BoardLen() && slices.Max(suits[:]) >= 4:
		return 1
	}
	return 0
}
