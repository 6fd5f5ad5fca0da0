package spec

import (
	"cmp"
	"crypto/sha3"
	"slices"
	"strings"
)

// sra/hand/SPEC.md, in its words. All seats and observers are in the same state, so there
// is one for them all, with the secrets of all.

const everyone = -1

const (
	shuffleTurn = 1 + iota
	raiseTurn
	layerTurn
	showTurn
	leaveTurn
)

// The lists of a shuffle or raise turn.
const (
	ownList = iota
	keptList
	restList
	cardsList
)

// A turn has what it depends on, as it was when it became due.
type turn struct {
	seat, kind int
	positions  []int
	digest     string
	key        string      // the seat's
	secret     seeded      // of this key
	values     []string    // at the positions, of a layer, show or leave turn
	fresh      bool        // of new cards: a shuffle or raise turn
	lists      [4][]string // of a shuffle or raise turn
	places     [4][]int    // the positions of these; K has none
	deal       *deal
}

type position struct {
	status        string
	to            int
	value, sealed string // or ""
	number        int    // of the card, or −1 if not everybody knows it
}

type deal struct {
	positions []int
	seats     []int // that still have turns
}

type shuffling struct {
	positions []int
	seats     []int // that still have turns
	raising   []int // after them
	fresh     bool  // of new cards
	alone     bool  // of one seat
}

type hand struct {
	g           group
	seats       int
	x0          []string
	secrets     []string
	observer    []bool // of each seat, that it read an E of its own that isn't the one of its secret
	table, head string
	presence    []string
	keys        []string          // of each seat, or ""
	owned       []seeded          // the same, with their secrets
	foreign     map[string]seeded // keys by E that aren't those of secrets
	positions   []position
	known       []map[int]int // of each seat, cards by positions; those that everybody knows may be missing
	turns       int
	deals       int
	due         []turn
	shuffle     *shuffling
}

// Sections 2 to 4

func handHash(label string, fields ...string) string {
	b := lp("squaredeal/hand/v1/" + label)
	for _, f := range fields {
		b += lp(f)
	}
	return sha(b)
}

func newHand(g group, id string, x0, secrets []string) *hand {
	m := len(secrets)
	h := &hand{g: g, seats: m, x0: x0, secrets: secrets, observer: make([]bool, m), keys: make([]string, m), owned: make([]seeded, m),
		foreign: map[string]seeded{}}
	h.table = handHash("table", g.name, id, u32(m), joined(x0))
	h.head = h.table
	for range m {
		h.presence, h.known = append(h.presence, "in"), append(h.known, map[int]int{})
	}
	h.newCards(x0)
	return h
}

func (h *hand) in() []int { return h.present("in") }

// present is a list of the seats with one of these words, ascending.
func (h *hand) present(words ...string) (seats []int) {
	for seat, word := range h.presence {
		if slices.Contains(words, word) {
			seats = append(seats, seat)
		}
	}
	return seats
}

// where is a list of the positions for which that holds, ascending.
func (h *hand) where(holds func(p position) bool) (list []int) {
	for i, p := range h.positions {
		if holds(p) {
			list = append(list, i)
		}
	}
	return list
}

func (h *hand) with(words ...string) []int {
	return h.where(func(p position) bool { return slices.Contains(words, p.status) })
}

func (h *hand) heldBy(seat int) []int {
	return h.where(func(p position) bool { return p.status == "held" && p.to == seat })
}

func (h *hand) sealed(positions []int) (list []string) {
	for _, p := range positions {
		list = append(list, h.positions[p].sealed)
	}
	return list
}

func (h *hand) values(positions []int) (list []string) {
	for _, p := range positions {
		list = append(list, h.positions[p].value)
	}
	return list
}

// isDue reports whether a turn of one of these kinds is.
func (h *hand) isDue(kinds ...int) bool {
	return slices.ContainsFunc(h.due, func(t turn) bool { return slices.Contains(kinds, t.kind) })
}

func (h *hand) ready() bool { return !h.isDue(shuffleTurn, raiseTurn, leaveTurn) }
func (h *hand) quiet() bool { return h.ready() && !h.isDue(layerTurn) }

func (h *hand) read(w int, content string) {
	h.head = handHash("read", h.head, octet(w), content)
}

