package seedrng_test

import (
	"encoding/json"
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
	must(player.Rotated(must(session.Rotate(shown, client)), replayDice))

	// A bet is recorded before it is sent, and its outcome when it comes.
	for nonce := range uint64(3) {
		request := player.View().Request(nonce, "one coin")
		if err := player.Send(request); err != nil {
			log.Fatal(err)
		}
		// At the server:
		var outcome string
		err := session.Play(request.ServerHash, request.Nonce, fmt.Sprint("bet ", nonce), func(stream *seedrng.Stream) {
			outcome = must(replayDice([]string{request.Text}, stream))[0]
		})
		answer := request.Outcome(outcome)
		if err := errors.Join(err, player.Receive(answer)); err != nil {
			log.Fatal(err)
		}
	}

	// The next client seed reveals the server seed, and every bet is replayed.
	next := session.View().NextServerHash
	client = must(player.Rotate(next))
	declined, err := player.Rotated(must(session.Rotate(next, client)), replayDice)
	fmt.Println(declined, err)
	// Output: [] <nil>
}

// A server that reports a throw which the seeds don't give.
func ExamplePlayer_Rotated() {
	session := must(seedrng.GenerateSession(saveState))
	player := must(seedrng.GeneratePlayer(func(old, new seedrng.PlayerState) error { return nil }))
	shown := session.View().NextServerHash
	must(player.Rotated(must(session.Rotate(shown, must(player.Rotate(shown)))), replayDice))
	bet := player.View().Request(0, "one coin")
	if err := errors.Join(player.Send(bet), player.Receive(bet.Outcome("0-0"))); err != nil {
		log.Fatal(err)
	}
	next := session.View().NextServerHash
	_, err := player.Rotated(must(session.Rotate(next, must(player.Rotate(next)))), replayDice)
	fmt.Println(errors.Is(err, seedrng.ErrCheat), player.View().NextNonce, "bet in the records")
	// Output: true 1 bet in the records
}

// A server that doesn't take a bet. The player goes on, and sees at the reveal what it
// would have given.
func ExampleRequest_Decline() {
	session := must(seedrng.GenerateSession(saveState))
	player := must(seedrng.GeneratePlayer(func(old, new seedrng.PlayerState) error { return nil }))
	shown := session.View().NextServerHash
	must(player.Rotated(must(session.Rotate(shown, must(player.Rotate(shown)))), replayDice))
	request := player.View().Request(0, "a million coins")
	if err := player.Send(request); err != nil {
		log.Fatal(err)
	}

	// At the server, which stores the answer with the session:
	err := session.Decline(request.ServerHash, request.Nonce, "bet 4711")
	answer := request.Decline("the limit is a thousand")

	if err := errors.Join(err, player.Receive(answer)); err != nil {
		log.Fatal(err)
	}
	next := session.View().NextServerHash
	declined := must(player.Rotated(must(session.Rotate(next, must(player.Rotate(next)))), replayDice))
	fmt.Println(declined[0].Bet, "declined:", declined[0].Reason, len(declined[0].Outcome) == len("6-6"))
	// Output: a million coins declined: the limit is a thousand true
}

// A program that was killed while it waited for an answer sends the same request again.
func ExamplePlayer_Pending() {
	session := must(seedrng.GenerateSession(saveState))
	var file []byte
	store := func(old, new seedrng.PlayerState) error {
		file = new.Bytes()
		return nil
	}
	player := must(seedrng.GeneratePlayer(store))
	shown := session.View().NextServerHash
	must(player.Rotated(must(session.Rotate(shown, must(player.Rotate(shown)))), replayDice))
	if err := player.Send(player.View().Request(0, "one coin")); err != nil {
		log.Fatal(err)
	}

	player = must(seedrng.ParsePlayer(file, store))
	if request, ok := player.Pending(); ok {
		text := must(json.Marshal(request))
		fmt.Printf("%.15s…%s\n", text, text[79:])
	}
	// Output: {"serverHash":"…","nonce":"0","step":0,"text":"one coin"}
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
