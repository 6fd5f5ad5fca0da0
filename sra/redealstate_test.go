package sra_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// Messages of the old hand in the new one and the other way round, of a seat that was left
// behind wrongly among them: nobody is blamed, nothing changes.
func TestMessagesAcrossRedeal(t *testing.T) {
	x := played(t, "a hand")
	late, err := reopened(t, x.hands[1]).Deal(sra.Deal{Position: 8, To: 0}) // heard by nobody
	if err != nil {
		t.Fatal(err)
	}
	slow, slowLate := reopened(t, x.hands[3]), []byte(nil)
	if slowLate, err = reopened(t, x.hands[3]).Show(3); err != nil {
		t.Fatal(err)
	}
	behind := reopened(t, x.hands[2]) // seat 2, before its call of Redeal
	old := slices.Clone(x.heard)
	x.redealt()
	across := func() {
		t.Helper()
		for seat := range 3 {
			before := state(t, x.hands[seat])
			for _, s := range old {
				if s.from == seat {
					continue
				}
				if reply, err := x.hands[seat].Receive(s.from, s.message); err != nil || reply != nil {
					t.Errorf("seat %d, an old message of kind %d: %v", seat, s.message[0], err)
				}
			}
			for _, s := range []said{{1, late}, {3, slowLate}} {
				if s.from != seat {
					x.refused("an old message that it hasn't heard", seat, s, sra.ErrDiverged)
				}
			}
			if !bytes.Equal(before, state(t, x.hands[seat])) {
				t.Error("old messages have changed the state")
			}
		}
		for _, s := range x.heard[len(old):] {
			for name, h := range map[string]*sra.Hand{"the slow seat": slow, "one behind": behind} {
				before := state(t, h)
				if s.from == h.Seat() {
					continue
				}
				_, err := h.Receive(s.from, s.message)
				blamed(t, name, err, sra.ErrDiverged)
				if !bytes.Equal(before, state(t, h)) {
					t.Errorf("%s: new messages have changed the state", name)
				}
			}
		}
	}
	across()
	for len(x.said) > 0 {
		x.step()
		across()
	}
	x.deal(sra.Deal{Position: x.hands[0].Stock()[0], To: 1})
	across()
	// The slow seat may know of the new hand and join it, or the one behind as another seat.
	table := x.heard[len(old)].message[1:viewAt]
	key := fixedKey(t, x.cards.Group(), "rejoins")
	message := slices.Concat([]byte{1}, table, key.Public().Bytes(), make([]byte, 64))
	x.refused("a key of a seat that is out", 0, said{3, message}, sra.ErrDiverged)
	x.refused("junk of a seat that is out", 0, said{3, append([]byte{3}, table...)}, sra.ErrDiverged)
	if _, err := slow.Redeal(0, 1); err != nil { // it plays on with seat 2
		t.Error(err)
	}
	m := slow.Sent()[len(slow.Sent())-1]
	x.refused("a key of another continuation", 2, said{3, m}, sra.ErrDiverged)
}

// A state from before a redeal: the store refuses to go on from it; if it doesn't, the seat
// makes a second key, and all others refuse that.
func TestRestoredFromBeforeRedeal(t *testing.T) {
	x := played(t, "a hand")
	d := disk{held: state(t, x.hands[0])}
	h, err := sra.ParseHand(d.held, d.store)
	if err != nil {
		t.Fatal(err)
	}
	older, err := sra.ParseHand(d.held, d.store)
	if err != nil {
		t.Fatal(err)
	}
	forgetful := reopened(t, h)
	first, err := h.Redeal(3)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := older.Redeal(3); m != nil || err == nil {
		t.Errorf("a second continuation: %v", err)
	}
	if m, err := older.Redeal(2); m != nil || err == nil {
		t.Errorf("a continuation with other seats: %v", err)
	}
	if m, err := older.Deal(sra.Deal{Position: 9, To: 1}); m != nil || err == nil {
		t.Errorf("the old hand goes on: %v", err)
	}
	second, err := forgetful.Redeal(3)
	if err != nil || bytes.Equal(first, second) {
		t.Fatal(err)
	}
	x.gone = map[int]bool{3: true}
	if _, err := x.hands[1].Redeal(3); err != nil {
		t.Fatal(err)
	}
	x.accepted(1, said{0, first})
	x.refused("a second key", 1, said{0, second}, sra.ErrState)
}

