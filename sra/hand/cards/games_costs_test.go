package cards_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// What the moves of games cost among four seats, in messages and bytes (SPEC.md of package hand,
// section 5.1).
func TestCosts(t *testing.T) {
	var g *game
	var messages, bytes int
	count := func(_ int, message []byte) { messages, bytes = messages+1, bytes+len(message) }
	begin := func(n int) {
		g = newGameOf(t, must(sra.PublicDeck(sra.Ristretto255(), "costs", n)), 0, 1, 2, 3)
		g.before = count
	}
	cost := func(want string) {
		t.Helper()
		if g.flow(); fmt.Sprint(messages, " messages, ", bytes, " bytes") != want {
			t.Errorf("%d messages, %d bytes; not %s", messages, bytes, want)
		}
		messages, bytes = 0, 0
	}
	each := func(n int) []int { return slices.Repeat([]int{0, 1, 2, 3}, n) }

	begin(52) // Hearts
	cost("4 messages, 41600 bytes")
	g.deal(each(13)...)
	cost("4 messages, 5504 bytes")
	var named []int
	for seat := range 4 {
		named = append(named, g.seen().Of(seat)[:3]...)
	}
	g.back(named...)
	g.done(g.step(func(h *cards.Hand) error {
		return h.DealAt(slices.Concat(places(1, named[:3]...), places(2, named[3:6]...), places(3, named[6:9]...), places(0, named[9:]...))...)
	}))
	cost("4 messages, 1664 bytes")

	// Old Maid: a card is drawn from a hand of 13, blindly.
	own := g.seen().Of(1)
	g.back(own...)
	g.shuffle([]int{1}, own...)
	cost("4 messages, 11680 bytes")
	g.dealAt(1, own...)
	cost("3 messages, 1632 bytes")
	g.back(own[4])
	g.dealAt(0, own[4])
	cost("3 messages, 480 bytes")

	begin(52) // the three on top
	g.flow()
	messages, bytes = 0, 0
	g.dealAt(2, 0, 1, 2)
	cost("3 messages, 672 bytes")
	g.back(0, 1, 2)
	g.shuffle([]int{2}, 0, 1, 2)
	cost("4 messages, 8832 bytes")
	g.dealAt(2, 1)
	cost("3 messages, 480 bytes")

	begin(50) // Hanabi
	cost("4 messages, 40064 bytes")
	for i := 1; i < 4; i++ {
		var all []int
		for p := range 16 {
			all = append(all, p)
		}
		if i > 1 {
			g.back(all...)
		}
		g.done(g.step(func(h *cards.Hand) error {
			return h.DealAt(slices.Concat(places(i, all[:4]...), places((1+i)%4, all[4:8]...), places((2+i)%4, all[8:12]...),
				places((3+i)%4, all[12:]...))...)
		}))
		cost("4 messages, 2048 bytes")
	}
	for i := 1; i < 4; i++ {
		g.dealAt(i, 16)
		g.back(16)
	}
	cost("9 messages, 1440 bytes")
	g.dealAt(cards.Everyone, 16)
	cost("4 messages, 640 bytes")

	begin(15) // Coup
	cost("4 messages, 13184 bytes")
	g.deal(each(2)...)
	cost("4 messages, 1280 bytes")
	g.deal(1, 1)
	cost("3 messages, 576 bytes")
	own = g.seen().Of(1)
	g.back(own...)
	g.shuffle([]int{1}, own...)
	cost("4 messages, 4448 bytes")
	g.dealAt(1, own...)
	cost("3 messages, 768 bytes")
	g.back(own[:2]...)
	g.shuffle([]int{1, 2, 3, 0}, g.seen().Stock()...)
	cost("4 messages, 9216 bytes")
}
