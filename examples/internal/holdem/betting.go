package holdem

import (
	"fmt"
	"slices"
)

// A Street is a round of betting.
type Street int

// The streets.
const (
	Preflop Street = iota
	Flop
	Turn
	River
)

// String returns the street's name in lower case.
func (s Street) String() string { return [...]string{"preflop", "flop", "turn", "river"}[s] }

// boardLen is how many cards of the board are open on a street.
func (s Street) boardLen() int { return [...]int{0, 3, 4, 5}[s] }

// A Kind is what a seat does when it is its turn.
type Kind byte

// The kinds of actions. A bet is a raise.
const (
	Fold Kind = iota
	Check
	Call
	Raise
	kinds
)

// String returns the verb: folds, checks, calls or raises.
func (k Kind) String() string {
	if k >= kinds {
		return fmt.Sprintf("Kind(%d)", byte(k))
	}
	return [...]string{"folds", "checks", "calls", "raises"}[k]
}

// An Action is what a seat does when it is its turn. To is for a raise: what the seat
// has bet on this street then, in all.
type Action struct {
	Kind Kind
	To   int
}

// A Deed is an action that was taken.
type Deed struct {
	Street Street
	Seat   int
	Action Action
	Paid   int  // what it put into the pot
	First  bool // of a raise: nobody has bet on this street
	AllIn  bool
}

// String returns what was done in words, as after the name of the seat.
func (d Deed) String() string {
	text := d.Action.Kind.String()
	switch d.Action.Kind {
	case Call:
		if d.Paid > 0 {
			text += fmt.Sprintf(" %d", d.Paid)
		}
	case Raise:
		if d.First {
			text = fmt.Sprintf("bets %d", d.Action.To)
			break
		}
		text += fmt.Sprintf(" to %d", d.Action.To)
	}
	if d.AllIn {
		text += ", all-in"
	}
	return text
}

// Legal is what a seat may do now. Amounts of a raise are as in Action.To.
type Legal struct {
	Fold     bool // if it owes something
	Check    bool
	Call     int // what it has to pay for it, 0 if it can't call
	MinRaise int // 0 if it can't raise
	MaxRaise int // all its chips
}

// allows reports whether an action is among the legal ones.
func (l Legal) allows(a Action) bool {
	switch a.Kind {
	case Fold:
		return l.Fold && a.To == 0
	case Check:
		return l.Check && a.To == 0
	case Call:
		return l.Call > 0 && a.To == 0
	case Raise:
		return l.MaxRaise > 0 && a.To >= l.MinRaise && a.To <= l.MaxRaise
	}
	return false
}

// nobody is no seat.
const nobody = -1

// A betting is the betting of one hand by the rules of no-limit hold'em. Everything is
// by seat of the table, also that of seats that aren't in the hand.
type betting struct {
	button, small, big int // seats
	street             Street
	stacks             []int
	paid               []int // into the pot, in this hand
	bets               []int // the part of it that was paid on this street
	out                []bool
	due                int   // what a seat has to have bet on this street to stay
	step               int   // by how much a raise has to exceed that, at least
	faced              []int // what was due when the seat acted last on this street, −1 if it hasn't
	waiting            []int // the seats that are to act on this street, in turn
	deeds              []Deed
}

// newBetting posts the blinds. Between two, the button has the small one. A seat that
// has less than its blind is all-in.
func newBetting(c Config, stacks []int, players []int, button int) *betting {
	n := len(stacks)
	b := &betting{
		button: button, stacks: slices.Clone(stacks), paid: make([]int, n), bets: make([]int, n),
		out: slices.Repeat([]bool{true}, n), due: c.BigBlind, step: c.BigBlind, faced: slices.Repeat([]int{-1}, n),
	}
	for _, p := range players {
		b.out[p] = false
	}
	b.small = button
	if len(players) > 2 {
		b.small = b.after(button)[0]
	}
	b.big = b.after(b.small)[0]
	b.pay(b.small, c.SmallBlind)
	b.pay(b.big, c.BigBlind)
	b.waiting = append(b.after(b.big), b.big)
	return b
}

func (b *betting) pay(seat, chips int) int {
	chips = min(chips, b.stacks[seat])
	b.stacks[seat] -= chips
	b.paid[seat] += chips
	b.bets[seat] += chips
	return chips
}

