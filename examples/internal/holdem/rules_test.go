package holdem

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// A model is the rules in another way: it knows only what has been done, and works out
// everything from that each time.
type model struct {
	c      Config
	stacks []int // before the hand
	seats  []int // in the hand, from the one after the button
	deeds  []Deed
	gone   []int // seats that have left
}

// chips returns what each seat has paid in all and on this street, and who has folded.
func (m *model) chips(street Street) (paid, bets []int, folded map[int]bool) {
	n := len(m.stacks)
	paid, bets, folded = make([]int, n), make([]int, n), map[int]bool{}
	put := func(s Street, seat, to int) {
		for bets[seat] < to && paid[seat] < m.stacks[seat] {
			bets[seat]++
			paid[seat]++
		}
	}
	small, big := m.seats[0], m.seats[1%len(m.seats)]
	if len(m.seats) == 2 {
		small, big = big, small
	}
	put(Preflop, small, m.c.SmallBlind)
	put(Preflop, big, m.c.BigBlind)
	at := Preflop
	next := func(s Street) {
		for ; at < s; at++ {
			clear(bets)
		}
	}
	for _, d := range m.deeds {
		next(d.Street)
		switch d.Action.Kind {
		case Fold:
			folded[d.Seat] = true
		case Call:
			put(at, d.Seat, bets[d.Seat]+d.Paid)
		case Raise:
			put(at, d.Seat, d.Action.To)
		}
	}
	next(street)
	for _, s := range m.gone {
		folded[s] = true
	}
	return paid, bets, folded
}

// turn returns who acts next on a street and what it may do; Nobody when it is over.
func (m *model) turn(street Street) (int, Legal) {
	paid, bets, folded := m.chips(street)
	left := func(s int) int { return m.stacks[s] - paid[s] }
	in := slices.DeleteFunc(slices.Clone(m.seats), func(s int) bool { return folded[s] })
	if len(in) == 1 {
		return Nobody, Legal{}
	}
	// What was due after each deed of the street, and by how much a raise must exceed it.
	due, step := 0, m.c.BigBlind
	last := len(m.seats) - 1 // the place of who acted last
	if street == Preflop {
		due = m.c.BigBlind
		last = 1
		if len(m.seats) == 2 {
			last = 0
		}
	}
	seen := map[int]int{}
	for _, d := range m.deeds {
		if d.Street != street {
			continue
		}
		if d.Action.Kind == Raise {
			step = max(step, d.Action.To-due)
			due = d.Action.To
		}
		seen[d.Seat] = due
		last = slices.Index(m.seats, d.Seat)
	}
	for i := range m.seats {
		seat := m.seats[(last+1+i)%len(m.seats)]
		if folded[seat] || left(seat) == 0 {
			continue
		}
		before, acted := seen[seat]
		rivals, most := 0, 0
		for _, s := range in {
			if s != seat {
				most = max(most, bets[s])
				if left(s) > 0 {
					rivals++
				}
			}
		}
		if acted && before == due || rivals == 0 && most <= bets[seat] {
			continue
		}
		owes := due - bets[seat]
		l := Legal{Fold: owes > 0, Check: owes <= 0}
		if owes > 0 {
			l.Call = min(owes, left(seat))
		}
		if rivals == 0 { // no more than the most that another has paid, who may have left
			most = 0
			for s := range bets {
				if s != seat {
					most = max(most, bets[s])
				}
			}
			l.Call = min(l.Call, most-bets[seat])
		}
		if rivals > 0 && left(seat) > owes && (!acted || due-before >= step) {
			l.MaxRaise = bets[seat] + left(seat)
			l.MinRaise = min(l.MaxRaise, due+step)
		}
		return seat, l
	}
	return Nobody, Legal{}
}

// payout deals the chips out one level after another.
func (m *model) payout(strengths []int, street Street) []int {
	paid, _, folded := m.chips(street)
	get := make([]int, len(paid))
	pots := map[string]int{}
	members := map[string][]int{}
	key := "" // of those who play for what nobody has paid who is in
	members[key] = slices.DeleteFunc(slices.Clone(m.seats), func(s int) bool { return folded[s] })
	for level := 1; level <= slices.Max(paid); level++ {
		var payers, in []int
		for _, s := range m.seats {
			if paid[s] >= level {
				payers = append(payers, s)
				if !folded[s] {
					in = append(in, s)
				}
			}
		}
		if len(payers) == 1 && len(in) == 1 {
			get[in[0]]++
			continue
		}
		if len(in) > 0 {
			b := make([]byte, len(paid))
			for _, s := range in {
				b[s] = 1
			}
			key = string(b)
			members[key] = in
		}
		pots[key] += len(payers)
	}
	for key, chips := range pots {
		in := members[key]
		best := slices.MaxFunc(in, func(a, b int) int { return strengths[a] - strengths[b] })
		winners := slices.DeleteFunc(slices.Clone(in), func(s int) bool { return strengths[s] < strengths[best] })
		for i := range chips {
			get[winners[i%len(winners)]]++
		}
	}
	return get
}

