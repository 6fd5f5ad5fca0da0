package hand_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A world is three seats that read everything at once, and the steps that the game will make.
type world struct {
	*session
	rest []step
}

func newWorld(t *testing.T, steps ...step) *world {
	s := newSession(t, 3, 4)
	s.steps(deal(hand.Place{3, 1}))
	return &world{s, append(steps, giveBack(2), shuffle([]int{2, 0}, 2), leave(2), deal(hand.Place{2, 1}))}
}

// choices are what can come next: a seat's message in any of its turns, or a step if the hand
// takes it, which is nothing.
func (w *world) choices() (list []hand.Turn) {
	if len(w.rest) > 0 && w.rest[0](w.hands[0].Clone()) == nil {
		list = append(list, hand.Turn{})
	}
	return append(list, w.hands[0].Due()...)
}

func (w *world) choose(t hand.Turn) {
	if t.Kind != 0 {
		w.sayIn(t)
		return
	}
	w.step(w.rest[0])
	w.rest = w.rest[1:]
}

// clone is a world that goes on for itself.
func (w *world) clone() *world {
	s := *w.session
	s.hands, s.items = nil, slices.Clip(s.items)
	for _, h := range w.hands {
		s.hands = append(s.hands, h.Clone())
	}
	return &world{&s, w.rest}
}

// In each order in which messages and steps can come, all who read it are alike at each
// place, everybody who stays finishes, and everybody knows the same cards at the same
// positions: with a show that is due across a return, a shuffle and a leave, or is made before, and with two
// deals side by side. At each place of each order, a seat can vanish, and the rest go on.
func TestAllOrders(t *testing.T) {
	second := deal(hand.Place{1, 1}, hand.Place{2, hand.Everyone})
	testOrders(t, newWorld(t, second, show(1, 3)), 46)
	testOrders(t, newWorld(t, deal(hand.Place{0, 0}), second), 21)
}

func testOrders(t *testing.T, w *world, want int) {
	ends, orders, places := map[string]bool{}, 0, 0
	var walk func(w *world, path string)
	walk = func(w *world, path string) {
		if places++; long.Tests() || places%20 == 0 {
			gone := places % 3
			if len(w.hands[0].Here()) < 3 {
				gone = 2 // it leaves, and two must stay
			}
			vanish(t, w.clone(), gone)
		}
		next := w.choices()
		if len(next) == 0 {
			orders++
			w.wantWhole()
			if len(w.rest) > 0 || len(w.hands[0].Due()) > 0 || !slices.Equal(w.hands[0].Here(), []int{0, 1}) {
				t.Fatalf("%s: %s", path, w.hands[0].View())
			}
			end := ""
			for seat, h := range w.hands {
				for p := range 4 {
					card, ok := h.Look(p)
					end += fmt.Sprintln(seat, p, card, ok)
				}
			}
			ends[end] = true
			return
		}
		for _, c := range next {
			branch := w.clone()
			branch.choose(c)
			walk(branch, path+fmt.Sprint(" ", c.Seat, c.Kind))
		}
	}
	walk(w, "")
	if len(ends) != 1 || orders != want {
		t.Errorf("%d orders end in %d ways", orders, len(ends))
	}
}

// vanish has the rest go on when a seat is gone: they keep what they hold, and can deal all
// the other cards.
func vanish(t *testing.T, w *world, gone int) {
	held := w.hands[0].With(hand.Held)
	open := len(w.hands[0].With(hand.Open))
	w.step(drop(gone))
	w.sayDue(gone)
	h, kept := w.hands[0], 0
	for _, c := range held {
		status, _ := h.Status(c.Position)
		stays := slices.Contains(h.Here(), c.To)
		if stays != (status == hand.Held) {
			t.Fatalf("seat %d's position %d is %v", c.To, c.Position, status)
		}
		if stays {
			kept++
		}
	}
	if len(w.stock()) != 4-open-kept || !h.Quiet() || h.Due() != nil {
		t.Fatal(h.View())
	}
	w.wantWhole()
}
