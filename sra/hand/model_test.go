package hand_test

import (
	"math/bits"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
	"github.com/squaredeal/squaredeal/sra/hand"
)

// Layers are a set of exponents, by their numbers in a model.
type layers [4]uint64

func layer(number int) (l layers) {
	l[number/64] = 1 << (number % 64)
	return l
}

// plus returns the sum, of which the layers of m are new.
func (l layers) plus(m layers) (sum layers, ok bool) {
	ok = true
	for i := range l {
		ok = ok && l[i]&m[i] == 0
		sum[i] = l[i] | m[i]
	}
	return sum, ok
}

// minus returns what is left without the layers of m; ok if all of these were there.
func (l layers) minus(m layers) (rest layers, ok bool) {
	ok = true
	for i := range l {
		ok = ok && m[i]&^l[i] == 0
		rest[i] = l[i] &^ m[i]
	}
	return rest, ok
}

// top returns the greatest of the numbers, -1 if there are none.
func (l layers) top() int {
	for i := len(l) - 1; i >= 0; i-- {
		if l[i] != 0 {
			return 64*i + bits.Len64(l[i]) - 1
		}
	}
	return -1
}

// A symbol is an element as what it is made of: a card, and the exponents that it is raised by.
type symbol struct {
	card   int
	layers layers
	origin int // the one of the model's that it came from
}

// An origin is a place in the outcome of a seat's shuffle, or in new cards.
type origin struct {
	seat   int // that shuffled, -1 of new cards
	from   int // the origin before
	hidden bool
}

// A place is what is at a position; what it doesn't have is nil.
type place struct{ sealed, value *symbol }

// An exponent is what a seat's key has grown by in a turn.
type exponent struct {
	seat int
	key  sra.Key
}

// A script is what a turn's message is made of, as it was when the turn became due.
type script struct {
	turn    hand.Turn
	key     layers // of the seat
	lists   []scriptList
	from    []symbol // of a turn without lists
	message []byte   // nil until it is said
	e       layers   // the exponent, drawn when it is said
	order   []int
}

type scriptList struct {
	part      string
	positions []int
	from, to  []symbol
	whole     bool
}

type past struct {
	places []place
	keys   []layers
}

// A model is a hand in symbols, by the rules of SPEC.md and with the secrets of all seats. The
// elements of a real hand are compared with it: so it says where each card is, under which
// layers, and what each seat knows.
type model struct {
	t         *testing.T
	cards     sra.Deck
	exponents []exponent
	products  map[layers]sra.Key
	keys      []layers
	places    []place
	statuses  []hand.Status
	numbers   []int         // that everybody knows, by position, or -1
	known     []map[int]int // by seats, the others
	rounds    [][]hand.Turn // turns that follow one another; the first of each is due
	deals     int
	scripts   map[hand.Digest]*script
	origins   []origin
	fresh     bool     // new cards are being shuffled
	alone     int      // the seat that shuffles by itself, or -1
	kept      []symbol // that a seat held when it left
	checked   map[string]symbol
	past      []past // after each item
	fault     fault
	watchers  []*coalition
}

func newModel(t *testing.T, cards sra.Deck, seats int, watchers ...*coalition) *model {
	m := &model{
		t: t, cards: cards, products: map[layers]sra.Key{}, keys: make([]layers, seats), known: make([]map[int]int, seats),
		scripts: map[hand.Digest]*script{}, checked: map[string]symbol{}, watchers: watchers,
	}
	for seat := range m.known {
		m.known[seat] = map[int]int{}
	}
	m.begin(count(0, seats), count(0, cards.Len()))
	return m
}

// begin puts new cards at positions of their own, for those who are here to shuffle.
func (m *model) begin(here, cards []int) {
	m.fresh = true
	positions := count(len(m.places), len(m.places)+len(cards))
	m.rounds = nil
	m.shuffle(here, here, positions)
	for _, card := range cards {
		m.places = append(m.places, place{sealed: &symbol{card: card, origin: m.newOrigin(origin{seat: -1, from: -1})}})
		m.statuses, m.numbers = append(m.statuses, hand.Stock), append(m.numbers, -1)
	}
	for _, c := range m.watchers {
		for _, p := range m.places[len(m.places)-len(cards):] {
			c.learn(m, *p.sealed)
			c.publish(m, *p.sealed, "new cards")
		}
		if len(cards) == 1 { // which somebody may keep: all others are open
			for _, p := range m.places {
				if p.value != nil && p.value.card == cards[0] {
					c.learn(m, *p.value)
				}
			}
		}
	}
}

