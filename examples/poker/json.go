package main

import (
	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// What -json prints of matches and audits. Lists are by seat where nothing else is said.
type (
	shownTerms struct {
		holdem.Config
		Patience string `json:"patience"` // a time, such as 15s
		Think    string `json:"think"`
	}
	shownHand struct {
		Hand   int          `json:"hand"` // its number, from 1
		Button int          `json:"button"`
		Board  []string     `json:"board"`
		Shown  [][]string   `json:"shown"` // null for a seat that hasn't shown
		Pots   []holdem.Pot `json:"pots"`  // the main pot first
		Payout []int        `json:"payout"`
		Stacks []int        `json:"stacks"` // after the hand
		Void   bool         `json:"void"`
	}
)

func showTerms(c terms) shownTerms {
	return shownTerms{c.Config, c.Patience.String(), c.Think.String()}
}

func showHands(results []holdem.Result) []shownHand {
	hands := []shownHand{}
	for _, r := range results {
		h := shownHand{
			Hand: r.Hand, Button: r.Button, Board: cards.Names(r.Board), Shown: make([][]string, len(r.Shown)),
			Pots: list(r.Pots), Payout: r.Payout, Stacks: r.Stacks, Void: r.Void,
		}
		for s, own := range r.Shown {
			if own != nil {
				h.Shown[s] = cards.Names(own)
			}
		}
		hands = append(hands, h)
	}
	return hands
}

// list returns a list that is printed as [] if it is empty.
func list[T any](of []T) []T { return append([]T{}, of...) }
