package hand_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// How to add a test: a session is seats that read one sequence of messages and steps at once, and an
// observer, whose number is that of the seats. After each item all of them must be in the same state.
//
//	s := newSession(t, 3, 6)                             // three seats and six cards: nobody has shuffled
//	s.steps(deal(hand.Place{0, 1}, hand.Place{1, 2}))    // what is due is said, the step made, and what is due then said
//	s.wantKnown(0, s.cardOf(1, 0), 1)                    // seat 1 alone knows the card at position 0
//	s.step(show(1, 0))                                   // only the step: the show is due now
//	m := s.pending(1)                                    // what seat 1 has to say
//	s.wantNotTaken("again", 2, m, nil)                   // by seat 2 it is void: no class of errors
//	s.say(1)
//	s.wantWhole()                                        // each card is at one position
//
// A message begins with the turn's ID; its elements follow, and the proofs.

const idSize, elementSize, scalarSize = len(hand.Digest{}), 32, 32 // of elements and scalars in ristretto255

// inTurn is a message in another turn's place.
func inTurn(t hand.Turn, m []byte) []byte { return slices.Concat(t.ID[:], m[idSize:]) }

// takeOff is the message of a turn that takes the key's layer off a deck, and proves it.
func takeOff(t hand.Turn, key sra.Key, from sra.Deck) []byte {
	to := must(key.Decrypt(from))
	return slices.Concat(t.ID[:], to.Bytes(), must(key.ProveDecryption(t.ID[:], from, to)))
}

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

func giveBack(positions ...int) step {
	return func(h *hand.Hand) error { return h.Return(positions...) }
}