func (h *hand) become(t turn) {
	t.digest = handHash("turn", h.head, u32(h.turns), u32(t.seat), octet(t.kind))
	t.key, t.secret = h.keys[t.seat], h.owned[t.seat]
	switch t.kind {
	case shuffleTurn, raiseTurn:
		if t.key != "" {
			t.places[ownList] = h.heldBy(t.seat)
			t.lists[ownList] = append([]string{t.key}, h.values(t.places[ownList])...)
		}
		if t.fresh {
			t.places[keptList] = h.heldBy(t.seat)
		}
		for _, p := range h.where(func(p position) bool { return p.sealed != "" }) {
			if !slices.Contains(t.places[keptList], p) && !slices.Contains(t.positions, p) {
				t.places[restList] = append(t.places[restList], p)
			}
		}
		t.places[cardsList] = t.positions
		for _, list := range []int{keptList, restList, cardsList} {
			t.lists[list] = h.sealed(t.places[list])
		}
	case leaveTurn:
		t.values = h.sealed(t.positions)
	default:
		t.values = h.values(t.positions)
	}
	h.turns++
	h.due = append(h.due, t)
}

// Section 5.1

func (h *hand) receive(seat int, message string) string {
	i := slices.IndexFunc(h.due, func(t turn) bool {
		return t.seat == seat && strings.HasPrefix(message, t.digest)
	})
	if i < 0 {
		return "void"
	}
	t := h.due[i]
	elements, fault := h.check(t, message[32:])
	if fault != "" {
		return fault
	}
	h.due = slices.Delete(slices.Clone(h.due), i, i+1)
	h.read(1, u32(seat)+t.digest+joined(elements))
	h.effect(t, elements)
	return "taken"
}

// split takes the elements of a shuffle or raise message apart: E, K′, F and the lists.
func (t turn) split(elements []string) (e, k, f string, lists [4][]string) {
	e, elements = elements[0], elements[1:]
	for i, list := range t.lists {
		lists[i], elements = elements[:len(list)], elements[len(list):]
	}
	k = e
	if t.key != "" {
		k = lists[ownList][0]
	}
	f = e
	if t.fresh {
		f = k
	}
	return e, k, f, lists
}

func (t turn) grows() bool { return t.kind == shuffleTurn || t.kind == raiseTurn }

// count is how many elements a message has.
func (t turn) count() int {
	if t.grows() {
		return 1 + len(slices.Concat(t.lists[:]...))
	}
	return len(t.values)
}

// An elementsProof is a proof in a message, and whether it shows what it is to show.
type elementsProof struct {
	size  int
	valid func(proof *proofReader) bool
}

// proofs are those of a message with these elements.
func (t turn) proofs(g group, elements []string) []elementsProof {
	decryption := func(key string, from, to []string) elementsProof {
		return elementsProof{2*g.size() + g.scalarSize(), func(proof *proofReader) bool {
			return g.verifyDecryption(t.digest, key, from, to, proof)
		}}
	}
	if !t.grows() {
		return []elementsProof{decryption(t.key, t.values, elements)}
	}
	e, _, f, lists := t.split(elements)
	proofs := []elementsProof{{g.size() + g.scalarSize(), func(proof *proofReader) bool { return g.verifyKey(t.digest, e, proof) }}}
	for i, key := range []string{e, e, f} { // of own, kept and rest
		if len(lists[i]) > 0 {
			proofs = append(proofs, decryption(key, lists[i], t.lists[i]))
		}
	}
	if cards := lists[cardsList]; len(cards) > 0 {
		proofs = append(proofs, elementsProof{g.shuffleSize(len(cards)), func(proof *proofReader) bool {
			return g.verifyShuffle(t.digest, f, t.lists[cardsList], cards, proof)
		}})
	}
	return proofs
}

// fits reports whether no list repeats an element, and no key is G.
func (t turn) fits(g group, elements []string) bool {
	if !t.grows() {
		return !repeated(elements)
	}
	e, k, _, lists := t.split(elements)
	return e != g.generator() && k != g.generator() && !slices.ContainsFunc(lists[:], repeated)
}

// check is of what follows the digest: the elements and their proofs.
func (h *hand) check(t turn, b string) (elements []string, fault string) {
	if len(b) < t.count()*h.g.size() {
		return nil, "malformed"
	}
	r := &proofReader{g: h.g, b: b}
	elements = r.elements(t.count())
	proofs, length := t.proofs(h.g, elements), 0
	for _, p := range proofs {
		length += p.size
	}
	if r.bad || len(r.b) != length || !t.fits(h.g, elements) {
		return nil, "malformed"
	}
	for _, p := range proofs {
		proof := &proofReader{g: h.g, b: r.next(p.size)}
		switch valid := p.valid(proof); {
		case proof.bad:
			return nil, "malformed"
		case !valid:
			return nil, "invalid"
		}
	}
	for i, p := range t.positions {
		opens := t.kind == showTurn || t.kind == layerTurn && h.positions[p].to == everyone && t.deal.next(h) == nil
		if opens && !slices.Contains(h.x0, elements[i]) {
			return nil, "invalid"
		}
	}
	return elements, ""
}

