package sra_test

import (
	"bytes"
	"errors"
	"fmt"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/sra"
)

// everySeatHas are the deals of a hand of four: seats 0 to 2 have two cards, seat 3 has one;
// one is for everyone. Seat 1 shows one.
var everySeatHas = [][]sra.Deal{
	{{Position: 0, To: 0}, {Position: 1, To: 1}, {Position: 2, To: 2}, {Position: 3, To: 3}},
	{{Position: 4, To: 0}, {Position: 5, To: 1}, {Position: 6, To: 2}},
	{{Position: 7, To: sra.Everyone}},
}

// played returns a hand with these deals, of 12 cards, before seat 3 is gone.
func played(t testing.TB, id string) *table {
	t.Helper()
	x := newTable(t, sra.Ristretto255(), id, 12, 4)
	x.run()
	for _, deal := range everySeatHas {
		x.deal(deal...)
	}
	x.show(1, 5)
	return x
}

// redealt lets all but seat 3 deal again, with keys that the test knows.
func (x *table) redealt() {
	x.t.Helper()
	x.gone = map[int]bool{3: true}
	for seat := range 3 {
		x.keys[seat] = fixedKey(x.t, x.cards.Group(), fmt.Sprint("again", seat))
		message, err := sra.RedealWith(x.hands[seat], x.keys[seat], 3)
		if err != nil {
			x.t.Fatal(err)
		}
		x.say(seat, message)
	}
}

// blamed checks that a seat refuses a message for this reason and names these seats.
func blamed(t *testing.T, name string, err, want error, seats ...int) {
	t.Helper()
	var blame *sra.BlameError
	if named := errors.As(err, &blame); !errors.Is(err, want) || named != (len(seats) > 0) || named && !slices.Equal(blame.Seats, seats) {
		t.Errorf("%s: %v, want %v of seats %v", name, err, want, seats)
	}
}

