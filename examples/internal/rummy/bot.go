package rummy

import (
	"math"
	"slices"
)

// Choose returns what a bot chooses, nil if it isn't its turn to.
func (g *Game) Choose() []byte {
	if g.Step != Drawing && g.Step != Playing || g.Turn != g.Me {
		return nil
	}
	hand := g.own()
	if g.Step == Drawing {
		top := g.Cards.Look(g.Pile[len(g.Pile)-1])[0]
		if place, least := discard(append(slices.Clone(hand), top), top); place >= 0 && least < cost(hand) {
			return []byte{FromPile}
		}
		return []byte{FromStock}
	}
	taken := -1
	if g.Taken >= 0 {
		taken = g.Cards.Look(g.Taken)[0]
	}
	place, _ := discard(hand, taken)
	if play := g.GoOut(place); play != nil {
		return play
	}
	return []byte{byte(place)}
}

// GoOut returns the play by which this seat goes out with a discard, nil if it can't.
func (g *Game) GoOut(place int) []byte {
	hand := g.own()
	rest := without(hand, hand[place])
	melds, loose := Arrange(rest)
	if len(loose) > 0 {
		return nil
	}
	play := []byte{byte(place)}
	for _, c := range rest {
		play = append(play, byte(slices.IndexFunc(melds, func(m []int) bool { return slices.Contains(m, c) })))
	}
	return play
}

// discard returns the place of the card that is discarded best, but not this one, and what
// the rest costs.
func discard(hand []int, taken int) (place, least int) {
	least = math.MaxInt
	for i, card := range hand {
		if c := cost(without(hand, card)); c < least && card != taken {
			place, least = i, c
		}
	}
	return place, least
}

func without(hand []int, cards ...int) []int {
	return slices.DeleteFunc(slices.Clone(hand), func(c int) bool { return slices.Contains(cards, c) })
}

// cost is less for hands that are nearer to going out, then for fewer pips.
func cost(hand []int) (cost int) {
	_, loose := Arrange(hand)
	for _, a := range loose {
		cost += 200
		for _, b := range loose {
			if near := max(a, b) - min(a, b); near > 0 && (near%13 == 0 || near < 3 && a/13 == b/13) {
				cost -= 30
			}
		}
	}
	return cost + pips(loose)
}

// Arrange finds melds so that as few cards as possible are loose: the first is, or is in a
// meld with later ones.
func Arrange(hand []int) (melds [][]int, loose []int) {
	if len(hand) == 0 {
		return nil, nil
	}
	hand = slices.Sorted(slices.Values(hand))
	melds, loose = Arrange(hand[1:])
	loose = append([]int{hand[0]}, loose...)
	for _, m := range meldsOf(hand) {
		if more, rest := Arrange(without(hand, m...)); len(rest) < len(loose) {
			melds, loose = append(more, m), rest
		}
	}
	return melds, loose
}

// meldsOf returns all melds with the first card and later ones.
func meldsOf(hand []int) (melds [][]int) {
	var set, run []int
	for _, c := range hand {
		if c%13 == hand[0]%13 {
			set = append(set, c)
		}
		if c == hand[0]+len(run) && c/13 == hand[0]/13 {
			if run = append(run, c); len(run) > 2 {
				melds = append(melds, slices.Clone(run))
			}
		}
	}
	if len(set) > 2 {
		melds = append(melds, set)
	}
	if len(set) > 3 {
		for _, c := range set[1:] {
			melds = append(melds, without(set, c))
		}
	}
	return melds
}

// IsMeld reports whether cards are a set or a run.
func IsMeld(numbers []int) bool {
	n := slices.Sorted(slices.Values(numbers)) // by suit, then by rank
	set, run := len(n) > 2, len(n) > 2
	for i := range n {
		set = set && n[i]%13 == n[0]%13
		run = run && n[i] == n[0]+i && n[i]/13 == n[0]/13
	}
	return set || run
}

func pips(numbers []int) (sum int) {
	for _, n := range numbers {
		sum += min(n%13+1, 10)
	}
	return sum
}