func (m *model) newOrigin(o origin) int {
	m.origins = append(m.origins, o)
	return len(m.origins) - 1
}

// key returns the key of some layers.
func (m *model) key(l layers) sra.Key {
	if k, ok := m.products[l]; ok {
		return k
	}
	top := l.top()
	k := m.exponents[top].key
	if rest, _ := l.minus(layer(top)); rest != (layers{}) {
		k = must(m.key(rest).Times(k))
	}
	m.products[l] = k
	return k
}

// check compares elements with what the model says that they are.
func (m *model) check(what string, at []int, symbols []symbol, elements []sra.Element) {
	m.t.Helper()
	if m.fault != none {
		return // it is the model of another protocol
	}
	groups := map[layers][]int{}
	for i, s := range symbols {
		if seen, ok := m.checked[elements[i].String()]; !ok || seen.card != s.card || seen.layers != s.layers {
			groups[s.layers] = append(groups[s.layers], i)
		}
	}
	for l, group := range groups {
		var cards []sra.Element
		for _, i := range group {
			cards = append(cards, m.cards.At(symbols[i].card))
		}
		raised := must(sra.NewDeck(cards...))
		if l != (layers{}) {
			raised = must(m.key(l).Encrypt(raised))
		}
		for j, i := range group {
			if !raised.At(j).Equal(elements[i]) {
				m.t.Fatalf("%s: position %d doesn't have card %d under the layers %x", what, at[i], symbols[i].card, l)
			}
			m.checked[elements[i].String()] = symbols[i]
		}
	}
}

// raise returns elements under more layers.
func (m *model) raise(from []symbol, by layers) (to []symbol) {
	m.t.Helper()
	for _, s := range from {
		var ok bool
		if s.layers, ok = s.layers.plus(by); !ok {
			m.t.Fatalf("card %d is raised twice by one exponent", s.card)
		}
		to = append(to, s)
	}
	return to
}

// strip returns elements without layers.
func (m *model) strip(from []symbol, by layers) (to []symbol) {
	m.t.Helper()
	for _, s := range from {
		var ok bool
		if s.layers, ok = s.layers.minus(by); !ok {
			m.t.Fatalf("card %d hasn't the layers that come off", s.card)
		}
		to = append(to, s)
	}
	return to
}

// write notes what the turns that are due depend on.
func (m *model) write(h *hand.Hand) {
	for _, t := range h.Due() {
		if m.scripts[t.ID] != nil {
			continue
		}
		s := &script{turn: t, key: m.keys[t.Seat]}
		m.scripts[t.ID] = s
		if t.Kind != hand.Shuffle && t.Kind != hand.Raise {
			s.from = m.elements(t.Positions, t.Kind != hand.Leave)
			if m.fault == openOwn && t.Kind == hand.Layer {
				s.from = append(s.from, m.own(h, t.Seat)...)
			}
			if m.fault == sealLeaver && t.Kind == hand.Leave {
				s.from = append(s.from, m.kept...)
			}
			continue
		}
		for _, l := range h.Lists(t) {
			s.lists = append(s.lists, scriptList{part: l.Part, positions: l.Positions, from: m.elements(l.Positions, l.Part == "own"),
				whole: l.Whole})
		}
	}
}

func (m *model) elements(positions []int, values bool) (list []symbol) {
	for _, p := range positions {
		x := m.places[p].sealed
		if values {
			x = m.places[p].value
		}
		list = append(list, *x)
	}
	return list
}

// farewell notes what a leave in advance depends on, of a seat that has read so many items.
func (m *model) farewell(h *hand.Hand, id hand.Digest, seat, read int) {
	if m.scripts[id] != nil {
		return
	}
	s := &script{turn: hand.Turn{Seat: seat, Kind: hand.Leave, ID: id}}
	for p, x := range m.past[read].places {
		if status, to := h.Status(p); x.sealed != nil && (status != hand.Held || to != seat) {
			s.turn.Positions, s.from = append(s.turn.Positions, p), append(s.from, *x.sealed)
		}
	}
	s.key = m.past[read].keys[seat]
	m.scripts[id] = s
}

