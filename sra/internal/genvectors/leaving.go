package main

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
)

// afterLeaving is what a table has in addition when seats have left (sections 8.5 and 8.6 of
// SPEC.md).
type afterLeaving struct {
	leavers []int    // in good order
	left    [][]byte // left(0), left(1), …
	dealt   []int    // positions

	before  *table   // the hand before the last redeal
	out     [16]bool // seats that the hand goes on without
	first   int      // position of the final deck
	decks   []oldDeck
	kept    []card
	raised  []*big.Int // the kept cards
	retired []int
}

// An oldDeck is one of which a card is open or kept, with the exponents of that time.
type oldDeck struct {
	end int
	e   []*big.Int
}

// A call is what all seats are told before the message of this number: a deal, or a redeal.
type call struct {
	at   int
	text string
}

func (t *table) call(deal ...card) call {
	for _, c := range deal {
		t.dealt = append(slices.Clip(t.dealt), c.position)
	}
	return call{len(t.said), dealText(deal)}
}

func (t *table) here() (seats []int) {
	for seat := range t.seats {
		if !t.out[seat] && !slices.Contains(t.leavers, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (t *table) leftSeats() (seats []int) {
	for seat := range t.seats {
		if t.out[seat] || slices.Contains(t.leavers, seat) {
			seats = append(seats, seat)
		}
	}
	return seats
}

func (t *table) root() *table {
	for t.before != nil {
		t = t.before
	}
	return t
}

func (t *table) number(x *big.Int) int {
	return slices.IndexFunc(t.root().public, func(y *big.Int) bool { return x.Cmp(y) == 0 })
}

func (t *table) deckOf(position int) int {
	n := 0
	for n < len(t.decks) && position >= t.decks[n].end {
		n++
	}
	return n
}

func (t *table) exponentAt(deck, seat int) *big.Int {
	if deck < len(t.decks) {
		return t.decks[deck].e[seat]
	}
	return t.e[seat]
}

// stock is the positions that can be dealt.
func (t *table) stock() (positions []int) {
	for p := t.first; p < len(t.values); p++ {
		if !slices.Contains(t.dealt, p) && !slices.Contains(t.retired, p) {
			positions = append(positions, p)
		}
	}
	return positions
}

func u32s(list []int) (b []byte) {
	for _, n := range list {
		b = append(b, u32(n)...)
	}
	return b
}

func u16s(list []int) (b []byte) {
	b = u16(len(list))
	for _, n := range list {
		b = append(b, u16(n)...)
	}
	return b
}

// leave lets a seat leave in good order, with its lists A and B.
func (t *table) leave(seat int, a, b []int) []byte {
	var from []*big.Int
	for _, p := range slices.Concat(a, b) {
		from = append(from, t.deck[p-t.first])
	}
	last := t.left[len(t.left)-1]
	view := hashOf("hand/leave", last, u32(seat), u32s(a), u32s(b), t.g.bytes(from))
	t.views = append(t.views, hex.EncodeToString(view))
	parts := [][]byte{view, {byte(len(t.leavers))}, u16s(a), u16s(b)}
	t.deck, t.values = slices.Clone(t.deck), slices.Clone(t.values)
	if len(from) > 0 {
		after := t.g.powers(from, t.g.inverse(t.e[seat]))
		proof, _, _, _ := t.g.decryptionProof(view, t.fresh(), t.e[seat], from, after)
		parts = append(parts, t.g.bytes(after), proof)
		for i, p := range slices.Concat(a, b) {
			t.deck[p-t.first] = after[i]
		}
	}
	m := t.say(seat, 5, parts...)
	for _, p := range a {
		t.values[p] = t.deck[p-t.first]
	}
	t.leavers = append(slices.Clip(t.leavers), seat)
	t.left = append(slices.Clip(t.left), hashOf("hand/left", last, u32(seat), u32s(a), u32s(b), t.g.bytes(t.deck)))
	return m
}

// join makes one message of the last ones, which are of one seat.
func (t *table) join(n int) []byte {
	var body []byte
	last := t.said[len(t.said)-n:]
	for _, s := range last {
		body = slices.Concat(body, u32(len(s.message)), s.message)
	}
	seat := last[0].from
	t.said = t.said[:len(t.said)-n]
	return t.say(seat, 7, body)
}

// again is the hand that goes on without these seats, with the cards that are open and kept.
func (t *table) again(kept []card, gone ...int) (*table, call) {
	next := &table{g: t.g, label: t.label, seats: t.seats, said: t.said, views: t.views}
	next.before, next.out, next.kept = t, t.out, kept
	for _, seat := range append(gone, t.leavers...) {
		next.out[seat] = true
	}
	surviving := map[int]bool{}
	for _, c := range kept {
		surviving[c.position] = true
	}
	var open []int
	for p, v := range t.values {
		if n := t.number(v); n >= 0 {
			surviving[p], open = true, append(open, n)
		}
	}
	next.decks = append(slices.Clone(t.decks), oldDeck{len(t.values), t.e})
	for len(next.decks) > 0 {
		begin, end := 0, next.decks[len(next.decks)-1].end
		if len(next.decks) > 1 {
			begin = next.decks[len(next.decks)-2].end
		}
		if slices.ContainsFunc(upTo(end)[begin:], func(p int) bool { return surviving[p] }) {
			next.first = end
			break
		}
		next.decks = next.decks[:len(next.decks)-1]
	}
	next.values = slices.Clone(t.values[:next.first])
	for _, x := range t.public {
		if !slices.Contains(open, t.number(x)) {
			next.public = append(next.public, x)
		}
	}
	next.deck = next.public
	var out, list []byte
	for seat, gone := range next.out[:t.seats] {
		name := fmt.Sprintf("seat %d of hand %d", seat, len(t.said))
		next.e, next.order = append(next.e, t.g.exponentFor(name)), append(next.order, orderOf(name, len(next.public)))
		if gone {
			out = append(out, u32(seat)...)
		}
	}
	for _, c := range kept {
		x := t.values[c.position]
		key := t.g.power(t.g.generator(), next.exponentAt(next.deckOf(c.position), c.to))
		list = slices.Concat(list, u32(c.position), u32(c.to), t.g.bytes([]*big.Int{key, x}))
		next.raised = append(next.raised, x)
	}
	next.id = hashOf("hand/redeal", t.root().table, out, u32(next.first), list)
	next.table = hashOf("hand/table", []byte(t.g.name), next.id, u32(t.seats), t.g.bytes(next.public))
	next.digestKeys()
	return next, call{len(t.said), "redeal " + line(gone)}
}

func upTo(n int) (list []int) {
	for i := range n {
		list = append(list, i)
	}
	return list
}

// veto tells where a seat's kept cards are.
func (t *table) veto(seat int) []byte {
	var positions []int
	var from []*big.Int
	for i, c := range t.kept {
		if c.to == seat {
			positions, from = append(positions, c.position), append(from, t.raised[i])
		}
	}
	view := hashOf("hand/veto", t.final, u32(seat), t.g.bytes(from))
	after, proofs := t.layersOff(seat, view, positions, from)
	for _, x := range after {
		place := slices.IndexFunc(t.deck, func(y *big.Int) bool { return x.Cmp(y) == 0 })
		t.retired = append(slices.Clip(t.retired), t.first+place)
	}
	t.views = append(t.views, hex.EncodeToString(view))
	return t.say(seat, 6, view, t.g.bytes(after), proofs)
}

// turns are the decryptions of a deal by all seats that have a turn.
func (t *table) turns(deal ...card) {
	for _, seat := range t.here() {
		if slices.ContainsFunc(deal, func(c card) bool { return c.to != seat && !slices.Contains(t.leavers, c.to) }) {
			t.decrypt(seat, deal...)
		}
	}
}

// copy returns the same table, for what isn't heard at once.
func (t *table) copy() *table {
	c := *t
	c.values, c.said, c.views = slices.Clone(t.values), slices.Clip(t.said), slices.Clip(t.views)
	return &c
}

// late is a message that was made by a copy of the table.
func (t *table) late(of *table) {
	t.said = append(t.said, of.said[len(of.said)-1])
	t.views = append(t.views, of.views[len(of.views)-1])
}

// leaveInOrder is a hand of four seats. Seat 0 leaves when it has had its turn in both deals;
// seat 2 when it has had it in the second, and before the message of seat 1 comes in the first,
// which begins again therefore.
func leaveInOrder() (*table, []call) {
	t := newTable(ristretto255, "squaredeal test leave", 4, 9).start()
	first, second := []card{{0, 3}, {1, 1}, {8, 2}}, []card{{2, everyone}, {3, 0}}
	calls := []call{t.call(first...), t.call(second...)}
	t.decrypt(0, first...)
	late := t.copy()
	late.decrypt(1, first...)
	t.decrypt(0, second...)
	t.leave(0, []int{4, 5, 6, 7}, []int{0, 1, 2, 8})
	t.decryptAt(0, 1, second...)
	t.decryptAt(0, 2, second...)
	t.leave(2, []int{0, 1, 4, 5, 6, 7}, []int{2})
	t.late(late) // isn't needed any more
	t.turns(first...)
	t.decryptAt(0, 3, second...)
	third := []card{{4, 1}, {5, everyone}}
	calls = append(calls, t.call(third...))
	t.turns(third...)
	t.show(3, 0)
	return t, calls
}

// redealTwice is a hand of five seats: seat 4 leaves in good order, seat 1 without a word, and
// seat 3 when some cards of the new deck have been dealt.
func redealTwice() (*table, []call) {
	t := newTable(ristretto255, "squaredeal test redeal", 5, 9).start()
	var calls []call
	deal := func(cards ...card) {
		calls = append(calls, t.call(cards...))
		t.turns(cards...)
	}
	deal(card{0, 0}, card{1, 1}, card{2, 3}, card{3, 4})
	deal(card{4, everyone})
	t.leave(4, []int{5, 6, 7, 8}, nil)
	deal(card{5, 2})
	again := func(gone int, kept ...card) {
		next, c := t.again(kept, gone)
		t, calls = next, append(calls, c)
		t.start()
		here := t.here()
		last := here[len(here)-1]
		t.veto(last)
		t.join(2)
		for _, seat := range here[:len(here)-1] {
			t.veto(seat)
		}
	}
	again(1, card{0, 0}, card{2, 3}, card{5, 2})
	stock := t.stock()
	deal(card{stock[1], 2}, card{stock[0], everyone})
	kept := stock[1]
	again(3, card{0, 0}, card{5, 2}, card{kept, 2})
	stock = t.stock()
	deal(card{stock[0], 0})
	t.show(2, kept, 5)
	t.show(0, 0, stock[0])
	t.kept = nil // they have been shown
	return t, calls
}