// What a hand is like after a redeal: what is kept, how positions and cards are numbered, and
// what calls refuse.
func TestRedeal(t *testing.T) {
	x := played(t, "a hand")
	truth := x.opened()
	o := newObserver(t, x)
	for _, s := range x.heard {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	before, old := x.hands[0].Sent(), len(x.heard)
	x.redealt()
	if err := o.Redeal(3); err != nil {
		t.Fatal(err)
	}
	h := x.hands[0]
	if h.Ready() || h.Stock() != nil || !slices.Equal(h.Missing(), []int{1, 2}) || h.Deals() != nil || h.Seats() != 4 || !slices.Equal(h.Left(), []int{3}) {
		t.Errorf("at first: ready %v, stock %v, missing %v, deals %v, left %v", h.Ready(), h.Stock(), h.Missing(), h.Deals(), h.Left())
	}
	kept := []sra.Deal{{Position: 0, To: 0}, {Position: 1, To: 1}, {Position: 2, To: 2}, {Position: 4, To: 0}, {Position: 6, To: 2}}
	for name, got := range map[string][]sra.Deal{"a seat": h.Kept(), "the observer": o.Kept()} {
		if diff := cmp.Diff(kept, got); diff != "" {
			t.Errorf("kept, by %s (-want +got):\n%s", name, diff)
		}
	}
	known := func() {
		t.Helper()
		for position, seats := range map[int][]int{0: {0}, 4: {0}, 1: {1}, 2: {2}, 6: {2}, 3: {}, 8: {}, 5: {0, 1, 2}, 7: {0, 1, 2}} {
			for seat := range 3 {
				card, ok := x.hands[seat].Card(position)
				if want := slices.Contains(seats, seat); ok != want || ok && card != truth[position] {
					t.Errorf("seat %d knows %d %v at position %d, which is %d", seat, card, ok, position, truth[position])
				}
			}
		}
	}
	known()
	if _, err := h.Show(0); !errors.Is(err, sra.ErrState) {
		t.Errorf("a show before the hand is ready: %v", err)
	}
	x.run()
	for _, s := range x.heard[old:] {
		if err := o.Receive(s.from, s.message); err != nil {
			t.Fatal(err)
		}
	}
	known()
	// Of 12 cards, two are open: the new deck is at positions 12 to 21, and five are retired.
	stock := h.Stock()
	if len(stock) != 5 || stock[0] < 12 || stock[4] >= 22 || !slices.Equal(stock, o.Stock()) || !h.Ready() || !o.Ready() {
		t.Fatalf("stock %v", stock)
	}
	retired := 12
	for slices.Contains(stock, retired) {
		retired++
	}
	for name, deal := range map[string]sra.Deal{
		"a retired position": {Position: retired, To: 0}, "a kept card": {Position: 0, To: 1}, "an old position": {Position: 9, To: 0}, "to seat 3": {Position: stock[0], To: 3},
	} {
		if _, err := h.Deal(deal); !errors.Is(err, sra.ErrState) {
			t.Errorf("a deal of %s: %v", name, err)
		}
	}
	for name, position := range map[string]int{"another's": 1, "a retired one": retired, "seat 3's": 3, "one in the stock": stock[0], "one that is shown": 7} {
		if _, err := h.Show(position); !errors.Is(err, sra.ErrState) {
			t.Errorf("a show of %s: %v", name, err)
		}
	}
	// New cards aren't those that are open or kept, and seat 3's may be among them.
	var deal []sra.Deal
	for i, p := range stock {
		deal = append(deal, sra.Deal{Position: p, To: i % 3})
	}
	x.deal(deal...)
	var all []int
	for _, d := range deal {
		card, ok := x.hands[d.To].Card(d.Position)
		if !ok {
			t.Fatalf("seat %d doesn't see position %d", d.To, d.Position)
		}
		all = append(all, card)
	}
	want := []int{truth[3], truth[8], truth[9], truth[10], truth[11]}
	slices.Sort(all)
	slices.Sort(want)
	if !slices.Equal(all, want) {
		t.Errorf("cards %v are dealt, want %v", all, want)
	}
	// A show of cards of both decks, of which each has a key of its own.
	x.show(0, deal[0].Position, 4)
	for _, position := range []int{4, deal[0].Position} {
		for _, seat := range []int{1, 2} {
			a, ok := x.hands[0].Card(position)
			if b, shown := x.hands[seat].Card(position); !ok || !shown || a != b {
				t.Errorf("position %d, shown by seat 0 as %d, is %d for seat %d", position, a, b, seat)
			}
		}
	}
	if got, want := h.Kept(), slices.Concat(kept[:3], kept[4:]); !slices.Equal(got, want) {
		t.Errorf("kept after the show: %v", got)
	}
	if sent := h.Sent(); len(sent) <= len(before) || !slices.EqualFunc(sent[:len(before)], before, slices.Equal) {
		t.Error("what was sent in the old hand isn't among what was sent")
	}
}

// Calls that Redeal and Leave refuse, and calls made again.
func TestRedealRefusals(t *testing.T) {
	x := played(t, "a hand")
	h := x.hands[0]
	o := newObserver(t, x)
	before := state(t, h)
	for name, c := range map[string]struct {
		left []int
		want error
	}{
		"nobody": {nil, sra.ErrMalformed}, "seat -1": {[]int{-1}, sra.ErrMalformed}, "seat 4": {[]int{3, 4}, sra.ErrMalformed}, "itself": {[]int{0, 3}, sra.ErrState}, "all others": {[]int{1, 2, 3}, sra.ErrState},
	} {
		if m, err := h.Redeal(c.left...); m != nil || !errors.Is(err, c.want) || errors.As(err, new(*sra.BlameError)) {
			t.Errorf("%s: %v", name, err)
		}
		if name != "itself" {
			if err := o.Redeal(c.left...); !errors.Is(err, c.want) {
				t.Errorf("an observer, %s: %v", name, err)
			}
			if _, err := h.RedealID(c.left...); !errors.Is(err, c.want) {
				t.Errorf("the id, %s: %v", name, err)
			}
		}
	}
	if !bytes.Equal(before, state(t, h)) {
		t.Error("a refused call has changed the state")
	}
	id, err := h.RedealID(3)
	if err != nil || len(id) != 32 {
		t.Fatal(err)
	}
	first, err := h.Redeal(3)
	if err != nil {
		t.Fatal(err)
	}
	after := state(t, h)
	for range 2 {
		again, err := h.Redeal(3, 3)
		if now, _ := h.RedealID(3); err != nil || !bytes.Equal(again, first) || !bytes.Equal(now, id) {
			t.Errorf("the same again: %v", err)
		}
		h = reopened(t, h)
	}
	if !bytes.Equal(after, state(t, h)) {
		t.Error("a call made again has changed the state")
	}

	two := newTable(t, sra.Ristretto255(), "two", 2, 2)
	if _, err := two.hands[0].Leave(); !errors.Is(err, sra.ErrState) {
		t.Errorf("a leave before the hand is ready: %v", err)
	}
	two.run()
	if _, err := two.hands[0].Leave(); !errors.Is(err, sra.ErrState) {
		t.Errorf("a leave of one of two: %v", err)
	}
	three := newTable(t, sra.Ristretto255(), "three", 1, 3)
	three.run()
	three.deal(sra.Deal{Position: 0, To: sra.Everyone})
	if _, err := three.hands[0].Redeal(2); !errors.Is(err, sra.ErrState) {
		t.Errorf("a redeal of no cards: %v", err)
	}
	message, err := three.hands[2].Leave() // with no layer to take off
	if err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if again, err := three.hands[2].Leave(); err != nil || !bytes.Equal(again, message) {
			t.Errorf("a leave again: %v", err)
		}
		three.accepted(0, said{2, message})
	}
	if _, err := three.hands[2].Redeal(1); !errors.Is(err, sra.ErrState) {
		t.Errorf("a redeal by a seat that has left: %v", err)
	}
	if _, err := three.hands[0].Deal(sra.Deal{Position: 0, To: 2}); !errors.Is(err, sra.ErrState) {
		t.Errorf("a deal of a dealt card to a seat that has left: %v", err)
	}

	var zero sra.Hand
	var zeroObserver sra.Observer
	_, leaveErr := zero.Leave()
	_, redealErr := zero.Redeal(1)
	_, idErr := zero.RedealID(1)
	for _, err := range []error{leaveErr, redealErr, idErr} {
		if !errors.Is(err, sra.ErrMalformed) || err.Error() != "sra: malformed: zero Hand" {
			t.Error(err)
		}
	}
	if err := zeroObserver.Redeal(1); err == nil || err.Error() != "sra: malformed: zero Observer" {
		t.Error(err)
	}
	if zero.Kept() != nil || zero.Stock() != nil || zero.Left() != nil || zeroObserver.Kept() != nil || zeroObserver.Stock() != nil || zeroObserver.Left() != nil {
		t.Error("the zero value knows something")
	}
}