// Section 5.2

func (h *hand) effect(t turn, elements []string) {
	switch t.kind {
	case shuffleTurn, raiseTurn:
		h.grow(t, elements)
		h.shuffleGoesOn()
	case layerTurn:
		for i, p := range t.positions {
			h.positions[p].value = elements[i]
		}
		h.dealGoesOn(t.deal)
	case showTurn:
		for i, p := range t.positions {
			h.positions[p].value = elements[i]
			h.open(p)
		}
	case leaveTurn:
		for i, p := range t.positions {
			h.positions[p].sealed = elements[i]
		}
	}
}

func (h *hand) grow(t turn, elements []string) {
	e, k, _, lists := t.split(elements)
	grown := h.seed(t)
	if e != h.g.power(h.g.generator(), grown.e) {
		h.observer[t.seat], grown = true, h.foreign[e]
	}
	h.keys[t.seat], h.owned[t.seat] = k, h.grown(t, grown)
	for i, p := range t.places[ownList] {
		if h.positions[p].status == "held" {
			h.positions[p].value = lists[ownList][1+i]
		}
	}
	for _, list := range []int{keptList, restList, cardsList} {
		for i, p := range t.places[list] {
			h.positions[p].sealed = lists[list][i]
		}
	}
	if len(t.positions) < 2 {
		return
	}
	follows := map[int]int{} // what the seat knows if it shuffles alone
	if h.shuffle.alone && !h.observer[t.seat] {
		order := h.fKey(t, h.seed(t)).orderOf(joined(t.lists[cardsList]), len(t.positions))
		for j, p := range t.positions {
			if card, ok := h.knows(t.seat, t.positions[order[j]]); ok {
				follows[p] = card
			}
		}
	}
	for _, p := range t.positions {
		h.forget(p)
	}
	for p, card := range follows {
		h.known[t.seat][p] = card
	}
}

// knows returns the card at a position, and whether the seat knows it.
func (h *hand) knows(seat, p int) (card int, ok bool) {
	if h.positions[p].number >= 0 {
		return h.positions[p].number, true
	}
	card, ok = h.known[seat][p]
	return card, ok && !h.observer[seat] && h.presence[seat] != "out"
}

// forget is of everybody.
func (h *hand) forget(p int) {
	h.positions[p].number = -1
	for seat := range h.seats {
		delete(h.known[seat], p)
	}
}

func (h *hand) open(p int) {
	h.positions[p].status = "open"
	h.positions[p].number = slices.Index(h.x0, h.positions[p].value)
}

// void makes it a position without a card.
func (h *hand) void(p int) {
	h.forget(p)
	h.positions[p] = position{status: "void", to: everyone, number: -1}
}

// Section 6

// repeated reports whether a number is in a list twice.
func repeated[T cmp.Ordered](list []T) bool {
	sorted := slices.Sorted(slices.Values(list))
	return len(slices.Compact(sorted)) != len(list)
}

// each reports whether all of a list are in another.
func each(list, of []int) bool {
	return !slices.ContainsFunc(list, func(i int) bool { return !slices.Contains(of, i) })
}

// proper reports whether it isn't empty, repeats nothing, and all of it are in another list.
func proper(list, of []int) bool { return len(list) > 0 && !repeated(list) && each(list, of) }

// without returns a list without those of another.
func without(list, others []int) []int {
	return slices.DeleteFunc(slices.Clone(list), func(i int) bool { return slices.Contains(others, i) })
}

// showing are the positions in show turns that are due.
func (h *hand) showing() (list []int) {
	for _, t := range h.due {
		if t.kind == showTurn {
			list = append(list, t.positions...)
		}
	}
	return list
}

func (h *hand) stepDeal(positions, to []int) string {
	if !h.ready() || !proper(positions, h.with("stock")) || !each(to, append(h.in(), everyone)) {
		return "state"
	}
	var content string
	for i, p := range positions {
		content += u32s(p, to[i])
		h.positions[p].status, h.positions[p].to, h.positions[p].value = "dealing", to[i], h.positions[p].sealed
	}
	h.read(2, content)
	h.dealBegins(positions)
	return "done"
}

