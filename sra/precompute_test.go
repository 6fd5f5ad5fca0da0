package sra_test

import (
	"bytes"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
)

// A deck with tables is the same deck, and encrypts to the same one.
func TestPrecompute(t *testing.T) {
	for _, g := range []sra.Group{smallGroup(), sra.Ristretto255(), sra.Group14()} {
		for _, n := range []int{1, 8, 9, 52} {
			if n == 52 && g.Name() == sra.Group14().Name() && !long.Tests() {
				continue
			}
			deck := mustPublic(t, g, "test deck", n)
			fast := deck.Precompute()
			if !fast.Equal(deck) || !bytes.Equal(fast.Bytes(), deck.Bytes()) || fast.Len() != n {
				t.Errorf("%v, %d cards: another deck", g, n)
			}
			want := mustEncrypt(t, fixedKey(t, g, "k"), deck)
			for _, d := range []sra.Deck{fast, fast.Precompute()} {
				for routines := 1; routines <= 3; routines++ {
					if got := mustEncrypt(t, fixedKey(t, g, "k").Parallel(routines), d); !got.Equal(want) {
						t.Errorf("%v, %d cards, %d goroutines: another encryption", g, n, routines)
					}
				}
			}
			key := fixedKey(t, g, "k")
			shuffled, order, err := key.Shuffle(fast)
			if err != nil {
				t.Fatal(err)
			}
			for i := range n {
				if !shuffled.At(i).Equal(want.At(order.Reveal().At(i))) {
					t.Errorf("%v, %d cards: position %d is another card", g, n, i)
				}
			}
			// Decryption is to another exponent, and so is what is made from the deck.
			if got := mustDecrypt(t, key, fast); !mustEncrypt(t, key, got).Equal(deck) {
				t.Errorf("%v, %d cards: another decryption", g, n)
			}
			if got := mustEncrypt(t, key, mustSelect(t, fast, n-1)); !got.At(0).Equal(want.At(n - 1)) {
				t.Errorf("%v, %d cards: a selected card is another one", g, n)
			}
		}
	}
	if d := (sra.Deck{}).Precompute(); d.Len() != 0 {
		t.Error("tables of no deck")
	}
}

func TestPrecomputedDeckConcurrently(t *testing.T) {
	g := smallGroup()
	deck := mustPublic(t, g, "test deck", 20)
	fast, key := deck.Precompute(), fixedKey(t, g, "k")
	want := mustEncrypt(t, key, deck)
	var wg sync.WaitGroup
	for range 4 {
		wg.Go(func() {
			if got, err := key.Encrypt(fast); err != nil || !got.Equal(want) {
				t.Errorf("%v, %v", got, err)
			}
		})
	}
	wg.Wait()
}
