package sra_test

import (
	"encoding/binary"
	"errors"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// zeroMessage is a message of a kind, with a list of cards, whose view, cards and proof
// are zeros. It has the length that a message with one decrypted card has.
func (x *table) zeroMessage(kind byte, list ...byte) []byte {
	if kind == 3 {
		list = append(list, 0) // nobody has left
	}
	return slices.Concat([]byte{kind}, x.heard[0].message[1:viewAt], make([]byte, 32), list, make([]byte, 32+96))
}

// kept delivers a message that comes early.
func (x *table) kept(to int, s said) {
	x.t.Helper()
	if reply := x.accepted(to, s); reply.message != nil {
		x.t.Fatal("a reply to an early message")
	}
}

// faultOf checks that an error is about a message of a seat that was kept.
func faultOf(t *testing.T, seat int, err error) {
	t.Helper()
	var kept *sra.KeptError
	if !errors.As(err, &kept) || kept.From != seat {
		t.Errorf("%v, want a KeptError about seat %d", err, seat)
	}
}

// Seat 2 keeps junk of seat 0 and a decryption of seat 1 until it is told of the deal:
// it takes the decryption in spite of the junk, and its own message comes with the error.
func TestKeptMessageAfterJunk(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	x.run()
	deal := sra.Deal{Position: 0, To: 0}
	message, err := x.hands[1].Deal(deal)
	if err != nil {
		t.Fatal(err)
	}
	h := x.hands[2]
	x.kept(2, said{0, x.zeroMessage(3, 0, 1, 0, 0, 0, 1)})
	x.kept(2, said{1, message})
	message, err = h.Deal(deal)
	faultOf(t, 0, err)
	if sent := h.Sent(); !slices.Equal(message, sent[len(sent)-1]) || message[0] != 3 {
		t.Error("the decryption isn't returned with the error")
	}
	if h.Missing() != nil {
		t.Errorf("seat 2 waits for %v", h.Missing())
	}
	if again, err := h.Deal(deal); err != nil || !slices.Equal(again, message) {
		t.Errorf("the same deal again: %v", err)
	}
}

// Two deals, whose messages seat 2 gets in the wrong order, and junk: each call returns
// every message that it makes.
func TestKeptMessagesOfTwoDeals(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	x.run()
	a, b := sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 0}
	first, err := x.hands[1].Deal(b)
	if err != nil {
		t.Fatal(err)
	}
	second, err := x.hands[1].Deal(a)
	if err != nil {
		t.Fatal(err)
	}
	h := x.hands[2]
	var returned [][]byte
	returns := func(message []byte, err error) error {
		if message != nil {
			returned = append(returned, message)
		}
		return err
	}
	before := len(h.Sent())
	if err := returns(h.Deal(b)); err != nil {
		t.Fatal(err)
	}
	x.kept(2, said{0, x.zeroMessage(3, 0, 1, 0, 0, 0, 1)})
	x.kept(2, said{1, second})
	faultOf(t, 0, returns(h.Deal(a)))
	if err := returns(h.Receive(1, first)); err != nil {
		t.Fatal(err)
	}
	if sent := h.Sent()[before:]; len(sent) != 2 || !slices.EqualFunc(sent, returned, slices.Equal) {
		t.Errorf("%d messages are sent, %d returned", len(sent), len(returned))
	}
}

// Seat 1 keeps a junk show of seat 0 and a show of seat 2, which it takes in spite of the
// junk when the deal is done.
func TestKeptShowAfterJunk(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	x.run()
	x.beginDeal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 2})
	m0 := x.said[0]
	m1 := x.accepted(1, m0)
	x.accepted(2, m0)
	m2 := x.accepted(2, m1)
	show, err := x.hands[2].Show(1)
	if err != nil {
		t.Fatal(err)
	}
	h := x.hands[1]
	x.kept(1, said{0, x.zeroMessage(4, 0, 1, 0, 0)})
	x.kept(1, said{2, show})
	_, err = h.Receive(2, m2.message)
	faultOf(t, 0, err)
	if _, ok := h.Card(1); !ok || h.Missing() != nil {
		t.Errorf("the card shown is known: %v; missing %v", ok, h.Missing())
	}
}

// Seat 1 shuffles, and returns its deck with the error about a message that it kept.
func TestShuffleWithKeptError(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	for range 3 {
		x.step()
	}
	shuffle := x.said[0]
	junk := append(slices.Clone(shuffle.message[:viewAt]), make([]byte, len(shuffle.message)-viewAt)...)
	h := x.hands[1]
	x.kept(1, said{2, junk})
	reply, err := h.Receive(0, shuffle.message)
	faultOf(t, 2, err)
	if sent := h.Sent(); len(sent) != 2 || !slices.Equal(reply, sent[1]) {
		t.Errorf("%d messages are sent, the reply has %d bytes", len(sent), len(reply))
	}
}

