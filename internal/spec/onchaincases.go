package spec

import (
	"fmt"
	"math/big"
	"strings"
)

func onchainCases(s *suite) {
	replay := func(id, comment string, n int, prevrandaos ...string) {
		outputs, class := onchainQuestion{n, prevrandaos}.replay()
		expect(id, class, "ok")
		s.ok("replay/"+id, comment, fields{"n": n, "prevrandao": prevrandaos}, outputs)
	}
	refuse := func(id, comment, text string) {
		s.refuse("replay/"+id, comment, "malformed", fields{"n": 52, "prevrandao": []string{text}})
	}
	const (
		first  = "0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3"
		second = "0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275"
	)
	replay("contract", "two calls of the contract in an EVM", 52, first, second)
	replay("no-card", "an empty deck stays empty", 0, first)
	replay("one-card", "a deck of one", 1, first)
	replay("two-cards", "a deck of two", 2, first, second)
	replay("zero", "prevrandao 0", 52, "0x"+strings.Repeat("0", 64))
	replay("largest", "prevrandao 2^256-1", 52, "0x"+strings.Repeat("f", 64))
	replay("large", "a deck of 300", 300, second)
	refuse("short", "31 bytes", first[:64])
	refuse("long", "33 bytes", first+"00")
	refuse("no-prefix", "without 0x", first[2:]+"00")
	refuse("upper-case", "hex in upper case", "0x"+strings.ToUpper(first[2:]))
	refuse("upper-case-prefix", "0X", "0X"+first[2:])
	refuse("no-hex", "a character that isn't hex", first[:65]+"g")
	biases(s)
}

func biases(s *suite) {
	for n := 1; n <= 6; n++ {
		s.bias(n, count(n))
	}
	for _, n := range []int{7, 52, 128} {
		s.bias(n, byMatrices(n))
	}
	for _, n := range []int{0, -1, 129} {
		s.refuse(fmt.Sprint("bias/", n), "no cards, or more than are analysed", "malformed", fields{"n": n})
	}
}

// count follows every path of a small deck, and returns how many take a card (row) to
// a position (column).
func count(n int) [][]*big.Int {
	ways := make([][]*big.Int, n)
	for card := range ways {
		ways[card] = make([]*big.Int, n)
		for position := range ways[card] {
			ways[card][position] = new(big.Int)
		}
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
			w := ways[card][position]
			w.Add(w, big.NewInt(1))
		}
	}
	return ways
}

func (s *suite) bias(n int, ways [][]*big.Int) {
	s.ok(fmt.Sprint("bias/", n), "how the cards of a naive shuffle of n are distributed", fields{"n": n}, biasOf(n, ways))
}
