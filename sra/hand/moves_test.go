package hand_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A card that returns has no value, is the same card, and can be dealt to anyone: so it is passed,
// looked at, shown to some. Those that a show is due of, and those of a seat that has left, don't return.
func TestReturn(t *testing.T) {
	s := newSession(t, 4, 6)
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, hand.Everyone}, hand.Place{3, 1}))
	h := s.hands[4]
	first, open := s.cardOf(0, 0), s.cardOf(4, 2)
	sealed := h.Sealed(0)
	s.step(giveBack(0, 2))
	for _, p := range []int{0, 2} {
		if status, to := h.Status(p); status != hand.Stock || to != hand.Everyone || h.Value(p).Bytes() != nil || h.Due() != nil {
			t.Error(h.View())
		}
	}
	s.wantKnown(0, first, 0)
	s.wantKnown(2, open, 0, 1, 2, 3, 4)
	s.step(deal(hand.Place{0, 2})) // passed
	if !h.Value(0).Equal(sealed) {
		t.Error("a deal begins with something else than the sealed value")
	}
	s.sayDue()
	s.wantKnown(0, first, 0, 2)
	s.steps(giveBack(0), deal(hand.Place{0, 3}), giveBack(0), deal(hand.Place{0, 1})) // to all but one who holds it
	s.wantKnown(0, first, 0, 1, 2, 3)
	s.steps(giveBack(0), deal(hand.Place{0, hand.Everyone}, hand.Place{2, 3}))
	s.wantKnown(0, first, 0, 1, 2, 3, 4)
	s.wantKnown(2, open, 0, 1, 2, 3, 4)
	if status, to := h.Status(2); status != hand.Held || to != 3 {
		t.Error(status, to) // though all know it
	}
	s.wantWhole()

	s.step(show(1, 1))
	s.wantRefused("it is to be shown", giveBack(1), hand.ErrState)
	s.wantRefused("one of them is to be shown", giveBack(3, 1), hand.ErrState)
	s.step(giveBack(3))
	s.wantRefused("it is to be shown", deal(hand.Place{1, 2}), hand.ErrState)
	s.sayDue()
	s.step(giveBack(1))
	s.steps(deal(hand.Place{1, 0}, hand.Place{3, 1}))

	s.steps(show(1, 3), deal(hand.Place{4, 1}, hand.Place{5, 1}))
	s.steps(leave(1), show(1, 5))
	s.wantRefused("held by a seat that has left", giveBack(4), hand.ErrState)
	s.wantRefused("held by a seat when it left", giveBack(5), hand.ErrState)
	s.wantRefused("one of them is", giveBack(0, 4), hand.ErrState)
	s.wantRefused("there is no layer of its own on it", deal(hand.Place{4, 0}), hand.ErrState)
	third := s.cardOf(4, 3)
	s.steps(giveBack(3, 0, 1, 2), deal(hand.Place{3, 0}, hand.Place{0, hand.Everyone}), shuffle([]int{2}, 1, 2))
	s.wantKnown(3, third, 0, 1, 2, 3, 4)
	s.wantWhole()
	s.steps(drop(1), giveBack(5), deal(hand.Place{5, 2})) // now it has one
	s.wantWhole()
}