func (h *hand) stepShow(seat int, positions []int) string {
	if !h.ready() || !proper(positions, without(h.heldBy(seat), h.showing())) {
		return "state"
	}
	h.read(3, u32(seat)+u32s(positions...))
	h.become(turn{seat: seat, kind: showTurn, positions: positions})
	return "done"
}

func (h *hand) stepReturn(positions []int) string {
	possible := h.where(func(p position) bool { return (p.status == "held" || p.status == "open") && p.sealed != "" })
	if !h.ready() || !proper(positions, without(possible, h.showing())) {
		return "state"
	}
	h.read(4, u32s(positions...))
	for _, p := range positions {
		h.positions[p].status, h.positions[p].to, h.positions[p].value = "stock", everyone, ""
	}
	return "done"
}

func (h *hand) stepShuffle(seats, positions []int) string {
	if !h.quiet() || !proper(seats, h.in()) || !proper(positions, h.with("stock")) {
		return "state"
	}
	h.read(5, u32(len(seats))+u32s(seats...)+u32s(positions...))
	h.shuffleBegins(&shuffling{positions: positions, seats: seats})
	return "done"
}

func (h *hand) stepLeave(seat int) string {
	if !h.quiet() || !slices.Contains(h.in(), seat) || len(h.in()) <= 2 {
		return "state"
	}
	h.read(6, u32(seat))
	h.presence[seat] = "left"
	for _, p := range h.heldBy(seat) {
		h.positions[p].sealed = ""
	}
	if list := h.where(func(p position) bool { return p.sealed != "" }); len(list) > 0 {
		h.become(turn{seat: seat, kind: leaveTurn, positions: list})
	}
	return "done"
}

func (h *hand) stepDrop(seats []int) string {
	stay := without(h.in(), seats)
	if !proper(seats, h.present("in", "left")) || len(stay) < 2 {
		return "state"
	}
	h.read(7, u32s(slices.Sorted(slices.Values(seats))...))
	for seat := range h.presence {
		if !slices.Contains(stay, seat) {
			h.presence[seat] = "out"
		}
	}
	h.due, h.shuffle = nil, nil
	closed := slices.Clone(h.x0)
	for i, p := range h.positions {
		switch {
		case p.status == "held" && slices.Contains(stay, p.to):
			h.positions[i].sealed = p.value
		case p.status == "open":
			h.positions[i].sealed = p.value
			closed = slices.DeleteFunc(closed, func(x string) bool { return x == p.value })
		default:
			h.void(i)
		}
	}
	h.newCards(closed)
	return "done"
}

// Section 7

func (h *hand) dealBegins(positions []int) {
	d, turns := &deal{positions: positions}, h.in()
	for i := range turns {
		d.seats = append(d.seats, turns[(h.deals+i)%len(turns)])
	}
	h.deals++
	h.dealGoesOn(d)
}

// next returns those of the seats that still have turns, from the first to which not all cards are.
func (d *deal) next(h *hand) []int {
	for i, seat := range d.seats {
		if len(d.others(h, seat)) > 0 {
			return d.seats[i:]
		}
	}
	return nil
}

// others are the positions that aren't to this seat.
func (d *deal) others(h *hand, seat int) []int {
	return slices.DeleteFunc(slices.Clone(d.positions), func(p int) bool { return h.positions[p].to == seat })
}

func (h *hand) dealGoesOn(d *deal) {
	if d.seats = d.next(h); d.seats != nil {
		seat := d.seats[0]
		d.seats = d.seats[1:]
		h.become(turn{seat: seat, kind: layerTurn, positions: d.others(h, seat), deal: d})
		return
	}
	for _, p := range d.positions {
		to := h.positions[p].to
		if to == everyone {
			h.open(p)
			continue
		}
		h.positions[p].status = "held"
		if !h.observer[to] {
			h.known[to][p] = slices.Index(h.x0, h.g.power(h.positions[p].value, h.g.inverse(h.owned[to].e)))
		}
	}
}

func (h *hand) shuffleBegins(s *shuffling) {
	h.shuffle = s
	s.alone, s.raising = len(s.seats) == 1, without(h.in(), s.seats)
	h.shuffleGoesOn()
}

func (h *hand) shuffleGoesOn() {
	s := h.shuffle
	switch {
	case len(s.seats) > 0:
		t := turn{seat: s.seats[0], kind: shuffleTurn, positions: s.positions, fresh: s.fresh}
		if len(s.positions) == 0 {
			t.kind = raiseTurn
		}
		s.seats = s.seats[1:]
		h.become(t)
	case len(s.raising) > 0:
		t := turn{seat: s.raising[0], kind: raiseTurn}
		s.raising = s.raising[1:]
		h.become(t)
	default:
		held := h.sealed(h.with("held"))
		for _, p := range s.positions {
			if s.fresh && slices.Contains(held, h.positions[p].sealed) {
				h.void(p)
			}
		}
		h.shuffle = nil
	}
}

