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

// Each message, in a hand in which everything happens, is refused by all alike if it is
// altered, cut, lengthened, forged with valid proofs of something else, or put together from
// others; and it is void if it comes twice, from another seat, or from another hand.
func TestAlteredMessages(t *testing.T) {
	var foreign [][]byte
	other := newSessionIn(t, sra.Ristretto255(), "another hand", 5, 18)
	other.before = func(_ int, m []byte) { foreign = append(foreign, m) }
	other.sayDue()
	s := newSessionIn(t, sra.Ristretto255(), "this hand", 5, 18)
	var heard []item
	tried := map[hand.Kind]int{}
	s.before = func(seat int, m []byte) {
		turn := turnIn(s.hands[seat], m)
		step := 7
		if len(m) > 1000 {
			step = 211
		}
		step *= long.Pick(7, 5)
		for i := 0; i < len(m); i += step {
			x := bytes.Clone(m)
			x[i] ^= 1
			if i < idSize {
				s.wantNotTaken("another turn", seat, x, nil)
				continue
			}
			s.wantFault("altered", seat, x)
		}
		for what, x := range map[string][]byte{"cut": m[:len(m)-1], "longer": append(bytes.Clone(m), 0), "only the turn": m[:idSize],
			"without proofs": m[:idSize+len(m[idSize:])/3]} {
			s.wantNotTaken(what, seat, x, sra.ErrMalformed)
		}
		s.wantNotTaken("nothing", seat, nil, nil)
		s.wantNotTaken("less than a turn", seat, m[:31], nil)
		s.wantNotTaken("of another seat", (seat+1)%5, m, nil)
		for _, x := range foreign[:long.Pick(3, len(foreign))] {
			s.wantNotTaken("of another hand", seat, x, nil)
		}
		for _, i := range heard[max(0, len(heard)-long.Pick(3, 8)):] {
			s.wantNotTaken("again", i.seat, i.message, nil)
			if s.wantNotTaken("by another", seat, i.message, nil); len(i.message) == len(m) {
				s.wantFault("in this place", seat, slices.Concat(m[:idSize], i.message[idSize:]))
			}
		}
		for what, list := range forgeries(s.hands[seat], turn, m) {
			for i, x := range list {
				if i%long.Pick(6, 1) == 0 {
					s.wantNotTaken(what, seat, x, sra.ErrProof)
				}
				tried[turn.Kind]++
			}
		}
		heard = append(heard, item{seat: seat, message: m})
	}
	s.playAll()
	for kind := hand.Shuffle; kind <= hand.Leave; kind++ {
		if tried[kind] < 5 {
			t.Errorf("%d forgeries of %v", tried[kind], kind)
		}
	}
	for seat, h := range s.hands {
		for _, from := range []int{-1, 5, 17} {
			taken, err := h.Receive(from, heard[0].message)
			_, blames := errors.AsType[*hand.BlameError](err)
			if taken || !errors.Is(err, sra.ErrMalformed) || blames {
				t.Errorf("seat %d, from seat %d: %v %v", seat, from, taken, err)
			}
		}
	}
}

// A seat says in one turn what it could in another of its own, of the same kind.
func TestOtherTurn(t *testing.T) {
	s := newSession(t, 2, 5)
	s.sayDue()
	s.step(deal(hand.Place{0, 1}))
	m := s.pending(0)
	s.step(deal(hand.Place{1, 0}))
	s.step(deal(hand.Place{2, 1}))
	due := s.hands[0].Due()
	if len(due) != 3 {
		t.Fatal(due)
	}
	s.wantNotTaken("position 0 in the turn of position 2", 0, inTurn(due[2], m), sra.ErrProof)
	s.sayIn(due[2]) // what became due first needn't be said first
	s.sayDue()
	if len(s.hands[0].With(hand.Held)) != 3 {
		t.Error(s.hands[0].View())
	}
	// Two shows of one seat, and two that are due at a time.
	s.step(show(1, 0))
	s.step(show(1, 2))
	due, m = s.hands[0].Due(), s.pending(1)
	s.wantNotTaken("position 0 in the turn of position 2", 1, inTurn(due[1], m), sra.ErrProof)
	s.sayIn(due[1])
	s.sayDue()
	if len(s.hands[0].With(hand.Open)) != 2 {
		t.Error(s.hands[0].View())
	}
}

