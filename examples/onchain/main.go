// Command onchain replays a published Solidity contract that shuffles a deck of
// cards, and measures how far its shuffle is from a fair one.
//
// Without flags it replays two calls and compares the bias of the contract's
// shuffle, exact and simulated, with an unbiased one. Flags pick something else; -h
// lists them.
//
// The exit status is 0 if every check succeeds; 1 if one fails; and 2 if the command
// line is wrong or the program can't do its work.
package main

import (
	"bufio"
	"fmt"
	"os"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// published are the two calls whose decks were taken from the contract itself.
var published = []string{
	"0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3",
	"0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275",
}

// A comparison is what the program finds without other flags, for -json.
type comparison struct {
	cli.Outcome
	Calls    []call    `json:"calls"`
	Decks    int       `json:"decks"` // in each simulation
	Sections []section `json:"sections"`
}

// tell replays the published calls and says what is wrong with the shuffle.
func tell(w *bufio.Writer) (comparison, error) {
	say := func(format string, args ...any) { fmt.Fprintf(w, format+"\n", args...) }

	replayed := newContract()
	for _, prevrandao := range published {
		if err := replayed.call(prevrandao); err != nil {
			return comparison{}, err
		}
	}
	calls := replayed.calls
	say("A published Solidity contract shuffles a deck of cards. Here are two of its\ncalls, replayed bit for bit. Its suits, 1 to 4, have no names: they are ♠ ♥ ♦ ♣\nhere. Positions count from 0, row by row.\n")
	say("1. The ordered deck, A♠ to K♣, after a call in a block with prevrandao\n   %s:", calls[0].Prevrandao)
	sayDeck(w, calls[0].Deck)
	say("2. That deck after a call in a block with prevrandao\n   %s:", calls[1].Prevrandao)
	sayDeck(w, calls[1].Deck)

	say("3. The deck is no secret. prevrandao is in the block, so everyone can compute\n   the decks above, as this program did. The proposer of the block knows it\n   first, and can withhold the block if it dislikes the deck.\n")

	say("4. The shuffle is biased. It was published as a Fisher–Yates shuffle, but step i\n   swaps position i with any position of the deck. 52 steps with 52 choices each\n   make 52^52 paths, all equally likely if the hash is as good as random. They\n   can't fall evenly on the 52! orders of the deck: 3 divides 52!, but not\n   52^52. With three cards, the 27 paths to the 6 orders can be counted:\n")
	for _, e := range endsOfThree() {
		say("     %s  %d of 27", cards.JoinNumbered(e.order[:]), e.paths)
	}
	say("\n   Fisher–Yates chooses only among the cards that have no place yet: one of\n   three, then one of two. That makes 6 paths, one to each order.\n")

	say("5. How often does a card end up at a position? The exact figures count all\n   paths. The simulated ones, with standard errors where these are known, are\n   from %s decks each: the contract's with random prevrandaos, and those of\n   package shuffle, which is Fisher–Yates.\n", cli.Thousands(decks))
	if err := w.Flush(); err != nil { // the simulation takes a moment
		return comparison{}, err
	}
	bias, err := onchain.ComputeBias(deckSize)
	if err != nil {
		return comparison{}, err
	}
	sections := compare(bias, simulate(0, shuffleByContract), simulate(1, shuffleFairly))
	say("                            The contract               Fisher–Yates")
	say("                            exact   simulated          exact   simulated")
	for _, s := range sections {
		say("\n   %s", strings.ReplaceAll(s.Heading, "\n", "\n   "))
		for _, r := range s.Rows {
			say("   %-23s %-26s %s", r.What, r.Contract.text(s.digits), r.FisherYates.text(s.digits))
		}
	}
	bet := bestBet(bias, 0)
	say("\n   The contract makes %d cards too likely at position 0. One of them is there in\n   %.2f %% of the decks; in a fair shuffle, in %.2f %%. The difference is the\n   total variation: no other set of cards is favoured more there. Chi-square\n   adds up all differences. A fair shuffle stays near the degrees of freedom;\n   the contract's is far above.\n", len(bet.cards), 100*bet.exact(bias), 100*bet.fair())
	say("See it in colour:\n  go run ./examples/onchain -svg heatmap.svg")
	say("Check a deck:\n  go run ./examples/onchain -prevrandao %s -prevrandao %s -verify %s",
		calls[0].Prevrandao, calls[1].Prevrandao, numbers(calls[1].Deck))
	return comparison{cli.OutcomeOf(nil), calls, decks, sections}, nil
}

// deckSize cards are numbered as in package cards. The contract's suits 1 to 4 have
// no names; they get those of that package in order.
const deckSize = 52
