package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// All messages of one hand come to seats and observers of another at every point of it:
// nobody is blamed, and nothing changes.
func TestOtherHandsMessages(t *testing.T) {
	newHand := func(id string, n int) *table { return newTable(t, sra.Ristretto255(), id, n, 3) }
	play := func(x *table, deals ...sra.Deal) {
		x.run()
		x.deal(deals...)
		x.show(1, 1)
	}
	first := newHand("hand 1", 5)
	play(first, sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1})
	for name, c := range map[string]struct {
		cards int
		deals []sra.Deal
	}{
		"the same deal":  {5, []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}}},
		"another deal":   {5, []sra.Deal{{Position: 2, To: 0}, {Position: 0, To: 2}, {Position: 1, To: 1}}},
		"a larger deck":  {6, []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}}},
		"a smaller deck": {2, []sra.Deal{{Position: 1, To: 1}}},
	} {
		x := newHand("hand 2", c.cards)
		o, err := sra.NewObserver([]byte("hand 2"), x.cards, 3)
		if err != nil {
			t.Fatal(err)
		}
		replay := func() {
			t.Helper()
			heard, before := sra.Heard(o), state(t, x.hands[2])
			for _, s := range first.heard {
				receivers := map[string]error{"an observer": o.Receive(s.from, s.message)}
				if s.from != 2 {
					_, receivers["seat 2"] = x.hands[2].Receive(s.from, s.message)
				}
				for who, err := range receivers {
					if !errors.Is(err, sra.ErrDiverged) || errors.As(err, new(*sra.BlameError)) {
						t.Errorf("%s: %s on kind %d of seat %d: %v", name, who, s.message[0], s.from, err)
					}
				}
			}
			if fmt.Sprint(heard) != fmt.Sprint(sra.Heard(o)) || !bytes.Equal(before, state(t, x.hands[2])) {
				t.Errorf("%s: messages of another hand have changed the state", name)
			}
		}
		replay()
		x.before = func(to int, s said) {
			if to != (s.from+1)%3 {
				return // once for each message
			}
			if err := o.Receive(s.from, s.message); err != nil {
				t.Fatal(err)
			}
			replay()
		}
		play(x, c.deals...)
		replay()
	}
}