// A "card" G^a that whoever made the deck could follow isn't accepted in it, and neither is a
// deck that isn't this hand's.
func TestPlantedCard(t *testing.T) {
	g := sra.Ristretto255()
	public := must(sra.PublicDeck(g, "cards", 4))
	planted := must(sra.GenerateKey(g)).Public().Element()
	if _, err := hand.New([]byte("x"), replaced(public, 2, planted), 2, 0, hand.GenerateState(), forgets); !errors.Is(err, sra.ErrMalformed) {
		t.Error(err)
	}
	begin := func(id string, cards sra.Deck, seats, seat int) *hand.Hand {
		return must(hand.New([]byte(id), cards, seats, seat, hand.GenerateState(), forgets))
	}
	a := begin("x", public, 2, 0)
	for what, b := range map[string]*hand.Hand{
		"id":    begin("y", public, 2, 0),
		"deck":  begin("x", must(public.Select(1, 0, 2, 3)), 2, 0),
		"label": begin("x", must(sra.PublicDeck(g, "other", 4)), 2, 0),
		"seats": begin("x", public, 3, 0),
	} {
		if taken, err := a.Receive(0, pending(b)); taken || err != nil || a.Digest() == b.Digest() {
			t.Errorf("another %s: %v %v", what, taken, err)
		}
	}
}

// All seats but one conspire, tell each other everything, and don't see its card or the stock:
// whatever they take off, what is left has the layer of the honest seat.
func TestCollusion(t *testing.T) {
	s := newSession(t, 4, 8)
	s.steps(deal(hand.Place{0, 2}, hand.Place{1, 0}, hand.Place{2, hand.Everyone}), deal(hand.Place{4, 2}), giveBack(4, 2),
		shuffle([]int{0}, 5, 6), shuffle([]int{1, 3}, 6, 7), leave(0), deal(hand.Place{3, 2}))
	h := s.hands[3]
	for p := range 8 {
		for what, x := range map[string]sra.Element{"value": h.Value(p), "sealed value": h.Sealed(p)} {
			if x.Bytes() == nil || p == 1 && what == "value" { // that of seat 0, which is gone
				continue
			}
			for _, off := range subsets(0, 1, 3) {
				if s.without(x, off...) >= 0 {
					t.Errorf("the %s of position %d is open without the layers of %v", what, p, off)
				}
			}
			if status, _ := h.Status(p); status == hand.Stock && s.without(x, 2) >= 0 { // of which seat 2 hasn't said anything
				t.Error("position", p, "has lost layers")
			}
		}
		if _, ok := h.Look(p); ok != (p == 2) {
			t.Error("seat 3 knows position", p, ok)
		}
	}
	if !s.knows(2, 3) || !s.knows(2, 0) {
		t.Error("seat 2 doesn't see its cards")
	}
	s.wantWhole()
}

