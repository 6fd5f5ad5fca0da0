package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

// everySeatHas are the deals of a hand of four: seats 0 to 2 have two cards, seat 3 has one;
// one is for everyone. Seat 1 shows one.
var everySeatHas = [][]sra.Deal{
	{{Position: 0, To: 0}, {Position: 1, To: 1}, {Position: 2, To: 2}, {Position: 3, To: 3}},
	{{Position: 4, To: 0}, {Position: 5, To: 1}, {Position: 6, To: 2}},
	{{Position: 7, To: sra.Everyone}},
}

// played returns a hand with these deals, of 12 cards, before seat 3 is gone.
func played(t testing.TB, id string) *table {
	t.Helper()
	x := newTable(t, sra.Ristretto255(), id, 12, 4)
	x.run()
	for _, deal := range everySeatHas {
		x.deal(deal...)
	}
	x.show(1, 5)
	return x
}

// redealt lets all but seat 3 deal again, with keys that the test knows.
func (x *table) redealt() {
	x.t.Helper()
	x.gone = map[int]bool{3: true}
	for seat := range 3 {
		x.keys[seat] = fixedKey(x.t, x.cards.Group(), fmt.Sprint("again", seat))
		message, err := sra.RedealWith(x.hands[seat], x.keys[seat], 3)
		if err != nil {
			x.t.Fatal(err)
		}
		x.say(seat, message)
	}
}

// blamed checks that a seat refuses a message for this reason and names these seats.
func blamed(t *testing.T, name string, err, want error, seats ...int) {
	t.Helper()
	var blame *sra.BlameError
	if named := errors.As(err, &blame); !errors.Is(err, want) || named != (len(seats) > 0) || named && !slices.Equal(blame.Seats, seats) {
		t.Errorf("%s: %v, want %v of seats %v", name, err, want, seats)
	}
}

// What a hand is like after a redeal: what is kept, how positions and cards are numbered, and
// what calls refuse.
func TestRedeal(t *testing.T) {
	x := played(t, "a hand")
	truth := x.opened()
	o := newObserver(t, x)
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	before, old := x.hands[0].Sent(), len(x.heard)
	x.redealt()
	if err := o.Redeal(3); err != nil {
		t.Fatal(err)
	}
	h := x.hands[0]
	if h.Ready() || h.Stock() != nil || !slices.Equal(h.Missing(), []int{1, 2}) || h.Deals() != nil || h.Seats() != 4 || !slices.Equal(h.Left(), []int{3}) {
		t.Errorf("at first: ready %v, stock %v, missing %v, deals %v, left %v", h.Ready(), h.Stock(), h.Missing(), h.Deals(), h.Left())
	}
	kept := []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}, {Position: 2, To: 2}, {Position: 4, To: 0}, {Position: 6, To: 2}}
	for name, got := range map[string][]sra.Deal{"a seat": h.Kept(), "the observer": o.Kept()} {
		if diff := cmp.Diff(kept, got); diff != "" {
			t.Errorf("kept, by %s (-want +got):\n%s", name, diff)
		}
	}
	known := func() {
		t.Helper()
		for position, seats := range map[int][]int{0: {0}, 4: {0}, 1: {1}, 2: {2}, 6: {2}, 3: {}, 8: {}, 5: {0, 1, 2}, 7: {0, 1, 2}} {
			for seat := range 3 {
				card, ok := x.hands[seat].Card(position)
				if want := slices.Contains(seats, seat); ok != want || ok && card != truth[position] {
					t.Errorf("seat %d knows %d %v at position %d, which is %d", seat, card, ok, position, truth[position])
				}
			}
		}
	}
	known()
	if _, err := h.Show(0); !errors.Is(err, sra.ErrState) {
		t.Errorf("a show before the hand is ready: %v", err)
	}
	x.run()
	for _, s := range x.heard[old:] {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	known()
	// Of 12 cards, two are open: the new deck is at positions 12 to 21, and five are retired.
	stock := h.Stock()
	if len(stock) != 5 || stock[0] < 12 || stock[4] >= 22 || !slices.Equal(stock, o.Stock()) || !h.Ready() || !o.Ready() {
		t.Fatalf("stock %v", stock)
	}
	retired := 12
	for slices.Contains(stock, retired) {
		retired++
	}
	for name, deal := range map[string]sra.Deal{
		"a retired position": {Position: retired, To: 0}, "a kept card": {Position: 0, To: 1}, "an old position": {Position: 9, To: 0}, "to seat 3": {Position: stock[0], To: 3},
	} {
		if _, err := h.Deal(deal); !errors.Is(err, sra.ErrState) {
			t.Errorf("a deal of %s: %v", name, err)
		}
	}
	for name, position := range map[string]int{"another's": 1, "a retired one": retired, "seat 3's": 3, "one in the stock": stock[0], "one that is shown": 7} {
		if _, err := h.Show(position); !errors.Is(err, sra.ErrState) {
			t.Errorf("a show of %s: %v", name, err)
		}
	}
	// New cards aren't those that are open or kept, and seat 3's may be among them.
	var deal []sra.Deal
	for i, p := range stock {
		deal = append(deal, sra.Deal{Position: p, To: i % 3})
	}
	x.deal(deal...)
	var all []int
	for _, d := range deal {
		card, ok := x.hands[d.To].Card(d.Position)
		if !ok {
			t.Fatalf("seat %d doesn't see position %d", d.To, d.Position)
		}
		all = append(all, card)
	}
	want := []int{truth[3], truth[8], truth[9], truth[10], truth[11]}
	slices.Sort(all)
	slices.Sort(want)
	if !slices.Equal(all, want) {
		t.Errorf("cards %v are dealt, want %v", all, want)
	}
	// A show of cards of both decks, of which each has a key of its own.
	x.show(0, deal[0].Position, 4)
	for _, position := range []int{4, deal[0].Position} {
		for _, seat := range []int{1, 2} {
			a, ok := x.hands[0].Card(position)
			if b, shown := x.hands[seat].Card(position); !ok || !shown || a != b {
				t.Errorf("position %d, shown by seat 0 as %d, is %d for seat %d", position, a, b, seat)
			}
		}
	}
	if got, want := h.Kept(), slices.Concat(kept[:3], kept[4:]); !slices.Equal(got, want) {
		t.Errorf("kept after the show: %v", got)
	}
	if sent := h.Sent(); len(sent) <= len(before) || !slices.EqualFunc(sent[:len(before)], before, slices.Equal) {
		t.Error("what was sent in the old hand isn't among what was sent")
	}
}

