// Command genvectors writes the test vectors of package shuffle to the file that is
// its argument. It implements SPEC.md a second time, as plainly as possible and
// without package shuffle, so that the vectors check one reading of it by another.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log"
	"math/big"
	"math/bits"
	"strings"

	"golang.org/x/crypto/sha3"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/shuffle v1", groups(), slices(), deals(), permutations(), onChain(), biases(), accumulated())
}

// line writes a list of numbers as text, which keeps the file short.
func line[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

// splitMix is the source of most vectors: SplitMix64 as SPEC.md, section 9.1, has it.
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
	for _, k := range []int{0, 1, 5, 9, 10, 11, 51, 52} {
		source := &splitMix{52}
		deck, _ := shuffled(52, source.next)
		var dealt []uint64
		for i := range k {
			dealt = append(dealt, deck[51-i])
		}
		words, last := 0, 52
		for _, group := range bounds(52) {
			if k > 52-last {
				words++
			}
			last -= len(group)
		}
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("deal/%d", k), Comment: "the first k cards dealt from the deck of slice/52, and the words that takes (none is rejected)",
			Inputs: vectors.Fields{"n": 52, "splitmix64": 52, "k": k}, Outputs: vectors.Fields{"dealt": line(dealt), "words": words}, Result: "ok",
		})
	}
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

func onChain() []vectors.Case {
	replay := func(id, comment string, n int, prevrandaos ...string) vectors.Case {
		deck := make([]int, n)
		for i := range deck {
			deck[i] = i
		}
		var decks []string
		for _, text := range prevrandaos {
			prevrandao, err := hex.DecodeString(strings.TrimPrefix(text, "0x"))
			if err != nil {
				log.Fatal(err)
			}
			for i := range deck {
				h := sha3.NewLegacyKeccak256()
				h.Write(prevrandao)
				h.Write(new(big.Int).SetInt64(int64(i)).FillBytes(make([]byte, 32)))
				j := new(big.Int).SetBytes(h.Sum(nil))
				k := j.Mod(j, big.NewInt(int64(n))).Int64()
				deck[i], deck[k] = deck[k], deck[i]
			}
			decks = append(decks, line(deck))
		}
		return vectors.Case{
			ID: "onchain/" + id, Comment: comment,
			Inputs: vectors.Fields{"n": n, "prevrandao": prevrandaos}, Outputs: vectors.Fields{"decks": decks}, Result: "ok",
		}
	}
	refused := func(id, comment, text string) vectors.Case {
		return vectors.Case{ID: "onchain/" + id, Comment: comment, Inputs: vectors.Fields{"n": 52, "prevrandao": []string{text}}, Result: "malformed"}
	}
	const (
		first  = "0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3"
		second = "0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275"
	)
	return []vectors.Case{
		replay("contract", "two calls of the contract in an EVM", 52, first, second),
		replay("one-card", "a deck of one", 1, first),
		replay("large", "a deck of 300", 300, second),
		refused("short", "31 bytes", first[:64]),
		refused("long", "33 bytes", first+"00"),
		refused("no-prefix", "without 0x", first[2:]+"00"),
		refused("upper-case", "hex in upper case", "0x"+strings.ToUpper(first[2:])),
		refused("no-hex", "a character that isn't hex", first[:65]+"g"),
		refused("empty", "nothing", ""),
	}
}

func biases() (out []vectors.Case) {
	// Every path of a small deck.
	for n := 1; n <= 6; n++ {
		ways := make([][]int, n)
		for card := range ways {
			ways[card] = make([]int, n)
		}
		paths := 1
		for range n {
			paths *= n
		}
		for path := range paths {
			deck := make([]int, n)
			for i := range deck {
				deck[i] = i
			}
			for i, rest := 0, path; i < n; i, rest = i+1, rest/n {
				j := rest % n
				deck[i], deck[j] = deck[j], deck[i]
			}
			for position, card := range deck {
				ways[card][position]++
			}
		}
		rows := make([]string, n)
		for card := range rows {
			rows[card] = line(ways[card])
		}
		out = append(out, vectors.Case{
			ID: fmt.Sprintf("bias/%d", n), Comment: "paths, of n^n, that take a card (row) to a position (column), counted one by one",
			Inputs: vectors.Fields{"n": n}, Outputs: vectors.Fields{"ways": rows}, Result: "ok",
		})
	}

	// 52 cards: a product of the steps' transition matrices, in fractions.
	const n = 52
	chance := make([][]*big.Rat, n)
	for card := range chance {
		chance[card] = make([]*big.Rat, n)
		for position := range chance[card] {
			chance[card][position] = new(big.Rat)
		}
		chance[card][card].SetInt64(1)
	}
	one, rest := big.NewRat(1, n), big.NewRat(n-1, n)
	for i := range n {
		for _, row := range chance {
			here := new(big.Rat).Set(row[i])
			for position, p := range row {
				if position == i {
					p.Set(one)
				} else {
					p.Add(p.Mul(p, rest), new(big.Rat).Mul(here, one))
				}
			}
		}
	}
	ratio := func(card, position int) string {
		r := new(big.Rat).Mul(chance[card][position], big.NewRat(n, 1))
		return r.RatString()
	}
	variation := new(big.Rat)
	for _, row := range chance {
		d := new(big.Rat).Sub(row[0], one)
		variation.Add(variation, d.Abs(d))
	}
	variation.Mul(variation, big.NewRat(1, 2))
	return append(out,
		vectors.Case{
			ID: "bias/52", Comment: "the least and the greatest chance of a card in a position, as multiples of 1/52, and the total variation of position 0",
			Inputs: vectors.Fields{"n": n},
			Outputs: vectors.Fields{
				"least":     vectors.Fields{"card": 51, "position": 0, "ratio": ratio(51, 0)},
				"greatest":  vectors.Fields{"card": 1, "position": 0, "ratio": ratio(1, 0)},
				"variation": variation.RatString(),
			},
			Result: "ok",
		},
		vectors.Case{ID: "bias/0", Comment: "no cards", Inputs: vectors.Fields{"n": 0}, Result: "malformed"},
		vectors.Case{ID: "bias/129", Comment: "more cards than are analysed", Inputs: vectors.Fields{"n": 129}, Result: "malformed"},
	)
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