// The betting and the pots are those of the model in random hands, and no chip is lost.
func TestRules(t *testing.T) {
	runs := 1000
	if clitest.Long() {
		runs = 100000
	}
	var seen rulesSeen
	for seed := range uint64(runs) {
		r := &rulesRun{T: t, seed: seed, rng: rand.New(rand.NewPCG(seed, 2)), seen: &seen}
		if !r.deal() {
			continue
		}
		for street := Preflop; ; street++ {
			r.play(street)
			if len(r.betting.Contenders()) == 1 || street == River {
				r.pay(street)
				break
			}
			if r.betting.Street == street {
				r.betting.Next()
			}
		}
	}
	if seen.allIn < runs/10 || seen.closed == 0 || seen.satOut < runs/10 {
		t.Errorf("%d all-ins, %d raises that weren't reopened, %d seats sat out", seen.allIn, seen.closed, seen.satOut)
	}
}

// A rulesRun is a random hand, in the betting and in the model.
type rulesRun struct {
	*testing.T
	seed    uint64
	rng     *rand.Rand
	stacks  []int // before the hand
	betting *Betting
	model   *model
	seen    *rulesSeen
}

// rulesSeen counts what random hands must have had.
type rulesSeen struct {
	allIn  int
	closed int // raises refused, as the last one was too small to reopen the betting
	satOut int
}

// deal begins a hand between some seats, some of which sit out. It reports whether there are two.
func (r *rulesRun) deal() bool {
	n := 2 + r.rng.IntN(8)
	c := Config{Seats: n, Chips: 100, SmallBlind: r.rng.IntN(4), BigBlind: 1 + r.rng.IntN(6)}
	c.SmallBlind = min(c.SmallBlind, c.BigBlind)
	r.stacks = make([]int, n)
	var seats []int
	for s := range r.stacks {
		if r.rng.IntN(5) > 0 || n-s+len(seats) <= 2 {
			r.stacks[s] = 1 + r.rng.IntN(60)
			seats = append(seats, s)
		}
	}
	if len(seats) < 2 {
		return false
	}
	players := slices.Clone(seats)
	var gone []int
	for len(players) > 2 && r.rng.IntN(3) == 0 {
		i := r.rng.IntN(len(players))
		gone = append(gone, players[i])
		players = slices.Delete(players, i, i+1)
	}
	r.seen.satOut += len(gone)
	button := seats[r.rng.IntN(len(seats))]
	r.betting = NewBetting(c, r.stacks, seats, players, button)
	inTurn := InTurn(button, n, func(s int) bool { return slices.Contains(seats, s) })
	r.model = &model{c: c, stacks: r.stacks, seats: inTurn, gone: gone}
	return true
}

// play plays a street. Now and then, a seat leaves.
func (r *rulesRun) play(street Street) {
	r.Helper()
	b := r.betting
	for {
		turn, legal := r.model.turn(street)
		if got := b.Turn(); got != turn && len(b.Contenders()) > 1 {
			r.Fatalf("run %d: turn of %d, not %d, after %v", r.seed, got, turn, b.Deeds)
		}
		if turn == Nobody || len(b.Contenders()) == 1 {
			return
		}
		if got := b.Legal(turn); got != legal {
			r.Fatalf("run %d: seat %d may %+v, not %+v, after %v", r.seed, turn, got, legal, b.Deeds)
		}
		if r.rng.IntN(40) == 0 {
			s := b.Contenders()[r.rng.IntN(len(b.Contenders()))]
			r.model.gone = append(r.model.gone, s)
			b.Out[s] = true
			continue
		}
		if a := r.action(legal); a.Kind != Fold || r.rng.IntN(3) == 0 {
			r.try(turn, legal, a)
		}
	}
}

// action returns any action, legal or not.
func (r *rulesRun) action(legal Legal) Action {
	a := Action{Kind: Kind(r.rng.IntN(int(Raise + 1)))}
	if a.Kind == Raise {
		a.To = legal.MinRaise + r.rng.IntN(3)*r.rng.IntN(20)
		if r.rng.IntN(4) == 0 {
			a.To = legal.MaxRaise
		}
	}
	return a
}

