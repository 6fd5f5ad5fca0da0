package sites_test

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"math"
	"math/big"
	"strconv"
	"testing"

	"github.com/squaredeal/squaredeal/internal/long"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// computed holds the odds that several tests look at, some of which take long.
var computed = make(map[string]*sites.Distribution)

func odds(t testing.TB, site, game string, bet sites.Bet) *sites.Distribution {
	t.Helper()
	key := fmt.Sprint(site, game, bet)
	if computed[key] == nil {
		d, err := sites.Odds(site, game, bet)
		if err != nil {
			t.Fatalf("%s %s: %v", site, game, err)
		}
		computed[key] = d
	}
	return computed[key]
}

// shapes calls f with a bet for each form of each game: every choice, and a few of each
// number that counts.
func shapes(t *testing.T, f func(t *testing.T, site string, game sites.Game, bet sites.Bet)) {
	for _, s := range sites.Sites() {
		for _, g := range s.Games {
			bets := []sites.Bet{{}}
			for _, field := range g.Fields {
				var texts []string
				switch field.Name {
				case "risk", "difficulty", "segments":
					texts = field.Choices
				case "rows", "mines", "moles", "tiles":
					texts = []string{fmt.Sprint(field.Min), fmt.Sprint(max(field.Min, min(field.Max, 7))), fmt.Sprint(min(field.Max, 24))}
				default:
					continue
				}
				var more []sites.Bet
				for _, b := range bets {
					for _, text := range texts {
						c := sites.Bet{field.Name: text}
						for k, v := range b {
							c[k] = v
						}
						more = append(more, c)
					}
				}
				bets = more
			}
			for _, b := range bets {
				t.Run(fmt.Sprint(s.Name, "/", g.Name, b), func(t *testing.T) { f(t, s.Name, g, b) })
			}
		}
	}
}

// unknownOdds reports whether numbers have no known exact odds.
func unknownOdds(g *sites.Game) bool {
	kind := sites.NumbersOf(g)
	return kind == "window53" || kind == "rotations"
}

// All probabilities add up to 1, exactly, and classes are in order.
func TestOddsSum(t *testing.T) {
	shapes(t, func(t *testing.T, site string, game sites.Game, bet sites.Bet) {
		if unknownOdds(&game) {
			if _, err := sites.Odds(site, game.Name, bet); !errors.Is(err, sites.ErrUnknown) {
				t.Error(err)
			}
			return
		}
		for _, table := range odds(t, site, game.Name, bet).Marginals {
			sum := new(big.Rat)
			for i, c := range table.Classes {
				sum.Add(sum, c.P)
				if c.Low > c.High || i > 0 && c.Low <= table.Classes[i-1].High || c.P.Sign() <= 0 {
					t.Errorf("class %d: %+v", i, c)
				}
			}
			if sum.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("the probabilities add up to %v", sum)
			}
		}
	})
}

// A thousand bets of each form, with seeds that are the same in every run, fit the odds.
// The negative control shifts each count to the next class.
func TestOddsSimulated(t *testing.T) {
	tests, controls := 0, 0
	shapes(t, func(t *testing.T, site string, game sites.Game, bet sites.Bet) {
		if unknownOdds(&game) {
			return
		}
		bets := long.Pick(500, 2000)
		if site == "liqd" && game.Name == "blackjack" {
			bets = 60 // 415 digests each
		}
		d := odds(t, site, game.Name, bet)
		r, err := sites.NewReplayer(site, game.Name)
		if err != nil {
			t.Fatal(err)
		}
		table := &d.Marginals[0]
		counts := make([]uint64, len(table.Classes))
		for i := range bets {
			out, err := r.Replay(simulated(game, bet, i))
			if err != nil {
				t.Fatal(err)
			}
			if !table.Count(counts, out.Result) {
				t.Fatalf("%v isn't in the table", out.Result)
			}
		}
		fit := table.Fit(counts)
		if fit.P < 1e-4 {
			t.Errorf("p = %g (%+v)", fit.P, fit)
		}
		tests++
		shifted := append(counts[1:len(counts):len(counts)], counts[0])
		if table.Fit(shifted).P < 1e-4 {
			controls++
		}
	})
	t.Logf("%d of %d shifted tables are found", controls, tests)
	if controls < tests/4 { // where classes are equally likely, no shift shows
		t.Errorf("%d of %d shifted tables are found", controls, tests)
	}
}

