package textbook_test

import (
	"fmt"
	"log"
	"math/big"

	"github.com/squaredeal/squaredeal/sra/textbook"
)

func must1[T any](x T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return x
}

// A round of the published game, as far as the dealer's first card.
func Example() {
	p := textbook.GeneratePrime()
	dealer := must1(textbook.GenerateKey(p))
	player := must1(textbook.GenerateKey(p))

	card := big.NewInt(textbook.Deck()[37]) // the king of clubs
	sent := must1(dealer.Encrypt(must1(player.Encrypt(card))))
	returned := must1(player.Decrypt(sent))
	fmt.Println(must1(dealer.Decrypt(returned)))
	fmt.Println(dealer)
	// Output:
	// 21305968
	// redacted
}

// A card of the game in the article of 2010, with the players' exponents of its log.
func ExampleNewKey() {
	number := func(digits string) *big.Int {
		n, _ := new(big.Int).SetString(digits, 10)
		return n
	}
	p := number("290485332089682301714110312272926253351")
	dealer := must1(textbook.NewKey(p, number("176571867822716636338490137726779129241")))
	player := must1(textbook.NewKey(p, number("277143322521614513293683805691059305799")))
	half := must1(player.Decrypt(number("80186339648626151745475658741642476166")))
	card := must1(dealer.Decrypt(half))
	for i, c := range textbook.Deck() {
		if card.Cmp(big.NewInt(c)) == 0 {
			fmt.Println(half, "is card", i%13, "of suit", i/13)
		}
	}
	// Output: 138815687569834880995285013235085961685 is card 9 of suit 2
}
