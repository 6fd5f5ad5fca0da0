package sra_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

// smallGroup is a group in which proofs work, as q is longer than the masks, and are
// fast.
func smallGroup() sra.Group {
	p, _ := new(big.Int).SetString("b393ad4010b44dbbc320b6c037c90e5514fc39ce724c046152db84712f5e7b94"+
		"c836ab550d0ffe6f9a059acdfd0a1c4a433689c8487943d7e58e88dd5ce619d7", 16)
	return sra.SmallGroup(p)
}

// A message begins with its kind and the digest of the table; all but those of keys then
// have a view.
const (
	viewAt   = 1 + 32
	headSize = viewAt + 32
)

// A table is the seats of one hand, and what they have said but not all have heard.
type table struct {
	t     testing.TB
	cards sra.Deck
	keys  []sra.Key
	hands []*sra.Hand
	said  []said
	heard []said // everything, in order

	// Called before a message is delivered; nil for nothing.
	before func(to int, s said)

	gone map[int]bool // the seats that don't hear any more

	cheat int // a seat that may be named, when a message that was kept turns out to be wrong; 0 for none
}

// call makes a call at a seat, and has said what the seat says then.
func (x *table) call(seat int, f func(h *sra.Hand) ([]byte, error)) error {
	h := x.hands[seat]
	message, err := f(h)
	var kept *sra.KeptError
	if x.cheat > 0 && errors.As(err, &kept) && kept.From == x.cheat {
		err = nil // the call has had its effect
	}
	x.say(seat, message)
	return err
}

// unstored is a store function that keeps nothing.
func unstored(_, _ sra.HandState) error { return nil }

type said struct {
	from    int
	message []byte
}

func newTable(t testing.TB, g sra.Group, id string, cards, seats int) *table {
	t.Helper()
	x := &table{t: t, cards: mustPublic(t, g, "test deck", cards)}
	for seat := range seats {
		key := fixedKey(t, g, fmt.Sprint(id, seat))
		h, message, err := sra.NewHand([]byte(id), x.cards, seats, seat, key, unstored)
		if err != nil {
			t.Fatal(err)
		}
		x.keys, x.hands = append(x.keys, key), append(x.hands, h)
		x.say(seat, message)
	}
	return x
}

func (x *table) say(from int, message []byte) {
	if message != nil {
		x.said = append(x.said, said{from, message})
	}
}

// step delivers one message to all others.
func (x *table) step() {
	x.t.Helper()
	s := x.said[0]
	x.said = x.said[1:]
	x.heard = append(x.heard, s)
	for to := range x.hands {
		if to == s.from || x.gone[to] {
			continue
		}
		if x.before != nil {
			x.before(to, s)
		}
		if err := x.call(to, func(h *sra.Hand) ([]byte, error) { return h.Receive(s.from, s.message) }); err != nil {
			x.t.Fatalf("a message of kind %d from seat %d to %d: %v", s.message[0], s.from, to, err)
		}
	}
}

// run delivers all messages.
func (x *table) run() {
	x.t.Helper()
	for len(x.said) > 0 {
		x.step()
	}
}

// deal deals at all seats, and delivers what they say.
func (x *table) deal(cards ...sra.Deal) {
	x.t.Helper()
	x.beginDeal(cards...)
	x.run()
}

func (x *table) beginDeal(cards ...sra.Deal) {
	x.t.Helper()
	for seat := range x.hands {
		if x.gone[seat] {
			continue
		}
		if err := x.call(seat, func(h *sra.Hand) ([]byte, error) { return h.Deal(cards...) }); err != nil {
			x.t.Fatal(err)
		}
	}
}

func (x *table) show(seat int, positions ...int) {
	x.t.Helper()
	message, err := x.hands[seat].Show(positions...)
	if err != nil {
		x.t.Fatal(err)
	}
	x.say(seat, message)
	x.run()
}

// known returns what each seat knows of a position, -1 for nothing.
func (x *table) known(position int) (cards []int) {
	for _, h := range x.hands {
		card, ok := h.Card(position)
		if !ok {
			card = -1
		}
		cards = append(cards, card)
	}
	return cards
}

// opened returns the numbers of the final deck's cards, by all keys together.
func (x *table) opened() (cards []int) {
	final := x.finalDeck()
	for _, k := range x.keys {
		final = mustDecrypt(x.t, k, final)
	}
	for i := range final.Len() {
		cards = append(cards, x.cards.Index(final.At(i)))
	}
	return cards
}

