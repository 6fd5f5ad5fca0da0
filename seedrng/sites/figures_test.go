package sites_test

import (
	"fmt"
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// Known returns and edges of the sites' games, from the odds alone.

// percent is a probability or return in hundredths of a percent, rounded.
func percent(r *big.Rat) string { return new(big.Rat).Mul(r, big.NewRat(100, 1)).FloatString(2) }

// near requires that probabilities differ by less than 10⁻⁹ of the second.
func near(t *testing.T, what string, got, want *big.Rat) {
	t.Helper()
	diff := new(big.Rat).Sub(got, want)
	if diff.Abs(diff).Cmp(new(big.Rat).Mul(want, big.NewRat(1, 1e9))) > 0 {
		t.Errorf("%s: %s, not %s", what, got.FloatString(15), want.FloatString(15))
	}
}

// wantReturns checks what a game returns, in percent, to players who aim at a multiplier, in hundredths.
func wantReturns(t *testing.T, site, game string, returns map[int64]string) {
	t.Helper()
	d := odds(t, site, game, nil)
	for target, want := range returns {
		if got := percent(d.ReturnAt(target)); got != want {
			t.Errorf("%s %s returns %s %% at %d hundredths, not %s", site, game, got, target, want)
		}
	}
}

// wantEdges is wantReturns for what the site keeps.
func wantEdges(t *testing.T, site, game string, edges map[int64]string) {
	t.Helper()
	d := odds(t, site, game, nil)
	for target, want := range edges {
		if got := percent(new(big.Rat).Sub(big.NewRat(1, 1), d.ReturnAt(target))); got != want {
			t.Errorf("%s %s has an edge of %s %% at %d hundredths, not %s", site, game, got, target, want)
		}
	}
}

func TestStakeLimbo(t *testing.T) {
	wantReturns(t, "stake", "limbo", map[int64]string{2_00: "99.00", 10_000_00: "98.94", 100_000_00: "98.94", 1_000_000_00: "95.37"})
	if got := odds(t, "stake", "limbo", nil).AtLeast(1_000_000_00); got.Cmp(big.NewRat(16, 1<<24)) != 0 {
		t.Errorf("limbo reaches a million with probability %v", got)
	}
}

// A flip of a fraction of just 1/2 is tails.
func TestStakeFlip(t *testing.T) {
	flip := odds(t, "stake", "flip", nil).Marginals[0].Classes
	if flip[0].Name != "T" || flip[0].P.Cmp(big.NewRat(1<<31+1, 1<<32)) != 0 {
		t.Errorf("flip: %+v", flip)
	}
}

// Stake's crash ends at 1.00 in 1.98 % of rounds, slide in 2.97 %.
func TestStakeCrash(t *testing.T) {
	for game, want := range map[string]string{"crash": "1.98", "slide": "2.97"} {
		if got := percent(odds(t, "stake", game, nil).Marginals[0].Classes[0].P); got != want {
			t.Errorf("%s ends at 1.00 in %s %% of rounds, not %s", game, got, want)
		}
	}
}

// Every wheel returns 99.00 %.
func TestStakeWheel(t *testing.T) {
	for _, segments := range []string{"10", "20", "30", "40", "50"} {
		for _, risk := range []string{"low", "medium", "high"} {
			if d := odds(t, "stake", "wheel", sites.Bet{"segments": segments, "risk": risk}); percent(d.Return) != "99.00" {
				t.Errorf("a %s wheel of %s returns %s %%", risk, segments, percent(d.Return))
			}
		}
	}
}

// Plinko's tables return 98.91 to 99.16 %.
func TestStakePlinko(t *testing.T) {
	low, high := "99.99", "00.00"
	for rows := 8; rows <= 16; rows++ {
		for _, risk := range []string{"low", "medium", "high", "expert"} {
			p := percent(odds(t, "stake", "plinko", sites.Bet{"rows": fmt.Sprint(rows), "risk": risk}).Return)
			low, high = min(low, p), max(high, p)
		}
	}
	if low != "98.91" || high != "99.16" {
		t.Errorf("plinko returns %s to %s %%", low, high)
	}
}

// Pump and chicken pay 98 % at each step, apart from rounding.
func TestStakeSteps(t *testing.T) {
	for _, game := range []string{"pump", "chicken"} {
		for _, difficulty := range []string{"easy", "medium", "hard", "expert"} {
			d := odds(t, "stake", game, sites.Bet{"difficulty": difficulty})
			for _, c := range d.Marginals[0].Classes[1:] {
				if f, _ := d.ReturnAt(c.Low).Float64(); f < 0.976 || f > 0.985 {
					t.Errorf("%s, %s, at %s returns %g", game, difficulty, c.Name, f)
				}
			}
		}
	}
}

// BustaBit's first version: P(≥ m) = (100/101)·99/(100m − 1).
func TestBustabitOdds(t *testing.T) {
	edges := map[int64]string{1_01: "1.00", 2_00: "1.49", 10_00: "1.88", 1_000_000_00: "1.98"}
	wantEdges(t, "bustabit", "crash-v1", edges)
	for target := range edges {
		near(t, "BustaBit v1", odds(t, "bustabit", "crash-v1", nil).AtLeast(target), big.NewRat(9900, 101*(target-1)))
	}
	for _, target := range []int64{1_01, 2_00, 10_00, 1000_00} {
		for _, game := range []string{"crash", "crash-v2"} {
			near(t, "BustaBit "+game, odds(t, "bustabit", game, nil).AtLeast(target), big.NewRat(99, target))
		}
	}
}

func TestRoobetOdds(t *testing.T) {
	wantEdges(t, "roobet", "crash", map[int64]string{1_01: "5.01", 1_000_000_00: "5.95"})
	for _, target := range []int64{1_01, 2_00, 10_00, 1000_00} {
		near(t, "Roobet", odds(t, "roobet", "crash", nil).AtLeast(target), big.NewRat(95*99, 100*(target-1)))
	}
}

// Five hex digits: the highest roll has its share, and that of digests without a group.
func TestBitslerAndWolfbetOdds(t *testing.T) {
	for site, want := range map[string]string{"bitsler": "4.4e-34", "wolfbet": "9.8e-17"} {
		share := big.NewRat(1, 10_000)
		none := new(big.Rat).Sub(odds(t, site, "dice", nil).AtLeast(9_999), share)
		none.Quo(none, share.Sub(big.NewRat(1, 1), share))
		if f, _ := none.Float64(); fmt.Sprintf("%.1e", f) != want {
			t.Errorf("%s: no group is below 10^6 with probability %.1e, not %s", site, f, want)
		}
	}
}

// BC.Game: from 0.9999999995 on, the fraction is 1: ⌊5·10⁻¹⁰·2^52⌋ values of 52 bits.
func TestBCGameOdds(t *testing.T) {
	if p := odds(t, "bcgame", "crash", nil).AtLeast(sites.Infinite); p.Cmp(big.NewRat(2_251_799, 1<<52)) != 0 {
		t.Errorf("BC.Game is infinite with probability %v", p)
	}
}

// FreeBitco.in: 0 and 10000 have half the weight of other rolls.
func TestFreeBitcoinOdds(t *testing.T) {
	free := odds(t, "freebitcoin", "multiply", nil).Marginals[0].Classes
	for _, end := range []int{0, 10_000} {
		half := new(big.Rat).Quo(free[end].P, free[5000].P)
		if f, _ := half.Float64(); f < 0.49999 || f > 0.50001 {
			t.Errorf("%s has %g of the weight of 5000", free[end].Name, f)
		}
	}
}

// SatoshiDice: 0.00 and 100.00 have four sums, others six or seven.
func TestSatoshiDiceOdds(t *testing.T) {
	sums := make(map[int64]int)
	for _, c := range odds(t, "satoshidice", "web", nil).Marginals[0].Classes {
		n := new(big.Rat).Mul(c.P, big.NewRat(1<<16, 1))
		sums[n.Num().Int64()]++
	}
	if len(sums) != 3 || sums[4] != 2 || sums[6]+sums[7] != 9_999 {
		t.Errorf("SatoshiDice: %v", sums)
	}
}

// Duel's castle roulette favours 0 to 15 by 2^−32.
func TestDuelOdds(t *testing.T) {
	castle := odds(t, "duel", "castle", nil).Marginals[0].Classes
	if diff := new(big.Rat).Sub(castle[15].P, castle[16].P); diff.Cmp(big.NewRat(1, 1<<32)) != 0 {
		t.Errorf("castle roulette: %v", diff)
	}
}

// What crash and limbo return to players who aim at 1000, or at ten million.
func TestReturnsFarOut(t *testing.T) {
	for _, c := range []struct{ site, game, want string }{
		{"bitsler", "limbo", "98.00"}, {"bitsler", "blast", "98.00"}, {"duel", "crash", "99.90"},
		{"wolfbet", "limbo", "99.00"}, {"stake", "drill", "98.00"}, {"bustadice", "dice", "99.00"},
	} {
		wantReturns(t, c.site, c.game, map[int64]string{1000_00: c.want})
	}
	wantReturns(t, "csgoroll", "crash", map[int64]string{1000_00 * 10_000: "92.41"})
}
