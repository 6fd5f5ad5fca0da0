package hand_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A storingSession is one whose seat 1 notes the states that it stores, and may fail to.
type storingSession struct {
	*session
	stored []hand.State
	fails  error
}

func newStoringSession(t *testing.T, seats, cards int) *storingSession {
	s := &storingSession{session: newSession(t, seats, cards)}
	s.hands[1] = s.begin(s.states[1])
	return s
}

// begin begins the hand of seat 1.
func (s *storingSession) begin(from hand.State) *hand.Hand {
	return must(hand.New([]byte(s.id), s.cards, s.seats, 1, from, s.note))
}

func (s *storingSession) note(old, new hand.State) error {
	if len(s.stored) == 0 {
		if old.Bytes() != nil {
			s.t.Error("the first time, there is an old state")
		}
	} else if !bytes.Equal(old.Bytes(), s.last().Bytes()) {
		s.t.Error("the old state isn't the one that was stored last")
	}
	if s.fails != nil {
		return s.fails
	}
	s.stored = append(s.stored, new)
	return nil
}

func (s *storingSession) last() hand.State { return s.stored[len(s.stored)-1] }

// speak has seat 1 say something, first without being able to store, and expects it to store so many states.
func (s *storingSession) speak(what string, say func(h *hand.Hand) ([]byte, error), states int) []byte {
	s.t.Helper()
	h := s.hands[1]
	before, n := h.View(), len(s.stored)
	due := slices.DeleteFunc(h.Due(), h.HasSaid)
	s.fails = errors.New("disk full")
	if m, err := say(h); states > 0 && (m != nil || !errors.Is(err, s.fails)) || h.View() != before || len(s.stored) != n {
		s.t.Errorf("%s: it says %d bytes that it can't store, or has changed: %v", what, len(m), err)
	}
	if states > 0 && slices.ContainsFunc(due, h.HasSaid) {
		s.t.Errorf("%s: it has made what it can't store", what)
	}
	s.fails = nil
	m, err := say(h)
	if err != nil || h.View() != before || len(s.stored) != n+states || states > 0 && headOf(s.last()) != h.Head() {
		s.t.Errorf("%s: %v, and %d states, not %d", what, err, len(s.stored)-n, states)
	}
	again, err := say(h)
	if err != nil || !bytes.Equal(again, m) || len(s.stored) != n+states {
		s.t.Errorf("%s, again: %v, and %d states", what, err, len(s.stored)-n)
	}
	return m
}

// speakDue is speak of what is due.
func (s *storingSession) speakDue(what string, states int) []byte {
	s.t.Helper()
	return s.speak(what, (*hand.Hand).Pending, states)
}

// The state is stored before anything at a new head can be seen, and given with the one that was
// stored before. If that fails, nothing is said, and nothing has changed.
func TestStore(t *testing.T) {
	s := newStoringSession(t, 3, 6)
	first := s.states[1]
	if m := s.speakDue("nothing", 0); m != nil {
		t.Error("it isn't due")
	}
	s.sayDue(1)
	s.read(item{seat: 1, message: s.speakDue("a shuffle", 1)})
	s.sayDue(1)
	s.step(deal(hand.Place{0, 1}, hand.Place{1, hand.Everyone}, hand.Place{2, 1}))
	s.sayDue(1)
	s.read(item{seat: 1, message: s.speakDue("a layer", 1)})
	s.sayDue(1)

	s.step(show(1, 0))
	s.step(show(1, 2))
	s.step(shuffle([]int{0}, 3, 4))
	m := s.speakDue("a show", 1)
	s.sayDue(1)
	if s.speakDue("a show", 1); m == nil { // at another head
		t.Error("no show")
	}
	s.sayAll(hand.Shuffle, hand.Raise)
	s.speak("a leave", (*hand.Hand).LeaveMessage, 1)
	s.speakDue("a show, at one head with a leave", 0)
	s.read(item{seat: 1, message: s.speakDue("a show", 0)})
	s.read(item{seat: 1, message: s.speakDue("another show", 1)})
	if s.speakDue("nothing", 0) != nil {
		t.Error("nothing is due")
	}

	for _, x := range s.stored {
		if !bytes.Equal(x.Bytes()[:hand.SecretSize], first.Bytes()[:hand.SecretSize]) || len(x.Bytes()) != hand.StateSize {
			t.Error("another secret was stored")
		}
	}
}

