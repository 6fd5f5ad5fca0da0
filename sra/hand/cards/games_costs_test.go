package cards_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// A costed is a game that counts its messages and bytes.
type costed struct {
	*game
	messages, bytes int
}

// cost expects what was said since it was called last.
func (g *costed) cost(want string) {
	g.t.Helper()
	if g.flow(); fmt.Sprint(g.messages, " messages, ", g.bytes, " bytes") != want {
		g.t.Errorf("%d messages, %d bytes; not %s", g.messages, g.bytes, want)
	}
	g.messages, g.bytes = 0, 0
}

// dealPlaces deals positions to seats.
func (g *costed) dealPlaces(lists ...[]hand.Place) {
	g.t.Helper()
	g.done(g.step(func(h *cards.Hand) error { return h.DealAt(slices.Concat(lists...)...) }))
}

// What the moves of games cost among four seats, in messages and bytes (SPEC.md of package hand,
// section 5.1).
func TestCosts(t *testing.T) {
	for name, c := range map[string]struct {
		cards int
		first string // the cost of the first shuffle
		play  func(g *costed)
	}{
		"Hearts and Old Maid": {52, "4 messages, 41600 bytes", costsOfHearts},
		"the three on top":    {52, "4 messages, 41600 bytes", costsOfThreeOnTop},
		"Hanabi":              {50, "4 messages, 40064 bytes", costsOfHanabi},
		"Coup":                {15, "4 messages, 13184 bytes", costsOfCoup},
	} {
		t.Run(name, func(t *testing.T) {
			g := &costed{game: newGameOf(t, must(sra.PublicDeck(sra.Ristretto255(), "costs", c.cards)), 0, 1, 2, 3)}
			g.before = func(_ int, message []byte) { g.messages, g.bytes = g.messages+1, g.bytes+len(message) }
			g.cost(c.first)
			c.play(g)
		})
	}
}

// toEach are the seats, that many times.
func toEach(n int) []int { return slices.Repeat([]int{0, 1, 2, 3}, n) }

func costsOfHearts(g *costed) {
	g.deal(toEach(13)...)
	g.cost("4 messages, 5504 bytes")
	var named []int
	for seat := range 4 {
		named = append(named, g.seen().Of(seat)[:3]...)
	}
	g.back(named...)
	g.dealPlaces(places(1, named[:3]...), places(2, named[3:6]...), places(3, named[6:9]...), places(0, named[9:]...))
	g.cost("4 messages, 1664 bytes")

	// Old Maid: a card is drawn from a hand of 13, blindly.
	own := g.seen().Of(1)
	g.back(own...)
	g.shuffle([]int{1}, own...)
	g.cost("4 messages, 11680 bytes")
	g.dealAt(1, own...)
	g.cost("3 messages, 1632 bytes")
	g.back(own[4])
	g.dealAt(0, own[4])
	g.cost("3 messages, 480 bytes")
}

func costsOfThreeOnTop(g *costed) {
	g.dealAt(2, 0, 1, 2)
	g.cost("3 messages, 672 bytes")
	g.back(0, 1, 2)
	g.shuffle([]int{2}, 0, 1, 2)
	g.cost("4 messages, 8832 bytes")
	g.dealAt(2, 1)
	g.cost("3 messages, 480 bytes")
}

func costsOfHanabi(g *costed) {
	all := upTo(0, 15, 15)
	for i := 1; i < 4; i++ {
		if i > 1 {
			g.back(all...)
		}
		g.dealPlaces(places(i, all[:4]...), places((1+i)%4, all[4:8]...), places((2+i)%4, all[8:12]...), places((3+i)%4, all[12:]...))
		g.cost("4 messages, 2048 bytes")
	}
	for i := 1; i < 4; i++ {
		g.dealAt(i, 16)
		g.back(16)
	}
	g.cost("9 messages, 1440 bytes")
	g.dealAt(cards.Everyone, 16)
	g.cost("4 messages, 640 bytes")
}

func costsOfCoup(g *costed) {
	g.deal(toEach(2)...)
	g.cost("4 messages, 1280 bytes")
	g.deal(1, 1)
	g.cost("3 messages, 576 bytes")
	own := g.seen().Of(1)
	g.back(own...)
	g.shuffle([]int{1}, own...)
	g.cost("4 messages, 4448 bytes")
	g.dealAt(1, own...)
	g.cost("3 messages, 768 bytes")
	g.back(own[:2]...)
	g.shuffle([]int{1, 2, 3, 0}, g.seen().Stock()...)
	g.cost("4 messages, 9216 bytes")
}