// A show stays due while others shuffle and leave, while its seat shuffles and raises, by itself and
// with others, and leaves, and is made before, in between or after, with the key of its turn. It
// shows the right card, and those that the seat still holds stay right.
func TestShowsStayDue(t *testing.T) {
	between := map[string][]step{
		"a shuffle by another":          {shuffle([]int{0}, 4, 5)},
		"a shuffle by the shower":       {shuffle([]int{1}, 4, 5)},
		"by both":                       {shuffle([]int{2, 1}, 4, 5)},
		"two shuffles":                  {shuffle([]int{1}, 4, 5), shuffle([]int{0}, 5, 6)},
		"its leave":                     {leave(1)},
		"another's leave":               {leave(2)},
		"a shuffle, its leave":          {shuffle([]int{0}, 4, 5), leave(1)},
		"its leave, a shuffle":          {leave(1), shuffle([]int{0}, 4, 5)},
		"a return, a deal, and another": {giveBack(3), deal(hand.Place{3, 1}), shuffle([]int{3}, 6, 7)},
	}
	for what, steps := range between {
		for made := range len(steps) + 1 { // how many steps it is made after
			s := newSession(t, 4, 8)
			s.steps(deal(hand.Place{0, 1}, hand.Place{1, 1}, hand.Place{2, 1}, hand.Place{3, 0}))
			var cards [3]int
			for p := range cards {
				cards[p] = s.cardOf(1, p)
			}
			s.step(show(1, 2, 0))
			for i, f := range steps {
				if s.step(f); i == made { // between a step and its messages
					s.sayAll(hand.Show)
				}
				if s.sayAll(hand.Shuffle, hand.Raise, hand.Layer, hand.Leave); i == 0 && made > 0 {
					again := replay(t, s.fresh(1), s.items)
					if !bytes.Equal(pending(again), s.pending(1)) || again.Keys() > 2 {
						t.Errorf("%s: after a restart, the show is another one, or there are %d keys", what, again.Keys())
					}
				}
			}
			if due := s.hands[0].Due(); made == len(steps) && (len(due) != 1 || due[0].Kind != hand.Show || !s.hands[0].Quiet()) {
				t.Errorf("%s: %v is due", what, due)
			}
			s.sayDue()
			s.wantKnown(0, cards[0], 0, 1, 2, 3, 4)
			s.wantKnown(2, cards[2], 0, 1, 2, 3, 4)
			s.wantKnown(1, cards[1], 1)
			s.wantWhole()
			s.steps(show(1, 1))
			s.wantKnown(1, cards[1], 0, 1, 2, 3, 4)
			if s.hands[1].Keys() > 2 {
				t.Errorf("%s: %d keys", what, s.hands[1].Keys())
			}
		}
	}
	// After a drop, it isn't due any more, and is asked for again.
	s := newSession(t, 3, 4)
	s.steps(deal(hand.Place{0, 1}))
	s.step(show(1, 0))
	m := s.pending(1)
	s.step(drop(2))
	s.wantNotTaken("a show of before", 1, m, nil)
	s.sayDue()
	if len(s.hands[0].With(hand.Held)) != 1 {
		t.Error(s.hands[0].View())
	}
	number := s.cardOf(1, 0)
	s.steps(show(1, 0))
	s.wantKnown(0, number, 0, 1, 2, 3)
}

