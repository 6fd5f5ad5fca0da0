package cards_test

import "github.com/squaredeal/squaredeal/sra/hand"

// The pass of Hearts: each seat is dealt its cards, and passes three of them, face down, to the
// seat on its left. All do that at once: nobody sees what it gets before it has named what it
// gives. The cards named are one Return and one DealAt.
type hearts struct {
	*table
	size   int           // of a hand
	named  map[int][]int // by seat
	passed bool
}

func newHearts(t *table, deck int) rules {
	return &hearts{table: t, size: deck / 4, named: map[int][]int{}}
}

func (g *hearts) next() {
	var missing []int
	for _, seat := range g.seats {
		missing = append(missing, g.fill(seat, g.size)...)
	}
	switch {
	case len(missing) > 0:
		g.deal(missing...)
	case g.passed:
		g.over = true
	case len(g.named) == 0:
		g.movers = g.seats
	default:
		var named []int
		var to []hand.Place
		for _, seat := range g.seats {
			named = append(named, g.named[seat]...)
			to = append(to, places(g.left(seat), g.named[seat]...)...)
		}
		g.back(named...)
		g.dealAt(to...)
		g.passed = true
	}
}

// choose passes the three best cards.
func (g *hearts) choose() []byte { return g.byRank(g.hand(g.me))[:3] }

func (g *hearts) take(seat int, move []byte) (err error) {
	positions, err := pick(g.hand(seat), 3, move)
	if err == nil {
		g.named[seat] = positions
	}
	return err
}

// lost: cards that were being passed are gone. Hands are filled up, and all pass again.
func (g *hearts) lost() { clear(g.named); g.passed = false }

// Whoever passes a card knows it, as does whoever gets it.
func (g *hearts) knows(seat int) []int {
	if g.passed {
		return append(g.hand(seat), g.named[seat]...)
	}
	return g.hand(seat)
}