// Seat 1 cheats with the kept cards when it shuffles, each time with the best proof that it
// can make.
func TestRaiseCheats(t *testing.T) {
	g := sra.Ristretto255()
	x := played(t, "a hand")
	x.redealt()
	x.step() // keys
	x.step()
	x.step()
	x.step() // seat 0's shuffle
	const m, k, size = 10, 5, 32
	if len(x.said) != 1 || x.said[0].from != 1 || x.said[0].message[0] != 2 {
		t.Fatal("it isn't seat 1's shuffle that comes next")
	}
	honest, key := x.said[0].message, x.keys[1]
	raiseAt := headSize + m*size + sra.ShuffleProofSize(g, m)
	if len(honest) != raiseAt+k*size+96 {
		t.Fatalf("%d bytes", len(honest))
	}
	seat0 := x.heard[len(x.heard)-1].message
	from := mustDeck(t, g, seat0[raiseAt:raiseAt+k*size])
	raised := mustEncrypt(t, key, from)
	if !bytes.Equal(raised.Bytes(), honest[raiseAt:raiseAt+k*size]) {
		t.Fatal("the kept cards aren't raised")
	}
	with := func(key sra.Key, raised sra.Deck) said {
		proof, err := key.ProveDecryption(honest[viewAt:headSize], raised, from)
		if err != nil {
			t.Fatal(err)
		}
		return said{1, slices.Concat(honest[:raiseAt], raised.Bytes(), proof)}
	}
	replaced := func(i int, x sra.Element) sra.Deck {
		var list []sra.Element
		for j := range raised.Len() {
			list = append(list, raised.At(j))
		}
		list[i] = x
		d, err := sra.NewDeck(list...)
		if err != nil {
			t.Fatal(err)
		}
		return d
	}
	other := fixedKey(t, g, "other")
	for i := range k {
		x.refused("another exponent for one card", 0, with(key, replaced(i, mustEncrypt(t, other, mustSelect(t, from, i)).At(0))), sra.ErrProof)
		x.refused("one card not raised", 2, with(key, replaced(i, from.At(i))), sra.ErrProof)
		for j := range i {
			swapped := upTo(k)
			swapped[i], swapped[j] = j, i
			x.refused("two cards swapped", 0, with(key, mustSelect(t, raised, swapped...)), sra.ErrProof)
		}
	}
	x.refused("a card of the deck", 0, with(key, replaced(2, mustDeck(t, g, honest[headSize:headSize+size]).At(0))), sra.ErrProof)
	x.refused("another key", 0, with(other, mustEncrypt(t, other, from)), sra.ErrProof)
	x.refused("no raise", 0, with(key, from), sra.ErrProof)
	doubled := slices.Clone(honest)
	copy(doubled[raiseAt:raiseAt+size], doubled[raiseAt+size:raiseAt+2*size])
	x.refused("a card twice", 0, said{1, doubled}, sra.ErrMalformed)
	x.refused("a shuffle without the kept cards", 0, said{1, honest[:raiseAt]}, sra.ErrMalformed)
	x.refused("with the raise of seat 0", 2, said{1, slices.Concat(honest[:raiseAt], seat0[raiseAt:])}, sra.ErrProof)
	x.run()
	if !x.hands[2].Ready() {
		t.Error("the right message isn't taken after the false ones")
	}
}

