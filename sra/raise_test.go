package sra_test

import (
	"bytes"
	"slices"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

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
	var notKept []int
	for p := range m {
		if right.Index(final.At(p)) < 0 {
			notKept = append(notKept, p)
		}
	}
	for to := 1; to <= 2; to++ {
		x.refused("the card of another seat", to, with(old[0], mustSelect(t, raised, 1, 2), mustDecrypt(t, old[0], mustSelect(t, raised, 1, 2))), sra.ErrProof)
		x.refused("its cards in another order", to, with(old[0], own, mustSelect(t, right, 1, 0)), sra.ErrProof)
		x.refused("other cards of the deck", to, with(old[0], own, mustSelect(t, final, notKept[:2]...)), sra.ErrProof)
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