// say compares a seat's message with its turn's script, and shows it to the watchers.
func (m *model) say(h *hand.Hand, here []int, id hand.Digest, message []byte) {
	m.t.Helper()
	s := m.scripts[id]
	if s == nil {
		m.t.Fatal("something is said in no turn")
	}
	if s.message != nil {
		if !slices.Equal(s.message, message) {
			m.t.Fatal("two messages for one turn")
		}
		return
	}
	s.message = message
	size := m.cards.Group().ElementSize()
	next := message[len(id):]
	read := func(n int) (list []sra.Element) {
		for range n {
			list = append(list, must(sra.ParseElement(m.cards.Group(), next[:size])))
			next = next[size:]
		}
		return list
	}
	what := s.turn.Kind.String()
	if s.turn.Kind != hand.Shuffle && s.turn.Kind != hand.Raise {
		to := m.strip(s.from, s.key)
		m.check(what, s.turn.Positions, to, read(len(s.turn.Positions)))
		if s.turn.Kind == hand.Leave {
			for _, c := range m.watchers {
				c.leave(m, s, here)
			}
		}
		m.publish(to, what)
		return
	}
	m.sayGrown(h, s, what, read)
}

// sayGrown is say of a shuffle or raise turn, whose elements are read.
func (m *model) sayGrown(h *hand.Hand, s *script, what string, read func(n int) []sra.Element) {
	m.t.Helper()
	number := len(m.exponents)
	e, order := h.Made()
	s.e, s.order = layer(number), order
	m.exponents = append(m.exponents, exponent{s.turn.Seat, e})
	if m.fault == noRaise && s.turn.Kind == hand.Raise || m.fault == sameKey && s.key != (layers{}) {
		s.e = layers{}
	}
	whole, _ := s.key.plus(s.e)
	announced := func(l layers) {
		m.t.Helper()
		if x := read(1)[0]; m.fault == none && !m.key(l).Public().Element().Equal(x) {
			m.t.Fatal("another exponent or key than that of the secret")
		}
	}
	announced(s.e)
	for i := range s.lists {
		l := &s.lists[i]
		by := s.e
		if l.whole {
			by = whole
		}
		if l.part == "own" {
			announced(whole)
		}
		l.to = m.raise(l.from, by)
		if l.part == "cards" {
			moved := make([]symbol, len(order))
			for j, from := range order {
				moved[j] = l.to[from]
				moved[j].origin = m.newOrigin(origin{seat: s.turn.Seat, from: moved[j].origin, hidden: len(order) > 1})
			}
			l.to = moved
		}
		m.check(what+", "+l.part, l.positions, l.to, read(len(l.positions)))
		m.publish(l.to, what+", "+l.part)
	}
}

func (m *model) publish(list []symbol, what string) {
	for _, c := range m.watchers {
		for _, s := range list {
			c.publish(m, s, what)
		}
	}
}

// take gives the message of a turn its effect.
func (m *model) take(id hand.Digest) {
	m.t.Helper()
	s := m.scripts[id]
	if s == nil || s.message == nil {
		m.t.Fatal("what nobody said is taken")
	}
	m.pass(s.turn)
	seat := s.turn.Seat
	switch s.turn.Kind {
	case hand.Shuffle, hand.Raise:
		m.keys[seat], _ = m.keys[seat].plus(s.e)
		for _, l := range s.lists {
			for i, p := range l.positions {
				x := &l.to[i]
				switch {
				case l.part != "own":
					m.places[p].sealed = x
				case m.statuses[p] == hand.Held:
					m.places[p].value = x
				}
			}
		}
		if n := len(s.turn.Positions); n > 1 {
			m.mix(seat, s)
		}
	case hand.Leave:
		for i, x := range m.strip(s.from, s.key)[:len(s.turn.Positions)] {
			m.places[s.turn.Positions[i]].sealed = &x
		}
	default:
		for i, x := range m.strip(s.from, s.key)[:len(s.turn.Positions)] {
			m.places[s.turn.Positions[i]].value = &x
		}
	}
}

