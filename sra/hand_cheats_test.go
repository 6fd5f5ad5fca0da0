package sra_test

import (
	"encoding/binary"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

// A card that somebody chose, G^a, can be followed through every shuffle by all others
// together. So only decks of PublicDeck are taken.
func TestPlantedCard(t *testing.T) {
	g := sra.Ristretto255()
	public := mustPublic(t, g, "test deck", 6)
	a := fixedKey(t, g, "known to the attacker")
	encoded := append(mustEncrypt(t, a, mustDeck(t, g, sra.Generator(g))).Bytes(), public.Bytes()...)
	planted := mustDeck(t, g, encoded)
	for name, deck := range map[string]sra.Deck{"planted": planted, "selected": mustSelect(t, planted, 1, 2), "precomputed": planted.Precompute(),
		"parsed": mustDeck(t, g, public.Bytes()), "encrypted": mustEncrypt(t, a, public)} {
		if _, _, err := sra.GenerateHand([]byte("id"), deck, 3, 0, unstored); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := sra.NewObserver([]byte("id"), deck, 3); !errors.Is(err, sra.ErrMalformed) {
			t.Errorf("%s, observed: %v", name, err)
		}
	}
	for name, deck := range map[string]sra.Deck{"selected": mustSelect(t, public, 4, 2), "precomputed": public.Precompute()} {
		if _, _, err := sra.GenerateHand([]byte("id"), deck, 3, 0, unstored); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}

	x := &table{t: t, cards: sra.MustBePublic(planted)}
	for seat := range 3 {
		x.keys = append(x.keys, fixedKey(t, g, fmt.Sprint("planted", seat)))
		h, m, err := sra.NewHand([]byte("planted"), x.cards, 3, seat, x.keys[seat], unstored)
		if err != nil {
			t.Fatal(err)
		}
		x.hands = append(x.hands, h)
		x.say(seat, m)
	}
	x.run()
	// Seats 0 and 2 know their keys and a, and seat 1's public key.
	followed := mustDeck(t, g, x.keys[1].Public().Bytes())
	for _, k := range []sra.Key{x.keys[0], x.keys[2], a} {
		followed = mustEncrypt(t, k, followed)
	}
	if at := x.finalDeck().Index(followed.At(0)); at < 0 || x.opened()[at] != 0 {
		t.Error("the attack that is to be kept away doesn't work")
	}
}

// A seat announces the key of another, with the proof that it heard, or with a valid
// one, as the two have made common cause.
func TestCopiedKey(t *testing.T) {
	g := sra.Ristretto255()
	x := newTable(t, g, "a hand", 2, 3)
	x.refused("a copied key", 2, said{1, x.said[0].message}, sra.ErrProof)

	key, err := sra.ParseKey(g, x.keys[0].Bytes())
	if err != nil {
		t.Fatal(err)
	}
	_, message, err := sra.NewHand([]byte("a hand"), x.cards, 3, 1, key, unstored)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.hands[2].Receive(0, x.said[0].message); err != nil {
		t.Fatal(err)
	}
	x.refused("a shared key", 2, said{1, message}, sra.ErrProof)

	generator := altered(x.said[1].message, func(m []byte) []byte { copy(m[viewAt:], sra.Generator(g)); return m })
	x.refused("the generator as key", 2, said{1, generator}, sra.ErrMalformed)
}

// The first seat cheats in its shuffle, each time with the best proof it can make.
func TestShuffleCheats(t *testing.T) {
	g := sra.Ristretto255()
	x := newTable(t, g, "a hand", 5, 2)
	x.step()
	x.step()
	honest := x.said[0]
	if honest.message[0] != 2 {
		t.Fatal("no shuffle")
	}
	key, head, view := x.keys[0], honest.message[:headSize], honest.message[viewAt:headSize]
	to, order, err := key.Shuffle(x.cards)
	if err != nil {
		t.Fatal(err)
	}
	elements := func() (list []sra.Element) {
		for i := range to.Len() {
			list = append(list, to.At(i))
		}
		return list
	}
	with := func(key sra.Key, deck []byte, d sra.Deck) said {
		proof, err := key.ProveShuffle(view, x.cards, d, order)
		if err != nil {
			t.Fatal(err)
		}
		return said{0, slices.Concat(head, deck, proof)}
	}
	deckOf := func(list []sra.Element) sra.Deck {
		d, err := sra.NewDeck(list...)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	otherKey := fixedKey(t, g, "other")

	doubled := to.Bytes()
	size := g.ElementSize()
	copy(doubled[size:2*size], doubled[:size])
	x.refused("a doubled card", 1, with(key, doubled, to), sra.ErrMalformed)

	list := elements()
	list[3] = mustEncrypt(t, key, mustPublic(t, g, "other deck", 1)).At(0)
	x.refused("a foreign card", 1, with(key, deckOf(list).Bytes(), deckOf(list)), sra.ErrProof)

	list = elements()
	list[2] = mustEncrypt(t, otherKey, mustSelect(t, x.cards, order.Reveal().At(2))).At(0)
	x.refused("another exponent on a card", 1, with(key, deckOf(list).Bytes(), deckOf(list)), sra.ErrProof)

	list = elements()
	list[0], list[1] = list[1], list[0]
	x.refused("two cards exchanged after the proof's order", 1, with(key, deckOf(list).Bytes(), deckOf(list)), sra.ErrProof)

	list = elements()
	list[4] = x.cards.At(order.Reveal().At(4))
	x.refused("a card in clear", 1, with(key, deckOf(list).Bytes(), deckOf(list)), sra.ErrProof)

	reordered := mustSelect(t, x.cards, 4, 3, 2, 1, 0)
	x.refused("no encryption at all", 1, with(key, reordered.Bytes(), reordered), sra.ErrProof)

	under := mustEncrypt(t, otherKey, x.cards)
	x.refused("another key", 1, with(otherKey, under.Bytes(), under), sra.ErrProof)

	other := to.Bytes()
	other[0] ^= 1 // negative: no canonical encoding
	x.refused("-s", 1, with(key, other, to), sra.ErrMalformed)

	if _, err := x.hands[1].Receive(0, honest.message); err != nil {
		t.Fatal(err)
	}
}

// Seat 1 of 3 cheats when it takes its layer off.
func TestDecryptionCheats(t *testing.T) {
	g := sra.Ristretto255()
	x := newTable(t, g, "a hand", 6, 3)
	x.run()
	x.deal(sra.Deal{Position: 0, To: 2})
	deal := []sra.Deal{{Position: 3, To: sra.Everyone}, {Position: 4, To: 2}, {Position: 1, To: 1}}
	x.beginDeal(deal...)
	x.step() // seat 0's turn
	honest := x.said[0]
	if honest.from != 1 || honest.message[0] != 3 || binary.BigEndian.Uint16(honest.message[headSize:]) != 3 {
		t.Fatalf("%x isn't seat 1's message of a deal of three cards", honest.message[:headSize+2])
	}
	size := g.ElementSize()
	head, view := honest.message[:headSize], honest.message[viewAt:headSize]
	seat0 := x.heard[len(x.heard)-1].message
	const first = headSize + 2 + 4*3 + 1
	from := mustDeck(t, g, seat0[first:first+2*size]) // positions 3, 4 of 3, 4, 1
	with := func(key sra.Key, deal []sra.Deal, from, to sra.Deck) said {
		proof, err := key.ProveDecryption(view, from, to)
		if err != nil {
			t.Fatal(err)
		}
		m := slices.Clone(head)
		m = binary.BigEndian.AppendUint16(m, uint16(len(deal)))
		for _, c := range deal {
			m = binary.BigEndian.AppendUint16(m, uint16(c.Position))
			m = binary.BigEndian.AppendUint16(m, uint16(c.To))
		}
		return said{1, slices.Concat(m, []byte{0}, to.Bytes(), proof)}
	}
	key := x.keys[1]
	right := mustDecrypt(t, key, from)
	final := x.finalDeck()

	wrong := mustDecrypt(t, fixedKey(t, g, "other"), from)
	x.refused("taken off with another key", 2, with(key, deal, from, wrong), sra.ErrProof)
	one, err := sra.NewDeck(right.At(0), wrong.At(1))
	if err != nil {
		t.Fatal(err)
	}
	x.refused("one of two wrong", 2, with(key, deal, from, one), sra.ErrProof)
	swapped := mustSelect(t, right, 1, 0)
	x.refused("the two exchanged", 2, with(key, deal, from, swapped), sra.ErrProof)
	x.refused("the two exchanged, proved in this order", 2, with(key, deal, mustSelect(t, from, 1, 0), swapped), sra.ErrProof)
	// Seat 2's card in place of everyone's: a peek.
	peeked, err := sra.NewDeck(final.At(0), from.At(1))
	if err != nil {
		t.Fatal(err)
	}
	x.refused("another card in its place", 2, with(key, deal, peeked, mustDecrypt(t, key, peeked)), sra.ErrProof)
	x.refused("the layer left on", 2, with(key, deal, from, from), sra.ErrProof)

	// Deals other than the one that was told. The first card that is dealt here tells which.
	to := func(position, to int) sra.Deal { return sra.Deal{Position: position, To: to} }
	claim := func(deal ...sra.Deal) said {
		var positions []int
		for _, c := range deal {
			if c.To != 1 {
				positions = append(positions, c.Position)
			}
		}
		d := mustSelect(t, final, positions...)
		return with(key, deal, d, mustDecrypt(t, key, d))
	}
	for _, deal := range [][]sra.Deal{
		{to(3, sra.Everyone), to(4, 2)}, {to(4, 2), to(3, sra.Everyone), to(1, 1)}, {to(3, sra.Everyone), to(4, 0), to(1, 1)}, {to(3, 1), to(4, 2), to(1, 1)},
		{to(3, sra.Everyone), to(4, 2), to(1, 0)}, {to(3, sra.Everyone), to(4, 2), to(1, 1), to(5, 0)}, {to(5, 0), to(3, sra.Everyone)},
		{to(0, 2), to(3, sra.Everyone)}, {to(0, 0)},
	} {
		x.refused(fmt.Sprint("the deal ", deal), 2, claim(deal...), sra.ErrRules)
		_, err := reopened(t, x.hands[2]).Receive(1, claim(deal...).message)
		var rules *sra.RulesError
		if !errors.As(err, &rules) || !slices.Equal(rules.Now, deal) || len(rules.Before) == 0 {
			t.Errorf("%v: %v", deal, err)
		}
	}
	x.refused("another message in a deal that is done", 2, claim(to(0, 2)), sra.ErrState)
	x.refused("a deal that wasn't told", 2, claim(to(5, 2)), sra.ErrEarly)
	for _, deal := range [][]sra.Deal{{to(3, 2), to(3, 0)}, {to(3, 2), to(6, 0)}, {to(3, 2), to(65535, 2)}, {to(3, 3), to(4, 2)}, {to(3, -2), to(4, 2)}, {}, {to(1, 1)}} {
		x.refused(fmt.Sprint("the deal ", deal), 2, with(key, deal, from, right), sra.ErrMalformed)
	}
	x.refused("a deal to itself, of no cards", 2, said{1, slices.Concat(head, []byte{0, 1, 0, 1, 0, 1}, make([]byte, 3*size))}, sra.ErrMalformed)

	// Cards that aren't one's own, and those that others have layers on.
	showView := func(positions ...int) said {
		d := mustSelect(t, final, positions...)
		to := mustDecrypt(t, key, d)
		proof, err := key.ProveDecryption(view, d, to)
		if err != nil {
			t.Fatal(err)
		}
		m := append([]byte{4}, head[1:]...)
		m = binary.BigEndian.AppendUint16(m, uint16(len(positions)))
		for _, p := range positions {
			m = binary.BigEndian.AppendUint16(m, uint16(p))
		}
		return said{1, slices.Concat(m, to.Bytes(), proof)}
	}
	x.refused("shows another's card", 2, showView(0), sra.ErrRules)
	x.refused("shows everyone's card", 2, showView(3), sra.ErrRules)
	x.refused("shows what isn't dealt", 2, showView(5), sra.ErrEarly)
	x.refused("shows what isn't its own yet", 2, showView(1), sra.ErrEarly)
	x.refused("shows what isn't dealt, and another's", 2, showView(5, 0), sra.ErrEarly)
	x.refused("shows another's, and what isn't dealt", 2, showView(0, 5), sra.ErrRules)
	x.refused("a decryption as a show", 2, said{1, altered(honest.message, func(m []byte) []byte { m[0] = 4; return m })}, sra.ErrMalformed)

	x.run()
	truth := x.opened()
	if card, ok := x.hands[2].Card(4); !ok || card != truth[4] {
		t.Errorf("after all of it, card %d %v, want %d", card, ok, truth[4])
	}

	// Of a show: a wrong value, a show as a decryption, and a second one.
	message, err := x.hands[1].Show(1)
	if err != nil {
		t.Fatal(err)
	}
	bad := altered(message, func(m []byte) []byte { copy(m[headSize+4:], x.cards.At(0).Bytes()); return m })
	if truth[1] == 0 {
		copy(bad[headSize+4:], x.cards.At(1).Bytes())
	}
	x.refused("shows another value", 2, said{1, bad}, sra.ErrProof)
	x.refused("a show as a decryption", 2, said{1, altered(message, func(m []byte) []byte { m[0] = 3; return m })}, sra.ErrMalformed)
	x.accepted(2, said{1, message})
	x.refused("a second show", 2, said{1, altered(message, func(m []byte) []byte { m[len(m)-1] ^= 1; return m })}, sra.ErrState)
	x.refused("a second key", 2, said{1, altered(x.heard[1].message, func(m []byte) []byte { m[len(m)-1] ^= 1; return m })}, sra.ErrState)
	x.refused("a second shuffle", 2, said{1, altered(x.heard[4].message, func(m []byte) []byte { m[len(m)-1] ^= 1; return m })}, sra.ErrState)
	x.refused("a second decryption", 2, said{1, altered(honest.message, func(m []byte) []byte { m[len(m)-1] ^= 1; return m })}, sra.ErrState)
}
