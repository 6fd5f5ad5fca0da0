package main

import (
	"crypto/sha3"
	"math/big"
	"slices"
	"strings"
)

// sra/hand/SPEC.md, in its words. All seats and observers are in the same state, so there
// is one for them all, with the secrets of all.

const everyone = -1

const (
	keyTurn = 1 + iota
	shuffleTurn
	vetoTurn
	layerTurn
	showTurn
	leaveTurn
)

type turn struct {
	seat, kind int
	positions  []int
	digest     string
	task       *task // that it belongs to, if any
}

type position struct {
	status         string
	to, deck, card int
	value          string
}

type handDeck struct {
	digests []string // of each seat's key turn, or ""
	keys    []string // public keys, or ""
	clear   []string
}

type task struct {
	leave       bool
	seat        int   // that leaves
	positions   []int // that are dealt
	seats       []int // of a deal, that still have turns
	begun, done bool
}

type hand struct {
	g           group
	seats       int
	x0          []string
	secrets     []string
	observer    []bool // of each seat, that it read a key of its own that isn't the one of its secret
	table, head string
	presence    []string
	decks       []handDeck
	now         []string
	ready       bool
	positions   []position
	kept        []int
	v           []string
	tasks       []*task
	turns       int
	deals       int
	due         []turn
}

// Sections 2 and 4

func handHash(label string, fields ...string) string {
	b := lp("squaredeal/hand/v1/" + label)
	for _, f := range fields {
		b += lp(f)
	}
	return sha(b)
}

func u32s(list ...int) (b string) {
	for _, i := range list {
		b += u32(i) // of −1, 2³² − 1
	}
	return b
}

func newHand(g group, id string, x0, secrets []string) *hand {
	h := &hand{g: g, seats: len(secrets), x0: x0, secrets: secrets, observer: make([]bool, len(secrets))}
	h.table = handHash("table", g.name, id, u32(h.seats), joined(x0))
	h.head = h.table
	for range h.seats {
		h.presence = append(h.presence, "in")
	}
	h.beginDeck(x0)
	return h
}

func (h *hand) beginDeck(x []string) {
	h.decks = append(h.decks, handDeck{make([]string, h.seats), make([]string, h.seats), x})
	h.now, h.ready = x, false
	for _, seat := range h.in() {
		h.last().digests[seat] = h.become(turn{seat: seat, kind: keyTurn})
	}
}

func (h *hand) last() handDeck { return h.decks[len(h.decks)-1] }

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

// with is a list of the positions with one of these statuses, ascending.
func (h *hand) with(words ...string) (list []int) {
	for i, p := range h.positions {
		if slices.Contains(words, p.status) {
			list = append(list, i)
		}
	}
	return list
}

func (h *hand) read(w int, content string) {
	h.head = handHash("read", h.head, octet(w), content)
}

func (h *hand) become(t turn) string {
	t.digest = handHash("turn", h.head, u32(h.turns), u32(t.seat), octet(t.kind))
	h.turns++
	h.due = append(h.due, t)
	return t.digest
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
	elements, fault := h.check(t, message[32:], message == h.say(seat))
	if fault != "" {
		return fault
	}
	h.due = slices.Delete(slices.Clone(h.due), i, i+1)
	h.read(1, u32(seat)+t.digest+joined(elements))
	h.effect(t, elements)
	h.goOn()
	return "taken"
}

// values are those of a turn's positions: of a veto, their values in V.
func (h *hand) values(t turn) (list []string) {
	for _, p := range t.positions {
		if t.kind == vetoTurn {
			list = append(list, h.v[slices.Index(h.kept, p)])
		} else {
			list = append(list, h.positions[p].value)
		}
	}
	return list
}

// byDeck are the indices of a turn's positions, for each deck that these are of.
func (h *hand) byDeck(t turn) (decks []int, indices [][]int) {
	for d := range h.decks {
		var list []int
		for i, p := range t.positions {
			if h.positions[p].deck == d {
				list = append(list, i)
			}
		}
		if list != nil {
			decks, indices = append(decks, d), append(indices, list)
		}
	}
	return decks, indices
}

