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
	allIn, reopened, satOut := 0, 0, 0
	for seed := range uint64(runs) {
		rng := rand.New(rand.NewPCG(seed, 2))
		n := 2 + rng.IntN(8)
		c := Config{Seats: n, Chips: 100, SmallBlind: rng.IntN(4), BigBlind: 1 + rng.IntN(6)}
		c.SmallBlind = min(c.SmallBlind, c.BigBlind)
		stacks := make([]int, n)
		var players []int
		for s := range stacks {
			if rng.IntN(5) > 0 || n-s+len(players) <= 2 {
				stacks[s] = 1 + rng.IntN(60)
				players = append(players, s)
			}
		}
		if len(players) < 2 {
			continue
		}
		seats := slices.Clone(players)
		for len(players) > 2 && rng.IntN(3) == 0 {
			i := rng.IntN(len(players))
			players = slices.Delete(players, i, i+1)
		}
		button := seats[rng.IntN(len(seats))]
		b := NewBetting(c, stacks, seats, players, button)
		m := &model{c: c, stacks: stacks, seats: InTurn(button, n, func(s int) bool { return slices.Contains(seats, s) })}
		for _, s := range seats {
			if !slices.Contains(players, s) {
				m.gone = append(m.gone, s)
				satOut++
			}
		}
		for street := Preflop; street <= River; street++ {
			for {
				turn, legal := m.turn(street)
				if got := b.Turn(); got != turn && len(b.Contenders()) > 1 {
					t.Fatalf("run %d: turn of %d, not %d, after %v", seed, got, turn, b.Deeds)
				}
				if turn == Nobody || len(b.Contenders()) == 1 {
					break
				}
				if got := b.Legal(turn); got != legal {
					t.Fatalf("run %d: seat %d may %+v, not %+v, after %v", seed, turn, got, legal, b.Deeds)
				}
				if rng.IntN(40) == 0 {
					s := b.Contenders()[rng.IntN(len(b.Contenders()))]
					m.gone = append(m.gone, s)
					b.Out[s] = true
					continue
				}
				a := Action{Kind: Kind(rng.IntN(int(Raise + 1)))}
				if a.Kind == Raise {
					a.To = legal.MinRaise + rng.IntN(3)*rng.IntN(20)
					if rng.IntN(4) == 0 {
						a.To = legal.MaxRaise
					}
				}
				if rng.IntN(3) > 0 && a.Kind == Fold {
					continue
				}
				err := b.Check(a)
				if (err == nil) != legal.Allows(a) {
					t.Fatalf("run %d: seat %d %v: %v", seed, turn, Deed{Action: a}, err)
				}
				if err == nil {
					d := b.Act(a)
					m.deeds = append(m.deeds, d)
					if d.AllIn {
						allIn++
					}
				}
				if a.Kind == Raise && legal.MaxRaise == 0 && legal.Call > 0 && stacks[turn] > legal.Call {
					reopened++
				}
			}
			if len(b.Contenders()) == 1 || street == River {
				strengths := make([]int, n)
				for s := range strengths {
					strengths[s] = rng.IntN(4)
				}
				pots, get := b.Payout(func(s int) int { return strengths[s] })
				if diff := cmp.Diff(m.payout(strengths, street), get); diff != "" {
					t.Fatalf("run %d: %v, paid %v, out %v, pots %+v", seed, diff, b.Paid, b.Out, pots)
				}
				sum := 0
				for s := range get {
					sum += get[s] + b.Stacks[s] - stacks[s]
				}
				if sum != 0 {
					t.Fatalf("run %d: %d chips too many", seed, sum)
				}
				break
			}
			if b.Street == street {
				b.Next()
			}
		}
	}
	if allIn < runs/10 || reopened == 0 || satOut < runs/10 {
		t.Errorf("%d all-ins, %d raises that weren't reopened, %d seats sat out", allIn, reopened, satOut)
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
