package sra_test

import (
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// atEachStep calls test with games that stop after 1, 2, … messages, and the number, until
// one doesn't.
func atEachStep(t *testing.T, seats int, test func(t *testing.T, g *game)) {
	t.Helper()
	for stop, ended := 1, false; !ended; stop++ {
		t.Run(fmt.Sprint(stop), func(t *testing.T) {
			g := newGame(t, 3*seats+2, seats)
			g.stop = stop
			ended = g.play()
			g.stop = 0
			test(t, g)
		})
	}
}

// At each step of a hand of three and of four, each seat leaves in good order: the others end
// with the right cards, and nothing else is open.
func TestLeaveAtEachStep(t *testing.T) {
	for seats := 3; seats <= 4; seats++ {
		for leaver := range seats {
			if testing.Short() && (seats == 4 || leaver != 1) {
				continue
			}
			t.Run(fmt.Sprintf("%d of %d", leaver, seats), func(t *testing.T) {
				atEachStep(t, seats, func(t *testing.T, g *game) {
					if !g.leave(leaver) {
						if g.one().Ready() && g.hands[leaver].Ready() {
							t.Error("it can't leave")
						}
						return
					}
					g.play()
					g.check()
				})
			})
		}
	}
}

// The same, without a word.
func TestVanishAtEachStep(t *testing.T) {
	for seats := 3; seats <= 4; seats++ {
		for leaver := range seats {
			if testing.Short() && (seats == 4 || leaver != 1) {
				continue
			}
			t.Run(fmt.Sprintf("%d of %d", leaver, seats), func(t *testing.T) {
				atEachStep(t, seats, func(t *testing.T, g *game) {
					g.vanish(leaver)
					g.play()
					g.check()
				})
			})
		}
	}
}

// A seat leaves after a redeal, and with a card in a deal that begins again without it.
func TestLeaveAfterRedeal(t *testing.T) {
	x := played(t, "a hand")
	x.redealt()
	x.run()
	stock := x.hands[0].Stock()
	x.beginDeal(sra.Deal{Position: stock[1], To: 1}, sra.Deal{Position: stock[0], To: 0})
	if err := x.call(1, (*sra.Hand).Leave); err != nil {
		t.Fatal(err)
	}
	x.run() // also to seat 1
	for _, h := range x.hands[:3] {
		if h.Missing() != nil || !slices.Equal(h.Stock(), stock[2:]) || !slices.Equal(h.Left(), []int{1, 3}) {
			t.Errorf("missing %v, stock %v, left %v", h.Missing(), h.Stock(), h.Left())
		}
	}
	if _, ok := x.hands[0].Card(stock[0]); !ok {
		t.Error("seat 0 doesn't see its card")
	}
	if card, ok := x.hands[1].Card(stock[1]); ok {
		t.Errorf("seat 1 sees card %d, whose layers nobody takes off", card)
	}
	if m, err := x.hands[1].Show(stock[1]); m != nil || !errors.Is(err, sra.ErrState) {
		t.Errorf("it shows the card: %v", err)
	}
	x.show(1, 1) // it kept that one
	if _, ok := x.hands[0].Card(1); !ok {
		t.Error("what a seat shows that has left isn't seen")
	}
}

// Two of five leave at the same time: one leave comes first, the other is nobody's fault, and
// the rest deals again.
func TestLeaveAtTheSameTime(t *testing.T) {
	g := newGame(t, 15, 5)
	g.flow()
	g.begin()
	g.deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: 2}, sra.Deal{Position: 3, To: 3}, sra.Deal{Position: 4, To: 4})
	g.flow()
	var messages []said
	for _, seat := range []int{3, 1} {
		message, err := g.hands[seat].Leave()
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, said{seat, message})
	}
	for i, to := range []int{0, 2, 4} {
		first := messages[i%2]
		g.accepted(to, first)
		if left := g.hands[to].Left(); !slices.Equal(left, []int{first.from}) {
			t.Errorf("seat %d: %v have left", to, left)
		}
		g.refused("the second", to, messages[1-i%2], sra.ErrDiverged)
	}
	g.vanish(1, 3)
	if !g.play() {
		t.Fatal("it doesn't end")
	}
	g.check()
}

// When a seat has left, in order or not, another goes at each step that follows, in order if it
// can: the two who are left end with the right cards.
func TestTwoLeaveAtEachStep(t *testing.T) {
	for _, first := range []int{5, 10, 14} {
		for _, inOrder := range []bool{true, false} {
			for _, leavers := range [][2]int{{0, 3}, {3, 1}} {
				if first == 5 && inOrder || testing.Short() && (first != 14 || leavers[0] != 3 || inOrder) {
					continue
				}
				t.Run(fmt.Sprintf("%d %v %v", first, inOrder, leavers), func(t *testing.T) {
					for stop, ended := first+1, false; !ended; stop++ {
						for _, secondInOrder := range []bool{true, false} {
							t.Run(fmt.Sprint(stop, secondInOrder), func(t *testing.T) {
								g := newGame(t, 14, 4)
								g.stop = first
								g.play()
								g.stop = stop
								if !inOrder || !g.leave(leavers[0]) {
									g.vanish(leavers[0])
								}
								ended = g.play()
								g.stop = 0
								if !secondInOrder || !g.leave(leavers[1]) {
									g.vanish(leavers[1])
								}
								g.play()
								g.check()
							})
						}
					}
				})
			}
		}
	}
}
