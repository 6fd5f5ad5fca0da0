package main

import (
	"bytes"
	"math"
	"math/big"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// The paths of three cards, followed one by one, agree with the package's programme.
func TestEndsOfThree(t *testing.T) {
	bias, err := onchain.ComputeBias(3)
	if err != nil {
		t.Fatal(err)
	}
	var paths [3][3]int64 // [card][position]
	ends := endsOfThree()
	for _, e := range ends {
		for position, c := range e.order {
			paths[c][position] += int64(e.paths)
		}
	}
	for c := range 3 {
		for position := range 3 {
			if got, want := big.NewRat(paths[c][position], 27), bias.Probability(c, position); got.Cmp(want) != 0 {
				t.Errorf("card %d at %d: %v, want %v", c, position, got, want)
			}
		}
	}
	want := []end{{[3]int{0, 1, 2}, 4}, {[3]int{0, 2, 1}, 5}, {[3]int{1, 0, 2}, 5}, {[3]int{1, 2, 0}, 5}, {[3]int{2, 0, 1}, 4},
		{[3]int{2, 1, 0}, 4}}
	if diff := cmp.Diff(want, ends, cmp.AllowUnexported(end{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What the best bets gain is the total variation, of which only the last position has none;
// and the simulations agree with the exact figures, each with its own.
func TestMeasure(t *testing.T) {
	bias := deckBias()
	for position := range deckSize {
		bet := bestBet(bias, position)
		gain := -float64(len(bet.cards)) / deckSize
		for _, c := range bet.cards {
			gain += float(bias.Probability(c, position))
		}
		if want := float(bias.TotalVariation(position)); math.Abs(gain-want) > 1e-12 || (want == 0) != (position == deckSize-1) {
			t.Errorf("position %d: %v, want %v", position, gain, want)
		}
	}
	for _, f := range measure() {
		for _, s := range []share{f.Contract, f.FisherYates} {
			if deviation := math.Sqrt(s.Exact * (100 - s.Exact) / decks); math.Abs(s.Simulated-s.Exact) > 4*deviation {
				t.Errorf("%s: %+v", f.What, s)
			}
		}
		deviation := math.Sqrt(f.Contract.Exact * (100 - f.Contract.Exact) / decks)
		if math.Abs(f.Contract.Exact-f.FisherYates.Exact) < 4*deviation {
			t.Errorf("%s: the simulations would agree with either", f.What)
		}
	}
}

// The picture of the README is what -svg draws, and its cells have the colours of their ratios.
func TestHeatmap(t *testing.T) {
	file := filepath.Join(t.TempDir(), "heatmap.svg")
	if status, out, stderr := command("-svg", file); status != cli.Passed || stderr != "" {
		t.Fatalf("status %d, %s%s", status, out, stderr)
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if checkedIn, err := os.ReadFile("heatmap.svg"); err != nil || !bytes.Equal(checkedIn, text) {
		t.Errorf("heatmap.svg isn't what -svg draws (go run ./examples/onchain -svg examples/onchain/heatmap.svg): %v", err)
	}
	picture := string(text)
	if n := strings.Count(picture, "h1v1h-1z"); n != deckSize*deckSize {
		t.Errorf("%d cells", n)
	}
	for _, want := range []string{"K♣ at position 0 comes 0.743 times", "2♠ at position 0 1.352 times", "position 0 can gain 7.53 %",
		"position 26 still 4.31 %", ">1.4<", ">51<"} {
		if !strings.Contains(picture, want) {
			t.Errorf("the heat map lacks %q", want)
		}
	}
	for v, want := range map[float64]string{-1: "#2166ac", 0: "#f7f7f7", 1: "#b2182b", -0.875: "#327db8"} {
		if got := colour(v); got != want {
			t.Errorf("%v is %s, want %s", v, got, want)
		}
	}
}
