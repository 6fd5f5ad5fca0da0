package main

import (
	"math"
	"slices"
)

// choose returns what a bot chooses, nil if it isn't its turn to.
func (r *rummy) choose() []byte {
	if r.step != drawing && r.step != playing || r.turn != r.me {
		return nil
	}
	hand := r.cards.Look(r.hands[r.me]...)
	if r.step == drawing {
		top := r.cards.Look(r.pile[len(r.pile)-1])[0]
		with := append(slices.Clone(hand), top)
		place := leastCost(with, top)
		if cost(slices.Delete(with, place, place+1)) < cost(hand) {
			return []byte{fromPile}
		}
		return []byte{fromStock}
	}
	taken := -1
	if r.taken >= 0 {
		taken = r.cards.Look(r.taken)[0]
	}
	place := leastCost(hand, taken)
	rest := slices.Delete(slices.Clone(hand), place, place+1)
	play := []byte{byte(place)}
	if melds, loose := arrange(rest); len(loose) == 0 {
		for _, c := range rest {
			play = append(play, byte(slices.IndexFunc(melds, func(m []int) bool { return slices.Contains(m, c) })))
		}
	}
	return play
}

// leastCost returns the place of the card that is discarded best, but not this one.
func leastCost(hand []int, taken int) (place int) {
	least := math.MaxInt
	for i, card := range hand {
		rest := slices.Delete(slices.Clone(hand), i, i+1)
		if c := cost(rest); c < least && card != taken {
			place, least = i, c
		}
	}
	return place
}

// cost is less for hands that are nearer to going out, then for fewer pips.
func cost(hand []int) (cost int) {
	_, loose := arrange(hand)
	for _, a := range loose {
		cost += 200
		for _, b := range loose {
			if near := max(a, b) - min(a, b); near%13 == 0 && near > 0 || near > 0 && near < 3 && a/13 == b/13 {
				cost -= 30
			}
		}
	}
	return cost + pips(loose)
}

// arrange finds melds so that as few cards as possible are loose.
func arrange(hand []int) (melds [][]int, loose []int) {
	return rest(slices.Sorted(slices.Values(hand)))
}

// rest arranges sorted cards: the first is loose, or in a meld with later ones.
func rest(cards []int) (melds [][]int, loose []int) {
	if len(cards) == 0 {
		return nil, nil
	}
	melds, loose = rest(cards[1:])
	loose = append([]int{cards[0]}, loose...)
	for _, m := range meldsOf(cards) {
		others := slices.DeleteFunc(slices.Clone(cards), func(c int) bool { return slices.Contains(m, c) })
		if more, l := rest(others); len(l) < len(loose) {
			melds, loose = append([][]int{m}, more...), l
		}
	}
	return melds, loose
}

// meldsOf returns all melds with the first card and later ones.
func meldsOf(cards []int) (melds [][]int) {
	first := cards[0]
	var set []int
	run := []int{first}
	for _, c := range cards[1:] {
		if c%13 == first%13 {
			set = append(set, c)
		}
		if c == run[len(run)-1]+1 && c/13 == first/13 {
			if run = append(run, c); len(run) > 2 {
				melds = append(melds, slices.Clone(run))
			}
		}
	}
	for without := range set {
		if len(set) == 3 {
			melds = append(melds, append([]int{first}, slices.Delete(slices.Clone(set), without, without+1)...))
		}
	}
	if len(set) > 1 {
		melds = append(melds, append([]int{first}, set...))
	}
	return melds
}