func (x *table) finalDeck() sra.Deck {
	var last []byte
	for _, s := range x.heard {
		if s.message[0] == 2 {
			last = s.message
		}
	}
	g := x.cards.Group()
	deck, err := sra.ParseDeck(g, x.cards.Len(), last[headSize:headSize+x.cards.Len()*g.ElementSize()])
	if err != nil {
		x.t.Fatal(err)
	}
	return deck
}

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
		if most := sra.HandMessageSize(sra.Group14(), 52); len(s.message) > most {
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

func state(t testing.TB, h *sra.Hand) []byte {
	t.Helper()
	return sra.State(h)
}

// reopened returns a hand with the state that h has stored.
func reopened(t testing.TB, h *sra.Hand) *sra.Hand {
	t.Helper()
	again, err := sra.ParseHand(state(t, h), unstored)
	if err != nil {
		t.Fatal(err)
	}
	return again
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
	if sra.HandMessageSize(sra.Group{}, 52) != 0 || sra.ShuffleProofSize(sra.Group{}, 52) != 0 {
		t.Error("messages of the zero group have a size")
	}
}

func TestHandPrintsNothing(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 3, 2)
	x.run()
	secret := fmt.Sprintf("%x", x.keys[0].Bytes())[8:40]
	holder := struct{ H *sra.Hand }{x.hands[0]}
	for _, format := range []string{"%v", "%+v", "%#v", "%s", "%d", "%x", "%q"} {
		// fmt can't call the methods of what is in h.
		for _, v := range []any{x.hands[0], *x.hands[0], holder, struct{ H sra.Hand }{*x.hands[0]}, struct{ h sra.Hand }{*x.hands[0]}} {
			if s := fmt.Sprintf(format, v); strings.Contains(s, "shown") || strings.Contains(s, "card") {
				t.Errorf("%s prints cards: %.200s", format, s)
			}
			if s := fmt.Sprintf(format, v); strings.Contains(strings.ToLower(s), secret) {
				t.Errorf("%s prints the key: %s", format, s)
			}
		}
	}
	if s := fmt.Sprint(x.hands[0]); s != "redacted" {
		t.Errorf("a hand prints as %q", s)
	}
	if b, err := json.Marshal(holder); err == nil && bytes.Contains(b, []byte(secret)) {
		t.Error("JSON has the key")
	}
}

// A disk holds the newest state of a hand, and fails when it is told to.
type disk struct {
	held []byte
	fail error
}

func (d *disk) store(old, new sra.HandState) error {
	switch {
	case d.fail != nil:
		return d.fail
	case !bytes.Equal(old.Bytes(), d.held):
		return errors.New("another state is stored")
	}
	d.held = new.Bytes()
	return nil
}

// A program that dies after every message goes on where it was, from what was stored.
func TestHandRestarts(t *testing.T) {
	for _, g := range []sra.Group{sra.Ristretto255(), sra.Group14()} {
		x := &table{t: t, cards: mustPublic(t, g, "test deck", 3)}
		disks := make([]disk, 2)
		for seat := range 2 {
			x.keys = append(x.keys, fixedKey(t, g, fmt.Sprint("restart", seat)))
			h, message, err := sra.NewHand([]byte("a hand"), x.cards, 2, seat, x.keys[seat], disks[seat].store)
			if err != nil {
				t.Fatal(err)
			}
			x.hands = append(x.hands, h)
			x.say(seat, message)
		}
		restart := func() {
			t.Helper()
			for seat := range x.hands {
				if !bytes.Equal(disks[seat].held, state(t, x.hands[seat])) {
					t.Fatal("the state stored isn't the hand's")
				}
				restored, err := sra.ParseHand(disks[seat].held, disks[seat].store)
				if err != nil {
					t.Fatal(err)
				}
				if !bytes.Equal(disks[seat].held, state(t, restored)) {
					t.Fatal("a restored hand has another state")
				}
				x.hands[seat] = restored
			}
		}
		restart()
		for len(x.said) > 0 {
			x.step()
			restart()
		}
		x.beginDeal(sra.Deal{Position: 0, To: 1}, sra.Deal{Position: 2, To: sra.Everyone})
		restart()
		for len(x.said) > 0 {
			x.step()
			restart()
		}
		x.show(1, 0)
		restart()
		truth := x.opened()
		if diff := cmp.Diff([][]int{{truth[0], truth[0]}, {-1, -1}, {truth[2], truth[2]}}, [][]int{x.known(0), x.known(1), x.known(2)}); diff != "" {
			t.Errorf("cards (-want +got):\n%s", diff)
		}
		// What was sent can be sent again, and is what was sent.
		var sent [][]byte
		for _, s := range x.heard {
			if s.from == 0 {
				sent = append(sent, s.message)
			}
		}
		if diff := cmp.Diff(sent, x.hands[0].Sent()); diff != "" {
			t.Errorf("sent (-want +got):\n%s", diff)
		}
		if _, _, err := sra.NewHand([]byte("b"), x.cards, 2, 0, x.keys[0], unstored); !errors.Is(err, sra.ErrState) {
			t.Errorf("a key used before: %v", err)
		}
		// A second program with an older state can't change anything.
		older, err := sra.ParseHand(disks[0].held, disks[0].store)
		if err != nil {
			t.Fatal(err)
		}
		x.deal(sra.Deal{Position: 1, To: 0})
		if message, err := older.Deal(sra.Deal{Position: 1, To: 1}); err == nil || message != nil {
			t.Errorf("an older hand deals a position to another seat: %v", err)
		}
	}
}

