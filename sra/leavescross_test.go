package sra_test

import (
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

// leaves makes a seat leave, and returns its message.
func (x *table) leaves(seat int) said {
	x.t.Helper()
	message, err := x.hands[seat].Leave()
	if err != nil {
		x.t.Fatal(err)
	}
	return said{seat, message}
}

// hears delivers a message to one seat, and returns what that says.
func (x *table) hears(to int, s said) said {
	x.t.Helper()
	reply, err := x.hands[to].Receive(s.from, s.message)
	if err != nil {
		x.t.Fatalf("a message of kind %d from seat %d to %d: %v", s.message[0], s.from, to, err)
	}
	return said{to, reply}
}

// tell deals at one seat, and returns what that says.
func (x *table) tell(seat int, cards ...sra.Deal) said {
	x.t.Helper()
	message, err := x.hands[seat].Deal(cards...)
	if err != nil {
		x.t.Fatal(err)
	}
	return said{seat, message}
}

func readyTable(t *testing.T, seats int) *table {
	t.Helper()
	x := newTable(t, sra.Ristretto255(), "a hand", 2*seats, seats)
	x.run()
	return x
}

// Two seats leave at the same time, and of the others each hears another one first, while a deal
// to one of them is under way: nobody is blamed for what they say then.
func TestLeavesCrossDeals(t *testing.T) {
	x := readyTable(t, 5)
	deal := []sra.Deal{{Position: 0, To: 1}, {Position: 1, To: 2}}
	for seat := range 5 {
		x.tell(seat, deal...)
	}
	third, first := x.leaves(3), x.leaves(1)
	from0 := x.hears(0, third)
	x.hears(2, first)
	x.refused("of more cards", 2, from0, sra.ErrDiverged)
	from0 = x.tell(0, sra.Deal{Position: 2, To: 4})
	x.tell(2, sra.Deal{Position: 2, To: 0})
	x.refused("of another deal", 2, from0, sra.ErrDiverged)
	x.refused("the other leave", 2, third, sra.ErrDiverged)
}

// A third seat leaves which has heard of the second, and not of the first, that a deal went on
// without.
func TestThirdLeaveCrosses(t *testing.T) {
	x := readyTable(t, 5)
	deal := sra.Deal{Position: 0, To: 2} // in turn: 0, 1, 3, 4
	turns := []said{x.tell(0, deal)}
	for _, seat := range []int{1, 3} {
		x.tell(seat, deal)
		for _, s := range turns {
			if reply := x.hears(seat, s); reply.message != nil {
				turns = append(turns, reply)
			}
		}
	}
	x.tell(4, deal)
	three, four := x.leaves(3), x.leaves(4)
	for _, s := range turns[1:] {
		x.hears(0, s)
	}
	x.hears(0, three)
	x.hears(1, four)
	x.refused("a leave before a turn that has passed here", 0, x.leaves(1), sra.ErrDiverged)
}

// A seat tells one seat that it had its turn in a deal when it left, and another that it hadn't:
// these two don't blame each other.
func TestLeaveToldInTwoWays(t *testing.T) {
	x := readyTable(t, 4)
	deal := sra.Deal{Position: 0, To: 1} // in turn: 0, 2, 3
	zero := x.tell(0, deal)
	x.tell(2, deal)
	x.tell(3, deal)
	other, err := reopened(t, x.hands[2]).Leave()
	if err != nil {
		t.Fatal(err)
	}
	turn := x.hears(2, zero)
	leave := x.leaves(2)
	x.hears(3, zero)
	x.hears(3, turn) // and seat 3 has its turn: the deal is done
	x.hears(3, leave)
	again := x.hears(0, said{2, other})
	x.refused("a turn in the deal that has begun again", 3, again, sra.ErrDiverged)
	next := sra.Deal{Position: 5, To: 1}
	x.tell(3, next)
	x.refused("the turn in another deal", 3, x.tell(0, next), sra.ErrDiverged)
	x.refused("a leave", 3, said{0, x.cheatingLeave(0)}, sra.ErrDiverged)
}

// cheatingLeave is what a seat says if it leaves, which it doesn't do.
func (x *table) cheatingLeave(seat int) []byte {
	x.t.Helper()
	message, err := reopened(x.t, x.hands[seat]).Leave()
	if err != nil {
		x.t.Fatal(err)
	}
	return message
}

// A seat that leaves can't close a card again that it has shown, as if it hadn't been told of
// its deal.
func TestLeaveCantCloseCard(t *testing.T) {
	x := readyTable(t, 3)
	untold := x.cheatingLeave(2)
	x.deal(sra.Deal{Position: 0, To: 2})
	x.show(2, 0)
	x.refused("a leave that has the position", 0, said{2, untold}, sra.ErrState)
	x.accepted(0, x.leaves(2))
	if _, ok := x.hands[0].Card(0); !ok {
		t.Error("the card is closed")
	}
}

// Nobody waits for a card to a seat that has left, not even for a seat that had a turn in its
// deal and has left as well.
func TestNobodyWaitsForCardsOfThoseWhoLeft(t *testing.T) {
	x := readyTable(t, 4)
	x.beginDeal(sra.Deal{Position: 0, To: 3})
	for _, seat := range []int{3, 2} {
		s := x.leaves(seat)
		for to := range seat {
			x.hears(to, s)
		}
	}
	x.gone = map[int]bool{2: true, 3: true}
	o := newObserver(t, x)
	x.run()
	for seat := range 2 {
		if missing := x.hands[seat].Missing(); missing != nil {
			t.Errorf("seat %d waits for %v", seat, missing)
		}
		again := reopened(t, x.hands[seat])
		if !slices.Equal(state(t, again), state(t, x.hands[seat])) {
			t.Error("another state after a restart")
		}
	}
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	x.gone = nil
	if stock := x.hands[0].Stock(); slices.Contains(stock, 0) || len(stock) != 7 {
		t.Errorf("stock %v", stock)
	}
}

// A seat that takes two leaves at once has its turn in a deal once.
func TestLeavesTakenAtOnce(t *testing.T) {
	x := readyTable(t, 5)
	deal := sra.Deal{Position: 0, To: 2}
	for seat := range 5 {
		x.tell(seat, deal)
	}
	four := x.leaves(4)
	x.hears(3, four)
	x.hears(0, x.leaves(3)) // kept
	reply := x.hears(0, four)
	if n := len(sra.Split(reply.message)); n != 1 || reply.message[0] != 3 {
		t.Errorf("it says %d messages", n)
	}
	x.hears(2, four)
	x.hears(2, said{3, x.cheatingLeave(3)})
	x.hears(2, reply)
}

// A seat that leaves can't close the card of one that left before, as if that weren't being dealt.
func TestLeaveCantCloseCardOfAnother(t *testing.T) {
	x := readyTable(t, 4)
	zero := x.tell(0, sra.Deal{Position: 0, To: 3})
	for seat := 1; seat < 4; seat++ {
		x.tell(seat, sra.Deal{Position: 0, To: 3})
	}
	third := x.leaves(3)
	for seat := range 3 {
		x.hears(seat, third)
	}
	x.refused("a leave that has the position", 0, said{2, sra.LeaveWith(x.hands[2], upTo(8), nil)}, sra.ErrState)
	one, two := x.hears(1, zero), x.leaves(2)
	x.hears(0, one)
	x.hears(0, two)
	x.hears(2, zero)
	last := x.hears(2, one) // it takes its layer off, though nobody waits for it
	x.hears(3, zero)
	x.hears(3, one)
	x.hears(3, last)
	if _, ok := x.hands[3].Card(0); !ok {
		t.Error("seat 3 doesn't see its card")
	}
}

// What a seat says before the leave of another begins a deal that an observer hears of only
// after the leave: also if all its cards are to the one that left, and nothing more is said of it.
func TestObserverHearsOfDealAfterLeave(t *testing.T) {
	x := readyTable(t, 3)
	o := newObserver(t, x)
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	leave := x.leaves(2) // before it is told
	deal := sra.Deal{Position: 4, To: 2}
	zero := x.tell(0, deal)
	x.tell(1, deal)
	one := x.hears(1, zero)
	x.hears(0, leave)
	x.hears(1, leave)
	for _, s := range []said{leave, one, zero} {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(x.hands[0].Stock(), o.Stock()); diff != "" {
		t.Errorf("stock (-seat +observer):\n%s", diff)
	}
	if missing := o.Missing(); missing != nil {
		t.Errorf("it waits for %v", missing)
	}
}

// An observer blames the seat that began a deal, also when it has begun again since with the turn
// of another seat, which has said nothing of it.
func TestObserverBlamesSeatThatBegan(t *testing.T) {
	x := readyTable(t, 5)
	o := newObserver(t, x)
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	deal := sra.Deal{Position: 0, To: 4} // in turn: 0, 1, 2, 3
	zero := x.tell(0, deal)
	first := x.leaves(0)
	x.tell(2, deal)
	x.hears(2, zero)
	x.hears(2, first)
	second := x.leaves(2)
	for _, s := range []said{zero, first, second} {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	cheat := sra.DealWith(x.hands[3], deal, sra.Deal{Position: 1, To: 4})
	blamed(t, "another deal", o.Receive(3, cheat), sra.ErrRules, 0, 3)
}

// Of messages that come together, those before the first that is early are taken at once, and
// aren't verified again. Those behind it come later.
func TestEarlyParts(t *testing.T) {
	x := readyTable(t, 3)
	deals := []sra.Deal{{Position: 0, To: 1}, {Position: 1, To: 1}, {Position: 2, To: 1}}
	var turns [][]byte
	for _, d := range deals {
		turns = append(turns, x.tell(0, d).message)
	}
	x.tell(2, deals[0])
	together := sra.Together(x.hands[0], turns...)
	if reply := x.hears(2, said{0, together}); reply.message == nil || x.hands[2].Missing() != nil {
		t.Errorf("it waits for %v", x.hands[2].Missing())
	}
	if reply := x.hears(2, said{0, together}); reply.message != nil {
		t.Error("a reply to the same message again")
	}
	sra.SpoilEarly(x.hands[2], 0, sra.Together(x.hands[0], turns[0], changed(turns[1]), turns[2]))
	_, err := x.hands[2].Deal(deals[1])
	blamed(t, "the second part", err, sra.ErrProof, 0)
	if _, err := x.hands[2].Deal(deals[2]); err != nil {
		t.Error(err)
	}
	x.hears(2, said{0, together})
	if missing := x.hands[2].Missing(); missing != nil {
		t.Errorf("in the end it waits for %v", missing)
	}
}

// changed returns a message with the last bit of its proof changed.
func changed(message []byte) []byte {
	return altered(message, func(m []byte) []byte { m[len(m)-32] ^= 1; return m })
}
