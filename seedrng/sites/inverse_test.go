package sites_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// The ends of the maps with a quotient.
func TestInverse(t *testing.T) {
	const top = 1<<52 - 1
	for _, c := range []struct {
		m    string
		x    uint32
		want int64
	}{
		{`{"kind": "inverse", "numer": 99, "range": 16777216, "divisor": "x+1", "min": 100}`, 0, 99 << 24},
		{`{"kind": "inverse", "numer": 99, "range": 16777216, "divisor": "x+1", "min": 100}`, 1<<24 - 1, 100},
		{`{"kind": "inverse", "numer": 99, "range": 4294967296, "divisor": "x", "min": 100, "max": 990000000}`, 0, 9_900_000_00},
		{`{"kind": "inverse", "numer": 99, "range": 4294967296, "divisor": "x", "min": 100, "max": 990000000}`, 1, 9_900_000_00},
		{`{"kind": "inverse", "numer": 98, "range": 4294967296, "divisor": "range-x", "min": 100, "max": 200000000}`, 1<<32 - 1, 2_000_000_00},
		{`{"kind": "inverse", "numer": 98, "range": 4294967296, "divisor": "range-x", "min": 100, "max": 200000000}`, 1 << 31, 196},
		{`{"kind": "inverse", "numer": 98, "range": 4294967296, "divisor": "range-x", "min": 100, "max": 200000000}`, 1<<32 - 3000,
			98 << 32 / 3000},
		{`{"kind": "inverse", "numer": 98, "range": 4294967296, "divisor": "range-x", "min": 100, "max": 200000000}`, 0, 100},
		{`{"kind": "inverse", "numer": 999, "scale": 10, "range": 4294967296, "divisor": "x+1", "min": 100}`, 1<<31 - 1, 199},
	} {
		if got := sites.MapOf(c.m).Of(c.x); got != c.want {
			t.Errorf("%s of %d: %d, want %d", c.m, c.x, got, c.want)
		}
	}
	for _, c := range []struct {
		m    string
		h    uint64
		want int64
	}{
		{`{"kind": "inverse52", "numer": 99, "min": 100}`, 0, 100},
		{`{"kind": "inverse52", "numer": 99, "min": 100}`, top, 99 << 52},
		{`{"kind": "inverse52", "numer": 98, "min": 100, "max": 100000000}`, top, 1_000_000_00},
		{`{"kind": "inverse52", "numer": 99, "min": 100, "digits": 9}`, top, sites.Infinite},
		{`{"kind": "inverse52", "numer": 99, "min": 100}`, 1 << 51, 198},
		{`{"kind": "bustabit1"}`, 0, 100},
		{`{"kind": "bustabit1"}`, 1 << 51, 199},
		{`{"kind": "bustabit1"}`, 1<<51 - 1, 198},
		{`{"kind": "bustabit1"}`, top, 99 << 52},
		{`{"kind": "bustabit1", "factor": 9334, "min": 1000000}`, 1 << 51, 1_857_466},
		{`{"kind": "bustabit1", "factor": 9334, "min": 1000000}`, 0, 1_000_000},
		{`{"kind": "bustabit1", "factor": 9334, "min": 1000000}`, 1<<52 - 452, 9334 * (99<<52/452 + 1)},
		{`{"kind": "bustabit1", "factor": 9334, "min": 1000000}`, 1<<52 - 451, sites.Infinite},
		{`{"kind": "bustabit1", "factor": 9334, "min": 1000000}`, top, sites.Infinite},
	} {
		if got := sites.MapOf(c.m).Of52(c.h); got != c.want {
			t.Errorf("%s of %d: %d, want %d", c.m, c.h, got, c.want)
		}
	}
}

// Doubles matter: here is 99·2^52/(2^52 − h) below an integer by so little that the double
// is the integer, and that is the site's result.
func TestInverseDoubles(t *testing.T) {
	m, differ := sites.MapOf(`{"kind": "inverse52", "numer": 99, "min": 100}`), 0
	for n := uint64(101); n < 128; n++ {
		g := (99<<52 + n - 1) / n // the least divisor whose quotient isn't above n
		if 99<<52/g == n {
			continue // n itself
		}
		if r := n*g - 99<<52; r*n/99 < 32 {
			differ++
			if got := m.Of52(1<<52 - g); got != int64(n) {
				t.Errorf("n = %d: %d", n, got)
			}
		}
	}
	if differ < 4 {
		t.Errorf("%d places where it matters", differ)
	}
}

// The inverses of words agree with what the sites, or their auditors, publish, operation by
// operation: at words where the true quotient is an integer, or nearly, and at random ones.
// There the integer quotient is another one.
func TestInversePublished(t *testing.T) {
	const most = 1 << 32
	one, hundred := 1.0, 100.0 // variables: constants would be exact
	for name, c := range map[string]struct {
		game      [2]string
		published func(word float64) float64 // hundredths
		differs   bool                       // whether integers would give other results
	}{
		"limbo": {[2]string{"stake", "limbo"},
			func(w float64) float64 { return 16777216 / (math.Floor(w/256) + 1) * (one - 0.01) * hundred }, true},
		"crash": {[2]string{"stake", "crash"}, func(w float64) float64 { return most / (w + 1) * (one - 0.01) * hundred }, true},
		"slide": {[2]string{"stake", "slide"}, func(w float64) float64 { return most / (w + 1) * (one - 0.02) * hundred }, true},
		"drill": {[2]string{"stake", "drill"}, func(w float64) float64 { return min(0.98/(one-w/most), 2000000) * hundred }, true},
		"duel":  {[2]string{"duel", "crash"}, func(w float64) float64 { return most / (w + 1) * (one - 0.001) * hundred }, false},
		"wolf":  {[2]string{"wolfbet", "limbo"}, func(w float64) float64 { return min(hundred*0.99/(w/most), 9_900_000_00) }, false},
	} {
		g, err := sites.Find(c.game[0], c.game[1])
		if err != nil {
			t.Fatal(err)
		}
		m, differ := sites.InverseOf(g), 0
		check := func(w uint32) {
			want := max(int64(c.published(float64(w))), 100)
			got := m.Of(m.Part(w))
			if got != want {
				t.Errorf("%s of the word %d: %d, not %d", name, w, got, want)
			}
			d := uint64(m.Part(w)) + 1
			switch m.Divisor {
			case sites.X:
				d--
			case sites.Falling:
				d = most - uint64(w)
			}
			exact := int64(uint64(m.Numer) * m.Range / (uint64(max(m.Scale, 1)) * d))
			if m.Max > 0 {
				exact = min(exact, m.Max)
			}
			if max(exact, 100) != want {
				differ++
			}
		}
		for d := uint64(1); d < 1000; d += 2 { // divisors of Numer·2^Bits, and others
			for v := d; v < most; v *= 2 {
				w := uint32(v - 1)
				switch m.Divisor {
				case sites.X:
					w++
				case sites.Falling:
					w = uint32(most - v)
				}
				check(w)
				check(^w)
			}
		}
		random := rand.New(rand.NewPCG(1, 2))
		for range 10_000 {
			check(random.Uint32()>>random.IntN(32) | 1)
		}
		if differ > 0 != c.differs {
			t.Errorf("%s: integers would give another result for %d words", name, differ)
		}
	}
	// A bet that an integer quotient would call wrong.
	if got := result(t, "stake", "limbo", sites.Bet{"server": "server", "client": "client", "nonce": "619362"}); got != "450.55" {
		t.Errorf("limbo: %s", got)
	}
}
