package hand_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

// seated reports whether a hand has a seat.
func seated(h *hand.Hand) bool {
	_, ok := h.Seat()
	return ok
}

// A step is one of the game's.
type step func(h *hand.Hand) error

func deal(places ...hand.Place) step { return func(h *hand.Hand) error { return h.Deal(places...) } }
func show(seat int, positions ...int) step {
	return func(h *hand.Hand) error { return h.Show(seat, positions...) }
}
func back(positions ...int) step { return func(h *hand.Hand) error { return h.Return(positions...) } }
func mix(seats []int, positions ...int) step {
	return func(h *hand.Hand) error { return h.Shuffle(seats, positions...) }
}
func leave(seat int) step   { return func(h *hand.Hand) error { return h.Leave(seat) } }
func drop(gone ...int) step { return func(h *hand.Hand) error { return h.Drop(gone...) } }

// An item is one of a sequence: a message, or a step.
type item struct {
	seat    int
	message []byte
	step    step
}

// A story is seats that read everything at once, the last of them an observer.
type story struct {
	t      testing.TB
	id     string
	seats  int
	cards  sra.Deck
	states []hand.State // as they were stored last
	hands  []*hand.Hand
	items  []item
	before func(seat int, message []byte) // each message is said
	after  func()                         // each item was read
	quiet  bool                           // states aren't compared
	keys   map[int]sra.Key                // of seats that say something else than their hands
}

func newStory(t testing.TB, g sra.Group, id string, seats, n int) *story {
	s := &story{t: t, id: id, seats: seats, cards: must(sra.PublicDeck(g, "story", n))}
	for range seats {
		s.states = append(s.states, hand.GenerateState())
	}
	for seat := range seats + 1 {
		s.hands = append(s.hands, s.again(seat))
	}
	return s
}

// again begins a seat's hand from what it has stored, or that of the observer.
func (s *story) again(seat int) *hand.Hand {
	if seat == s.seats {
		return must(hand.Watch([]byte(s.id), s.cards, s.seats))
	}
	return must(hand.New([]byte(s.id), s.cards, s.seats, seat, s.states[seat], s.store(seat)))
}

// fresh begins a seat's hand as if it had stored its secret alone.
func (s *story) fresh(seat int) *hand.Hand {
	return must(hand.New([]byte(s.id), s.cards, s.seats, seat, s.unspoken(seat), s.store(seat)))
}

func (s *story) unspoken(seat int) hand.State {
	return hand.NewState([hand.SecretSize]byte(s.states[seat].Bytes()))
}

func (s *story) store(seat int) func(old, new hand.State) error {
	return func(_, new hand.State) error {
		s.states[seat] = new
		return nil
	}
}

func (s *story) read(i item) {
	s.t.Helper()
	s.items = append(s.items, i)
	for seat, h := range s.hands {
		if i.step != nil {
			if err := i.step(h); err != nil {
				s.t.Fatalf("seat %d: %v", seat, err)
			}
		} else if taken, err := h.Receive(i.seat, i.message); !taken || err != nil {
			s.t.Fatalf("seat %d, message of %d: %v %v", seat, i.seat, taken, err)
		}
		if !s.quiet && h.View() != s.hands[0].View() {
			s.t.Fatalf("seat %d:\n%s\nseat 0:\n%s", seat, h.View(), s.hands[0].View())
		}
	}
	if s.after != nil {
		s.after()
	}
}

// pending is what a seat has to say.
func (s *story) pending(seat int) []byte {
	s.t.Helper()
	m, err := s.hands[seat].Pending()
	if err != nil {
		s.t.Fatalf("seat %d: %v", seat, err)
	}
	return m
}

// say has a seat say what it has to, and reports whether there was anything.
func (s *story) say(seat int) bool {
	s.t.Helper()
	m := s.pending(seat)
	if m == nil {
		return false
	}
	if s.before != nil {
		s.before(seat, m)
	}
	s.read(item{seat: seat, message: m})
	return true
}

// flow has all seats say what they have to, but those that are silent.
func (s *story) flow(silent ...int) {
	s.t.Helper()
	for said := true; said; {
		said = false
		for seat := range s.states {
			if !slices.Contains(silent, seat) && s.say(seat) {
				said = true
			}
		}
	}
}

// sayIn has a seat say what it has to in a turn that needn't be its first.
func (s *story) sayIn(t hand.Turn) {
	s.t.Helper()
	m := s.hands[t.Seat].Message(t)
	if s.before != nil {
		s.before(t.Seat, m)
	}
	s.read(item{seat: t.Seat, message: m})
}

