package onchain_test

import (
	"errors"
	"math"
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

func mustBias(t testing.TB, n int) *onchain.Bias {
	t.Helper()
	b, err := onchain.ComputeBias(n)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// Rows and columns of the distribution are distributions.
func TestBiasSums(t *testing.T) {
	one := big.NewRat(1, 1)
	for _, n := range []int{1, 2, 3, 7, 52, onchain.MaxBiasCards} {
		b := mustBias(t, n)
		if b.Len() != n {
			t.Errorf("Len = %d, want %d", b.Len(), n)
		}
		for i := range n {
			row, column := new(big.Rat), new(big.Rat)
			for j := range n {
				row.Add(row, b.Probability(i, j))
				column.Add(column, b.Probability(j, i))
			}
			if row.Cmp(one) != 0 || column.Cmp(one) != 0 {
				t.Errorf("n = %d: row and column %d add up to %v and %v", n, i, row, column)
			}
		}
	}
}

// The figures published with this package: a card comes to the top 0.743 to 1.352 times as
// often as it should, and a position is up to 7.5 % away from uniform.
func TestBiasOfADeck(t *testing.T) {
	b := mustBias(t, 52)
	near := func(what string, r *big.Rat, want, tolerance float64) {
		if got, _ := r.Float64(); math.Abs(got-want) > tolerance {
			t.Errorf("%s = %.5f, want %v", what, got, want)
		}
	}
	least, greatest := b.Extremes()
	near("least", least.Ratio, 0.743, 0.0005)
	near("greatest", greatest.Ratio, 1.352, 0.0005)
	if least.Position != 0 || greatest.Position != 0 {
		t.Errorf("extremes in positions %d and %d", least.Position, greatest.Position)
	}
	worst := new(big.Rat)
	for position := range 52 {
		if v := b.TotalVariation(position); v.Cmp(worst) > 0 {
			worst = v
		}
	}
	near("total variation", worst, 0.075, 0.0005)
	if v := b.TotalVariation(51); v.Sign() != 0 {
		t.Errorf("the last position is %v from uniform", v)
	}
}

// Of equals the first counts, and 128 cards are analysed.
func TestBiasExtremesOfEquals(t *testing.T) {
	least, greatest := mustBias(t, 2).Extremes()
	for _, c := range []onchain.Cell{least, greatest} {
		if c.Card != 0 || c.Position != 0 || c.Ratio.RatString() != "1" {
			t.Errorf("card %d at position %d, ratio %v", c.Card, c.Position, c.Ratio)
		}
	}
	if n := mustBias(t, 128).Len(); n != 128 {
		t.Errorf("Len = %d", n)
	}
}

func TestBiasRange(t *testing.T) {
	for _, n := range []int{0, -1, onchain.MaxBiasCards + 1, math.MaxInt} {
		if b, err := onchain.ComputeBias(n); b != nil || !errors.Is(err, onchain.ErrMalformed) {
			t.Errorf("ComputeBias(%d) = %v, %v", n, b, err)
		}
	}
}