// If a state can't be stored, nothing of it is seen, and the call can be made again.
func TestStoreFails(t *testing.T) {
	g := sra.Ristretto255()
	deck := mustPublic(t, g, "test deck", 3)
	cause := errors.New("disk full")
	disks := make([]disk, 2)
	x := &table{t: t, cards: deck}
	for seat := range 2 {
		d := &disks[seat]
		d.fail = cause
		if h, m, err := sra.GenerateHand([]byte("a hand"), deck, 2, seat, d.store); h != nil || m != nil || !errors.Is(err, cause) {
			t.Fatalf("a hand that isn't stored: %v", err)
		}
		key := fixedKey(t, g, fmt.Sprint("stored", seat))
		if h, m, err := sra.NewHand([]byte("a hand"), deck, 2, seat, key, d.store); h != nil || m != nil || !errors.Is(err, cause) {
			t.Fatalf("a hand with a key that isn't stored: %v", err)
		}
		d.fail = nil
		// The store may have kept the first hand and lost its answer.
		if _, _, err := sra.NewHand([]byte("a hand"), deck, 2, seat, key, d.store); !errors.Is(err, sra.ErrState) {
			t.Errorf("a second hand with a key whose first wasn't stored: %v", err)
		}
		h, message, err := sra.GenerateHand([]byte("a hand"), deck, 2, seat, d.store)
		if err != nil {
			t.Fatal(err)
		}
		x.hands = append(x.hands, h)
		x.say(seat, message)
	}
	fails := func(seat int, f func() ([]byte, error)) {
		t.Helper()
		before := state(t, x.hands[seat])
		disks[seat].fail = cause
		if m, err := f(); m != nil || !errors.Is(err, cause) || err.Error() != "sra: storing the hand: disk full" {
			t.Errorf("a state that isn't stored: %v, %v", m != nil, err)
		}
		disks[seat].fail = nil
		if !bytes.Equal(before, state(t, x.hands[seat])) {
			t.Error("a state that isn't stored is the hand's")
		}
	}
	x.before = func(to int, s said) {
		fails(to, func() ([]byte, error) { return x.hands[to].Receive(s.from, s.message) })
	}
	x.run()
	cards := []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}}
	fails(0, func() ([]byte, error) { return x.hands[0].Deal(cards...) })
	x.deal(cards...)
	fails(0, func() ([]byte, error) { return x.hands[0].Show(0) })
	x.show(0, 0)
	if known := x.known(0); known[0] < 0 || known[0] != known[1] {
		t.Errorf("the card shown is %v", known)
	}
}

func TestParseHandRefusals(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 3, 2)
	x.run()
	b := state(t, x.hands[0])
	if _, err := sra.ParseHand(b, nil); !errors.Is(err, sra.ErrMalformed) {
		t.Errorf("a nil store: %v", err)
	}
	for _, bad := range [][]byte{nil, {}, b[:31], b[:len(b)-1], append(slices.Clone(b), 0)} {
		if h, err := sra.ParseHand(bad, unstored); h != nil || !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("a state of %d bytes: %v", len(bad), err)
		}
	}
	for i := 0; i < len(b); i += 97 {
		bad := slices.Clone(b)
		bad[i] ^= 1
		if h, err := sra.ParseHand(bad, unstored); h != nil || !errors.Is(err, sra.ErrMalformed) {
			t.Fatalf("a state with byte %d changed: %v", i, err)
		}
	}
}

// Copies of a hand are the same hand.
func TestCopiedHand(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 4, 2)
	x.run()
	fork := *x.hands[0]
	x.deal(sra.Deal{Position: 0, To: 0})
	if _, err := fork.Deal(sra.Deal{Position: 0, To: 1}); !errors.Is(err, sra.ErrState) {
		t.Errorf("a copy deals a position again: %v", err)
	}
	if card, ok := fork.Card(0); !ok || card != x.opened()[0] {
		t.Errorf("a copy knows card %d, %v", card, ok)
	}
}
