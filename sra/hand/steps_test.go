package hand_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// All is told in both kinds of groups, with work shared among goroutines in one.
func TestStory(t *testing.T) {
	onBothKinds(t, func(t *testing.T, g sra.Group) {
		s := newSessionIn(t, g, "story", 5, 18)
		s.hands[0].Parallel(2)
		s.playAll()
		h := s.hands[0]
		if seat, ok := h.Seat(); seat != 0 || !ok || seated(s.hands[4]) || seated(s.hands[2]) || seated(s.hands[5]) || h.Seats() != 5 {
			t.Error("seats that are out watch, and others don't")
		}
		if !slices.Equal(h.Here(), []int{0, 1}) || !h.Ready() || !h.Quiet() || h.Due() != nil {
			t.Error(h.View())
		}
		seen := map[int]bool{}
		for _, c := range h.With(hand.Open) {
			number, ok := h.Look(c.Position)
			if !ok || seen[number] || number < 0 || number >= 18 {
				t.Error(c, number, ok)
			}
			seen[number] = true
		}
		s.wantWhole()
	})
}

// A seat knows what it is dealt, and nobody else does until it is shown.
func TestHeld(t *testing.T) {
	s := newSession(t, 3, 6)
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, 0}))
	for seat := range s.hands {
		if s.knows(seat, 0) != (seat == 0) || s.knows(seat, 1) != (seat == 1) || s.knows(seat, 3) || s.knows(seat, -1) || s.knows(seat, 6) {
			t.Error("seat", seat)
		}
	}
	number, _ := s.hands[0].Look(0)
	s.steps(drop(2))
	if kept := s.hands[2].With(hand.Held); !slices.Equal(kept, []hand.Place{{0, 0}, {1, 1}, {2, 0}}) || len(s.stock()) != 3 {
		t.Error(s.hands[0].View())
	}
	s.steps(show(0, 0))
	for seat, h := range s.hands {
		if n, ok := h.Look(0); !ok || n != number || s.knows(seat, 2) != (seat == 0) {
			t.Errorf("seat %d sees %d, not %d", seat, n, number)
		}
	}
}

// The stock can be dealt when the hand is ready; what is dealt is on its way.
func TestStatus(t *testing.T) {
	s := newSession(t, 2, 5)
	s.sayDue(1)
	if h := s.hands[0]; h.Ready() || h.Quiet() || len(h.With(hand.Stock)) != 5 || h.Due()[0].Kind != hand.Shuffle || h.Due()[0].Seat != 1 {
		t.Error(h.View())
	}
	s.sayDue()
	s.step(deal(hand.Place{3, 1}, hand.Place{1, hand.Everyone}))
	h := s.hands[1]
	if on := h.With(hand.Dealing); !slices.Equal(on, []hand.Place{{1, hand.Everyone}, {3, 1}}) ||
		!slices.Equal(s.stock(), []int{0, 2, 4}) || !h.Ready() || h.Quiet() {
		t.Error(h.View())
	}
	due := h.Due()
	if len(due) != 1 || due[0].Seat != 0 || due[0].Kind != hand.Layer || !slices.Equal(due[0].Positions, []int{3, 1}) {
		t.Errorf("%v", due)
	}
	due[0].Positions[0] = 4
	if h.Due()[0].Positions[0] != 3 {
		t.Error("Due lets the caller change the turn")
	}
	s.sayDue()
	if status, to := h.Status(3); status != hand.Held || to != 1 || !h.Quiet() {
		t.Error(status, to)
	}
	s.step(show(1, 3))
	if !h.Ready() || !h.Quiet() {
		t.Error("a show that is due holds others up")
	}
	s.sayDue()
	s.step(shuffle([]int{1}, 0, 2))
	if due := h.Due(); len(due) != 1 || due[0].Seat != 1 || due[0].Kind != hand.Shuffle ||
		!slices.Equal(due[0].Positions, []int{0, 2}) || h.Ready() {
		t.Errorf("%v", due)
	}
	s.say(1)
	if due := h.Due(); len(due) != 1 || due[0].Seat != 0 || due[0].Kind != hand.Raise || due[0].Positions != nil || h.Ready() {
		t.Errorf("%v", due)
	}
	s.sayDue()
	for _, p := range []int{-1, 5} {
		if status, to := h.Status(p); status != hand.Void || to != hand.Everyone {
			t.Error(p, status, to)
		}
	}
	for k, want := range map[interface{ String() string }]string{
		hand.Shuffle: "shuffle", hand.Raise: "raise", hand.Layer: "layer", hand.Show: "show", hand.Leave: "leave",
		hand.Kind(0): "Kind(0)", hand.Kind(9): "Kind(9)",
		hand.Void: "void", hand.Stock: "stock", hand.Dealing: "dealing", hand.Held: "held", hand.Open: "open", hand.Status(6): "Status(6)",
	} {
		if k.String() != want {
			t.Errorf("%v, not %s", k, want)
		}
	}
}

