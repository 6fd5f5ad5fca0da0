// Command onchain replays a published Solidity contract that shuffles a deck of
// cards, and measures how far its shuffle is from a fair one.
//
// Without flags it replays two calls and compares the bias of the contract's
// shuffle, exact and simulated, with an unbiased one. Flags pick something else; -h
// lists them.
package main

import (
	"bufio"
	"flag"
	"fmt"
	"io"
	"os"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
)

const usage = `usage:
  onchain [-json]
      replays two calls of the contract, and compares the bias of its shuffle,
      exact and simulated, with an unbiased one
  onchain -prevrandao 0x... [-prevrandao 0x...]... [-json]
      replays calls, one after another, on the ordered deck, and prints the
      deck that each leaves, as cards and as numbers
  onchain -verify DECK -prevrandao 0x... [-prevrandao 0x...]... [-json]
      checks that these calls leave the deck: 52 numbers separated by spaces
      or commas
  onchain -svg FILE
      draws the bias as a heat map

A card's number is (suit-1)*13 + rank-1, with suits 1 to 4 and ranks 1 to 13.
With -json, the result is one JSON object.
`

// modes says which flags go with each flag that picks what to do, and with none.
var modes = map[string][]string{
	"":           {"json"},
	"prevrandao": {"json"},
	"verify":     {"prevrandao", "json"},
	"svg":        nil,
}

func main() {
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

func run(args []string, stdout, stderr io.Writer) int {
	return cli.Run("onchain", usage, stdout, stderr, func(out *bufio.Writer) error { return work(args, out) })
}

func work(args []string, out *bufio.Writer) error {
	flags := flag.NewFlagSet("onchain", flag.ContinueOnError)
	contract := newContract()
	flags.Func("prevrandao", "", contract.call)
	var claimed []int
	flags.Func("verify", "", func(text string) (err error) {
		claimed, err = parseDeck(text)
		return err
	})
	svg, asJSON := cli.File(flags, "svg"), flags.Bool("json", false, "")
	if err := cli.Parse(flags, args); err != nil {
		return err
	}
	mode, err := cli.Mode(flags, modes)
	if err != nil {
		return err
	}
	if err := cli.Needs(cli.Set(flags), "verify", "prevrandao"); err != nil {
		return err
	}
	switch mode {
	case "svg":
		return os.WriteFile(*svg, []byte(heatmap()), 0o666)
	case "":
		return tell(out, *asJSON)
	}

	if claimed != nil {
		err = compareDecks(claimed, contract.deck)
	}
	if *asJSON {
		return cli.PrintResult(out, struct {
			cli.Outcome
			Calls []call `json:"calls"`
		}{cli.OutcomeOf(err), contract.calls}, err)
	}
	for i, c := range contract.calls {
		fmt.Fprintf(out, "The deck after call %d, prevrandao\n%s:\n", i+1, c.Prevrandao)
		sayDeck(out, c.Deck)
		fmt.Fprintf(out, "In numbers, for -verify: %s\n\n", numbers(c.Deck))
	}
	if claimed != nil && err == nil {
		fmt.Fprintln(out, "This is the deck that was to be verified.")
	}
	return err
}

// tell replays the published calls and says what is wrong with the shuffle.
func tell(out *bufio.Writer, asJSON bool) error {
	replayed := newContract()
	for _, prevrandao := range published {
		if err := replayed.call(prevrandao); err != nil {
			return err
		}
	}
	calls, figures := replayed.calls, measure()
	if asJSON {
		return cli.PrintJSON(out, summary{cli.OutcomeOf(nil), calls, decks, figures})
	}
	s := story{out}
	s.tellCalls(calls)
	s.tellBias()
	s.tellFigures(figures)
	s.say(`See it in colour:
  go run ./examples/onchain -svg heatmap.svg`)
	s.say(`Check a deck:
  go run ./examples/onchain -prevrandao %s -prevrandao %s -verify %s`,
		calls[0].Prevrandao, calls[1].Prevrandao, numbers(calls[1].Deck))
	return nil
}

// A summary is what -json prints.
type summary struct {
	cli.Outcome
	Calls   []call   `json:"calls"`
	Decks   int      `json:"decks"` // in each simulation
	Figures []figure `json:"figures"`
}

// A story is told to people.
type story struct{ io.Writer }

func (s story) say(format string, args ...any) { fmt.Fprintf(s, format+"\n", args...) }

// tellCalls tells of the decks that two calls leave, which everybody can compute.
func (s story) tellCalls(calls []call) {
	s.say(`A published Solidity contract shuffles a deck of cards. Here are two of its
calls, replayed bit for bit. Its suits, 1 to 4, have no names: they are ♠ ♥ ♦ ♣
here. Positions count from 0, row by row.
`)
	s.say(`1. The ordered deck, A♠ to K♣, after a call in a block with prevrandao
   %s:`, calls[0].Prevrandao)
	sayDeck(s, calls[0].Deck)
	s.say(`2. That deck after a call in a block with prevrandao
   %s:`, calls[1].Prevrandao)
	sayDeck(s, calls[1].Deck)

	s.say(`3. The deck is no secret. prevrandao is in the block, so everyone can compute
   the decks above, as this program did. The proposer of the block knows it
   first, and can withhold the block if it dislikes the deck.
`)
}

// tellBias tells why no shuffle in this way is fair.
func (s story) tellBias() {
	s.say(`4. The shuffle is biased. It was published as a Fisher–Yates shuffle, but step i
   swaps position i with any position of the deck. 52 steps with 52 choices each
   make 52^52 paths, all equally likely if the hash is as good as random. They
   can't fall evenly on the 52! orders of the deck: 3 divides 52!, but not
   52^52. With three cards, the 27 paths to the 6 orders can be counted:
`)
	for _, e := range endsOfThree() {
		s.say("     %s  %d of 27", faces.Join(e.order[:]), e.paths)
	}
	s.say(`
   Fisher–Yates chooses only among the cards that have no place yet: one of
   three, then one of two. That makes 6 paths, one to each order.
`)
}

// tellFigures tells how far it is from a fair one.
func (s story) tellFigures(figures []figure) {
	s.say(`5. How often does a card end up at a position, in %% of all decks? The exact
   figures count all paths. The others are from %s decks each: the
   contract's with random prevrandaos, and those of package shuffle, which is
   Fisher–Yates.
`, cli.Thousands(decks))
	s.say("                                     The contract          Fisher–Yates")
	s.say("                                   exact  simulated      exact  simulated")
	for _, f := range figures {
		s.say("   %-29s %8.2f %10.2f %10.2f %10.2f", f.What, f.Contract.Exact, f.Contract.Simulated, f.FisherYates.Exact, f.FisherYates.Simulated)
	}
	s.say(`
   The last three are the best bets on a position: all cards that the contract
   makes too likely there. What they gain is the total variation from a fair
   shuffle: no other set of cards gains more. Only the last position is fair.
`)
}

// published are the two calls whose decks were taken from the contract itself.
var published = []string{
	"0x531925d2b288921d5b52ff11c6e786a322bcbf19936ec038d87f4b9e3fecd1f3",
	"0xdb76f5a42c222e907f7309df7fd3ce67d88fead5f09c07ba9fe55b52a3d62275",
}
