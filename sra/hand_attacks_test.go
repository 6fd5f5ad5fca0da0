package sra_test

import (
	"bytes"
	"crypto/sha256"
	"encoding/binary"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

// refused checks that a seat refuses a message and is as it was. It names the sender,
// but for classes that honest seats can cause.
func (x *table) refused(name string, to int, s said, want ...error) {
	x.t.Helper()
	h := reopened(x.t, x.hands[to]) // so that what is kept does no harm to what follows
	before := state(x.t, h)
	reply, err := h.Receive(s.from, s.message)
	var blame *sra.BlameError
	named := errors.As(err, &blame)
	switch {
	case err == nil && slices.Contains(want, sra.ErrEarly):
		if reply != nil || bytes.Equal(before, state(x.t, h)) {
			x.t.Errorf("%s: isn't kept", name)
		}
		return
	case err == nil:
		x.t.Errorf("%s: accepted by seat %d", name, to)
	case reply != nil:
		x.t.Errorf("%s: an error with a reply", name)
	case named == (errors.Is(err, sra.ErrDiverged) || errors.Is(err, sra.ErrEarly)) || named && !slices.Equal(blame.Seats, []int{s.from}):
		x.t.Errorf("%s: %v, blames %v", name, err, blame)
	case !slices.ContainsFunc(want, func(w error) bool { return errors.Is(err, w) }):
		x.t.Errorf("%s: %v, want %v", name, err, want)
	}
	if !bytes.Equal(before, state(x.t, h)) {
		x.t.Errorf("%s: a refused message has changed the state", name)
	}
}

// accepted delivers a message, and returns the reply.
func (x *table) accepted(to int, s said) said {
	x.t.Helper()
	reply, err := x.hands[to].Receive(s.from, s.message)
	if err != nil {
		x.t.Fatal(err)
	}
	return said{to, reply}
}

// altered returns a copy of the message with f done to it.
func altered(message []byte, f func(m []byte) []byte) []byte { return f(slices.Clone(message)) }

var anyFault = []error{sra.ErrMalformed, sra.ErrProof, sra.ErrRules, sra.ErrDiverged}

// story plays a hand of three seats with every kind of message, calling before for each
// delivery.
func story(x *table) {
	x.run()
	x.deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: 2})
	x.deal(sra.Deal{Position: 3, To: sra.Everyone})
	x.show(1, 1)
}

// Each message of a hand, before it is delivered as it is: cut, lengthened, of another
// kind, changed in a byte, from another seat, and from another hand.
func TestAlteredMessages(t *testing.T) {
	g := sra.Ristretto255()
	other := newTable(t, g, "another hand", 5, 3)
	story(other)
	step := 97
	if testing.Short() {
		step = 997
	}
	x := newTable(t, g, "a hand", 5, 3)
	kinds := map[byte]int{}
	x.before = func(to int, s said) {
		kinds[s.message[0]]++
		if to != (s.from+1)%3 {
			return // once for each message
		}
		name := fmt.Sprintf("kind %d from %d", s.message[0], s.from)
		with := func(m []byte) said { return said{s.from, m} }
		x.refused(name+", empty", to, with(nil), sra.ErrMalformed)
		for _, kind := range []byte{0, 8, 0xff} {
			x.refused(name+", unknown kind", to, with(altered(s.message, func(m []byte) []byte { m[0] = kind; return m })), sra.ErrMalformed)
		}
		for _, n := range []int{1, 2, 32, 33, 34, 64, 65, 66, len(s.message) / 2, len(s.message) - 1} {
			x.refused(name+", cut", to, with(s.message[:n]), sra.ErrMalformed)
		}
		x.refused(name+", lengthened", to, with(append(slices.Clone(s.message), 0)), sra.ErrMalformed)
		changed := []int{1, viewAt}
		for i := headSize; i < len(s.message); i += step {
			changed = append(changed, i)
		}
		for _, i := range changed {
			for _, bit := range []byte{1, 0x80} {
				m := altered(s.message, func(m []byte) []byte { m[i] ^= bit; return m })
				// A changed position may be one that isn't dealt: that is kept.
				x.refused(fmt.Sprintf("%s, byte %d changed", name, i), to, with(m), append(anyFault, sra.ErrEarly)...)
			}
		}
		foreign := other.heard[len(x.heard)-1]
		if foreign.from != s.from || foreign.message[0] != s.message[0] {
			t.Fatal("the two hands differ in what is said")
		}
		x.refused(name+", of another hand", to, foreign, sra.ErrDiverged)
		if third := 3 - to - s.from; third != to && third != s.from {
			x.refused(name+", from another seat", to, said{third, s.message}, append(anyFault, sra.ErrState, sra.ErrEarly)...)
		}
	}
	story(x)
	for kind := byte(1); kind <= 4; kind++ {
		if kinds[kind] == 0 {
			t.Errorf("no message of kind %d", kind)
		}
	}
}

