// Command genvectors writes the test vectors of package shuffle to the file that is
// its argument. It implements SPEC.md a second time, as plainly as possible and
// without package shuffle, so that the vectors check one reading of it by another.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"math/big"
	"math/bits"
	"strings"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/shuffle v1", groups(), slices(), deals(), permutations(), accumulated())
}

// line writes a list of numbers as text, which keeps the file short.
func line[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

// splitMix is the source of most vectors: SplitMix64 as SPEC.md, section 8.1, has it.
type splitMix struct{ state uint64 }

func (s *splitMix) next() uint64 {
	s.state += 0x9e3779b97f4a7c15
	z := s.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// bounds returns the groups for n elements, a slice of bounds for each.
func bounds(n uint64) (groups [][]uint64) {
	limit := new(big.Int).Lsh(big.NewInt(1), 60)
	for b := n; b >= 2; {
		group := []uint64{b}
		product := new(big.Int).SetUint64(b)
		for b--; b >= 2; b-- {
			product.Mul(product, new(big.Int).SetUint64(b))
			if product.Cmp(limit) > 0 {
				break
			}
			group = append(group, b)
		}
		groups = append(groups, group)
		if len(groups) == 4 && n > 1000 {
			break // enough of them
		}
	}
	return groups
}

// indices draws the indices of a group and counts the words it takes.
func indices(group []uint64, next func() uint64, words *int) []uint64 {
	product := uint64(1)
	for _, b := range group {
		product *= b
	}
	for {
		r := next()
		*words++
		var out []uint64
		for _, b := range group {
			var index uint64
			index, r = bits.Mul64(r, b)
			out = append(out, index)
		}
		threshold := new(big.Int).Lsh(big.NewInt(1), 64)
		threshold.Mod(threshold, new(big.Int).SetUint64(product))
		if r >= threshold.Uint64() {
			return out
		}
	}
}

func shuffled(n uint64, next func() uint64) (deck []uint64, words int) {
	for i := range n {
		deck = append(deck, i)
	}
	for _, group := range bounds(n) {
		for i, j := range indices(group, next, &words) {
			b := group[i]
			deck[b-1], deck[j] = deck[j], deck[b-1]
		}
	}
	return deck, words
}

func groups() (out []vectors.Case) {
	for _, n := range []uint64{0, 1, 2, 3, 19, 20, 21, 52, 64, 65, 104, 1000, 1 << 20, 1<<20 + 1, 1_000_000, 1 << 30, 1<<30 + 1, 1 << 32} {
		list := []string{}
		for _, group := range bounds(n) {
			product := new(big.Int).SetInt64(1)
			for _, b := range group {
				product.Mul(product, new(big.Int).SetUint64(b))
			}
			list = append(list, fmt.Sprintf("%d-%d %d", group[0], group[len(group)-1], product))
		}
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("groups/%d", n), Comment: "first bound - last bound, product; above 1,000 elements the first four groups",
			Inputs: vectors.Fields{"n": n}, Outputs: vectors.Fields{"groups": list}, Result: "ok",
		})
	}
	return out
}

func slices() (out []vectors.Case) {
	refused := func(id, comment string, inputs vectors.Fields) {
		out = append(out, vectors.Case{ID: "slice/" + id, Comment: comment, Inputs: inputs, Result: "malformed"})
	}
	refused("no-source", "a missing source", vectors.Fields{"n": 52})
	refused("no-source-0", "a missing source, of which no word is needed", vectors.Fields{"n": 0})
	refused("too-long", "2^32+1 elements; an implementation whose lists can't be so long leaves this out", vectors.Fields{"n": uint64(1<<32 + 1), "splitmix64": 1})

	for _, n := range []uint64{0, 1, 2, 3, 4, 5, 6, 19, 20, 52, 64, 65, 66, 104, 300} {
		source := &splitMix{n}
		deck, words := shuffled(n, source.next)
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("slice/%d", n), Comment: "0, 1, …, n-1 shuffled by the words of SplitMix64",
			Inputs:  vectors.Fields{"n": n, "splitmix64": n},
			Outputs: vectors.Fields{"deck": line(deck), "words": words}, Result: "ok",
		})
	}

	fixed := func(id, comment string, n uint64, words ...uint64) vectors.Case {
		left := words
		deck, taken := shuffled(n, func() uint64 {
			w := left[0]
			left = left[1:]
			return w
		})
		var list []string
		for _, w := range words {
			list = append(list, fmt.Sprintf("%016x", w))
		}
		return vectors.Case{
			ID: "slice/" + id, Comment: comment,
			Inputs:  vectors.Fields{"n": n, "source": list},
			Outputs: vectors.Fields{"deck": line(deck), "words": taken}, Result: "ok",
		}
	}
	// For n = 3 the product is 6 and 2^64 mod 6 is 4. The words whose last low half is below 4
	// are those just above each sixth of 2^64.
	const sixth = (1<<64 - 4) / 6
	return append(out,
		fixed("zero-word", "0 is rejected unless the product divides 2^64: it doesn't for n = 3", 3, 0, 1<<62),
		fixed("zero-word-accepted", "and it does for n = 2", 2, 0),
		fixed("largest-word", "2^64-1 takes every bound to its last index", 52, 1<<64-1, 1<<64-1, 1<<64-1, 1<<64-1),
		fixed("rejected-twice", "two rejections in a row", 3, 0, 0, 5),
		fixed("first-accepted", "word 1 has the last low half 6", 3, 1),
		fixed("second-sixth-rejected", "the first word of the second sixth has the last low half 2", 3, sixth+1, 1<<62),
		fixed("second-sixth-accepted", "the next has 8", 3, sixth+2),
		fixed("last-of-first-sixth", "the last word of the first sixth", 3, sixth),
	)
}

