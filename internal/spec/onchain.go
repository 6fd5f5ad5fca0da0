package spec

import (
	"fmt"
	"math/big"
	"strings"

	"golang.org/x/crypto/sha3"
)

// shuffle/onchain/SPEC.md.

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

// onchainShuffle is a call of the contract.
func onchainShuffle(prevrandao string, deck []int) {
	for i := range deck {
		h := sha3.NewLegacyKeccak256()
		h.Write([]byte(fromHex(prevrandao[2:]) + string(big.NewInt(int64(i)).FillBytes(make([]byte, 32)))))
		k := new(big.Int).Mod(integer(string(h.Sum(nil))), big.NewInt(int64(len(deck)))).Int64()
		deck[i], deck[k] = deck[k], deck[i]
	}
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

// byMatrices computes the same as a product of the steps' transition matrices: at step i, each
// of n choices leads the card at i elsewhere, and one of them brings the card at that place to i.
func byMatrices(n int) [][]*big.Int {
	ways := make([][]*big.Int, n)
	for card := range ways {
		ways[card] = make([]*big.Int, n)
		for position := range ways[card] {
			ways[card][position] = new(big.Int)
		}
		ways[card][card].SetInt64(1)
		all := big.NewInt(1) // paths so far
		for i := range n {
			here := new(big.Int).Set(ways[card][i])
			for position, w := range ways[card] {
				if position == i {
					w.Set(all)
				} else {
					w.Add(w.Mul(w, big.NewInt(int64(n-1))), here)
				}
			}
			all.Mul(all, big.NewInt(int64(n)))
		}
	}
	return ways
}

func (s *suite) bias(n int, ways [][]*big.Int) {
	s.ok(fmt.Sprint("bias/", n), "how the cards of a naive shuffle of n are distributed", fields{"n": n}, biasOf(n, ways))
}

func biasOf(n int, ways [][]*big.Int) fields {
	paths := new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(n)), nil)
	rows := make([]string, n)
	var least, greatest struct{ card, position int }
	for card := range rows {
		rows[card] = line(ways[card])
		for position, w := range ways[card] {
			if w.Cmp(ways[least.card][least.position]) < 0 {
				least.card, least.position = card, position
			}
			if w.Cmp(ways[greatest.card][greatest.position]) > 0 {
				greatest.card, greatest.position = card, position
			}
		}
	}
	fraction := func(a, b *big.Int) string { return new(big.Rat).SetFrac(a, b).RatString() }
	ratio := func(card, position int) fields {
		times := new(big.Int).Mul(ways[card][position], big.NewInt(int64(n)))
		return fields{"card": card, "position": position, "ratio": fraction(times, paths)}
	}
	variation := func(position int) string { // the sum of |n·ways − paths|, over 2·n·paths
		sum := new(big.Int)
		for card := range ways {
			d := new(big.Int).Mul(ways[card][position], big.NewInt(int64(n)))
			sum.Add(sum, d.Abs(d.Sub(d, paths)))
		}
		return fraction(sum, new(big.Int).Mul(paths, big.NewInt(int64(2*n))))
	}
	outputs := fields{
		"least":     ratio(least.card, least.position),
		"greatest":  ratio(greatest.card, greatest.position),
		"variation": []string{variation(0), variation(n - 1)},
		"sha256":    hexOf(sha(strings.Join(rows, " "))),
	}
	if n <= 6 {
		outputs["ways"] = rows
	}
	return outputs
}
