// Command videopoker plays and audits provably fair video poker.
//
// Without flags, a casino and a player who don't trust one another play a hand of
// Jacks or Better, and the player checks it. Flags pick something else; -h lists
// them.
//
// The exit status is 0 if every check succeeds, 1 if one fails, and 2 if the
// command line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"crypto/rand"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/videopoker/internal/poker"
	"github.com/squaredeal/squaredeal/seedrng"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr))
}

// A hand is what has become known of a hand when it ends.
type hand struct {
	cli.Outcome
	Table          string   `json:"table"`
	Hash           string   `json:"hash"`
	Client         string   `json:"client"`
	Nonce          uint64   `json:"nonce,string"`
	Deal           []string `json:"deal"`
	Hold           []string `json:"hold"`
	ExpectedReturn float64  `json:"expectedReturn"`
	Final          []string `json:"final"`
	Event          string   `json:"event"`
	Pays           int64    `json:"pays"`
	Server         string   `json:"server"`
}

// playHand plays one hand for one coin. What the casino sends is in return values
// of its methods, what the player sends in their arguments.
func playHand(out *bufio.Writer, casino *casino, player player) (h hand, err error) {
	say := func(format string, args ...any) { fmt.Fprintf(out, format+"\n", args...) }
	say("A hand of %s for one coin, between a casino and a player\nwho don't trust one another.\n", poker.JacksOrBetter.Name)

	h.Table = poker.JacksOrBetter.Name
	hash := casino.nextHash()
	h.Hash = hash.String()
	say("1. The casino has made a secret server seed. Before anything else it\n   shows the seed's SHA-256, and is bound to it:")
	say("     %v\n", hash)

	say("2. Only now the player chooses a client seed. The casino couldn't know it\n   when it made its own:")
	client, err := player.chooseSeed()
	if err != nil {
		return h, err
	}
	nextHash, err := casino.begin(hash, client)
	if err != nil {
		return h, err
	}
	h.Client = client
	say("     %s\n", client)

	nonce, ten, err := casino.deal()
	if err != nil {
		return h, err
	}
	h.Nonce, h.Deal = nonce, cards.Names(ten[:5])
	say("3. Both seeds and nonce %d determine ten cards: five to deal and five to\n   draw, in order. The deal:", nonce)
	say("     %s\n", cards.JoinNumbered(ten[:5]))

	say("4. The player chooses the cards to hold:")
	hold, err := player.chooseHold(ten[:5])
	if err != nil {
		return h, err
	}
	h.Hold, h.ExpectedReturn = cards.Names(kept(ten[:5], hold.Mask)), hold.Return()

	final, event := draw(ten, hold.Mask)
	row := poker.JacksOrBetter.Row(event)
	h.Final, h.Event, h.Pays = cards.Names(final), row.Name, row.Pays
	say("5. The next cards in order replace the others, from left to right:")
	say("     %s", cards.JoinNumbered(final))
	if row.Pays > 0 {
		say("     %s pays %d for 1.\n", row.Name, row.Pays)
	} else {
		say("     It pays nothing.\n")
	}

	server, err := casino.end(nextHash, rand.Text())
	if err != nil {
		return h, err
	}
	h.Server = server
	say("6. The hand is over, and the player asks for new seeds. So the casino\n   reveals the old server seed:")
	say("     %s\n", server)

	say("7. The player checks, trusting nobody:")
	if err := check(hash.String(), server, client, nonce, ten); err != nil {
		say("     The casino has CHEATED.")
		return h, err
	}
	say("     The SHA-256 of the server seed is what step 1 showed: the casino\n     didn't change it.")
	say("     The nonce is 0, the first: the casino didn't try several and take\n     the one it liked.")
	say("     The seeds give the same ten cards: they were fixed before the player\n     held any.\n")
	say("Anyone can repeat this check:")
	say("  go run ./examples/videopoker -verify -game v1 -nonce %d -client %s -server %s -hash %v", nonce, quote(client), server, hash)
	return h, nil
}

var errUnfair = cli.CheckFailed(errors.New("the hand isn't fair"))

// check is what a player does with a revealed seed (seedrng/SPEC.md, section 5.4),
// after the first hand that was played with it.
func check(hash, server, client string, nonce uint64, ten []int) error {
	if nonce != 0 {
		return fmt.Errorf("%w: the first hand has nonce %d, so nonces were skipped", errUnfair, nonce)
	}
	committed, err := seedrng.ParseHash(hash)
	if err != nil {
		return err
	}
	if err := committed.Verify(server); err != nil {
		return fmt.Errorf("%w: %w", errUnfair, err)
	}
	seed, err := seedrng.ParseServerSeed(server)
	if err != nil {
		return err
	}
	replayed, err := bet{server: seed, client: client, game: gameV1, nonce: nonce}.cards(nil)
	if err != nil {
		return err
	}
	if !slices.Equal(replayed, ten) {
		return fmt.Errorf("%w: the seeds give %s, not the cards that were dealt", errUnfair, cards.JoinNumbered(replayed))
	}
	return nil
}

// Both derivations number cards as package cards does (seedrng/sites/SPEC.md, section 2).
const (
	deckSize = 52
	handSize = 10 // five to deal, five to draw
)

// draw replaces the dealt cards that hold's bits don't keep by the next of the ten.
func draw(ten []int, hold uint8) (final []int, event poker.Event) {
	final = slices.Clone(ten[:5])
	next := 5
	for i := range final {
		if hold>>i&1 == 0 {
			final[i] = ten[next]
			next++
		}
	}
	return final, poker.Evaluate(five(final))
}

// five converts cards for package poker, which numbers them alike.
func five(numbers []int) (hand [5]uint8) {
	for i := range hand {
		hand[i] = uint8(numbers[i])
	}
	return hand
}

// quote makes a word safe to paste into a POSIX shell.
func quote(word string) string {
	if strings.Trim(word, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789") == "" {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}