func deals() (out []vectors.Case) {
	deal := func(id, comment string, n uint64, k int, inputs vectors.Fields, next func() uint64) {
		inputs["n"], inputs["k"] = n, k
		c := vectors.Case{ID: "deal/" + id, Comment: comment, Inputs: inputs, Result: "malformed"}
		if k >= 0 && uint64(k) <= n {
			var deck, dealt []uint64
			for i := range n {
				deck = append(deck, i)
			}
			words := 0
			for _, group := range bounds(n) {
				if len(dealt) >= k {
					break
				}
				for i, j := range indices(group, next, &words) {
					b := group[i]
					deck[b-1], deck[j] = deck[j], deck[b-1]
					dealt = append(dealt, deck[b-1])
				}
			}
			if n > 0 {
				dealt = append(dealt, deck[0])
			}
			c.Result = "ok"
			c.Outputs = vectors.Fields{"dealt": line(dealt[:k]), "words": words}
		}
		out = append(out, c)
	}
	seeded := func(id, comment string, n uint64, k int) {
		source := &splitMix{n}
		deal(id, comment, n, k, vectors.Fields{"splitmix64": n}, source.next)
	}
	for _, k := range []int{0, 1, 5, 9, 10, 11, 21, 22, 33, 34, 51, 52} {
		seeded(fmt.Sprint(k), "the first k cards dealt from the deck of slice/52, and the words that takes (none is rejected)", 52, k)
	}
	seeded("none-of-none", "no cards", 0, 0)
	seeded("one-of-one", "a single card takes no word", 1, 1)
	seeded("too-many", "a card more than there are", 52, 53)
	seeded("one-of-none", "a card of an empty deck", 0, 1)
	seeded("negative", "less than no cards", 52, -1)

	// The word decides for the whole group, even if the deal ends inside it. The product of
	// 52-43 is P; its words with w·P mod 2^64 < 2^64 mod P are rejected. Bounds 52 and 51 alone
	// would accept them: their product is 2652, and 2^64 mod 2652 is 1120.
	product := uint64(1)
	for _, b := range bounds(52)[0] {
		product *= b
	}
	threshold := -product % product
	w := uint64(0)
	for w = 1 << 40; ; w++ {
		if w*product < threshold && w*52*51 >= (1<<64-1)%2652+1 && w*52 >= 1<<32 {
			break
		}
	}
	fixed := []uint64{w, 0x0123456789abcdef}
	next := func() uint64 {
		v := fixed[0]
		fixed = fixed[1:]
		return v
	}
	deal("inside-group", "two cards end inside the first group, whose bound rejects the first word; the product of the two bounds alone wouldn't", 52, 2,
		vectors.Fields{"source": []string{fmt.Sprintf("%016x", w), "0123456789abcdef"}}, next)
	return out
}

func permutations() []vectors.Case {
	const comment = "position i takes from p(i); composed is i -> p(q(i))"
	p, q := []int{2, 0, 3, 1, 4}, []int{1, 2, 3, 4, 0}
	inverse, composed := make([]int, 5), make([]int, 5)
	applied := make([]string, 5)
	for i, j := range p {
		inverse[j] = i
		applied[i] = string("abcde"[j])
		composed[i] = p[q[i]]
	}
	refused := func(id, comment, from string) vectors.Case {
		return vectors.Case{ID: "permutation/" + id, Comment: comment, Inputs: vectors.Fields{"p": from}, Result: "malformed"}
	}
	return []vectors.Case{
		{
			ID: "permutation/five", Comment: comment, Inputs: vectors.Fields{"p": line(p), "q": line(q), "elements": "a b c d e"},
			Outputs: vectors.Fields{"inverse": line(inverse), "composed": line(composed), "applied": strings.Join(applied, " ")}, Result: "ok",
		},
		{
			ID: "permutation/none", Comment: "of no elements", Inputs: vectors.Fields{"p": "", "q": "", "elements": ""},
			Outputs: vectors.Fields{"inverse": "", "composed": "", "applied": ""}, Result: "ok",
		},
		{
			ID: "permutation/compose-lengths", Comment: "three and four elements", Inputs: vectors.Fields{"p": "0 1 2", "q": "0 1 2 3", "elements": "a b c"},
			Result: "malformed",
		},
		{
			ID: "permutation/apply-lengths", Comment: "three and four elements", Inputs: vectors.Fields{"p": "0 1 2", "q": "2 1 0", "elements": "a b c d"},
			Result: "malformed",
		},
		refused("repeated", "0 twice, 1 never", "0 2 0"),
		refused("too-large", "3 of three elements", "0 1 3"),
		refused("negative", "-1", "0 -1 1"),
	}
}

func accumulated() (out []vectors.Case) {
	groups := bounds(52)
	h := sha256.New()
	done := 0
	for _, runs := range []int{100, 10_000, 1_000_000} {
		for ; done < runs; done++ {
			source := &splitMix{uint64(done)}
			var deck [52]byte
			for i := range deck {
				deck[i] = byte(i)
			}
			words := 0
			for _, group := range groups {
				for i, j := range indices(group, source.next, &words) {
					b := group[i]
					deck[b-1], deck[j] = deck[j], deck[b-1]
				}
			}
			h.Write(deck[:])
		}
		out = append(out, vectors.Case{
			ID:      fmt.Sprintf("accumulated/%d", runs),
			Comment: "SHA-256 of the decks of 52, a byte each, shuffled with SplitMix64 of seeds 0, 1, …",
			Inputs:  vectors.Fields{"runs": runs}, Outputs: vectors.Fields{"sha256": hex.EncodeToString(h.Sum(nil))}, Result: "ok",
		})
	}
	return out
}