// A shuffle that one seat makes hides its order only since all others raise. What the test
// computes from public elements, as if they didn't: when the shuffler takes its layer off again, each element
// was said before, at the position where the card was.
func TestRaise(t *testing.T) {
	for what, open := range map[string]step{
		"dealt":     deal(hand.Place{0, 0}, hand.Place{1, 0}, hand.Place{2, 0}, hand.Place{3, 0}),
		"it leaves": leave(1),
	} {
		s := newSession(t, 3, 5)
		s.steps(deal(hand.Place{4, hand.Everyone})) // so that seat 1 is the first of the next deal
		s.step(deal(hand.Place{0, 0}, hand.Place{1, 0}, hand.Place{2, 0}, hand.Place{3, 0}))
		if !s.say(1) {
			t.Fatal(s.hands[1].View())
		}
		h := s.hands[3]
		was := map[string]int{}
		for p := range 4 {
			was[h.Value(p).String()] = p
		}
		s.sayDue()
		s.steps(giveBack(0, 1, 2, 3))
		s.step(shuffle([]int{1}, 3, 1, 0, 2))
		s.say(1)
		if due := h.Due(); len(due) != 1 || due[0].Kind != hand.Raise {
			t.Fatal(due)
		}
		_, order := s.hands[1].Made()
		for i, p := range []int{3, 1, 0, 2} { // what would be dealt now, without its layer
			from, ok := was[s.strip(h.Sealed(p), 1).String()]
			if want := []int{3, 1, 0, 2}[order[i]]; !ok || from != want {
				t.Errorf("without a raise, the card at position %d doesn't show as that of position %d, but of %d %v", p, want, from, ok)
			}
		}
		s.sayDue()
		s.step(open)
		for _, turn := range h.Due() {
			if turn.Seat != 1 { // it is the third deal
				s.say(turn.Seat)
			}
		}
		s.say(1)
		for p := range 4 {
			for _, x := range []sra.Element{h.Value(p), h.Sealed(p), s.strip(h.Sealed(p), 1)} {
				if from, ok := was[x.String()]; ok {
					t.Errorf("%s: the card at position %d shows as that of position %d", what, p, from)
				}
			}
		}
		s.sayDue()
	}
	// Nothing is ever said again, no key, element, commitment or response, whatever is done: but cards without
	// a layer.
	s := newSession(t, 5, 18)
	seen := map[string]bool{}
	s.before = func(seat int, m []byte) {
		turn := turnIn(s.hands[seat], m)
		rest := m[idSize:]
		if turn.Kind != hand.Shuffle && turn.Kind != hand.Raise {
			rest = rest[elementSize*len(turn.Positions):]
		}
		own := map[string]bool{} // in two lists of one message, a kept card's value can be its sealed one
		for ; len(rest) > 0; rest = rest[elementSize:] {
			x := string(rest[:elementSize])
			if seen[x] && !own[x] {
				t.Errorf("%x of a %v message of seat %d was said before", x, turn.Kind, seat)
			}
			seen[x], own[x] = true, true
		}
	}
	s.playAll()
}

// The cards that a leaver holds keep its layer: all others together can't open them. They could
// if it took its layer off their sealed values as well.
func TestLeaveSparesOwn(t *testing.T) {
	s := newSession(t, 4, 6)
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, 0}, hand.Place{2, 1}, hand.Place{5, hand.Everyone}), giveBack(2), deal(hand.Place{2, 1}))
	h := s.hands[4]
	sealed := [2]sra.Element{h.Sealed(0), h.Sealed(2)}
	s.step(leave(1))
	if due := h.Due(); len(due) != 1 || !slices.Equal(due[0].Positions, []int{1, 3, 4, 5}) {
		t.Error(due)
	}
	s.sayDue()
	for i, p := range []int{0, 2} {
		if h.Sealed(p).Bytes() != nil {
			t.Error("there is a sealed value at position", p)
		}
		for _, x := range []sra.Element{sealed[i], h.Value(p)} {
			for _, off := range subsets(0, 2, 3) {
				if s.without(x, off...) >= 0 {
					t.Errorf("seats %v open position %d", off, p)
				}
			}
		}
		if number := s.cardOf(1, p); s.without(s.strip(sealed[i], 1), 0, 2, 3) != number || number < 0 {
			t.Error("if its layer came off, they would see another card")
		}
	}
	s.steps(show(1, 0, 2))
	s.wantWhole()
}

// When all cards are open, a drop has no new ones: seats raise, and cards can return and be dealt.
func TestDropAllOpen(t *testing.T) {
	for again := range 3 { // the number of messages before another is gone
		s := newSession(t, 4, 3)
		s.steps(deal(hand.Place{0, hand.Everyone}, hand.Place{1, hand.Everyone}, hand.Place{2, 3}), show(3, 2))
		s.step(drop(3))
		h := s.hands[0]
		if due := h.Due(); len(due) != 1 || due[0].Kind != hand.Raise || due[0].Positions != nil || h.Ready() {
			t.Error(due)
		}
		if again > 0 {
			for range again {
				s.say(h.Due()[0].Seat)
			}
			s.step(drop(2))
		}
		s.sayDue()
		if len(h.With(hand.Open)) != 3 || h.Positions() != 3 || !h.Quiet() {
			t.Error(h.View())
		}
		s.wantWhole()
		cards := [3]int{s.cardOf(4, 0), s.cardOf(4, 1), s.cardOf(4, 2)}
		s.steps(giveBack(0, 2), deal(hand.Place{0, 1}, hand.Place{2, hand.Everyone}))
		s.wantKnown(0, cards[0], 0, 1, 2, 3, 4)
		s.wantKnown(2, cards[2], 0, 1, 2, 3, 4)
		s.steps(show(1, 0), giveBack(0, 1, 2), shuffle([]int{0, 1}, 0, 1, 2), deal(hand.Place{0, hand.Everyone}, hand.Place{1, 0}))
		s.wantWhole()
	}
}

