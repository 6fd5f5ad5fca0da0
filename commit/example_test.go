package commit_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/commit"
)

// forfeit is the store of a game that is lost if the process dies.
func forfeit(_, _ commit.TossState) error { return nil }

// Two seats draw a seed together, and throw two dice with it. In a game, each runs its
// toss on its own machine, and the messages travel between them.
func Example() {
	session := []byte("backgammon, game 7, throw 1")
	alice, fromAlice, err := commit.GenerateToss(session, 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	bob, fromBob, err := commit.GenerateToss(session, 2, 1, forfeit)
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

	// The seed is a stream of draws, the same for both.
	stream, err := seed.Stream([]byte("dice"))
	if err != nil {
		log.Fatal(err)
	}
	one, two := 1+stream.IntN(6), 1+stream.IntN(6)
	fmt.Println("dice:", 2 <= one+two && one+two <= 12)
	// Output:
	// one seed: true
	// dice: true
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

// The other side gets a commitment as text, and later the nonce as bytes.
func ExampleCommitment_Verify() {
	c, err := commit.ParseCommitment("b1b71b3933f60add65c535ee49720518f60c692185e8c05f812347d32de35df9")
	if err != nil {
		log.Fatal(err)
	}
	received := make([]byte, commit.NonceSize)
	for i := range received {
		received[i] = byte(i)
	}
	nonce, err := commit.ParseNonce(received)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Verify(nonce, []byte("game 7"), []byte("heads")))
	fmt.Println(errors.Is(c.Verify(nonce, []byte("game 7"), []byte("tails")), commit.ErrMismatch))
	// Output:
	// <nil>
	// true
}

// A database keeps the nonce, as bytes, until the commitment is opened.
func ExampleNonce_Bytes() {
	where := []byte("auction 12, bidder 4")
	c, nonce := commit.Commit(where, []byte("1250"))
	row := nonce.Bytes()
	// … the auction ends
	restored, err := commit.ParseNonce(row)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Verify(restored, where, []byte("1250")))
	// Output: <nil>
}

// A game loop takes messages as they come, in any order and more than once.
func ExampleToss_Receive() {
	const seats = 3
	type message struct {
		from  int
		bytes []byte
	}
	var tosses [seats]*commit.Toss
	var network []message // all messages go to all other seats
	for seat := range tosses {
		toss, m, err := commit.GenerateToss([]byte("table 4, hand 12"), seats, seat, forfeit)
		if err != nil {
			log.Fatal(err)
		}
		tosses[seat] = toss
		network = append(network, message{seat, m}, message{seat, m})
	}
	for i := 0; i < len(network); i++ {
		for seat, toss := range tosses {
			if seat == network[i].from {
				continue
			}
			reply, err := toss.Receive(network[i].from, network[i].bytes)
			if err != nil {
				log.Fatal(err)
			}
			if reply != nil {
				network = append(network, message{seat, reply})
			}
		}
	}
	first, err := tosses[0].Seed()
	if err != nil {
		log.Fatal(err)
	}
	for _, toss := range tosses {
		seed, err := toss.Seed()
		fmt.Println(seed == first, err, len(toss.Missing()))
	}
	// Output:
	// true <nil> 0
	// true <nil> 0
	// true <nil> 0
}

// When time is up, Missing says who didn't send what was due.
func ExampleToss_Missing() {
	tosses := make([]*commit.Toss, 3)
	commits := make([][]byte, 3)
	for seat := range tosses {
		var err error
		if tosses[seat], commits[seat], err = commit.GenerateToss([]byte("hand 12"), 3, seat, forfeit); err != nil {
			log.Fatal(err)
		}
	}
	if _, err := tosses[0].Receive(2, commits[2]); err != nil {
		log.Fatal(err)
	}
	fmt.Println(tosses[0].Missing())
	_, err := tosses[0].Seed()
	fmt.Println(err)
	// Output:
	// [1]
	// commit: missing messages: commitments of seat 1
}

// A table of a database that holds states. Stores replace just the state that was
// loaded, as this SQL does, and fail unless it changed one row:
//
//	UPDATE states SET state = $new WHERE id = $id AND state = $old
type database map[string]string

