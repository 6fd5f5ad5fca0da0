package shuffle_test

import (
	"bytes"
	"errors"
	"slices"
	"sync"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle"
)

// Words are neither repeated nor partly constant, however many a call takes, and the
// source keeps none of them.
func TestSecretWords(t *testing.T) {
	seen := make(map[uint64]bool)
	for _, n := range []int{2, 3, 52, 64, 65, 511, 512, 1000} {
		// A bit that is the same in all of 200 words: 2⁷·2⁻²⁰⁰.
		var or, and uint64 = 0, ^uint64(0)
		for range 2 {
			words, kept := shuffle.SecretWords(n, 100)
			for _, w := range words {
				if seen[w] {
					t.Fatalf("n = %d: word %#x twice", n, w)
				}
				seen[w] = true
				or |= w
				and &= w
			}
			if !bytes.Equal(kept, make([]byte, len(kept))) {
				t.Errorf("n = %d: the source keeps %x", n, kept)
			}
		}
		if or != ^uint64(0) || and != 0 {
			t.Errorf("n = %d: constant bits %#x, %#x", n, ^or, and)
		}
	}
}

// Many tables deal at once: none panics, and no two deal the same deck.
func TestSecretlyConcurrent(t *testing.T) {
	const tables, rounds = 8, 500
	var mu sync.Mutex
	decks := make(map[string]bool)
	var wg sync.WaitGroup
	for range tables {
		wg.Go(func() {
			deck := make([]byte, 52)
			for range rounds {
				for i := range deck {
					deck[i] = byte(i)
				}
				shuffle.Secretly(deck)
				mu.Lock()
				decks[string(deck)] = true
				mu.Unlock()
			}
		})
	}
	wg.Wait()
	if len(decks) != tables*rounds {
		t.Errorf("%d different decks of %d", len(decks), tables*rounds)
	}
}

func TestSecretlyIsUniform(t *testing.T) {
	if x := permutationSigmas(4, func(deck []int) { shuffle.Secretly(deck) }); x > 3*limit { // no fixed seed: 3·10⁻¹²
		t.Errorf("Secretly: chi-square %.1f sigmas above its mean", x)
	}
	if x := permutationSigmas(4, func(deck []int) {
		p, err := shuffle.GeneratePermutation(len(deck))
		if err != nil {
			t.Fatal(err)
		}
		copy(deck, p.Ints())
	}); x > 3*limit {
		t.Errorf("GeneratePermutation: chi-square %.1f sigmas above its mean", x)
	}
}

func TestGeneratePermutation(t *testing.T) {
	for _, n := range []int{0, 1, 2, 52, 1000} {
		p, err := shuffle.GeneratePermutation(n)
		if err != nil || !slices.Equal(slices.Sorted(slices.Values(p.Ints())), ordered(n)) {
			t.Errorf("n = %d: %v, %v", n, p.Ints(), err)
		}
	}
	if p, err := shuffle.GeneratePermutation(-1); !errors.Is(err, shuffle.ErrMalformed) || p.Len() != 0 {
		t.Errorf("n = -1: %v, %v", p.Ints(), err)
	}
	deck := ordered(52)
	shuffle.Secretly(deck)
	if slices.Equal(deck, ordered(52)) {
		t.Error("52 cards came out in order")
	}
}
