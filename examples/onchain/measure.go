package main

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// An end is an order of three cards, and the number of the contract's paths to it.
type end struct {
	order [3]int
	paths int
}

func endsOfThree() (ends []end) {
	paths := make(map[[3]int]int)
	for path := range 27 { // its digits in base 3 are the choices
		order := [3]int{0, 1, 2}
		for i, choices := 0, path; i < 3; i, choices = i+1, choices/3 {
			j := choices % 3
			order[i], order[j] = order[j], order[i]
		}
		paths[order]++
	}
	for order, n := range paths {
		ends = append(ends, end{order, n})
	}
	slices.SortFunc(ends, func(a, b end) int { return slices.Compare(a.order[:], b.order[:]) })
	return ends
}

// A figure compares how often an event comes, by the two shuffles.
type figure struct {
	What        string `json:"what"`
	Contract    share  `json:"contract"`
	FisherYates share  `json:"fisherYates"`
}

// A share of all decks, in percent.
type share struct {
	Exact     float64 `json:"exact"`
	Simulated float64 `json:"simulated"`
}

// An event is that a position holds one of some cards.
type event struct {
	what     string
	position int
	cards    []int
}

// measure returns what is known exactly beside what was counted.
func measure() (figures []figure) {
	bias := deckBias()
	least, greatest := bias.Extremes()
	events := []event{
		{fmt.Sprintf("%v at position %d, the least", faces.Card(least.Card), least.Position), least.Position, []int{least.Card}},
		{fmt.Sprintf("%v at position %d, the most", faces.Card(greatest.Card), greatest.Position), greatest.Position, []int{greatest.Card}},
	}
	for _, position := range []int{0, 26, 39} {
		events = append(events, bestBet(bias, position))
	}

	contract := simulate(1, func(src *rand.ChaCha8, deck []int) {
		var prevrandao [32]byte
		src.Read(prevrandao[:]) // never fails
		onchain.Shuffle(prevrandao, deck)
	})
	fisherYates := simulate(2, func(src *rand.ChaCha8, deck []int) { shuffle.Slice(src, deck) })
	for _, e := range events {
		f := figure{What: e.what}
		for _, c := range e.cards {
			f.Contract.Exact += 100 * float(bias.Probability(c, e.position))
			f.Contract.Simulated += 100 * float64(contract[c][e.position]) / decks
			f.FisherYates.Exact += 100. / deckSize
			f.FisherYates.Simulated += 100 * float64(fisherYates[c][e.position]) / decks
		}
		figures = append(figures, f)
	}
	return figures
}

// deckBias is that of the contract's shuffle.
func deckBias() *onchain.Bias {
	bias, err := onchain.ComputeBias(deckSize)
	if err != nil {
		panic(err) // the deck isn't too large
	}
	return bias
}

// bestBet returns the event at a position that the contract's shuffle favours most over an
// unbiased one. By how much is the position's total variation.
func bestBet(bias *onchain.Bias, position int) event {
	e := event{position: position}
	for c := range deckSize {
		if bias.Probability(c, position).Cmp(big.NewRat(1, deckSize)) > 0 {
			e.cards = append(e.cards, c)
		}
	}
	e.what = fmt.Sprintf("one of %d cards at position %d", len(e.cards), position)
	return e
}

const decks = 20_000 // in a simulation

// simulate shuffles ordered decks, and counts where each card ends up.
func simulate(seed byte, shuffle func(*rand.ChaCha8, []int)) (counts [deckSize][deckSize]int) {
	src := rand.NewChaCha8([32]byte{seed})
	for range decks {
		deck := ordered()
		shuffle(src, deck)
		for position, c := range deck {
			counts[c][position]++
		}
	}
	return counts
}

func float(r *big.Rat) float64 {
	f, _ := r.Float64()
	return f
}