func TestMessagesFromNobody(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 2, 2)
	for _, from := range []int{-1, 0, 2} {
		_, err := x.hands[0].Receive(from, x.said[1].message)
		var blame *sra.BlameError
		if !errors.Is(err, sra.ErrMalformed) || errors.As(err, &blame) {
			t.Errorf("from %d: %v", from, err)
		}
	}
}

// Every message before those that it follows: seat 2 gets the messages of each seat
// backwards, as far as it keeps them, and then again those that it didn't keep.
func TestEarlyMessages(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	late := newTable(t, sra.Ristretto255(), "a hand", 5, 3) // the same keys
	story(x)
	h := late.hands[2]
	kept, refused := 0, 0
	for _, s := range slices.Backward(x.heard[3:]) {
		if s.from == 2 {
			continue
		}
		switch reply, err := h.Receive(s.from, s.message); {
		case reply != nil:
			t.Error("a reply to an early message")
		case err == nil:
			kept++
		case errors.Is(err, sra.ErrEarly) && !errors.As(err, new(*sra.BlameError)):
			refused++
		default:
			t.Error(err)
		}
	}
	if kept != 5 || refused != 2 { // two shuffles, two of four decryptions, and a show
		t.Errorf("%d messages are kept, %d refused", kept, refused)
	}
	late.refused("another early shuffle", 2, said{0, altered(x.heard[3].message, func(m []byte) []byte { m[50] ^= 1; return m })}, sra.ErrEarly)
	before := state(t, h)
	if _, err := h.Receive(x.heard[3].from, x.heard[3].message); err != nil || !bytes.Equal(before, state(t, h)) {
		t.Errorf("an early message again: %v", err)
	}
	// With the keys, the shuffles that were kept are taken, and it is seat 2's turn.
	if reply := late.accepted(2, x.heard[0]); reply.message != nil {
		t.Error("a reply before the last key")
	}
	if reply := late.accepted(2, x.heard[1]); reply.message == nil || reply.message[0] != 2 || !h.Ready() {
		t.Error("no shuffle after the last key")
	}
}

// Junk that comes early is found out when its time comes: it is dropped, its sender is
// named, and what came in between is taken.
func TestEarlyJunk(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	for range 3 {
		x.step()
	}
	shuffle0 := x.said[0]
	shuffle1 := x.accepted(1, shuffle0)
	junk := altered(shuffle1.message, func(m []byte) []byte { m[len(m)-1] ^= 1; return m })
	x.accepted(2, said{1, junk})
	reply, err := x.hands[2].Receive(0, shuffle0.message)
	var blame *sra.BlameError
	var kept *sra.KeptError
	if !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{1}) || !errors.As(err, &kept) || kept.From != 1 || reply != nil {
		t.Errorf("%v", err)
	}
	if !slices.Equal(x.hands[2].Missing(), []int{1}) {
		t.Errorf("seat 2 waits for %v", x.hands[2].Missing())
	}
	if reply := x.accepted(2, shuffle1); reply.message == nil || !x.hands[2].Ready() {
		t.Error("the right message isn't taken after the junk")
	}
}

