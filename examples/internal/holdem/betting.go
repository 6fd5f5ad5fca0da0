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

// BoardLen is how many cards of the board are open on a street.
func (s Street) BoardLen() int { return [...]int{0, 3, 4, 5}[s] }

// A Kind is what a seat does when it is its turn.
type Kind byte

// The kinds of actions. A bet is a raise. The last two are those of a showdown.
const (
	Fold Kind = iota
	Check
	Call
	Raise
	Show
	Muck
)

// String returns the verb: folds, checks, calls, raises, shows or mucks.
func (k Kind) String() string {
	if k > Muck {
		return fmt.Sprintf("Kind(%d)", byte(k))
	}
	return [...]string{"folds", "checks", "calls", "raises", "shows", "mucks"}[k]
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
	switch {
	case d.Action.Kind == Muck:
		text += " its cards"
	case d.First:
		text = fmt.Sprintf("bets %d", d.Action.To)
	case d.Action.Kind == Raise:
		text += fmt.Sprintf(" to %d", d.Action.To)
	case d.Paid > 0:
		text += fmt.Sprintf(" %d", d.Paid)
	}
	if d.AllIn {
		text += ", all-in"
	}
	return text
}

// Legal is what a seat may do now. Amounts of a raise are as in Action.To.
type Legal struct {
	Fold     bool `json:"fold"` // if it owes something
	Check    bool `json:"check"`
	Call     int  `json:"call"` // what it has to pay for it, 0 if it can't call
	MinRaise int  `json:"min"`  // 0 if it can't raise
	MaxRaise int  `json:"max"`  // all its chips
	Muck     bool `json:"muck"` // or show its cards
}

// Allows reports whether an action is among the legal ones.
func (l Legal) Allows(a Action) bool {
	if a.Kind == Raise {
		return l.MaxRaise > 0 && a.To >= l.MinRaise && a.To <= l.MaxRaise
	}
	shows := (a.Kind == Show || a.Kind == Muck) && l.Muck
	return a.To == 0 && (a.Kind == Fold && l.Fold || a.Kind == Check && l.Check || a.Kind == Call && l.Call > 0 || shows)
}

// CheckOr is a check, or else a fold or a call; at the showdown, it mucks.
func (l Legal) CheckOr(k Kind) Action {
	switch {
	case l.Check:
		k = Check
	case l.Muck:
		k = Muck
	}
	return Action{Kind: k}
}

// Nobody is no seat.
const Nobody = -1

// A Betting is the betting of one hand by the rules of no-limit hold'em. Everything is
// by seat of the table, also that of seats that aren't in the hand, which may pay blinds.
type Betting struct {
	Button, Small, Big int // seats
	Street             Street
	Stacks             []int
	Paid               []int // into the pot, in this hand
	Bets               []int // the part of it that was paid on this street
	Out                []bool
	Deeds              []Deed
	blind              int   // the big one
	due                int   // what a seat has to have bet on this street to stay
	step               int   // by how much a raise has to exceed that, at least
	faced              []int // what was due when the seat acted last on this street, −1 if it hasn't
	waiting            []int // the seats that are to act on this street, or to show, in turn
	SitOut             []int // seats that pay blinds, and are Out from the start
	Showdown           bool  // has begun
	Mucked             []int // seats
}

// NewBetting posts the blinds of the seats at the table, of which the players are in the hand.
// Between two seats, the button has the small one. A seat that has less than its blind is all-in.
func NewBetting(c Config, stacks, seats, players []int, button int) *Betting {
	n := len(stacks)
	b := &Betting{
		Button: button, Stacks: slices.Clone(stacks), Paid: make([]int, n), Bets: make([]int, n),
		Out: slices.Repeat([]bool{true}, n), blind: c.BigBlind, due: c.BigBlind, step: c.BigBlind, faced: slices.Repeat([]int{-1}, n),
	}
	for _, s := range seats {
		if b.Out[s] = !slices.Contains(players, s); b.Out[s] {
			b.SitOut = append(b.SitOut, s)
		}
	}
	next := func(seat int) int {
		return InTurn(seat, n, func(s int) bool { return slices.Contains(seats, s) })[0]
	}
	b.Small = button
	if len(seats) > 2 {
		b.Small = next(button)
	}
	b.Big = next(b.Small)
	b.pay(b.Small, c.SmallBlind)
	b.pay(b.Big, c.BigBlind)
	b.waiting = append(b.after(b.Big), b.Big)
	return b
}

func (b *Betting) pay(seat, chips int) int {
	chips = min(chips, b.Stacks[seat])
	b.Stacks[seat] -= chips
	b.Paid[seat] += chips
	b.Bets[seat] += chips
	return chips
}

// after returns the other seats that haven't folded, in turn after one.
func (b *Betting) after(seat int) []int {
	return InTurn(seat, len(b.Out), func(s int) bool { return s != seat && !b.Out[s] })
}

