package commit_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"log"
	"math/rand/v2"

	"github.com/squaredeal/squaredeal/commit"
)

// forfeit is the store of a game that is lost if the process dies.
func forfeit(_, _ commit.TossState) error { return nil }

// Two seats draw a seed together, and throw two dice with it. In a game, each runs its
// toss on its own machine. As they have no board, they take turns, and each reads its
// own message when it has sent it.
func Example() {
	session := []byte("backgammon, game 7, throw 1")
	alice, err := commit.GenerateToss(session, 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := commit.GenerateToss(session, 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}

	// Alice's commitment, Bob's commitment, Alice's reveal, Bob's reveal.
	for turn := range 4 {
		from := turn % 2
		message := []*commit.Toss{alice, bob}[from].Pending()
		if err := alice.Receive(from, message); err != nil {
			log.Fatal(err)
		}
		if err := bob.Receive(from, message); err != nil {
			log.Fatal(err)
		}
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
	stream := seed.Stream([]byte("dice"))
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

// Three seats and a board. Each seat posts what it has to say, and reads all posts from
// the first one on, its own too.
func ExampleToss_Receive() {
	const seats = 3
	type post struct {
		from    int
		message []byte
	}
	var board []post
	var tosses [seats]*commit.Toss
	for seat := range tosses {
		var err error
		if tosses[seat], err = commit.GenerateToss([]byte("table 4, hand 12"), seats, seat, forfeit); err != nil {
			log.Fatal(err)
		}
		board = append(board, post{seat, tosses[seat].Pending()})
	}
	for i := 0; i < len(board); i++ {
		p := board[i]
		for seat, toss := range tosses {
			before := toss.Pending()
			if err := toss.Receive(p.from, p.message); err != nil {
				log.Fatal(err)
			}
			if m := toss.Pending(); m != nil && !bytes.Equal(m, before) {
				board = append(board, post{seat, m})
			}
		}
		fmt.Println(tosses[0].Due())
	}
	first, err := tosses[0].Seed()
	if err != nil {
		log.Fatal(err)
	}
	for _, toss := range tosses {
		seed, err := toss.Seed()
		fmt.Println(seed == first, err)
	}
	// Output:
	// commit [1 2]
	// commit [2]
	// reveal [0 1 2]
	// reveal [1 2]
	// reveal [2]
	// done []
	// true <nil>
	// true <nil>
	// true <nil>
}

// A board stamps its posts with the time. By the rules of the game, a phase lasts 30
// seconds: whoever is due then is late, and a post with a later stamp doesn't count. All
// who read the posts find that at the same place, also those who were late.
func ExampleToss_Due() {
	const limit = 30 // seconds
	type post struct {
		stamp   int // seconds since the toss began
		from    int
		message []byte
	}
	alice, err := commit.GenerateToss([]byte("hand 12"), 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := commit.GenerateToss([]byte("hand 12"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	// Each returns whether the time was up before the post.
	reads := func(toss *commit.Toss, began *int, p post) bool {
		if p.stamp-*began > limit {
			return true
		}
		before, _ := toss.Due()
		if err := toss.Receive(p.from, p.message); err != nil {
			log.Fatal(err)
		}
		if phase, _ := toss.Due(); phase != before {
			*began = p.stamp
		}
		return false
	}
	board := []post{{5, 0, alice.Pending()}, {29, 1, bob.Pending()}}
	var began [2]int
	for i := 0; i < len(board); i++ {
		for seat, toss := range []*commit.Toss{alice, bob} {
			if reads(toss, &began[seat], board[i]) {
				phase, late := toss.Due()
				fmt.Println("seat", seat, "finds that the time is up in phase", phase, "for", late)
			}
		}
		if i == 1 { // Alice reveals in time, and Bob doesn't.
			board = append(board, post{58, 0, alice.Pending()}, post{60, 1, bob.Pending()})
		}
	}
	_, err = bob.Seed()
	fmt.Println(err)
	// Output:
	// seat 0 finds that the time is up in phase reveal for [1]
	// seat 1 finds that the time is up in phase reveal for [1]
	// commit: missing: reveals of seat 1
}

// The worked vector of SPEC.md, section 10.2.
func ExampleNewToss() {
	var tosses [2]*commit.Toss
	for seat := range tosses {
		nonce, value := sha256.Sum256(fmt.Append(nil, "nonce ", seat)), sha256.Sum256(fmt.Append(nil, "value ", seat))
		n, err := commit.ParseNonce(nonce[:])
		if err != nil {
			log.Fatal(err)
		}
		if tosses[seat], err = commit.NewToss([]byte("throw 1"), 2, seat, n, value[:], forfeit); err != nil {
			log.Fatal(err)
		}
	}
	for turn := range 4 {
		message := tosses[turn%2].Pending()
		for _, toss := range tosses {
			if err := toss.Receive(turn%2, message); err != nil {
				log.Fatal(err)
			}
		}
	}
	fmt.Println(tosses[0].Seed())
	// Output: 907f8140321d4002174a365adca33031e692332238f7d2d9bf440505e7424de8 <nil>
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

// A seat whose process dies resumes where it stopped. It reads on, and posts again what it
// has to say.
func ExampleParseToss() {
	db := database{}
	store := func(old, new commit.TossState) error {
		return db.replace("hand 12", old.Bytes(), new.Bytes())
	}
	alice, err := commit.GenerateToss([]byte("hand 12"), 2, 0, store)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := commit.GenerateToss([]byte("hand 12"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	board := []commit.TossMessage{{From: 1, Bytes: bob.Pending()}, {From: 0, Bytes: alice.Pending()}}
	read := func(toss *commit.Toss) {
		for _, m := range board {
			if err := toss.Receive(m.From, m.Bytes); err != nil {
				log.Fatal(err)
			}
		}
	}
	read(alice)
	// Alice's process dies before it has posted the reveal, or after: it can't know.

	alice, err = commit.ParseToss([]byte(db["hand 12"]), store)
	if err != nil {
		log.Fatal(err)
	}
	read(alice) // harmless
	board = append(board, commit.TossMessage{From: 0, Bytes: alice.Pending()})
	read(bob)
	board = append(board, commit.TossMessage{From: 1, Bytes: bob.Pending()})
	read(alice)
	read(bob)
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
	alice, err := commit.GenerateToss([]byte("throw 3"), 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := commit.GenerateToss([]byte("throw 3"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	for from, message := range [][]byte{alice.Pending(), bob.Pending()} {
		if err := alice.Receive(from, message); err != nil {
			log.Fatal(err)
		}
		if err := bob.Receive(from, message); err != nil {
			log.Fatal(err)
		}
	}
	reveal := bob.Pending()
	reveal[len(reveal)-33] ^= 1 // Bob changes his value
	err = alice.Receive(1, reveal)
	if blame, ok := errors.AsType[*commit.BlameError](err); ok && errors.Is(err, commit.ErrMismatch) {
		fmt.Println("cheated:", blame.Seats)
	}
	// Output: cheated: [1]
}

// A message of another hand is nobody's fault: the table and the seat may have been
// set up differently.
func ExampleToss_Receive_otherToss() {
	alice, err := commit.GenerateToss([]byte("table 7, hand 1"), 2, 0, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	bob, err := commit.GenerateToss([]byte("table 7, hand 01"), 2, 1, forfeit)
	if err != nil {
		log.Fatal(err)
	}
	err = alice.Receive(1, bob.Pending())
	_, blames := errors.AsType[*commit.BlameError](err)
	fmt.Println(errors.Is(err, commit.ErrOtherToss), blames)
	// Output: true false
}

// A referee gets the sequence of a toss in which Mallory, seat 1, commits twice. As long as
// Mallory doesn't finish the toss, that is what the referee finds; then there is a seed.
func ExampleVerifyToss() {
	session := []byte("hand 9")
	toss := func(seat int) *commit.Toss {
		t, err := commit.GenerateToss(session, 2, seat, forfeit)
		if err != nil {
			log.Fatal(err)
		}
		return t
	}
	alice, mallory, another := toss(0), toss(1), toss(1)
	// Each message was signed by its sender, who can't deny it.
	signed := []commit.TossMessage{{From: 0, Bytes: alice.Pending()}, {From: 1, Bytes: mallory.Pending()}, {From: 1, Bytes: another.Pending()}}
	for _, m := range signed[:2] {
		if err := errors.Join(alice.Receive(m.From, m.Bytes), mallory.Receive(m.From, m.Bytes)); err != nil {
			log.Fatal(err)
		}
	}
	signed = append(signed, commit.TossMessage{From: 0, Bytes: alice.Pending()})
	_, err := commit.VerifyToss(session, 2, signed)
	fmt.Println(err)

	signed = append(signed, commit.TossMessage{From: 1, Bytes: mallory.Pending()})
	_, err = commit.VerifyToss(session, 2, signed)
	fmt.Println(err)
	// Output:
	// commit: wrong state: a second, different commitment: seat 1
	// <nil>
}

// An onlooker follows a toss as the seats do.
func ExampleWatchToss() {
	session := []byte("hand 10")
	onlooker, err := commit.WatchToss(session, 3)
	if err != nil {
		log.Fatal(err)
	}
	for _, seat := range []int{2, 0} {
		toss, err := commit.GenerateToss(session, 3, seat, forfeit)
		if err != nil {
			log.Fatal(err)
		}
		if err := onlooker.Receive(seat, toss.Pending()); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(onlooker.Due())
	fmt.Println(onlooker.Receive(2, []byte("hello")))
	// Output:
	// commit [1]
	// commit: malformed: message of 5 bytes: toss: seat 2
}

// Dice, cards and a wheel from the seed of one toss: another context for each.
func ExampleSeed_Stream() {
	seed, err := commit.ParseSeed("907f8140321d4002174a365adca33031e692332238f7d2d9bf440505e7424de8")
	if err != nil {
		log.Fatal(err)
	}
	dice := seed.Stream([]byte("dice"))
	fmt.Println("dice:", 1+dice.IntN(6), 1+dice.IntN(6))
	fmt.Println("cards:", seed.Stream([]byte("deal")).Distinct(52, 5))
	fmt.Println("wheel:", seed.Stream([]byte("wheel")).Weighted([]uint64{24, 12, 8, 4, 2, 1}))
	// Output:
	// dice: 2 3
	// cards: [30 3 14 36 12]
	// wheel: 2
}

// Besides draws, a stream gives bytes and words: it is a Source of math/rand/v2, so
// that package shuffle deals a deck from it.
func ExampleStream() {
	stream := commit.Seed{1, 2, 3}.Stream([]byte("hand 12, deck"))
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
// outcome again. The rules, which are published with the anchor, say which round of a public
// beacon belongs to which round of the chain.
func ExampleChain() {
	db := database{}
	store := func(old, new commit.ChainState) error {
		return db.replace("chain "+new.Anchor().String(), old.Bytes(), new.Bytes())
	}
	chain, err := commit.GenerateChain(context.Background(), 1000, store, nil)
	if err != nil {
		log.Fatal(err)
	}
	anchor := chain.Anchor() // published before the first bet

	// It stands for a beacon such as drand: nobody knows its value before the round's time,
	// and nobody chooses it.
	beacon := func(round uint64) []byte {
		value := sha256.Sum256(fmt.Append(nil, "the beacon's round ", 5_000_000+10*round))
		return value[:]
	}

	// The player keeps the last link.
	player, err := commit.NewChainVerifier(0, anchor, func(old, new commit.ChainVerifierState) error {
		return db.replace("player", old.Bytes(), new.Bytes())
	})
	if err != nil {
		log.Fatal(err)
	}

	for round := uint64(1); round <= 3; round++ {
		// Bets are made until shortly before the beacon's round. Then:
		context := fmt.Appendf(nil, "roulette %x", beacon(round))
		r, err := chain.Draw(round)
		if err != nil {
			log.Fatal(err)
		}
		outcome := r.Stream(context).IntN(37)
		// … the wheel turns, bets are paid …
		link, err := chain.Reveal(round)
		if err != nil {
			log.Fatal(err)
		}

		seen, err := player.Verify(round, link)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println("round", seen.Number(), outcome == seen.Stream(context).IntN(37))
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
	fmt.Println("the same round:", first.Stream(nil).Uint64() == again.Stream(nil).Uint64())
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
	db := database{}
	store := func(old, new commit.ChainVerifierState) error {
		return db.replace("player", old.Bytes(), new.Bytes())
	}
	if _, err := commit.NewChainVerifier(0, chain.Anchor(), store); err != nil {
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

// Without a verifier and its store: from the anchor to one round.
func ExampleVerifyChain() {
	anchor, err := commit.ParseLink("d06ab04a60c2b9012245fdd6cf457b53552569491a7dad7cae305650b6483328")
	if err != nil {
		log.Fatal(err)
	}
	third, err := commit.ParseLink("2f287b4d3d4910f6cada9e1bd1b4648099e8c52c81aa4a6aebfa6fc86f19834e")
	if err != nil {
		log.Fatal(err)
	}
	round, err := commit.VerifyChain(anchor, 3, third)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println("dice:", 1+round.Stream([]byte("dice")).IntN(6))
	_, err = commit.VerifyChain(anchor, 2, third)
	fmt.Println(err)
	// Output:
	// dice: 2
	// commit: mismatch: the link isn't 2 steps from the one before
}
