package commit_test

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
)

// The distribution of the recipe, from the recipe itself, and its edge, exactly.
func TestCrashEdge(t *testing.T) {
	paid := new(big.Int).Mul(big.NewInt(99), big.NewInt(crashOutcomes))
	onePercent := big.NewRat(1, 100)
	check := func(target uint64) {
		// The outcomes that reach the target are 1 to reach: the greater the outcome, the lower
		// the point, as it is a quotient.
		quotient, rest := new(big.Int).DivMod(paid, new(big.Int).SetUint64(target), new(big.Int))
		reach := quotient.Uint64()
		if crashPoint(reach) < target || crashPoint(reach+1) >= target {
			t.Fatalf("outcomes 1 to %d don't reach %d, or others do: %d, %d", reach, target, crashPoint(reach), crashPoint(reach+1))
		}
		chance := new(big.Rat).SetFrac(new(big.Int).SetUint64(reach), big.NewInt(crashOutcomes))
		payout := new(big.Rat).SetFrac(new(big.Int).SetUint64(target), big.NewInt(100))
		edge := new(big.Rat).Sub(big.NewRat(1, 1), chance.Mul(chance, payout))

		above := new(big.Rat).SetFrac(rest, new(big.Int).Mul(big.NewInt(100), big.NewInt(crashOutcomes)))
		if formula := new(big.Rat).Add(onePercent, above); edge.Cmp(formula) != 0 {
			t.Fatalf("target %d: edge %v, by the formula %v", target, edge, formula)
		}
		if above.Sign() < 0 || above.Cmp(big.NewRat(1, 1e10)) >= 0 || (above.Sign() == 0) != (rest.Sign() == 0) {
			t.Fatalf("target %d: the edge is %v above 1 %%", target, above)
		}
	}
	for target := uint64(crashLeast + 1); target <= 20_000; target++ {
		check(target)
	}
	src := rand.New(rand.NewPCG(1, 2))
	for range 20_000 {
		check(crashLeast + 1 + src.Uint64N(crashMost-crashLeast))
	}
	check(crashMost)
	for _, target := range []uint64{110, 120, 125, 150, 160, 180, 200, 250, 300, 400, 500, 800, 900, 1000, 2000, 2500, 5000, 100_00,
		1000_00, 10_000_00, crashMost} {
		if new(big.Int).Mod(paid, new(big.Int).SetUint64(target)).Sign() != 0 {
			t.Errorf("the edge at %d isn't exactly 1 %%", target)
		}
	}

	// Every outcome has a point from the least to the most, and no arithmetic overflows.
	if paid.BitLen() > 63 {
		t.Error("99·10¹⁶ is too large")
	}
	if crashPoint(1) != crashMost || crashPoint(crashOutcomes) != crashLeast {
		t.Error(crashPoint(1), crashPoint(crashOutcomes))
	}
	for range 20_000 {
		u := 1 + src.Uint64N(crashOutcomes)>>src.UintN(54)
		if a, b := crashPoint(u), crashPoint(min(u+1, crashOutcomes)); a < b || a < crashLeast || a > crashMost {
			t.Fatalf("outcomes %d and the next: %d, %d", u, a, b)
		}
	}
}

// A bet pays target/100 times its stake if the round reaches the target. Nobody who bets
// without knowing the point does better than 99 % in the long run, whatever the target.
func TestCrashReturns(t *testing.T) {
	runs := 100_000
	beacon := []byte("a beacon's value")
	paid := map[uint64]int{101: 0, 150: 0, 200: 0, 1000: 0}
	for i := range runs {
		point := crashPoint(crashOutcome(commit.NewRound(uint64(i+1), commit.Link{byte(i), byte(i >> 8), byte(i >> 16)}), beacon))
		for target := range paid {
			if point >= target {
				paid[target] += int(target)
			}
		}
	}
	for target, sum := range paid {
		got := float64(sum) / 100 / float64(runs)
		// The variance of one bet is below its target, in units of stakes.
		if sigma := 1 / float64(runs) * float64(target) / 100; (got-0.99)*(got-0.99) > 25*sigma {
			t.Errorf("target %d: %.4f of all stakes come back, want 0.99", target, got)
		}
	}
}

// Why a context holds nothing that players choose: a server that knows the link adds a
// player of its own, and tries seeds until the round crashes at once.
func TestPlayersSeedsAreNoContext(t *testing.T) {
	c, values := newChain(t, 100, discard)
	tries, won := 0, 0
	for i := uint64(1); i <= c.Len(); i++ {
		round := commit.NewRound(i, values[i]) // the server knows all of them
		for accomplice := range 10_000 {
			tries++
			if crashPoint(crashOutcome(round, fmt.Appendf(nil, "alice:lucky seven bob:77 mallory:%d", accomplice))) == crashLeast {
				won++
				break
			}
		}
	}
	// The probability of that is 2/101, nearly, so it takes 50.5 tries on average.
	if mean := float64(tries) / float64(won); won != 100 || mean < 30 || mean > 75 {
		t.Errorf("%d of 100 rounds crash at once, after %.1f tries each, want all after about 50.5", won, mean)
	}
}
