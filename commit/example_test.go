package commit_test

import (
	"context"
	"errors"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/commit"
)

// Two seats draw a seed together. In a game, each runs its toss on its own machine,
// and the messages travel between them.
func Example() {
	session := []byte("backgammon, game 7, throw 1")
	alice, fromAlice, err := commit.GenerateToss(session, 2, 0)
	if err != nil {
		log.Fatal(err)
	}
	bob, fromBob, err := commit.GenerateToss(session, 2, 1)
	if err != nil {
		log.Fatal(err)
	}

	// Commitments cross. Each seat answers the last one with its reveal.
	aliceReveals, err := alice.Receive(1, fromBob)
	if err != nil {
		log.Fatal(err)
	}
	bobReveals, err := bob.Receive(0, fromAlice)
	if err != nil {
		log.Fatal(err)
	}

	// Reveals cross, and are checked.
	if _, err := alice.Receive(1, bobReveals); err != nil {
		log.Fatal(err)
	}
	if _, err := bob.Receive(0, aliceReveals); err != nil {
		log.Fatal(err)
	}
	seed, err := alice.Seed()
	if err != nil {
		log.Fatal(err)
	}
	same, err := bob.Seed()
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("one seed:", seed == same)

	// Bob can't go back on anything.
	_, err = alice.Receive(1, fromBob)
	fmt.Println(err)
	// Output:
	// one seed: true
	// commit: wrong state: a second commitment: seat 1
}

func ExampleCommit() {
	where := []byte("rock paper scissors, match 9, round 2, seat 0")
	c, nonce := commit.Commit(where, []byte("paper")) // publish c
	// … later, show nonce and value
	fmt.Println(c.Verify(nonce, where, []byte("paper")) == nil)
	fmt.Println(c.Verify(nonce, where, []byte("rock")) == nil)
	fmt.Println(nonce)
	// Output:
	// true
	// false
	// redacted
}

// When time is up, Missing says who didn't send what was due.
func ExampleToss_Missing() {
	tosses := make([]*commit.Toss, 3)
	commits := make([][]byte, 3)
	for seat := range tosses {
		var err error
		if tosses[seat], commits[seat], err = commit.GenerateToss([]byte("hand 12"), 3, seat); err != nil {
			log.Fatal(err)
		}
	}
	if _, err := tosses[0].Receive(2, commits[2]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(tosses[0].Missing())
	// Output: [1]
}

// A seat that repeats another's commitment is named.
func ExampleBlameError() {
	toss, message, err := commit.GenerateToss([]byte("throw 3"), 2, 0)
	if err != nil {
		log.Fatal(err)
	}
	_, err = toss.Receive(1, message)
	var blame *commit.BlameError
	if errors.As(err, &blame) && errors.Is(err, commit.ErrCopied) {
		fmt.Println("copied by seats", blame.Seats)
	}
	// Output: copied by seats [1]
}

// A server commits to a thousand rounds, and a player checks each.
func ExampleChain() {
	save := func(commit.ChainState) error { return nil } // stands for the server's database
	chain, err := commit.GenerateChain(context.Background(), commit.StepRaw, 1000, save, nil)
	if err != nil {
		log.Fatal(err)
	}
	_, known := chain.Revealed() // the anchor, published before the first bet

	for range 3 {
		// … bets are made, then
		value, err := chain.Next()
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(commit.VerifyChain(commit.StepRaw, known, value, 1) == nil)
		known = value
	}
	// Output:
	// true
	// true
	// true
}

// The published end of a chain of hex characters.
func ExampleVerifyChain() {
	anchor, err := commit.ParseLink("86728f5fc3bd99db94d3cdaf105d67788194e9701bf95d049ad0e1ee3d004277")
	if err != nil {
		log.Fatal(err)
	}
	value, err := commit.ParseLink("216f014579a1cff543b210d0b03967a107a81f6a6240bb39927b453cb9791fa6")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(commit.VerifyChain(commit.StepHex, anchor, value, 1000))
	// Output: <nil>
}