// mix has everybody forget cards, except who has shuffled them alone.
func (m *model) mix(seat int, s *script) {
	knew := make([]int, len(s.order))
	for i, from := range s.order {
		knew[i] = m.card(seat, s.turn.Positions[from])
	}
	for i, p := range s.turn.Positions {
		m.forget(p)
		if seat == m.alone && knew[i] >= 0 {
			m.known[seat][p] = knew[i]
		}
	}
}

func (m *model) forget(p int) {
	m.numbers[p] = -1
	for _, known := range m.known {
		delete(known, p)
	}
}

// card is what a seat knows of a position, -1 if it knows nothing; seat -1 is an observer.
func (m *model) card(seat, p int) int {
	if m.numbers[p] >= 0 || seat < 0 {
		return m.numbers[p]
	}
	if n, ok := m.known[seat][p]; ok {
		return n
	}
	return -1
}

// cardsOf are what a seat knows of all positions.
func (m *model) cardsOf(seat int) (cards []int) {
	for p := range m.places {
		cards = append(cards, m.card(seat, p))
	}
	return cards
}

// round has turns follow one another, but those of layers without positions.
func (m *model) round(turns ...hand.Turn) {
	turns = slices.DeleteFunc(turns, func(t hand.Turn) bool { return t.Kind != hand.Raise && len(t.Positions) == 0 })
	if len(turns) > 0 {
		m.rounds = append(m.rounds, turns)
	}
}

// pass ends a turn.
func (m *model) pass(t hand.Turn) {
	m.t.Helper()
	for i, r := range m.rounds {
		if same(r[0], t) {
			m.rounds = slices.Delete(m.rounds, i, i+1)
			m.round(r[1:]...)
			return
		}
	}
	m.t.Fatalf("%v isn't due", t)
}

// same compares all but names.
func same(a, b hand.Turn) bool {
	return a.Seat == b.Seat && a.Kind == b.Kind && slices.Equal(a.Positions, b.Positions)
}

func (m *model) shuffle(here, seats, positions []int) {
	if m.alone = -1; len(seats) == 1 {
		m.alone = seats[0]
	}
	var turns []hand.Turn
	for _, seat := range seats {
		if len(positions) > 0 {
			turns = append(turns, hand.Turn{Seat: seat, Kind: hand.Shuffle, Positions: positions})
		} else {
			turns = append(turns, hand.Turn{Seat: seat, Kind: hand.Raise})
		}
	}
	for _, seat := range here {
		if !slices.Contains(seats, seat) {
			turns = append(turns, hand.Turn{Seat: seat, Kind: hand.Raise})
		}
	}
	m.round(turns...)
}

func (m *model) deal(here []int, places []hand.Place) {
	var turns []hand.Turn
	for i := range here {
		t := hand.Turn{Seat: here[(m.deals+i)%len(here)], Kind: hand.Layer}
		for _, c := range places {
			if c.To != t.Seat {
				t.Positions = append(t.Positions, c.Position)
			}
		}
		turns = append(turns, t)
	}
	m.deals++
	m.round(turns...)
	for _, c := range places {
		p := &m.places[c.Position]
		p.value = p.sealed
		for _, w := range m.watchers {
			if c.To == hand.Everyone || w.seats[c.To] {
				w.learn(m, *p.sealed)
			}
		}
	}
}

func (m *model) show(seat int, positions []int) {
	m.round(hand.Turn{Seat: seat, Kind: hand.Show, Positions: positions})
	for _, p := range positions {
		for _, w := range m.watchers {
			w.learn(m, *m.places[p].value)
		}
	}
}

// leave ends the sealed values of what a seat holds.
func (m *model) leave(h *hand.Hand, seat int) {
	m.kept = nil
	t := hand.Turn{Seat: seat, Kind: hand.Leave}
	for p := range m.places {
		sealed := &m.places[p].sealed
		switch status, to := h.Status(p); {
		case *sealed == nil:
		case status == hand.Held && to == seat:
			m.kept = append(m.kept, **sealed)
			*sealed = nil
		default:
			t.Positions = append(t.Positions, p)
		}
	}
	m.round(t)
}