// Two kept messages that are both wrong: the error is about both.
func TestKeptErrorsJoined(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	x.run()
	h := x.hands[2]
	x.kept(2, said{0, x.zeroMessage(3, 0, 1, 0, 0, 0, 1)})
	x.kept(2, said{1, x.zeroMessage(3, 0, 1, 0, 0, 0, 2)})
	_, err := h.Deal(sra.Deal{Position: 0, To: 0})
	faultOf(t, 0, err)
	joined, ok := err.(interface{ Unwrap() []error })
	if !ok || len(joined.Unwrap()) != 2 {
		t.Fatalf("%v", err)
	}
	faultOf(t, 1, joined.Unwrap()[1])
}

// A message that was taken or kept before isn't stored again.
func TestRepeatedMessagesAreNotStored(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	for range 3 {
		x.step()
	}
	shuffle := x.said[0]
	shuffle1 := x.accepted(1, shuffle)
	stores := 0
	h, err := sra.ParseHand(state(t, x.hands[2]), func(_, _ sra.HandState) error { stores++; return nil })
	if err != nil {
		t.Fatal(err)
	}
	for range 3 {
		for _, s := range []said{x.heard[0], shuffle1} {
			if _, err := h.Receive(s.from, s.message); err != nil {
				t.Fatal(err)
			}
		}
	}
	if stores != 1 {
		t.Errorf("%d states are stored for one message that is kept", stores)
	}
}

// Seat 0 tells an observer of another deal than the seats: when the honest seats deal and
// show the card, the observer never names one of them without seat 0.
func TestObserverOfDifferentShows(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	x.run()
	o := newObserver(t, x)
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	other, err := reopened(t, x.hands[0]).Deal(sra.Deal{Position: 3, To: 1})
	if err != nil {
		t.Fatal(err)
	}
	if err := o.Receive(0, other); err != nil {
		t.Fatal(err)
	}
	from := len(x.heard)
	x.deal(sra.Deal{Position: 3, To: 2})
	x.show(2, 3)
	for _, s := range x.heard[from:] {
		err := o.Receive(s.from, s.message)
		var blame *sra.BlameError
		if s.from == 0 { // against its own deal
			if !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{0}) {
				t.Errorf("seat 0, kind %d: %v", s.message[0], err)
			}
		} else if !errors.As(err, &blame) || !errors.Is(err, sra.ErrRules) || !slices.Equal(blame.Seats, []int{0, s.from}) {
			t.Errorf("seat %d, kind %d: %v", s.from, s.message[0], err)
		}
	}
}

// A message that can be kept is no longer than the longest one that an honest seat sends: a
// seat can't fill the others' memories and states.
func TestOverlongMessages(t *testing.T) {
	for _, n := range []int{1, 5} {
		x := newTable(t, sra.Ristretto255(), "a hand", n, 3)
		x.run()
		head := x.heard[0].message[1:viewAt]
		unknownLeave := slices.Concat([]byte{3}, head, make([]byte, 32), []byte{0, 1, 0, 0, 0xff, 0xff, 1})
		show := slices.Concat([]byte{4}, head, make([]byte, 32), []byte{0, 1, 0, 0}, make([]byte, 4*32))
		together := slices.Concat([]byte{7}, head, binary.BigEndian.AppendUint32(nil, uint32(len(show))), show)
		for name, m := range map[string][]byte{"a decryption after a leave that isn't here": unknownLeave, "a show, together with junk": together} {
			most := sra.HandMessageSize(x.cards.Group(), n, 3)
			padded := func(length int) []byte {
				junk := make([]byte, length-len(m))
				if m[0] == 7 {
					binary.BigEndian.PutUint32(junk, uint32(len(junk)-4))
					junk[4] = 3
				}
				return slices.Concat(m, junk)
			}
			x.refused(name, 0, said{1, padded(most)}, sra.ErrEarly) // is kept
			x.refused(name+", a byte too long", 0, said{1, padded(most + 1)}, sra.ErrMalformed)
			o, err := sra.NewObserver([]byte("a hand"), x.cards, 3)
			if err != nil {
				t.Fatal(err)
			}
			if err := o.Receive(1, padded(most+1)); !errors.Is(err, sra.ErrMalformed) {
				t.Errorf("%s, a byte too long, observed: %v", name, err)
			}
			m = slices.Clone(m)
			m[1] ^= 1
			x.refused(name+", of another hand", 0, said{1, padded(most + 1)}, sra.ErrDiverged)
		}
	}
}