// The seat that has the first turn changes from deal to deal, among those who have turns.
func TestTurnsRotate(t *testing.T) {
	s := newSession(t, 4, 12)
	s.sayDue()
	first := func() int {
		s.step(deal(hand.Place{s.stock()[0], hand.Everyone}))
		seat := s.hands[0].Due()[0].Seat
		var order []int
		for s.hands[0].Due() != nil {
			seat := s.hands[0].Due()[0].Seat
			order = append(order, seat)
			s.say(seat)
		}
		for i, next := range order[1:] {
			if here := s.hands[0].Here(); next != here[(slices.Index(here, order[i])+1)%len(here)] {
				t.Errorf("the turns are %v", order)
			}
		}
		return seat
	}
	var firsts []int
	for range 5 {
		firsts = append(firsts, first())
	}
	s.steps(leave(1))
	for range 6 {
		firsts = append(firsts, first())
	}
	if want := []int{0, 1, 2, 3, 0, 3, 0, 2, 3, 0, 2}; !slices.Equal(firsts, want) {
		t.Errorf("%v, not %v", firsts, want)
	}
}

// What a step is given is the caller's again afterwards, and so is what Pending returns.
func TestAliasing(t *testing.T) {
	s := newSession(t, 3, 6)
	s.sayDue()
	with := func(list []int, f step) {
		t.Helper()
		s.step(f)
		for i := range list {
			list[i] = 5
		}
		s.sayDue()
	}
	places := []hand.Place{{0, 0}, {1, 1}}
	s.step(deal(places...))
	places[0], places[1] = hand.Place{4, 1}, hand.Place{4, 1}
	s.sayDue()
	if held := s.hands[0].With(hand.Held); !slices.Equal(held, []hand.Place{{0, 0}, {1, 1}}) {
		t.Error(held)
	}
	shown := []int{0}
	with(shown, show(0, shown...))
	if open := s.hands[0].With(hand.Open); !slices.Equal(open, []hand.Place{{0, 0}}) {
		t.Error(open)
	}
	returned, seats, mixed := []int{0, 1}, []int{2, 0}, []int{2, 0, 3}
	with(returned, giveBack(returned...))
	s.step(shuffle(seats, mixed...))
	seats[0], seats[1] = 1, 1
	for i := range mixed {
		mixed[i] = 5
	}
	if due := s.hands[0].Due()[0]; due.Seat != 2 || !slices.Equal(due.Positions, []int{2, 0, 3}) {
		t.Error(due)
	}
	s.say(2)
	if due := s.hands[0].Due()[0]; due.Seat != 0 || !slices.Equal(due.Positions, []int{2, 0, 3}) {
		t.Error(due)
	}
	s.sayDue()
	s.wantWhole()
	s.step(deal(hand.Place{2, 1}))
	m := s.pending(s.hands[0].Due()[0].Seat)
	clear(m)
	s.sayDue()
	dropped := []int{2}
	with(dropped, drop(dropped...))
	if !slices.Equal(s.hands[0].Here(), []int{0, 1}) {
		t.Error(s.hands[0].View())
	}
}