// InTurn returns those of n seats that f selects, from the one after a seat on.
func InTurn(after, n int, f func(seat int) bool) (seats []int) {
	for i := range n {
		if s := (after + 1 + i) % n; f(s) {
			seats = append(seats, s)
		}
	}
	return seats
}

// Contenders are the seats that haven't folded, in turn after the button.
func (b *Betting) Contenders() []int {
	return InTurn(b.Button, len(b.Out), func(s int) bool { return !b.Out[s] })
}

// Turn is the seat that acts next on this street, Nobody if there is none.
func (b *Betting) Turn() int {
	for len(b.waiting) > 0 {
		if seat := b.waiting[0]; !b.Out[seat] && (b.Showdown || b.Stacks[seat] > 0 && !b.needless(seat)) {
			return seat
		}
		b.waiting = b.waiting[1:]
	}
	return Nobody
}

// needless reports whether all others are all-in for no more than the seat has bet.
func (b *Betting) needless(seat int) bool {
	return !slices.ContainsFunc(b.after(seat), func(s int) bool { return b.Stacks[s] > 0 || b.Bets[s] > b.Bets[seat] })
}

// owes returns what a seat has to pay to stay: what was bet, also if a blind has less; but
// no more than others have, if all who are in are all-in.
func (b *Betting) owes(seat int) int {
	due := b.due
	if !b.rivals(seat) {
		due = min(due, slices.Max(slices.Concat(b.Bets[:seat], b.Bets[seat+1:])))
	}
	return due - b.Bets[seat]
}

// rivals reports whether others who are in have chips left.
func (b *Betting) rivals(seat int) bool {
	return slices.ContainsFunc(b.after(seat), func(s int) bool { return b.Stacks[s] > 0 })
}

// Legal returns what a seat may do if it is its turn. A raise of less than the last one,
// by a seat that has no more, doesn't allow those to raise who have acted before it.
func (b *Betting) Legal(seat int) (l Legal) {
	if b.Showdown {
		return Legal{Muck: true}
	}
	owes, stack := b.owes(seat), b.Stacks[seat]
	l.Fold, l.Check = owes > 0, owes <= 0
	if owes > 0 {
		l.Call = min(owes, stack)
	}
	reopened := b.faced[seat] < 0 || b.due-b.faced[seat] >= b.step
	if stack > owes && b.rivals(seat) && reopened {
		l.MaxRaise = b.Bets[seat] + stack
		l.MinRaise = min(b.due+b.step, l.MaxRaise)
	}
	return l
}

// Check returns an [ErrIllegal] for what the seat whose turn it is may not do.
func (b *Betting) Check(a Action) error {
	seat := b.Turn()
	if seat == Nobody || !b.Legal(seat).Allows(a) {
		return fmt.Errorf("%w: it %v, which isn't allowed", ErrIllegal, Deed{Action: a})
	}
	return nil
}

// Act is what the seat does whose turn it is, and may.
func (b *Betting) Act(a Action) Deed {
	seat := b.Turn()
	b.waiting = b.waiting[1:]
	paid, first := 0, b.due == 0 && a.Kind == Raise
	switch a.Kind {
	case Fold:
		b.Out[seat] = true
	case Muck:
		b.Out[seat], b.Mucked = true, append(b.Mucked, seat)
	case Call:
		paid = b.pay(seat, b.owes(seat))
	case Raise:
		paid = b.pay(seat, a.To-b.Bets[seat])
		b.step = max(b.step, a.To-b.due)
		b.due = a.To
		b.waiting = b.after(seat)
	}
	b.faced[seat] = b.due
	d := Deed{b.Street, seat, a, paid, first, a.Kind != Fold && !b.Showdown && b.Stacks[seat] == 0}
	b.Deeds = append(b.Deeds, d)
	return d
}

// BeginShowdown returns the seats that have to show their cards at once: all, if one is
// all-in. Otherwise that is whoever was the last to bet or raise on the river, or else the
// first after the button; the others show or muck theirs in turn after it.
func (b *Betting) BeginShowdown() (show []int) {
	b.Showdown, b.waiting = true, nil
	in := b.Contenders()
	if slices.ContainsFunc(in, func(s int) bool { return b.Stacks[s] == 0 }) {
		return in
	}
	for _, d := range slices.Backward(b.Deeds) {
		if first := slices.Index(in, d.Seat); first >= 0 && d.Street == River && d.Action.Kind == Raise {
			in = slices.Concat(in[first:], in[:first])
			break
		}
	}
	b.waiting = in[1:]
	return in[:1]
}

// Next begins the next street, on which the first seat after the button acts first: the last
// one, if nobody can bet any more.
func (b *Betting) Next() {
	can := slices.DeleteFunc(b.Contenders(), func(s int) bool { return b.Stacks[s] == 0 })
	if b.Street++; len(can) < 2 {
		b.Street = River
	}
	b.due, b.step, b.waiting = 0, b.blind, b.Contenders()
	for seat := range b.Bets {
		b.Bets[seat], b.faced[seat] = 0, -1
	}
}
