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

// refused checks that a seat refuses a message, names its sender, and is as it was.
func (x *table) refused(name string, to int, s said, want ...error) {
	x.t.Helper()
	before := state(x.t, x.hands[to])
	reply, err := x.hands[to].Receive(s.from, s.message)
	var blame *sra.BlameError
	switch {
	case err == nil:
		x.t.Errorf("%s: accepted by seat %d", name, to)
	case reply != nil:
		x.t.Errorf("%s: an error with a reply", name)
	case !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{s.from}):
		x.t.Errorf("%s: %v doesn't blame seat %d", name, err, s.from)
	case !slices.ContainsFunc(want, func(w error) bool { return errors.Is(err, w) }):
		x.t.Errorf("%s: %v, want %v", name, err, want)
	}
	if !bytes.Equal(before, state(x.t, x.hands[to])) {
		x.t.Errorf("%s: a refused message has changed the state", name)
	}
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
	g := smallGroup()
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
		for _, kind := range []byte{0, 5, 0xff} {
			x.refused(name+", unknown kind", to, with(altered(s.message, func(m []byte) []byte { m[0] = kind; return m })), sra.ErrMalformed)
		}
		for _, n := range []int{1, 2, 32, 33, 34, len(s.message) / 2, len(s.message) - 1} {
			x.refused(name+", cut", to, with(s.message[:n]), sra.ErrMalformed)
		}
		x.refused(name+", lengthened", to, with(append(slices.Clone(s.message), 0)), sra.ErrMalformed)
		for i := 1; i < len(s.message); i += step {
			for _, bit := range []byte{1, 0x80} {
				m := altered(s.message, func(m []byte) []byte { m[i] ^= bit; return m })
				// A changed position may be one that isn't dealt.
				x.refused(fmt.Sprintf("%s, byte %d changed", name, i), to, with(m), append(anyFault, sra.ErrEarly)...)
			}
		}
		foreign := other.heard[len(x.heard)-1]
		if foreign.from != s.from || foreign.message[0] != s.message[0] {
			t.Fatal("the two hands differ in what is said")
		}
		x.refused(name+", of another hand", to, foreign, sra.ErrProof, sra.ErrDiverged)
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
	// All of it a second time.
	for _, s := range x.heard {
		for to := range x.hands {
			if to != s.from {
				x.refused(fmt.Sprintf("kind %d from %d again", s.message[0], s.from), to, s, sra.ErrState)
			}
		}
	}
}

func TestMessagesFromNobody(t *testing.T) {
	x := newTable(t, smallGroup(), "a hand", 2, 2)
	for _, from := range []int{-1, 0, 2} {
		_, err := x.hands[0].Receive(from, x.said[1].message)
		var blame *sra.BlameError
		if !errors.Is(err, sra.ErrMalformed) || errors.As(err, &blame) {
			t.Errorf("from %d: %v", from, err)
		}
	}
}

// Every message before those that it follows.
func TestEarlyMessages(t *testing.T) {
	x := newTable(t, smallGroup(), "a hand", 5, 3)
	late := newTable(t, smallGroup(), "a hand", 5, 3) // the same keys
	story(x)
	fresh := late.hands[2]
	for _, s := range x.heard {
		if s.from == 2 || s.message[0] == 1 {
			continue
		}
		late.refused(fmt.Sprintf("kind %d from %d at first", s.message[0], s.from), 2, s, sra.ErrEarly)
	}
	for _, s := range x.heard[:3] {
		if s.from != 2 {
			if _, err := fresh.Receive(s.from, s.message); err != nil {
				t.Fatal(err)
			}
		}
	}
	for _, s := range x.heard[4:] {
		if s.from != 2 {
			late.refused(fmt.Sprintf("kind %d from %d after the keys", s.message[0], s.from), 2, s, sra.ErrEarly)
		}
	}
}

// A seat's turn in a deal comes after the one before, and a show after the deal.
func TestEarlyTurns(t *testing.T) {
	x := newTable(t, smallGroup(), "a hand", 5, 3)
	x.run()
	x.beginDeal(sra.Deal{Position: 3, To: sra.Everyone}, sra.Deal{Position: 1, To: 1})
	m0 := x.said[0]
	receive := func(to int, s said) said {
		t.Helper()
		reply, err := x.hands[to].Receive(s.from, s.message)
		if err != nil {
			t.Fatal(err)
		}
		return said{to, reply}
	}
	m1 := receive(1, m0)
	receive(2, m0)
	m2 := receive(2, m1)
	x.refused("seat 2 before seat 1", 0, m2, sra.ErrEarly)
	receive(1, m2)
	message, err := x.hands[1].Show(1)
	if err != nil {
		t.Fatal(err)
	}
	show := said{1, message}
	x.refused("a show before the deal is done", 0, show, sra.ErrEarly)
	receive(0, m1)
	x.refused("a show before the last turn", 0, show, sra.ErrEarly)
	receive(0, m2)
	receive(0, show)
	receive(2, show)
	if known := x.known(1); known[0] < 0 || known[0] != known[1] || known[0] != known[2] {
		t.Errorf("the card shown is %v", known)
	}
}

