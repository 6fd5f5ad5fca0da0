package main

import (
	"math/big"
	"slices"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

// leavings are observers' cases in which seats leave.
func leavings() []vectors.Case {
	return []vectors.Case{observedLeave(), observedLeaves(), observedRedeal(), observedOpen()}
}

// instead is the message that a copy of the table says last.
func (t *table) instead(f func(t *table)) []byte {
	c := t.copy()
	f(c)
	return c.said[len(c.said)-1].message
}

// together is one message of several of a seat, which stays unsaid.
func (t *table) together(seat int, parts ...[]byte) []byte {
	return t.instead(func(t *table) {
		t.said = nil
		for _, part := range parts {
			t.said = append(t.said, said{seat, part})
		}
		t.join(len(parts))
	})
}

// withPart returns a message with some of its bytes replaced.
func withPart(m []byte, at int, part []byte) []byte {
	return slices.Concat(m[:at], part, m[at+len(part):])
}

func observedLeave() vectors.Case {
	g, o := ristretto255, &observed{}
	t := newTable(g, "squaredeal observed", 4, 6).start()
	for _, s := range t.said {
		o.ok(s.from, s.message)
	}
	first := []card{{0, 1}, {1, 3}}
	o.ok(0, t.decrypt(0, first...))
	o.ok(1, t.decrypt(1, first...))
	honest := t.instead(func(t *table) { t.leave(1, []int{2, 3, 4, 5}, []int{1}) })
	const lists, cards = 66, 66 + 2 + 8 + 2 + 2
	o.hear("malformed", "no lists", 1, honest[:lists])
	o.hear("malformed", "a list that is cut", 1, honest[:cards-1])
	o.hear("malformed", "position 6 of 6", 1, withPart(honest, lists+2, u16(6)))
	o.hear("malformed", "a position twice in A", 1, withPart(honest, lists+2, u16(3)))
	o.hear("malformed", "a position in A and B", 1, withPart(honest, cards-2, u16(5)))
	o.hear("malformed", "a byte less", 1, honest[:len(honest)-1])
	o.hear("malformed", "a byte more", 1, append(slices.Clone(honest), 0))
	o.hear("malformed", "no cards", 1, honest[:cards])
	o.hear("malformed", "no positions, and cards", 1, slices.Concat(honest[:lists], make([]byte, 4), honest[cards:]))
	o.hear("state", "A has a position for which it has taken its layer off", 1, t.instead(func(t *table) { t.leave(1, []int{1, 2, 3, 4, 5}, nil) }))
	o.hear("kept", "seat 2, with its turn in the deal, which hasn't come here", 2, t.instead(func(t *table) { t.leave(2, []int{2, 3, 4, 5}, []int{0, 1}) }))
	o.hear("kept", "seat 3, without position 5, which isn't dealt here", 3, t.instead(func(t *table) { t.leave(3, []int{0, 2, 3, 4}, nil) }))
	o.hear("early", "seat 3, without position 0, whose deal isn't done", 3, t.instead(func(t *table) { t.leave(3, []int{2, 3, 4, 5}, nil) }))
	o.hear("kept", "seat 0, after a leave that isn't here", 0, withPart(t.instead(func(t *table) { t.leave(0, []int{2, 3, 4, 5}, []int{0, 1}) }), lists-1, []byte{1}))
	o.hear("diverged", "another view", 1, changed(honest, 33))
	o.hear("malformed", "a card is the identity", 1, withPart(honest, cards, make([]byte, 32)))
	o.hear("malformed", "the proof has a scalar q", 1, withPart(honest, len(honest)-32, g.scalarBytes(g.q)))
	o.hear("invalid", "two cards exchanged", 1, withPart(honest, cards, slices.Concat(honest[cards+32:cards+64], honest[cards:cards+32])))
	o.hear("invalid", "the lowest bit of the scalar", 1, changed(honest, -32))
	o.hear("kept-diverged kept-diverged kept-diverged", "seat 1 leaves, and what seats 0, 2 and 3 sent is of the same time or another view", 1, t.leave(1, []int{2, 3, 4, 5}, []int{1}))
	o.hear("ignored", "the same again", 1, t.said[len(t.said)-1].message)
	o.hear("state", "another leave of the same seat", 1, changed(honest, -32))
	o.hear("diverged", "a leave of seat 3 at the same time", 3, withPart(t.instead(func(t *table) { t.leave(3, []int{0, 2, 3, 4, 5}, nil) }), lists-1, []byte{0}))
	o.hear("diverged", "the first deal as one that begins after the leave", 2, t.instead(func(t *table) { t.decrypt(2, first...) }))
	o.hear("diverged", "the first deal, without its card of the seat that has left", 2, t.instead(func(t *table) {
		m := t.instead(func(t *table) { t.decryptAt(0, 2, first...) })
		from := []*big.Int{t.values[1]}
		after := g.powers(from, g.inverse(t.e[2]))
		proof, _, _, _ := g.decryptionProof(m[33:65], random("without"), t.e[2], from, after)
		t.say(2, 3, m[33:75], []byte{1}, t.left[1], g.bytes(after), proof)
	}))
	o.hear("ignored", "a deal that began before the leave, and isn't known", 2, t.instead(func(t *table) { t.decryptAt(0, 2, card{2, 0}) }))
	o.hear("malformed", "a deal to the seat that has left, alone", 0, t.instead(func(t *table) { t.decryptAt(0, 0, card{2, 1}) })[:70+1])
	o.ok(2, t.decryptAt(0, 2, first...)) // goes on as before
	second := []card{{2, 0}, {3, everyone}, {5, 2}}
	o.hear("diverged", "a deal after another leave", 0, changed(t.instead(func(t *table) { t.decrypt(0, second...) }), 80))
	o.hear("malformed", "a deal after a leave, cut before the digest of this", 0, t.instead(func(t *table) { t.decrypt(0, second...) })[:80+31])
	o.ok(0, t.decrypt(0, second...))
	stale := t.instead(func(t *table) { t.decrypt(2, second...); t.decrypt(3, second...) })
	o.ok(2, t.leave(2, []int{2, 3, 4}, []int{1}))
	o.hear("ignored", "seat 3 in the second deal, as it was before it began again", 3, stale)
	o.hear("kept", "seat 3 in the second deal, before seat 0", 3, t.instead(func(t *table) { t.decrypt(0, second...); t.decrypt(3, second...) }))
	o.ok(0, t.decrypt(0, second...)) // with it, the second deal is done
	t.decrypt(3, second...)
	o.hear("diverged", "seat 2 shows its card of the second deal, whose layers nobody takes off", 2, t.instead(func(t *table) { t.show(2, 5) }))
	o.ok(3, t.decryptAt(0, 3, first...))
	o.hear("state", "seat 3 leaves seat 0 alone", 3, t.instead(func(t *table) { t.leave(3, []int{4}, nil) }))
	o.hear("kept", "a deal after a third leave", 0, withPart(t.instead(func(t *table) { t.decrypt(0, card{4, 3}) }), 71, []byte{3}))
	return o.end("leave", "two of four seats leave in good order, while deals are under way, and what isn't accepted", t, t.opened(), "")
}

// observedLeaves has four of six seats leave, one after the other.
func observedLeaves() vectors.Case {
	o := &observed{}
	t := newTable(ristretto255, "squaredeal observed", 6, 7).start()
	for _, s := range t.said {
		o.ok(s.from, s.message)
	}
	first := []card{{0, 5}}
	o.ok(0, t.decrypt(0, first...))
	o.ok(5, t.leave(5, []int{1, 2, 3, 4, 5, 6}, nil))
	others := []int{6, 5, 4, 3, 2, 1}
	o.hear("state", "A has the card of seat 5, for which seat 3 was to have its turn", 3, t.instead(func(t *table) { t.leave(3, append(others, 0), nil) }))
	o.hear("malformed", "seat 5 in a deal after its leave", 5, t.instead(func(t *table) { t.decrypt(5, card{1, 2}) }))
	o.ok(1, t.decryptAt(0, 1, first...)) // goes on
	second, third := []card{{1, 4}}, []card{{2, everyone}, {3, 4}}
	begun := t.instead(func(t *table) { t.decrypt(0, second...) })
	went := t.instead(func(t *table) { t.decrypt(0, second...); t.decrypt(1, second...) })
	again := t.instead(func(t *table) { t.decrypt(0, third...) })
	o.hear("ok", "seat 4, which hasn't been told of two deals; list A in another order", 4, t.leave(4, others, nil))
	o.hear("kept", "a deal after a third leave, without its digest", 0, slices.Concat(again[:75], []byte{3}))
	o.hear("ignored", "seat 1, with the second turn in a deal that began before the second leave, and isn't known", 1, went)
	o.hear("ok", "seat 0, with the first turn: it begins the deal", 0, begun)
	o.hear("ignored", "the same again", 0, begun)
	o.hear("ignored", "another message of the same deal", 0, changed(begun, -32))
	o.hear("rules", "its card in another deal", 1, t.instead(func(t *table) { t.decrypt(1, card{1, 3}) }), 0, 1)
	o.hear("ok", "seat 0, with another deal of that time, whose proof needn't be valid", 0, changed(again, -32))
	o.hear("state", "a leave of seat 4 again", 4, t.instead(func(t *table) { t.leave(4, others, nil) }))
	fourth := []card{{4, 3}, {5, 1}}
	o.ok(0, t.decrypt(0, fourth...))
	o.hear("kept", "seat 0 leaves, and it has had its turn in the other deal, too", 0, t.instead(func(t *table) { t.leave(0, []int{6}, []int{2, 4, 5}) }))
	o.hear("kept-malformed kept-state", "another leave of seat 0, after which what was kept is at fault", 0, t.leave(0, []int{2, 6}, []int{4, 5}), 0)
	o.ok(2, t.leave(2, []int{2, 4, 5, 6}, nil))
	o.hear("rules", "a deal that has begun again with the turn of seat 1, otherwise: seat 0 began it", 3, t.instead(func(t *table) { t.decrypt(3, card{4, 1}, card{5, 3}) }), 0, 3)
	o.hear("rules", "a show of seat 3's card", 1, t.instead(func(t *table) { t.show(1, 4) }), 0, 1)

	// Messages together, and the deals that have begun again.
	alone := t.copy()
	turn := alone.decrypt(1, fourth...)
	show := alone.instead(func(t *table) { t.decrypt(3, fourth...); t.show(1, 5) })
	both := t.together(1, turn, show)
	o.hear("invalid", "a turn with an invalid proof, and a show that is early", 1, t.together(1, changed(turn, -32), show))
	o.hear("kept", "the turn, which is taken, and a show that is early", 1, both)
	o.hear("ignored", "the same again", 1, both)
	o.hear("early", "the same in another order", 1, t.together(1, show, turn))
	o.hear("ignored", "the turn alone", 1, t.decrypt(1, fourth...))
	o.hear("ok", "the turn of seat 3, with which the deal is done, and what was kept is taken", 3, t.decrypt(3, fourth...))
	t.show(1, 5)
	o.hear("ignored", "what was kept, again", 1, both)
	o.hear("ignored", "the show alone", 1, show)
	o.ok(1, t.decrypt(1, third...))
	o.ok(3, t.decrypt(3, third...))
	return o.end("leaves", "four of six seats leave in good order, and what isn't accepted; two deals are heard of after a leave that they came before", t, t.opened(), "")
}

// observedOpen has all cards open, so that there is nothing to deal again.
func observedOpen() vectors.Case {
	o := &observed{}
	t := newTable(ristretto255, "squaredeal observed", 3, 1).start()
	for _, s := range t.said {
		o.ok(s.from, s.message)
	}
	o.redeal("malformed", "no seat", "")
	for seat := range 3 {
		o.ok(seat, t.decrypt(seat, card{0, everyone}))
	}
	o.redeal("state", "all cards are open", "2")
	return o.end("open", "a deck whose cards are all open isn't dealt again", t, t.opened(), "")
}

func observedRedeal() vectors.Case {
	g, o := ristretto255, &observed{}
	t := newTable(g, "squaredeal observed", 4, 6)
	for seat := range 4 {
		o.ok(seat, t.announce(seat))
	}
	ready := t.copy()
	for seat := range 4 {
		ready.shuffle(seat)
	}
	o.hear("kept", "a leave with another view before the shuffles", 2, changed(ready.instead(func(t *table) { t.leave(2, []int{0, 1, 2, 3, 4, 5}, nil) }), 33))
	for seat := range 3 {
		o.ok(seat, t.shuffle(seat))
	}
	o.hear("kept-diverged", "the last shuffle, after which the leave is at fault", 3, t.shuffle(3), nobody...)
	turns := func(deal ...card) {
		from := len(t.said)
		t.turns(deal...)
		for _, s := range t.said[from:] {
			o.ok(s.from, s.message)
		}
	}
	turns(card{0, 0}, card{1, 2}, card{2, 3})
	turns(card{3, everyone})
	unheard := t.instead(func(t *table) { t.show(2, 1) })
	o.hear("kept", "a show of a card that isn't dealt, which is dropped by the redeal", 1, t.instead(func(t *table) { t.show(1, 4) }))
	o.redeal("malformed", "seat 4 of 4", "4")
	o.redeal("state", "one seat is left", "0 1 2")
	kept := []card{{0, 0}, {1, 2}}
	others, _ := t.again([]card{{0, 0}, {2, 3}}, 2)
	heard := t.said[7].message
	next, _ := t.again(kept, 3)
	before := t
	t = next
	o.redeal("ok", "seat 3 is gone", "3")
	o.redeal("ignored", "the same again", "3")
	o.hear("ignored", "a message of the hand before that has been taken", 3, heard)
	o.hear("diverged", "one of the hand before that hasn't", 2, unheard)
	o.hear("diverged", "a key of the hand that goes on without seat 2", 0, others.announce(0))
	k0 := t.announce(0)
	o.hear("diverged", "a message of seat 3, which is out", 3, k0)
	o.ok(0, k0)
	o.hear("state", "a second key, of another continuation", 0, changed(k0, -32))
	o.ok(1, t.announce(1))
	o.ok(2, t.announce(2))

	// Shuffles, with kept cards.
	raised := t.raised
	s0 := t.instead(func(t *table) { t.shuffle(0) })
	view, at := s0[33:65], len(s0)-2*32-96
	raise := func(e *big.Int, to ...*big.Int) []byte {
		proof, _, _, _ := g.decryptionProof(view, random("raise"), e, to, raised)
		return slices.Concat(s0[:at], g.bytes(to), proof)
	}
	e, other := t.e[0], g.exponentFor("other")
	right := g.powers(raised, e)
	o.hear("malformed", "without the kept cards", 0, s0[:at])
	o.hear("malformed", "a byte less", 0, s0[:len(s0)-1])
	o.hear("malformed", "a kept card twice", 0, withPart(s0, at, s0[at+32:at+64]))
	o.hear("malformed", "a kept card is the identity", 0, withPart(s0, at, make([]byte, 32)))
	o.hear("malformed", "the proof of the raise has a scalar q", 0, withPart(s0, len(s0)-32, g.scalarBytes(g.q)))
	o.hear("invalid", "a kept card is raised with another exponent", 0, raise(e, right[0], g.power(raised[1], other)))
	o.hear("invalid", "the kept cards of two seats are exchanged", 0, raise(e, right[1], right[0]))
	o.hear("invalid", "the kept cards are raised by another key", 0, raise(other, g.powers(raised, other)...))
	o.hear("invalid", "the lowest bit of the last scalar", 0, changed(s0, -32))
	o.ok(0, t.shuffle(0))
	o.ok(1, t.shuffle(1))
	last := t.copy()
	last.shuffle(2)
	o.hear("kept", "the veto of seat 0 before the last shuffle, with an invalid proof", 0, changed(last.instead(func(t *table) { t.veto(0) }), -32))
	last.veto(2)
	two := last.said[len(last.said)-2:]
	join := func(parts ...[]byte) []byte { return last.together(2, parts...) }
	both := join(two[0].message, two[1].message)
	o.hear("malformed", "one message together", 2, join(two[0].message))
	o.hear("malformed", "messages together, within others", 2, join(two[0].message, both))
	o.hear("malformed", "an empty message among others", 2, join(two[0].message, nil, two[1].message))
	o.hear("malformed", "messages together, the last of them cut", 2, both[:len(both)-1])
	o.hear("invalid", "messages together, the second with an invalid proof", 2, join(two[0].message, changed(two[1].message, -32)))
	o.hear("kept", "messages together, in the wrong order", 2, join(two[1].message, two[0].message))
	t.shuffle(2)
	t.veto(2)
	o.hear("kept-invalid", "the shuffle and the veto of seat 2 together, after which the veto of seat 0 is at fault", 2, t.join(2), 0)
	o.hear("ignored", "its veto alone", 2, two[1].message)

	// Vetoes.
	honest := t.instead(func(t *table) { t.veto(0) })
	view = honest[33:65]
	veto := func(e *big.Int, from, to []*big.Int) []byte {
		proof, _, _, _ := g.decryptionProof(view, random("veto"), e, from, to)
		return slices.Concat(honest[:65], g.bytes(to), proof)
	}
	own, its := t.raised[:1], before.e[0]
	off := func(from []*big.Int, e *big.Int) []*big.Int { return g.powers(from, g.inverse(e)) }
	o.hear("malformed", "a veto of seat 1, which has kept nothing", 1, honest)
	o.hear("malformed", "a byte less", 0, honest[:len(honest)-1])
	o.hear("malformed", "of two cards", 0, veto(its, t.raised, off(t.raised, its)))
	o.hear("diverged", "another view", 0, changed(honest, 33))
	o.hear("invalid", "the card of seat 2", 0, veto(its, t.raised[1:], off(t.raised[1:], its)))
	o.hear("invalid", "another card of the deck", 0, veto(its, own, t.deck[:1]))
	o.hear("invalid", "its new key", 0, veto(t.e[0], own, off(own, t.e[0])))
	o.hear("invalid", "the raised card as it is", 0, veto(its, own, own))
	o.ok(0, t.veto(0))
	o.hear("state", "another veto", 0, changed(honest, -32))
	o.hear("state", "another shuffle, when the hand is ready", 0, changed(s0, -32))
	o.hear("state", "another shuffle of another length, when the hand is ready", 0, s0[:at])

	// Deals and shows.
	stock := t.stock()
	all := upTo(len(t.values))[t.first:]
	o.hear("malformed", "a leave with kept cards' positions", 0, t.instead(func(t *table) { t.leave(0, all, nil) }))
	o.hear("rules", "a deal of a kept card's position", 0, t.instead(func(t *table) { t.decrypt(0, card{t.retired[0], 1}) }), 0)
	o.hear("malformed", "a deal of a position of the old deck", 0, withPart(t.instead(func(t *table) { t.decrypt(0, card{stock[0], 1}) }), 67, u16(0)))
	o.hear("malformed", "a card to seat 3, which is out", 0, t.instead(func(t *table) { t.decrypt(0, card{stock[0], 3}) }))
	o.hear("rules", "a show of a card that went with seat 3", 0, t.instead(func(t *table) { t.show(0, 2) }), 0)
	o.hear("rules", "a show of seat 2's card", 0, t.instead(func(t *table) { t.show(0, 1) }), 0)
	o.hear("rules", "a show of a kept card's new position", 0, t.instead(func(t *table) { t.show(0, t.retired[0]) }), 0)
	turns(card{stock[0], 0}, card{stock[1], everyone})
	show := t.instead(func(t *table) { t.show(0, stock[0], 0) })
	n := len(show)
	o.hear("malformed", "a show of cards of two decks, with one proof", 0, show[:n-96])
	o.hear("malformed", "a show of cards of two decks, which are the same", 0, withPart(show, n-192-32, show[n-192-64:n-192-32]))
	o.hear("invalid", "a show of cards of two decks, with their proofs exchanged", 0, slices.Concat(show[:n-192], show[n-96:], show[n-192:n-96]))
	o.hear("invalid", "a show of a kept card with the new key", 0, t.instead(func(t *table) {
		t.decks = []oldDeck{{t.decks[0].end, t.e}}
		t.show(0, 0)
	}))
	o.ok(0, t.show(0, stock[0], 0))
	o.hear("state", "another show of a kept card", 0, t.instead(func(t *table) { t.show(0, 0) }))
	cards := t.opened()
	o.redeal("ok", "seat 2 is gone, too", "2")
	return o.end("redeal", "a hand of four seats goes on without one, and without another; and what isn't accepted", t, cards, "0 1")
}
