package cards_test

import (
	"maps"
	"slices"

	"github.com/squaredeal/squaredeal/sra/hand"
	"github.com/squaredeal/squaredeal/sra/hand/cards"
)

// Hanabi: each seat has four cards that all see but itself. In its turn, it plays one, which is
// added to the fireworks of its colour if it is the next number there, and draws another. A card is
// dealt to one of the others after the other, and returned in between. It stays with the last of
// them: so it isn't lost when somebody else is gone, and nobody can be dealt it by mistake.
type hanabi struct {
	*table
	hands     map[int][]int // positions, by the seat that doesn't see them
	seen      map[int][]int // who has seen a card, by position
	looks     []hand.Place  // under way
	played    int           // a card, or -1
	discarded []int         // by seats that are gone: all see these
	fireworks [4]int        // by colour, the next number
	misses    int
}

func newHanabi(t *table, _ int) rules {
	return &hanabi{table: t, hands: map[int][]int{}, seen: map[int][]int{}, played: -1}
}

func (g *hanabi) next() {
	for _, look := range g.looks {
		g.seen[look.Position] = append(g.seen[look.Position], look.To)
	}
	g.looks = nil
	switch {
	case g.played >= 0 && g.cards.Open(g.played):
		if card := g.card(g.played); g.fireworks[card%4] == card/4 {
			g.fireworks[card%4]++
		} else {
			g.misses++
		}
		g.hands[g.turn], g.played = without(g.hands[g.turn], g.played), -1
		g.pass()
	case g.played >= 0:
		g.back(g.played)
		g.dealAt(places(cards.Everyone, g.played)...)
	case len(g.discarded) > 0:
		g.back(g.discarded...)
		g.dealAt(places(cards.Everyone, g.discarded...)...)
		g.discarded = nil
	case g.turns >= g.limit:
		g.over = true
	default:
		g.draw()
		if g.look(); len(g.looks) == 0 {
			g.movers = []int{g.turn}
		}
	}
}

// draw fills hands up, with cards that nobody sees yet.
func (g *hanabi) draw() {
	stock := g.cards.Stock()
	for _, held := range g.hands {
		stock = without(stock, held...)
	}
	for _, seat := range g.seats {
		for len(g.hands[seat]) < 4 && len(stock) > 0 {
			g.hands[seat], stock = append(g.hands[seat], stock[0]), stock[1:]
		}
	}
}

// look shows each card to the next seat that has to see it.
func (g *hanabi) look() {
	for _, holder := range g.seats {
		for _, p := range g.hands[holder] {
			viewer := g.left(holder)
			for viewer != holder && slices.Contains(g.seen[p], viewer) {
				viewer = g.left(viewer)
			}
			if viewer == holder {
				continue
			}
			if len(g.seen[p]) > 0 {
				g.back(p)
			}
			g.looks = append(g.looks, hand.Place{Position: p, To: viewer})
		}
	}
	if len(g.looks) > 0 {
		g.dealAt(g.looks...)
	}
}

// choose plays the oldest card.
func (g *hanabi) choose() []byte { return []byte{0} }

func (g *hanabi) take(seat int, move []byte) error {
	played, err := pick(g.hands[seat], 1, move)
	if err == nil {
		g.played = played[0]
	}
	return err
}

// lost: cards that nobody who stays was the last to see, or that were on their way. Others are
// drawn instead.
func (g *hanabi) lost() {
	g.looks, g.discarded = nil, g.kept(g.discarded)
	for _, seat := range slices.Sorted(maps.Keys(g.hands)) {
		if g.hands[seat] = g.kept(g.hands[seat]); !slices.Contains(g.seats, seat) {
			g.discarded = append(g.discarded, g.hands[seat]...)
			delete(g.hands, seat)
		}
	}
	if !slices.Contains(g.hands[g.turn], g.played) {
		g.played = -1
	}
}

// A seat knows the cards of the others, and not its own.
func (g *hanabi) knows(seat int) []int {
	known := g.hand(cards.Everyone)
	for holder, held := range g.hands {
		if holder != seat && seat != cards.Everyone {
			known = append(known, held...)
		}
	}
	return known
}
