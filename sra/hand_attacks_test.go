package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

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
		for i := range 6 { // the number of cards, and the first of them
			changed = append(changed, headSize+i)
		}
		for i := headSize; i < len(s.message); i += step {
			changed = append(changed, i)
		}
		for _, i := range changed {
			for _, bit := range []byte{1, 0x80} {
				m := altered(s.message, func(m []byte) []byte { m[i] ^= bit; return m })
				x.refused(fmt.Sprintf("%s, byte %d changed", name, i), to, with(m), anyFault...)
			}
		}
		foreign := other.heard[len(x.heard)-1]
		if foreign.from != s.from || foreign.message[0] != s.message[0] {
			t.Fatal("the two hands differ in what is said")
		}
		x.refused(name+", of another hand", to, foreign, sra.ErrDiverged)
		x.refused(name+", from the third seat", to, said{3 - to - s.from, s.message}, append(anyFault, sra.ErrState, sra.ErrEarly)...)
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