// After a drop, each position of the new cards where a kept one is is void, and no other: also if a seat is gone
// while they are shuffled, after any number of messages, and when a seat that holds cards is.
func TestTwins(t *testing.T) {
	const n = 8
	for said := range 5 { // by four seats
		for _, second := range []int{0, 2, 3} {
			s := newSession(t, 5, n)
			s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{2, 0}, hand.Place{3, 2}, hand.Place{4, hand.Everyone},
				hand.Place{5, 4}, hand.Place{6, 3}))
			s.step(drop(4))
			h := s.hands[5]
			for range said {
				s.say(h.Due()[0].Seat)
			}
			check := func(gone ...int) {
				t.Helper()
				held, kept := 0, map[int]bool{}
				for _, p := range []hand.Place{{0, 0}, {1, 1}, {2, 0}, {3, 2}, {6, 3}} {
					status, to := h.Status(p.Position)
					if stays := !slices.Contains(gone, p.To); stays != (status == hand.Held && to == p.To) {
						t.Errorf("position %d is %v to %d", p.Position, status, to)
					} else if stays {
						held++
						kept[s.cardOf(p.To, p.Position)] = true
					}
				}
				first := h.Positions() - (n - 1) // all but the open one
				void := 0
				for p := range h.Positions() {
					status, _ := h.Status(p)
					switch {
					case p >= first && status == hand.Void:
						void++
					case p >= first && (status != hand.Stock || kept[s.unseal(p)]):
						t.Errorf("position %d is %v, and of a card that is kept", p, status)
					case p < first && status == hand.Stock:
						t.Errorf("position %d is in the stock", p)
					}
				}
				if void != held || len(s.stock()) != n-1-held || len(h.With(hand.Open)) != 1 {
					t.Errorf("%d positions are void, of %d kept cards; %s", void, held, h.View())
				}
				s.wantWhole()
			}
			if said == 4 {
				check()
			}
			s.step(drop(second))
			s.sayDue()
			check(second)
			s.steps(deal(hand.Place{s.stock()[0], 1}), drop([]int{3, 3, 3, 2}[second]))
			s.wantWhole()
		}
	}
}

// All that a hand keeps of keys doesn't grow with the shuffles.
func TestBoundedMemory(t *testing.T) {
	s := newSession(t, 2, 3)
	s.hands = s.hands[:2]
	s.quiet = true
	s.steps(deal(hand.Place{0, 0}))
	s.step(show(0, 0))
	for i := range long.Pick(30, 300) {
		s.step(shuffle([]int{i % 2}, 1, 2))
		s.sayAll(hand.Shuffle, hand.Raise)
		s.items = nil
		if n := s.hands[0].Keys(); n > 2 { // the present one, and that of the show
			t.Fatalf("%d keys after %d shuffles", n, i)
		}
		if n := s.hands[1].Keys(); n > 1 {
			t.Fatalf("%d keys after %d shuffles, and nothing is due", n, i)
		}
	}
	s.sayDue()
	s.wantWhole()
	s.steps(shuffle([]int{0}, 1, 2))
	if n := s.hands[0].Keys(); n != 1 {
		t.Errorf("%d keys, when nothing is due", n)
	}
}

