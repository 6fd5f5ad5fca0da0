package holdem

import "slices"

// A Pot is what some seats play for. There is more than one if a seat is all-in.
type Pot struct {
	Chips   int   `json:"chips"`
	Seats   []int `json:"seats"`             // that can win it, in turn after the button
	Winners []int `json:"winners,omitempty"` // once the hand is over
}

// Refund returns the seat whose bet nobody has matched, Nobody if there is none, and
// what it gets back.
func (b *Betting) Refund() (seat, chips int) {
	seat = slices.Index(b.Paid, slices.Max(b.Paid))
	chips = b.Paid[seat] - slices.Max(slices.Concat(b.Paid[:seat], b.Paid[seat+1:]))
	if b.Out[seat] || chips == 0 {
		return Nobody, 0
	}
	return seat, chips
}

// Pots returns the main pot and the side pots. Each seat contends for what all have paid
// up to what it has paid itself. What those who are out have paid beyond that is in the
// last pot.
func (b *Betting) Pots() (pots []Pot) {
	paid := slices.Clone(b.Paid)
	if seat, chips := b.Refund(); seat != Nobody {
		paid[seat] -= chips
	}
	for in, rest := b.Contenders(), []int(nil); len(in) > 0; in = rest {
		least := paid[slices.MinFunc(in, func(s, t int) int { return paid[s] - paid[t] })]
		rest = slices.DeleteFunc(slices.Clone(in), func(s int) bool { return paid[s] == least })
		pot := Pot{Seats: in}
		for s, chips := range paid {
			if len(rest) > 0 {
				chips = min(chips, least)
			}
			pot.Chips, paid[s] = pot.Chips+chips, paid[s]-chips
		}
		if pot.Chips > 0 {
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
		best := slices.MaxFunc(pot.Seats, func(s, t int) int { return strength(s) - strength(t) })
		pot.Winners = slices.DeleteFunc(slices.Clone(pot.Seats), func(s int) bool { return strength(s) < strength(best) })
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
