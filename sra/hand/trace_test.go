package hand_test

import (
	"crypto/sha256"
	"os"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/internal/consttime"
)

func TestMain(m *testing.M) {
	consttime.Main(func(name string) (run func()) {
		_, run = ownCard(name)
		return run
	})
	os.Exit(m.Run())
}

// ownCard has a card dealt to seat 0 of a hand, and returns what takes the last layer off it that
// isn't the seat's own. The secrets of both seats are of a name.
func ownCard(name string) (h *hand.Hand, receive func()) {
	cards := must(sra.PublicDeck(sra.Ristretto255(), "traced", 3))
	var hands []*hand.Hand
	for seat := range 2 {
		state := hand.NewState(sha256.Sum256(append([]byte(name), byte(seat))))
		hands = append(hands, must(hand.New([]byte("traced"), cards, 2, seat, state, func(_, _ hand.State) error { return nil })))
	}
	for seat, h := range hands {
		message := must(h.Pending())
		for _, h := range hands {
			must(h.Receive(seat, message))
		}
	}
	for _, h := range hands {
		if err := h.Deal(hand.Place{Position: 0, To: 0}); err != nil {
			panic(err)
		}
	}
	message := must(hands[1].Pending())
	return hands[0], func() { must(hands[0].Receive(1, message)) }
}

// A seat's own card shows in no step of what opens it.
func TestConstantTime(t *testing.T) {
	const path = "github.com/squaredeal/squaredeal/sra"
	names := []string{"a", "b", "c", "d", "e", "f"}
	traces := consttime.Record(t, names, consttime.Options{Sampled: 2, Excluded: []string{
		path + "/hand.(*Hand).judge", // reads what everybody knows
		path + ".Key.Decrypt",        // is traced there
	}})
	seen := map[int]bool{}
	for i, trace := range traces {
		h, receive := ownCard(names[i])
		receive()
		number, _ := h.Look(0)
		seen[number] = true
		if d := consttime.Differences(traces[0], trace); d != nil {
			t.Errorf("%s and %s: %q", names[0], names[i], d)
		}
		for excluded, calls := range trace.Excluded {
			if calls != 1 {
				t.Errorf("%s is called %d times", excluded, calls)
			}
		}
	}
	if len(seen) != 3 {
		t.Errorf("the own cards are %v", seen)
	}
	t.Logf("%d steps", traces[0].Len())
}
