package sra_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// A table is all seats of a hand, and what they say to each other.
type handTable struct {
	t     testing.TB
	hands []*sra.Hand
	queue []said
}

type said struct {
	from    int
	message []byte
}

func newHandTable(t testing.TB, g sra.Group, cards, seats int) *handTable {
	deck, err := sra.PublicDeck(g, "hand", cards)
	if err != nil {
		t.Fatal(err)
	}
	table := &handTable{t: t}
	for seat := range seats {
		h, m, err := sra.GenerateHand([]byte("id"), deck, seats, seat)
		if err != nil {
			t.Fatal(err)
		}
		table.hands = append(table.hands, h)
		table.say(seat, m)
	}
	return table
}

func (x *handTable) say(from int, message []byte) {
	if message != nil {
		x.queue = append(x.queue, said{from, message})
	}
}

func (x *handTable) run() {
	for len(x.queue) > 0 {
		s := x.queue[0]
		x.queue = x.queue[1:]
		for to, h := range x.hands {
			if to == s.from {
				continue
			}
			reply, err := h.Receive(s.from, s.message)
			if err != nil {
				x.t.Fatalf("from %d to %d: %v", s.from, to, err)
			}
			x.say(to, reply)
		}
	}
}

func TestHandQuick(t *testing.T) {
	x := newHandTable(t, sra.Group14(), 10, 4)
	x.run()
	cards := []sra.Deal{{0, 0}, {1, 1}, {2, 2}, {3, 3}, {4, sra.Everyone}}
	for seat, h := range x.hands {
		if !h.Ready() {
			t.Fatal(h.Missing())
		}
		m, err := h.Deal(cards...)
		if err != nil {
			t.Fatal(err)
		}
		x.say(seat, m)
	}
	x.run()
	for seat, h := range x.hands {
		t.Log(h.Missing())
		c, ok := h.Card(seat)
		d, ok2 := h.Card(4)
		t.Log(c, ok, d, ok2)
	}
	m, err := x.hands[2].Show(2)
	if err != nil {
		t.Fatal(err)
	}
	x.say(2, m)
	x.run()
	t.Log(x.hands[0].Card(2))
}
