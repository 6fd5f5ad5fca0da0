package main

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/poker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// Both derivations number cards as package cards does (seedrng/sites/SPEC.md, section 3.6).
const (
	deckSize = 52
	handSize = 10 // five to deal, five to draw
)

// What the player sends in a hand: a bet, and then the cards to hold, as positions
// from 1 to 5.
const (
	oneCoin = "one coin on Jacks or Better"
	holding = "hold" // and the positions
)

// replay returns what a fair casino answers: the rules of the game.
func replay(sent []string, stream *seedrng.Stream) (outcomes []string, err error) {
	ten := stream.Distinct(deckSize, handSize)
	outcomes = append(outcomes, dealt(ten))
	if len(sent) > 1 {
		final, err := drawn(ten, sent[1])
		if err != nil {
			return nil, err
		}
		outcomes = append(outcomes, final)
	}
	return outcomes, nil
}

// dealt returns the answer to a bet.
func dealt(ten []int) string { return cards.JoinNumbered(ten[:5]) }

// drawn returns the answer to a hold: the next of the ten cards replace the others.
func drawn(ten []int, hold string) (string, error) {
	positions, ok := strings.CutPrefix(hold, holding)
	if !ok {
		return "", fmt.Errorf("%q doesn't say what to hold", hold)
	}
	mask, err := parseHold(positions)
	if err != nil {
		return "", err
	}
	final := slices.Clone(ten[:5])
	next := 5
	for i := range final {
		if mask>>i&1 == 0 {
			final[i] = ten[next]
			next++
		}
	}
	return cards.JoinNumbered(final), nil
}

// parseHold returns positions as bits, the first card dealt being bit 0.
func parseHold(text string) (uint8, error) {
	var mask uint8
	for _, c := range strings.NewReplacer(" ", "", ",", "").Replace(text) {
		if c < '1' || c > '5' {
			return 0, fmt.Errorf("%q isn't a position from 1 to 5", c)
		}
		bit := uint8(1) << (c - '1')
		if mask&bit != 0 {
			return 0, fmt.Errorf("position %c is repeated", c)
		}
		mask |= bit
	}
	return mask, nil
}

// formatHold is the inverse of parseHold.
func formatHold(mask uint8) string {
	text := holding
	for i := range 5 {
		if mask>>i&1 == 1 {
			text += fmt.Sprint(" ", i+1)
		}
	}
	return text
}

// parseFive reads the five cards of an answer.
func parseFive(outcome string) ([]int, error) {
	numbers, err := cards.ParseNumbers(outcome)
	if err == nil && len(numbers) != 5 {
		err = errors.New("the casino doesn't answer with five cards")
	}
	return numbers, err
}

// five converts cards for package poker, which numbers them alike.
func five(numbers []int) (hand [5]uint8) {
	for i := range hand {
		hand[i] = uint8(numbers[i])
	}
	return hand
}

// evaluate returns the row of the pay table for five cards.
func evaluate(numbers []int) poker.Row {
	return poker.JacksOrBetter.Row(poker.Evaluate(five(numbers)))
}