// simulated returns the fields of a bet whose seeds depend on i.
func simulated(game sites.Game, bet sites.Bet, i int) []string {
	var fields []string
	for _, f := range game.Fields {
		text := bet[f.Name]
		switch {
		case text != "" || f.Optional || f.Default != "":
		case f.Kind == sites.KindText:
			text = fmt.Sprint(f.Name, i)
		case f.Kind == sites.KindHex:
			n := f.Min
			if n == 1 {
				n = 32
			}
			digest := sha256.Sum256([]byte(fmt.Sprint(f.Name, i)))
			text = fmt.Sprintf("%0*x", 2*n, digest)
		case f.Name == "nonce" || f.Name == "round":
			text = strconv.Itoa(i)
		case f.Kind == sites.KindNumber: // a roll
			text = strconv.Itoa(i * 40503 % (1 << 16))
		}
		fields = append(fields, text)
	}
	return fields
}

// Probabilities are exact: of the words that they count, the first has the value, and the
// one before it hasn't.
func TestOddsExact(t *testing.T) {
	words := func(below func(w uint32, n uint64) uint64, n uint64) func(w uint32) int64 {
		return func(w uint32) int64 { return int64(below(w, n)) }
	}
	inverse := func(site, game string) func(w uint32) int64 {
		g, err := sites.Find(site, game)
		if err != nil {
			t.Fatal(err)
		}
		return func(w uint32) int64 {
			m := sites.InverseOf(g)
			if m.Divisor != sites.Falling { // multipliers fall as words rise
				w = ^w
			}
			return m.Of(m.Part(w))
		}
	}
	for _, c := range []struct {
		site, game string
		bet        sites.Bet
		value      func(w uint32) int64 // never falls
		low, high  int64
	}{
		{"stake", "dice", nil, words(sites.Scaled, 10_001), 0, 10_000},
		{"stake", "roulette", nil, words(sites.Scaled, 37), 0, 36},
		{"stake", "flip", nil, words(sites.ScaledUp, 2), 0, 1},
		{"freebitcoin", "multiply", nil, func(w uint32) int64 { return int64(sites.RoundedWord(w, 10_001)) }, 0, 10_000},
		{"stake", "limbo", nil, inverse("stake", "limbo"), 100, 500_00},
		{"stake", "crash", nil, inverse("stake", "crash"), 100, 500_00},
		{"stake", "drill", nil, inverse("stake", "drill"), 100, 500_00},
		{"wolfbet", "limbo", nil, inverse("wolfbet", "limbo"), 100, 100_00},
		{"duel", "crash", nil, inverse("duel", "crash"), 100, 100_00},
	} {
		d := odds(t, c.site, c.game, c.bet)
		for v := c.low; v <= c.high; v++ {
			count := new(big.Rat).Mul(d.AtLeast(v), big.NewRat(1<<32, 1))
			first := 1<<32 - count.Num().Int64()
			if !count.IsInt() || c.value(uint32(first)) < v || v > c.low && c.value(uint32(first-1)) >= v {
				t.Fatalf("%s %s: %d or more for %v words", c.site, c.game, v, count)
			}
		}
	}
	// Of remainders, the first ones of an incomplete last run have one more.
	for _, c := range []struct {
		site, game string
		total      int64
		n          int64
	}{{"duel", "castle", 1 << 32, 48}, {"csgoempire", "roulette", 1 << 32, 15}, {"skinclub", "case", 1 << 60, 100_000}} {
		d := odds(t, c.site, c.game, nil)
		first := d.Marginals[0].Classes[0].Low // 1 of case rolls
		for r := range c.n {
			p := d.AtLeast(first + r)
			p.Sub(p, d.AtLeast(first+r+1))
			want := c.total / c.n
			if r < c.total%c.n {
				want++
			}
			if p.Cmp(big.NewRat(want, c.total)) != 0 {
				t.Fatalf("%s %s: the remainder %d has %v", c.site, c.game, r, p)
			}
		}
	}
}

// Values far from any result have a probability of 0 or 1.
func TestAtLeastEnds(t *testing.T) {
	for _, game := range [][2]string{{"stake", "dice"}, {"stake", "limbo"}, {"stake", "snakes"}, {"stake", "drill"},
		{"skinclub", "case"}, {"bustabit", "crash"}, {"satoshidice", "web"}} {
		d := odds(t, game[0], game[1], nil)
		for _, low := range []int64{math.MinInt64, -1, 0} {
			if p := d.AtLeast(low); p.Cmp(big.NewRat(1, 1)) != 0 {
				t.Errorf("%v: %d or more with probability %v", game, low, p)
			}
		}
		if p := d.AtLeast(math.MaxInt64); p.Sign() != 0 {
			t.Errorf("%v: infinite with probability %v", game, p)
		}
	}
	if d := (&sites.Distribution{Pays: sites.PaysReached}); d.AtLeast(1) != nil || d.ReturnAt(1) != nil {
		t.Error("a distribution of no game has probabilities")
	}
}
