package sra_test

import (
	"bytes"
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

// Every number of seats and several sizes of the deck: each card is known to those who
// are to know it, and is the one that the keys open.
func TestHand(t *testing.T) {
	cases := [][2]int{{2, 2}, {2, 3}, {52, 4}, {104, 3}}
	for seats := sra.MinSeats; seats <= sra.MaxSeats; seats++ {
		if !testing.Short() || seats < 4 || seats == sra.MaxSeats {
			cases = append(cases, [2]int{3, seats})
		}
	}
	for _, c := range cases {
		cards, seats := c[0], c[1]
		x := newTable(t, sra.Ristretto255(), "a hand", cards, seats)
		x.run()
		for _, h := range x.hands {
			if !h.Ready() || h.Missing() != nil || h.Seats() != seats {
				t.Fatalf("%d seats: ready %v, missing %v", seats, h.Ready(), h.Missing())
			}
		}
		truth := x.opened()
		owner := (seats + 1) % seats
		if cards > 2 {
			x.deal(sra.Deal{Position: 2, To: sra.Everyone}, sra.Deal{Position: 0, To: owner})
			if diff := cmp.Diff(slices.Repeat([]int{truth[2]}, seats), x.known(2)); diff != "" {
				t.Errorf("%d seats: everyone's card (-want +got):\n%s", seats, diff)
			}
		} else {
			x.deal(sra.Deal{Position: 0, To: owner})
		}
		x.deal(sra.Deal{Position: 1, To: seats - 1})
		for position, to := range []int{owner, seats - 1} {
			want := slices.Repeat([]int{-1}, seats)
			want[to] = truth[position]
			if diff := cmp.Diff(want, x.known(position)); diff != "" {
				t.Errorf("%d seats: position %d (-want +got):\n%s", seats, position, diff)
			}
		}
		x.show(owner, 0)
		if diff := cmp.Diff(slices.Repeat([]int{truth[0]}, seats), x.known(0)); diff != "" {
			t.Errorf("%d seats: the card shown (-want +got):\n%s", seats, diff)
		}
	}
}

func TestHandInNamedGroup(t *testing.T) {
	if testing.Short() {
		t.Skip("slow")
	}
	x := newTable(t, sra.Group14(), "a hand", 52, 2)
	x.run()
	x.deal(sra.Deal{Position: 51, To: sra.Everyone})
	if truth := x.opened()[51]; x.known(51)[0] != truth || x.known(51)[1] != truth {
		t.Errorf("card %v, want %d", x.known(51), truth)
	}
	for _, s := range x.heard {
		if most := sra.HandMessageSize(sra.Group14(), 52, len(x.hands)); len(s.message) > most {
			t.Errorf("a message of kind %d has %d bytes, the longest has %d", s.message[0], len(s.message), most)
		}
	}
	if size := sra.ShuffleProofSize(sra.Group14(), 52); size >= 64_000 {
		t.Errorf("the proof of a shuffle has %d bytes, the bar is 64 kB", size)
	}
}

// Deals that are under way together, with one seat being told of the first one last:
// the message that came early is kept.
func TestDealsTogether(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 6, 3)
	x.run()
	truth := x.opened()
	deals := [][]sra.Deal{{{Position: 5, To: 1}, {Position: 0, To: sra.Everyone}}, {{Position: 3, To: 2}, {Position: 2, To: 0}}}
	deal := func(seat int, cards []sra.Deal) {
		message, err := x.hands[seat].Deal(cards...)
		if err != nil {
			t.Fatal(err)
		}
		x.say(seat, message)
	}
	for seat := range 2 {
		deal(seat, deals[0])
		deal(seat, deals[1])
	}
	deal(2, deals[1])
	x.run()
	if got := x.hands[2].Deals(); len(got) != 1 || !slices.Equal(x.hands[0].Missing(), []int{2}) {
		t.Errorf("seat 2 knows of %v, and seat 0 waits for %v", got, x.hands[0].Missing())
	}
	deal(2, deals[0])
	x.run()
	for position, want := range map[int][]int{
		0: {truth[0], truth[0], truth[0]}, 5: {-1, truth[5], -1}, 3: {-1, -1, truth[3]}, 2: {truth[2], -1, -1}, 1: {-1, -1, -1},
	} {
		if diff := cmp.Diff(want, x.known(position)); diff != "" {
			t.Errorf("position %d (-want +got):\n%s", position, diff)
		}
	}
	if diff := cmp.Diff(deals, x.hands[0].Deals()); diff != "" {
		t.Errorf("deals (-want +got):\n%s", diff)
	}
}

