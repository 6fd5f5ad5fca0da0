package hand_test

import (
	"crypto/sha256"
	"fmt"
	"os"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/internal/consttime"
)

func TestMain(m *testing.M) {
	consttime.Main(func(input string) (run func()) {
		var i int
		var name string
		if _, err := fmt.Sscan(input, &i, &name); err != nil {
			panic(err)
		}
		_, run = traced[i].prepare(name)
		return run
	})
	os.Exit(m.Run())
}

// traced are what is traced: each prepares seat 0 of a hand, by the secrets of a name, and returns what
// has it receive a message. What is excluded is called once: it reads what everybody knows, or is traced
// in package sra.
var traced = []struct {
	what     string
	prepare  func(name string) (h *hand.Hand, receive func())
	excluded []string
}{
	{"an own card", ownCard, []string{"/hand.(*Hand).judge", ".Key.Decrypt"}},
	{"an own shuffle", ownShuffle, []string{"/hand.(*Hand).judge", "/hand.(*Hand).passShuffle"}},
}

// A pair is a hand of two seats, whose secrets are of a name.
type pair [2]*hand.Hand

// newPair begins a hand in which both have shuffled.
func newPair(name string, n int) (p pair) {
	cards := must(sra.PublicDeck(sra.Ristretto255(), "traced", n))
	for seat := range p {
		state := hand.NewState(sha256.Sum256(append([]byte(name), byte(seat))))
		p[seat] = must(hand.New([]byte("traced"), cards, 2, seat, state, func(_, _ hand.State) error { return nil }))
	}
	p.flow()
	return p
}

func (p pair) step(f step) {
	for _, h := range p {
		if err := f(h); err != nil {
			panic(err)
		}
	}
}

// flow has all who are due say what they have to.
func (p pair) flow() {
	for due := p[0].Due(); len(due) > 0; due = p[0].Due() {
		message := must(p[due[0].Seat].Pending())
		for _, h := range p {
			must(h.Receive(due[0].Seat, message))
		}
	}
}

// ownCard has a card dealt to seat 0, and returns what takes the last layer off it that isn't the
// seat's own.
func ownCard(name string) (h *hand.Hand, receive func()) {
	p := newPair(name, 3)
	p.step(deal(hand.Place{0, 0}))
	message := must(p[1].Pending())
	return p[0], func() { must(p[0].Receive(1, message)) }
}

// ownShuffle has seat 0 know two of five cards, and shuffle all of them by itself.
func ownShuffle(name string) (h *hand.Hand, receive func()) {
	p := newPair(name, 5)
	p.step(deal(hand.Place{1, 0}, hand.Place{4, 0}))
	p.flow()
	p.step(giveBack(1, 4))
	p.step(shuffle([]int{0}, 0, 1, 2, 3, 4))
	message := must(p[0].Pending())
	return p[0], func() { must(p[0].Receive(0, message)) }
}

// Neither a seat's own card nor an order of its own shows in a step of what follows from it.
func TestConstantTime(t *testing.T) {
	names := []string{"a", "b", "c", "d", "e", "f"}
	for i, c := range traced {
		t.Run(c.what, func(t *testing.T) {
			var inputs []string
			for _, name := range names {
				inputs = append(inputs, fmt.Sprint(i, " ", name))
			}
			o := consttime.Options{Sampled: 2}
			for _, name := range c.excluded {
				o.Excluded = append(o.Excluded, "github.com/squaredeal/squaredeal/sra"+name)
			}
			traces := consttime.Record(t, inputs, o)
			seen := map[string]bool{}
			for i, trace := range traces {
				h, receive := c.prepare(names[i])
				receive()
				known := ""
				for p := range h.Positions() {
					number, ok := h.Look(p)
					known += fmt.Sprint(number, ok, " ")
				}
				seen[known] = true
				if d := consttime.Differences(traces[0], trace); d != nil {
					t.Errorf("%s and %s: %q", names[0], names[i], d)
				}
				for excluded, calls := range trace.Excluded {
					if calls != 1 {
						t.Errorf("%s is called %d times", excluded, calls)
					}
				}
			}
			if len(seen) < 3 {
				t.Errorf("seat 0 knows %v", seen)
			}
			t.Logf("%d steps", traces[0].Len())
		})
	}
}
