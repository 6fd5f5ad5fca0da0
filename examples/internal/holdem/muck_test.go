package holdem

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/commit/record"
	"github.com/squaredeal/squaredeal/commit/table"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/showdown"
)

// Whoever raised last on the river shows first, or else the first after the button; the
// others follow in turn. All show if one is all-in.
func TestShowdownOrder(t *testing.T) {
	check, call, raise := Action{Kind: Check}, Action{Kind: Call}, func(to int) Action { return Action{Raise, to} }
	for what, c := range map[string]struct {
		preflop, river []Action
		show, turns    []int
	}{
		"checked":         {[]Action{call, call, check}, []Action{check, check, check}, []int{1}, []int{2, 0}},
		"raised before":   {[]Action{raise(6), call, call}, []Action{check, check, check}, []int{1}, []int{2, 0}},
		"bet":             {[]Action{call, call, check}, []Action{check, raise(4), call, call}, []int{2}, []int{0, 1}},
		"raised":          {[]Action{call, call, check}, []Action{raise(4), raise(8), raise(12), call, call}, []int{0}, []int{1, 2}},
		"the raiser left": {[]Action{call, call, check}, []Action{check, check, raise(4), call, call}, []int{1}, []int{2}},
		"all-in":          {[]Action{raise(100), call, call}, nil, []int{1, 2, 0}, nil},
	} {
		b := NewBetting(Config{Seats: 3, SmallBlind: 1, BigBlind: 2}, []int{100, 100, 300}, []int{0, 1, 2}, []int{0, 1, 2}, 0)
		act := func(all []Action) {
			for _, a := range all {
				if err := b.Check(a); err != nil {
					t.Fatalf("%s: %v", what, err)
				}
				b.Act(a)
			}
		}
		act(c.preflop)
		for b.Street < River {
			for b.Turn() != Nobody {
				b.Act(check)
			}
			b.Next()
		}
		act(c.river)
		if what == "the raiser left" {
			b.Out[0] = true
		}
		if show := b.BeginShowdown(); !slices.Equal(show, c.show) {
			t.Errorf("%s: %v show", what, show)
		}
		var turns []int
		for b.Turn() != Nobody {
			turns = append(turns, b.Turn())
			if got := b.Legal(b.Turn()); got != (Legal{Muck: true}) || b.Check(check) == nil || b.Check(raise(20)) == nil ||
				b.Check(Action{Muck, 1}) == nil {
				t.Errorf("%s: %+v", what, got)
			}
			b.Act(b.Legal(b.Turn()).CheckOr(Fold))
		}
		if !slices.Equal(turns, c.turns) || !slices.Equal(b.Mucked, c.turns) || len(b.Contenders()) != len(c.show) {
			t.Errorf("%s: turns of %v, %v mucked", what, turns, b.Mucked)
		}
	}
}

// mucks is what a seat does that wants to see all cards, and show none.
func mucks(p *player, b *Betting) Action {
	if b.Legal(p.seat).Muck {
		return Action{Kind: Muck}
	}
	return calls(p, b)
}