// A seat's turn in a deal comes after the one before, and a show after the deal.
func TestEarlyTurns(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 5, 3)
	x.run()
	x.beginDeal(sra.Deal{Position: 3, To: sra.Everyone}, sra.Deal{Position: 1, To: 1})
	m0 := x.said[0]
	m1 := x.accepted(1, m0)
	x.accepted(2, m0)
	m2 := x.accepted(2, m1)
	x.accepted(1, m2)
	message, err := x.hands[1].Show(1)
	if err != nil {
		t.Fatal(err)
	}
	show := said{1, message}
	// Seat 0 gets them in the wrong order, and waits for what is in between.
	x.accepted(0, show)
	x.accepted(0, m2)
	if !slices.Equal(x.hands[0].Missing(), []int{1}) {
		t.Errorf("seat 0 waits for %v", x.hands[0].Missing())
	}
	x.accepted(0, m1)
	x.accepted(2, show)
	if known := x.known(1); known[0] < 0 || known[0] != known[1] || known[0] != known[2] {
		t.Errorf("the card shown is %v", known)
	}
	if x.hands[0].Missing() != nil || x.known(3)[0] < 0 {
		t.Error("seat 0 still waits")
	}
}

// Two seats that were told different things about the hand don't accuse each other.
func TestOtherHand(t *testing.T) {
	g := sra.Ristretto255()
	deck := mustPublic(t, g, "test deck", 5)
	x := newTable(t, g, "a hand", 5, 3)
	for name, other := range map[string]struct {
		id    string
		deck  sra.Deck
		seats int
	}{
		"id": {"another hand", deck, 3}, "seats": {"a hand", deck, 4}, "deck": {"a hand", mustPublic(t, g, "another", 5), 3},
		"size": {"a hand", mustPublic(t, g, "test deck", 6), 3}, "order": {"a hand", mustSelect(t, deck, 1, 0, 2, 3, 4), 3},
		"group":                     {"a hand", mustPublic(t, sra.Group14(), "test deck", 5), 3},
		"one card of another group": {"a hand", mustPublic(t, sra.Group16(), "test deck", 1), 3},
	} {
		_, message, err := sra.GenerateHand([]byte(other.id), other.deck, other.seats, 1, unstored)
		if err != nil {
			t.Fatal(err)
		}
		x.refused("another "+name, 0, said{1, message}, sra.ErrDiverged)
	}
}

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

func mustDeck(t testing.TB, g sra.Group, b []byte) sra.Deck {
	t.Helper()
	d, err := sra.ParseDeck(g, len(b)/g.ElementSize(), b)
	if err != nil {
		t.Fatal(err)
	}
	return d
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

// A seat that tells two others different things isn't found at once, but the two can't
// go on together, and don't take the next one for a cheat by its proof.
func TestEquivocation(t *testing.T) {
	g := sra.Ristretto255()
	x := newTable(t, g, "a hand", 30, 3)
	twin := newTable(t, g, "a hand", 30, 3) // the same keys; another order of seat 0, of 30!
	for range 3 {
		x.step()
		twin.step()
	}
	a, b := x.said[0], twin.said[0]
	if a.from != 0 || bytes.Equal(a.message, b.message) {
		t.Fatal("seat 0 has said the same to both")
	}
	reply, err := x.hands[1].Receive(0, a.message)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.hands[2].Receive(0, b.message); err != nil {
		t.Fatal(err)
	}
	x.refused("the shuffle after", 2, said{1, reply}, sra.ErrDiverged)
}

// Seats that were told of different deals don't go on.
func TestDifferentRules(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 4, 3)
	x.run()
	told := [][]sra.Deal{
		{{Position: 0, To: 1}, {Position: 1, To: 2}},
		{{Position: 0, To: 2}, {Position: 1, To: 1}},
		{{Position: 0, To: 1}, {Position: 2, To: 2}},
	}
	var message []byte
	for seat, cards := range told {
		m, err := x.hands[seat].Deal(cards...)
		if err != nil {
			t.Fatal(err)
		}
		if seat == 0 {
			message = m
		}
	}
	x.refused("the same positions to others", 1, said{0, message}, sra.ErrRules)
	x.refused("other positions", 2, said{0, message}, sra.ErrRules)
}