// If a redeal or a leave can't be stored, nothing of it is seen; if it is stored and the
// answer lost, the hand that is restored has it.
func TestRedealIsStored(t *testing.T) {
	cause := errors.New("disk full")
	for name, call := range map[string]func(h *sra.Hand) ([]byte, error){
		"leave":  (*sra.Hand).Leave,
		"redeal": func(h *sra.Hand) ([]byte, error) { return h.Redeal(3) },
	} {
		x := played(t, "a hand")
		d := disk{held: state(t, x.hands[0])}
		h, err := sra.ParseHand(d.held, d.store)
		if err != nil {
			t.Fatal(err)
		}
		before := state(t, h)
		d.fail = cause
		if m, err := call(h); m != nil || !errors.Is(err, cause) || !bytes.Equal(before, state(t, h)) {
			t.Errorf("%s: %v", name, err)
		}
		d.fail = nil
		lost, err := sra.ParseHand(d.held, func(old, new sra.HandState) error { d.store(old, new); return cause })
		if err != nil {
			t.Fatal(err)
		}
		if m, err := call(lost); m != nil || !errors.Is(err, cause) {
			t.Errorf("%s, with its answer lost: %v", name, err)
		}
		if m, err := call(h); m != nil || err == nil {
			t.Errorf("%s a second time: %v", name, err)
		}
		restored, err := sra.ParseHand(d.held, d.store)
		if err != nil {
			t.Fatal(err)
		}
		m, err := call(restored)
		sent := restored.Sent()
		if err != nil || !bytes.Equal(m, sent[len(sent)-1]) || !bytes.Equal(state(t, restored), d.held) {
			t.Errorf("%s after the restart: %v", name, err)
		}
	}
}

// The same in a group of integers, with an observer; no message is longer than the limit.
func TestLeavingInIntegers(t *testing.T) {
	for _, g := range []sra.Group{smallGroup(), sra.Ristretto255()} {
		x := leavingStory(t, g)
		o := newObserver(t, x)
		redealt := false
		for _, s := range x.heard {
			err := o.Receive(s.from, s.message)
			if errors.Is(err, sra.ErrDiverged) && !redealt {
				redealt = true
				if err := o.Redeal(1); err != nil {
					t.Fatal(err)
				}
				err = o.Receive(s.from, s.message)
			}
			if err != nil {
				t.Fatal(err)
			}
			if most := sra.HandMessageSize(g, 7, len(x.hands)); len(s.message) > most {
				t.Errorf("a message of kind %d has %d bytes, the longest has %d", s.message[0], len(s.message), most)
			}
		}
		for _, position := range []int{0, 3, x.hands[0].Deals()[0][0].Position, x.hands[0].Deals()[0][1].Position} {
			a, ok := x.hands[0].Card(position)
			b, shown := x.hands[2].Card(position)
			c, seen := o.Card(position)
			if !ok || !shown || !seen || a != b || a != c {
				t.Errorf("%v: position %d is %d, %d, %d", g, position, a, b, c)
			}
		}
		if got := x.hands[2].Kept(); !slices.Equal(got, []sra.Deal{{Position: 1, To: 2}}) || !slices.Equal(x.hands[0].Left(), []int{1, 3}) {
			t.Errorf("%v: kept %v, left %v", g, got, x.hands[0].Left())
		}
	}
}

// A leave while each card is in a deal of its own: the seat with the next turn says what it
// has to say for all of them in one message, which is the longest of all.
func TestManyDealsBeginAgain(t *testing.T) {
	const n = 40
	g := sra.Ristretto255()
	x := newTable(t, g, "a hand", n, 3)
	x.run()
	for position := range n {
		x.beginDeal(sra.Deal{Position: position, To: 1})
	}
	if err := x.call(2, (*sra.Hand).Leave); err != nil { // it has heard nothing of the deals' turns
		t.Fatal(err)
	}
	x.gone = map[int]bool{2: true}
	x.run()
	parts := 0
	for _, s := range x.heard {
		if s.message[0] == 7 {
			parts = len(sra.Split(s.message))
		}
		if most := sra.HandMessageSize(g, n, len(x.hands)); len(s.message) > most {
			t.Errorf("a message of kind %d has %d bytes, the longest has %d", s.message[0], len(s.message), most)
		}
	}
	if parts != n {
		t.Errorf("%d messages together", parts)
	}
	truth := x.opened()
	for position := range n {
		if got, want := x.known(position)[:2], []int{-1, truth[position]}; !slices.Equal(got, want) {
			t.Fatalf("position %d: %v, want %v", position, got, want)
		}
	}
}