// sayAll has all due turns of these kinds said, and what becomes due by that, so that
// others stay due.
func (s *story) sayAll(kinds ...hand.Kind) {
	s.t.Helper()
	for {
		due := s.hands[0].Due()
		i := slices.IndexFunc(due, func(t hand.Turn) bool { return slices.Contains(kinds, t.Kind) })
		if i < 0 {
			return
		}
		s.sayIn(due[i])
	}
}

func (s *story) step(f step) {
	s.t.Helper()
	s.read(item{step: f})
}

// steps are made one after another, with all that follows from each.
func (s *story) steps(list ...step) {
	s.t.Helper()
	s.flow()
	for _, f := range list {
		s.step(f)
		s.flow()
	}
}

func (s *story) stock() (positions []int) {
	for _, c := range s.hands[0].With(hand.Stock) {
		positions = append(positions, c.Position)
	}
	return positions
}

// tell is a hand of five seats and 18 cards in which everything happens.
func (s *story) tell() {
	s.t.Helper()
	all := hand.Everyone
	s.steps(
		deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, 2}, hand.Place{3, 3}, hand.Place{4, 4}, hand.Place{5, 0}, hand.Place{6, 1},
			hand.Place{10, 0}),
		deal(hand.Place{7, all}, hand.Place{8, 2}),
		show(1, 6), back(0, 4, 7), // a card that seat 0 has seen, one that seat 4 has, and an open one
		mix([]int{0}, 9, 0, 7, 4), mix([]int{3, 1}, count(11, 18)...), back(10),
		mix([]int{4, 0, 1, 2, 3}, 0, 10), mix([]int{2}, 4),
		deal(hand.Place{4, 1}, hand.Place{9, 3}), // passed, or from the discards
	)
	s.step(show(0, 5)) // it stays due while others shuffle, and while seat 0 raises
	s.step(mix([]int{2}, 11, 12))
	s.sayAll(hand.Shuffle, hand.Raise)
	s.step(deal(hand.Place{11, 2}, hand.Place{12, 0}))
	s.flow(3)
	s.steps(drop(4)) // and seat 3 says nothing more in that deal
	p := s.stock()
	s.steps(deal(hand.Place{p[0], 0}, hand.Place{p[1], 1}, hand.Place{p[2], 2}, hand.Place{p[6], all}), back(6, p[0]))
	s.step(show(2, 2))
	s.step(leave(2)) // and what it holds is shown afterwards
	s.sayAll(hand.Leave)
	s.steps(deal(hand.Place{p[3], 3}, hand.Place{p[4], 0}), mix([]int{1}, p[0], 6, p[5]), show(2, p[2]))
	s.steps(drop(3))
	q := s.stock()
	s.steps(deal(hand.Place{q[0], 0}, hand.Place{q[1], all}), show(1, 1), back(1, q[0]), mix([]int{0, 1}, 1, q[0], q[2]),
		deal(hand.Place{1, 1}))
}