// A hand that is begun again gives the state that it began with as the old one.
func TestStoreOfRestarted(t *testing.T) {
	s := newStoringSession(t, 3, 6)
	s.steps(deal(hand.Place{0, 1}))
	n := len(s.stored)
	h := replay(t, s.begin(s.last()), s.items)
	s.step(show(1, 0))
	if err := h.Show(1, 0); err != nil {
		t.Fatal(err)
	}
	if m, err := h.Pending(); m == nil || err != nil || len(s.stored) != n+1 {
		t.Error(len(m), err, len(s.stored)-n)
	}
}

// After a store has stored a state and failed, a hand that is begun again with that state goes on.
func TestStoreWithLostAnswer(t *testing.T) {
	s := newSession(t, 3, 6)
	var held hand.State
	lost := errors.New("connection lost")
	store := func(old, new hand.State) error { // replaces only what it holds
		if !bytes.Equal(old.Bytes(), held.Bytes()) {
			return errors.New("another state is stored")
		}
		held = new
		return lost
	}
	first := s.states[0]
	want := s.pending(0)
	h := must(hand.New([]byte(s.id), s.cards, s.seats, 0, first, store))
	if m, err := h.Pending(); m != nil || !errors.Is(err, lost) {
		t.Error(len(m), err)
	}
	if m, err := h.Pending(); m != nil || err == nil || errors.Is(err, lost) {
		t.Error("what is stored is replaced without being known", len(m), err)
	}
	h = must(hand.New([]byte(s.id), s.cards, s.seats, 0, held, store))
	if m, err := h.Pending(); !bytes.Equal(m, want) || err != nil {
		t.Error(len(m), err)
	}
}

// A seat that has restarted is silent until it has read what it had read when it spoke last, and
// says so: a board that shows it another sequence hears nothing, ever.
func TestBehind(t *testing.T) {
	s := newSession(t, 3, 6)
	s.sayDue()
	before := len(s.items)
	s.steps(deal(hand.Place{0, 2}), deal(hand.Place{1, hand.Everyone}))
	spoken := headOf(s.states[2])

	h := s.again(2)
	silent := func(what string) {
		t.Helper()
		if m, err := h.Pending(); m != nil || !errors.Is(err, hand.ErrBehind) {
			t.Errorf("%s: it says %d bytes, %v", what, len(m), err)
		}
		if m, err := h.LeaveMessage(); m != nil || !errors.Is(err, hand.ErrBehind) {
			t.Errorf("%s: it leaves with %d bytes, %v", what, len(m), err)
		}
	}
	read := 0
	for ; h.Head() != spoken; read++ {
		silent(fmt.Sprint("at item ", read))
		replay(t, h, s.items[read:][:1])
	}
	if m, err := h.Pending(); m == nil || err != nil || read < before+4 {
		t.Error("it doesn't speak where it spoke", err)
	}
	if m, err := replay(t, h, s.items[read:]).Pending(); m != nil || err != nil {
		t.Error("afterwards", err)
	}
	// Another sequence: the board has the seat's card dealt to everyone.
	h = s.again(2)
	replay(t, h, s.items[:before])
	silent("before the fork")
	if err := h.Deal(hand.Place{0, hand.Everyone}); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for _, turn := range h.Due() {
			if turn.Seat != 2 {
				h.Receive(turn.Seat, takeOff(turn, s.hands[turn.Seat].Key(), h.From(turn)))
			}
		}
		silent("on the fork")
	}
	if due := h.Due(); len(due) != 1 || due[0].Seat != 2 {
		t.Error(due)
	}
	if err := h.Drop(1); err != nil {
		t.Fatal(err)
	}
	silent("on the fork, after a drop")
	// At once, if it had read nothing when it spoke.
	s = newSession(t, 3, 6)
	m := s.pending(0)
	h = s.again(0)
	if headOf(s.states[0]) != h.Digest() {
		t.Error("the head isn't the table's")
	}
	if again, err := h.Pending(); err != nil || !bytes.Equal(again, m) {
		t.Error("it doesn't say again what it has said first", err)
	}
	// An observer is never behind, and neither is a seat that is out.
	s.sayDue()
	s.steps(drop(2))
	if h = replay(t, s.again(2), s.items); pending(h) != nil {
		t.Error("who is out speaks")
	}
}

