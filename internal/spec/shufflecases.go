package spec

import (
	"fmt"
	"math/big"
	"strings"
)

func shuffleCases(s *suite) {
	for _, n := range []uint64{0, 1, 2, 19, 20, 21, 52, 65, 1000, 1 << 20, 1_000_000, 1 << 30, 1<<30 + 1, 1 << 32} {
		s.ok(fmt.Sprint("groups/", n), "first bound - last bound, product; above 1,000 elements the first four groups", fields{"n": n},
			fields{"groups": groupTexts(n)})
	}
	sliceCases(s)
	deals(s)
	permutations(s)
	s.accumulate("accumulated/runs", "the decks of 52, a byte each, shuffled with SplitMix64 of seeds 0, 1, …",
		[]int{100, 10_000, 100_000}, func(i int) (out string) {
			source := &splitMix{uint64(i)}
			deck, _ := shuffled(52, source.next)
			for _, card := range deck {
				out += octet(card)
			}
			return out
		})
}

// groupTexts are the groups for n elements, as outputs have them.
func groupTexts(n uint64) []string {
	list := []string{} // not null
	for _, group := range bounds(n) {
		all := big.NewInt(1)
		for _, b := range group {
			all.Mul(all, new(big.Int).SetUint64(b))
		}
		list = append(list, fmt.Sprintf("%d-%d %d", group[0], group[len(group)-1], all))
	}
	return list
}

// fixed gives these words, and words is how inputs show them.
func fixed(words []uint64) (next func() uint64, texts []string) {
	for _, w := range words {
		texts = append(texts, fmt.Sprintf("%016x", w))
	}
	return func() uint64 {
		w := words[0]
		words = words[1:]
		return w
	}, texts
}

func sliceCases(s *suite) {
	s.refuse("slice/no-source", "a missing source", "malformed", fields{"n": 52})
	s.refuse("slice/no-source-0", "a missing source, of which no word is needed", "malformed", fields{"n": 0})
	s.refuse("slice/too-long", "2^32+1 elements; an implementation whose lists can't be so long leaves this out", "malformed",
		fields{"n": uint64(1<<32 + 1), "splitmix64": 1})
	for _, n := range []int{0, 1, 2, 3, 4, 5, 6, 19, 20, 52, 65, 104, 300} {
		source := &splitMix{uint64(n)}
		deck, words := shuffled(n, source.next)
		s.ok(fmt.Sprint("slice/", n), "0, 1, …, n-1 shuffled by the words of SplitMix64", fields{"n": n, "splitmix64": n},
			fields{"deck": line(deck), "words": words})
	}
	chosen := func(id, comment string, n int, words ...uint64) {
		next, texts := fixed(words)
		deck, taken := shuffled(n, next)
		s.ok("slice/"+id, comment, fields{"n": n, "source": texts}, fields{"deck": line(deck), "words": taken})
	}
	// For n = 3 the product is 6 and 2^64 mod 6 is 4. The words whose last low half is below 4
	// are those just above each sixth of 2^64.
	const sixth = (1<<64 - 4) / 6
	chosen("zero-word-accepted", "0 is rejected unless the product divides 2^64: it does for n = 2", 2, 0)
	chosen("largest-word", "2^64-1 takes every bound to its last index", 52, 1<<64-1, 1<<64-1, 1<<64-1, 1<<64-1)
	chosen("rejected-twice", "two rejections in a row, as 0 doesn't for n = 3", 3, 0, 0, 5)
	chosen("first-accepted", "word 1 has the last low half 6", 3, 1)
	chosen("second-sixth-rejected", "the first word of the second sixth has the last low half 2", 3, sixth+1, 1<<62)
	chosen("second-sixth-accepted", "the next has 8", 3, sixth+2)
	chosen("last-of-first-sixth", "the last word of the first sixth", 3, sixth)
}

func deals(s *suite) {
	deal := func(id, comment string, n, k int, inputs fields, next func() uint64) {
		_, cards, words := dealt(n, k, next)
		s.ok("deal/"+id, comment, inputs.with("n", n, "k", k), fields{"dealt": line(cards[:k]), "words": words})
	}
	for _, k := range []int{0, 1, 9, 10, 11, 51, 52} {
		source := &splitMix{52}
		deal(decimal(k), "the first k cards dealt from the deck of slice/52, and the words that takes (none is rejected)", 52, k,
			fields{"splitmix64": 52}, source.next)
	}
	deal("none-of-none", "no cards", 0, 0, fields{"splitmix64": 0}, nil)
	deal("one-of-one", "a single card takes no word", 1, 1, fields{"splitmix64": 1}, nil)
	for _, c := range [][2]int{{52, 53}, {0, 1}, {52, -1}} {
		s.refuse(fmt.Sprintf("deal/%d-of-%d", c[1], c[0]), "more cards than there are, or less than none", "malformed",
			fields{"n": c[0], "k": c[1], "splitmix64": c[0]})
	}
	// The word decides for the whole group, even if the deal ends inside it. The product of
	// 52-43 is P; its words with w·P mod 2^64 < 2^64 mod P are rejected. Bounds 52 and 51 alone
	// would accept them: their product is 2652, and 2^64 mod 2652 is 1120.
	product, w := productOf(bounds(52)[0]), uint64(1<<40)
	for w*product >= -product%product || w*52*51 < (1<<64-1)%2652+1 || w*52 < 1<<32 {
		w++
	}
	next, texts := fixed([]uint64{w, 0x0123456789abcdef})
	deal("inside-group", "two cards end inside the first group, whose bound rejects the first word; the product of the two "+
		"bounds alone wouldn't", 52, 2,
		fields{"source": texts}, next)
}

func permutations(s *suite) {
	p, q := []int{2, 0, 3, 1, 4}, []int{1, 2, 3, 4, 0}
	inverse, composed, applied := permutedBy(p, q, strings.Split("abcde", ""))
	s.ok("permutation/five", "position i takes from p(i); composed is i -> p(q(i))",
		fields{"p": line(p), "q": line(q), "elements": "a b c d e"},
		fields{"inverse": line(inverse), "composed": line(composed), "applied": line(applied)})
	s.ok("permutation/none", "of no elements", fields{"p": "", "q": "", "elements": ""}, fields{"inverse": "", "composed": "", "applied": ""})
	s.refuse("permutation/compose-lengths", "three and four elements", "malformed", fields{"p": "0 1 2", "q": "0 1 2 3", "elements": "a b c"})
	s.refuse("permutation/apply-lengths", "three and four elements", "malformed", fields{"p": "0 1 2", "q": "2 1 0", "elements": "a b c d"})
	for _, p := range []string{"0 2 0", "0 1 3", "0 -1 1"} {
		s.refuse("permutation/"+strings.ReplaceAll(p, " ", "_"), "a number twice, too great or negative", "malformed", fields{"p": p})
	}
}
