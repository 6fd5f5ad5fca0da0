package cards_test

import "slices"

// A look at the top: in its turn, a seat looks at the three cards on top of the deck, puts them
// back in the order that it likes, and draws one. It shuffles the three alone before it names
// their positions in that order: so what it names tells the others nothing.
type scry struct {
	*table
	deck  []int // positions, from the top
	stage int
	known map[int][]int // of the deck, by the seat that put these in order
	drawn int           // the card that is
}

// The stages of a turn.
const (
	looking = iota
	looked
	ordering
	ordered
	drawing
)

func newScry(t *table, _ int) rules { return &scry{table: t, known: map[int][]int{}} }

func (g *scry) next() {
	if g.deck == nil {
		g.deck = g.cards.Stock()
	}
	top := slices.Clone(g.deck[:3])
	switch g.stage {
	case looking:
		if g.over = g.turns >= g.limit; !g.over {
			g.dealAt(places(g.turn, top...)...)
		}
	case looked:
		g.back(top...)
		g.shuffle([]int{g.turn}, top...)
		for _, seat := range g.seats {
			g.known[seat] = without(g.known[seat], top...)
		}
		g.known[g.turn] = append(g.known[g.turn], top...)
	case ordering:
		g.movers = []int{g.turn}
	case ordered:
		g.dealAt(places(g.turn, top[0])...)
		g.drawn, g.deck = top[0], g.deck[1:]
	case drawing:
		g.known[g.turn] = without(g.known[g.turn], g.drawn)
		g.pass()
	}
	g.stage = (g.stage + 1) % (drawing + 1)
}

// choose puts the best card on top.
func (g *scry) choose() []byte { return g.byRank(g.deck[:3]) }

func (g *scry) take(_ int, move []byte) error {
	top, err := pick(g.deck[:3], 3, move)
	copy(g.deck, top)
	return err
}

// lost: with all that wasn't drawn, the order is gone. Whose turn it is looks again, if it hasn't
// drawn its card.
func (g *scry) lost() {
	g.deck, g.known = nil, map[int][]int{}
	if g.stage != drawing || g.isLost(g.drawn) {
		g.stage = looking
	}
}

// Who has put cards in order knows them until another seat does that, or draws them.
func (g *scry) knows(seat int) []int { return append(g.hand(seat), g.known[seat]...) }
