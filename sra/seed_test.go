package sra_test

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"math/big"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/sra"
)

func seedOf(name string) []byte {
	seed := sha256.Sum256([]byte(name))
	return seed[:]
}

func seededKey(t testing.TB, g sra.Group, name string) sra.Key {
	t.Helper()
	k, err := sra.NewKey(g, seedOf(name))
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// said is all that a key says about a deck: it, shuffled; the proofs of the key, of the shuffle,
// and of the way back; and the order.
func said(t testing.TB, k sra.Key, deck sra.Deck, context string) (all [5][]byte) {
	t.Helper()
	to, order, err := k.Shuffle(deck)
	if err != nil {
		t.Fatal(err)
	}
	prove := func(proof []byte, err error) []byte {
		if err != nil {
			t.Fatal(err)
		}
		return proof
	}
	c := []byte(context)
	shuffle := prove(k.ProveShuffle(c, deck, to, order))
	if err := k.Public().VerifyShuffle(c, deck, to, shuffle); err != nil {
		t.Fatal(err)
	}
	back := mustDecrypt(t, k, to)
	return [5][]byte{to.Bytes(), prove(k.ProveKey(c)), shuffle, prove(k.ProveDecryption(c, to, back)), fmt.Append(nil, order.Reveal().Ints())}
}

// The same seed gives the same key, which says the same about the same deck, in as many
// goroutines as may be; nothing that it says is what another seed, another group or another
// context gives.
func TestNewKey(t *testing.T) { onBothKinds(t, testNewKey) }

func testNewKey(t *testing.T, g sra.Group) {
	deck := mustPublic(t, g, "x", 20)
	seed := seedOf("a")
	k, err := sra.NewKey(g, seed)
	if err != nil {
		t.Fatal(err)
	}
	want := said(t, k, deck, "a")
	seed[0] ^= 1 // the caller's
	for what, same := range map[string]sra.Key{"the key": k, "the seed": seededKey(t, g, "a"),
		"three goroutines": seededKey(t, g, "a").Parallel(3)} {
		if !same.Equal(k) || !same.Public().Equal(k.Public()) {
			t.Errorf("%s: another key", what)
		}
		if got := said(t, same, deck, "a"); !slices.EqualFunc(got[:], want[:], bytes.Equal) {
			t.Errorf("%s: it says something else", what)
		}
	}
	other := seededKey(t, g, "b")
	if other.Equal(k) {
		t.Error("two seeds give one key")
	}
	for i, got := range said(t, other, deck, "a") {
		if bytes.Equal(got, want[i]) {
			t.Errorf("item %d is the same with another seed", i)
		}
	}
	for i, got := range said(t, k, deck, "b") {
		if proof := 0 < i && i < 4; bytes.Equal(got, want[i]) == proof {
			t.Errorf("item %d in another context: %v", i, !proof)
		}
	}
	for i, got := range said(t, k, mustPublic(t, g, "y", 20), "a") {
		if proofOfKey := i == 1; bytes.Equal(got, want[i]) != proofOfKey {
			t.Errorf("item %d with another deck: %v", i, !proofOfKey)
		}
	}
	// Its bytes are the exponent alone.
	parsed := mustKey(t, g, k.Bytes())
	if !parsed.Equal(k) {
		t.Error("a key doesn't survive its bytes")
	}
	for i, got := range said(t, parsed, deck, "a") {
		if bytes.Equal(got, want[i]) {
			t.Errorf("item %d is the same without the seed", i)
		}
	}
}

// The name of the group counts: under one seed, keys of two groups have nothing in common.
func TestNewKeyInTwoGroups(t *testing.T) {
	nonces, order := sra.Drawn(seededKey(t, sra.Group14(), "a"))
	again, orderAgain := sra.Drawn(seededKey(t, sra.Ristretto255(), "a"))
	if bytes.Equal(nonces, again) || bytes.Equal(order, orderAgain) || bytes.Equal(nonces, order) {
		t.Error("the same secrets")
	}
}

// Seeds give all exponents, 2 … 10 in the group of order 11, and all orders.
func TestNewKeyIsUniform(t *testing.T) {
	g := sra.SmallGroup(big.NewInt(23))
	exponents, orders := make(map[byte]int), make(map[string]int)
	for i := range 900 {
		k := seededKey(t, g, fmt.Sprint(i))
		exponents[k.Bytes()[0]]++
		_, p, err := k.Shuffle(mustDeck(t, g, []byte{2, 3, 4}))
		if err != nil {
			t.Fatal(err)
		}
		orders[fmt.Sprint(p.Reveal().Ints())]++
	}
	if len(exponents) != 9 || len(orders) != 6 {
		t.Errorf("%d exponents, %d orders", len(exponents), len(orders))
	}
	for e, n := range exponents { // mean 100, deviation 9.4; the same in every run
		if n < 60 || n > 140 {
			t.Errorf("exponent %d comes up %d times in 900", e, n)
		}
	}
	for order, n := range orders { // mean 150, deviation 11
		if n < 105 || n > 195 {
			t.Errorf("order %s comes up %d times in 900", order, n)
		}
	}
}

func TestNewKeyRefusals(t *testing.T) {
	for _, size := range []int{0, 1, 31, 33, 64} {
		k, err := sra.NewKey(sra.Ristretto255(), make([]byte, size))
		if !errors.Is(err, sra.ErrMalformed) || !strings.Contains(err.Error(), "the seed ") || k.Bytes() != nil {
			t.Errorf("%d bytes: %v", size, err)
		}
	}
	if _, err := sra.NewKey(sra.Group{}, make([]byte, sra.SeedSize)); !errors.Is(err, sra.ErrMalformed) ||
		!strings.Contains(err.Error(), "zero Group") {
		t.Error(err)
	}
}

func TestSeededKeyConcurrently(t *testing.T) {
	g := sra.Ristretto255()
	k, deck := seededKey(t, g, "a").Parallel(2), mustPublic(t, g, "x", 5)
	want := said(t, k, deck, "a")
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got := said(t, k, deck, "a"); !slices.EqualFunc(got[:], want[:], bytes.Equal) {
				t.Error("it says something else")
			}
		})
	}
	wg.Wait()
}
