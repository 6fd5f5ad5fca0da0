package seedrng_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"log"

	"github.com/squaredeal/squaredeal/seedrng"
)

// A memory stands for a row of the server's database.
type memory struct{ state []byte }

func (m *memory) store(old, new seedrng.SessionState) error {
	if string(old.Bytes()) != string(m.state) {
		return errors.New("another process has changed the session")
	}
	m.state = new.Bytes()
	return nil
}

// A session as it begins: the player sees the hash of a seed that is fixed.
func ExampleGenerateSession() {
	var row memory
	session := must(seedrng.GenerateSession(row.store))
	fmt.Println(session, session.View().NextServerHash != seedrng.Hash{}, len(row.state) > 0)
	// Output: redacted true true
}

// A server that was killed in the middle of a hand: the View says which bets have open
// rounds, and the same Reserve returns each of them again.
func ExampleParseSession() {
	var row memory
	session := must(seedrng.GenerateSession(row.store))
	shown := session.View().NextServerHash
	must(session.Rotate(shown, "the player's own words"))
	dealt := must(session.Reserve(shown, 0, "bet 4711")).Stream().Distinct(52, 5)

	session = must(seedrng.ParseSession(row.state, row.store)) // after the restart
	for _, open := range session.View().OpenRounds {
		round := must(session.Reserve(session.View().ServerHash, open.Nonce, open.Bet))
		fmt.Println(round.Nonce(), round.Bet(), fmt.Sprint(round.Stream().Distinct(52, 5)) == fmt.Sprint(dealt))
		if err := round.Finish(); err != nil {
			log.Fatal(err)
		}
	}
	// Output: 0 bet 4711 true
}

// What a player may see, as it is sent.
func ExampleSession_View() {
	session := must(seedrng.GenerateSession(saveState))
	view := must(json.Marshal(session.View()))
	fmt.Printf("%.34s…\n", view)
	// Output: {"nextNonce":"0","nextServerHash":…
}

// A request that comes twice changes nothing the second time; one that names another
// hash is refused.
func ExampleSession_Rotate() {
	session := must(seedrng.GenerateSession(saveState))
	shown := session.View().NextServerHash
	first := must(session.Rotate(shown, "the player's own words"))
	second := must(session.Rotate(shown, "the player's own words"))
	fmt.Println(first.NextServerHash == second.NextServerHash)
	_, err := session.Rotate(shown, "other words")
	fmt.Println(errors.Is(err, seedrng.ErrMismatch))
	// Output:
	// true
	// true
}

// A bet that comes twice has one round. Another bet can't have it, and no bet can jump
// ahead.
func ExampleSession_Reserve() {
	session := must(seedrng.GenerateSession(saveState))
	shown := session.View().NextServerHash
	must(session.Rotate(shown, "the player's own words"))

	first := must(session.Reserve(shown, 0, "bet 4711"))
	second := must(session.Reserve(shown, 0, "bet 4711"))
	fmt.Println(first.Stream().IntN(1e9) == second.Stream().IntN(1e9))
	_, err := session.Reserve(shown, 0, "bet 4712")
	fmt.Println(err)
	_, err = session.Reserve(shown, 7, "bet 4712")
	fmt.Println(err)
	// Output:
	// true
	// seedrng: mismatch: the open round 0 belongs to the bet "bet 4711"
	// seedrng: mismatch: nonce 7 comes after 1, the next one
}

// A bet that is settled at once: the state is stored once.
func ExampleSession_Play() {
	stores := 0
	session := must(seedrng.GenerateSession(func(old, new seedrng.SessionState) error {
		stores++
		return nil
	}))
	shown := session.View().NextServerHash
	must(session.Rotate(shown, "the player's own words"))

	stores = 0
	var outcome int
	err := session.Play(shown, 0, "bet 4711", func(stream *seedrng.Stream) { outcome = stream.IntN(37) })
	fmt.Println(err, outcome < 37, stores, len(session.View().OpenRounds))
	// Output: <nil> true 1 0
}

// A bet that isn't taken uses up its nonce, and nothing is drawn for it any more.
func ExampleSession_Decline() {
	session := must(seedrng.GenerateSession(saveState))
	shown := session.View().NextServerHash
	must(session.Rotate(shown, "the player's own words"))

	fmt.Println(session.Decline(shown, 0, "bet 4711"), session.View().NextNonce)
	_, err := session.Reserve(shown, 0, "bet 4711")
	fmt.Println(err)
	// Output:
	// <nil> 1
	// seedrng: round finished: nonce 0 is used
}

// Nothing is drawn after the end of a round.
func ExampleRound_Finish() {
	session := must(seedrng.GenerateSession(saveState))
	shown := session.View().NextServerHash
	must(session.Rotate(shown, "the player's own words"))

	round := must(session.Reserve(shown, 0, "bet 4711"))
	round.Stream().Distinct(52, 5)
	if err := round.Finish(); err != nil {
		log.Fatal(err)
	}
	_, err := round.Stream().Read(make([]byte, 1))
	fmt.Println(err)
	// Output: seedrng: round finished: nothing is drawn after the end of a round
}

// A history of revealed seeds: the store function sees each of them.
func ExampleSessionState_View() {
	history := make(map[seedrng.Hash]seedrng.Revealed) // a table of the database
	session := must(seedrng.GenerateSession(func(old, new seedrng.SessionState) error {
		if r := new.View().Revealed; r != nil {
			history[r.ServerHash] = *r
		}
		return nil // and store new.Bytes() where old.Bytes() is
	}))
	first := session.View().NextServerHash
	for _, client := range []string{"one", "two", "three", "four"} {
		must(session.Rotate(session.View().NextServerHash, client))
	}
	fmt.Println(len(history), history[first].ClientSeed, first.Verify(history[first].ServerSeed))
	// Output: 3 one <nil>
}
