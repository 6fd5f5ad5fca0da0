package sra_test

import (
	"encoding/binary"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// Two seats that leave make an honest one take its layer off nearly all cards twice in one
// message: a deal whose last turn is that seat's is done by it, so that leaves which were kept
// until then begin the others again. The message isn't too long, and the other takes it.
func TestLongestMessage(t *testing.T) {
	const n, early, honest, late = 12, 0, 2, 3
	x := newTable(t, sra.Ristretto255(), "a hand", n, 4)
	x.run()
	var parts []byte
	var first []byte
	for position := range n {
		to := 1
		if position == 0 {
			to = late
		}
		for seat, h := range x.hands {
			message, err := h.Deal(sra.Deal{Position: position, To: to})
			if err != nil {
				t.Fatal(err)
			}
			switch {
			case seat == early:
				parts = append(binary.BigEndian.AppendUint32(parts, uint32(len(message))), message...)
				if position == 0 {
					x.accepted(1, said{early, message})
				}
			case message != nil:
				first = message // of seat 1
			}
		}
	}
	all := slices.Concat([]byte{7}, x.heard[0].message[1:viewAt], parts)

	// What the two who leave would say if the first deal were done.
	var fork [4]*sra.Hand
	for seat, h := range x.hands {
		fork[seat] = reopened(t, h)
	}
	receive := func(h *sra.Hand, from int, message []byte) []byte {
		t.Helper()
		reply, err := h.Receive(from, message)
		if err != nil {
			t.Fatal(err)
		}
		return reply
	}
	receive(fork[honest], 1, first)
	done := sra.Split(receive(fork[honest], early, all))[0] // of the first deal
	leave := func(seat int) []byte {
		t.Helper()
		message, err := fork[seat].Leave()
		if err != nil {
			t.Fatal(err)
		}
		return message
	}
	receive(fork[early], 1, first)
	receive(fork[early], honest, done)
	leave0 := leave(early)
	receive(fork[late], early, all)
	receive(fork[late], 1, first)
	receive(fork[late], honest, done)
	receive(fork[late], early, leave0)
	leave3 := leave(late)

	for _, s := range []said{{1, first}, {early, leave0}, {late, leave3}} {
		if reply := receive(x.hands[honest], s.from, s.message); reply != nil {
			t.Fatal("a reply to a message that is early")
		}
	}
	longest := receive(x.hands[honest], early, all)
	if turns := len(sra.Split(longest)); turns != 2*n-1 {
		t.Errorf("%d turns in one message", turns)
	}
	if most := sra.HandMessageSize(x.cards.Group(), n, 4); len(longest) > most {
		t.Errorf("a message of %d bytes, more than %d", len(longest), most)
	}
	// Seat 1 takes it.
	for _, s := range []said{{early, all}, {honest, longest}, {early, leave0}, {late, leave3}, {honest, longest}} {
		receive(x.hands[1], s.from, s.message)
	}
	for _, seat := range []int{1, honest} {
		if h := x.hands[seat]; h.Missing() != nil || !slices.Equal(h.Left(), []int{early, late}) {
			t.Errorf("seat %d waits for %v, and %v have left", seat, h.Missing(), h.Left())
		}
	}
	for position := 1; position < n; position++ {
		if _, ok := x.hands[1].Card(position); !ok {
			t.Errorf("seat 1 doesn't see its card %d", position)
		}
	}
}