// try takes an action if it is legal, which both must agree on.
func (r *rulesRun) try(turn int, legal Legal, a Action) {
	r.Helper()
	err := r.betting.Check(a)
	if (err == nil) != legal.Allows(a) {
		r.Fatalf("run %d: seat %d %v: %v", r.seed, turn, Deed{Action: a}, err)
	}
	if err == nil {
		d := r.betting.Act(a)
		r.model.deeds = append(r.model.deeds, d)
		if d.AllIn {
			r.seen.allIn++
		}
	}
	if a.Kind == Raise && legal.MaxRaise == 0 && legal.Call > 0 && r.stacks[turn] > legal.Call {
		r.seen.closed++
	}
}

// pay pays the pots of a hand that ended on a street.
func (r *rulesRun) pay(street Street) {
	r.Helper()
	b, strengths := r.betting, make([]int, len(r.stacks))
	for s := range strengths {
		strengths[s] = r.rng.IntN(4)
	}
	pots, get := b.Payout(func(s int) int { return strengths[s] })
	if diff := cmp.Diff(r.model.payout(strengths, street), get); diff != "" {
		r.Fatalf("run %d: %v, paid %v, out %v, pots %+v", r.seed, diff, b.Paid, b.Out, pots)
	}
	sum := 0
	for s := range get {
		sum += get[s] + b.Stacks[s] - r.stacks[s]
	}
	if sum != 0 {
		r.Fatalf("run %d: %d chips too many", r.seed, sum)
	}
}

// The blinds, the order and a short all-in, as players know them.
func TestBetting(t *testing.T) {
	c := Config{Seats: 3, Chips: 100, SmallBlind: 1, BigBlind: 2}
	b := NewBetting(c, []int{100, 7, 100}, []int{0, 1, 2}, []int{0, 1, 2}, 0)
	if b.Small != 1 || b.Big != 2 || b.Turn() != 0 {
		t.Fatalf("blinds of %d and %d, turn of %d", b.Small, b.Big, b.Turn())
	}
	acts := []struct {
		seat int
		a    Action
	}{
		{0, Action{Raise, 6}}, {1, Action{Raise, 7}}, {2, Action{Kind: Call}},
	}
	for _, x := range acts {
		if b.Turn() != x.seat {
			t.Fatalf("turn of %d, not %d", b.Turn(), x.seat)
		}
		if err := b.Check(x.a); err != nil {
			t.Fatal(err)
		}
		b.Act(x.a)
	}
	if want := (Legal{Fold: true, Call: 1}); b.Legal(0) != want {
		t.Errorf("after a short all-in seat 0 may %+v", b.Legal(0))
	}
	if err := b.Check(Action{Raise, 20}); !errors.Is(err, ErrIllegal) {
		t.Error("seat 0 raised again after a raise that was too small")
	}
	if b.Act(Action{Kind: Call}); b.Turn() != Nobody {
		t.Errorf("turn of %d", b.Turn())
	}
	if pots := b.Pots(); len(pots) != 1 || pots[0].Chips != 21 {
		t.Errorf("pots %+v", pots)
	}

	heads := NewBetting(Config{Seats: 2, Chips: 9, SmallBlind: 1, BigBlind: 2}, []int{9, 9}, []int{0, 1}, []int{0, 1}, 1)
	if heads.Small != 1 || heads.Big != 0 || heads.Turn() != 1 {
		t.Errorf("heads-up, the button has the small blind and acts first: %d, %d, %d", heads.Small, heads.Big, heads.Turn())
	}
	heads.Act(Action{Kind: Call})
	if heads.Turn() != 0 || !heads.Legal(0).Check || heads.Legal(0).MinRaise != 4 {
		t.Errorf("the big blind has no option: %d, %+v", heads.Turn(), heads.Legal(0))
	}
	heads.Act(Action{Kind: Check})
	heads.Next()
	if heads.Turn() != 0 {
		t.Errorf("after the flop, seat %d acts first", heads.Turn())
	}

	short := NewBetting(Config{Seats: 3, Chips: 900, SmallBlind: 50, BigBlind: 100}, []int{900, 900, 70}, []int{0, 1, 2}, []int{0, 1, 2}, 0)
	if want := (Legal{Fold: true, Call: 100, MinRaise: 200, MaxRaise: 900}); short.Legal(0) != want {
		t.Errorf("after a big blind of 70, seat 0 may %+v", short.Legal(0))
	}
	short.Act(Action{Kind: Fold})
	if want := (Legal{Fold: true, Call: 20}); short.Legal(1) != want {
		t.Errorf("against nothing but a big blind of 70, the small blind may %+v", short.Legal(1))
	}
	if short.Act(Action{Kind: Call}); short.Paid[1] != 70 || short.Turn() != Nobody {
		t.Errorf("it has paid %d, turn of %d", short.Paid[1], short.Turn())
	}
}