// A seat announces the key of another, with the proof that it heard, or with a valid
// one, as the two have made common cause.
func TestCopiedKey(t *testing.T) {
	g := smallGroup()
	x := newTable(t, g, "a hand", 2, 3)
	x.refused("a copied key", 2, said{1, x.said[0].message}, sra.ErrProof)

	key, err := sra.ParseKey(g, x.keys[0].Bytes())
	if err != nil {
		t.Fatal(err)
	}
	_, message, err := sra.NewHand([]byte("a hand"), x.cards, 3, 1, key)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := x.hands[2].Receive(0, x.said[0].message); err != nil {
		t.Fatal(err)
	}
	x.refused("a shared key", 2, said{1, message}, sra.ErrProof)

	generator := altered(x.said[1].message, func(m []byte) []byte { copy(m[1:], sra.Generator(g)); return m })
	x.refused("the generator as key", 2, said{1, generator}, sra.ErrMalformed)
}

// The first seat cheats in its shuffle, each time with the best proof it can make.
func TestShuffleCheats(t *testing.T) {
	g := smallGroup()
	x := newTable(t, g, "a hand", 5, 2)
	x.step()
	x.step()
	honest := x.said[0]
	if honest.message[0] != 2 {
		t.Fatal("no shuffle")
	}
	key, view := x.keys[0], honest.message[1:33]
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
		return said{0, slices.Concat([]byte{2}, view, deck, proof)}
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

	negative := to.Bytes()
	p := g.P()
	copy(negative[:size], p.Sub(p, numbers(to)[0]).FillBytes(make([]byte, size)))
	x.refused("-Y", 1, with(key, negative, to), sra.ErrMalformed)

	if _, err := x.hands[1].Receive(0, honest.message); err != nil {
		t.Fatal(err)
	}
}

// Seat 1 of 3 cheats when it takes its layer off.
func TestDecryptionCheats(t *testing.T) {
	g := smallGroup()
	x := newTable(t, g, "a hand", 6, 3)
	x.run()
	x.deal(sra.Deal{Position: 0, To: 2})
	x.beginDeal(sra.Deal{Position: 3, To: sra.Everyone}, sra.Deal{Position: 4, To: 2}, sra.Deal{Position: 1, To: 1})
	x.step() // seat 0's turn
	honest := x.said[0]
	if honest.from != 1 || honest.message[0] != 3 || binary.BigEndian.Uint16(honest.message[33:]) != 2 {
		t.Fatalf("%x isn't seat 1's message of two cards", honest.message[:35])
	}
	size := g.ElementSize()
	view := honest.message[1:33]
	seat0 := x.heard[len(x.heard)-1].message
	first := 35 + 2*3 // of seat 0's message: positions 3, 4, 1
	from, err := sra.ParseDeck(g, 2, seat0[first:first+2*size])
	if err != nil {
		t.Fatal(err)
	}
	with := func(key sra.Key, positions []int, from, to sra.Deck) said {
		proof, err := key.ProveDecryption(view, from, to)
		if err != nil {
			t.Fatal(err)
		}
		m := append([]byte{3}, view...)
		m = binary.BigEndian.AppendUint16(m, uint16(len(positions)))
		for _, p := range positions {
			m = binary.BigEndian.AppendUint16(m, uint16(p))
		}
		return said{1, slices.Concat(m, to.Bytes(), proof)}
	}
	key := x.keys[1]
	right := mustDecrypt(t, key, from)
	final := x.finalDeck()

	wrong := mustDecrypt(t, fixedKey(t, g, "other"), from)
	x.refused("taken off with another key", 2, with(key, []int{3, 4}, from, wrong), sra.ErrProof)
	one, err := sra.NewDeck(right.At(0), wrong.At(1))
	if err != nil {
		t.Fatal(err)
	}
	x.refused("one of two wrong", 2, with(key, []int{3, 4}, from, one), sra.ErrProof)
	swapped := mustSelect(t, right, 1, 0)
	x.refused("the two exchanged", 2, with(key, []int{3, 4}, from, swapped), sra.ErrProof)
	x.refused("the two exchanged, proved in this order", 2, with(key, []int{3, 4}, mustSelect(t, from, 1, 0), swapped), sra.ErrProof)
	// Seat 2's card in place of everyone's: a peek.
	peeked, err := sra.NewDeck(final.At(0), from.At(1))
	if err != nil {
		t.Fatal(err)
	}
	x.refused("another card in its place", 2, with(key, []int{3, 4}, peeked, mustDecrypt(t, key, peeked)), sra.ErrProof)
	x.refused("the layer left on", 2, with(key, []int{3, 4}, from, from), sra.ErrProof)

	// Positions other than the deal's for seat 1.
	for _, positions := range [][]int{{3, 0}, {4, 3}, {3}, {3, 4, 1}, {3, 5}, {0, 4}} {
		d := mustSelect(t, final, positions...)
		x.refused(fmt.Sprint("positions ", positions), 2, with(key, positions, d, mustDecrypt(t, key, d)), sra.ErrRules)
	}
	d := mustSelect(t, final, 5)
	x.refused("a position that isn't dealt", 2, with(key, []int{5}, d, mustDecrypt(t, key, d)), sra.ErrEarly)
	for _, positions := range [][]int{{3, 3}, {3, 6}, {3, 65535}, {}} {
		x.refused(fmt.Sprint("positions ", positions), 2, with(key, positions, from, right), sra.ErrMalformed)
	}

	none := slices.Concat([]byte{3}, view, []byte{0, 0}, make([]byte, 3*size))
	x.refused("no cards", 2, said{1, none}, sra.ErrMalformed)

	// Cards that aren't one's own, and those that others have layers on.
	show := func(position int) said {
		s := with(key, []int{position}, mustSelect(t, final, position), mustDecrypt(t, key, mustSelect(t, final, position)))
		s.message[0] = 4
		return s
	}
	x.refused("shows another's card", 2, show(0), sra.ErrRules)
	x.refused("shows everyone's card", 2, show(3), sra.ErrRules)
	x.refused("shows what isn't dealt", 2, show(5), sra.ErrEarly)
	x.refused("shows what isn't its own yet", 2, show(1), sra.ErrEarly)
	shown := altered(honest.message, func(m []byte) []byte { m[0] = 4; return m })
	x.refused("a decryption as a show", 2, said{1, shown}, sra.ErrRules)

	x.run()
	truth := x.opened()
	if card, ok := x.hands[2].Card(4); !ok || card != truth[4] {
		t.Errorf("after all of it, card %d %v, want %d", card, ok, truth[4])
	}

	// Of a show: a wrong value, and the show of one card as that of another.
	message, err := x.hands[1].Show(1)
	if err != nil {
		t.Fatal(err)
	}
	bad := altered(message, func(m []byte) []byte { copy(m[37:], x.cards.At(0).Bytes()); return m })
	if truth[1] == 0 {
		copy(bad[37:], x.cards.At(1).Bytes())
	}
	x.refused("shows another value", 2, said{1, bad}, sra.ErrProof)
	x.refused("a show as a decryption", 2, said{1, altered(message, func(m []byte) []byte { m[0] = 3; return m })}, sra.ErrRules)
}

