package commit_test

import (
	"encoding/hex"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/commit"
)

// Multipliers are in hundredths: 250 is 2.50x.
const (
	crashLeast    = 1_00                   // nobody gets out in time
	crashMost     = 1_000_000_00           // whoever is left is cashed out here
	crashOutcomes = 10_000_000_000_000_000 // 10¹⁶, equally likely
)

// crashOutcome draws the outcome of a round, 1 to crashOutcomes. The context names the game
// and holds the value of the beacon's round that the rules have named.
func crashOutcome(round commit.Round, beacon []byte) uint64 {
	return 1 + round.Stream(append([]byte("crash "), beacon...)).Uint64N(crashOutcomes)
}

// crashPoint is where the round of an outcome crashes.
//
// For each target t, 101 to crashMost, it is at least t with a probability of exactly
//
//	⌊99·10¹⁶ / t⌋ / 10¹⁶
//
// so a bet that is cashed out at t, for t/100 times its stake, has an edge of exactly
//
//	1/100 + (99·10¹⁶ mod t) / 10¹⁸
//
// That is 1 % at 1.10x, 1.25x, 1.50x, 2x, 3x, 5x, 10x, 100x, 1000x and wherever else t
// divides 99·10¹⁶, and more by less than 10⁻¹⁰ at all other targets.
func crashPoint(outcome uint64) uint64 {
	return min(max(crashLeast, 99*crashOutcomes/outcome), crashMost) // 99·10¹⁶ is below 2⁶⁴
}

// A player checks a round of a crash game. The rules, which are published with the anchor,
// name a public beacon, such as drand, whose rounds package shuffle/draw/drand verifies, and
// for each round of the chain a round of the beacon, which comes after the bets. When the
// server published the anchor, it knew the link but not the beacon's value, which nobody
// chooses.
func Example_crash() {
	anchor, err := commit.ParseLink("d06ab04a60c2b9012245fdd6cf457b53552569491a7dad7cae305650b6483328")
	if err != nil {
		log.Fatal(err)
	}
	revealed, err := commit.ParseLink("2f287b4d3d4910f6cada9e1bd1b4648099e8c52c81aa4a6aebfa6fc86f19834e")
	if err != nil {
		log.Fatal(err)
	}
	beacon, err := hex.DecodeString("8a62e967fcd6dfa5d75308c37808b4668a7faf1cdb06e09ac0a7161827603887")
	if err != nil {
		log.Fatal(err)
	}

	round, err := commit.VerifyChain(anchor, 3, revealed)
	if err != nil {
		log.Fatal(err)
	}
	m := crashPoint(crashOutcome(round, beacon))
	fmt.Printf("round %d crashed at %d.%02dx\n", round.Number(), m/100, m%100)
	// Output: round 3 crashed at 2.07x
}
