package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

func newObserver(t testing.TB, x *table) *sra.Observer {
	t.Helper()
	o, err := sra.NewObserver([]byte("a hand"), x.cards, len(x.hands))
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// An observer knows what everyone knows, from the messages alone, in whatever order they
// come that it can keep.
func TestObserver(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 6, 3)
	story(x)
	o := newObserver(t, x)
	if o.Seats() != 3 || o.Ready() || !slices.Equal(o.Missing(), []int{0, 1, 2}) || o.Deals() != nil {
		t.Errorf("at first: %d seats, missing %v, deals %v", o.Seats(), o.Missing(), o.Deals())
	}
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	if !o.Ready() || o.Missing() != nil {
		t.Errorf("in the end: ready %v, missing %v", o.Ready(), o.Missing())
	}
	if diff := cmp.Diff(x.hands[0].Deals(), o.Deals()); diff != "" {
		t.Errorf("deals (-want +got):\n%s", diff)
	}
	truth := x.opened()
	for position, known := range []bool{false, true, false, true, false, false} {
		if card, ok := o.Card(position); ok != known || ok && card != truth[position] {
			t.Errorf("position %d: card %d, %v", position, card, ok)
		}
	}
	for _, position := range []int{-1, 6} {
		if _, ok := o.Card(position); ok {
			t.Errorf("position %d has a card", position)
		}
	}
	copied := *o
	if !copied.Ready() {
		t.Error("a copy is another observer")
	}

	// Neighbours in turn exchanged: each is early, and kept.
	o = newObserver(t, x)
	for i := 0; i+1 < len(x.heard); i += 2 {
		for _, s := range []said{x.heard[i+1], x.heard[i]} {
			if err := o.Receive(s.from, s.message); err != nil {
				t.Fatal(err)
			}
		}
	}
	if last := x.heard[len(x.heard)-1]; len(x.heard)%2 == 1 {
		if err := o.Receive(last.from, last.message); err != nil {
			t.Fatal(err)
		}
	}
	if card, ok := o.Card(1); !ok || card != truth[1] || o.Missing() != nil {
		t.Errorf("with exchanged messages: card %d %v, missing %v", card, ok, o.Missing())
	}
}

func TestZeroObserver(t *testing.T) {
	var o sra.Observer
	if _, ok := o.Card(0); ok || o.Ready() || o.Seats() != 0 || o.Missing() != nil || o.Deals() != nil {
		t.Error("the zero observer knows something")
	}
	if err := o.Receive(0, nil); !errors.Is(err, sra.ErrMalformed) || err.Error() != "sra: malformed: zero Observer" {
		t.Error(err)
	}
	for name, err := range map[string]error{
		"no id":   func() error { _, err := sra.NewObserver(nil, mustPublic(t, sra.Ristretto255(), "x", 2), 2); return err }(),
		"no deck": func() error { _, err := sra.NewObserver([]byte("id"), sra.Deck{}, 2); return err }(),
		"a seat": func() error {
			_, err := sra.NewObserver([]byte("id"), mustPublic(t, sra.Ristretto255(), "x", 2), 1)
			return err
		}(),
	} {
		if !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Seats and an observer that hear the same in the same order agree on what they make of
// it, whatever a cheat says: of what all can check, one knows as much as another. The
// exception is a deal that the rules don't have.
func TestObserverAgrees(t *testing.T) {
	const cheat = 2
	rng := rand.New(rand.NewPCG(5, 6))
	x := newTable(t, sra.Ristretto255(), "a hand", 6, 4)
	x.cheat = cheat
	o := newObserver(t, x)
	var all [][]byte
	agreed := 0
	run := func() {
		t.Helper()
		for len(x.said) > 0 {
			s := x.said[0]
			all = append(all, s.message)
			for range 4 {
				m := slices.Clone(all[rng.IntN(len(all))])
				m[1+rng.IntN(len(m)-1)] ^= 1 << rng.IntN(8)
				if m[0] > 2 {
					continue // may name other deals
				}
				errO := o.Receive(cheat, m)
				for _, seat := range []int{0, 1, 3} {
					_, err := x.hands[seat].Receive(cheat, m)
					// A seat whose own message waits is ahead of the others.
					ahead := slices.ContainsFunc(x.said, func(s said) bool { return s.from == seat })
					if !ahead && fmt.Sprint(err) != fmt.Sprint(errO) {
						t.Fatalf("seat %d: %v; the observer: %v", seat, err, errO)
					}
					agreed++
				}
			}
			x.step()
			if err := o.Receive(s.from, s.message); err != nil {
				var kept *sra.KeptError
				if !errors.As(err, &kept) || kept.From != cheat {
					t.Fatal(err)
				}
			}
		}
	}
	run()
	x.beginDeal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 2, To: cheat}, sra.Deal{Position: 3, To: sra.Everyone})
	run()
	if err := x.call(0, func(h *sra.Hand) ([]byte, error) { return h.Show(0) }); err != nil {
		t.Fatal(err)
	}
	run()
	if agreed < 50 {
		t.Errorf("%d messages", agreed)
	}
	truth := x.opened()
	for position, want := range map[int]int{0: truth[0], 2: -1, 3: truth[3]} {
		if card, ok := o.Card(position); ok != (want >= 0) || ok && card != want {
			t.Errorf("position %d: %d %v, want %d", position, card, ok, want)
		}
	}
}

