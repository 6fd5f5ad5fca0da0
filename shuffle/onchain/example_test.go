package onchain_test

import (
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// The deck that a contract dealt in one block.
func Example() {
	prevrandao, err := onchain.ParsePrevrandao("0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3")
	if err != nil {
		log.Fatal(err)
	}
	deck := make([]int, 52)
	for i := range deck {
		deck[i] = i
	}
	onchain.Shuffle(prevrandao, deck)
	fmt.Println(deck[:10])
	// Output: [51 3 9 0 29 10 44 25 19 18]
}

// How often a card comes to the top of that shuffle, in multiples of 1/52.
func ExampleComputeBias() {
	bias, err := onchain.ComputeBias(52)
	if err != nil {
		log.Fatal(err)
	}
	least, greatest := bias.Extremes()
	fmt.Printf("card %d to position %d: %s\n", least.Card, least.Position, least.Ratio.FloatString(4))
	fmt.Printf("card %d to position %d: %s\n", greatest.Card, greatest.Position, greatest.Ratio.FloatString(4))
	// Output:
	// card 51 to position 0: 0.7429
	// card 1 to position 0: 1.3522
}

// How far the card on a position is from a uniform one: no bet on which cards come there
// has a probability that differs by more than this from the fair one.
func ExampleBias_TotalVariation() {
	bias, err := onchain.ComputeBias(52)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("first position:", bias.TotalVariation(0).FloatString(4))
	fmt.Println("last position:", bias.TotalVariation(51).FloatString(4))
	// Output:
	// first position: 0.0753
	// last position: 0.0000
}

func ExampleBias_Probability() {
	bias, err := onchain.ComputeBias(3)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(bias.Probability(0, 0), bias.Probability(1, 0), bias.Probability(2, 0))
	// Output: 1/3 10/27 8/27
}
