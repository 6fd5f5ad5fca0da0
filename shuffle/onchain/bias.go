package onchain

import (
	"math/big"

	"github.com/squaredeal/squaredeal/internal/wrap"
)

// MaxBiasCards is the largest deck that [ComputeBias] analyses, in well under a
// second.
const MaxBiasCards = 128

// A Bias is the exact distribution of the contract's shuffle, taking keccak256 for
// random: for i = 0 … n−1, swap position i with one of all n positions, each equally
// likely. Its nⁿ paths are equally likely, and for n > 2 they can't fall evenly on n!
// permutations. The zero value is invalid: its methods panic.
type Bias struct {
	n     int
	paths *big.Int     // nⁿ
	ways  [][]*big.Int // [card][position]: paths that take the card there
}

// ComputeBias computes the distribution for n cards, by SPEC.md, section 4. An n
// outside 1 … [MaxBiasCards] is an [ErrMalformed].
func ComputeBias(n int) (*Bias, error) {
	if n < 1 || n > MaxBiasCards {
		return nil, wrap.Errorf(ErrMalformed, "%d cards, not 1 to %d", n, MaxBiasCards)
	}
	b := &Bias{n: n, paths: big.NewInt(1), ways: make([][]*big.Int, n)}
	for card := range b.ways {
		b.ways[card] = make([]*big.Int, n)
		for position := range b.ways[card] {
			b.ways[card][position] = new(big.Int)
		}
		b.ways[card][card].SetInt64(1)
	}
	// A step i brings a card at position i to every position in one way each; it brings
	// a card at another position to position i in one way, and leaves it in n−1.
	others := big.NewInt(int64(n - 1))
	for i := range n {
		for _, ways := range b.ways {
			for position, w := range ways {
				if position != i {
					w.Add(w.Mul(w, others), ways[i])
				}
			}
			ways[i].Set(b.paths) // one way leads here from wherever the card was
		}
		b.paths.Mul(b.paths, big.NewInt(int64(n)))
	}
	return b, nil
}

// Len returns n.
func (b *Bias) Len() int { return b.n }

// Probability returns the probability that the card at one position ends at another.
// It panics if either isn't in 0 … Len()−1.
func (b *Bias) Probability(card, position int) *big.Rat {
	return new(big.Rat).SetFrac(b.ways[card][position], b.paths)
}

// A Cell is a card, the position where it ends, and the probability of that in
// multiples of 1/n.
type Cell struct {
	Card, Position int
	Ratio          *big.Rat
}

// Extremes returns the cells with the least and the greatest probability. Of equals,
// it returns the first by card and then by position.
func (b *Bias) Extremes() (least, greatest Cell) {
	for card, ways := range b.ways {
		for position, w := range ways {
			if w.Cmp(b.ways[least.Card][least.Position]) < 0 {
				least.Card, least.Position = card, position
			}
			if w.Cmp(b.ways[greatest.Card][greatest.Position]) > 0 {
				greatest.Card, greatest.Position = card, position
			}
		}
	}
	least.Ratio, greatest.Ratio = b.ratio(least), b.ratio(greatest)
	return least, greatest
}

func (b *Bias) ratio(c Cell) *big.Rat {
	r := b.Probability(c.Card, c.Position)
	return r.Mul(r, new(big.Rat).SetInt64(int64(b.n)))
}

// TotalVariation returns how far the card at a position is from a uniform one: half
// the sum of |probability − 1/n| over the cards. No bet on which cards come there has
// a probability that differs by more than this from the fair one. It panics if
// position isn't in 0 … Len()−1.
func (b *Bias) TotalVariation(position int) *big.Rat {
	uniform := big.NewRat(1, int64(b.n))
	sum := new(big.Rat)
	for card := range b.ways {
		d := b.Probability(card, position)
		sum.Add(sum, d.Abs(d.Sub(d, uniform)))
	}
	return sum.Mul(sum, big.NewRat(1, 2))
}
