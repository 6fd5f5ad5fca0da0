package spec

import (
	"math/big"
	"strings"

	"golang.org/x/crypto/sha3"
)

// shuffle/onchain/SPEC.md.

// onchainShuffle is a call of the contract.
func onchainShuffle(prevrandao string, deck []int) {
	for i := range deck {
		h := sha3.NewLegacyKeccak256()
		h.Write([]byte(fromHex(prevrandao[2:]) + string(big.NewInt(int64(i)).FillBytes(make([]byte, 32)))))
		k := new(big.Int).Mod(integer(string(h.Sum(nil))), big.NewInt(int64(len(deck)))).Int64()
		deck[i], deck[k] = deck[k], deck[i]
	}
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