// Calls that Redeal and Leave refuse, and calls made again.
func TestRedealRefusals(t *testing.T) {
	x := played(t, "a hand")
	h := x.hands[0]
	o := newObserver(t, x)
	before := state(t, h)
	for name, c := range map[string]struct {
		left []int
		want error
	}{
		"nobody": {nil, sra.ErrMalformed}, "seat -1": {[]int{-1}, sra.ErrMalformed}, "seat 4": {[]int{3, 4}, sra.ErrMalformed}, "itself": {[]int{0, 3}, sra.ErrState}, "all others": {[]int{1, 2, 3}, sra.ErrState},
	} {
		if m, err := h.Redeal(c.left...); m != nil || !errors.Is(err, c.want) || errors.As(err, new(*sra.BlameError)) {
			t.Errorf("%s: %v", name, err)
		}
		if name != "itself" {
			if err := o.Redeal(c.left...); !errors.Is(err, c.want) {
				t.Errorf("an observer, %s: %v", name, err)
			}
			if _, err := h.RedealID(c.left...); !errors.Is(err, c.want) {
				t.Errorf("the id, %s: %v", name, err)
			}
		}
	}
	if !bytes.Equal(before, state(t, h)) {
		t.Error("a refused call has changed the state")
	}
	id, err := h.RedealID(3)
	if err != nil || len(id) != 32 {
		t.Fatal(err)
	}
	first, err := h.Redeal(3)
	if err != nil {
		t.Fatal(err)
	}
	after := state(t, h)
	for range 2 {
		again, err := h.Redeal(3, 3)
		if now, _ := h.RedealID(3); err != nil || !bytes.Equal(again, first) || !bytes.Equal(now, id) {
			t.Errorf("the same again: %v", err)
		}
		h = reopened(t, h)
	}
	if !bytes.Equal(after, state(t, h)) {
		t.Error("a call made again has changed the state")
	}

	two := newTable(t, sra.Ristretto255(), "two", 2, 2)
	if _, err := two.hands[0].Leave(); !errors.Is(err, sra.ErrState) {
		t.Errorf("a leave before the hand is ready: %v", err)
	}
	two.run()
	if _, err := two.hands[0].Leave(); !errors.Is(err, sra.ErrState) {
		t.Errorf("a leave of one of two: %v", err)
	}
	three := newTable(t, sra.Ristretto255(), "three", 1, 3)
	three.run()
	three.deal(sra.Deal{Position: 0, To: sra.Everyone})
	if _, err := three.hands[0].Redeal(2); !errors.Is(err, sra.ErrState) {
		t.Errorf("a redeal of no cards: %v", err)
	}
	message, err := three.hands[2].Leave() // with no layer to take off
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if again, err := three.hands[2].Leave(); err != nil || !bytes.Equal(again, message) {
			t.Errorf("a leave again: %v", err)
		}
		three.accepted(0, said{2, message})
	}
	if _, err := three.hands[2].Redeal(1); !errors.Is(err, sra.ErrState) {
		t.Errorf("a redeal by a seat that has left: %v", err)
	}
	if _, err := three.hands[0].Deal(sra.Deal{Position: 0, To: 2}); !errors.Is(err, sra.ErrState) {
		t.Errorf("a deal of a dealt card to a seat that has left: %v", err)
	}

	var zero sra.Hand
	var zeroObserver sra.Observer
	_, leaveErr := zero.Leave()
	_, redealErr := zero.Redeal(1)
	_, idErr := zero.RedealID(1)
	for _, err := range []error{leaveErr, redealErr, idErr} {
		if !errors.Is(err, sra.ErrMalformed) || err.Error() != "sra: malformed: zero Hand" {
			t.Error(err)
		}
	}
	if err := zeroObserver.Redeal(1); err == nil || err.Error() != "sra: malformed: zero Observer" {
		t.Error(err)
	}
	if zero.Kept() != nil || zero.Stock() != nil || zero.Left() != nil || zeroObserver.Kept() != nil || zeroObserver.Stock() != nil || zeroObserver.Left() != nil {
		t.Error("the zero value knows something")
	}
}

