package hand_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A seat that restarts anywhere and reads the sequence again is in the same state, knows the
// same cards, and says the same, byte for byte: a message that was made and not sent, or sent
// and not stored, does no harm.
func TestRestarts(t *testing.T) {
	s := newSession(t, 5, 18)
	n := 0
	s.after = func() {
		if n++; !long.Tests() && n%5 > 0 {
			return
		}
		seat := n % 5
		h := s.hands[seat]
		said := s.pending(seat)
		s.states[seat] = must(hand.ParseState(s.states[seat].Bytes()))
		again := replay(t, s.again(seat), s.items)
		if again.View() != h.View() || seated(again) != seated(h) || !bytes.Equal(pending(again), said) {
			t.Fatalf("seat %d:\n%s\n%s", seat, h.View(), again.View())
		}
		for p := range h.Positions() {
			a, ok := h.Look(p)
			if b, is := again.Look(p); a != b || ok != is {
				t.Fatalf("seat %d knows %d at position %d, and %d after a restart", seat, a, p, b)
			}
		}
		s.hands[seat] = again
	}
	s.playAll()
	s.wantWhole()
}

// Two processes of one seat say the same.
func TestTwoProcesses(t *testing.T) {
	s := newSession(t, 3, 6)
	twin := s.fresh(1)
	read := 0
	s.before = func(seat int, m []byte) {
		replay(t, twin, s.items[read:])
		if read = len(s.items); seat == 1 && !bytes.Equal(pending(twin), m) {
			t.Error("the other process says something else")
		}
	}
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, hand.Everyone}, hand.Place{2, 1}), giveBack(0), shuffle([]int{1}, 0, 3), drop(2))
	if replay(t, twin, s.items[read:]).View() != s.hands[1].View() {
		t.Error("the other process is in another state")
	}
}

// A clone goes on for itself, and leaves the hand that it is of as it was: other tests use them.
func TestClone(t *testing.T) {
	s := newSession(t, 5, 18)
	var clones []*hand.Hand
	var views []string
	s.after = func() {
		h := s.hands[len(s.items)%6]
		clones, views = append(clones, h.Clone()), append(views, h.View())
	}
	s.playAll()
	for i, c := range clones {
		if c.View() != views[i] {
			t.Fatalf("the clone at item %d:\n%s\n%s", i, views[i], c.View())
		}
		if i%7 == 0 {
			if replay(t, c, s.items[i+1:]); c.View() != s.hands[0].View() {
				t.Fatalf("the clone at item %d:\n%s\n%s", i, s.hands[0].View(), c.View())
			}
		}
	}
}

// A seat that folds sends along what it will have to say for its leave: then it owes nothing.
func TestLeaveMessage(t *testing.T) {
	s := newSession(t, 4, 7)
	none := func(why string, h *hand.Hand, class error) {
		t.Helper()
		before := h.View()
		if m, err := h.LeaveMessage(); m != nil || !errors.Is(err, class) || h.View() != before {
			t.Errorf("%s: a message of %d bytes, %v", why, len(m), err)
		}
	}
	none("the hand isn't ready", s.hands[1], hand.ErrNotReady)
	s.sayDue()
	s.step(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, 2}))
	none("a deal is under way", s.hands[1], hand.ErrState)
	none("without a seat", s.hands[4], hand.ErrState)
	s.sayDue()
	s.step(shuffle([]int{0}, 3, 4))
	none("a shuffle is under way", s.hands[1], hand.ErrNotReady)
	s.sayDue()
	s.step(show(1, 1)) // what else is due makes no difference
	before := s.hands[1].View()
	message, err := s.hands[1].LeaveMessage()
	if err != nil || message == nil || s.hands[1].View() != before {
		t.Fatal("no message, or the hand has changed", err)
	}
	s.step(leave(1))
	none("another leave is under way", s.hands[2], hand.ErrNotReady)
	s.read(item{seat: 1, message: message})
	none("it has left", s.hands[1], hand.ErrState)
	s.sayDue()
	s.step(deal(hand.Place{3, hand.Everyone}))
	s.sayDue(1)
	if !s.knows(0, 3) {
		t.Error("the others can't go on")
	}
	// If something else comes first, it is void, and the seat has to leave all the same.
	message, err = s.hands[3].LeaveMessage()
	s.step(show(0, 0))
	s.step(leave(3))
	s.wantNotTaken("a leave that was overtaken", 3, message, nil)
	if s.sayDue(); err != nil || !slices.Equal(s.hands[0].Here(), []int{0, 2}) {
		t.Error(err, s.hands[0].View())
	}
	none("two must stay", s.hands[0], hand.ErrState)
	// Nothing need be said if all cards are the leaver's.
	s = newSession(t, 3, 1)
	s.steps(deal(hand.Place{0, 1}))
	if m, err := s.hands[1].LeaveMessage(); m != nil || err != nil {
		t.Error(m, err)
	}
	none("it is out", func() *hand.Hand {
		s.steps(drop(1))
		return s.hands[1]
	}(), hand.ErrState)
}