// A seat that tells two others different things isn't found at once, but the two can't
// go on together, and don't take the next one for a cheat by its proof.
func TestEquivocation(t *testing.T) {
	g := smallGroup()
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
	x := newTable(t, smallGroup(), "a hand", 4, 3)
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
	x.refused("the same positions to others", 1, said{0, message}, sra.ErrDiverged)
	x.refused("other positions", 2, said{0, message}, sra.ErrRules)
}

// A seat that says anything at any time, the same to all: what others said, altered and
// whole, and its own messages early and twice. The others refuse it, blame nobody else,
// and go on together.
func TestOnlyTheCheatIsBlamed(t *testing.T) {
	const cheat = 2
	rng := rand.New(rand.NewPCG(1, 2))
	x := newTable(t, smallGroup(), "a hand", 6, 4)
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
				_, err := h.Receive(cheat, m)
				var blame *sra.BlameError
				if !errors.As(err, &blame) || !slices.Equal(blame.Seats, []int{cheat}) || !bytes.Equal(before, state(t, h)) {
					t.Fatalf("seat %d on %x… from the cheat: %v", seat, m[:1], err)
				}
				refusals++
			}
		}
	}
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
	x := newTable(t, smallGroup(), "a hand", 6, 3)
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
	final := x.finalDeck()
	for _, position := range []int{0, 5} {
		for _, kind := range []byte{3, 4} {
			for from := 1; from < 3; from++ {
				for _, view := range [][]byte{x.heard[len(x.heard)-1].message[1:33], make([]byte, 32)} {
					deck := mustSelect(t, final, position)
					to := mustDecrypt(t, x.keys[from], deck)
					proof, err := x.keys[from].ProveDecryption(view, deck, to)
					if err != nil {
						t.Fatal(err)
					}
					m := slices.Concat([]byte{kind}, view, []byte{0, 1, 0, byte(position)}, to.Bytes(), proof)
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
	g := smallGroup()
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
					reply, err = x.hands[seat].Receive(1-seat, m)
					if err == nil && !bytes.Equal(m, s.message) {
						t.Fatalf("an altered message is accepted: %x", m)
					}
				}
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
	x := newTable(f, sra.Group14(), "a hand", 2, 2)
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
		var h sra.Hand
		if err := h.UnmarshalBinary(b); err != nil {
			if !errors.Is(err, sra.ErrMalformed) && !errors.Is(err, sra.ErrState) {
				t.Fatal(err)
			}
			return
		}
		if !bytes.Equal(b, state(t, &h)) {
			t.Fatal("an accepted state is written otherwise")
		}
		h.Missing()
		h.Deal(sra.Deal{Position: 0, To: sra.Everyone})
		h.Show(0, 1)
	})
}