// Messages keep to [hand.MessageSize], and come as near to it as a hand can: to an element, when
// seats hold all cards and one is gone, and to a proof, when one holds all.
func TestLongestMessage(t *testing.T) {
	onBothKinds(t, func(t *testing.T, g sra.Group) {
		for _, n := range []int{1, 2, 5} {
			for held := n - 1; held <= n; held++ { // by seat 0, and the rest by seat 1
				s := newSessionIn(t, g, "long", 3, n)
				longest := 0
				s.before = func(_ int, m []byte) { longest = max(longest, len(m)) }
				var places []hand.Place
				for p := range n {
					places = append(places, hand.Place{p, 0})
				}
				if held < n {
					places[held].To = 1
				}
				s.steps(deal(places...), drop(2))
				want := hand.MessageSize(g, n)
				if held == n {
					want -= sra.DecryptionProofSize(g)
				} else {
					want -= g.ElementSize()
				}
				if held > 0 && longest != want {
					t.Errorf("%d cards: %d bytes, not %d", n, longest, want)
				}
				if longest > hand.MessageSize(g, n) {
					t.Errorf("%d cards: %d bytes, the limit is %d", n, longest, hand.MessageSize(g, n))
				}
			}
		}
	})
}

// Seats that have read different sequences, or whose games make different steps, have
// different heads, find each other's messages void, and blame nobody.
func TestDifferentSequences(t *testing.T) {
	dealt := deal(hand.Place{2, 0})
	for what, steps := range map[string]struct{ one, other step }{
		"another card":         {dealt, deal(hand.Place{3, 0})},
		"to another seat":      {dealt, deal(hand.Place{2, 2})},
		"to everyone":          {deal(hand.Place{2, hand.Everyone}), deal(hand.Place{2, 2})},
		"another order":        {deal(hand.Place{2, 0}, hand.Place{3, 0}), deal(hand.Place{3, 0}, hand.Place{2, 0})},
		"another show":         {show(0, 0), show(1, 1)},
		"another leave":        {leave(0), leave(1)},
		"another is gone":      {drop(0), drop(2)},
		"another shuffles":     {shuffle([]int{0}, 2, 3), shuffle([]int{1}, 2, 3)},
		"in another turn":      {shuffle([]int{0, 1}, 2, 3), shuffle([]int{1, 0}, 2, 3)},
		"shuffled":             {shuffle([]int{1}, 2, 3), shuffle([]int{1}, 3, 2)},
		"a card more shuffled": {shuffle([]int{1}, 2), shuffle([]int{1}, 2, 3)},
		"a card or a seat":     {shuffle([]int{0}, 2, 3), shuffle([]int{0, 2}, 3)},
		"a show or a leave":    {show(1, 1), leave(1)},
		"a show or a deal":     {show(1, 1), dealt},

		// Returns need no message: what follows differs.
		"another returns":  {inTurns(giveBack(0), dealt), inTurns(giveBack(1), dealt)},
		"one returns":      {inTurns(giveBack(0), dealt), dealt},
		"in another order": {inTurns(giveBack(4, 0), dealt), inTurns(giveBack(0, 4), dealt)},
	} {
		t.Run(what, func(t *testing.T) { testFork(t, steps.one, steps.other) })
	}
}

// inTurns makes steps one after another.
func inTurns(steps ...step) step {
	return func(h *hand.Hand) error {
		for _, f := range steps {
			if err := f(h); err != nil {
				return err
			}
		}
		return nil
	}
}

// testFork has seat 1 make another step than all others do.
func testFork(t *testing.T, one, other step) {
	s := newSession(t, 3, 6)
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}, hand.Place{5, 2}), deal(hand.Place{4, hand.Everyone}))
	x := replay(t, s.fresh(1), s.items) // seat 1's, from here on
	s.step(one)
	if err := other(x); err != nil {
		t.Fatal(err)
	}
	if x.Head() == s.hands[0].Head() {
		t.Error("the heads are the same")
	}
	said := 0
	for _, turn := range x.Due() {
		if turn.Seat == 1 {
			said++
			s.wantNotTaken("of somebody who has read something else", 1, x.Message(turn), nil)
		}
	}
	s.before = func(seat int, m []byte) {
		before := x.View()
		if taken, err := x.Receive(seat, m); seat != 1 && (taken || err != nil || x.View() != before) {
			t.Errorf("seat 1, of seat %d: %v %v", seat, taken, err)
		}
		said++
	}
	if s.sayDue(); said == 0 {
		t.Error("nobody has said anything")
	}
}

