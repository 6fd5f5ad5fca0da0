package onchain_test

import (
	"errors"
	"math/big"
	"math/rand/v2"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/crypto/sha3"

	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// The decks that the contract itself leaves after two calls in an EVM.
func TestOnChainContract(t *testing.T) {
	deck := ordered(52)
	for _, call := range []struct{ prevrandao, want string }{
		{
			"0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3",
			"51 3 9 0 29 10 44 25 19 18 15 43 17 12 31 34 30 5 14 42 28 22 4 11 46 39 38 32 2 16 37 1 7 8 36 40 27 50 41 13 47 20 23 " +
				"26 21 33 49 6 48 45 35 24",
		},
		{
			"0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275",
			"43 9 47 14 21 50 3 51 40 17 29 26 38 32 4 11 12 30 39 6 0 22 31 37 36 10 49 27 48 44 28 20 46 35 5 18 13 1 24 8 2 33 45 " +
				"42 7 25 19 15 16 41 23 34",
		},
	} {
		prevrandao, err := onchain.ParsePrevrandao(call.prevrandao)
		if err != nil {
			t.Fatal(err)
		}
		onchain.Shuffle(prevrandao, deck)
		if diff := cmp.Diff(call.want, line(deck)); diff != "" {
			t.Errorf("after %s (-want +got):\n%s", call.prevrandao, diff)
		}
	}
}

// Replays at once don't disturb one another.
func TestOnChainConcurrency(t *testing.T) {
	var wg sync.WaitGroup
	for g := range 8 {
		wg.Go(func() {
			prevrandao := [32]byte{byte(g)}
			want := ordered(52)
			byBig(prevrandao, want)
			for range 20 {
				got := ordered(52)
				onchain.Shuffle(prevrandao, got)
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("prevrandao %x (-want +got):\n%s", prevrandao, diff)
				}
			}
		})
	}
	wg.Wait()
}

// byBig is what one writes with math/big and a new hash for each card.
func byBig[T any](prevrandao [32]byte, deck []T) {
	n := big.NewInt(int64(len(deck)))
	for i := range deck {
		h := sha3.NewLegacyKeccak256()
		h.Write(prevrandao[:])
		h.Write(big.NewInt(int64(i)).FillBytes(make([]byte, 32)))
		j := new(big.Int).SetBytes(h.Sum(nil))
		k := j.Mod(j, n).Int64()
		deck[i], deck[k] = deck[k], deck[i]
	}
}

func TestOnChainAgainstBig(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for n := range 100 {
		var prevrandao [32]byte
		for i := range prevrandao {
			prevrandao[i] = byte(r.Uint32())
		}
		got, want := ordered(n), ordered(n)
		onchain.Shuffle(prevrandao, got)
		byBig(prevrandao, want)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("n = %d, prevrandao %x (-want +got):\n%s", n, prevrandao, diff)
		}
	}
}

// A flaw: the shuffle is not the unbiased one that it was taken for. Cards come to the
// first position as often as the exact analysis of the naive shuffle says.
func TestOnChainIsBiased(t *testing.T) {
	bias, err := onchain.ComputeBias(6)
	if err != nil {
		t.Fatal(err)
	}
	const shuffles = 20_000
	counts := make([]int, 6)
	var prevrandao [32]byte
	r := rand.New(rand.NewPCG(1, 2))
	for range shuffles {
		for i := range prevrandao {
			prevrandao[i] = byte(r.Uint32())
		}
		deck := ordered(6)
		onchain.Shuffle(prevrandao, deck)
		counts[deck[0]]++
	}
	// Both statistics have 5 degrees of freedom: mean 5, standard deviation √10.
	var fair, computed float64
	for card, n := range counts {
		p, _ := bias.Probability(card, 0).Float64()
		fair += (float64(n) - shuffles/6.) * (float64(n) - shuffles/6.) / (shuffles / 6.)
		computed += (float64(n) - shuffles*p) * (float64(n) - shuffles*p) / (shuffles * p)
	}
	if fair < 5+20*3.2 {
		t.Errorf("the first card looks uniform: chi-square %.1f", fair)
	}
	if computed > 5+4*3.2 {
		t.Errorf("the first card isn't distributed as computed: chi-square %.1f", computed)
	}
}

func TestParsePrevrandaoErrors(t *testing.T) {
	good := "0x" + strings.Repeat("0a", 32)
	for text, want := range map[string]string{
		"":                        "doesn't start with 0x",
		good[2:]:                  "doesn't start with 0x",
		"0X" + good[2:]:           "doesn't start with 0x",
		"0x":                      "0 characters, not 64",
		good[:64]:                 "62 characters, not 64",
		good + "0":                "65 characters, not 64",
		good + "00":               "66 characters, not 64",
		good[:65] + "A":           "character 64 isn't lowercase hex",
		good[:2] + "g" + good[3:]: "character 1 isn't lowercase hex",
	} {
		p, err := onchain.ParsePrevrandao(text)
		if !errors.Is(err, onchain.ErrMalformed) || !strings.Contains(err.Error(), want) || p != [32]byte{} {
			t.Errorf("%q: %x, %v, want %q", text, p, err, want)
		}
	}
}

// A flaw: everybody can compute the deck from what stands in the block.
func TestOnChainIsPublic(t *testing.T) {
	const block = "0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3"
	dealer, onlooker := ordered(52), ordered(52)
	for _, deck := range [][]int{dealer, onlooker} {
		prevrandao, err := onchain.ParsePrevrandao(block)
		if err != nil {
			t.Fatal(err)
		}
		onchain.Shuffle(prevrandao, deck)
	}
	if diff := cmp.Diff(dealer, onlooker); diff != "" {
		t.Error(diff)
	}
}

// A flaw: a proposer who may pass over two blocks of three gets a chosen card on top
// nearly three times as often.
func TestOnChainCanBeInfluenced(t *testing.T) {
	const rounds = 2000
	var prevrandao [32]byte
	r := rand.New(rand.NewPCG(1, 2))
	top := func() bool {
		for i := range prevrandao {
			prevrandao[i] = byte(r.Uint32())
		}
		deck := ordered(4)
		onchain.Shuffle(prevrandao, deck)
		return deck[3] == 0
	}
	honest, withheld := 0, 0
	for range rounds {
		if top() {
			honest++
		}
		for range 3 {
			if top() {
				withheld++
				break
			}
		}
	}
	// 1/4 and 1 − (3/4)³ = 0.58; the last position of the naive shuffle is uniform.
	if honest < rounds*21/100 || honest > rounds*29/100 || withheld < rounds*54/100 || withheld > rounds*62/100 {
		t.Errorf("%d of %d by chance, %d by choice", honest, rounds, withheld)
	}
}
