package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// A call of the contract leaves a deck.
type call struct {
	Prevrandao string   `json:"prevrandao"`
	Deck       []int    `json:"deck"`
	Cards      []string `json:"cards"`
}

// A contract keeps its deck, which is ordered at first.
type contract struct {
	deck  [deckSize]int
	calls []call
}

func newContract() *contract {
	c := new(contract)
	for i := range c.deck {
		c.deck[i] = i
	}
	return c
}

// call shuffles the deck.
func (c *contract) call(prevrandao string) error {
	parsed, err := onchain.ParsePrevrandao(prevrandao)
	if err != nil {
		return err
	}
	onchain.Shuffle(parsed, c.deck[:])
	c.calls = append(c.calls, call{prevrandao, slices.Clone(c.deck[:]), cards.Names(c.deck[:])})
	return nil
}

// printCalls prints the deck that each call leaves.
func printCalls(out *bufio.Writer, calls []call, asJSON bool) error {
	if asJSON {
		return cli.PrintJSON(out, struct {
			cli.Outcome
			Calls []call `json:"calls"`
		}{cli.OutcomeOf(nil), calls})
	}
	for i, c := range calls {
		if i > 0 {
			fmt.Fprintln(out)
		}
		fmt.Fprintf(out, "The deck after call %d, prevrandao\n%s:\n", i+1, c.Prevrandao)
		sayDeck(out, c.Deck)
		fmt.Fprintf(out, "In numbers, for -verify: %s\n", numbers(c.Deck))
	}
	return nil
}

// sayDeck prints a deck in rows.
func sayDeck(out io.Writer, deck []int) {
	for row := range slices.Chunk(deck, 13) {
		fmt.Fprint(out, "    ")
		for _, c := range row {
			fmt.Fprintf(out, " %3v", cards.Numbered(c))
		}
		fmt.Fprintln(out)
	}
	fmt.Fprintln(out)
}

// numbers writes a deck as -verify reads it.
func numbers(deck []int) string {
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(deck), "[]"), " ", ",")
}

// parseDeck reads the numbers of 52 cards, separated by spaces or commas.
func parseDeck(text string) ([]int, error) {
	fields := strings.Fields(strings.ReplaceAll(text, ",", " "))
	if len(fields) != deckSize {
		return nil, fmt.Errorf("must be %d numbers, not %d", deckSize, len(fields))
	}
	deck := make([]int, deckSize)
	for i, field := range fields {
		var err error
		if deck[i], err = strconv.Atoi(field); err != nil {
			return nil, fmt.Errorf("position %d holds %q, which isn't the number of a card", i, field)
		}
	}
	_, err := shuffle.NewPermutation(deck)
	return deck, err
}

// errDiffers means that a deck isn't the one that was claimed.
var errDiffers = cli.CheckFailed(errors.New("the decks differ"))

// verify checks that the last call left the deck that is claimed.
func verify(out *bufio.Writer, claimed []int, calls []call, asJSON bool) error {
	err := compareDecks(claimed, calls[len(calls)-1].Deck)
	switch {
	case asJSON:
		return cli.PrintResult(out, struct {
			cli.Outcome
			Claimed []int  `json:"claimed"`
			Calls   []call `json:"calls"`
		}{cli.OutcomeOf(err), claimed, calls}, err)
	case err == nil:
		fmt.Fprintf(out, "This is the deck that the contract leaves after %s.\n", cli.Count(len(calls), "call"))
	}
	return err
}

func compareDecks(claimed, deck []int) error {
	for position, c := range deck {
		if claimed[position] != c {
			return fmt.Errorf("%w at position %d: %v is claimed, %v is what the calls leave there", errDiffers, position, cards.Numbered(claimed[position]), cards.Numbered(c))
		}
	}
	return nil
}