// A seat that says anything at any time, the same to all: what others said, altered and
// whole, and its own messages early and twice. The others refuse it, blame nobody else,
// and go on together.
func TestOnlyTheCheatIsBlamed(t *testing.T) {
	const cheat = 2
	rng := rand.New(rand.NewPCG(1, 2))
	x := newTable(t, sra.Ristretto255(), "a hand", 6, 4)
	var all [][]byte
	refusals := 0
	x.before = func(to int, s said) {
		if to != (s.from+1)%4 {
			return // once for each message, at all seats
		}
		all = append(all, s.message)
		for range 6 {
			m := slices.Clone(all[rng.IntN(len(all))])
			if rng.IntN(2) == 0 {
				m[rng.IntN(len(m))] ^= 1 << rng.IntN(8)
			}
			for seat, h := range x.hands {
				// Its own next message, whole, is in its place: it comes by itself.
				if seat == cheat || s.from == cheat && bytes.Equal(m, s.message) {
					continue
				}
				before := state(t, h)
				_, err := reopened(t, h).Receive(cheat, m)
				var blame *sra.BlameError
				switch {
				case errors.As(err, &blame):
					if !slices.Equal(blame.Seats, []int{cheat}) {
						t.Fatalf("seat %d on %x… from the cheat: %v", seat, m[:1], err)
					}
					refusals++
				case err != nil && !errors.Is(err, sra.ErrDiverged) && !errors.Is(err, sra.ErrEarly):
					t.Fatal(err)
				}
				_, again := h.Receive(cheat, m) // junk may be kept here
				if fmt.Sprint(again) != fmt.Sprint(err) || err != nil && !bytes.Equal(before, state(t, h)) {
					t.Fatalf("seat %d on %x… from the cheat: %v, and %v when reopened", seat, m[:1], again, err)
				}
			}
		}
	}
	x.cheat = cheat
	x.run() // fails if a seat refuses what another says
	x.deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: cheat}, sra.Deal{Position: 3, To: 3})
	x.deal(sra.Deal{Position: 4, To: sra.Everyone})
	x.show(3, 3)
	if refusals < 200 {
		t.Errorf("%d refusals", refusals)
	}
	truth := x.opened()
	for position, want := range map[int][]int{
		0: {truth[0], -1, -1, -1}, 1: {-1, truth[1], -1, -1}, 2: {-1, -1, truth[2], -1},
		3: slices.Repeat([]int{truth[3]}, 4), 4: slices.Repeat([]int{truth[4]}, 4), 5: {-1, -1, -1, -1},
	} {
		if diff := cmp.Diff(want, x.known(position)); diff != "" {
			t.Errorf("position %d (-want +got):\n%s", position, diff)
		}
	}
}

// All other seats together, with all that they know, and what they can have one seat
// decrypt: they don't get at its card, nor at one that isn't dealt.
func TestCollusion(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 6, 3)
	x.run()
	x.deal(sra.Deal{Position: 0, To: 0}, sra.Deal{Position: 1, To: 1}, sra.Deal{Position: 2, To: sra.Everyone})
	// Seats 1 and 2 know everything but seat 0's key, and all that was said.
	hidden := mustSelect(t, x.finalDeck(), 0, 5)
	for _, k := range x.keys[1:] {
		hidden = mustDecrypt(t, k, hidden)
	}
	for i := range hidden.Len() {
		for _, s := range x.heard {
			if bytes.Contains(s.message, x.cards.At(x.opened()[[]int{0, 5}[i]]).Bytes()) {
				t.Error("a hidden card is in clear in a message")
			}
		}
		if x.cards.Index(hidden.At(i)) >= 0 {
			t.Error("a card is open without seat 0's key")
		}
	}
	// Its hand has one more layer to take off for each card that its rules deal, and no other:
	// they tell it of deals of these positions, of others that hold the same, and as shows.
	final, table := x.finalDeck(), x.heard[0].message[1:viewAt]
	for _, position := range []int{0, 5} {
		for _, kind := range []byte{3, 4} {
			for from := 1; from < 3; from++ {
				for _, view := range [][]byte{x.heard[len(x.heard)-1].message[viewAt:headSize], make([]byte, 32)} {
					deck := mustSelect(t, final, position)
					to := mustDecrypt(t, x.keys[from], deck)
					proof, err := x.keys[from].ProveDecryption(view, deck, to)
					if err != nil {
						t.Fatal(err)
					}
					m := slices.Concat([]byte{kind}, table, view, []byte{0, 1, 0, byte(position)}, to.Bytes(), proof)
					if kind == 3 {
						m = slices.Concat([]byte{kind}, table, view, []byte{0, 1, 0, byte(position), 0xff, 0xff, 0}, to.Bytes(), proof)
					}
					x.refused(fmt.Sprintf("kind %d of position %d from %d", kind, position, from), 0, said{from, m},
						sra.ErrRules, sra.ErrEarly, sra.ErrState, sra.ErrDiverged)
				}
			}
		}
	}
}