func upTo(n int) (numbers []int) {
	for i := range n {
		numbers = append(numbers, i)
	}
	return numbers
}

// Seat 0 cheats when it tells where its kept cards are.
func TestVetoCheats(t *testing.T) {
	g := sra.Ristretto255()
	x := played(t, "a hand")
	old := slices.Clone(x.keys)
	x.redealt()
	for range 6 {
		x.step() // keys and shuffles; the last of these with a veto
	}
	var veto, other []byte
	for _, s := range append(x.heard, x.said...) {
		for _, m := range sra.Split(s.message) {
			if m[0] == 6 && s.from == 0 {
				veto = m
			} else if m[0] == 6 && s.from == 1 {
				other = m
			}
		}
	}
	if len(veto) != headSize+2*32+96 || len(other) != headSize+32+96 {
		t.Fatalf("vetoes of %d and %d bytes", len(veto), len(other))
	}
	last := x.heard[len(x.heard)-1]
	parts := sra.Split(last.message)
	if last.from != 2 || len(parts) != 2 || parts[0][0] != 2 || parts[1][0] != 6 {
		t.Fatal("the last seat doesn't send its shuffle and veto together")
	}
	const m, k = 10, 5
	raiseAt := headSize + m*32 + sra.ShuffleProofSize(g, m)
	raised := mustDeck(t, g, parts[0][raiseAt:raiseAt+k*32]) // of positions 0, 1, 2, 4, 6
	final := mustDeck(t, g, parts[0][headSize:headSize+m*32])
	with := func(key sra.Key, from, to sra.Deck) said {
		proof, err := key.ProveDecryption(veto[viewAt:headSize], from, to)
		if err != nil {
			t.Fatal(err)
		}
		return said{0, slices.Concat(veto[:headSize], to.Bytes(), proof)}
	}
	own := mustSelect(t, raised, 0, 3)
	right := mustDecrypt(t, old[0], own)
	if !bytes.Equal(right.Bytes(), veto[headSize:headSize+64]) || final.Index(right.At(0)) < 0 {
		t.Fatal("the veto isn't what it should be")
	}
	for to := 1; to <= 2; to++ {
		x.refused("the card of another seat", to, with(old[0], mustSelect(t, raised, 1, 2), mustDecrypt(t, old[0], mustSelect(t, raised, 1, 2))), sra.ErrProof)
		x.refused("its cards in another order", to, with(old[0], own, mustSelect(t, right, 1, 0)), sra.ErrProof)
		x.refused("other cards of the deck", to, with(old[0], own, mustSelect(t, final, 3, 4)), sra.ErrProof)
		x.refused("with its new key", to, with(x.keys[0], own, mustDecrypt(t, x.keys[0], own)), sra.ErrProof)
		x.refused("not opened", to, with(old[0], own, own), sra.ErrProof)
		x.refused("one card", to, with(old[0], mustSelect(t, own, 0), mustSelect(t, right, 0)), sra.ErrMalformed)
		x.refused("three cards", to, with(old[0], mustSelect(t, raised, 0, 3, 1), mustDecrypt(t, old[0], mustSelect(t, raised, 0, 3, 1))), sra.ErrMalformed)
	}
	x.refused("the veto of seat 1", 2, said{0, other}, sra.ErrMalformed)
	x.refused("its own veto, from seat 2", 1, said{2, veto}, sra.ErrState) // which has vetoed
	x.run()
	for seat := range 3 {
		if !x.hands[seat].Ready() {
			t.Errorf("seat %d isn't ready", seat)
		}
	}
	x.refused("another veto", 1, said{0, altered(veto, func(m []byte) []byte { m[len(m)-1] ^= 1; return m })}, sra.ErrState)
}

