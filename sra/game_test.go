package sra_test

import (
	"errors"
	"maps"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

// A game is a table with an observer and rules: each seat gets two cards, one after the
// other, and so does everyone; at the end the last two seats show theirs. It goes on when
// seats leave.
type game struct {
	*table
	o     *sra.Observer
	cards map[int][]int // positions of the cards of each seat, and of everyone's
	truth map[int]int   // the card at each position
	decks []dealt       // those that were ready
	ready bool          // the last of them is

	steps int // messages that have been delivered
	stop  int // ends the run when as many have been; 0 for never
}

// dealt is what became of one deck: its keys, whom each card was dealt to, and the seats that
// left in order.
type dealt struct {
	keys map[int]sra.Key
	to   map[int]int
	left map[int]bool
}

func newGame(t testing.TB, cards, seats int) *game {
	t.Helper()
	g := &game{table: newTable(t, sra.Ristretto255(), "a hand", cards, seats), cards: map[int][]int{}, truth: map[int]int{}}
	g.gone = map[int]bool{}
	g.o = newObserver(t, g.table)
	return g
}

func (g *game) here() (seats []int) {
	for seat := range g.hands {
		if !g.gone[seat] {
			seats = append(seats, seat)
		}
	}
	return seats
}

// one is some seat that is here.
func (g *game) one() *sra.Hand { return g.hands[g.here()[0]] }

// flow delivers all messages, and reports whether it was to the last one.
func (g *game) flow() bool {
	g.t.Helper()
	for len(g.said) > 0 {
		if g.stop > 0 && g.steps == g.stop {
			return false
		}
		g.deliver()
	}
	return true
}

func (g *game) deliver() {
	g.t.Helper()
	s := g.said[0]
	g.step()
	g.steps++
	if err := g.o.Receive(s.from, s.message); err != nil {
		g.t.Fatalf("the observer, kind %d of seat %d: %v", s.message[0], s.from, err)
	}
}

// begin opens a deck that is ready, by all keys.
func (g *game) begin() {
	g.t.Helper()
	d := dealt{map[int]sra.Key{}, map[int]int{}, map[int]bool{}}
	var open sra.Deck
	var first int
	for _, seat := range g.here() {
		d.keys[seat], open, first = sra.Secret(g.hands[seat])
	}
	for _, k := range d.keys {
		open = mustDecrypt(g.t, k, open)
	}
	stock := g.one().Stock()
	if kept := len(g.one().Kept()); len(stock)+kept != open.Len() {
		g.t.Errorf("%d cards can be dealt and %d are kept, of %d", len(stock), kept, open.Len())
	}
	for _, p := range stock {
		g.truth[p] = g.table.cards.Index(open.At(p - first))
	}
	g.decks, g.ready = append(g.decks, d), true
}

func (g *game) deal(cards ...sra.Deal) {
	g.t.Helper()
	for _, d := range cards {
		g.cards[d.To] = append(g.cards[d.To], d.Position)
		g.decks[len(g.decks)-1].to[g.truth[d.Position]] = d.To
	}
	g.beginDeal(cards...)
}

// play goes on to the end, from whatever has been dealt.
func (g *game) play() (ended bool) {
	g.t.Helper()
	if !g.flow() {
		return false
	}
	if !g.one().Ready() {
		g.t.Fatalf("not ready: missing %v", g.one().Missing())
	}
	if !g.ready {
		g.begin()
	}
	for round := range 2 {
		var deals [2][]sra.Deal // both under way at once
		stock := g.one().Stock()
		for _, to := range append(g.here(), sra.Everyone) {
			if len(g.cards[to]) <= round {
				kind := 0
				if to == sra.Everyone {
					kind = 1
				}
				deals[kind] = append(deals[kind], sra.Deal{Position: stock[0], To: to})
				stock = stock[1:]
			}
		}
		for _, cards := range deals {
			if len(cards) > 0 {
				g.deal(cards...)
			}
		}
		if !g.flow() {
			return false
		}
	}
	for _, seat := range g.here()[len(g.here())-2:] {
		for _, p := range g.cards[seat] {
			if _, shown := g.o.Card(p); shown {
				continue
			}
			if err := g.call(seat, func(h *sra.Hand) ([]byte, error) { return h.Show(p) }); err != nil {
				g.t.Fatal(err)
			}
		}
	}
	return g.flow()
}

// leave lets a seat leave in order, if it can, and doesn't do so at the same time as another.
func (g *game) leave(seat int) (left bool) {
	g.t.Helper()
	if slices.ContainsFunc(g.said, func(s said) bool { return s.message[0] == 5 }) {
		return false
	}
	switch err := g.call(seat, (*sra.Hand).Leave); {
	case errors.Is(err, sra.ErrState):
		return false
	case err != nil:
		g.t.Fatal(err)
	}
	g.gone[seat] = true
	if g.ready {
		g.decks[len(g.decks)-1].left[seat] = true
	}
	return true
}

// vanish takes seats away without a word, after what they said has been heard. The others deal
// again.
func (g *game) vanish(seats ...int) {
	g.t.Helper()
	for _, seat := range seats {
		g.gone[seat] = true
	}
	for len(g.said) > 0 {
		g.deliver()
	}
	g.redeal(seats...)
}

func (g *game) redeal(left ...int) {
	g.t.Helper()
	id, err := g.one().RedealID(left...)
	if err != nil {
		g.t.Fatal(err)
	}
	for _, seat := range g.here() {
		if other, err := g.hands[seat].RedealID(left...); err != nil || !slices.Equal(other, id) {
			g.t.Fatalf("seat %d would go on with the hand %x, not %x: %v", seat, other, id, err)
		}
		if err := g.call(seat, func(h *sra.Hand) ([]byte, error) { return h.Redeal(left...) }); err != nil {
			g.t.Fatal(err)
		}
	}
	if err := g.o.Redeal(left...); err != nil {
		g.t.Fatal(err)
	}
	kept := map[sra.Deal]bool{}
	for _, d := range g.one().Kept() {
		kept[d] = true
	}
	for to, positions := range g.cards {
		g.cards[to] = slices.DeleteFunc(positions, func(p int) bool {
			_, open := g.o.Card(p)
			return !open && !kept[sra.Deal{Position: p, To: to}]
		})
	}
	g.ready = false
}

// check checks that all who are here know what they are to know, in the end, and that what was
// said opens nothing else.
func (g *game) check() {
	g.t.Helper()
	seen := map[int]bool{}
	for _, to := range append(g.here(), sra.Everyone) {
		if n := len(g.cards[to]); n != 2 {
			g.t.Errorf("%d has %d cards", to, n)
		}
		for _, p := range g.cards[to] {
			if seen[g.truth[p]] {
				g.t.Errorf("card %d is repeated", g.truth[p])
			}
			seen[g.truth[p]] = true
			_, public := g.o.Card(p)
			for _, seat := range g.here() {
				card, ok := g.hands[seat].Card(p)
				if want := to == seat || to == sra.Everyone || public; ok != want || ok && card != g.truth[p] {
					g.t.Errorf("seat %d sees %d %v at position %d, which is %d and for %d", seat, card, ok, p, g.truth[p], to)
				}
			}
		}
	}
	for _, seat := range g.here() {
		h := g.hands[seat]
		if h.Missing() != nil || g.o.Missing() != nil {
			g.t.Errorf("seat %d waits for %v, the observer for %v", seat, h.Missing(), g.o.Missing())
		}
		for what, pair := range map[string][2]any{
			"stock": {h.Stock(), g.o.Stock()}, "kept": {h.Kept(), g.o.Kept()}, "deals": {inOrder(h.Deals()), inOrder(g.o.Deals())}, "left": {h.Left(), g.o.Left()},
		} {
			if diff := cmp.Diff(pair[0], pair[1]); diff != "" {
				g.t.Errorf("%s (-seat %d, +observer):\n%s", what, seat, diff)
			}
		}
		if want := slices.Sorted(maps.Keys(g.gone)); !slices.Equal(h.Left(), want) {
			g.t.Errorf("%v have left, want %v", h.Left(), want)
		}
		again := reopened(g.t, h)
		if !slices.Equal(state(g.t, again), state(g.t, h)) || again.Missing() != nil || !slices.Equal(again.Stock(), h.Stock()) {
			g.t.Errorf("seat %d is another one after a restart", seat)
		}
	}
	g.checkOpen()
}

// inOrder returns deals by their first positions.
func inOrder(deals [][]sra.Deal) [][]sra.Deal {
	slices.SortFunc(deals, func(a, b []sra.Deal) int { return a[0].Position - b[0].Position })
	return deals
}

// checkOpen opens whatever was said after the shuffles with all keys. Each card that lacks a
// seat's layer was dealt to another seat, or everyone, or shown; or the seat has left.
func (g *game) checkOpen() {
	g.t.Helper()
	public := map[int]bool{}
	for p, card := range g.truth {
		if open, ok := g.o.Card(p); ok && open == card {
			public[card] = true
		}
	}
	type layered struct{ deck, card, layers int }
	values := map[string]layered{}
	for i, d := range g.decks {
		under := map[int]sra.Deck{0: g.table.cards}
		for set := range 1 << len(g.hands) {
			for seat := range g.hands {
				k, here := d.keys[seat]
				if under[set].Len() > 0 && here && set>>seat == 0 {
					under[set|1<<seat] = mustEncrypt(g.t, k, under[set])
				}
			}
		}
		for set, deck := range under {
			for card := range deck.Len() {
				values[string(deck.At(card).Bytes())] = layered{i, card, set}
			}
		}
	}
	found := 0
	for _, s := range g.heard {
		for _, m := range sra.Split(s.message) {
			if m[0] <= 2 {
				continue
			}
			for i := range len(m) - 31 {
				v, ok := values[string(m[i:i+32])]
				if !ok {
					continue
				}
				found++
				d := g.decks[v.deck]
				to, isDealt := d.to[v.card]
				for seat := range d.keys {
					if v.layers>>seat&1 == 0 && !public[v.card] && !d.left[seat] && (!isDealt || to == seat) {
						g.t.Errorf("kind %d of seat %d: card %d lacks the layer of seat %d", m[0], s.from, v.card, seat)
					}
				}
			}
		}
	}
	if found == 0 {
		g.t.Error("no card is in any message")
	}
}