// Of two seats that deal one card to different seats, an observer doesn't know which does as
// the rules say, and names both.
func TestObserverOfDifferentDeals(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 4, 3)
	x.run()
	o := newObserver(t, x)
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	first, err := x.hands[0].Deal(sra.Deal{Position: 0, To: 1})
	if err != nil {
		t.Fatal(err)
	}
	second, err := x.hands[1].Deal(sra.Deal{Position: 0, To: 0})
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Receive(0, first); err != nil {
		t.Fatal(err)
	}
	err = o.Receive(1, second)
	var blame *sra.BlameError
	var rules *sra.RulesError
	if !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{0, 1}) || !errors.As(err, &rules) || !errors.Is(err, sra.ErrRules) {
		t.Fatalf("%v", err)
	}
	if diff := cmp.Diff([][]sra.Deal{{{Position: 0, To: 1}}, {{Position: 0, To: 0}}}, [][]sra.Deal{rules.Before, rules.Now}); diff != "" {
		t.Errorf("deals (-want +got):\n%s", diff)
	}
	if want := "sra: against the rules: it deals position 0 to seat 0, not position 0 to seat 1: seats 0 and 1"; err.Error() != want {
		t.Errorf("%q, want %q", err, want)
	}
}

// Messages of a hand in any order, from any seat, repeated and altered: an observer doesn't
// panic, and refuses every altered one that isn't early.
func FuzzObserver(f *testing.F) {
	x := newTable(f, sra.Ristretto255(), "a hand", 4, 3)
	story(x)
	f.Add([]byte{0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0})
	f.Add([]byte{3, 0, 4, 0, 0, 0, 1, 0, 2, 0, 5, 0, 6, 0, 7, 0, 8, 0})
	f.Add([]byte{0, 0, 0, 0, 1, 0, 2, 0, 3, 0, 0x83, 72, 4, 0, 5, 0, 6, 0, 0x86, 65})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 60 {
			return
		}
		o := newObserver(t, x)
		for ; len(program) > 1; program = program[2:] {
			s := x.heard[int(program[0]&0x3f)%len(x.heard)]
			m, from := slices.Clone(s.message), s.from
			if program[0]&0x80 != 0 {
				m[int(program[1])%len(m)] ^= 1 << (program[0] & 7)
			}
			if program[0]&0x40 != 0 {
				from = (from + 1) % 3
			}
			before := sra.Heard(o)
			err := o.Receive(from, m)
			after := sra.Heard(o)
			if err != nil && !errors.As(err, new(*sra.KeptError)) && before != after {
				t.Fatalf("%v, but the state has changed", err)
			}
			if err == nil && before[0] != after[0] && (from != s.from || !bytes.Equal(m, s.message)) {
				t.Fatal("a message is taken that nobody sent")
			}
		}
	})
}