// A seat can hold the most cards that there are, and raise them.
func TestMostCards(t *testing.T) {
	long.Only(t)
	s := newSession(t, 3, hand.MaxCards)
	longest := 0
	s.before = func(_ int, m []byte) { longest = max(longest, len(m)) }
	var places []hand.Place
	for p := range hand.MaxCards {
		places = append(places, hand.Place{p, 0})
	}
	s.steps(deal(places...), giveBack(5), shuffle([]int{1}, 5), deal(hand.Place{5, 0}))
	s.wantWhole()
	s.steps(drop(2))
	if h := s.hands[1]; len(h.With(hand.Held)) != hand.MaxCards || len(s.stock()) != 0 || h.Positions() != 2*hand.MaxCards {
		t.Error(len(h.With(hand.Held)), len(s.stock()))
	}
	if want := hand.MessageSize(s.cards.Group(), hand.MaxCards) - sra.DecryptionProofSize(s.cards.Group()); longest != want {
		t.Errorf("%d bytes, not %d", longest, want)
	}
	s.wantWhole()
	s.steps(show(0, count(0, hand.MaxCards)...))
	s.wantWhole()
}

// Messages have the lengths that SPEC.md, section 5.1, gives for ristretto255.
func TestSizes(t *testing.T) {
	s := newSession(t, 5, 18)
	forms := map[string]bool{}
	s.before = func(seat int, m []byte) {
		turn := turnIn(s.hands[seat], m)
		want, form := sizeOf(s.hands[seat], turn)
		if len(m) != want || len(m) > hand.MessageSize(s.cards.Group(), 18) {
			t.Errorf("%v of %d: %d bytes, not %d", turn.Kind, len(turn.Positions), len(m), want)
		}
		if turn.Kind == hand.Shuffle || turn.Kind == hand.Raise {
			forms[form] = true
		}
	}
	s.playAll()
	if len(forms) < 4 {
		t.Error(forms)
	}
}

// sizeOf returns the length of a message, and which lists it has if it is of a shuffle or raise turn.
func sizeOf(h *hand.Hand, turn hand.Turn) (size int, form string) {
	n := len(turn.Positions)
	if turn.Kind != hand.Shuffle && turn.Kind != hand.Raise {
		return 128 + 32*n, ""
	}
	held, sealed := 0, 0
	for p := range h.Positions() {
		if status, to := h.Status(p); status == hand.Held && to == turn.Seat {
			held++
		}
		if h.Sealed(p).Bytes() != nil {
			sealed++
		}
	}
	size = 352 + 32*(held+sealed)
	if turn.Kind == hand.Shuffle {
		size = 640 + 32*(held+sealed) + 160*n
	}
	lists := h.Lists(turn)
	has := func(part string) bool {
		return slices.ContainsFunc(lists, func(l hand.List) bool { return l.Part == part })
	}
	if !has("rest") {
		size -= 96
	}
	if !has("own") {
		size -= 128
	}
	if held > 0 && slices.ContainsFunc(lists, func(l hand.List) bool { return l.Whole }) { // of new cards
		size += 96 // of kept
	}
	return size, fmt.Sprint(turn.Kind, has("own"), has("kept"), has("rest"))
}

// placesOf deals positions to seats one after another.
func placesOf(from, to, seats int) (list []hand.Place) {
	for p := from; p < to; p++ {
		list = append(list, hand.Place{p, p % seats})
	}
	return list
}

// A countedSession is one of four seats and 52 cards that counts what is said.
type countedSession struct {
	*session
	messages, bytes int
}

func newCountedSession(t *testing.T) *countedSession {
	s := &countedSession{session: newSession(t, 4, 52)}
	s.before = func(_ int, m []byte) { s.messages, s.bytes = s.messages+1, s.bytes+len(m) }
	return s
}

func (s *countedSession) wantSaid(what string, messages, bytes int, steps ...step) {
	s.t.Helper()
	s.messages, s.bytes = 0, 0
	if s.steps(steps...); s.messages != messages || s.bytes != bytes {
		s.t.Errorf("%s: %d messages of %d bytes, not %d of %d", what, s.messages, s.bytes, messages, bytes)
	}
}