// A message that deals what isn't in the stock, or to a seat that isn't there: no honest seat
// sends one.
func TestDealsAfterRedeal(t *testing.T) {
	x := played(t, "a hand")
	empty := func() said {
		return said{1, slices.Concat([]byte{6}, x.hands[1].Sent()[len(x.hands[1].Sent())-1][1:viewAt], make([]byte, 32))}
	}
	x.refused("a veto of nothing", 0, empty(), sra.ErrMalformed)
	x.redealt()
	x.run()
	x.refused("a veto of nothing, after another", 0, empty(), sra.ErrState)
	stock := x.hands[1].Stock()
	retired := 12
	for slices.Contains(stock, retired) {
		retired++
	}
	message := func(positions ...byte) said {
		m := append(x.hands[0].Sent()[len(x.hands[0].Sent())-1][1:viewAt:viewAt], make([]byte, 32)...)
		m = append(append([]byte{3}, m...), 0, byte(len(positions)/2))
		for i := 0; i < len(positions); i += 2 {
			m = append(m, 0, positions[i], 0, positions[i+1])
		}
		return said{0, append(m, make([]byte, 1+len(positions)/2*32+96)...)}
	}
	x.refused("a retired position", 1, message(byte(retired), 1), sra.ErrRules)
	x.refused("a card of the old deck", 1, message(9, 1), sra.ErrMalformed)
	x.refused("a card to seat 3", 1, message(byte(stock[0]), 3), sra.ErrMalformed)
	x.refused("a card of the stock", 1, message(byte(stock[0]), 1), sra.ErrEarly) // may be dealt yet
}

