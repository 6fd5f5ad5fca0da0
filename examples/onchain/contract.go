package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// deckSize cards are numbered as in package faces. The contract's suits 1 to 4 have
// no names; they get those of that package in order.
const deckSize = 52

// A contract keeps its deck, which is ordered at first.
type contract struct {
	deck  []int
	calls []call
}

// A call of the contract leaves a deck.
type call struct {
	Prevrandao string   `json:"prevrandao"`
	Deck       []int    `json:"deck"`
	Cards      []string `json:"cards"`
}

func newContract() *contract { return &contract{deck: ordered()} }

func ordered() []int {
	deck := make([]int, deckSize)
	for i := range deck {
		deck[i] = i
	}
	return deck
}

// call shuffles the deck.
func (c *contract) call(prevrandao string) error {
	parsed, err := onchain.ParsePrevrandao(prevrandao)
	if err != nil {
		return err
	}
	onchain.Shuffle(parsed, c.deck)
	c.calls = append(c.calls, call{prevrandao, slices.Clone(c.deck), faces.Names(c.deck)})
	return nil
}

// sayDeck prints a deck in rows.
func sayDeck(out io.Writer, deck []int) {
	for row := range slices.Chunk(deck, 13) {
		fmt.Fprint(out, "    ")
		for _, c := range row {
			fmt.Fprintf(out, " %3v", faces.Card(c))
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
func parseDeck(text string) (deck []int, err error) {
	for i, field := range strings.Fields(strings.ReplaceAll(text, ",", " ")) {
		c, err := strconv.Atoi(field)
		if err != nil {
			return nil, fmt.Errorf("position %d holds %q, which isn't the number of a card", i, field)
		}
		deck = append(deck, c)
	}
	if len(deck) != deckSize {
		return nil, fmt.Errorf("must be %d numbers, not %d", deckSize, len(deck))
	}
	_, err = shuffle.NewPermutation(deck)
	return deck, err
}

// compareDecks fails unless the decks are the same.
func compareDecks(claimed, deck []int) error {
	for position, c := range deck {
		if claimed[position] != c {
			return cli.CheckFailed(fmt.Errorf("the decks differ at position %d: %v is claimed, %v is what the calls leave there",
				position, faces.Card(claimed[position]), faces.Card(c)))
		}
	}
	return nil
}