// Deals side by side end one by one, whatever is said first, and shows may be due meanwhile.
func TestDealsSideBySide(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		s := newSession(t, 4, 9)
		s.steps(deal(hand.Place{6, 1}, hand.Place{7, 2}))
		s.step(deal(hand.Place{0, 0}, hand.Place{1, hand.Everyone}))
		s.step(show(1, 6))
		s.step(deal(hand.Place{2, 1}))
		s.step(giveBack(7))
		s.step(deal(hand.Place{7, 3}, hand.Place{3, 2}))
		h := s.hands[0]
		deals := [][]int{{0, 1}, {2}, {7, 3}}
		for _, k := range order {
			for {
				due := h.Due()
				i := slices.IndexFunc(due, func(t hand.Turn) bool {
					return t.Kind == hand.Layer && slices.Contains(deals[k], t.Positions[0])
				})
				if i < 0 {
					break
				}
				s.sayIn(due[i])
			}
			for _, p := range deals[k] {
				if status, _ := h.Status(p); status == hand.Dealing {
					t.Errorf("position %d is on its way, when all has been said", p)
				}
			}
		}
		if due := h.Due(); len(due) != 1 || due[0].Kind != hand.Show || !h.Quiet() {
			t.Error(due)
		}
		s.sayDue()
		s.wantWhole()
		for position, seat := range map[int]int{0: 0, 1: 4, 2: 1, 3: 2, 6: 4, 7: 3} {
			if !s.knows(seat, position) {
				t.Errorf("seat %d doesn't see position %d", seat, position)
			}
		}
	}
}

// A leave has no effect on shows, and when who leaves holds all cards, it needs no message.
func TestLeave(t *testing.T) {
	s := newSession(t, 4, 9)
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, 1}, hand.Place{2, 0}, hand.Place{3, hand.Everyone}))
	s.step(show(1, 0))
	s.step(leave(1))
	h := s.hands[0]
	due := h.Due()
	if len(due) != 2 || due[1].Kind != hand.Leave || due[1].Seat != 1 ||
		!slices.Equal(due[1].Positions, []int{2, 3, 4, 5, 6, 7, 8}) || h.Ready() {
		t.Error(h.View())
	}
	if !slices.Equal(h.Here(), []int{0, 2, 3}) {
		t.Error(h.Here())
	}
	s.sayDue()
	s.steps(show(1, 1)) // also when it has left
	if !s.knows(4, 0) || !s.knows(4, 1) {
		t.Error("a seat that has left can't show")
	}
	s.steps(deal(hand.Place{4, 2}, hand.Place{5, hand.Everyone}), giveBack(2, 3), deal(hand.Place{2, hand.Everyone}, hand.Place{3, 2}))
	s.steps(leave(3))
	s.steps(deal(hand.Place{6, 0}, hand.Place{7, hand.Everyone}))
	for position, seat := range map[int]int{2: 4, 3: 2, 4: 2, 5: 4, 6: 0, 7: 4} {
		if !s.knows(seat, position) {
			t.Errorf("seat %d doesn't see position %d", seat, position)
		}
	}
	s.steps(giveBack(4, 5))
	s.wantWhole()
	if err := h.Leave(0); !errors.Is(err, hand.ErrState) {
		t.Error("two must stay", err)
	}
	s = newSession(t, 3, 2)
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, 1}))
	s.step(leave(1))
	if h := s.hands[0]; h.Due() != nil || !h.Quiet() {
		t.Error(h.View())
	}
	s.steps(show(1, 1), drop(1))
	if h := s.hands[0]; !slices.Equal(h.Here(), []int{0, 2}) || len(s.stock()) != 1 || len(h.With(hand.Open)) != 1 {
		t.Error(h.View())
	}
	s.wantWhole()
}

