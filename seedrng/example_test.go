package seedrng_test

import (
	"errors"
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

// A published bet of a site that uses the same stream.
func ExampleNewStream() {
	seed, err := seedrng.ParseServerSeed("18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159")
	if err != nil {
		log.Fatal(err)
	}
	stream, err := seedrng.NewStream(seed, "bb62964774", 1)
	if err != nil {
		log.Fatal(err)
	}
	block := make([]byte, 32)
	stream.Read(block)
	fmt.Printf("%x\n", block)
	// Output: c590d171e39b70404ee1fff2ce09c3e1090688e1320a9cd27f58b1ac3dfa8c92
}

// Two dice from one draw: each of the 36 ordered throws is equally likely.
func ExampleStream_IntN() {
	seed, err := seedrng.ParseServerSeed("18e93f4a7b5b58d2569765766d1b6c3296bbd8430d6f20249044d72f14720159")
	if err != nil {
		log.Fatal(err)
	}
	stream, err := seedrng.NewStream(seed, "bb62964774", 1)
	if err != nil {
		log.Fatal(err)
	}
	for range 3 {
		throw := stream.IntN(36)
		fmt.Println(throw/6+1, throw%6+1)
	}
	// Output:
	// 4 4
	// 5 1
	// 5 3
}

func ExampleHash_Verify() {
	published := must(seedrng.ParseHash("64e701539ecf4c03b90ecd957d6675b2f72c3fd84f04dc5eb63eed8b9a58b95b"))
	fmt.Println(published.Verify("2XMpPAbEw3qdH3HQla2K5zNwoNEFHOEYolkB969j"))
	err := published.Verify("another seed")
	fmt.Println(errors.Is(err, seedrng.ErrMismatch))
	// Output:
	// <nil>
	// true
}