func count(from, to int) (list []int) {
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

func onBothKinds(t *testing.T, f func(t *testing.T, g sra.Group)) {
	t.Run("ristretto255", func(t *testing.T) { f(t, sra.Ristretto255()) })
	t.Run("modp2048", func(t *testing.T) {
		long.Only(t)
		f(t, sra.Group14())
	})
}

// All is told in both kinds of groups, with work shared among goroutines in one.
func TestStory(t *testing.T) {
	onBothKinds(t, func(t *testing.T, g sra.Group) {
		s := newStory(t, g, "story", 5, 18)
		s.hands[0].Parallel(2)
		s.tell()
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
		s.whole()
	})
}

// whole checks that each card is at one position, by the keys of all who are here. Nothing may be
// under way.
func (s *story) whole() {
	s.t.Helper()
	h := s.hands[len(s.hands)-1]
	times := make([]int, s.cards.Len())
	for p := range h.Positions() {
		status, to := h.Status(p)
		if status == hand.Void {
			if h.Value(p).Bytes() != nil || h.Sealed(p).Bytes() != nil {
				s.t.Errorf("position %d is void, and has values", p)
			}
			continue
		}
		number := s.unseal(p)
		if h.Sealed(p).Bytes() == nil && (status == hand.Held && !slices.Contains(h.Here(), to) || status == hand.Open) {
			number = s.unheld(p) // a seat held it when it left
		}
		if number < 0 {
			s.t.Errorf("there is no card at position %d", p)
			continue
		}
		times[number]++
		if status == hand.Stock && h.Value(p).Bytes() != nil || status != hand.Stock && s.unheld(p) != number {
			s.t.Errorf("position %d, %v, has another value than its sealed one", p, status)
		}
	}
	for number, n := range times {
		if n != 1 {
			s.t.Errorf("card %d is there %d times", number, n)
		}
	}
}

// unseal is the number of the card that a position's sealed value is of, -1 if it has none.
func (s *story) unseal(position int) int {
	h := s.hands[len(s.hands)-1]
	return s.without(h.Sealed(position), h.Here()...)
}

// unheld is the number of the card that the value of a held or open position is of.
func (s *story) unheld(position int) int {
	h := s.hands[len(s.hands)-1]
	status, to := h.Status(position)
	if status == hand.Open {
		return s.cards.Index(h.Value(position))
	}
	return s.without(h.Value(position), to)
}

// without is the number of the card that an element is without the layers of some seats, -1
// if it is none.
func (s *story) without(x sra.Element, seats ...int) int {
	if x.Bytes() == nil {
		return -1
	}
	return s.cards.Index(s.strip(x, seats...))
}

// key is a seat's present one.
func (s *story) key(seat int) sra.Key {
	if k, ok := s.keys[seat]; ok {
		return k
	}
	return s.hands[seat].Key()
}

// strip takes layers of some seats off, by their present keys.
func (s *story) strip(x sra.Element, seats ...int) sra.Element {
	d := must(sra.NewDeck(x))
	for _, seat := range seats {
		d = must(s.key(seat).Decrypt(d))
	}
	return d.At(0)
}

// know reports whether a seat, or the observer, knows the card at a position.
func (s *story) know(seat, position int) bool {
	_, ok := s.hands[seat].Look(position)
	return ok
}

// A seat knows what it is dealt, and nobody else does until it is shown.
func TestHeld(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "held", 3, 6)
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, 0}))
	for seat := range s.hands {
		if s.know(seat, 0) != (seat == 0) || s.know(seat, 1) != (seat == 1) || s.know(seat, 3) || s.know(seat, -1) || s.know(seat, 6) {
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
		if n, ok := h.Look(0); !ok || n != number || s.know(seat, 2) != (seat == 0) {
			t.Errorf("seat %d sees %d, not %d", seat, n, number)
		}
	}
}

// The stock can be dealt when the hand is ready; what is dealt is on its way.
func TestStatus(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "status", 2, 5)
	s.flow(1)
	if h := s.hands[0]; h.Ready() || h.Quiet() || len(h.With(hand.Stock)) != 5 || h.Due()[0].Kind != hand.Shuffle || h.Due()[0].Seat != 1 {
		t.Error(h.View())
	}
	s.flow()
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
	s.flow()
	if status, to := h.Status(3); status != hand.Held || to != 1 || !h.Quiet() {
		t.Error(status, to)
	}
	s.step(show(1, 3))
	if !h.Ready() || !h.Quiet() {
		t.Error("a show that is due holds others up")
	}
	s.flow()
	s.step(mix([]int{1}, 0, 2))
	if due := h.Due(); len(due) != 1 || due[0].Seat != 1 || due[0].Kind != hand.Shuffle ||
		!slices.Equal(due[0].Positions, []int{0, 2}) || h.Ready() {
		t.Errorf("%v", due)
	}
	s.say(1)
	if due := h.Due(); len(due) != 1 || due[0].Seat != 0 || due[0].Kind != hand.Raise || due[0].Positions != nil || h.Ready() {
		t.Errorf("%v", due)
	}
	s.flow()
	for _, p := range []int{-1, 5} {
		if status, to := h.Status(p); status != hand.Void || to != hand.Everyone {
			t.Error(p, status, to)
		}
	}
	for k, want := range map[interface{ String() string }]string{
		hand.Shuffle: "shuffle", hand.Raise: "raise", hand.Layer: "layer", hand.Show: "show", hand.Leave: "leave", hand.Kind(9): "unknown",
		hand.Void: "void", hand.Stock: "stock", hand.Dealing: "dealing", hand.Held: "held", hand.Open: "open", hand.Status(6): "unknown",
	} {
		if k.String() != want {
			t.Errorf("%v, not %s", k, want)
		}
	}
}