// Steps that aren't possible are refused, and change nothing: what leads to a stage, and what is refused there.
func TestSteps(t *testing.T) {
	s := newSession(t, 3, 6)
	p := func(position, to int) step { return deal(hand.Place{position, to}) }
	any := []step{p(0, 0), show(0, 0), giveBack(0), shuffle([]int{0}, 0), leave(0)}
	done := func(f step) func() { return func() { s.step(f); s.sayDue() } }
	for _, stage := range []struct {
		name    string
		do      func()
		class   error
		refused map[string][]step
	}{
		{"nobody has shuffled", func() {}, hand.ErrNotReady, map[string][]step{"any": any}},
		{"one has", func() { s.say(0) }, hand.ErrNotReady, map[string][]step{"any": any}},
		{"all have", func() { s.sayDue() }, hand.ErrState, map[string][]step{
			"no cards": {deal()}, "a position twice": {deal(hand.Place{0, 0}, hand.Place{0, 1})},
			"no such position or seat": {p(-1, 0), p(6, 0), p(0, 3), p(0, -2)},
		}},
		{"cards are dealt", done(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, hand.Everyone})), hand.ErrState, map[string][]step{
			"dealt before": {deal(hand.Place{3, 0}, hand.Place{0, 1})},
			"no cards":     {show(0), giveBack(), shuffle([]int{0})},
			"held by another, open, not dealt or none": {show(0, 1), show(0, 2), show(0, 3), show(0, -1), show(0, 6)},
			"twice":                 {show(0, 0, 0), giveBack(0, 0)},
			"no such seat":          {show(-1, 0), show(3, 0)},
			"in the stock, or none": {giveBack(3), giveBack(-1), giveBack(6), giveBack(0, 3)},
			"no seats":              {shuffle(nil, 3)},
			"a seat twice, or none such": {
				shuffle([]int{0, 1, 0}, 3), shuffle([]int{-1}, 3), shuffle([]int{3}, 3), shuffle([]int{0, -1}, 3), shuffle([]int{0, 3}, 3),
			},
			"a position twice": {shuffle([]int{0}, 3, 4, 3)},
			"held, open, or none": {
				shuffle([]int{0}, 0), shuffle([]int{0}, 2), shuffle([]int{0}, -1), shuffle([]int{0}, 6),
				shuffle([]int{0}, 3, 0), shuffle([]int{0}, 3, 2), shuffle([]int{0}, 3, -1), shuffle([]int{0}, 3, 6),
			},
		}},
		{"a show is due", func() { s.step(show(0, 0)) }, hand.ErrState, map[string][]step{
			"to be shown already": {show(0, 0), giveBack(0)},
			"no such seat":        {leave(3), leave(-1), drop(3), drop(-1)},
			"nobody":              {drop()}, "twice": {drop(0, 0)}, "one would stay": {drop(0, 1)},
		}},
		{"a deal is under way", func() { s.sayDue(); s.step(p(3, 0)) }, hand.ErrState, map[string][]step{
			"any": {leave(2), shuffle([]int{0}, 4), giveBack(3), p(3, 1), show(0, 3)},
		}},
		{"a shuffle is due", func() { s.sayDue(); s.step(shuffle([]int{0}, 4, 5)) }, hand.ErrNotReady, map[string][]step{"any": any}},
		{"raises are due", func() { s.say(0) }, hand.ErrNotReady, map[string][]step{"any": any}},
		{"a leave is due", func() { s.sayDue(); s.step(leave(2)) }, hand.ErrNotReady, map[string][]step{"any": any}},
		{"seat 2 has left", func() { s.sayDue() }, hand.ErrState, map[string][]step{
			"by or to it":    {leave(2), p(4, 2), shuffle([]int{2}, 4)},
			"one would stay": {drop(0)}, "two must stay": {leave(0)},
		}},
		{"it is dropped", func() { s.step(drop(2)) }, hand.ErrState, map[string][]step{"it is out": {drop(2)}}},
		{"cards are new", func() {}, hand.ErrNotReady, map[string][]step{"any": any}},
		{"all is shuffled", func() { s.sayDue() }, hand.ErrState, map[string][]step{"it is out": {leave(2)}}},
	} {
		stage.do()
		for why, steps := range stage.refused {
			for i, f := range steps {
				s.wantRefused(fmt.Sprint(stage.name, ", ", why, " ", i), f, stage.class)
			}
		}
	}
	for position := range s.hands[0].Positions() {
		switch status, _ := s.hands[0].Status(position); status {
		case hand.Void:
			s.wantRefused("a void position is dealt", p(position, 0), hand.ErrState)
			s.wantRefused("a void position is shuffled", shuffle([]int{0}, position), hand.ErrState)
			fallthrough
		case hand.Stock:
			s.wantRefused("what isn't held or open returns", giveBack(position), hand.ErrState)
		}
	}
}