// A message that deals what isn't in the stock, or to a seat that isn't there: no honest seat
// sends one.
func TestDealsAfterRedeal(t *testing.T) {
	x := played(t, "a hand")
	empty := func() said {
		return said{1, slices.Concat([]byte{6}, x.hands[1].Sent()[len(x.hands[1].Sent())-1][1:viewAt], make([]byte, 32))}
	}
	x.refused("a veto of nothing", 0, empty(), sra.ErrMalformed)
	x.redealt()
	x.run()
	x.refused("a veto of nothing, after another", 0, empty(), sra.ErrState)
	stock := x.hands[1].Stock()
	retired := 12
	for slices.Contains(stock, retired) {
		retired++
	}
	message := func(positions ...byte) said {
		m := append(x.hands[0].Sent()[len(x.hands[0].Sent())-1][1:viewAt:viewAt], make([]byte, 32)...)
		m = append(append([]byte{3}, m...), 0, byte(len(positions)/2))
		for i := 0; i < len(positions); i += 2 {
			m = append(m, 0, positions[i], 0, positions[i+1])
		}
		return said{0, append(m, make([]byte, 1+len(positions)/2*32+96)...)}
	}
	x.refused("a retired position", 1, message(byte(retired), 1), sra.ErrRules)
	x.refused("a card of the old deck", 1, message(9, 1), sra.ErrMalformed)
	x.refused("a card to seat 3", 1, message(byte(stock[0]), 3), sra.ErrMalformed)
	x.refused("a card of the stock", 1, message(byte(stock[0]), 1), sra.ErrEarly) // may be dealt yet
}

// Seats that deal again without different seats play different hands, which blame nobody;
// when all have left the same seats behind, they are together again.
func TestRedealWithDifferentLists(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 10, 5)
	x.run()
	for position := range 5 {
		x.deal(sra.Deal{Position: position, To: position})
	}
	lists := [][]int{{4}, {3}, {3, 4}}
	var messages []said
	for seat, left := range lists {
		m, err := x.hands[seat].Redeal(left...)
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, said{seat, m})
	}
	for seat := range lists {
		for _, s := range messages {
			if s.from != seat {
				x.refused("a key of another continuation", seat, s, sra.ErrDiverged)
			}
		}
	}
	x.gone = map[int]bool{3: true, 4: true}
	for seat := range 2 {
		m, err := x.hands[seat].Redeal(3, 4)
		if err != nil {
			t.Fatal(err)
		}
		x.say(seat, m)
	}
	x.say(2, messages[2].message)
	x.run()
	for seat := range 3 {
		if h := x.hands[seat]; !h.Ready() || len(h.Stock()) != 7 || len(h.Kept()) != 3 {
			t.Errorf("seat %d: ready %v, stock %v, kept %v", seat, h.Ready(), h.Stock(), h.Kept())
		}
	}
}

// One seat has missed the message by which a deal was done: it sees so before it is too late.
func TestRedealIDs(t *testing.T) {
	for name, f := range map[string]func(x *table){
		"a deal to a seat":   func(x *table) { x.deal(sra.Deal{Position: 9, To: 0}) },
		"a deal to all":      func(x *table) { x.deal(sra.Deal{Position: 9, To: sra.Everyone}) },
		"a show":             func(x *table) { x.show(0, 4) },
		"a show of seat 3's": func(x *table) { x.show(3, 3) },
	} {
		x := played(t, "a hand")
		behind := reopened(t, x.hands[2])
		f(x)
		id, err := x.hands[1].RedealID(3)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range []int{0, 2} {
			if other, err := x.hands[seat].RedealID(3); err != nil || !bytes.Equal(id, other) {
				t.Errorf("seat %d, after %s: %v", seat, name, err)
			}
		}
		if other, err := behind.RedealID(3); err != nil || bytes.Equal(id, other) {
			t.Errorf("a seat that has missed %s would play the same hand: %v", name, err)
		}
	}
}
