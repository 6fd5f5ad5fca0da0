package main

import (
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

const everyone = -1

// A card is dealt to a seat, or everyone.
type card struct{ position, to int }

// A table is a hand of section 8 of SPEC.md: the secrets of all seats, and what they said.
type table struct {
	g      group
	id     []byte
	label  string
	seats  int
	e      []*big.Int
	order  [][]int
	public []*big.Int
	deck   []*big.Int // as the last seat left it
	values []*big.Int // of all positions, without layers that were taken off

	table, keys, final []byte
	views              []string
	said               []said

	afterLeaving
}

type said struct {
	from    int
	message []byte
}

func newTable(g group, id string, seats, n int) *table {
	t := &table{g: g, id: []byte(id), label: proofLabel, seats: seats, public: g.deck(proofLabel, n)}
	for seat := range seats {
		t.e, t.order = append(t.e, g.exponentFor(fmt.Sprint("seat ", seat))), append(t.order, orderOf(fmt.Sprint("seat ", seat), n))
	}
	t.deck = t.public
	t.table = hashOf("hand/table", []byte(g.name), t.id, u32(seats), g.bytes(t.public))
	t.digestKeys()
	return t
}

func (t *table) digestKeys() {
	var k []*big.Int
	for seat := range t.seats {
		if !t.out[seat] {
			k = append(k, t.key(seat))
		}
	}
	t.keys = hashOf("hand/keys", t.table, t.g.bytes(k))
}

func (t *table) key(seat int) *big.Int { return t.g.power(t.g.generator(), t.e[seat]) }

// fresh is the random bytes of the next proof: each has its own.
func (t *table) fresh() []byte { return random(fmt.Sprint("transcript ", len(t.said))) }

func (t *table) say(seat int, kind byte, parts ...[]byte) []byte {
	m := slices.Concat([]byte{kind}, t.table, slices.Concat(parts...))
	t.said = append(t.said, said{seat, m})
	return m
}

func (t *table) announce(seat int) []byte {
	proof, _, _ := t.g.keyProof(hashOf("hand/key", t.table, u32(seat)), t.fresh(), t.e[seat])
	return t.say(seat, 1, t.g.bytes([]*big.Int{t.key(seat)}), proof)
}

func (t *table) shuffle(seat int) []byte {
	fields := [][]byte{t.keys, u32(seat), t.g.bytes(t.deck)}
	if len(t.raised) > 0 {
		fields = append(fields, t.g.bytes(t.raised))
	}
	view := hashOf("hand/shuffle", fields...)
	shuffled := permute(t.g.powers(t.deck, t.e[seat]), t.order[seat])
	parts := [][]byte{view, t.g.bytes(shuffled), t.g.shuffleProof(view, t.fresh(), t.e[seat], t.deck, shuffled, t.order[seat]).bytes}
	if len(t.raised) > 0 {
		raised := t.g.powers(t.raised, t.e[seat])
		proof, _, _, _ := t.g.decryptionProof(view, t.fresh(), t.e[seat], raised, t.raised)
		parts, t.raised = append(parts, t.g.bytes(raised), proof), raised
	}
	m := t.say(seat, 2, parts...)
	t.deck, t.values = shuffled, slices.Concat(t.values[:t.first], shuffled)
	t.final = hashOf("hand/deck", t.keys, t.g.bytes(t.deck))
	t.left = [][]byte{t.final}
	t.views = append(t.views, hex.EncodeToString(view))
	return m
}

// start says the keys and shuffles of all seats.
func (t *table) start() *table {
	for _, seat := range t.here() {
		t.announce(seat)
	}
	for _, seat := range t.here() {
		t.shuffle(seat)
	}
	return t
}

func u16(i int) []byte { return binary.BigEndian.AppendUint16(nil, uint16(i)) }

// decrypt is a seat's turn in a deal that begins, or began again, after all that have left.
func (t *table) decrypt(seat int, deal ...card) []byte {
	return t.decryptAt(len(t.leavers), seat, deal...)
}

// decryptAt is a seat's turn in a deal that began when this many had left.
func (t *table) decryptAt(leaves, seat int, deal ...card) []byte {
	var positions []int
	var digested, listed []byte
	for _, c := range deal {
		if c.to != seat && !slices.Contains(t.leavers[:leaves], c.to) {
			positions = append(positions, c.position)
		}
		digested = slices.Concat(digested, u32(c.position), u32(c.to))
		listed = slices.Concat(listed, u16(c.position), u16(c.to))
	}
	began := []byte{byte(leaves)}
	if leaves > 0 {
		began = append(began, t.left[leaves]...)
	}
	return t.takeOff(seat, 3, "hand/decryption", t.left[leaves], positions, digested, slices.Concat(u16(len(deal)), listed, began))
}

// show shows cards of a seat.
func (t *table) show(seat int, positions ...int) []byte {
	var digested, listed []byte
	for _, p := range positions {
		digested, listed = append(digested, u32(p)...), append(listed, u16(p)...)
	}
	return t.takeOff(seat, 4, "hand/show", t.final, positions, digested, slices.Concat(u16(len(positions)), listed))
}

func (t *table) takeOff(seat int, kind byte, label string, deck []byte, positions []int, digested, listed []byte) []byte {
	var from []*big.Int
	for _, p := range positions {
		from = append(from, t.values[p])
	}
	view := hashOf(label, deck, u32(seat), digested, t.g.bytes(from))
	after, proofs := t.layersOff(seat, view, positions, from)
	for i, p := range positions {
		t.values[p] = after[i]
	}
	t.views = append(t.views, hex.EncodeToString(view))
	return t.say(seat, kind, view, listed, t.g.bytes(after), proofs)
}

// layersOff takes the layers of a seat off cards that are at these positions, each with the
// key that it had for the deck of the position.
func (t *table) layersOff(seat int, view []byte, positions []int, from []*big.Int) (after []*big.Int, proofs []byte) {
	after = make([]*big.Int, len(from))
	for n := range len(t.decks) + 1 {
		var before, open []*big.Int
		e := t.exponentAt(n, seat)
		for i, p := range positions {
			if t.deckOf(p) == n {
				after[i] = t.g.power(from[i], t.g.inverse(e))
				before, open = append(before, from[i]), append(open, after[i])
			}
		}
		if len(before) > 0 {
			proof, _, _, _ := t.g.decryptionProof(view, t.fresh(), e, before, open)
			proofs = append(proofs, proof...)
		}
	}
	return after, proofs
}

// opened is the cards of the public deck that are at the positions now, -1 for none.
func (t *table) opened() string {
	var opened []int
	for _, v := range t.values {
		opened = append(opened, t.number(v))
	}
	return line(opened)
}

func dealText(deal []card) string {
	var text []string
	for _, c := range deal {
		text = append(text, fmt.Sprintf("%d:%d", c.position, c.to))
	}
	return strings.Join(text, " ")
}

func (t *table) inputs() vectors.Fields {
	return inGroup(t.g, vectors.Fields{"id": string(t.root().id), "label": t.label, "n": len(t.root().public), "seats": t.seats})
}

// transcripts are what all seats say, with their secrets.
func transcripts() (out []vectors.Case) {
	add := func(id, comment string, t *table, calls ...call) {
		inputs := t.inputs()
		var e, order, texts, callTexts, tables, keys, finals []string
		var from, at []int
		hands := []*table{t}
		for h := t; h.before != nil; {
			h = h.before
			hands = append([]*table{h}, hands...)
		}
		for _, h := range hands {
			for seat := range t.seats {
				e, order = append(e, t.g.exponent(h.e[seat])), append(order, line(h.order[seat]))
			}
			tables, keys, finals = append(tables, hex.EncodeToString(h.table)), append(keys, hex.EncodeToString(h.keys)), append(finals, hex.EncodeToString(h.final))
		}
		for _, c := range calls {
			callTexts, at = append(callTexts, c.text), append(at, c.at)
		}
		for _, s := range t.said {
			from, texts = append(from, s.from), append(texts, hex.EncodeToString(s.message))
		}
		inputs["e"], inputs["order"], inputs["calls"], inputs["at"] = e, order, callTexts, line(at)
		out = append(out, vectors.Case{
			ID: "transcript/" + id, Comment: comment, Inputs: inputs,
			Intermediates: vectors.Fields{"table": tables, "keys": keys, "final": finals, "views": t.views},
			Outputs: vectors.Fields{
				"from": line(from), "messages": texts, "opened": t.opened(), "kept": dealText(t.kept), "stock": line(t.stock()), "left": line(t.leftSeats()),
			}, Result: "ok",
		})
	}
	for _, g := range []group{ristretto255, modp2048} {
		t := newTable(g, "squaredeal test hand", 2, 3).start()
		deal := []card{{0, 1}, {1, everyone}}
		dealt := t.call(deal...)
		t.decrypt(0, deal...)
		t.decrypt(1, deal...)
		t.show(1, 0)
		add(g.name, "all messages of two seats: keys, shuffles, a deal of position 0 to seat 1 and position 1 to everyone, and seat 1 shows position 0", t, dealt)
	}
	t := newTable(ristretto255, "squaredeal test hand of three", 3, 5).start()
	first, second := []card{{4, 2}, {0, 0}}, []card{{2, 0}}
	third := []card{{1, 1}}
	calls := []call{t.call(first...), t.call(second...), t.call(third...)}
	t.decrypt(0, first...)
	t.decrypt(1, second...) // seat 0 has no turn in it
	t.decrypt(1, first...)
	t.decrypt(2, second...)
	t.decrypt(2, first...)
	t.decrypt(0, third...)
	t.decrypt(2, third...)
	t.show(0, 2, 0) // of two deals
	add("three", "three seats, two deals at once, deals in which a seat has no turn, and a show of cards of two deals", t, calls...)
	t, calls = leaveInOrder()
	add("leave", "four seats, of which two leave in good order: the first while three deals are under way, one of which begins again, and the second before its turn in one that didn't", t, calls...)
	t, calls = redealTwice()
	add("redeal", "five seats, of which one leaves in good order, and two without a word, one after the other: kept cards of two decks, and a show of both at once", t, calls...)
	return out
}
