package sites_test

import (
	"math"
	"math/big"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// Critical values of the chi-square distribution, from printed tables.
func TestUpperGamma(t *testing.T) {
	for _, c := range []struct{ freedom, x, p float64 }{
		{1, 0.0157908, 0.9}, {1, 3.841459, 0.05}, {1, 10.827566, 0.001}, {2, 5.991465, 0.05}, {5, 1.610308, 0.9}, {5, 0.554298, 0.99},
		{10, 18.307038, 0.05}, {10, 3.940299, 0.95}, {100, 124.342113, 0.05}, {100, 77.929465, 0.95}, {100, 149.449253, 0.001},
		{10, 0, 1}, {10, -1, 1}, {10_000, 10_000, 0.498119}, {10_000, 10_234, 0.04982}, {3, 1e6, 0},
	} {
		if got := sites.UpperGamma(c.freedom/2, c.x/2); math.Abs(got-c.p) > 1e-3*math.Max(c.p, 1e-3) {
			t.Errorf("%v degrees, %v: %v, want %v", c.freedom, c.x, got, c.p)
		}
	}
}

func TestFit(t *testing.T) {
	quarters := func(each, draw, from int) sites.Marginal {
		table := sites.Marginal{Each: each, Draw: draw, From: from}
		for v := range int64(4) {
			table.Classes = append(table.Classes, sites.Class{Low: v, High: v, P: big.NewRat(1, 4)})
		}
		return table
	}
	plain, drawn := quarters(1, 0, 0), quarters(2, 2, 4)
	counts := []uint64{30, 20, 25, 25}
	if fit := plain.Fit(counts); fit.Statistic != 2 || fit.Freedom != 3 || math.Abs(fit.P-0.5724) > 1e-4 {
		t.Errorf("%+v", fit)
	}
	// Draws of two of four vary by (4 − 2)/(4 − 1) of that.
	if fit := drawn.Fit(counts); fit.Statistic != 3 || fit.Freedom != 3 {
		t.Errorf("%+v", fit)
	}
	// Draws of all four can't vary, and nothing is tested where too little is expected.
	all := quarters(4, 4, 4)
	if fit := all.Fit([]uint64{25, 25, 25, 25}); fit.Statistic != 0 || fit.P != 1 {
		t.Errorf("%+v", fit)
	}
	for _, few := range [][]uint64{{0, 0, 0, 0}, {2, 3, 1, 2}} {
		if fit := plain.Fit(few); fit != (sites.Fit{P: 1}) {
			t.Errorf("%v: %+v", few, fit)
		}
	}
	// Classes below 5 join their neighbours; what is left at the end joins the last.
	tail := sites.Marginal{Classes: []sites.Class{
		{Low: 0, High: 0, P: big.NewRat(3, 100)}, {Low: 1, High: 1, P: big.NewRat(47, 100)}, {Low: 2, High: 8, P: big.NewRat(46, 100)},
		{Low: 9, High: 9, P: big.NewRat(4, 100)},
	}}
	if fit := tail.Fit([]uint64{7, 53, 36, 4}); fit.Freedom != 1 || fit.Statistic != 4 {
		t.Errorf("%+v", fit)
	}
	// A value that is in no class is said to be none.
	got := make([]uint64, 4)
	if !tail.Count(got, sites.Result{Values: []int64{0, 2, 8}}) || tail.Count(got, sites.Result{Values: []int64{9, 10, -1}}) ||
		got[0] != 1 || got[2] != 2 || got[3] != 1 {
		t.Error(got)
	}
}
