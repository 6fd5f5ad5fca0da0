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

func newWorld(t *testing.T, secrets []hand.Secret) *world {
	s := newStory(t, sra.Ristretto255(), "orders", 3, 4)
	s.secrets = secrets
	for seat := range secrets {
		s.hands[seat] = s.again(seat)
	}
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

func (w *world) follow(path []int) *world {
	for _, c := range path {
		w.choose(c)
	}
	return w
}

// In each order in which messages and steps can come, all who read it are alike at each
// place, everybody who stays finishes, and everybody holds the same cards at the same
// positions. There are two deals side by side, a leave that waits for them, and a deal that
// waits for the leave. At each place of each order, a seat can go, and the rest go on.
func TestAllOrders(t *testing.T) {
	secrets := []hand.Secret{hand.GenerateSecret(), hand.GenerateSecret(), hand.GenerateSecret()}
	ends, orders, vanished := map[string]bool{}, 0, 0
	var walk func(w *world, path []int)
	walk = func(w *world, path []int) {
		if orders > 8 && testing.Short() {
			return
		}
		if long.Tests() || vanished < 20 {
			gone := len(path) % 3
			if len(w.rest) < 2 {
				gone = 2 // it leaves, and two must stay
			}
			vanished++
			vanish(t, newWorld(t, secrets).follow(path), gone)
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
		for i, c := range next {
			branch := w
			if i < len(next)-1 {
				branch = newWorld(t, secrets).follow(path)
			}
			branch.choose(c)
			walk(branch, append(slices.Clip(path), c))
		}
	}
	walk(newWorld(t, secrets), nil)
	if len(ends) != 1 || orders < 8 || !testing.Short() && orders != 108 {
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