// after returns the other seats that haven't folded, in turn after one.
func (b *betting) after(seat int) []int {
	return inTurn(seat, len(b.out), func(s int) bool { return s != seat && !b.out[s] })
}

// inTurn returns those of n seats that f selects, from the one after a seat on.
func inTurn(after, n int, f func(seat int) bool) (seats []int) {
	for i := range n {
		if s := (after + 1 + i) % n; f(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// contenders are the seats that haven't folded, in turn after the button.
func (b *betting) contenders() []int {
	return inTurn(b.button, len(b.out), func(s int) bool { return !b.out[s] })
}

// turn is the seat that acts next on this street, nobody if there is none.
func (b *betting) turn() int {
	for len(b.waiting) > 0 {
		if seat := b.waiting[0]; !b.out[seat] && b.stacks[seat] > 0 && !b.needless(seat) {
			return seat
		}
		b.waiting = b.waiting[1:]
	}
	return nobody
}

// needless reports whether all others are all-in for no more than the seat has bet.
func (b *betting) needless(seat int) bool {
	return !slices.ContainsFunc(b.after(seat), func(s int) bool { return b.stacks[s] > 0 || b.bets[s] > b.bets[seat] })
}

// owes returns what a seat has to pay to stay: what was bet, also if a blind has less; but
// no more than others have, if all who are in are all-in.
func (b *betting) owes(seat int) int {
	due := b.due
	if !b.rivals(seat) {
		due = min(due, slices.Max(slices.Concat(b.bets[:seat], b.bets[seat+1:])))
	}
	return due - b.bets[seat]
}

// rivals reports whether others who are in have chips left.
func (b *betting) rivals(seat int) bool {
	return slices.ContainsFunc(b.after(seat), func(s int) bool { return b.stacks[s] > 0 })
}

// legal returns what a seat may do if it is its turn. A raise of less than the last one,
// by a seat that has no more, doesn't allow those to raise who have acted before it.
func (b *betting) legal(seat int) (l Legal) {
	owes, stack := b.owes(seat), b.stacks[seat]
	l.Fold, l.Check = owes > 0, owes <= 0
	if owes > 0 {
		l.Call = min(owes, stack)
	}
	reopened := b.faced[seat] < 0 || b.due-b.faced[seat] >= b.step
	if stack > owes && b.rivals(seat) && reopened {
		l.MaxRaise = b.bets[seat] + stack
		l.MinRaise = min(b.due+b.step, l.MaxRaise)
	}
	return l
}

// check returns an [ErrIllegal] for what the seat whose turn it is may not do.
func (b *betting) check(a Action) error {
	seat := b.turn()
	if seat == nobody || !b.legal(seat).allows(a) {
		return fmt.Errorf("%w: it %v, which isn't allowed", ErrIllegal, Deed{Action: a})
	}
	return nil
}

// act is what the seat does whose turn it is, and may.
func (b *betting) act(a Action) Deed {
	seat := b.turn()
	b.waiting = b.waiting[1:]
	paid, first := 0, b.due == 0 && a.Kind == Raise
	switch a.Kind {
	case Fold:
		b.out[seat] = true
	case Call:
		paid = b.pay(seat, b.owes(seat))
	case Raise:
		paid = b.pay(seat, a.To-b.bets[seat])
		b.step = max(b.step, a.To-b.due)
		b.due = a.To
		b.waiting = b.after(seat)
	}
	b.faced[seat] = b.due
	d := Deed{b.street, seat, a, paid, first, a.Kind != Fold && b.stacks[seat] == 0}
	b.deeds = append(b.deeds, d)
	return d
}

// next begins a street. The first seat after the button acts first.
func (b *betting) next(s Street, step int) {
	b.street, b.due, b.step = s, 0, step
	for seat := range b.bets {
		b.bets[seat], b.faced[seat] = 0, -1
	}
	b.waiting = b.contenders()
}

// done reports whether nobody can bet any more in this hand, once the street is over.
func (b *betting) done() bool {
	can := 0
	for _, s := range b.contenders() {
		if b.stacks[s] > 0 {
			can++
		}
	}
	return can < 2
}

// nextStreet is what follows when a street is over.
func (b *betting) nextStreet() Street {
	if b.done() {
		return River
	}
	return b.street + 1
}

// drop takes a seat out that has gone. What it paid stays in the pot.
func (b *betting) drop(seat int) { b.out[seat] = true }
