// Command videopoker plays and audits provably fair video poker.
//
// Without flags, a casino and a player who don't trust one another play a hand of
// Jacks or Better, and the player checks it. The other modes:
//
//	-play                 the same, asking for the client seed and the cards to hold
//	-verify               audit one hand: -server, -client, -hash [-game, -nonce] [-json]
//	-batch FILE           audit a file of hands, CSV or JSON lines; - reads standard input
//	-analyze TABLE        the exact return of jacks, tens, bonus or all pay tables [-json]
//
// The exit status is 0 if all is fair, 1 if a check fails, 2 if the command line is wrong.
package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/videopoker/internal/poker"
	"github.com/squaredeal/squaredeal/seedrng"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// playHand plays one hand for one coin. The casino's side is all calls of session; the
// player's is what it shows.
func playHand(out io.Writer, in *bufio.Scanner) error {
	say := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	player := player{out: out, in: in}

	// The casino would write the state to its database; this one lives for a hand.
	session, err := seedrng.GenerateSession(func(seedrng.State) error { return nil })
	if err != nil {
		return err
	}
	hash := session.View().NextServerHash
	say("A hand of %s for one coin, between a casino and a player who don't trust one another.\n", poker.JacksOrBetter.Name)
	say("1. The casino has made a secret server seed. Before anything else it shows the seed's SHA-256,")
	say("   and is bound to it:")
	say("     %v\n", hash)

	say("2. Only now, the player chooses a client seed, which the casino couldn't know when it made its own:")
	client, err := player.chooseSeed()
	if err != nil {
		return err
	}
	view, err := session.Rotate(hash, client)
	if err != nil {
		return err
	}
	say("     %s\n", client)

	nonce, stream, err := session.Reserve()
	if err != nil {
		return err
	}
	drawn, err := stream.Distinct(deckSize, handSize)
	if err != nil {
		return err
	}
	say("3. Both seeds and nonce %d determine ten cards: five to deal and five to draw, in order. The deal:", nonce)
	say("     %s\n", join(drawn[:5]))

	say("4. The player chooses the cards to hold:")
	hold, err := player.chooseHold(drawn[:5])
	if err != nil {
		return err
	}

	final, event := draw(drawn, hold)
	row := poker.JacksOrBetter.Row(event)
	say("5. The next cards in order replace the others, from left to right:")
	say("     %s", join(final))
	say("     %s: pays %d for 1.\n", row.Name, row.Pays)
	if err := session.Finish(nonce); err != nil {
		return err
	}

	// The player sends back the hash that came with the first View, and another client seed.
	view, err = session.Rotate(view.NextServerHash, rand.Text())
	if err != nil {
		return err
	}
	server := view.Revealed.ServerSeed
	say("6. The hand is over, and the player asks for new seeds. So the casino reveals the old server seed:")
	say("     %s\n", server)

	say("7. The player checks, trusting nobody:")
	if err := check(hash.String(), server, client, nonce, drawn); err != nil {
		return err
	}
	say("     the SHA-256 of the server seed is what step 1 showed: the casino didn't change it")
	say("     the nonce is 0, the first: the casino didn't try several and take the one it liked")
	say("     the seeds give the same ten cards: they were fixed before the player held any\n")
	say("Anyone can repeat this check:")
	say("     go run ./examples/videopoker -verify -game v1 -nonce %d -client %s \\\n       -server %s \\\n       -hash %v", nonce, quote(client), server, hash)
	return nil
}

// check is what a player does with a revealed seed (seedrng/SPEC.md, section 5.4), after the
// first hand that was played with it.
func check(hash, server, client string, nonce uint64, drawn []int) error {
	if nonce != 0 {
		return fmt.Errorf("the casino skipped nonces: the first hand has nonce %d", nonce)
	}
	if err := seedrng.Verify(hash, server); err != nil {
		return err
	}
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		return err
	}
	stream, err := seedrng.NewStream(seed, client, nonce)
	if err != nil {
		return err
	}
	replayed, err := stream.Distinct(deckSize, handSize)
	if err != nil {
		return err
	}
	if !slices.Equal(replayed, drawn) {
		return errors.New("the seeds give other cards than were dealt")
	}
	return nil
}

const (
	deckSize = 52
	handSize = 10 // five to deal, five to draw
)

// card converts the number of a card in both derivations (seedrng/SPEC.md, section 6).
func card(c int) cards.Card {
	return cards.Card{Rank: uint8(c%13 + 1), Suit: cards.Suit(c / 13)}
}

func join(numbers []int) string {
	named := make([]cards.Card, len(numbers))
	for i, c := range numbers {
		named[i] = card(c)
	}
	return cards.Join(named)
}

// draw replaces the dealt cards that hold's bits don't keep by the next of the ten.
func draw(ten []int, hold uint8) ([]int, poker.Event) {
	final := slices.Clone(ten[:5])
	next := 5
	var hand [5]uint8
	for i := range final {
		if hold>>i&1 == 0 {
			final[i] = ten[next]
			next++
		}
		hand[i] = uint8(final[i])
	}
	return final, poker.Evaluate(hand)
}

// quote makes a word safe to paste into a POSIX shell.
func quote(word string) string {
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