// Of all that is said, only what is opened to all is in clear.
func TestMessagesHideCards(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 8, 3)
	x.run()
	x.deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: 2}, sra.Deal{Position: 3, To: sra.Everyone})
	x.show(1, 1)
	var open []int
	for i := range x.cards.Len() {
		for _, s := range x.heard {
			if bytes.Contains(s.message, x.cards.At(i).Bytes()) {
				open = append(open, i)
				break
			}
		}
	}
	truth := x.opened()
	want := []int{truth[1], truth[3]}
	slices.Sort(want)
	if diff := cmp.Diff(want, open); diff != "" {
		t.Errorf("cards in clear (-want +got):\n%s", diff)
	}
}

func TestMissing(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 6, 3)
	check := func(when string, want ...[]int) {
		t.Helper()
		var got [][]int
		for _, h := range x.hands {
			got = append(got, h.Missing())
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", when, diff)
		}
	}
	check("at first", []int{1, 2}, []int{0, 2}, []int{0, 1})
	x.step()
	check("after a key", []int{1, 2}, []int{2}, []int{1})
	x.step()
	x.step()
	// Seat 0 has shuffled, which the others haven't heard.
	check("after the keys", []int{1}, []int{0}, []int{0})
	x.step()
	check("after a shuffle", []int{1}, []int{2}, []int{1})
	x.run()
	check("after the shuffles", nil, nil, nil)
	x.beginDeal(sra.Deal{Position: 0, To: 0})
	x.beginDeal(sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: 2})
	check("in two deals", []int{1}, []int{0, 2}, []int{0, 1})
	x.run()
	check("after the deals", nil, nil, nil)
}

func TestNewHandRefusals(t *testing.T) {
	g := sra.Ristretto255()
	deck := mustPublic(t, g, "test deck", 3)
	key := fixedKey(t, g, "k")
	id := []byte("id")
	for name, f := range map[string]func() error{
		"no id": func() error { _, _, err := sra.NewHand(nil, deck, 2, 0, key, unstored); return err },
		"long id": func() error {
			_, _, err := sra.NewHand(make([]byte, sra.MaxIDLen+1), deck, 2, 0, key, unstored)
			return err
		},
		"no deck":             func() error { _, _, err := sra.NewHand(id, sra.Deck{}, 2, 0, key, unstored); return err },
		"no key":              func() error { _, _, err := sra.NewHand(id, deck, 2, 0, sra.Key{}, unstored); return err },
		"other group":         func() error { _, _, err := sra.NewHand(id, deck, 2, 0, fixedKey(t, tiny(), "k"), unstored); return err },
		"one seat":            func() error { _, _, err := sra.NewHand(id, deck, 1, 0, key, unstored); return err },
		"17 seats":            func() error { _, _, err := sra.NewHand(id, deck, 17, 0, key, unstored); return err },
		"seat -1":             func() error { _, _, err := sra.NewHand(id, deck, 2, -1, key, unstored); return err },
		"seat 2":              func() error { _, _, err := sra.NewHand(id, deck, 2, 2, key, unstored); return err },
		"drawn key":           func() error { _, _, err := sra.GenerateHand(id, sra.Deck{}, 2, 0, unstored); return err },
		"no store":            func() error { _, _, err := sra.NewHand(id, deck, 2, 0, key, nil); return err },
		"no store, drawn key": func() error { _, _, err := sra.GenerateHand(id, deck, 2, 0, nil); return err },
	} {
		if err := f(); !errors.Is(err, sra.ErrMalformed) || !strings.HasPrefix(err.Error(), "sra: malformed: ") {
			t.Errorf("%s: %v", name, err)
		}
	}
	// None of these has used the key up; a hand does, and so for its copies.
	if _, _, err := sra.NewHand(id, deck, 2, 0, key.Parallel(2), unstored); err != nil {
		t.Fatal(err)
	}
	if _, _, err := sra.NewHand([]byte("another"), deck, 2, 0, key, unstored); !errors.Is(err, sra.ErrState) {
		t.Errorf("a second hand with one key: %v", err)
	}
}

func TestGenerateHandDrawsKeys(t *testing.T) {
	deck := mustPublic(t, sra.Ristretto255(), "test deck", 3)
	_, a, err := sra.GenerateHand([]byte("id"), deck, 2, 0, unstored)
	if err != nil {
		t.Fatal(err)
	}
	_, b, err := sra.GenerateHand([]byte("id"), deck, 2, 0, unstored)
	if err != nil {
		t.Fatal(err)
	}
	if size := deck.Group().ElementSize(); bytes.Equal(a[viewAt:viewAt+size], b[viewAt:viewAt+size]) {
		t.Error("two hands have one key")
	}
}