// drop is after the step.
func (m *model) drop(h *hand.Hand) {
	open := map[int]bool{}
	for seat := range m.known {
		if !slices.Contains(h.Here(), seat) {
			m.known[seat] = map[int]int{}
		}
	}
	for p := range m.places {
		switch status, _ := h.Status(p); status {
		case hand.Void:
			m.void(p)
			continue
		case hand.Open:
			open[m.places[p].value.card] = true
		}
		m.places[p].sealed = m.places[p].value
	}
	m.begin(h.Here(), slices.DeleteFunc(count(0, m.cards.Len()), func(card int) bool { return open[card] }))
}

func (m *model) void(p int) {
	m.forget(p)
	m.places[p], m.statuses[p] = place{}, hand.Void
}

// own are the cards of the deal that is under way to a seat.
func (m *model) own(h *hand.Hand, seat int) (list []symbol) {
	for p := range m.places {
		if status, to := h.Status(p); status == hand.Dealing && to == seat {
			list = append(list, *m.places[p].value)
		}
	}
	return list
}

// pairs are symbols and the elements that stand for them, at positions.
type pairs struct {
	at       []int
	symbols  []symbol
	elements []sra.Element
}

func (m *model) pair(list *pairs, p int, s *symbol, x sra.Element) {
	m.t.Helper()
	if (s == nil) != (x.Bytes() == nil) {
		m.t.Fatalf("position %d: %v and %v", p, s, x)
	}
	if s != nil {
		list.at, list.symbols, list.elements = append(list.at, p), append(list.symbols, *s), append(list.elements, x)
	}
}

// after compares the hand of an observer with the model, when both have read an item.
func (m *model) after(h *hand.Hand) {
	m.t.Helper()
	ready, twins := h.Ready(), m.fresh
	m.fresh = m.fresh && !ready
	all := layers{} // of those who are here
	for _, seat := range h.Here() {
		all, _ = all.plus(m.keys[seat])
	}
	if due := h.Due(); !slices.EqualFunc(m.rounds, due, func(r []hand.Turn, t hand.Turn) bool { return same(r[0], t) }) {
		m.t.Fatalf("due are %v, not the first of %v", due, m.rounds)
	}
	if h.Positions() != len(m.places) {
		m.t.Fatalf("%d positions, not %d", h.Positions(), len(m.places))
	}
	times := make([]int, m.cards.Len())
	var list pairs
	for p := range m.places {
		m.follow(h, p, twins && ready, times)
		x := m.places[p]
		m.pair(&list, p, x.value, h.Value(p))
		m.pair(&list, p, x.sealed, h.Sealed(p))
		if !ready || x.sealed == nil {
			continue
		}
		for _, c := range m.watchers {
			c.rest(m, *x.sealed)
		}
		if x.sealed.layers != all && m.fault == none {
			m.t.Fatalf("position %d is sealed under the layers %x, not %x", p, x.sealed.layers, all)
		}
	}
	m.check("observer", list.at, list.symbols, list.elements)
	for card, n := range times {
		if n != 1 {
			m.t.Fatalf("card %d is there %d times\n%s", card, n, h.View())
		}
	}
	m.write(h)
	m.past = append(m.past, past{slices.Clone(m.places), slices.Clone(m.keys)})
}

// follow takes over the status of a position, which may have become void from the stock at times, and
// counts its card.
func (m *model) follow(h *hand.Hand, p int, mayEnd bool, times []int) {
	m.t.Helper()
	status, to := h.Status(p)
	before := m.statuses[p]
	m.statuses[p] = status
	x := &m.places[p]
	switch status {
	case hand.Void:
		if before != hand.Void && !(mayEnd && before == hand.Stock) {
			m.t.Fatalf("position %d was %v, and is void", p, before)
		}
		m.void(p)
	case hand.Stock:
		x.value = nil
		times[x.sealed.card]++
	case hand.Held:
		if before != hand.Held {
			m.known[to][p] = x.value.card
		}
		if !m.fresh {
			times[x.value.card]++
		}
		if x.value.layers != m.keys[to] {
			m.t.Fatalf("position %d is held under the layers %x, and the key's are %x", p, x.value.layers, m.keys[to])
		}
	case hand.Open:
		m.numbers[p] = x.value.card
		times[x.value.card]++
		if x.value.layers != (layers{}) {
			m.t.Fatalf("position %d is open under layers", p)
		}
	case hand.Dealing:
		times[x.value.card]++
	}
}
