package hand_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// A world is three seats that read everything at once, and the steps that the game will make.
type world struct {
	*story
	rest []step
}

func newWorld(t *testing.T) *world {
	s := newStory(t, sra.Ristretto255(), "orders", 3, 4)
	s.flow()
	return &world{s, []step{deal(hand.Card{0, 0}), deal(hand.Card{1, 1}, hand.Card{2, hand.Everyone}), leave(2), deal(hand.Card{3, 1})}}
}

// choices are what can come next: a seat's message, or −1 for a step.
func (w *world) choices() (list []int) {
	if len(w.rest) > 0 {
		list = append(list, -1)
	}
	for seat := range w.secrets {
		if w.hands[seat].Pending() != nil {
			list = append(list, seat)
		}
	}
	return list
}

func (w *world) choose(c int) {
	if c >= 0 {
		w.read(item{seat: c, message: w.hands[c].Pending()})
		return
	}
	w.step(w.rest[0])
	w.rest = w.rest[1:]
}

// clone is a world that goes on for itself.
func (w *world) clone() *world {
	s := *w.story
	s.hands = nil
	for _, h := range w.hands {
		s.hands = append(s.hands, h.Clone())
	}
	return &world{&s, w.rest}
}

// In each order in which messages and steps can come, all who read it are alike at each
// place, everybody who stays finishes, and everybody holds the same cards at the same
// positions. There are two deals side by side, a leave that waits for them, and a deal that
// waits for the leave. At each place of each order, a seat can go, and the rest go on.
func TestAllOrders(t *testing.T) {
	ends, orders, vanished := map[string]bool{}, 0, 0
	var walk func(w *world, path []int)
	walk = func(w *world, path []int) {
		if long.Tests() || vanished < 20 {
			gone := len(path) % 3
			if len(w.rest) < 2 {
				gone = 2 // it leaves, and two must stay
			}
			vanished++
			vanish(t, w.clone(), gone)
		}
		next := w.choices()
		if len(next) == 0 {
			orders++
			if len(w.hands[0].Due()) > 0 || !slices.Equal(w.hands[0].Here(), []int{0, 1}) {
				t.Fatalf("%v: %s", path, w.hands[0].View())
			}
			end := ""
			for seat, h := range w.hands {
				for p := range 4 {
					card, ok := h.Card(p)
					end += fmt.Sprintln(seat, p, card, ok)
				}
			}
			ends[end] = true
			return
		}
		for _, c := range next {
			branch := w.clone()
			branch.choose(c)
			walk(branch, append(slices.Clip(path), c))
		}
	}
	walk(newWorld(t), nil)
	if len(ends) != 1 || orders != 108 {
		t.Errorf("%d orders end in %d ways", orders, len(ends))
	}
}

// vanish has the rest go on when a seat is gone: they keep what they hold, and can deal all
// the other cards.
func vanish(t *testing.T, w *world, gone int) {
	held := w.hands[0].With(hand.Held)
	open := len(w.hands[0].With(hand.Open))
	w.step(redeal(gone))
	w.flow()
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
	if len(w.stock()) != 4-open-kept || !h.Ready() {
		t.Fatal(h.View())
	}
}