// Moves take as many messages and bytes as SPEC.md, section 5.1, says.
func TestSizesOfMoves(t *testing.T) {
	s := newCountedSession(t)
	s.wantSaid("the first shuffle", 4, 41600)
	s.wantSaid("one card drawn", 3, 480, deal(hand.Place{0, 0}))
	s.wantSaid("looked at", 3, 480, giveBack(0), deal(hand.Place{0, 1}))
	s.wantSaid("one card played", 1, 160, show(1, 0))
	s.steps(giveBack(0))
	s.wantSaid("three looked at and put into a secret order", 7, 9504, deal(hand.Place{0, 2}, hand.Place{1, 2}, hand.Place{2, 2}),
		giveBack(0, 1, 2), shuffle([]int{2}, 0, 1, 2))
	s.wantSaid("40 discards", 4, 34816, shuffle([]int{0, 1, 2, 3}, count(0, 40)...))
	s.wantSaid("13 cards dealt to each", 4, 5504, deal(placesOf(0, 52, 4)...))
	var passed []hand.Place
	for p := range 12 {
		passed = append(passed, hand.Place{p, (p + 1) % 4})
	}
	s.wantSaid("three cards passed by each", 4, 1664, giveBack(count(0, 12)...), deal(passed...))
	s.steps(giveBack(count(0, 12)...), deal(placesOf(0, 12, 4)...))
	s.steps(giveBack(count(0, 52)...))
	s.wantSaid("a leave", 1, 1792, leave(3))

	s = newCountedSession(t)
	s.steps(deal(placesOf(0, 13, 1)...))
	s.wantSaid("a hand put into a secret order", 7, 12064, giveBack(count(0, 13)...), shuffle([]int{0}, count(0, 13)...),
		deal(placesOf(0, 13, 1)...))
	s.steps(deal(placesOf(13, 52, 4)...), giveBack(count(0, 52)...), deal(placesOf(0, 52, 4)...))
	s.wantSaid("a seat is gone", 3, 37152, drop(3))
}

// A leave in advance tells all others together, when it is said and whatever becomes of the move that it goes
// with, what a leave does: all cards but those that the seat holds, and so which ones these are. What
// the seat is dealt in between, they know, too: so a game makes no step between the message and the leave.
func TestLeaveInAdvance(t *testing.T) {
	s := newSession(t, 4, 6)
	s.steps(deal(hand.Place{0, 1}, hand.Place{1, 0}, hand.Place{2, hand.Everyone}, hand.Place{3, 1}))
	h := s.hands[4]
	before := make([]sra.Element, 6)
	for p := range before {
		before[p] = h.Sealed(p)
	}
	message := must(s.hands[1].LeaveMessage())
	told := must(sra.ParseDeck(s.cards.Group(), 4, message[idSize:][:4*elementSize]))
	missing := map[int]bool{0: true, 1: true, 2: true, 3: true, 4: true, 5: true}
	seen := map[int]int{}
	for i, p := range []int{1, 2, 4, 5} {
		seen[p] = s.without(told.At(i), 0, 2, 3)
		if delete(missing, seen[p]); seen[p] != s.unseal(p) {
			t.Errorf("position %d: %d, which is %d", p, seen[p], s.unseal(p))
		}
	}
	if !missing[s.cardOf(1, 0)] || !missing[s.cardOf(1, 3)] || len(missing) != 2 {
		t.Error("the cards that aren't told are", missing)
	}
	for _, p := range []int{0, 3} {
		if s.without(before[p], 0, 2, 3) >= 0 || s.without(h.Value(p), 0, 2, 3) >= 0 {
			t.Error("they see what seat 1 holds at position", p)
		}
	}
	s.step(deal(hand.Place{4, 1})) // instead of the leave
	s.wantNotTaken("overtaken", 1, message, nil)
	s.sayDue()
	if number := s.cardOf(1, 4); number != seen[4] || number < 0 {
		t.Error("what is dealt then is another card")
	}
	// Said in its place, it does what a leave does.
	message = must(s.hands[1].LeaveMessage())
	s.step(leave(1))
	s.read(item{seat: 1, message: message})
	s.wantWhole()
	if h.Sealed(4).Bytes() != nil || h.Due() != nil {
		t.Error(h.View())
	}
}
