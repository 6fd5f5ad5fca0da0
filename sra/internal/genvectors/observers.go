package main

import (
	"encoding/hex"
	"fmt"
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// observed is what an observer hears, with what it makes of it.
type observed struct{ list []heard }

type heard struct {
	said
	result, comment string
	blamed          []int
	redeal          string // instead of a message
}

// hear adds a message. If it isn't said who is blamed, that is the sender for a fault
// which no honest seat has, and nobody otherwise.
func (o *observed) hear(result, comment string, from int, message []byte, blamed ...int) {
	if at := slices.Index([]string{"malformed", "invalid", "state"}, result); blamed == nil && at >= 0 {
		blamed = []int{from}
	}
	o.list = append(o.list, heard{said{from, message}, result, comment, blamed, ""})
}

func (o *observed) ok(from int, message []byte) { o.hear("ok", "", from, message) }

// redeal adds that the cards are dealt again.
func (o *observed) redeal(result, comment, seats string) {
	o.list = append(o.list, heard{said: said{from: -1}, result: result, comment: comment, redeal: "redeal " + seats})
}

func (o *observed) end(id, comment string, t *table, cards, missing string) vectors.Case {
	inputs := t.inputs()
	var from []int
	var messages, results, blamed, comments []string
	for _, h := range o.list {
		text := h.redeal
		if text == "" {
			text = hex.EncodeToString(h.message)
		}
		from, messages = append(from, h.from), append(messages, text)
		results, blamed, comments = append(results, h.result), append(blamed, line(h.blamed)), append(comments, h.comment)
	}
	o.list = nil
	inputs["from"], inputs["messages"] = line(from), messages
	return vectors.Case{
		ID: "observer/" + id, Comment: comment, Inputs: inputs, Intermediates: vectors.Fields{"comments": comments},
		Outputs: vectors.Fields{"results": results, "blamed": blamed, "cards": cards, "missing": missing}, Result: "ok",
	}
}

// nobody is blamed.
var nobody = []int{}

// changed returns a message with the lowest bit of a byte changed, counted from its end if
// negative.
func changed(message []byte, at int) []byte {
	m := slices.Clone(message)
	if at < 0 {
		at += len(m)
	}
	m[at] ^= 1
	return m
}

// observers are messages that somebody without a seat hears, and what it makes of them
// by the checks of section 8.4. A case is the messages of an honest hand with others in
// between.
func observers() (out []vectors.Case) {
	g := ristretto255
	o := &observed{}
	hear, ok := o.hear, o.ok
	add := func(id, comment string, t *table, cards, missing string) {
		out = append(out, o.end(id, comment, t, cards, missing))
	}

	// Keys.
	t := newTable(g, "squaredeal observed", 3, 4)
	other := newTable(g, "squaredeal observed otherwise", 3, 4)
	k0 := t.announce(0)
	hear("malformed", "from no seat", 3, k0, nobody...)
	hear("malformed", "from no seat", -1, k0, nobody...)
	hear("malformed", "nothing", 0, nil)
	hear("malformed", "kind 0", 0, []byte{0})
	hear("malformed", "kind 8", 0, append([]byte{8}, k0[1:]...))
	hear("malformed", "no table digest", 0, k0[:32])
	hear("malformed", "the table digest alone", 0, k0[:33])
	hear("malformed", "a byte less", 0, k0[:len(k0)-1])
	hear("malformed", "a byte more", 0, append(slices.Clone(k0), 0))
	hear("diverged", "of a hand with another id", 0, other.announce(0))
	hear("diverged", "of a hand with another id, and a byte less", 0, other.announce(0)[:90])
	hear("diverged", "of a hand with another number of seats", 0, newTable(g, "squaredeal observed", 4, 4).announce(0))
	hear("diverged", "of a hand in another group", 0, newTable(modp2048, "squaredeal observed", 3, 4).announce(0))
	hear("malformed", "K is G", 0, slices.Concat(k0[:33], g.bytes([]*big.Int{g.generator()}), k0[65:]))
	hear("malformed", "K is the identity", 0, slices.Concat(k0[:33], make([]byte, 32), k0[65:]))
	hear("malformed", "t is no element", 0, slices.Concat(k0[:65], bytesOf(32, 0xff), k0[97:]))
	hear("malformed", "s is q", 0, slices.Concat(k0[:97], g.scalarBytes(g.q)))
	hear("invalid", "the proof of another seat", 1, k0)
	hear("invalid", "s is 1 more", 0, slices.Concat(k0[:97], g.scalarBytes(g.plus(g.scalarOf(k0[97:]), one))))
	ok(0, k0)
	hear("ignored", "the same again", 0, k0)
	hear("state", "a second key", 0, changed(k0, -32))
	hear("state", "a second key, which is malformed besides", 0, k0[:40])
	hear("diverged", "a key of a hand with another id, after that of this one", 0, other.said[0].message)
	hear("diverged", "a shuffle of a hand with another id, before the last key", 0, other.shuffle(0))
	shared := *t
	shared.e = []*big.Int{t.e[0], t.e[0], t.e[0]}
	hear("invalid", "the key of seat 0, with a proof that holds", 1, shared.announce(1))
	k1, k2 := t.announce(1), t.announce(2)
	ok(1, k1)

	// Shuffles.
	s0 := t.shuffle(0)
	s1 := t.shuffle(1)
	hear("malformed", "a shuffle of a byte less, before the last key", 1, s1[:len(s1)-1])
	hear("kept", "the shuffle of seat 1 before the last key", 1, s1)
	hear("ignored", "the same again", 1, s1)
	hear("early", "another early shuffle of seat 1", 1, changed(s1, -32))
	hear("kept", "a damaged shuffle of seat 2, too early", 2, changed(s1, 40))
	ok(2, k2)
	hear("diverged", "a shuffle with another view", 0, changed(s0, 33))
	hear("malformed", "a shuffle without a whole table digest", 0, s0[:32])
	hear("diverged", "a shuffle with another table digest, and a byte less", 0, changed(s0, 32)[:len(s0)-1])
	hear("malformed", "a shuffle whose deck has a card twice", 0, slices.Concat(s0[:65], s0[65:97], s0[65:97], s0[129:]))
	hear("malformed", "a shuffle whose deck has the identity", 0, slices.Concat(s0[:65], make([]byte, 32), s0[97:]))
	hear("malformed", "a shuffle whose proof has the identity", 0, slices.Concat(s0[:65+4*32], make([]byte, 32), s0[97+4*32:]))
	hear("invalid", "the lowest bit of the last scalar", 0, changed(s0, -32))
	hear("invalid", "two cards exchanged", 0, slices.Concat(s0[:65], s0[97:129], s0[65:97], s0[129:]))
	hear("kept-diverged", "the shuffle of seat 0, after which that of seat 1, which was kept, is taken; and what seat 2 sent is at fault", 0, s0)
	hear("ignored", "the shuffle of seat 1 again", 1, s1)
	hear("state", "another shuffle of seat 1", 1, changed(s1, -32))
	hear("diverged", "another shuffle of seat 1, with another table digest", 1, changed(s1, 1))
	hear("state", "another shuffle of seat 0, whose view is wrong besides", 0, changed(s0, 33))
	ok(2, t.shuffle(2))
	add("start", "keys and shuffles of three seats, and what isn't accepted", t, "-1 -1 -1 -1", "")

	// Deals and shows.
	t = newTable(g, "squaredeal observed", 3, 6).start()
	for _, s := range t.said {
		ok(s.from, s.message)
	}
	before := func(f func(t *table)) []byte { // the message of a copy of the hand
		c := *t
		c.values, c.said = slices.Clone(t.values), slices.Clone(t.said)
		f(&c)
		return c.said[len(c.said)-1].message
	}
	deal := []card{{3, everyone}, {4, 2}, {1, 1}}
	honest := before(func(t *table) { t.decrypt(0, deal...) })
	head := 67 + 4*len(deal)
	withDeal := func(m []byte, list ...int) []byte { // the same with another list of cards
		var b []byte
		for _, n := range list {
			b = append(b, u16(n)...)
		}
		return slices.Concat(m[:65], b, m[head:])
	}
	hear("malformed", "no count", 0, honest[:66])
	hear("malformed", "no cards", 0, withDeal(honest, 0))
	hear("malformed", "a position twice", 0, withDeal(honest, 3, 3, everyone, 4, 2, 3, 1))
	hear("malformed", "position 6 of 6", 0, withDeal(honest, 3, 6, everyone, 4, 2, 1, 1))
	hear("malformed", "to seat 3 of 3", 0, withDeal(honest, 3, 3, 3, 4, 2, 1, 1))
	hear("malformed", "to seat fffe", 0, withDeal(honest, 3, 3, 0xfffe, 4, 2, 1, 1))
	hear("malformed", "a card more than there is", 0, withDeal(honest, 4, 3, everyone, 4, 2, 1, 1, 0, 1))
	hear("malformed", "seven cards of six", 0, withDeal(honest, 7, 3, everyone, 4, 2, 1, 1))
	hear("malformed", "a card is to the sender, and its value there all the same", 0, withDeal(honest, 3, 3, everyone, 4, 2, 1, 0))
	hear("malformed", "all cards are to the sender", 0, slices.Concat(honest[:65], []byte{0, 1, 0, 3, 0, 0, 0}, honest[len(honest)-96:]))
	hear("malformed", "a byte less", 0, honest[:len(honest)-1])
	hear("diverged", "another view", 0, changed(honest, 33))
	hear("diverged", "another table digest", 0, changed(honest, 1))
	another := newTable(g, "squaredeal observed otherwise", 3, 7).start()
	hear("diverged", "a deal of a hand with another id and deck, of a position that isn't in this one", 0, another.decrypt(0, card{6, 1}))
	hear("diverged", "the view of another deal", 0, withDeal(honest, 3, 3, everyone, 4, 1, 1, 1))
	hear("malformed", "a card is the identity", 0, slices.Concat(honest[:head+1], make([]byte, 32), honest[head+33:]))
	hear("malformed", "the proof has a scalar q", 0, slices.Concat(honest[:len(honest)-32], g.scalarBytes(g.q)))
	hear("invalid", "two cards exchanged", 0, slices.Concat(honest[:head+1], honest[head+33:head+65], honest[head+1:head+33], honest[head+65:]))
	hear("invalid", "the lowest bit of the scalar", 0, changed(honest, -32))
	ok(0, t.decrypt(0, deal...))
	hear("ignored", "the same again", 0, t.said[len(t.said)-1].message)
	hear("state", "another message of seat 0 in the deal", 0, changed(t.said[len(t.said)-1].message, -32))
	hear("rules", "the same cards to others: seats 0 and 1 disagree", 1, before(func(t *table) { t.decrypt(1, card{3, everyone}, card{4, 0}, card{1, 1}) }), 0, 1)
	hear("rules", "the same cards in another order", 1, before(func(t *table) { t.decrypt(1, card{4, 2}, card{3, everyone}, card{1, 1}) }), 0, 1)
	hear("rules", "a card of the deal in another one", 1, before(func(t *table) { t.decrypt(1, card{5, 0}, card{4, 2}) }), 0, 1)
	hear("diverged", "a card of the deal in that of another hand", 1, another.decrypt(1, card{4, 0}))
	hear("rules", "a card of the deal in another one of the same seat", 0, before(func(t *table) { t.decrypt(0, card{5, 1}, card{4, 2}) }), 0)
	two := before(func(t *table) { t.decrypt(1, deal...); t.decrypt(2, deal...) })
	hear("kept", "seat 2 before seat 1", 2, two)
	hear("early", "another message of seat 2, in a deal that seat 1 begins", 2, before(func(t *table) { t.decrypt(2, card{0, 0}) }))
	show := before(func(t *table) { t.decrypt(1, deal...); t.decrypt(2, deal...); t.show(1, 1) })
	hear("kept", "seat 1 shows its card before the deal is done", 1, show)
	second := []card{{0, 0}, {2, 0}}
	ok(1, t.decrypt(1, second...))
	ok(1, t.decrypt(1, deal...)) // with it, what was kept is taken
	t.decrypt(2, deal...)
	t.show(1, 1)
	hear("ignored", "the show again", 1, show)
	hear("state", "another show of the same card", 1, changed(show, -32))
	hear("rules", "a show of everyone's card", 2, before(func(t *table) { t.show(2, 3) }), 0, 2)
	hear("rules", "a show of seat 2's card", 0, before(func(t *table) { t.show(0, 4) }), 0)
	hear("diverged", "a show of another hand", 0, another.show(0, 4))
	hear("kept", "a show of a card whose deal isn't done", 0, before(func(t *table) { t.decrypt(2, second...); t.show(0, 0) }))
	hear("early", "another one, of a card that isn't dealt", 0, before(func(t *table) { t.show(0, 5) }))
	ok(2, t.decrypt(2, second...)) // seat 0's show is taken
	t.show(0, 0)
	hear("diverged", "a show with the view of none", 2, changed(before(func(t *table) { t.show(2, 4) }), 33))
	hear("invalid", "a show of another value", 2, func() []byte {
		m := before(func(t *table) { t.show(2, 4) })
		return slices.Concat(m[:69], g.bytes([]*big.Int{g.card("another label", 0)}), m[101:])
	}())
	hear("malformed", "a show as a decryption", 2, append([]byte{3}, before(func(t *table) { t.show(2, 4) })[1:]...))
	hear("state", "a show of a card that is shown, and of one that isn't", 0, before(func(t *table) { t.show(0, 0, 2) }))
	ok(0, t.show(0, 2))
	add("deals", "deals and shows of three seats, two deals at once, and what isn't accepted", t, t.opened(), "")

	t = newTable(g, "squaredeal observed", 3, 6).start()
	for _, s := range t.said {
		ok(s.from, s.message)
	}
	ok(0, t.decrypt(0, deal...))
	ok(1, t.decrypt(1, card{0, 0}))
	add("missing", "two deals that wait", t, "-1 -1 -1 -1 -1 -1", "1 2")

	// Messages that are kept.
	t = newTable(g, "squaredeal observed", 3, 6)
	k0, k1, k2 = t.announce(0), t.announce(1), t.announce(2)
	s0, s1 = t.shuffle(0), t.shuffle(1)
	s2 := t.shuffle(2)
	ok(0, k0)
	ok(2, k2)
	hear("kept", "the shuffle of seat 2 before the last key", 2, s2)
	hear("kept", "a damaged shuffle of seat 1 before the last key", 1, changed(s1, -32))
	ok(1, k1) // both are still early
	hear("kept-invalid", "the shuffle of seat 0, after which that of seat 1, which was kept, is at fault, and that of seat 2 is kept on", 0, s0, 1)
	hear("ignored", "the shuffle of seat 2, which is kept still", 2, s2)
	ok(1, s1) // with it, that of seat 2 is taken
	hear("ignored", "the shuffle of seat 2, which was kept and then taken", 2, s2)
	deal = []card{{3, everyone}, {4, 2}, {1, 1}, {2, 0}}
	ok(0, t.decrypt(0, deal...))
	afterDeal := func(f func(t *table)) []byte {
		return before(func(t *table) { t.decrypt(1, deal...); t.decrypt(2, deal...); f(t) })
	}
	show0, show1 := afterDeal(func(t *table) { t.show(0, 2) }), afterDeal(func(t *table) { t.show(1, 1) })
	show2 := afterDeal(func(t *table) { t.show(2, 4) })
	hear("kept", "a show of seat 2 with an invalid proof, before the deal is done", 2, changed(show2, -32))
	hear("kept", "a show of seat 1 with another view, before the deal is done", 1, changed(show1, 33))
	hear("kept", "a show of seat 0 before the deal is done", 0, show0)
	two = afterDeal(func(*table) {})
	hear("kept", "seat 2 before seat 1", 2, two)
	hear("kept-diverged kept-invalid", "seat 1, after which what seats 2 and 0 sent is taken, and two shows that were kept are at fault", 1, t.decrypt(1, deal...), 2)
	t.decrypt(2, deal...)
	t.show(0, 2)
	hear("ignored", "the decryption of seat 2, which was kept and then taken", 2, two)
	hear("ignored", "the show of seat 0, which was kept and then taken", 0, show0)

	// A deal that is done.
	for _, s := range t.said[6:9] {
		hear("ignored", fmt.Sprint("the decryption of seat ", s.from, " in a deal that is done"), s.from, s.message)
		hear("state", fmt.Sprint("another decryption of seat ", s.from, " in a deal that is done"), s.from, changed(s.message, -32))
	}
	hear("rules", "another deal of a card whose deal is done", 2, before(func(t *table) { t.decrypt(2, card{3, everyone}, card{5, 1}) }), 0, 2)
	ok(1, t.show(1, 1))
	ok(2, t.show(2, 4))
	const most = 33 + 2*6*(108+32+96) // of six cards and three seats: two turns in six deals
	leave := slices.Concat([]byte{3}, t.table, bytesOf(32, 0), u16(1), u16(5), u16(0), []byte{1})
	hear("malformed", "a decryption after a leave that isn't here, a byte longer than a message may be", 1, slices.Concat(leave, bytesOf(most+1-len(leave), 0)))
	hear("diverged", "the same of another hand", 1, changed(slices.Concat(leave, bytesOf(most+1-len(leave), 0)), 1))
	hear("kept", "the same of this hand, as long as a message may be", 1, slices.Concat(leave, bytesOf(most-len(leave), 0)))
	add("kept", "messages of three seats that are kept, two that are dropped at once, and a deal that is done", t, t.opened(), "")
	return out
}

func bytesOf(n int, b byte) []byte { return slices.Repeat([]byte{b}, n) }