// Cards that are mucked stay closed for ever: the pot goes to the best that are shown, and
// honest seats muck none that are as good.
func TestMuck(t *testing.T) {
	mucked, shared := 0, 0
	for _, c := range []struct {
		seed  uint64
		seats int
	}{{20, 4}, {21, 4}, {1, 3}} { // two share the last one's pot
		m := newMatch(t, c.seed, Config{Seats: c.seats, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
		m.bet = mucks
		m.play(0)
		m.check()
		outs, events, results := m.audited()
		r := results[0]
		shared += len(r.Pots[0].Winners) - 1
		if mucked += len(r.Mucked); len(outs) != 0 || told[Deed](events) != 4*c.seats+len(r.Mucked) {
			t.Errorf("%+v, %d deeds", outs, told[Deed](events))
		}
		best := showdown.Strength(0)
		for _, p := range m.players {
			if r.Shown[p.seat] == nil != slices.Contains(r.Mucked, p.seat) {
				t.Errorf("seat %d has shown %v, and %v mucked", p.seat, r.Shown[p.seat], r.Mucked)
			}
			if r.Payout[p.seat] > 0 {
				best = p.game.Strength(p.seat)
			}
		}
		for _, s := range r.Mucked {
			g := m.players[s].game
			if showdown.Best(slices.Concat(g.Hole(), g.Board())...) >= best || r.Payout[s] != 0 {
				t.Errorf("seat %d mucked %v of %v", s, faces.Names(g.Hole()), r)
			}
			for _, c := range g.Hole() {
				if slices.ContainsFunc(m.posts, func(p record.Post) bool { return bytes.Contains(p.Bytes, deck.At(c).Bytes()) }) {
					t.Errorf("the board has seen %v", faces.Names([]int{c}))
				}
			}
		}
	}
	if mucked == 0 || shared == 0 {
		t.Errorf("%d have mucked, %d shared a pot", mucked, shared)
	}
}

// What a seat may say at a showdown, and what is its fault then.
func TestShowdownLies(t *testing.T) {
	muck, show := []byte{byte(Muck), 0, 0, 0, 0}, []byte{byte(Show), 0, 0, 0, 0}
	fault, silent, none := table.Fault, table.Silent, table.Reason(0)
	for what, c := range map[string]struct {
		at   Stage // of the showdown
		all  bool  // are all-in
		said []byte
		why  table.Reason
	}{
		"mucks in place of the first cards": {Showing, false, muck, fault},
		"mucks when one is all-in":          {Showing, true, muck, fault},
		"shows and doesn't":                 {Showing, false, nil, silent},
		"shows by a word alone":             {Showing, false, show, fault},
		"mucks the best cards":              {Bets, false, muck, none},
		"mucks and more":                    {Bets, false, append(bytes.Clone(muck), 0), fault},
		"mucks some":                        {Bets, false, []byte{byte(Muck), 0, 0, 0, 1}, fault},
		"folds":                             {Bets, false, []byte{byte(Fold), 0, 0, 0, 0}, fault},
		"checks":                            {Bets, false, []byte{byte(Check), 0, 0, 0, 0}, fault},
		"raises":                            {Bets, false, []byte{byte(Raise), 0, 0, 0, 2}, fault},
		"says another kind":                 {Bets, false, []byte{byte(Muck) + 1, 0, 0, 0, 0}, fault},
		"is silent when it is to choose":    {Bets, false, nil, silent},
	} {
		m := newMatch(t, 30, Config{Seats: 3, Hands: 1, Chips: 100, SmallBlind: 1, BigBlind: 2})
		m.bet = func(p *player, b *Betting) Action {
			if l := b.Legal(p.seat); c.all && l.MaxRaise > 0 {
				return Action{Kind: Raise, To: l.MaxRaise}
			}
			return calls(p, b)
		}
		liar := Nobody
		for _, p := range m.players {
			p.twist = func(b []byte) []byte {
				g := p.game
				if !g.playing || !g.Betting.Showdown || g.Stage() != c.at || liar != Nobody && liar != p.seat {
					return b
				}
				liar = p.seat
				return c.said
			}
			m.sit(p)
		}
		m.play(0)
		var bad []int
		if c.why != none {
			bad = append(bad, liar)
		}
		m.check(bad...)
		outs, _, results := m.audited()
		if len(outs) != len(bad) || len(outs) > 0 && (outs[0].Seat != liar || outs[0].Why != c.why) {
			t.Errorf("a seat %s: %+v", what, outs)
		}
		if r := results[0]; liar == Nobody || r.Payout[liar] != 0 || r.Shown[liar] != nil || slices.Contains(r.Mucked, liar) != (c.why == none) {
			t.Errorf("a seat %s: seat %d, %+v", what, liar, r)
		}
	}
}

// A seat's own program doesn't muck cards that nobody has beaten.
func TestMuckOfBest(t *testing.T) {
	m := newMatch(t, 31, Config{Seats: 2, Hands: 4, Chips: 100, SmallBlind: 1, BigBlind: 2})
	chosen, shown := 0, 0
	m.bet = func(p *player, b *Betting) Action {
		if g := p.game; b.Showdown && !g.loses() {
			shown++
			if err := g.Check(p.seat, g.Move(Action{Kind: Muck})); !errors.Is(err, ErrIllegal) {
				t.Errorf("it mucks the best cards: %v", err)
			}
			if !bytes.Equal(g.Pending(), g.Move(Action{Kind: Show})) {
				t.Errorf("it says %x", g.Pending())
			}
		} else if b.Showdown {
			chosen++
			if g.Pending() != nil || g.Check(p.seat, g.Move(Action{Kind: Muck})) != nil || g.Check(p.seat, g.Move(Action{Kind: Show})) != nil {
				t.Error("it has no choice")
			}
		}
		return mucks(p, b)
	}
	m.play(0)
	m.check()
	if chosen == 0 || shown == 0 {
		t.Errorf("%d choices, %d that are none", chosen, shown)
	}
}
