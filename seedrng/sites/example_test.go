package sites_test

import (
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// A hand of video poker that Crypto.Games dealt.
func ExampleCryptoGames() {
	digest, err := sites.CryptoGames("2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j", "bc7v9bn70d7n07sn")
	if err != nil {
		log.Fatal(err)
	}
	cards, err := digest.AppendCards(nil)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("deal", cards[:5], "draw", cards[5:])
	// Output: deal [49 17 46 39 40] draw [28 30 36 21 44]
}

// The walk over a digest, byte by byte.
func ExampleCryptoGamesDigest_Steps() {
	digest := sites.CryptoGamesDigest{7, 107, 52, 51}
	for step := range digest.Steps() {
		fmt.Println(step.Byte, step.Value, step.Outcome)
		if step.Value == 51 {
			break
		}
	}
	// Output:
	// 7 7 card
	// 107 7 repeat
	// 52 52 out of range
	// 51 51 card
}
