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

// A bet of dice from Stake's calculator, step by step.
func ExampleReplay() {
	report, err := sites.Replay("stake", "dice", sites.Bet{
		"server": "f2ac89b608eeb01312d115bce6741b32",
		"client": "86ff027f15c48241af7f54a726690ee7",
		"nonce":  "2",
		"result": "5.86",
	})
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range report.Steps[1:] {
		fmt.Println(s.Part, s.Text, s.Value)
	}
	fmt.Println(report.Result, report.Claim, report.Err())
	// Output:
	// number word 0f0287f2: ⌊w·10001/2^32⌋ 586
	// result dice, 0.00 to 100.00 5.86
	// result the site's: it agrees 5.86
	// 5.86 agrees <nil>
}

// What a bet on a million returns at Stake's limbo, by the formula that keeps only 24 bits.
func ExampleOdds() {
	odds, err := sites.Odds("stake", "limbo", nil)
	if err != nil {
		log.Fatal(err)
	}
	const million = 1_000_000_00 // in hundredths
	fmt.Println(odds.AtLeast(million), odds.ReturnAt(million).FloatString(4))
	// Output: 1/1048576 0.9537
}

// Counts of 1,000 flips of a coin that falls on heads too often.
func ExampleMarginal_Fit() {
	odds, err := sites.Odds("stake", "flip", nil)
	if err != nil {
		log.Fatal(err)
	}
	table := odds.Marginals[0]
	fmt.Println(table.Classes[0].Name, table.Classes[1].Name)
	fit := table.Fit([]uint64{450, 550})
	fmt.Printf("%.1f, %d degree of freedom: p = %.4f\n", fit.Statistic, fit.Freedom, fit.P)
	// Output:
	// T H
	// 10.0, 1 degree of freedom: p = 0.0016
}

// A demonstration chain of nine games, from the last one's hash to the published end.
func ExampleWalk() {
	walk, err := sites.NewWalk(sites.Chain{
		Alg: "sha256",
		End: "7e1e82afece57007e7af6b38ab355b3716eddcedc951cd79bd878e2b36004af7",
	}, "5b7b9340b280cfa5cfba7138187413898f09831102d4953f1c7455796578dc81")
	if err != nil {
		log.Fatal(err)
	}
	for !walk.Advance(5) {
		fmt.Println("after", walk.Steps(), "steps:", walk.Ended())
	}
	fmt.Println("after", walk.Steps(), "steps:", walk.Ended())
	// Output:
	// after 5 steps: false
	// after 9 steps: true
}