// A seat that says two things in one turn: each may be taken, at those who read it first.
func TestTwoShuffles(t *testing.T) {
	s := newSession(t, 3, 4)
	x := replay(t, s.again(2), s.items)
	turn := turnOf(s.hands[0], 0)
	key := must(sra.GenerateKey(s.cards.Group()))
	other := newSpeech(turn, s.hands[0].Lists(turn), key, key).bytes()
	if taken, err := x.Receive(0, other); !taken || err != nil {
		t.Fatal(taken, err)
	}
	s.say(0)
	m := s.pending(1)
	if taken, err := x.Receive(1, m); taken || err != nil || x.Head() == s.hands[0].Head() {
		t.Error(taken, err)
	}
	s.wantNotTaken("a second shuffle", 0, other, nil)
}

// A seat that has left takes no turn, whatever it proves: what it says of cards that are dealt
// afterwards is void, at seats and observers alike.
func TestLeftSeat(t *testing.T) {
	s := newSession(t, 4, 8)
	s.steps(deal(hand.Place{0, 1}))
	stock := must(sra.NewDeck(s.hands[0].Sealed(3)))
	s.steps(leave(1))
	s.step(deal(hand.Place{3, hand.Everyone}, hand.Place{4, 2}))
	key := s.hands[1].Key()
	for _, t := range s.hands[0].Due() {
		for _, from := range []sra.Deck{stock, must(sra.NewDeck(s.hands[0].Value(3)))} {
			s.wantNotTaken("a layer of a seat that has left", 1, takeOff(t, key, from), nil)
		}
	}
	s.wantNotTaken("a layer without a turn", 1, takeOff(hand.Turn{}, key, stock), nil)
	s.sayDue()
	if status, _ := s.hands[4].Status(3); status != hand.Open {
		t.Error(s.hands[4].View())
	}
	s.step(shuffle([]int{0}, 5, 6))
	for range 3 {
		turn := s.hands[0].Due()[0]
		e := must(sra.GenerateKey(s.cards.Group()))
		m := newSpeech(turn, s.hands[turn.Seat].Lists(turn), e, e).bytes()
		s.wantNotTaken("a raise of a seat that has left", 1, m, nil)
		s.say(turn.Seat)
	}
}

// What is void costs nothing that stays.
func TestJunk(t *testing.T) {
	s := newSession(t, 3, 4)
	s.sayDue()
	s.step(deal(hand.Place{0, 1}))
	junk := bytes.Repeat([]byte{7}, 1<<16)
	h := s.hands[1]
	if n := testing.AllocsPerRun(100, func() { h.Receive(0, junk) }); n > 0 {
		t.Errorf("%v allocations", n)
	}
}

// A seat that raises with an exponent that it had before is not at fault: nothing follows
// from it for others, and it ends as if it had drawn another.
func TestOldKey(t *testing.T) {
	s := newSession(t, 3, 4)
	s.steps(deal(hand.Place{0, 0}, hand.Place{1, 1}))
	old := s.hands[0].Key()
	s.quiet = true // seat 0 is an observer from now on
	for _, f := range []step{shuffle([]int{0}, 2, 3), shuffle([]int{1}, 2, 3), drop(2)} {
		s.step(f)
		for s.hands[1].Due() != nil {
			turn := s.hands[1].Due()[0]
			if turn.Seat != 0 {
				s.say(turn.Seat)
				continue
			}
			key := must(old.Times(old))
			s.read(item{seat: 0, message: newSpeech(turn, s.hands[1].Lists(turn), old, key).bytes()})
			old = key
		}
	}
	if h := s.hands[1]; !h.Quiet() || len(h.With(hand.Held)) != 2 || len(s.stock()) != 2 {
		t.Error(h.View())
	}
	if seated(s.hands[0]) {
		t.Error("seat 0 has a key that isn't of its secret")
	}
}
