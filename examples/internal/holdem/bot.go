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
// pair or better; it also calls with four cards to a flush, or an ace. With a source of
// chance, it bluffs and raises otherwise now and then; nil is for none.
func Bot(v View, chance *rand.Rand) Action {
	l := v.Legal
	value := worth(v)
	if chance != nil {
		switch chance.IntN(12) {
		case 0:
			value++
		case 1:
			value = max(0, value-1)
		}
	}
	pot := 0
	for _, p := range v.Pots {
		pot += p.Chips
	}
	raises := slices.IndexFunc(v.Deeds, func(d Deed) bool { return d.Seat == v.Seat && d.Street == v.Street && d.Action.Kind == Raise }) >= 0
	switch {
	case value >= 2 && l.MaxRaise > 0 && (!raises || value >= 3):
		return Action{Raise, min(max(l.MinRaise, v.Bets[v.Seat]+l.Call+(pot+l.Call)*value/4), l.MaxRaise)}
	case l.Check:
		return Action{Kind: Check}
	case value >= 3, value == 2 && l.Call <= 2*pot, value == 1 && l.Call <= max(pot/2, v.Stacks[v.Seat]/20), len(v.Board) == 0 && 3*l.Call <= pot:
		return Action{Kind: Call}
	}
	return Action{Kind: Fold}
}

// worth says how good a seat's cards are: 0 for nothing, 1 to call with, 2 to bet with, 3
// to bet everything.
func worth(v View) int {
	if len(v.Own) < holeCards {
		return 0
	}
	a, b := v.Own[0], v.Own[1]
	high := func(c int) bool { return c%13 == 0 || c%13 >= 9 } // ten or better
	pair, suited := a%13 == b%13, a/13 == b/13
	if len(v.Board) == 0 {
		switch {
		case pair && high(a), suited && high(a) && high(b):
			return 2
		case pair, suited, a%13 == 0, b%13 == 0, high(a) && high(b):
			return 1
		}
		return 0
	}
	all := slices.Concat(v.Own, v.Board)
	best, board := showdown.Best(all...).Category(), showdown.Best(v.Board...).Category()
	switch {
	case best > board && best >= showdown.ThreeOfAKind:
		return 3
	case best > board:
		return 2
	case len(v.Board) < River.boardLen() && fourOfASuit(all), a%13 == 0, b%13 == 0:
		return 1
	}
	return 0
}

func fourOfASuit(cards []int) bool {
	var count [4]int
	for _, c := range cards {
		count[c/13]++
	}
	return slices.Max(count[:]) >= 4
}