func (db database) replace(id string, old, new []byte) error {
	if db[id] != string(old) { // no row yet is the same as no old state
		return errors.New("another process has changed the state")
	}
	db[id] = string(new)
	return nil
}

// A seat whose process dies resumes where it stopped, and sends its messages again.
func ExampleParseToss() {
	db := database{}
	store := func(old, new commit.TossState) error {
		return db.replace("hand 12", old.Bytes(), new.Bytes())
	}
	alice, fromAlice, err := commit.GenerateToss([]byte("hand 12"), 2, 0, store)
	if err != nil {
		log.Fatal(err)
	}
	bob, fromBob, err := commit.GenerateToss([]byte("hand 12"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := alice.Receive(1, fromBob); err != nil {
		log.Fatal(err)
	}
	// Alice's process dies before it has sent the reveal.

	alice, err = commit.ParseToss([]byte(db["hand 12"]), store)
	if err != nil {
		log.Fatal(err)
	}
	var bobReveals []byte
	for _, m := range append([][]byte{fromAlice}, alice.Sent()...) { // what Bob has already does no harm
		reply, err := bob.Receive(0, m)
		if err != nil {
			log.Fatal(err)
		}
		if reply != nil {
			bobReveals = reply
		}
	}
	if _, err := alice.Receive(1, bobReveals); err != nil {
		log.Fatal(err)
	}
	seed, err := alice.Seed()
	if err != nil {
		log.Fatal(err)
	}
	same, err := bob.Seed()
	fmt.Println(seed == same, err)
	// Output: true <nil>
}

// A seat that reveals something else than it committed to is named.
func ExampleBlameError() {
	alice, fromAlice, err := commit.GenerateToss([]byte("throw 3"), 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	bob, fromBob, err := commit.GenerateToss([]byte("throw 3"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := alice.Receive(1, fromBob); err != nil {
		log.Fatal(err)
	}
	reveal, err := bob.Receive(0, fromAlice)
	if err != nil {
		log.Fatal(err)
	}
	reveal[len(reveal)-33] ^= 1 // Bob changes his value
	_, err = alice.Receive(1, reveal)
	var blame *commit.BlameError
	if errors.As(err, &blame) && errors.Is(err, commit.ErrMismatch) {
		fmt.Println("cheated:", blame.Seats)
	}
	// Output: cheated: [1]
}

// A message of another hand is nobody's fault: the table and the seat may have been
// set up differently.
func ExampleToss_Receive_otherToss() {
	alice, _, err := commit.GenerateToss([]byte("table 7, hand 1"), 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	_, fromBob, err := commit.GenerateToss([]byte("table 7, hand 01"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	_, err = alice.Receive(1, fromBob)
	var blame *commit.BlameError
	fmt.Println(errors.Is(err, commit.ErrOtherToss), errors.As(err, &blame))
	// Output: true false
}

// A referee who gets all messages finds out what two deceived seats can't: Mallory has
// sent each of them another commitment.
func ExampleVerifyToss() {
	session := []byte("hand 9")
	toss := func(seat int) (*commit.Toss, []byte) {
		t, m, err := commit.GenerateToss(session, 3, seat, forfeit)
		if err != nil {
			log.Fatal(err)
		}
		return t, m
	}
	alice, fromAlice := toss(0)
	bob, fromBob := toss(1)
	_, toAlice := toss(2) // Mallory's
	_, toBob := toss(2)
	receive := func(t *commit.Toss, from int, m []byte) []byte {
		reply, err := t.Receive(from, m)
		if err != nil {
			log.Fatal(err)
		}
		return reply
	}
	receive(alice, 1, fromBob)
	aliceReveals := receive(alice, 2, toAlice)
	receive(bob, 0, fromAlice)
	bobReveals := receive(bob, 2, toBob)
	receive(alice, 1, bobReveals)
	_, err := alice.Seed()
	fmt.Println("Alice: ", err)

	// Each message was signed by its sender, who can't deny it.
	_, err = commit.VerifyToss(session, 3, []commit.TossMessage{
		{From: 0, Bytes: fromAlice}, {From: 1, Bytes: fromBob}, {From: 2, Bytes: toAlice}, {From: 2, Bytes: toBob},
		{From: 0, Bytes: aliceReveals}, {From: 1, Bytes: bobReveals},
	})
	fmt.Println("referee:", err)
	// Output:
	// Alice:  commit: mismatch: another list of commitments: seat 1
	// referee: commit: wrong state: a second, different commitment: seat 2
}

// What a message says, for a program that shows a toss.
func ExampleParseRevealMessage() {
	alice, fromAlice, err := commit.GenerateToss([]byte("throw 4"), 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	_, fromBob, err := commit.GenerateToss([]byte("throw 4"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	reveal, err := alice.Receive(1, fromBob)
	if err != nil {
		log.Fatal(err)
	}
	c, err := commit.ParseCommitMessage(fromAlice)
	if err != nil {
		log.Fatal(err)
	}
	r, err := commit.ParseRevealMessage(reveal)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(c.Seat, len(c.Commitment.String()), r.Toss == c.Toss)
	fmt.Println(r.Value, len(r.Value.Bytes()))
	// Output:
	// 0 64 true
	// redacted 32
}

// Dice, cards and a wheel from the seed of one toss: another context for each.
func ExampleSeed_Stream() {
	seed, err := commit.ParseSeed("907f8140321d4002174a365adca33031e692332238f7d2d9bf440505e7424de8")
	if err != nil {
		log.Fatal(err)
	}
	draw := func(context string) *commit.Stream {
		stream, err := seed.Stream([]byte(context))
		if err != nil {
			log.Fatal(err)
		}
		return stream
	}
	dice := draw("dice")
	fmt.Println("dice:", 1+dice.IntN(6), 1+dice.IntN(6))
	fmt.Println("cards:", draw("deal").Distinct(52, 5))
	fmt.Println("wheel:", draw("wheel").Weighted([]uint64{24, 12, 8, 4, 2, 1}))
	// Output:
	// dice: 2 3
	// cards: [30 3 14 36 12]
	// wheel: 2
}

// Besides draws, a stream gives bytes and words: it is a Source of math/rand/v2, so
// that package shuffle deals a deck from it.
func ExampleStream() {
	stream, err := commit.Seed{1, 2, 3}.Stream([]byte("hand 12, deck"))
	if err != nil {
		log.Fatal(err)
	}
	b := make([]byte, 4)
	if _, err := stream.Read(b); err != nil {
		log.Fatal(err)
	}
	var source rand.Source = stream
	fmt.Printf("%x %x\n", b, source.Uint64())
	fmt.Println(stream.Uint64N(1e12), stream)
	// Output:
	// 25750629 bcb49e056f549da9
	// 861241303078 redacted
}

// A server commits to a thousand rounds. A player follows them, and computes each
// outcome again.
func ExampleChain() {
	db := database{}
	store := func(old, new commit.ChainState) error {
		return db.replace("chain 1", old.Bytes(), new.Bytes())
	}
	chain, err := commit.GenerateChain(context.Background(), 1000, store, nil)
	if err != nil {
		log.Fatal(err)
	}
	_, anchor := chain.Revealed() // published before the first bet

	// The player keeps the last link.
	player, err := commit.NewChainVerifier(0, anchor, func(old, new commit.ChainVerifierState) error {
		return db.replace("player", old.Bytes(), new.Bytes())
	})
	if err != nil {
		log.Fatal(err)
	}

	for round := uint64(1); round <= 3; round++ {
		// Bets are made, and the player's seed is known to all. Then:
		seedOfPlayer := []byte("lucky seven")
		r, err := chain.Draw(round)
		if err != nil {
			log.Fatal(err)
		}
		stream, err := r.Stream(seedOfPlayer)
		if err != nil {
			log.Fatal(err)
		}
		outcome := stream.IntN(37)
		// … the wheel turns, bets are paid …
		link, err := chain.Reveal(round)
		if err != nil {
			log.Fatal(err)
		}

		seen, err := player.Verify(round, link)
		if err != nil {
			log.Fatal(err)
		}
		again, err := seen.Stream(seedOfPlayer)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("round", seen.Number(), outcome == again.IntN(37))
	}
	// Output:
	// round 1 true
	// round 2 true
	// round 3 true
}

// A server that dies in the middle of a round gets the same round again, and nobody
// has seen its value.
func ExampleParseChain() {
	db := database{}
	store := func(old, new commit.ChainState) error {
		return db.replace("chain 1", old.Bytes(), new.Bytes())
	}
	chain, err := commit.GenerateChain(context.Background(), 1000, store, nil)
	if err != nil {
		log.Fatal(err)
	}
	first, err := chain.Draw(1)
	if err != nil {
		log.Fatal(err)
	}
	// The process dies.

	chain, err = commit.ParseChain([]byte(db["chain 1"]), store)
	if err != nil {
		log.Fatal(err)
	}
	revealed, _ := chain.Revealed()
	fmt.Println("revealed:", revealed, "drawn:", chain.Drawn(), "of", chain.Len())
	again, err := chain.Draw(chain.Drawn())
	if err != nil {
		log.Fatal(err)
	}
	word := func(r commit.Round) uint64 {
		stream, err := r.Stream(nil)
		if err != nil {
			log.Fatal(err)
		}
		return stream.Uint64()
	}
	fmt.Println("the same round:", word(first) == word(again))
	// Output:
	// revealed: 0 drawn: 1 of 1000
	// the same round: true
}

// Reveal may be called again when its answer was lost. The next round must be drawn
// before it is revealed.
func ExampleChain_Reveal() {
	chain, err := commit.GenerateChain(context.Background(), 10, func(_, _ commit.ChainState) error { return nil }, nil)
	if err != nil {
		log.Fatal(err)
	}
	if _, err := chain.Draw(1); err != nil {
		log.Fatal(err)
	}
	x, err := chain.Reveal(1)
	if err != nil {
		log.Fatal(err)
	}
	again, err := chain.Reveal(1)
	fmt.Println(x == again, err)
	_, err = chain.Reveal(2)
	fmt.Println(err)
	// Output:
	// true <nil>
	// commit: wrong state: round 2 isn't drawn
}

// A player comes back after many rounds. One link is enough to check what was missed.
func ExampleParseChainVerifier() {
	chain, err := commit.GenerateChain(context.Background(), 1000, func(_, _ commit.ChainState) error { return nil }, nil)
	if err != nil {
		log.Fatal(err)
	}
	_, anchor := chain.Revealed()
	db := database{}
	store := func(old, new commit.ChainVerifierState) error {
		return db.replace("player", old.Bytes(), new.Bytes())
	}
	if _, err := commit.NewChainVerifier(0, anchor, store); err != nil {
		log.Fatal(err)
	}
	var links []commit.Link
	for round := uint64(1); round <= 40; round++ {
		if _, err := chain.Draw(round); err != nil {
			log.Fatal(err)
		}
		x, err := chain.Reveal(round)
		if err != nil {
			log.Fatal(err)
		}
		links = append(links, x)
	}

	player, err := commit.ParseChainVerifier([]byte(db["player"]), store)
	if err != nil {
		log.Fatal(err)
	}
	_, err = player.Verify(40, links[39])
	fmt.Println(err)
	_, err = player.Verify(17, links[16])
	fmt.Println(err)
	_, err = player.Verify(18, links[16])
	fmt.Println(errors.Is(err, commit.ErrMismatch))
	round, _ := player.Known()
	fmt.Println("known:", round)
	// Output:
	// <nil>
	// <nil>
	// true
	// known: 40
}

// Without a verifier: from a link to one that was revealed before it.
func ExampleVerifyChain() {
	anchor, err := commit.ParseLink("d06ab04a60c2b9012245fdd6cf457b53552569491a7dad7cae305650b6483328")
	if err != nil {
		log.Fatal(err)
	}
	third, err := commit.ParseLink("2f287b4d3d4910f6cada9e1bd1b4648099e8c52c81aa4a6aebfa6fc86f19834e")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(commit.VerifyChain(anchor, third, 3))
	fmt.Println(commit.VerifyChain(anchor, third, 2))
	// Output:
	// <nil>
	// commit: mismatch: the link isn't 2 steps from the one before
}