// The order in which seats are named to a drop makes no difference.
func TestDropOrder(t *testing.T) {
	s := newSession(t, 4, 6)
	s.steps(deal(hand.Place{0, hand.Everyone}, hand.Place{1, 0}))
	a, b := s.hands[0].Clone(), s.hands[0].Clone()
	for h, gone := range map[*hand.Hand][]int{a: {1, 2}, b: {2, 1}} {
		first := gone[0]
		if err := h.Drop(gone...); err != nil {
			t.Fatal(err)
		}
		if gone[0] != first {
			t.Error("the argument has changed")
		}
	}
	if a.View() != b.View() {
		t.Errorf("%s\n%s", a.View(), b.View())
	}
}

func TestNewRefusals(t *testing.T) {
	g := sra.Ristretto255()
	cards := must(sra.PublicDeck(g, "x", 3))
	key := must(sra.GenerateKey(g))
	state := hand.GenerateState()
	for what, c := range map[string]struct {
		id          string
		cards       sra.Deck
		seats, seat int
		state       hand.State
		store       func(old, new hand.State) error
	}{
		"no id":          {"", cards, 2, 0, state, forgets},
		"a long id":      {string(make([]byte, hand.MaxIDLen+1)), cards, 2, 0, state, forgets},
		"one seat":       {"x", cards, 1, 0, state, forgets},
		"too many seats": {"x", cards, hand.MaxSeats + 1, 0, state, forgets},
		"seat -1":        {"x", cards, 2, -1, state, forgets},
		"seat 2":         {"x", cards, 2, 2, state, forgets},
		"no state":       {"x", cards, 2, 0, hand.State{}, forgets},
		"no store":       {"x", cards, 2, 0, state, nil},
		"no deck":        {"x", sra.Deck{}, 2, 0, state, forgets},
		"a made-up deck": {"x", must(key.Encrypt(cards)), 2, 0, state, forgets},
		"too many cards": {"x", must(sra.PublicDeck(g, "x", hand.MaxCards+1)), 2, 0, state, forgets},
	} {
		if h, err := hand.New([]byte(c.id), c.cards, c.seats, c.seat, c.state, c.store); h != nil || !errors.Is(err, sra.ErrMalformed) ||
			!strings.HasPrefix(err.Error(), "hand: malformed: ") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if h, err := hand.Watch(nil, cards, 2); h != nil || !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
	if h, err := hand.Replay(nil, cards, 2, new(sra.Batch)); h != nil || !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
	for _, n := range []int{0, hand.SecretSize, hand.StateSize - 1, hand.StateSize + 1} {
		if _, err := hand.ParseState(make([]byte, n)); !errors.Is(err, sra.ErrMalformed) {
			t.Error(n, err)
		}
	}
	for _, n := range []int{hand.MessageSize(sra.Group{}, 52), hand.MessageSize(g, 0), hand.MessageSize(g, -1),
		hand.MessageSize(g, hand.MaxCards+1)} {
		if n != 0 {
			t.Error(n)
		}
	}
	most := must(sra.PublicDeck(g, "x", hand.MaxCards))
	if _, err := hand.New(make([]byte, hand.MaxIDLen), most, hand.MaxSeats, hand.MaxSeats-1, state, forgets); err != nil {
		t.Error(err)
	}
}

// The zero value takes nothing, and panics nowhere.
func TestZeroHand(t *testing.T) {
	h := new(hand.Hand)
	for _, err := range []error{h.Deal(hand.Place{}), h.Show(0, 0), h.Return(0), h.Shuffle([]int{0}, 0), h.Leave(0), h.Drop(0), h.Drop()} {
		if !errors.Is(err, hand.ErrState) && !errors.Is(err, hand.ErrNotReady) {
			t.Error(err)
		}
	}
	if taken, err := h.Receive(0, make([]byte, 100)); taken || !errors.Is(err, sra.ErrMalformed) {
		t.Error(taken, err)
	}
	if m, err := h.Pending(); m != nil || err != nil {
		t.Error(m, err)
	}
	if m, err := h.LeaveMessage(); m != nil || !errors.Is(err, hand.ErrState) {
		t.Error(m, err)
	}
	if _, ok := h.Look(0); ok || h.Due() != nil || h.Here() != nil || h.With(hand.Void) != nil || seated(h) || h.Seats() != 0 {
		t.Error(h.View())
	}
}
