package sra_test

import (
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/sra"
)

// The responses of real proofs have the distribution of simulated ones, which are uniform: in
// their highest bits, where a secret that isn't hidden well shows. The control: masks
// of 256 bits, as long as what they are to hide, are told apart.
func TestResponsesTellNothing(t *testing.T) { onBothKinds(t, testResponsesTellNothing) }

func testResponsesTellNothing(t *testing.T, g sra.Group) {
	key := fixedKey(t, g, "responses")
	from := mustPublic(t, g, "responses", 2)
	to := mustSelect(t, mustEncrypt(t, key, from), 1, 0)
	q := sra.Order(g)
	size, qSize := g.ElementSize(), len(q.Bytes())
	runs := long.Pick(200, 600)
	const buckets = 16
	// bucket returns in which of the equal parts of 0 … limit−1 x is.
	bucket := func(x, limit *big.Int) int {
		x = new(big.Int).Mul(x, big.NewInt(buckets))
		return int(x.Div(x, limit).Int64())
	}
	chiSquare := func(counts []int) (sum float64) {
		total := 0
		for _, n := range counts {
			total += n
		}
		expected := float64(total) / buckets
		for _, n := range counts {
			sum += (float64(n) - expected) * (float64(n) - expected) / expected
		}
		return sum
	}
	// For 15 degrees of freedom, above 44.3 with a probability of 10^-4.
	const most = 44.3

	names := []string{"s1", "s2", "s3", "s4", "ŝ", "ŝ", "s′", "s′"}
	counts := make([][buckets + 1]int, len(names)) // the last: out of range
	for i := range runs {
		proof := sra.ProveShuffle(key, testContext, from, to, []int{1, 0}, [32]byte{byte(i), byte(i >> 8)})
		rest := proof[(3*2+5)*size:]
		for j := range names {
			n, limit := qSize, q
			if names[j] == "s′" {
				n, limit = len(rest)/(len(names)-j), maskLimit(g)
			}
			counts[j][min(bucket(integer(g, rest[:n]), limit), buckets)]++
			rest = rest[n:]
		}
	}
	for j, c := range counts {
		if x := chiSquare(c[:buckets]); x > most || c[buckets] > 0 {
			t.Errorf("%s: chi-square %.1f, %d of %d out of range", names[j], x, c[buckets], runs)
		}
	}

	if g.P() == nil {
		return // masks are as long as what they hide
	}
	r := newReference(g, key.Public(), from, to, 6)
	var short [buckets]int
	for range runs {
		// As in prove: a mask, and the product of a challenge and a weight.
		x := randoms(r.rng, 3, pow2(256))
		masked := new(big.Int).Mul(x[1].Rsh(x[1], 128), x[2].Rsh(x[2], 128))
		masked.Add(masked, x[0])
		short[bucket(masked, pow2(257))]++
	}
	if x := chiSquare(short[:]); x <= most {
		t.Errorf("masks of 256 bits aren't told apart: chi-square %.1f", x)
	}
}
