package holdem

import (
	"fmt"
	"slices"
)

// A Pot is what some seats play for. There is more than one if a seat is all-in.
type Pot struct {
	Chips   int   `json:"chips"`
	Seats   []int `json:"seats"`             // that can win it, in turn after the button
	Winners []int `json:"winners,omitempty"` // once the hand is over
}

// PotName returns what players call one of some pots, by its place among these.
func PotName(i, pots int) string {
	switch {
	case pots == 1:
		return "the pot"
	case i == 0:
		return "the main pot"
	case pots == 2:
		return "the side pot"
	}
	return fmt.Sprintf("side pot %d", i)
}

// Refund returns the seat whose bet nobody has matched, Nobody if there is none, and
// what it gets back.
func (b *Betting) Refund() (seat, chips int) {
	seat = Nobody
	most, second := 0, 0
	for s, paid := range b.Paid {
		if paid > most {
			seat, most, second = s, paid, most
		} else {
			second = max(second, paid)
		}
	}
	if seat == Nobody || b.Out[seat] || most == second {
		return Nobody, 0
	}
	return seat, most - second
}

// Pots returns the main pot and the side pots. Each seat contends for what all have paid
// up to what it has paid itself. What those who are out have paid beyond that is in the
// last pot.
func (b *Betting) Pots() (pots []Pot) {
	paid := slices.Clone(b.Paid)
	if seat, chips := b.Refund(); seat != Nobody {
		paid[seat] -= chips
	}
	contenders := b.Contenders()
	var levels []int
	for _, s := range contenders {
		levels = append(levels, paid[s])
	}
	slices.Sort(levels)
	levels = slices.Compact(levels)
	from := 0
	for i, level := range levels {
		var pot Pot
		for _, p := range paid {
			if i == len(levels)-1 {
				pot.Chips += max(0, p-from)
			} else {
				pot.Chips += max(0, min(p, level)-from)
			}
		}
		for _, s := range contenders {
			if paid[s] >= level {
				pot.Seats = append(pot.Seats, s)
			}
		}
		if from = level; pot.Chips > 0 {
			pots = append(pots, pot)
		}
	}
	return pots
}

// Payout gives each pot to its best seats, by their strengths, and returns what each seat
// gets, with bets that nobody has matched. Chips that are left over go to the first
// winners after the button.
func (b *Betting) Payout(strength func(seat int) int) (pots []Pot, get []int) {
	get = make([]int, len(b.Paid))
	if seat, chips := b.Refund(); seat != Nobody {
		get[seat] = chips
	}
	pots = b.Pots()
	for i := range pots {
		pot := &pots[i]
		best := 0
		for _, s := range pot.Seats {
			if x := strength(s); pot.Winners == nil || x > best {
				best, pot.Winners = x, []int{s}
			} else if x == best {
				pot.Winners = append(pot.Winners, s)
			}
		}
		Share(get, pot.Chips, pot.Winners)
	}
	return pots, get
}

// Share adds an equal share of chips to what each of some seats gets, and what is left
// over to the first ones.
func Share(get []int, chips int, seats []int) {
	for i, s := range seats {
		get[s] += chips / len(seats)
		if i < chips%len(seats) {
			get[s]++
		}
	}
}
