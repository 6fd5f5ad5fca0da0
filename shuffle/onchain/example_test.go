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
