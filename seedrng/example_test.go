package seedrng_test

import (
	"fmt"
	"log"
	"slices"

	"github.com/squaredeal/squaredeal/seedrng"
)

func must[T any](v T, err error) T {
	if err != nil {
		log.Fatal(err)
	}
	return v
}

// saveState stands for a write to the server's database (see the package example
// Database).
func saveState(old, new seedrng.SessionState) error { return nil }

// A server deals five cards to a player who afterwards checks that they were fixed
// before the player's own seed was chosen.
func Example() {
	// The server fixes a secret seed and shows its hash; the player then chooses a seed.
	session := must(seedrng.GenerateSession(saveState))
	shown := session.View().NextServerHash
	view := must(session.Rotate(shown, "the player's own words"))

	// A round: the player's first bet has nonce 0, the next ones 1, 2, …
	round := must(session.Reserve(shown, 0, "bet 4711"))
	hand := round.Stream().Distinct(52, 5)
	if err := round.Finish(); err != nil {
		log.Fatal(err)
	}

	// The next choice of a seed reveals the old one, and the player replays the round.
	view = must(session.Rotate(view.NextServerHash, "other words"))
	fmt.Println("hash:", shown.Verify(view.Revealed.ServerSeed) == nil)
	seed := must(seedrng.ParseServerSeed(view.Revealed.ServerSeed))
	replay := must(seedrng.NewStream(seed, "the player's own words", 0))
	fmt.Println("hand:", slices.Equal(hand, replay.Distinct(52, 5)))
	// Output:
	// hash: true
	// hand: true
}
