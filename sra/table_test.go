package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"testing"

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

// refused checks that a seat refuses a message and is as it was. It names the sender,
// but for classes that honest seats can cause.
func (x *table) refused(name string, to int, s said, want ...error) {
	x.t.Helper()
	h := reopened(x.t, x.hands[to]) // so that what is kept does no harm to what follows
	before := state(x.t, h)
	reply, err := h.Receive(s.from, s.message)
	var blame *sra.BlameError
	named := errors.As(err, &blame)
	switch {
	case err == nil && slices.Contains(want, sra.ErrEarly):
		if reply != nil || bytes.Equal(before, state(x.t, h)) {
			x.t.Errorf("%s: isn't kept", name)
		}
		return
	case err == nil:
		x.t.Errorf("%s: accepted by seat %d", name, to)
	case reply != nil:
		x.t.Errorf("%s: an error with a reply", name)
	case named == (errors.Is(err, sra.ErrDiverged) || errors.Is(err, sra.ErrEarly)) || named && !slices.Equal(blame.Seats, []int{s.from}):
		x.t.Errorf("%s: %v, blames %v", name, err, blame)
	case !slices.ContainsFunc(want, func(w error) bool { return errors.Is(err, w) }):
		x.t.Errorf("%s: %v, want %v", name, err, want)
	}
	if !bytes.Equal(before, state(x.t, h)) {
		x.t.Errorf("%s: a refused message has changed the state", name)
	}
}

// accepted delivers a message, and returns the reply.
func (x *table) accepted(to int, s said) said {
	x.t.Helper()
	reply, err := x.hands[to].Receive(s.from, s.message)
	if err != nil {
		x.t.Fatal(err)
	}
	return said{to, reply}
}

// altered returns a copy of the message with f done to it.
func altered(message []byte, f func(m []byte) []byte) []byte { return f(slices.Clone(message)) }

func mustDeck(t testing.TB, g sra.Group, b []byte) sra.Deck {
	t.Helper()
	d, err := sra.ParseDeck(g, len(b)/g.ElementSize(), b)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
