package hand_test

import (
	"slices"
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
	s.read(item{seat: t.Seat, message: s.hands[t.Seat].Message(t)})
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
		deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, 2}, hand.Place{3, 3}, hand.Place{4, 4}, hand.Place{5, 0}, hand.Place{6, 1}, hand.Place{10, 0}),
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
	s.steps(deal(hand.Place{q[0], 0}, hand.Place{q[1], all}), show(1, 1), back(1, q[0]), mix([]int{0, 1}, 1, q[0], q[2]), deal(hand.Place{1, 1}))
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
			number, ok := h.Card(c.Position)
			if !ok || seen[number] || number < 0 || number >= 18 {
				t.Error(c, number, ok)
			}
			seen[number] = true
		}
		s.whole()
	})
}

// whole checks that each card is there once, by the keys of all who are here: at a position
// that isn't void. Nothing may be under way.
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
		if status == hand.Held && !slices.Contains(h.Here(), to) {
			if number >= 0 {
				s.t.Errorf("position %d of a seat that has left has a sealed value", p)
			}
			number = s.unheld(p)
		}
		if number < 0 {
			s.t.Errorf("there is no card at position %d", p)
			continue
		}
		times[number]++
		if status == hand.Held && s.unheld(p) != number || status == hand.Open && s.cards.Index(h.Value(p)) != number || status == hand.Stock && h.Value(p).Bytes() != nil {
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

// unheld is the number of the card that a held position's value is of.
func (s *story) unheld(position int) int {
	h := s.hands[len(s.hands)-1]
	_, to := h.Status(position)
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

// strip takes layers of some seats off, by their present keys.
func (s *story) strip(x sra.Element, seats ...int) sra.Element {
	d := must(sra.NewDeck(x))
	for _, seat := range seats {
		d = must(s.hands[seat].Key().Decrypt(d))
	}
	return d.At(0)
}
