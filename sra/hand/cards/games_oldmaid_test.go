package cards_test

import (
	"errors"
	"slices"
)

// Old Maid: all cards but one make pairs, and all are dealt. Seats show the pairs that they hold. In
// its turn, a seat draws a card from the hand on its left, and shows the pair if that makes one.
// Who holds no card any more leaves; who holds the single one at the end has lost. The holder
// shuffles its hand alone before one is drawn, and holds it again: so it knows which card goes, and
// nobody else can tell from where it came.
type oldMaid struct {
	*table
	await  int           // what the movers have to say
	asked  []int         // seats that have to say which pairs they hold
	pairs  map[int][]int // that they show, by seat: each card is followed by the other
	shown  bool          // they are
	pile   []int         // all pairs that were shown
	secret []int         // a hand, while its holder shuffles it
	ready  bool          // it has
	named  int           // the card that is drawn, or -1
	drew   int           // the seat whose card that was
	given  map[int][]int // cards that they gave away and know, by seat
}

// What movers have to say.
const (
	pairing = iota
	leaving
	taking
)

func newOldMaid(t *table, _ int) rules {
	return &oldMaid{table: t, pairs: map[int][]int{}, named: -1, drew: -1, given: map[int][]int{}}
}

// closed returns the cards that a seat holds, without those that it has shown.
func (g *oldMaid) closed(seat int) []int {
	return slices.DeleteFunc(g.hand(seat), g.cards.Open)
}

func (g *oldMaid) next() {
	left, stock := g.left(g.turn), g.cards.Stock()
	closed, empty := 0, -1
	for _, seat := range g.seats {
		n := len(g.closed(seat))
		if closed += n; n == 0 {
			empty = seat
		}
	}
	switch {
	case g.secret != nil:
		g.dealAt(places(left, g.secret...)...)
		g.secret, g.ready = nil, true
	case g.shown:
		g.endShow()
	case len(g.pairs) > 0:
		for _, seat := range g.seats {
			if len(g.pairs[seat]) > 0 {
				g.show(seat, g.pairs[seat]...)
			}
		}
		g.shown = true
	case len(stock) > 0: // at first, and the hand of a seat that is gone
		var to []int
		for seat := g.turn; len(to) < len(stock); seat = g.left(seat) {
			to = append(to, seat)
		}
		g.deal(to...)
		g.asked = g.seats
	case len(g.asked) > 0:
		g.movers, g.await, g.asked = g.playing(g.asked), pairing, nil
	case closed == 1 || g.turns >= g.limit:
		g.over = true
	case empty >= 0:
		g.movers, g.await = []int{empty}, leaving
	case g.drew == g.turn:
		g.drew = -1
		g.pass()
	case g.named >= 0:
		g.back(g.named)
		g.dealAt(places(g.turn, g.named)...)
		g.given[left] = append(g.given[left], g.named)
		g.asked, g.drew, g.named, g.ready = []int{g.turn}, g.turn, -1, false
	case !g.ready && len(g.closed(left)) > 1:
		g.secret = g.closed(left)
		g.back(g.secret...)
		g.shuffle([]int{left}, g.secret...)
		for seat := range g.given {
			g.given[seat] = without(g.given[seat], g.secret...)
		}
	default:
		g.movers, g.await = []int{g.turn}, taking
	}
}

// endShow: whoever has shown a pair that isn't one is out.
func (g *oldMaid) endShow() {
	var liars []int
	for _, seat := range g.seats {
		for pair := range slices.Chunk(g.pairs[seat], 2) {
			if g.pile = append(g.pile, pair...); g.card(pair[0])/2 != g.card(pair[1])/2 {
				liars = append(liars, seat)
			}
		}
	}
	g.pairs, g.shown = map[int][]int{}, false
	for _, seat := range liars {
		g.out(seat)
	}
}

func (g *oldMaid) choose() (move []byte) {
	switch g.await {
	case leaving:
		return must(g.cards.Farewell())
	case taking:
		return []byte{byte(g.turns % len(g.closed(g.left(g.turn))))}
	}
	own := g.closed(g.me)
	order := g.byRank(own)
	for i := 0; i+1 < len(order); i++ {
		if g.card(own[order[i]])/2 == g.card(own[order[i+1]])/2 {
			move = append(move, order[i], order[i+1])
			i++
		}
	}
	return move
}

func (g *oldMaid) take(seat int, move []byte) error {
	switch g.await {
	case leaving:
		if err := g.cards.Fold(seat, move); err != nil {
			return errors.Unwrap(err) // the fault, without its seat
		}
		if g.turn == seat {
			g.pass()
		}
		g.seats = without(g.seats, seat)
		return nil
	case taking:
		named, err := pick(g.closed(g.left(seat)), 1, move)
		if err == nil {
			g.named = named[0]
		}
		return err
	}
	pairs, err := pick(g.closed(seat), len(move)&^1, move)
	if err == nil && len(pairs) > 0 {
		g.pairs[seat] = pairs
	}
	return err
}

// lost: hands that were being shuffled, cards that were being drawn, and the hand of who is gone,
// are dealt out to all.
func (g *oldMaid) lost() {
	g.secret, g.ready, g.named = nil, false, -1
	for seat := range g.given {
		if g.given[seat] = g.kept(g.given[seat]); !slices.Contains(g.seats, seat) {
			delete(g.given, seat) // it has left, and only observes from here on
		}
	}
}

// Whoever gave a card away knows it until its new holder shuffles its hand.
func (g *oldMaid) knows(seat int) []int {
	return slices.Concat(g.hand(seat), g.given[seat], g.pile)
}
