package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/shuffle"
	"github.com/squaredeal/squaredeal/shuffle/onchain"
)

// A call of the contract leaves a deck.
type call struct {
	Prevrandao string `json:"prevrandao"`
	Deck       []int  `json:"deck"`
}

// replay makes the calls, one after another, on a deck that is ordered at first.
func replay(prevrandaos []string) ([]call, error) {
	deck := make([]int, deckSize)
	for c := range deck {
		deck[c] = c
	}
	var calls []call
	for i, text := range prevrandaos {
		prevrandao, err := onchain.ParsePrevrandao(text)
		if err != nil {
			return nil, fmt.Errorf("-prevrandao, call %d: %w", i+1, err)
		}
		onchain.Shuffle(prevrandao, deck)
		calls = append(calls, call{text, slices.Clone(deck)})
	}
	return calls, nil
}

// printCalls prints each deck on a line, or all of them as JSON.
func printCalls(out io.Writer, calls []call, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(struct {
			Decks []call `json:"decks"`
		}{calls})
	}
	var lines strings.Builder
	for _, c := range calls {
		fmt.Fprintln(&lines, numbers(c.Deck))
	}
	_, err := io.WriteString(out, lines.String())
	return err
}

func numbers(deck []int) string { return strings.Trim(fmt.Sprint(deck), "[]") }

// parseDeck reads the numbers of 52 cards, separated by spaces or commas.
func parseDeck(text string) ([]int, error) {
	fields := strings.Fields(strings.ReplaceAll(text, ",", " "))
	if len(fields) != deckSize {
		return nil, fmt.Errorf("-verify: a deck of %d cards, not %d", len(fields), deckSize)
	}
	deck := make([]int, deckSize)
	for i, field := range fields {
		var err error
		if deck[i], err = strconv.Atoi(field); err != nil {
			return nil, fmt.Errorf("-verify: position %d holds %q, which isn't a number of a card", i, field)
		}
	}
	if _, err := shuffle.NewPermutation(deck); err != nil {
		return nil, fmt.Errorf("-verify: %w", err)
	}
	return deck, nil
}

// verify checks that the last call left the deck that is claimed.
func verify(out io.Writer, claimed []int, calls []call) error {
	deck := calls[len(calls)-1].Deck
	for position, c := range deck {
		if claimed[position] != c {
			return fmt.Errorf("%w at position %d: %v is claimed, %v is what the calls leave there", errDiffers, position, cards.Numbered(claimed[position]), cards.Numbered(c))
		}
	}
	_, err := fmt.Fprintf(out, "This is the deck that the contract leaves. Calls replayed: %d.\n", len(calls))
	return err
}