// The seat that has the first turn changes from deal to deal, among those who have turns.
func TestTurnsRotate(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "rotate", 4, 12)
	s.flow()
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
	s := newStory(t, sra.Ristretto255(), "alias", 3, 6)
	s.flow()
	with := func(list []int, f step) {
		t.Helper()
		s.step(f)
		for i := range list {
			list[i] = 5
		}
		s.flow()
	}
	places := []hand.Place{{0, 0}, {1, 1}}
	s.step(deal(places...))
	places[0], places[1] = hand.Place{4, 1}, hand.Place{4, 1}
	s.flow()
	if held := s.hands[0].With(hand.Held); !slices.Equal(held, []hand.Place{{0, 0}, {1, 1}}) {
		t.Error(held)
	}
	shown := []int{0}
	with(shown, show(0, shown...))
	if open := s.hands[0].With(hand.Open); !slices.Equal(open, []hand.Place{{0, 0}}) {
		t.Error(open)
	}
	returned, seats, mixed := []int{0, 1}, []int{2, 0}, []int{2, 0, 3}
	with(returned, back(returned...))
	s.step(mix(seats, mixed...))
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
	s.flow()
	s.whole()
	s.step(deal(hand.Place{2, 1}))
	m := s.pending(s.hands[0].Due()[0].Seat)
	clear(m)
	s.flow()
	dropped := []int{2}
	with(dropped, drop(dropped...))
	if !slices.Equal(s.hands[0].Here(), []int{0, 1}) {
		t.Error(s.hands[0].View())
	}
}

// Deals side by side end one by one, whatever is said first, and shows may be due meanwhile.
func TestDealsSideBySide(t *testing.T) {
	for _, order := range [][]int{{0, 1, 2}, {2, 1, 0}, {1, 2, 0}} {
		s := newStory(t, sra.Ristretto255(), "side by side", 4, 9)
		s.steps(deal(hand.Place{6, 1}, hand.Place{7, 2}))
		s.step(deal(hand.Place{0, 0}, hand.Place{1, hand.Everyone}))
		s.step(show(1, 6))
		s.step(deal(hand.Place{2, 1}))
		s.step(back(7))
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
		s.flow()
		s.whole()
		for position, seat := range map[int]int{0: 0, 1: 4, 2: 1, 3: 2, 6: 4, 7: 3} {
			if !s.know(seat, position) {
				t.Errorf("seat %d doesn't see position %d", seat, position)
			}
		}
	}
}

// A leave has no effect on shows, and when who leaves holds all cards, it needs no message.
func TestLeave(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "leave", 4, 9)
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, 1}, hand.Place{2, 0}, hand.Place{3, hand.Everyone}))
	s.step(show(1, 0))
	s.step(leave(1))
	h := s.hands[0]
	due := h.Due()
	if len(due) != 2 || due[1].Kind != hand.Leave || due[1].Seat != 1 || !slices.Equal(due[1].Positions, []int{2, 3, 4, 5, 6, 7, 8}) ||
		h.Ready() {
		t.Error(h.View())
	}
	if !slices.Equal(h.Here(), []int{0, 2, 3}) {
		t.Error(h.Here())
	}
	s.flow()
	s.steps(show(1, 1)) // also when it has left
	if !s.know(4, 0) || !s.know(4, 1) {
		t.Error("a seat that has left can't show")
	}
	s.steps(deal(hand.Place{4, 2}, hand.Place{5, hand.Everyone}), back(2, 3), deal(hand.Place{2, hand.Everyone}, hand.Place{3, 2}))
	s.steps(leave(3))
	s.steps(deal(hand.Place{6, 0}, hand.Place{7, hand.Everyone}))
	for position, seat := range map[int]int{2: 4, 3: 2, 4: 2, 5: 4, 6: 0, 7: 4} {
		if !s.know(seat, position) {
			t.Errorf("seat %d doesn't see position %d", seat, position)
		}
	}
	s.steps(back(4, 5))
	s.whole()
	if err := h.Leave(0); !errors.Is(err, hand.ErrState) {
		t.Error("two must stay", err)
	}
	s = newStory(t, sra.Ristretto255(), "leave", 3, 2)
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, 1}))
	s.step(leave(1))
	if h := s.hands[0]; h.Due() != nil || !h.Quiet() {
		t.Error(h.View())
	}
	s.steps(show(1, 1), drop(1))
	if h := s.hands[0]; !slices.Equal(h.Here(), []int{0, 2}) || len(s.stock()) != 1 || len(h.With(hand.Open)) != 1 {
		t.Error(h.View())
	}
	s.whole()
}

