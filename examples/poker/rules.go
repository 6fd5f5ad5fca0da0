package main

import (
	"errors"
	"fmt"
	"slices"
)

// The rules of Texas hold'em that are played here: blinds of 1 and 2, bets of 2 before
// and on the flop and of 4 later, one in each round and no raises. Nobody runs out of
// chips.
const (
	smallBlind = 1
	bigBlind   = 2
)

// A street is a round of betting.
type street int

const (
	preflop street = iota
	flop
	turn
	river
	streets
)

func (s street) String() string { return [...]string{"preflop", "flop", "turn", "river"}[s] }

// bet is what a bet is on this street.
func (s street) bet() int {
	if s >= turn {
		return 4
	}
	return 2
}

// Positions of the final deck. A hole card follows another around the table, from the
// seat after the button; after them comes the board. No card is burned: that is
// against marked cards.
const (
	holeCards  = 2
	boardCards = 5
)

func (g *game) hole(seat int) []int {
	first := g.after(g.button, seat) - 1
	return []int{first, g.seats + first}
}

// opened are the positions of the board that are opened on a street.
func (g *game) opened(s street) []int {
	first := holeCards * g.seats
	switch s {
	case flop:
		return []int{first, first + 1, first + 2}
	case turn:
		return []int{first + 3}
	case river:
		return []int{first + 4}
	}
	return nil
}

// An action is what a seat does when it is its turn.
type action byte

const (
	check action = iota
	bet
	call
	fold
	actions
)

func (a action) String() string {
	if a >= actions {
		return fmt.Sprintf("action(%d)", byte(a))
	}
	return [...]string{"checks", "bets", "calls", "folds"}[a]
}

// A deed is an action of a seat on a street.
type deed struct {
	street street
	seat   int
	action action
}

// A game is what all seats see of the betting. It is the same at all of them.
type game struct {
	seats, button int
	street        street
	paid          []int // into the pot, by seat
	due           int   // what a seat has to have paid to stay
	out           []bool
	waiting       []int // the seats that are to act on this street, in turn
	deeds         []deed
}

// newGame posts the blinds. Between two, the button has the small one.
func newGame(seats, button int) *game {
	g := &game{seats: seats, button: button, paid: make([]int, seats), due: bigBlind, out: make([]bool, seats)}
	small, big := g.blinds()
	g.paid[small], g.paid[big] = smallBlind, bigBlind
	g.waiting = g.others(big) // who has the big blind could raise, but for the rules
	return g
}

func (g *game) blinds() (small, big int) {
	small = (g.button + 1) % g.seats
	if g.seats == 2 {
		small = g.button
	}
	return small, (small + 1) % g.seats
}

// after is how many seats one is after another, 1 to the number of seats.
func (g *game) after(from, to int) int { return (to-from-1+g.seats)%g.seats + 1 }

// others are the seats after one that haven't folded, in turn.
func (g *game) others(seat int) (in []int) {
	for i := range g.seats - 1 {
		if other := (seat + 1 + i) % g.seats; !g.out[other] {
			in = append(in, other)
		}
	}
	return in
}

// in are the seats that haven't folded, from the one after the button.
func (g *game) in() []int {
	in := g.others(g.button)
	if !g.out[g.button] {
		in = append(in, g.button)
	}
	return in
}

// over reports whether all seats but one have folded.
func (g *game) over() bool { return len(g.in()) == 1 }

// next begins a street. The seat after the button acts first.
func (g *game) next(s street) {
	g.street = s
	g.waiting = g.in()
}

// turn is the seat that acts next, nobody if the street or the game is over.
func (g *game) turn() int {
	if len(g.waiting) == 0 || g.over() {
		return nobody
	}
	return g.waiting[0]
}

// act is what the seat does whose turn it is.
func (g *game) act(a action) error {
	seat := g.turn()
	if seat == nobody {
		return errors.New("nobody is to act")
	}
	owes := g.paid[seat] < g.due
	switch {
	case (a == check || a == bet) && owes:
		return fmt.Errorf("it %v, though it owes %d", a, g.due-g.paid[seat])
	case (a == call || a == fold) && !owes:
		return fmt.Errorf("it %v, though it owes nothing", a)
	case a >= actions:
		return fmt.Errorf("%v", a)
	}
	g.deeds = append(g.deeds, deed{g.street, seat, a})
	g.waiting = g.waiting[1:]
	switch a {
	case bet:
		g.due += g.street.bet()
		g.waiting = g.others(seat)
		g.paid[seat] = g.due
	case call:
		g.paid[seat] = g.due
	case fold:
		g.out[seat] = true
	}
	return nil
}

func (g *game) pot() (sum int) {
	for _, n := range g.paid {
		sum += n
	}
	return sum
}

// share returns what each seat gets of the pot if these win it. Chips that are left over
// go to the first ones after the button.
func (g *game) share(winners []int) []int {
	get := make([]int, g.seats)
	inTurn := slices.SortedFunc(slices.Values(winners), func(a, b int) int { return g.after(g.button, a) - g.after(g.button, b) })
	for i, seat := range inTurn {
		get[seat] = g.pot() / len(winners)
		if i < g.pot()%len(winners) {
			get[seat]++
		}
	}
	return get
}