// The same with seats that leave, and with redeals without any seats at any time: those of a
// hand of four in which seat 3 leaves in good order and seat 1 without a word.
func FuzzLeaving(f *testing.F) {
	x := leavingStory(f, sra.Ristretto255())
	honest := map[string]bool{}
	for _, s := range x.heard {
		for _, part := range sra.Split(s.message) {
			honest[fmt.Sprint(s.from)+string(part)] = true
		}
		honest[fmt.Sprint(s.from)+string(s.message)] = true
	}
	var all, again []byte
	for i := range x.heard {
		if x.heard[i].message[0] == 1 && i > 4 && again == nil {
			again = append(slices.Clone(all), 0x3f, 1<<1)
			all = slices.Clone(again)
		}
		all = append(all, byte(i), 0)
	}
	f.Add(all)
	f.Add(append(again, 0x3f, 1<<0))
	f.Add([]byte{0, 0, 1, 0, 2, 0, 3, 0, 4, 0, 5, 0, 6, 0, 7, 0, 0x3f, 1 << 2, 0x8b, 70})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 100 {
			return
		}
		o := newObserver(t, x)
		for ; len(program) > 1; program = program[2:] {
			before := sra.Heard(o)
			if program[0]&0x3f == 0x3f {
				var left []int
				for seat := range 5 {
					if program[1]>>seat&1 == 1 {
						left = append(left, seat)
					}
				}
				missing := o.Missing()
				if err := o.Redeal(left...); err != nil && !slices.Equal(missing, o.Missing()) {
					t.Fatalf("%v, but the state has changed", err)
				}
				o.Kept()
				continue
			}
			s := x.heard[int(program[0]&0x3f)%len(x.heard)]
			m, from := slices.Clone(s.message), s.from
			if program[0]&0x80 != 0 {
				m[int(program[1])*(1+len(m)/256)%len(m)] ^= 1 << (program[0] & 7)
			}
			if program[0]&0x40 != 0 {
				from = (from + 1) % 4
			}
			err := o.Receive(from, m)
			after := sra.Heard(o)
			if err != nil && !errors.As(err, new(*sra.KeptError)) && before != after {
				t.Fatalf("%v, but the state has changed", err)
			}
			if err == nil && before[0] != after[0] && !honest[fmt.Sprint(from)+string(m)] {
				t.Fatal("a message is taken that nobody sent")
			}
			o.Stock()
		}
	})
}

// leavingStory is a hand of four: seat 3 leaves in good order during a deal, seat 1 without a
// word after it; then seats 0 and 2 deal and show.
func leavingStory(t testing.TB, g sra.Group) *table {
	x := newTable(t, g, "a hand", 7, 4)
	x.gone = map[int]bool{}
	x.run()
	x.deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 2}, sra.Deal{Position: 2, To: 1})
	x.beginDeal(sra.Deal{Position: 3, To: sra.Everyone}, sra.Deal{Position: 4, To: 3})
	if err := x.call(3, (*sra.Hand).Leave); err != nil {
		t.Fatal(err)
	}
	x.gone[3] = true
	x.run()
	x.gone[1] = true
	for _, seat := range []int{0, 2} {
		if err := x.call(seat, func(h *sra.Hand) ([]byte, error) { return h.Redeal(1) }); err != nil {
			t.Fatal(err)
		}
	}
	x.run()
	stock := x.hands[0].Stock()
	x.deal(sra.Deal{Position: stock[0], To: 0}, sra.Deal{Position: stock[1], To: sra.Everyone})
	x.show(0, stock[0], 0)
	return x
}
