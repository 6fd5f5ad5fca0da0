package web_test

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/casino/internal/crash"
)

// The page's curve, points and payments are the casino's, to the last bit: at all moments, for
// all multipliers, some links and some bets.
func TestCrashRules(t *testing.T) {
	b := openModules(t)
	for _, c := range []struct {
		n    int64 // of inputs i, from 0
		page string
		want func(i int64) int64
	}{
		{111_000, `rules.at(i - 500)`, func(i int64) int64 { return crash.At(i - 500) }},
		{99_900, `rules.reach(101 + i)`, func(i int64) int64 { return crash.Reach(101 + i) }},
		{99_901, `rules.endOf(100 + i)`, func(i int64) int64 { return crash.End(100 + i) }},
		{300, `rules.pointOf(new ChainVerifier(hash(i), i + 1).verify(i + 1, hash(i)), hash(i + 1))`,
			func(i int64) int64 { return pointOf(t, i) }},
		{3000, `rules.paidOf(rules.parse(i % 3 === 0 ? "crash for 700" : "crash " + (101 + 7 * i) + " for " + 100 * (1 + i % 1000)),
			i % 4 === 1 ? 11 * i : undefined, { point: 100 + 31 * i % 9000, lapsed: i % 5 === 0, void: i % 17 === 0 })`, paidOf},
	} {
		got := eval[[]int64](b, fmt.Sprintf(`(async () => {
			const rules = await import("/crash/rules.js");
			const { ChainVerifier } = await import("/squaredeal/commit/index.js");
			const { toHex } = await import("/squaredeal/internal/bytes.js");
			const { sha256 } = await import("/squaredeal/internal/hash.js");
			const hash = (i) => toHex(sha256(new TextEncoder().encode("link " + i)));
			return Array.from({ length: %d }, (_, i) => %s);
		})()`, c.n, c.page))
		for i := range c.n {
			if want := c.want(i); got[i] != want {
				t.Errorf("%s, with i = %d, is %d, and the casino’s %d", c.page, i, got[i], want)
				break
			}
		}
	}
}

// hash returns a link, or a value of the beacon.
func hash(i int64) commit.Link { return sha256.Sum256(fmt.Appendf(nil, "link %d", i)) }

func pointOf(t *testing.T, i int64) int64 {
	t.Helper()
	v, err := commit.NewChainVerifier(uint64(i+1), hash(i), func(_, _ commit.ChainVerifierState) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	round, err := v.Verify(uint64(i+1), hash(i))
	if err != nil {
		t.Fatal(err)
	}
	return crash.Point(round, hash(i+1))
}

func paidOf(i int64) int64 {
	bet := crash.Bet{Stake: 700}
	if i%3 != 0 {
		bet = crash.Bet{Stake: 100 * (1 + i%1000), Target: 101 + 7*i}
	}
	var cashed *int64
	if i%4 == 1 {
		cashed = new(11 * i)
	}
	return bet.Paid(cashed, crash.Outcome{Point: 100 + 31*i%9000, Lapsed: i%5 == 0, Void: i%17 == 0})
}