// Seats that deal again without different seats play different hands, which blame nobody;
// when all have left the same seats behind, they are together again.
func TestRedealWithDifferentLists(t *testing.T) {
	x := newTable(t, sra.Ristretto255(), "a hand", 10, 5)
	x.run()
	for position := range 5 {
		x.deal(sra.Deal{Position: position, To: position})
	}
	lists := [][]int{{4}, {3}, {3, 4}}
	var messages []said
	for seat, left := range lists {
		m, err := x.hands[seat].Redeal(left...)
		if err != nil {
			t.Fatal(err)
		}
		messages = append(messages, said{seat, m})
	}
	for seat := range lists {
		for _, s := range messages {
			if s.from != seat {
				x.refused("a key of another continuation", seat, s, sra.ErrDiverged)
			}
		}
	}
	x.gone = map[int]bool{3: true, 4: true}
	for seat := range 2 {
		m, err := x.hands[seat].Redeal(3, 4)
		if err != nil {
			t.Fatal(err)
		}
		x.say(seat, m)
	}
	x.say(2, messages[2].message)
	x.run()
	for seat := range 3 {
		if h := x.hands[seat]; !h.Ready() || len(h.Stock()) != 7 || len(h.Kept()) != 3 {
			t.Errorf("seat %d: ready %v, stock %v, kept %v", seat, h.Ready(), h.Stock(), h.Kept())
		}
	}
}

// One seat has missed the message by which a deal was done: it sees so before it is too late.
func TestRedealIDs(t *testing.T) {
	for name, f := range map[string]func(x *table){
		"a deal to a seat":   func(x *table) { x.deal(sra.Deal{Position: 9, To: 0}) },
		"a deal to all":      func(x *table) { x.deal(sra.Deal{Position: 9, To: sra.Everyone}) },
		"a show":             func(x *table) { x.show(0, 4) },
		"a show of seat 3's": func(x *table) { x.show(3, 3) },
	} {
		x := played(t, "a hand")
		behind := reopened(t, x.hands[2])
		f(x)
		id, err := x.hands[1].RedealID(3)
		if err != nil {
			t.Fatal(err)
		}
		for _, seat := range []int{0, 2} {
			if other, err := x.hands[seat].RedealID(3); err != nil || !bytes.Equal(id, other) {
				t.Errorf("seat %d, after %s: %v", seat, name, err)
			}
		}
		if other, err := behind.RedealID(3); err != nil || bytes.Equal(id, other) {
			t.Errorf("a seat that has missed %s would play the same hand: %v", name, err)
		}
	}
}

