package sra_test

import (
	"bytes"
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// Every message before those that it follows: seat 2 gets the messages of each seat
// backwards, as far as it keeps them, and then again those that it didn't keep.
func TestEarlyMessages(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	late := newTable(t, sra.Ristretto255(), "a hand", 5, 3) // the same keys
	story(x)
	h := late.hands[2]
	kept, refused := 0, 0
	for _, s := range slices.Backward(x.heard[3:]) {
		if s.from == 2 {
			continue
		}
		switch reply, err := h.Receive(s.from, s.message); {
		case reply != nil:
			t.Error("a reply to an early message")
		case err == nil:
			kept++
		case errors.Is(err, sra.ErrEarly) && !errors.As(err, new(*sra.BlameError)):
			refused++
		default:
			t.Error(err)
		}
	}
	if kept != 5 || refused != 2 { // two shuffles, two of four decryptions, and a show
		t.Errorf("%d messages are kept, %d refused", kept, refused)
	}
	late.refused("another early shuffle", 2, said{0, altered(x.heard[3].message, func(m []byte) []byte { m[50] ^= 1; return m })}, sra.ErrEarly)
	before := state(t, h)
	if _, err := h.Receive(x.heard[3].from, x.heard[3].message); err != nil || !bytes.Equal(before, state(t, h)) {
		t.Errorf("an early message again: %v", err)
	}
	// With the keys, the shuffles that were kept are taken, and it is seat 2's turn.
	if reply := late.accepted(2, x.heard[0]); reply.message != nil {
		t.Error("a reply before the last key")
	}
	if reply := late.accepted(2, x.heard[1]); reply.message == nil || reply.message[0] != 2 || !h.Ready() {
		t.Error("no shuffle after the last key")
	}
}

// Junk that comes early is found out when its time comes: it is dropped, its sender is
// named, and what came in between is taken.
func TestEarlyJunk(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	for range 3 {
		x.step()
	}
	shuffle0 := x.said[0]
	shuffle1 := x.accepted(1, shuffle0)
	junk := altered(shuffle1.message, func(m []byte) []byte { m[len(m)-1] ^= 1; return m })
	x.accepted(2, said{1, junk})
	reply, err := x.hands[2].Receive(0, shuffle0.message)
	var blame *sra.BlameError
	var kept *sra.KeptError
	if !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{1}) || !errors.As(err, &kept) || kept.From != 1 || reply != nil {
		t.Errorf("%v", err)
	}
	if !slices.Equal(x.hands[2].Missing(), []int{1}) {
		t.Errorf("seat 2 waits for %v", x.hands[2].Missing())
	}
	if reply := x.accepted(2, shuffle1); reply.message == nil || !x.hands[2].Ready() {
		t.Error("the right message isn't taken after the junk")
	}
}

// A seat's turn in a deal comes after the one before, and a show after the deal.
func TestEarlyTurns(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	x.run()
	x.beginDeal(sra.Deal{Position: 3, To: sra.Everyone}, sra.Deal{Position: 1, To: 1})
	m0 := x.said[0]
	m1 := x.accepted(1, m0)
	x.accepted(2, m0)
	m2 := x.accepted(2, m1)
	x.accepted(1, m2)
	message, err := x.hands[1].Show(1)
	if err != nil {
		t.Fatal(err)
	}
	show := said{1, message}
	// Seat 0 gets them in the wrong order, and waits for what is in between.
	x.accepted(0, show)
	x.accepted(0, m2)
	if !slices.Equal(x.hands[0].Missing(), []int{1}) {
		t.Errorf("seat 0 waits for %v", x.hands[0].Missing())
	}
	x.accepted(0, m1)
	x.accepted(2, show)
	if known := x.known(1); known[0] < 0 || known[0] != known[1] || known[0] != known[2] {
		t.Errorf("the card shown is %v", known)
	}
	if x.hands[0].Missing() != nil || x.known(3)[0] < 0 {
		t.Error("seat 0 still waits")
	}
}
