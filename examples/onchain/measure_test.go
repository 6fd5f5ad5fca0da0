package main

import (
	"math"
	"math/big"
	"math/rand/v2"
	"runtime"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

func naiveBias(t *testing.T, n int) *onchain.Bias {
	t.Helper()
	bias, err := onchain.ComputeBias(n)
	if err != nil {
		t.Fatal(err)
	}
	return bias
}

// The paths of three cards, followed one by one, agree with the package's programme.
func TestEndsOfThree(t *testing.T) {
	bias := naiveBias(t, 3)
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
	want := []end{{[3]int{0, 1, 2}, 4}, {[3]int{0, 2, 1}, 5}, {[3]int{1, 0, 2}, 5}, {[3]int{1, 2, 0}, 5}, {[3]int{2, 0, 1}, 4}, {[3]int{2, 1, 0}, 4}}
	if diff := cmp.Diff(want, ends, cmp.AllowUnexported(end{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What the best bet gains is the total variation.
func TestBestBet(t *testing.T) {
	bias := naiveBias(t, deckSize)
	for position := range deckSize {
		bet := bestBet(bias, position)
		if got, want := bet.exact(bias)-bet.fair(), float(bias.TotalVariation(position)); math.Abs(got-want) > 1e-12 {
			t.Errorf("position %d: %v, want %v", position, got, want)
		}
	}
}

// A simulation of either shuffle agrees with its own exact figures, and not with the other's.
func TestCompare(t *testing.T) {
	bias := naiveBias(t, deckSize)
	naive := simulate(2, func(src *rand.ChaCha8, deck []int) { // the contract's, without its hash
		random := rand.New(src)
		for i := range deck {
			j := random.IntN(deckSize)
			deck[i], deck[j] = deck[j], deck[i]
		}
	})
	fisherYates := simulate(3, shuffleFairly)

	agrees := func(f figure) bool { return math.Abs(f.Simulated-f.Exact) <= 4*f.Error }
	for i, s := range compare(bias, naive, fisherYates) {
		for _, r := range s.Rows {
			if r.Contract.Error > 0 && !agrees(r.Contract) || !agrees(r.FisherYates) {
				t.Errorf("%s: %+v", s.Heading, r)
			}
			if d := r.Contract.Simulated/r.Contract.Exact - 1; r.Contract.Error == 0 && math.Abs(d) > 0.04 {
				t.Errorf("%s: %+v", s.Heading, r)
			}
		}
		for j, r := range compare(bias, fisherYates, naive)[i].Rows {
			lastPosition := i == 1 && j == 2 // there, the contract is fair too
			if !lastPosition && (agrees(r.Contract) || agrees(r.FisherYates)) {
				t.Errorf("swapped: %s: %+v", s.Heading, r)
			}
		}
	}
}

func TestSimulateOnAnyNumberOfCores(t *testing.T) {
	want := simulate(4, shuffleFairly)
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1))
	for _, cores := range []int{1, 5} {
		runtime.GOMAXPROCS(cores)
		if *simulate(4, shuffleFairly) != *want {
			t.Errorf("%d cores count otherwise", cores)
		}
	}
	if *simulate(5, shuffleFairly) == *want {
		t.Error("another seed counts the same")
	}
}

func TestChiSquareOfOneDeck(t *testing.T) {
	var same table // the same deck every time
	for c := range same {
		same[c][c] = decks
	}
	if got, want := chiSquare(&same), float64(freedom)*decks; math.Abs(got/want-1) > 1e-9 {
		t.Errorf("%v, want %v", got, want)
	}
}
