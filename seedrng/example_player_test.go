package seedrng_test

import (
	"errors"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/seedrng"
)

// replayDice are the rules of a game of dice, known before the first bet: whatever is
// staked, a round is one throw of two dice.
func replayDice(sent []string, stream *seedrng.Stream) (outcomes []string, err error) {
	for range sent {
		throw := stream.IntN(36)
		outcomes = append(outcomes, fmt.Sprint(throw/6+1, "-", throw%6+1))
	}
	return outcomes, nil
}

// A player at a server of which they know the messages only, and the rules.
func ExamplePlayer() {
	session := must(seedrng.GenerateSession(saveState)) // elsewhere
	player := must(seedrng.GeneratePlayer(func(old, new seedrng.PlayerState) error { return nil }))

	// The player sees a hash, and answers with a client seed.
	shown := session.View().NextServerHash
	client := must(player.Rotate(shown))
	if err := player.Rotated(must(session.Rotate(shown, client)), replayDice); err != nil {
		log.Fatal(err)
	}

	// A bet is recorded before it is sent, and its outcome when it comes.
	for nonce := range uint64(3) {
		if err := player.Send(shown, nonce, 0, "one coin"); err != nil {
			log.Fatal(err)
		}
		round := must(session.Reserve(shown, nonce, fmt.Sprint("bet ", nonce)))
		outcome := must(replayDice([]string{"one coin"}, round.Stream()))[0]
		if err := errors.Join(round.Finish(), player.Receive(shown, nonce, 0, outcome)); err != nil {
			log.Fatal(err)
		}
	}

	// The next client seed reveals the server seed, and every bet is replayed.
	next := session.View().NextServerHash
	client = must(player.Rotate(next))
	fmt.Println(player.Rotated(must(session.Rotate(next, client)), replayDice))
	// Output: <nil>
}

// A server that reports a throw which the seeds don't give.
func ExamplePlayer_Rotated() {
	session := must(seedrng.GenerateSession(saveState))
	player := must(seedrng.GeneratePlayer(func(old, new seedrng.PlayerState) error { return nil }))
	shown := session.View().NextServerHash
	if err := player.Rotated(must(session.Rotate(shown, must(player.Rotate(shown)))), replayDice); err != nil {
		log.Fatal(err)
	}
	if err := errors.Join(player.Send(shown, 0, 0, "one coin"), player.Receive(shown, 0, 0, "0-0")); err != nil {
		log.Fatal(err)
	}
	next := session.View().NextServerHash
	err := player.Rotated(must(session.Rotate(next, must(player.Rotate(next)))), replayDice)
	fmt.Println(errors.Is(err, seedrng.ErrCheat), player.View().NextNonce, "bet in the records")
	// Output: true 1 bet in the records
}

// A player whose program is started again sends the same client seed for the same hash.
func ExampleParsePlayer() {
	session := must(seedrng.GenerateSession(saveState))
	var file []byte
	store := func(old, new seedrng.PlayerState) error {
		file = new.Bytes()
		return nil
	}
	player := must(seedrng.GeneratePlayer(store))
	shown := session.View().NextServerHash
	client := must(player.Rotate(shown))

	player = must(seedrng.ParsePlayer(file, store))
	fmt.Println(must(player.Rotate(shown)) == client)
	// Output: true
}