// check is of what follows the digest. The proofs of an honest message aren't verified.
func (h *hand) check(t turn, b string, honest bool) (elements []string, fault string) {
	g, n, key := h.g, len(h.now), h.last().keys[t.seat]
	x, z := g.size(), g.scalarSize()
	decks, indices := h.byDeck(t)
	count, proofs := len(t.positions), []int{}
	for range decks {
		proofs = append(proofs, 2*x+z)
	}
	switch t.kind {
	case keyTurn:
		count, proofs = 1, []int{x + z}
	case shuffleTurn:
		count, proofs = n+len(h.kept), []int{g.shuffleSize(n)}
		if len(h.kept) > 0 {
			proofs = append(proofs, 2*x+z)
		}
	}
	length := count * x
	for _, size := range proofs {
		length += size
	}
	if len(b) != length {
		return nil, "malformed"
	}
	r := &proofReader{g: g, b: b}
	elements = r.elements(count)
	lists := [][]string{elements}
	if t.kind == shuffleTurn {
		lists = [][]string{elements[:n], elements[n:]}
	}
	for _, list := range lists {
		for i, e := range list {
			r.bad = r.bad || slices.Contains(list[:i], e)
		}
	}
	if r.bad || t.kind == keyTurn && elements[0] == g.generator() {
		return nil, "malformed"
	}
	if honest {
		return elements, ""
	}
	for i, size := range proofs {
		proof := &proofReader{g: g, b: r.next(size)}
		var valid bool
		switch {
		case t.kind == keyTurn:
			valid = g.verifyKey(t.digest, elements[0], proof)
		case t.kind == shuffleTurn && i == 0:
			valid = g.verifyShuffle(t.digest, key, h.now, elements[:n], proof)
		case t.kind == shuffleTurn:
			valid = g.verifyDecryption(t.digest, key, elements[n:], h.v, proof)
		default:
			valid = g.verifyDecryption(t.digest, h.decks[decks[i]].keys[t.seat], permute(h.values(t), indices[i]), permute(elements, indices[i]), proof)
		}
		if proof.bad {
			return nil, "malformed"
		}
		if !valid {
			return nil, "invalid"
		}
	}
	if t.kind == keyTurn && slices.Contains(h.last().keys, elements[0]) {
		return nil, "invalid"
	}
	return elements, ""
}

// Section 5.2

func (h *hand) effect(t turn, elements []string) {
	if t.kind >= layerTurn {
		for i, p := range t.positions {
			h.positions[p].value = elements[i]
		}
	}
	switch t.kind {
	case keyTurn:
		h.last().keys[t.seat] = elements[0]
		if e := h.seeded(t.seat, len(h.decks)-1).e; h.g.power(h.g.generator(), e) != elements[0] {
			h.observer[t.seat] = true
		}
		if len(h.due) == 0 {
			h.become(turn{seat: h.in()[0], kind: shuffleTurn})
		}
	case shuffleTurn:
		h.now, h.v = elements[:len(h.now)], elements[len(h.now):]
		if next := slices.Index(h.in(), t.seat) + 1; next < len(h.in()) {
			h.become(turn{seat: h.in()[next], kind: shuffleTurn})
			return
		}
		for _, x := range h.now {
			h.positions = append(h.positions, position{status: "stock", deck: len(h.decks) - 1, value: x})
		}
		for seat := range h.seats {
			var own []int
			for _, p := range h.kept {
				if h.positions[p].to == seat {
					own = append(own, p)
				}
			}
			if own != nil {
				h.become(turn{seat: seat, kind: vetoTurn, positions: own})
			}
		}
		h.ready = len(h.due) == 0
	case vetoTurn:
		for _, x := range elements {
			i := slices.IndexFunc(h.positions, func(p position) bool {
				return p.deck == len(h.decks)-1 && p.status == "stock" && p.value == x
			})
			h.positions[i].status = "retired"
		}
		h.ready = len(h.due) == 0
	case layerTurn:
		h.dealGoesOn(t.task)
	case showTurn:
		for _, p := range t.positions {
			h.open(p)
		}
	case leaveTurn:
		h.presence[t.seat], t.task.done = "left", true
	}
}