// A leave in advance counts as what was said: a board that keeps it to itself, and goes on from before with
// something else, finds the seat silent after a restart. Otherwise it could deal to the seat, and have it deal, from a
// stock that it has opened. Only the game knows that the seat has to leave, where the sequence goes on from there
// without the move that the message came with.
func TestLeaveMessageIsStored(t *testing.T) {
	s := newSession(t, 3, 6)
	s.steps(deal(hand.Place{0, 0})) // in which seat 0 says nothing
	message, err := s.hands[0].LeaveMessage()
	if err != nil || headOf(s.states[0]) != s.hands[0].Head() {
		t.Fatal(err, "the head isn't stored")
	}
	opened := must(sra.ParseDeck(s.cards.Group(), 5, message[idSize:][:5*elementSize]))
	for i, p := range []int{1, 2, 3, 4, 5} {
		if s.without(opened.At(i), 1, 2) != s.unseal(p) {
			t.Error("the others don't see position", p)
		}
	}
	// on has the others go on, after so many items, with a deal to seat 0 and one of what they know, and
	// reports whether seat 0 says anything.
	on := func(after int) (h *hand.Hand, said bool) {
		f := *s
		f.items = slices.Clone(s.items[:after])
		f.hands = nil
		for seat := range 4 {
			x := s.again(seat)
			if seat > 0 && seat < 3 {
				x = s.fresh(seat)
			}
			f.hands = append(f.hands, replay(t, x, f.items))
		}
		if h = f.hands[0]; len(h.Due()) > 0 {
			_, err := h.Pending()
			return h, err == nil
		}
		f.step(deal(hand.Place{3, 0}, hand.Place{4, 1}))
		for range 3 {
			for _, turn := range h.Due() {
				if turn.Seat != 0 {
					f.say(turn.Seat)
				} else if m, err := h.Pending(); m != nil {
					return h, true
				} else if !errors.Is(err, hand.ErrBehind) {
					t.Error(err)
				}
			}
		}
		return h, false
	}
	for after := range s.items {
		if _, said := on(after); said {
			t.Errorf("it speaks on the fork after %d of %d items", after, len(s.items))
		}
	}
	if h, said := on(len(s.items)); !said || !h.Ready() {
		t.Error("it doesn't speak where nothing is missing")
	}
}

