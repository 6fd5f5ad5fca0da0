// Command genvectors writes the test vectors of package onchain to the file that is
// its argument. It implements SPEC.md a second time, as plainly as possible and
// without package onchain, so that the vectors check one reading of it by another.
package main

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"log"
	"math/big"
	"strings"

	"golang.org/x/crypto/sha3"

	"github.com/squaredeal/squaredeal/internal/vectors"
)

func main() {
	vectors.Write("squaredeal/shuffle/onchain v1", replays(), biases())
}

// line writes a list of numbers as text, which keeps the file short.
func line[T any](list []T) string { return strings.Trim(fmt.Sprint(list), "[]") }

func replays() []vectors.Case {
	replay := func(id, comment string, n int, prevrandaos ...string) vectors.Case {
		deck := make([]int, n)
		for i := range deck {
			deck[i] = i
		}
		decks := []string{}
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
			ID: "replay/" + id, Comment: comment,
			Inputs: vectors.Fields{"n": n, "prevrandao": prevrandaos}, Outputs: vectors.Fields{"decks": decks}, Result: "ok",
		}
	}
	refused := func(id, comment, text string) vectors.Case {
		return vectors.Case{ID: "replay/" + id, Comment: comment, Inputs: vectors.Fields{"n": 52, "prevrandao": []string{text}}, Result: "malformed"}
	}
	const (
		first  = "0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3"
		second = "0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275"
	)
	return []vectors.Case{
		replay("contract", "two calls of the contract in an EVM", 52, first, second),
		replay("no-card", "an empty deck stays empty", 0, first),
		replay("one-card", "a deck of one", 1, first),
		replay("two-cards", "a deck of two", 2, first, second),
		replay("zero", "prevrandao 0", 52, "0x"+strings.Repeat("0", 64)),
		replay("largest", "prevrandao 2^256-1", 52, "0x"+strings.Repeat("f", 64)),
		replay("large", "a deck of 300", 300, second),
		refused("short", "31 bytes", first[:64]),
		refused("long", "33 bytes", first+"00"),
		refused("no-prefix", "without 0x", first[2:]+"00"),
		refused("upper-case", "hex in upper case", "0x"+strings.ToUpper(first[2:])),
		refused("no-hex", "a character that isn't hex", first[:65]+"g"),
		refused("empty", "nothing", ""),
		refused("prefix-alone", "0x and no digits", "0x"),
		refused("upper-case-prefix", "0X", "0X"+first[2:]),
		refused("space", "a space at the end", first[:65]+" "),
	}
}

func biases() (out []vectors.Case) {
	for n := 1; n <= 6; n++ {
		out = append(out, bias(n, count(n)))
	}
	for _, n := range []int{7, 16, 51, 52, 53, 64, 128} {
		out = append(out, bias(n, multiply(n)))
	}
	return append(out,
		vectors.Case{ID: "bias/0", Comment: "no cards", Inputs: vectors.Fields{"n": 0}, Result: "malformed"},
		vectors.Case{ID: "bias/negative", Comment: "-1 cards", Inputs: vectors.Fields{"n": -1}, Result: "malformed"},
		vectors.Case{ID: "bias/129", Comment: "more cards than are analysed", Inputs: vectors.Fields{"n": 129}, Result: "malformed"},
	)
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

// multiply computes the same as a product of the steps' transition matrices, in
// fractions.
func multiply(n int) [][]*big.Int {
	chance := make([][]*big.Rat, n)
	for card := range chance {
		chance[card] = make([]*big.Rat, n)
		for position := range chance[card] {
			chance[card][position] = new(big.Rat)
		}
		chance[card][card].SetInt64(1)
	}
	one, rest := big.NewRat(1, int64(n)), big.NewRat(int64(n-1), int64(n))
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
	paths := new(big.Rat).SetInt(new(big.Int).Exp(big.NewInt(int64(n)), big.NewInt(int64(n)), nil))
	ways := make([][]*big.Int, n)
	for card := range ways {
		ways[card] = make([]*big.Int, n)
		for position := range ways[card] {
			w := chance[card][position].Mul(chance[card][position], paths)
			if !w.IsInt() {
				log.Fatalf("card %d comes to position %d of %d in %v ways", card, position, n, w)
			}
			ways[card][position] = w.Num()
		}
	}
	return ways
}

func bias(n int, ways [][]*big.Int) vectors.Case {
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
	ratio := func(card, position int) vectors.Fields {
		times := new(big.Int).Mul(ways[card][position], big.NewInt(int64(n)))
		return vectors.Fields{"card": card, "position": position, "ratio": fraction(times, paths)}
	}
	variation := func(position int) string { // the sum of |n·ways − paths|, over 2·n·paths
		sum := new(big.Int)
		for card := range ways {
			d := new(big.Int).Mul(ways[card][position], big.NewInt(int64(n)))
			sum.Add(sum, d.Abs(d.Sub(d, paths)))
		}
		return fraction(sum, new(big.Int).Mul(paths, big.NewInt(int64(2*n))))
	}
	outputs := vectors.Fields{
		"least":     ratio(least.card, least.position),
		"greatest":  ratio(greatest.card, greatest.position),
		"variation": []string{variation(0), variation(n - 1)},
		"sha256":    fmt.Sprintf("%x", sha256.Sum256([]byte(strings.Join(rows, " ")))),
	}
	if n <= 6 {
		outputs["ways"] = rows
	}
	return vectors.Case{
		ID: fmt.Sprintf("bias/%d", n), Comment: "how the cards of a naive shuffle of n are distributed",
		Inputs: vectors.Fields{"n": n}, Outputs: outputs, Result: "ok",
	}
}