func (h *hand) open(p int) {
	h.positions[p].status, h.positions[p].card = "open", slices.Index(h.x0, h.positions[p].value)
}

// Section 6

// repeated reports whether a number is in a list twice.
func repeated(list []int) bool {
	sorted := slices.Sorted(slices.Values(list))
	return len(slices.Compact(sorted)) != len(list)
}

// each reports whether all of a list are in another.
func each(list, of []int) bool {
	return !slices.ContainsFunc(list, func(i int) bool { return !slices.Contains(of, i) })
}

func (h *hand) deal(positions, to []int) string {
	if !h.ready || len(positions) == 0 || repeated(positions) || !each(positions, h.with("stock")) || !each(to, append(h.in(), everyone)) {
		return "state"
	}
	var content string
	for i, p := range positions {
		content += u32s(p, to[i])
		h.positions[p].status, h.positions[p].to = "dealing", to[i]
	}
	h.read(2, content)
	h.tasks = append(h.tasks, &task{positions: positions})
	h.goOn()
	return "done"
}

func (h *hand) show(seat int, positions []int) string {
	due := func(p int) bool {
		return slices.ContainsFunc(h.due, func(t turn) bool { return t.kind == showTurn && slices.Contains(t.positions, p) })
	}
	if !h.ready || len(positions) == 0 || repeated(positions) || slices.ContainsFunc(positions, func(p int) bool {
		return !slices.Contains(h.with("held"), p) || h.positions[p].to != seat || due(p)
	}) {
		return "state"
	}
	h.read(3, u32(seat)+u32s(positions...))
	h.become(turn{seat: seat, kind: showTurn, positions: positions})
	return "done"
}

func (h *hand) leave(seat int) string {
	if !h.ready || !slices.Contains(h.in(), seat) || len(h.in()) == 2 {
		return "state"
	}
	h.read(4, u32(seat))
	h.presence[seat] = "leaving"
	h.tasks = append(h.tasks, &task{leave: true, seat: seat})
	h.goOn()
	return "done"
}

func (h *hand) redeal(gone, back []int) string {
	stay := slices.DeleteFunc(h.in(), func(seat int) bool { return slices.Contains(gone, seat) })
	closed := slices.DeleteFunc(h.with("open"), func(p int) bool { return slices.Contains(back, p) })
	if len(gone)+len(back) == 0 || repeated(gone) || repeated(back) || !each(gone, h.present("in", "leaving", "left")) ||
		!each(back, h.with("held", "open")) || len(stay) < 2 || len(closed) == len(h.x0) {
		return "state"
	}
	gone, back = slices.Sorted(slices.Values(gone)), slices.Sorted(slices.Values(back))
	h.read(5, u32(len(gone))+u32s(gone...)+u32s(back...))
	for seat := range h.presence {
		if !slices.Contains(stay, seat) {
			h.presence[seat] = "out"
		}
	}
	h.due, h.tasks, h.kept, h.v = nil, nil, nil, nil
	rest := slices.Clone(h.x0)
	for i := range h.positions {
		switch p := &h.positions[i]; {
		case slices.Contains(back, i):
			*p = position{status: "void"}
		case p.status == "held" && slices.Contains(stay, p.to):
			h.kept, h.v = append(h.kept, i), append(h.v, p.value)
		case p.status == "open":
			rest = slices.DeleteFunc(rest, func(x string) bool { return x == p.value })
		default:
			*p = position{status: "void"}
		}
	}
	h.beginDeck(rest)
	return "done"
}

// Section 7

func (h *hand) goOn() {
	for i, t := range h.tasks {
		leave, any := false, false
		for _, before := range h.tasks[:i] {
			leave, any = leave || before.leave && !before.done, any || !before.done
		}
		switch {
		case t.begun:
		case t.leave && !any:
			h.leaveBegins(t)
		case !t.leave && !leave:
			h.dealBegins(t)
		}
	}
	h.tasks = slices.DeleteFunc(h.tasks, func(t *task) bool { return t.done })
}