// Messages of the old hand in the new one and the other way round, of a seat that was left
// behind wrongly among them: nobody is blamed, nothing changes.
func TestMessagesAcrossRedeal(t *testing.T) {
	x := played(t, "a hand")
	late, err := reopened(t, x.hands[1]).Deal(sra.Deal{Position: 8, To: 0}) // heard by nobody
	if err != nil {
		t.Fatal(err)
	}
	slow, slowLate := reopened(t, x.hands[3]), []byte(nil)
	if slowLate, err = reopened(t, x.hands[3]).Show(3); err != nil {
		t.Fatal(err)
	}
	behind := reopened(t, x.hands[2]) // seat 2, before its call of Redeal
	old := slices.Clone(x.heard)
	x.redealt()
	across := func() {
		t.Helper()
		for seat := range 3 {
			before := state(t, x.hands[seat])
			for _, s := range old {
				if s.from == seat {
					continue
				}
				if reply, err := x.hands[seat].Receive(s.from, s.message); err != nil || reply != nil {
					t.Errorf("seat %d, an old message of kind %d: %v", seat, s.message[0], err)
				}
			}
			for _, s := range []said{{1, late}, {3, slowLate}} {
				if s.from != seat {
					x.refused("an old message that it hasn't heard", seat, s, sra.ErrDiverged)
				}
			}
			if !bytes.Equal(before, state(t, x.hands[seat])) {
				t.Error("old messages have changed the state")
			}
		}
		for _, s := range x.heard[len(old):] {
			for name, h := range map[string]*sra.Hand{"the slow seat": slow, "one behind": behind} {
				before := state(t, h)
				if s.from == h.Seat() {
					continue
				}
				_, err := h.Receive(s.from, s.message)
				blamed(t, name, err, sra.ErrDiverged)
				if !bytes.Equal(before, state(t, h)) {
					t.Errorf("%s: new messages have changed the state", name)
				}
			}
		}
	}
	across()
	for len(x.said) > 0 {
		x.step()
		across()
	}
	x.deal(sra.Deal{Position: x.hands[0].Stock()[0], To: 1})
	across()
	// The slow seat may know of the new hand and join it, or the one behind as another seat.
	table := x.heard[len(old)].message[1:viewAt]
	key := fixedKey(t, x.cards.Group(), "rejoins")
	message := slices.Concat([]byte{1}, table, key.Public().Bytes(), make([]byte, 64))
	x.refused("a key of a seat that is out", 0, said{3, message}, sra.ErrDiverged)
	x.refused("junk of a seat that is out", 0, said{3, append([]byte{3}, table...)}, sra.ErrDiverged)
	if _, err := slow.Redeal(0, 1); err != nil { // it plays on with seat 2
		t.Error(err)
	}
	m := slow.Sent()[len(slow.Sent())-1]
	x.refused("a key of another continuation", 2, said{3, m}, sra.ErrDiverged)
}

// A state from before a redeal: the store refuses to go on from it; if it doesn't, the seat
// makes a second key, and all others refuse that.
func TestRestoredFromBeforeRedeal(t *testing.T) {
	x := played(t, "a hand")
	d := disk{held: state(t, x.hands[0])}
	h, err := sra.ParseHand(d.held, d.store)
	if err != nil {
		t.Fatal(err)
	}
	older, err := sra.ParseHand(d.held, d.store)
	if err != nil {
		t.Fatal(err)
	}
	forgetful := reopened(t, h)
	first, err := h.Redeal(3)
	if err != nil {
		t.Fatal(err)
	}
	if m, err := older.Redeal(3); m != nil || err == nil {
		t.Errorf("a second continuation: %v", err)
	}
	if m, err := older.Redeal(2); m != nil || err == nil {
		t.Errorf("a continuation with other seats: %v", err)
	}
	if m, err := older.Deal(sra.Deal{Position: 9, To: 1}); m != nil || err == nil {
		t.Errorf("the old hand goes on: %v", err)
	}
	second, err := forgetful.Redeal(3)
	if err != nil || bytes.Equal(first, second) {
		t.Fatal(err)
	}
	x.gone = map[int]bool{3: true}
	if _, err := x.hands[1].Redeal(3); err != nil {
		t.Fatal(err)
	}
	x.accepted(1, said{0, first})
	x.refused("a second key", 1, said{0, second}, sra.ErrState)
}

