package main

import (
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/faces"
	"github.com/squaredeal/squaredeal/examples/internal/videopoker"
	"github.com/squaredeal/squaredeal/seedrng"
)

// What the player sends in a hand: a bet, and then the cards to hold, as positions
// from 1 to 5.
const (
	oneCoin = "one coin on Jacks or Better"
	holding = "hold" // and the positions
)

// tenCards draws five cards to deal, and five to draw, numbered as package faces does.
func tenCards(stream *seedrng.Stream) []int { return stream.Distinct(52, 10) }

// replay returns what a fair casino answers.
func replay(sent []string, stream *seedrng.Stream) (outcomes []string, err error) {
	return play(sent, tenCards(stream))
}

// play returns the answers to a bet and a hold: the deal, and the cards after the draw, in
// which the next of the ten replace those that aren't held.
func play(sent []string, ten []int) (outcomes []string, err error) {
	if err := checkBet(sent[0]); err != nil {
		return nil, err
	}
	outcomes = append(outcomes, faces.Join(ten[:5]))
	if len(sent) == 1 {
		return outcomes, nil
	}
	positions, ok := strings.CutPrefix(sent[1], holding)
	if !ok {
		return nil, fmt.Errorf("%q doesn't say what to hold", sent[1])
	}
	mask, err := parseHold(positions)
	if err != nil {
		return nil, err
	}
	final, next := slices.Clone(ten[:5]), 5
	for i := range final {
		if mask>>i&1 == 0 {
			final[i] = ten[next]
			next++
		}
	}
	return append(outcomes, faces.Join(final)), nil
}

// checkBet refuses all bets but one, as evaluate pays by its table.
func checkBet(text string) error {
	if text != oneCoin {
		return fmt.Errorf("%q isn't a bet: there is %q", text, oneCoin)
	}
	return nil
}

// parseHold returns positions as bits, the first card dealt being bit 0.
func parseHold(text string) (mask uint8, err error) {
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
	for _, position := range kept([]int{1, 2, 3, 4, 5}, mask) {
		text += fmt.Sprint(" ", position)
	}
	return text
}

// kept returns the cards that are held.
func kept(deal []int, mask uint8) (held []int) {
	for i, c := range deal {
		if mask>>i&1 == 1 {
			held = append(held, c)
		}
	}
	return held
}

// five converts cards for package videopoker, which numbers them alike.
func five(numbers []int) (hand [5]uint8) {
	for i := range hand {
		hand[i] = uint8(numbers[i])
	}
	return hand
}

// evaluate returns the row of the pay table for five cards.
func evaluate(numbers []int) videopoker.Row {
	return videopoker.JacksOrBetter.Row(videopoker.Evaluate(five(numbers)))
}
