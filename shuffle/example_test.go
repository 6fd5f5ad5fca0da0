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

// A shuffle that nobody can predict or replay.
func ExampleSecretly() {
	deck := []int{0, 1, 2, 3, 4, 5, 6, 7}
	shuffle.Secretly(deck)
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

// One ordered deck serves all rounds: Apply leaves it alone.
func ExamplePerm() {
	ordered := []string{"a", "b", "c", "d", "e"}
	for round := range uint64(2) {
		p, err := shuffle.Perm(rand.NewPCG(3, round), len(ordered)) // in a game, the round's Stream
		if err != nil {
			log.Fatal(err)
		}
		deck, err := shuffle.Apply(p, ordered)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(deck)
	}
	// Output:
	// [a c d e b]
	// [c b e d a]
}

// Apply leaves the list alone, and can be undone by the inverse.
func ExampleApply() {
	p, err := shuffle.NewPermutation([]int{2, 0, 1})
	if err != nil {
		log.Fatal(err)
	}
	deck := []string{"a", "b", "c"}
	mixed, err := shuffle.Apply(p, deck)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(deck, mixed)
	// Output: [a b c] [c a b]
}

// Cards as a game needs them, in two loops over one deck.
func ExampleDeal() {
	deck := shuffle.Deal(rand.NewPCG(2, 3), []string{"a", "b", "c", "d", "e"})
	for card := range deck {
		fmt.Println("to the player:", card)
		break
	}
	for card := range deck {
		fmt.Println("to the dealer:", card)
		break
	}
	// Output:
	// to the player: d
	// to the dealer: a
}

// A secret order that can be undone.
func ExampleGeneratePermutation() {
	p, err := shuffle.GeneratePermutation(5)
	if err != nil {
		log.Fatal(err)
	}
	mixed, err := shuffle.Apply(p, []string{"a", "b", "c", "d", "e"})
	if err != nil {
		log.Fatal(err)
	}
	back, err := shuffle.Apply(p.Inverse(), mixed)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(back)
	// Output: [a b c d e]
}

// A permutation that was stored, or agreed on by other means.
func ExampleNewPermutation() {
	p, err := shuffle.NewPermutation([]int{2, 0, 1})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(p.Len(), p.At(0), p.Ints())
	_, err = shuffle.NewPermutation([]int{2, 0, 2})
	fmt.Println(err)
	// Output:
	// 3 2 [2 0 1]
	// shuffle: malformed: position 2 repeats 2
}

// Two players shuffle one after the other.
func ExamplePermutation_Compose() {
	first, err := shuffle.NewPermutation([]int{1, 2, 0})
	if err != nil {
		log.Fatal(err)
	}
	second, err := shuffle.NewPermutation([]int{1, 0, 2})
	if err != nil {
		log.Fatal(err)
	}
	both, err := first.Compose(second)
	if err != nil {
		log.Fatal(err)
	}
	deck, err := shuffle.Apply(both, []string{"a", "b", "c"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(deck)
	// Output: [c b a]
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