// Messages of a hand in any order, repeated and altered: nothing but the right one is
// ever accepted, and a refusal changes nothing.
func FuzzHand(f *testing.F) {
	g := sra.Ristretto255()
	f.Add([]byte{0, 1, 2, 3, 4, 5, 6, 7, 8})
	f.Add([]byte{3, 3, 2, 1, 0x83, 0, 0, 1})
	f.Fuzz(func(t *testing.T, program []byte) {
		if len(program) > 40 {
			return
		}
		x := newTable(t, g, "a hand", 3, 2)
		deals := []sra.Deal{{Position: 0, To: 0}, {Position: 2, To: sra.Everyone}, {Position: 1, To: 1}}
		messages := slices.Clone(x.said)
		for i := 0; i < len(program); i++ {
			op := program[i]
			seat := int(op >> 6 & 1)
			before := state(t, x.hands[seat])
			var reply []byte
			var err error
			switch {
			case op&0x20 != 0:
				reply, err = x.hands[seat].Deal(deals[int(op)%len(deals)])
			case op&0x10 != 0:
				reply, err = x.hands[seat].Show(int(op) % 4)
			default:
				s := messages[int(op&0xf)%len(messages)]
				m := slices.Clone(s.message)
				if op&0x80 != 0 && i+2 < len(program) {
					m[(int(program[i+1])<<8|int(program[i+2]))%len(m)] ^= 1 << (op & 7)
					i += 2
				}
				if s.from == seat {
					_, err = x.hands[seat].Receive(1-seat, m) // one's own message, reflected
					if err == nil {
						t.Fatal("a hand accepts its own message")
					}
				} else {
					heard := sra.HandHeard(x.hands[seat])
					reply, err = x.hands[seat].Receive(1-seat, m)
					if heard[0] != sra.HandHeard(x.hands[seat])[0] && !bytes.Equal(m, s.message) {
						t.Fatalf("an altered message is taken: %x", m)
					}
				}
			}
			if errors.As(err, new(*sra.KeptError)) {
				continue
			}
			if err != nil && (reply != nil || !bytes.Equal(before, state(t, x.hands[seat]))) {
				t.Fatalf("%v, but the state has changed", err)
			}
			if reply != nil {
				messages = append(messages, said{seat, reply})
			}
		}
		// Whatever happened, a card is what the keys say.
		for position := range 3 {
			known := x.known(position)
			if known[0] >= 0 && known[1] >= 0 && known[0] != known[1] {
				t.Fatalf("position %d is %v", position, known)
			}
		}
	})
}

// States that no hand has, with checksums that fit: no panic, and what is accepted is
// written again as it was.
func FuzzHandState(f *testing.F) {
	x := newTable(f, sra.Ristretto255(), "a hand", 2, 2)
	add := func() {
		b := state(f, x.hands[0])
		f.Add(b[:len(b)-sha256.Size], uint16(0), []byte{})
	}
	add()
	x.run()
	add()
	x.beginDeal(sra.Deal{Position: 1, To: 0})
	add()
	x.run()
	add()
	f.Fuzz(func(t *testing.T, b []byte, at uint16, patch []byte) {
		b = slices.Clone(b)
		copy(b[min(int(at), len(b)):], patch)
		sum := sha256.Sum256(b)
		b = append(b, sum[:]...)
		h, err := sra.ParseHand(b, unstored)
		if err != nil {
			if !errors.Is(err, sra.ErrMalformed) {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(b, state(t, h)) {
			t.Fatal("an accepted state is written otherwise")
		}
		h.Missing()
		h.Deal(sra.Deal{Position: 0, To: sra.Everyone})
		h.Show(0, 1)
	})
}