func (h *hand) dealBegins(t *task) {
	t.begun = true
	turns := h.present("in", "leaving")
	for i := range turns {
		t.seats = append(t.seats, turns[(h.deals+i)%len(turns)])
	}
	h.deals++
	h.dealGoesOn(t)
}

func (h *hand) dealGoesOn(t *task) {
	for len(t.seats) > 0 {
		seat := t.seats[0]
		t.seats = t.seats[1:]
		others := slices.DeleteFunc(slices.Clone(t.positions), func(p int) bool { return h.positions[p].to == seat })
		if len(others) > 0 {
			h.become(turn{seat: seat, kind: layerTurn, positions: others, task: t})
			return
		}
	}
	t.done = true
	for _, p := range t.positions {
		if h.positions[p].to == everyone {
			h.open(p)
		} else {
			h.positions[p].status = "held"
		}
	}
}

func (h *hand) leaveBegins(t *task) {
	t.begun = true
	positions := slices.DeleteFunc(h.with("stock", "dealing"), func(p int) bool { return h.positions[p].deck != len(h.decks)-1 })
	if len(positions) == 0 {
		h.presence[t.seat], t.done = "left", true
		return
	}
	h.become(turn{seat: t.seat, kind: leaveTurn, positions: positions, task: t})
}

// Section 8

// seeded is a seat's key in a deck.
func (h *hand) seeded(seat, deck int) seeded {
	return h.g.seeded(handHash("key", h.secrets[seat], h.decks[deck].digests[seat]))
}

var spoken = map[string]string{} // by secret and turn

func (h *hand) say(seat int) string {
	i := slices.IndexFunc(h.due, func(t turn) bool { return t.seat == seat })
	if i < 0 || h.observer[seat] {
		return ""
	}
	id := h.secrets[seat] + h.due[i].digest
	if spoken[id] == "" {
		spoken[id] = h.message(h.due[i], func(deck int) seeded { return h.seeded(seat, deck) })
	}
	return spoken[id]
}

// message is that of a turn, by the keys of each deck; with other keys, or for another turn,
// it is a forgery.
func (h *hand) message(t turn, keys func(deck int) seeded) string {
	g, key := h.g, keys(len(h.decks)-1)
	switch t.kind {
	case keyTurn:
		proof, _, _ := g.keyProof(t.digest, key.nonces, key.e)
		return t.digest + g.power(g.generator(), key.e) + proof
	case shuffleTurn:
		order := key.orderOf(joined(h.now), len(h.now))
		return h.shuffled(t, key, h.v, key.e, permute(g.powers(h.now, key.e), order), order)
	}
	elements, proofs := make([]string, len(t.positions)), ""
	decks, indices := h.byDeck(t)
	for i, d := range decks {
		from := permute(h.values(t), indices[i])
		to := g.powers(from, g.inverse(keys(d).e))
		for j, at := range indices[i] {
			elements[at] = to[j]
		}
		proof, _, _ := g.decryptionProof(t.digest, keys(d).nonces, h.decks[d].keys[t.seat], keys(d).e, from, to, cheat{})
		proofs += proof
	}
	return t.digest + joined(elements) + proofs
}

// shuffled is the message of a shuffle to these cards, and of v to the power of e.
func (h *hand) shuffled(t turn, key seeded, v []string, e *big.Int, y []string, order []int) string {
	kept, public := h.g.powers(v, e), h.last().keys[t.seat]
	message := t.digest + joined(y) + joined(kept) + h.g.shuffleProof(t.digest, key.nonces, public, key.e, h.now, y, order, cheat{}).bytes
	if len(v) > 0 {
		proof, _, _ := h.g.decryptionProof(t.digest, key.nonces, public, e, kept, v, cheat{})
		message += proof
	}
	return message
}

func newHandShake(run int) shake {
	h := shake{sha3.NewSHAKE256()}
	h.Write([]byte(lp("squaredeal/hand/v1/run") + u32(run)))
	return h
}