// If what a seat had read is lost, and something else comes in its place, the seat must give
// the hand up, as SPEC.md says. One that doesn't, as its state is lost, too, still says nothing twice with one
// nonce, by one key or in one order: turns that became due before are the same in both, and of the
// others everything differs. But a card that was shuffled before is at the same position in both.
func TestForks(t *testing.T) {
	g := sra.Ristretto255()
	begin := func(states []hand.State) *session {
		s := newSessionIn(t, g, "forks", 3, 6)
		for seat := range states {
			s.states[seat] = states[seat]
			s.hands[seat] = s.fresh(seat)
		}
		return s
	}
	const trunk = 3 // shuffles
	// pieces are those of the messages from now on: turns, keys, what is raised and shuffled,
	// and commitments and responses of proofs; but not cards without a layer.
	pieces := func(s *session) map[string]bool {
		set := map[string]bool{}
		s.before = func(seat int, m []byte) {
			if turn := turnIn(s.hands[seat], m); turn.Kind == hand.Layer || turn.Kind == hand.Show {
				m = slices.Concat(m[:idSize], m[idSize+elementSize*len(turn.Positions):])
			}
			for ; len(m) > 0; m = m[idSize:] {
				set[string(m[:idSize])] = true
			}
		}
		return set
	}
	s := begin(nil)
	other := begin(s.states)
	for range trunk {
		s.say(turnSeat(s))
		other.say(turnSeat(other))
	}
	for i := range trunk {
		if !bytes.Equal(s.items[i].message, other.items[i].message) {
			t.Error("in one turn, not the same")
		}
	}
	a, b := pieces(s), pieces(other)
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, hand.Everyone}), shuffle([]int{1}, 2, 3), show(1, 0), drop(2))
	other.steps(deal(hand.Place{1, 1}, hand.Place{0, hand.Everyone}), shuffle([]int{1}, 2, 3), show(1, 1), drop(2))
	shown, ok := s.hands[0].Look(0)
	if opened, is := other.hands[0].Look(0); opened != shown || !ok || !is {
		t.Error("position 0 is another card")
	}
	for x := range a {
		if b[x] {
			t.Errorf("%x is said in two sequences", x)
		}
	}
	if len(a) < 100 || len(b) < 100 {
		t.Error(len(a), len(b))
	}
}

// A secret may serve in two hands without harm: everything differs.
func TestOneSecretTwoHands(t *testing.T) {
	a, b := newSessionIn(t, sra.Ristretto255(), "a", 2, 4), newSessionIn(t, sra.Ristretto255(), "b", 2, 4)
	b.states = slices.Clone(a.states)
	for seat := range a.states {
		b.hands[seat] = b.fresh(seat)
	}
	a.sayDue()
	b.sayDue()
	if a.hands[0].Key().Equal(b.hands[0].Key()) || a.hands[1].Key().Equal(b.hands[1].Key()) ||
		a.hands[0].Sealed(0).Equal(b.hands[0].Sealed(0)) {
		t.Error("one key in two hands")
	}
	c := newSessionIn(t, sra.Ristretto255(), "a", 2, 4)
	c.states = []hand.State{a.unspoken(1), a.unspoken(0)}
	for seat := range c.states {
		c.hands[seat] = c.again(seat)
	}
	c.sayDue()
	for x := range 2 {
		for y := range 2 {
			if a.hands[x].Key().Equal(c.hands[y].Key()) {
				t.Error("two seats with one secret have one key")
			}
		}
	}
}

// A seat whose secret is lost, or that somebody else plays, watches on.
func TestLostSecret(t *testing.T) {
	s := newSession(t, 3, 6)
	s.sayDue()
	s.states[1] = hand.GenerateState()
	h := replay(t, s.again(1), s.items)
	if seated(h) || pending(h) != nil || h.View() != s.hands[1].View() {
		t.Error(h.View())
	}
	s.steps(deal(hand.Place{0, 1}))
	s.states[1] = hand.GenerateState()
	if h = replay(t, s.again(1), s.items); h.View() != s.hands[1].View() {
		t.Error(h.View())
	}
	if _, ok := h.Look(0); ok {
		t.Error("it holds the card")
	}
	s.steps(shuffle([]int{0}, 2, 3), drop(2))
	s.states[1] = hand.GenerateState()
	if h = replay(t, s.again(1), s.items); h.View() != s.hands[1].View() || seated(h) {
		t.Error(h.View())
	}
}
