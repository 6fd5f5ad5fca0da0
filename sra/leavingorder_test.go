package sra_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// A seat leaves while deals are under way that not all have heard of, it perhaps least, and
// every message comes to every seat at any time and in any order: all come to the same end.
// Only the calls of Deal come before the leave at each of the others, as the game's order of
// actions says.
func TestLeaveInAnyOrder(t *testing.T) {
	runs := 50
	if testing.Short() {
		runs = 4
	}
	again, early := 0, 0
	for run := range runs {
		rng := rand.New(rand.NewPCG(uint64(run), 7))
		g := newGame(t, 10, 4)
		g.flow()
		g.begin()
		leaver := rng.IntN(4)
		deals := [][]sra.Deal{
			{{Position: 0, To: 0}, {Position: 1, To: 1}, {Position: 2, To: 2}, {Position: 3, To: 3}},
			{{Position: 4, To: sra.Everyone}, {Position: 5, To: sra.Everyone}},
			{{Position: 6, To: 0}, {Position: 7, To: 1}, {Position: 8, To: 2}, {Position: 9, To: 3}},
		}
		for _, deal := range deals {
			for _, d := range deal {
				g.cards[d.To] = append(g.cards[d.To], d.Position)
				g.decks[0].to[g.truth[d.Position]] = d.To
			}
		}
		type delivery struct {
			said
			to int // 4 is the observer
		}
		var pending []delivery
		todo := make([]int, 4) // deals that a seat hasn't been told of
		say := func(from int, message []byte) {
			if message == nil {
				return
			}
			for _, part := range sra.Split(message) {
				if part[0] == 3 && slices.ContainsFunc(g.heard, func(s said) bool { return s.from == from && s.message[0] == 5 }) {
					t.Fatal("a decryption after the leave")
				}
			}
			g.heard = append(g.heard, said{from, message})
			for to := range 5 {
				if to != from {
					pending = append(pending, delivery{said{from, message}, to})
				}
			}
		}
		seen := map[string]bool{}
		leaveAt := rng.IntN(40)
		for i := 0; ; i++ {
			var told []int
			for seat := range 4 {
				if todo[seat] < len(deals) && !g.gone[seat] {
					told = append(told, seat)
				}
			}
			choices := len(told) + len(pending)
			if i >= leaveAt && !g.gone[leaver] {
				choices = 1
			} else if choices == 0 {
				break
			}
			at := rng.IntN(choices)
			switch {
			case i >= leaveAt && !g.gone[leaver]:
				message, err := g.hands[leaver].Leave()
				if err != nil {
					t.Fatal(err)
				}
				say(leaver, message)
				g.gone[leaver], g.decks[0].left[leaver] = true, true
			case at < len(told):
				seat := told[at]
				message, err := g.hands[seat].Deal(deals[todo[seat]]...)
				if err != nil {
					t.Fatal(err)
				}
				todo[seat]++
				say(seat, message)
			default:
				d := pending[at-len(told)]
				if d.to < 4 && d.message[0] == 5 && todo[d.to] < len(deals) {
					continue
				}
				pending = slices.Delete(pending, at-len(told), at-len(told)+1)
				if d.to == 4 {
					if err := g.o.Receive(d.from, d.message); errors.Is(err, sra.ErrEarly) {
						pending = append(pending, d)
						early++
					} else if err != nil {
						t.Fatalf("run %d: the observer, kind %d of seat %d: %v", run, d.message[0], d.from, err)
					}
					continue
				}
				if g.gone[d.to] {
					continue
				}
				reply, err := g.hands[d.to].Receive(d.from, d.message)
				switch {
				case errors.Is(err, sra.ErrEarly):
					pending = append(pending, d)
					early++
				case err != nil:
					t.Fatalf("run %d: seat %d, kind %d of seat %d: %v", run, d.to, d.message[0], d.from, err)
				}
				say(d.to, reply)
				if reply != nil {
					for _, part := range sra.Split(reply) {
						if key := fmt.Sprint(d.to, part[65:80]); part[0] == 3 && seen[key] {
							again++
						} else {
							seen[key] = true
						}
					}
				}
			}
			if i > 5000 {
				t.Fatalf("run %d: it doesn't end: %d messages", run, len(pending))
			}
		}
		g.check()
	}
	if !testing.Short() && (again == 0 || early == 0) {
		t.Errorf("%d deals began again after a seat's turn, %d messages were early", again, early)
	}
}