func shuffle(seats []int, positions ...int) step {
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

type session struct {
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
	tries  int                            // of what isn't taken
	keys   map[int]sra.Key                // of seats that say something else than their hands
}

// newSession is in ristretto255.
func newSession(t testing.TB, seats, cards int) *session {
	return newSessionIn(t, sra.Ristretto255(), t.Name(), seats, cards)
}

func newSessionIn(t testing.TB, g sra.Group, id string, seats, n int) *session {
	s := &session{t: t, id: id, seats: seats, cards: must(sra.PublicDeck(g, "session", n))}
	for range seats {
		s.states = append(s.states, hand.GenerateState())
	}
	for seat := range seats + 1 {
		s.hands = append(s.hands, s.again(seat))
	}
	return s
}

// again begins a seat's hand from what it has stored, or that of the observer.
func (s *session) again(seat int) *hand.Hand {
	if seat == s.seats {
		return must(hand.Watch([]byte(s.id), s.cards, s.seats))
	}
	return must(hand.New([]byte(s.id), s.cards, s.seats, seat, s.states[seat], s.store(seat)))
}

// fresh begins a seat's hand as if it had stored its secret alone.
func (s *session) fresh(seat int) *hand.Hand {
	return must(hand.New([]byte(s.id), s.cards, s.seats, seat, s.unspoken(seat), s.store(seat)))
}

func (s *session) unspoken(seat int) hand.State {
	return hand.NewState([hand.SecretSize]byte(s.states[seat].Bytes()))
}

func (s *session) store(seat int) func(old, new hand.State) error {
	return func(_, new hand.State) error {
		s.states[seat] = new
		return nil
	}
}

func (s *session) read(i item) {
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
func (s *session) pending(seat int) []byte {
	s.t.Helper()
	m, err := s.hands[seat].Pending()
	if err != nil {
		s.t.Fatalf("seat %d: %v", seat, err)
	}
	return m
}

// say has a seat say what it has to, and reports whether there was anything.
func (s *session) say(seat int) bool {
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

// sayDue has all seats say what they have to, but those that are silent.
func (s *session) sayDue(silent ...int) {
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
func (s *session) sayIn(t hand.Turn) {
	s.t.Helper()
	m := s.hands[t.Seat].Message(t)
	if s.before != nil {
		s.before(t.Seat, m)
	}
	s.read(item{seat: t.Seat, message: m})
}

// sayAll has all due turns of these kinds said, and what becomes due by that, so that
// others stay due.
func (s *session) sayAll(kinds ...hand.Kind) {
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

func (s *session) step(f step) {
	s.t.Helper()
	s.read(item{step: f})
}

// steps are made one after another, with all that follows from each.
func (s *session) steps(list ...step) {
	s.t.Helper()
	s.sayDue()
	for _, f := range list {
		s.step(f)
		s.sayDue()
	}
}

func (s *session) stock() (positions []int) {
	for _, c := range s.hands[0].With(hand.Stock) {
		positions = append(positions, c.Position)
	}
	return positions
}

// playAll is a hand of five seats and 18 cards in which everything happens.
func (s *session) playAll() {
	s.t.Helper()
	all := hand.Everyone
	s.steps(
		deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, 2}, hand.Place{3, 3}, hand.Place{4, 4}, hand.Place{5, 0}, hand.Place{6, 1},
			hand.Place{10, 0}),
		deal(hand.Place{7, all}, hand.Place{8, 2}),
		show(1, 6), giveBack(0, 4, 7), // a card that seat 0 has seen, one that seat 4 has, and an open one
		shuffle([]int{0}, 9, 0, 7, 4), shuffle([]int{3, 1}, count(11, 18)...), giveBack(10),
		shuffle([]int{4, 0, 1, 2, 3}, 0, 10), shuffle([]int{2}, 4),
		deal(hand.Place{4, 1}, hand.Place{9, 3}), // passed, or from the discards
	)
	s.step(show(0, 5)) // it stays due while others shuffle, and while seat 0 raises
	s.step(shuffle([]int{2}, 11, 12))
	s.sayAll(hand.Shuffle, hand.Raise)
	s.step(deal(hand.Place{11, 2}, hand.Place{12, 0}))
	s.sayDue(3)
	s.steps(drop(4)) // and seat 3 says nothing more in that deal
	p := s.stock()
	s.steps(deal(hand.Place{p[0], 0}, hand.Place{p[1], 1}, hand.Place{p[2], 2}, hand.Place{p[6], all}), giveBack(6, p[0]))
	s.step(show(2, 2))
	s.step(leave(2)) // and what it holds is shown afterwards
	s.sayAll(hand.Leave)
	s.steps(deal(hand.Place{p[3], 3}, hand.Place{p[4], 0}), shuffle([]int{1}, p[0], 6, p[5]), show(2, p[2]))
	s.steps(drop(3))
	q := s.stock()
	s.steps(deal(hand.Place{q[0], 0}, hand.Place{q[1], all}), show(1, 1), giveBack(1, q[0]), shuffle([]int{0, 1}, 1, q[0], q[2]),
		deal(hand.Place{1, 1}))
}

func count(from, to int) (list []int) {
	for i := from; i < to; i++ {
		list = append(list, i)
	}
	return list
}

// subsets are those of some seats, none and all of them too.
func subsets(seats ...int) [][]int {
	all := [][]int{nil}
	for _, seat := range seats {
		for _, some := range all {
			all = append(all, append(slices.Clone(some), seat))
		}
	}
	return all
}

func onBothKinds(t *testing.T, f func(t *testing.T, g sra.Group)) {
	t.Run("ristretto255", func(t *testing.T) { f(t, sra.Ristretto255()) })
	t.Run("modp2048", func(t *testing.T) {
		long.Only(t)
		f(t, sra.Group14())
	})
}

// replay reads a sequence.
func replay(t testing.TB, h *hand.Hand, items []item) *hand.Hand {
	t.Helper()
	for n, i := range items {
		if i.step != nil {
			if err := i.step(h); err != nil {
				t.Fatalf("item %d: %v", n, err)
			}
		} else if taken, err := h.Receive(i.seat, i.message); !taken || err != nil {
			t.Fatalf("item %d: %v %v", n, taken, err)
		}
	}
	return h
}

// turnOf is the first turn of a seat that is due.
func turnOf(h *hand.Hand, seat int) hand.Turn {
	due := h.Due()
	return due[slices.IndexFunc(due, func(t hand.Turn) bool { return t.Seat == seat })]
}

// turnIn is the turn that a message is of.
func turnIn(h *hand.Hand, m []byte) hand.Turn {
	due := h.Due()
	return due[slices.IndexFunc(due, func(t hand.Turn) bool { return bytes.HasPrefix(m, t.ID[:]) })]
}

// turnSeat is whose turn is due first.
func turnSeat(s *session) int { return s.hands[0].Due()[0].Seat }

// headOf is the head in a state.
func headOf(s hand.State) hand.Digest { return hand.Digest(s.Bytes()[hand.SecretSize:]) }

// knows reports whether a seat, or the observer, knows the card at a position.
func (s *session) knows(seat, position int) bool {
	_, ok := s.hands[seat].Look(position)
	return ok
}

// cardOf is the number of the card at a position that a seat knows, -1 if it doesn't.
func (s *session) cardOf(seat, position int) int {
	if number, ok := s.hands[seat].Look(position); ok {
		return number
	}
	return -1
}

// wantKnown checks which seats know the card at a position, and that it is this one.
func (s *session) wantKnown(position, number int, seats ...int) {
	s.t.Helper()
	for seat := range s.hands {
		want := -1
		if slices.Contains(seats, seat) {
			want = number
		}
		if got := s.cardOf(seat, position); got != want {
			s.t.Errorf("position %d: seat %d knows %d, not %d", position, seat, got, want)
		}
	}
}

// wantRefused checks that no hand takes a step.
func (s *session) wantRefused(what string, f step, class error) {
	s.t.Helper()
	for seat, h := range s.hands {
		before := h.View()
		if err := f(h); !errors.Is(err, class) || h.View() != before {
			s.t.Errorf("%s, at seat %d: %v", what, seat, err)
		} else if class == hand.ErrNotReady && err.Error() != fmt.Sprintf("hand: not ready: a %v is due", h.Due()[0].Kind) {
			s.t.Errorf("%s, at seat %d: %v", what, seat, err)
		}
	}
}

// wantNotTaken gives a message to all in long tests, otherwise to its sender and to one after
// another. They find it void, or a fault of this class, and are left as they were.
func (s *session) wantNotTaken(what string, from int, m []byte, class error) {
	s.t.Helper()
	s.tries++
	for seat, h := range s.hands {
		if !long.Tests() && seat != from && seat != s.tries%len(s.hands) {
			continue
		}
		before := h.View()
		taken, err := h.Receive(from, m)
		blame, ok := errors.AsType[*hand.BlameError](err)
		blames := ok && blame.Seats[0] == from &&
			(strings.HasPrefix(err.Error(), "hand: malformed: ") || strings.HasPrefix(err.Error(), "hand: invalid proof: "))
		if taken || h.View() != before || !errors.Is(err, class) || blames != (class != nil) {
			s.t.Fatalf("%s, of seat %d at seat %d: %v %v", what, from, seat, taken, err)
		}
	}
}

// wantFault is wantNotTaken for a message that is malformed or proves something else.
func (s *session) wantFault(what string, from int, m []byte) {
	s.t.Helper()
	class := sra.ErrProof
	if _, err := s.hands[from].Receive(from, m); errors.Is(err, sra.ErrMalformed) {
		class = sra.ErrMalformed
	}
	s.wantNotTaken(what, from, m, class)
}

// wantWhole checks that each card is at one position, by the keys of all who are here. Nothing may be
// under way.
func (s *session) wantWhole() {
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
func (s *session) unseal(position int) int {
	h := s.hands[len(s.hands)-1]
	return s.without(h.Sealed(position), h.Here()...)
}

// unheld is the number of the card that the value of a held or open position is of.
func (s *session) unheld(position int) int {
	h := s.hands[len(s.hands)-1]
	status, to := h.Status(position)
	if status == hand.Open {
		return s.cards.Index(h.Value(position))
	}
	return s.without(h.Value(position), to)
}

// without is the number of the card that an element is without the layers of some seats, -1
// if it is none.
func (s *session) without(x sra.Element, seats ...int) int {
	if x.Bytes() == nil {
		return -1
	}
	return s.cards.Index(s.strip(x, seats...))
}

// key is a seat's present one.
func (s *session) key(seat int) sra.Key {
	if k, ok := s.keys[seat]; ok {
		return k
	}
	return s.hands[seat].Key()
}

// strip takes layers of some seats off, by their present keys.
func (s *session) strip(x sra.Element, seats ...int) sra.Element {
	d := must(sra.NewDeck(x))
	for _, seat := range seats {
		d = must(s.key(seat).Decrypt(d))
	}
	return d.At(0)
}