func (h *hand) newCards(x []string) {
	s := &shuffling{seats: h.in(), fresh: true}
	for _, card := range x {
		s.positions = append(s.positions, len(h.positions))
		h.positions = append(h.positions, position{status: "stock", to: everyone, sealed: card, number: -1})
	}
	h.shuffleBegins(s)
}

// Section 8

// seed is the key of a shuffle or raise turn's seed.
func (h *hand) seed(t turn) seeded {
	return h.g.seeded(handHash("key", h.secrets[t.seat], t.digest))
}

// grown is what the seat's key becomes by that of E.
func (h *hand) grown(t turn, e seeded) seeded {
	if t.key == "" || e.e == nil {
		return e
	}
	return h.g.keyProduct(t.secret, e)
}

// fKey is that of F.
func (h *hand) fKey(t turn, e seeded) seeded {
	if t.fresh {
		return h.grown(t, e)
	}
	return e
}

var spoken = map[string]string{} // by secret and turn

func (h *hand) say(seat int) string {
	i := slices.IndexFunc(h.due, func(t turn) bool { return t.seat == seat })
	if i < 0 {
		return ""
	}
	return h.sayTurn(h.due[i])
}

func (h *hand) sayTurn(t turn) string {
	if h.observer[t.seat] {
		return ""
	}
	id := h.secrets[t.seat] + t.digest
	if spoken[id] == "" {
		spoken[id] = h.message(t)
	}
	return spoken[id]
}

func (h *hand) message(t turn) string {
	if t.kind == shuffleTurn || t.kind == raiseTurn {
		return h.growthOf(t, h.seed(t)).message(h.g, t)
	}
	return h.stripped(t, t.secret)
}

// stripped is a layer, show or leave message, by any key.
func (h *hand) stripped(t turn, key seeded) string {
	to := h.g.powers(t.values, h.g.inverse(key.e))
	proof, _, _ := h.g.decryptionProof(t.digest, key.nonces, t.key, key.e, t.values, to, cheat{})
	return t.digest + joined(to) + proof
}

// A growth is what a shuffle or raise message says, before it is proved.
type growth struct {
	context string
	e, f    seeded
	public  string      // E
	from    [4][]string // what its proofs are to be about
	to      [4][]string
	order   []int
}

func (h *hand) growthOf(t turn, e seeded) growth {
	f := h.fKey(t, e)
	m := growth{context: t.digest, e: e, f: f, public: h.g.power(h.g.generator(), e.e), from: t.lists}
	for i, key := range []seeded{e, e, f, f} {
		m.to[i] = h.g.powers(t.lists[i], key.e)
	}
	if n := len(t.positions); n > 0 {
		m.order = f.orderOf(joined(t.lists[cardsList]), n)
		m.to[cardsList] = permute(m.to[cardsList], m.order)
	}
	return m
}

func (m growth) message(g group, t turn) string {
	out := t.digest + m.public
	for _, list := range m.to {
		out += joined(list)
	}
	e, _, f, _ := t.split(append([]string{m.public}, slices.Concat(m.to[:]...)...))
	proof, _, _ := g.keyProof(m.context, m.e.nonces, m.e.e)
	out += proof
	for i, key := range []seeded{m.e, m.e, m.f} {
		if public := []string{e, e, f}[i]; len(m.to[i]) > 0 {
			proof, _, _ := g.decryptionProof(m.context, key.nonces, public, key.e, m.to[i], m.from[i], cheat{})
			out += proof
		}
	}
	if len(m.order) > 0 {
		out += g.shuffleProof(m.context, m.f.nonces, f, m.f.e, m.from[cardsList], m.to[cardsList], m.order, cheat{}).bytes
	}
	return out
}

// farewell is a leave in advance.
func (h *hand) farewell(seat int) string {
	then := *h
	then.presence, then.positions, then.due = slices.Clone(h.presence), slices.Clone(h.positions), nil
	if !h.quiet() || then.stepLeave(seat) != "done" || len(then.due) == 0 {
		return ""
	}
	return then.sayTurn(then.due[0])
}

func newHandShake(run int) shake {
	h := shake{sha3.NewSHAKE256()}
	h.Write([]byte(lp("squaredeal/hand/v1/run") + u32(run)))
	return h
}
