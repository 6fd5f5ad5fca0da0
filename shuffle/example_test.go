package shuffle_test

import (
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/shuffle"
)

// Two servers of a game, or a server and an auditor in another language, who share a
// seed deal the same cards, whatever version of Go they run.
func Example() {
	deck := make([]string, 0, 52)
	for _, suit := range []string{"♠", "♥", "♦", "♣"} {
		for _, rank := range []string{"A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"} {
			deck = append(deck, rank+suit)
		}
	}
	shared := rand.NewPCG(2026, 11) // in a game, a Stream of package seedrng
	hand := make([]string, 0, 5)
	for card := range shuffle.Deal(shared, deck) {
		if hand = append(hand, card); len(hand) == 5 {
			break
		}
	}
	fmt.Println(hand)
	// Output: [7♥ 3♠ A♦ 4♦ 10♠]
}

// A shuffle that nobody can predict, nor replay.
func ExampleNewSecretSource() {
	deck := []int{0, 1, 2, 3, 4, 5, 6, 7}
	shuffle.Slice(shuffle.NewSecretSource(), deck)
	sum := 0
	for _, card := range deck {
		sum += card
	}
	fmt.Println(len(deck), "cards that add up to", sum)
	// Output: 8 cards that add up to 28
}

func ExampleSlice() {
	letters := []string{"a", "b", "c", "d", "e"}
	shuffle.Slice(rand.NewPCG(1, 2), letters)
	fmt.Println(letters)
	// Output: [c a b e d]
}

func ExampleShuffle() {
	names := []string{"ann", "bob", "eve"}
	scores := []int{1, 2, 3}
	shuffle.Shuffle(rand.NewPCG(1, 2), len(names), func(i, j int) {
		names[i], names[j] = names[j], names[i]
		scores[i], scores[j] = scores[j], scores[i]
	})
	fmt.Println(names, scores)
	// Output: [bob ann eve] [2 1 3]
}

func ExamplePermutation_Inverse() {
	p, err := shuffle.NewPermutation([]int{2, 0, 1})
	if err != nil {
		log.Fatal(err)
	}
	mixed, err := shuffle.Apply(p, []string{"a", "b", "c"})
	if err != nil {
		log.Fatal(err)
	}
	back, err := shuffle.Apply(p.Inverse(), mixed)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(mixed, back)
	// Output: [c a b] [a b c]
}

// The deck that a contract dealt in one block.
func ExampleOnChain() {
	prevrandao, err := shuffle.ParsePrevrandao("0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3")
	if err != nil {
		log.Fatal(err)
	}
	deck := make([]int, 52)
	for i := range deck {
		deck[i] = i
	}
	shuffle.OnChain(prevrandao, deck)
	fmt.Println(deck[:10])
	// Output: [51 3 9 0 29 10 44 25 19 18]
}

// How often a card comes to the top of that shuffle, in multiples of 1/52.
func ExampleNaiveBias() {
	bias, err := shuffle.NaiveBias(52)
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