// If a redeal or a leave can't be stored, nothing of it is seen; if it is stored and the
// answer lost, the hand that is restored has it.
func TestRedealIsStored(t *testing.T) {
	cause := errors.New("disk full")
	for name, call := range map[string]func(h *sra.Hand) ([]byte, error){
		"leave":  (*sra.Hand).Leave,
		"redeal": func(h *sra.Hand) ([]byte, error) { return h.Redeal(3) },
	} {
		x := played(t, "a hand")
		d := disk{held: state(t, x.hands[0])}
		h, err := sra.ParseHand(d.held, d.store)
		if err != nil {
			t.Fatal(err)
		}
		before := state(t, h)
		d.fail = cause
		if m, err := call(h); m != nil || !errors.Is(err, cause) || !bytes.Equal(before, state(t, h)) {
			t.Errorf("%s: %v", name, err)
		}
		d.fail = nil
		lost, err := sra.ParseHand(d.held, func(old, new sra.HandState) error { d.store(old, new); return cause })
		if err != nil {
			t.Fatal(err)
		}
		if m, err := call(lost); m != nil || !errors.Is(err, cause) {
			t.Errorf("%s, with its answer lost: %v", name, err)
		}
		if m, err := call(h); m != nil || err == nil {
			t.Errorf("%s a second time: %v", name, err)
		}
		restored, err := sra.ParseHand(d.held, d.store)
		if err != nil {
			t.Fatal(err)
		}
		m, err := call(restored)
		sent := restored.Sent()
		if err != nil || !bytes.Equal(m, sent[len(sent)-1]) || !bytes.Equal(state(t, restored), d.held) {
			t.Errorf("%s after the restart: %v", name, err)
		}
	}
}

// The same in a group of integers, with an observer; no message is longer than the limit.
func TestLeavingInIntegers(t *testing.T) {
	for _, g := range []sra.Group{smallGroup(), sra.Ristretto255()} {
		x := leavingStory(t, g)
		o := newObserver(t, x)
		redealt := false
		for _, s := range x.heard {
			err := o.Receive(s.from, s.message)
			if errors.Is(err, sra.ErrDiverged) && !redealt {
				redealt = true
				if err := o.Redeal(1); err != nil {
					t.Fatal(err)
				}
				err = o.Receive(s.from, s.message)
			}
			if err != nil {
				t.Fatal(err)
			}
			if most := sra.HandMessageSize(g, 7, len(x.hands)); len(s.message) > most {
				t.Errorf("a message of kind %d has %d bytes, the longest has %d", s.message[0], len(s.message), most)
			}
		}
		for _, position := range []int{0, 3, x.hands[0].Deals()[0][0].Position, x.hands[0].Deals()[0][1].Position} {
			a, ok := x.hands[0].Card(position)
			b, shown := x.hands[2].Card(position)
			c, seen := o.Card(position)
			if !ok || !shown || !seen || a != b || a != c {
				t.Errorf("%v: position %d is %d, %d, %d", g, position, a, b, c)
			}
		}
		if got := x.hands[2].Kept(); !slices.Equal(got, []sra.Deal{{Position: 1, To: 2}}) || !slices.Equal(x.hands[0].Left(), []int{1, 3}) {
			t.Errorf("%v: kept %v, left %v", g, got, x.hands[0].Left())
		}
	}
}

// A leave while each card is in a deal of its own: the seat with the next turn says what it
// has to say for all of them in one message, which is the longest of all.
func TestManyDealsBeginAgain(t *testing.T) {
	const n = 40
	g := sra.Ristretto255()
	x := newTable(t, g, "a hand", n, 3)
	x.run()
	for position := range n {
		x.beginDeal(sra.Deal{Position: position, To: 1})
	}
	if err := x.call(2, (*sra.Hand).Leave); err != nil { // it has heard nothing of the deals' turns
		t.Fatal(err)
	}
	x.gone = map[int]bool{2: true}
	x.run()
	parts := 0
	for _, s := range x.heard {
		if s.message[0] == 7 {
			parts = len(sra.Split(s.message))
		}
		if most := sra.HandMessageSize(g, n, len(x.hands)); len(s.message) > most {
			t.Errorf("a message of kind %d has %d bytes, the longest has %d", s.message[0], len(s.message), most)
		}
	}
	if parts != n {
		t.Errorf("%d messages together", parts)
	}
	truth := x.opened()
	for position := range n {
		if got, want := x.known(position)[:2], []int{-1, truth[position]}; !slices.Equal(got, want) {
			t.Fatalf("position %d: %v, want %v", position, got, want)
		}
	}
}
