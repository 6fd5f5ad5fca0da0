package sra_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// Two or three of five seats leave while deals are under way, whatever they have heard of each
// other, and every message comes to every seat at any time and in any order: nobody is blamed,
// and those who stay would go on with the same hand.
func TestLeavesCrossInAnyOrder(t *testing.T) {
	runs := 60
	if testing.Short() {
		runs = 5
	}
	const seats = 5
	crossed := 0
	for run := range runs {
		rng := rand.New(rand.NewPCG(uint64(run), 8))
		x := readyTable(t, seats)
		o := newObserver(t, x)
		for _, s := range x.heard {
			if err := o.Receive(s.from, s.message); err != nil {
				t.Fatal(err)
			}
		}
		order := rng.Perm(seats)
		leavers := order[:2+rng.IntN(2)]
		var deals [][]sra.Deal
		for p, next := 0, 0; p < 8; p = next {
			next = p + 1 + rng.IntN(3)
			var deal []sra.Deal
			for q := p; q < next; q++ {
				deal = append(deal, sra.Deal{Position: q, To: rng.IntN(seats+1) - 1})
			}
			deals = append(deals, deal)
		}
		type delivery struct {
			said
			to int
		}
		var pending []delivery
		left := map[int]bool{}
		say := func(from int, message []byte) {
			for to := range seats + 1 {
				if message != nil && to != from {
					pending = append(pending, delivery{said{from, message}, to})
				}
			}
		}
		judge := func(d delivery, err error) {
			var blame *sra.BlameError
			if errors.As(err, &blame) {
				t.Fatalf("run %d, leavers %v: %d of kind %d of seat %d: %v", run, leavers, d.to, d.message[0], d.from, err)
			}
			if errors.Is(err, sra.ErrDiverged) {
				crossed++
			}
		}
		told := make([]int, seats)
		for range 1500 {
			seat := rng.IntN(seats)
			switch n := rng.IntN(40); {
			case n < 2 && slices.Contains(leavers, seat) && !left[seat]:
				if message, err := x.hands[seat].Leave(); err == nil {
					left[seat] = true
					say(seat, message)
				}
			case n < 8 && told[seat] < len(deals) && !left[seat]:
				message, err := x.hands[seat].Deal(deals[told[seat]]...)
				if err != nil && !errors.Is(err, sra.ErrState) {
					judge(delivery{to: seat, said: said{seat, []byte{0}}}, err)
				}
				told[seat]++
				say(seat, message)
			case len(pending) > 0:
				at := rng.IntN(len(pending))
				d := pending[at]
				if d.to < seats && d.message[0] == 5 && told[d.to] < len(deals) {
					continue // the game's order of actions
				}
				pending = slices.Delete(pending, at, at+1)
				if d.to == seats {
					err := o.Receive(d.from, d.message)
					judge(d, err)
					if errors.Is(err, sra.ErrEarly) {
						pending = append(pending, d)
					}
					continue
				}
				reply, err := x.hands[d.to].Receive(d.from, d.message)
				judge(d, err)
				if errors.Is(err, sra.ErrEarly) {
					pending = append(pending, d)
				}
				say(d.to, reply)
			}
		}
		var first []byte
		for _, seat := range order[len(leavers):] {
			id, err := x.hands[seat].RedealID(leavers...)
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = id
			}
			if !slices.Equal(id, first) {
				t.Errorf("run %d: seat %d would go on with another hand", run, seat)
			}
		}
	}
	if crossed == 0 {
		t.Error("no leaves cross")
	}
}