// Steps that aren't possible are refused, and change nothing.
func TestSteps(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "steps", 3, 6)
	refuse := func(what string, f step, class error) {
		t.Helper()
		for _, h := range s.hands {
			before := h.View()
			if err := f(h); !errors.Is(err, class) || h.View() != before {
				t.Errorf("%s: %v", what, err)
			}
		}
	}
	refused := func(what string, f step) {
		t.Helper()
		refuse(what, f, hand.ErrState)
	}
	unready := func() {
		t.Helper()
		for _, f := range []step{deal(hand.Place{0, 0}), show(0, 0), back(0), mix([]int{0}, 0), leave(0)} {
			refuse("it isn't ready", f, hand.ErrNotReady)
		}
	}
	unready()
	s.say(0)
	unready()
	s.flow()
	all := hand.Everyone
	refused("no cards", deal())
	refused("a position twice", deal(hand.Place{0, 0}, hand.Place{0, 1}))
	for _, c := range []hand.Place{{-1, 0}, {6, 0}, {0, 3}, {0, -2}} {
		refused("a deal", deal(c))
	}
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, all}))
	refused("dealt before", deal(hand.Place{3, 0}, hand.Place{0, 1}))
	refused("no cards", show(0))
	for _, p := range []int{1, 2, 3, -1, 6} {
		refused("shown by another, open, not dealt, or none", show(0, p))
	}
	refused("twice", show(0, 0, 0))
	for _, seat := range []int{-1, 3} {
		refused("no such seat", show(seat, 0))
	}
	refused("no cards", back())
	for _, p := range []int{3, -1, 6} {
		refused("in the stock, or none", back(p))
	}
	refused("twice", back(0, 0))
	refused("one of two", back(0, 3))
	refused("no seats", mix(nil, 3))
	refused("no cards", mix([]int{0}))
	refused("a seat twice", mix([]int{0, 1, 0}, 3))
	for _, seat := range []int{-1, 3} {
		refused("no such seat", mix([]int{seat}, 3))
		refused("no such seat", mix([]int{0, seat}, 3))
	}
	refused("a position twice", mix([]int{0}, 3, 4, 3))
	for _, p := range []int{0, 2, -1, 6} {
		refused("held, open, or none", mix([]int{0}, p))
		refused("held, open, or none", mix([]int{0}, 3, p))
	}
	s.step(show(0, 0))
	refused("to be shown already", show(0, 0))
	refused("to be shown", back(0))
	refused("no such seat", leave(3))
	refused("no such seat", leave(-1))
	refused("nobody", drop())
	refused("no such seat", drop(3))
	refused("no such seat", drop(-1))
	refused("twice", drop(0, 0))
	refused("one would stay", drop(0, 1))
	s.flow()
	s.step(deal(hand.Place{3, 0}))
	refused("a deal is under way", leave(2))
	refused("a deal is under way", mix([]int{0}, 4))
	refused("it is dealt", back(3))
	refused("it is dealt", deal(hand.Place{3, 1}))
	refused("it is dealt", show(0, 3))
	s.flow()
	s.step(mix([]int{0}, 4, 5))
	unready()
	s.say(0)
	unready()
	s.flow()
	s.step(leave(2))
	unready()
	s.flow()
	refused("it has left", leave(2))
	refused("a card to one that has left", deal(hand.Place{4, 2}))
	refused("a shuffle by one that has left", mix([]int{2}, 4))
	refused("one would stay", drop(0))
	refused("two must stay", leave(0))
	s.step(drop(2))
	refused("it is out", drop(2))
	unready()
	s.flow()
	refused("it is out", leave(2))
	for p := range s.hands[0].Positions() {
		switch status, _ := s.hands[0].Status(p); status {
		case hand.Stock, hand.Void:
			refused("what isn't held or open returns", back(p))
		}
		if status, _ := s.hands[0].Status(p); status == hand.Void {
			refused("a void position", deal(hand.Place{p, 0}))
			refused("a void position", mix([]int{0}, p))
		}
	}
}

// The order in which seats are named to a drop makes no difference.
func TestDropOrder(t *testing.T) {
	s := newStory(t, sra.Ristretto255(), "order", 4, 6)
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
	for _, n := range []int{0, 32, 63, 65} {
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