func TestDealAndShowRefusals(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 4, 2)
	h := x.hands[0]
	check := func(name string, want error, f func() error) {
		t.Helper()
		before := state(t, h)
		if err := f(); !errors.Is(err, want) {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
		if !bytes.Equal(before, state(t, h)) {
			t.Errorf("%s: the state has changed", name)
		}
	}
	deal := func(cards ...sra.Deal) func() error {
		return func() error { _, err := h.Deal(cards...); return err }
	}
	show := func(positions ...int) func() error {
		return func() error { _, err := h.Show(positions...); return err }
	}
	check("a deal before the shuffles", sra.ErrState, deal(sra.Deal{Position: 0, To: 0}))
	check("a show before the shuffles", sra.ErrState, show(0))
	x.run()
	check("no cards", sra.ErrMalformed, deal())
	check("position -1", sra.ErrMalformed, deal(sra.Deal{Position: -1, To: 0}))
	check("position 4", sra.ErrMalformed, deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 4, To: 0}))
	check("to seat 2", sra.ErrMalformed, deal(sra.Deal{Position: 0, To: 2}))
	check("to seat -2", sra.ErrMalformed, deal(sra.Deal{Position: 0, To: -2}))
	check("one position twice", sra.ErrMalformed, deal(sra.Deal{Position: 1, To: 0}, sra.Deal{Position: 1, To: 1}))
	check("no positions", sra.ErrMalformed, show())
	check("show position 4", sra.ErrMalformed, show(4))
	check("show position -1", sra.ErrMalformed, show(-1))
	check("show what isn't dealt", sra.ErrState, show(0))
	x.beginDeal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: sra.Everyone})
	check("show too soon", sra.ErrState, show(0))
	x.run()
	check("deal again", sra.ErrState, deal(sra.Deal{Position: 3, To: 0}, sra.Deal{Position: 0, To: 1}))
	check("show another's card", sra.ErrState, show(1))
	check("show everyone's card", sra.ErrState, show(2))
	check("show a card twice", sra.ErrMalformed, show(0, 0))
	x.show(0, 0)
	check("show a card again, with another", sra.ErrState, show(0, 3))
}

// The same call again has no second effect, and gives the same message.
func TestCallsAgain(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 4, 2)
	x.run()
	cards := []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}, {Position: 2, To: sra.Everyone}}
	for seat, h := range x.hands {
		message, err := h.Deal(cards...)
		if err != nil {
			t.Fatal(err)
		}
		x.say(seat, message)
		before := state(t, h)
		if again, err := h.Deal(cards...); err != nil || !bytes.Equal(again, message) || !bytes.Equal(before, state(t, h)) {
			t.Errorf("seat %d deals again: %d bytes, %v", seat, len(again), err)
		}
	}
	x.run()
	message, err := x.hands[0].Show(0)
	if err != nil {
		t.Fatal(err)
	}
	before := state(t, x.hands[0])
	if again, err := x.hands[0].Show(0); err != nil || !bytes.Equal(again, message) || !bytes.Equal(before, state(t, x.hands[0])) {
		t.Errorf("shows again: %d bytes, %v", len(again), err)
	}
	if again, err := x.hands[1].Deal(cards...); err != nil || len(again) == 0 || !bytes.Equal(again, x.hands[1].Sent()[2]) {
		t.Errorf("deals again, later: %d bytes, %v", len(again), err)
	}
	// All messages again change nothing, at any seat.
	for _, s := range x.heard {
		for to, h := range x.hands {
			if to == s.from {
				continue
			}
			before := state(t, h)
			if reply, err := h.Receive(s.from, s.message); reply != nil || err != nil || !bytes.Equal(before, state(t, h)) {
				t.Errorf("kind %d from %d again: reply %v, %v", s.message[0], s.from, reply != nil, err)
			}
		}
	}
}

func TestZeroHand(t *testing.T) {
	var h sra.Hand
	if h.Ready() || h.Missing() != nil || len(h.Sent()) != 0 || h.Seats() != 0 || h.Seat() != 0 || h.Deals() != nil {
		t.Error("the zero hand has something")
	}
	if _, ok := h.Card(0); ok {
		t.Error("the zero hand knows a card")
	}
	for name, f := range map[string]func() error{
		"Receive": func() error { _, err := h.Receive(1, []byte{1}); return err },
		"Deal":    func() error { _, err := h.Deal(sra.Deal{}); return err },
		"Show":    func() error { _, err := h.Show(0); return err },
	} {
		if err := f(); !errors.Is(err, sra.ErrMalformed) || err.Error() != "sra: malformed: zero Hand" {
			t.Errorf("%s: %v", name, err)
		}
	}
	if sra.HandMessageSize(sra.Group{}, 52, 4) != 0 || sra.ShuffleProofSize(sra.Group{}, 52) != 0 {
		t.Error("messages of the zero group have a size")
	}
}