// Nothing prints or encodes a secret, a key, or a card that isn't open.
func TestNothingSecretPrints(t *testing.T) {
	state := must(hand.ParseState([]byte(strings.Repeat("\xa5\x5a\xc3\x3c", 16))))
	cards := must(sra.PublicDeck(sra.Ristretto255(), "x", 3))
	h := must(hand.New([]byte("x"), cards, 2, 0, hand.NewState([32]byte(state.Bytes())), forgets))
	if taken, err := h.Receive(0, pending(h)); !taken {
		t.Fatal(err)
	}
	key := h.Key()
	for _, v := range []any{state, &state, []hand.State{state}, h, *h, map[string]any{"h": h}} {
		if b, err := json.Marshal(v); err == nil && strings.ContainsAny(string(b), "0123456789") {
			t.Errorf("%T is encoded as %s", v, b)
		}
		for _, verb := range []string{"%v", "%+v", "%#v", "%s", "%x", "%q", "%d"} {
			text := strings.ToLower(fmt.Sprintf(verb, v))
			for _, b := range [][]byte{state.Bytes()[:8], state.Bytes()[hand.SecretSize:][:8], key.Bytes()[:8]} {
				for _, form := range []string{fmt.Sprintf("%x", b), strings.Trim(fmt.Sprint(b), "[]"), strings.ToLower(string(b)),
					strings.ToLower(strings.Trim(fmt.Sprintf("%#v", b), "[]byte{}"))} {
					if strings.Contains(text, form) {
						t.Errorf("%s of %T prints %q", verb, v, form)
					}
				}
			}
		}
	}
	if _, err := json.Marshal(state); err == nil {
		t.Error("a state is encoded")
	}
	if (hand.State{}).Bytes() != nil || fmt.Sprint(state) != "redacted" || fmt.Sprintf("%+v %#v", state, &state) != "redacted redacted" {
		t.Error("zero state, or one in clear")
	}
	b := state.Bytes()
	b[0] ^= 1
	if bytes.Equal(b, state.Bytes()) {
		t.Error("Bytes isn't a copy")
	}
	if hand.NewState([32]byte(b)).Bytes()[hand.SecretSize] != 0 || bytes.Equal(hand.GenerateState().Bytes(), hand.GenerateState().Bytes()) {
		t.Error("a new state has a head, or two are the same")
	}
	for _, err := range []error{hand.ErrState, hand.ErrNotReady, hand.ErrBehind} {
		for _, other := range []error{hand.ErrState, hand.ErrNotReady, hand.ErrBehind, sra.ErrMalformed, sra.ErrProof} {
			if err != other && errors.Is(err, other) {
				t.Error("one sentinel for two things")
			}
		}
	}
}

// A database that replaces nothing but what it was told is stored refuses a second process of a seat that
// has read something else, or less; begun again from what is stored, that goes on.
func TestTwoProcessesOneStore(t *testing.T) {
	s := newSession(t, 2, 4)
	conflict := errors.New("another process has stored")
	first := s.states[0]
	var stored []byte
	begin := func(state hand.State) *hand.Hand {
		return must(hand.New([]byte(s.id), s.cards, 2, 0, state, func(old, new hand.State) error {
			if !bytes.Equal(old.Bytes(), stored) {
				return conflict
			}
			stored = new.Bytes()
			return nil
		}))
	}
	s.hands[0] = begin(first)
	other := begin(first)
	if m := s.pending(0); m == nil {
		t.Error("nothing is said")
	}
	for range 2 {
		if m, err := other.Pending(); m != nil || !errors.Is(err, conflict) {
			t.Error("a second process says the same without having stored", err)
		}
	}
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, hand.Everyone}))
	fork := replay(t, other, s.items[:2])
	if err := fork.Deal(hand.Place{0, hand.Everyone}); err != nil {
		t.Fatal(err)
	}
	if m, err := fork.Pending(); m != nil || !errors.Is(err, conflict) {
		t.Error("it says something in another sequence", err)
	}
	again := replay(t, begin(must(hand.ParseState(stored))), s.items)
	if m, err := again.LeaveMessage(); m != nil || !errors.Is(err, hand.ErrState) { // of two
		t.Error(err)
	}
	s.step(deal(hand.Place{2, 1}))
	if err := again.Deal(hand.Place{2, 1}); err != nil {
		t.Fatal(err)
	}
	if m, err := again.Pending(); err != nil || m == nil {
		t.Error("it doesn't go on", err)
	}
	if m, err := s.hands[0].Pending(); m != nil || !errors.Is(err, conflict) {
		t.Error("the process that was first goes on beside it", err)
	}
}
