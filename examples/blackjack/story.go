package main

import (
	"bufio"
	"errors"
	"fmt"
)

// headings say what happens in each step, and who does it.
var headings = []struct {
	text string
	lead role
}{
	{"Both start from the same 52 numbers, in the same order, which they compute\n   from a name. Each adds random bytes to it, so that these numbers are new,\n   and makes a secret key for this round only.", dealer},
	{"The player encrypts and shuffles the deck.", player},
	{"The dealer does the same on top of that. Now nobody knows where any card is.\n   The cards at positions 0 and 1 are the dealer's, those at 2 and 3 the\n   player's.", dealer},
	{"The player takes its layer off the dealer's cards.", player},
	{"The dealer takes its layer off the player's cards.", dealer},
	{"The player says its score, and shows its key.", player},
	{"The dealer repeats with that key what the player did. If all of it is right,\n   it says its score, and shows its key: to a cheat, that would open all cards.", dealer},
	{"The player repeats with the dealer's key what the dealer did, which couldn't\n   change anything any more.", player},
}

// tell tells a round as far as it went, as the parties of this process saw it.
func tell(out *bufio.Writer, parties []*party) {
	for _, p := range parties {
		if p.cheat != "" {
			fmt.Fprintf(out, "The %v CHEATS: %s\n", p.role, deeds[p.cheat])
		}
	}
	for i, h := range headings {
		var notes [2][]note
		some := false
		for _, p := range parties {
			for _, n := range p.told {
				if n.step == i+1 {
					notes[p.role] = append(notes[p.role], n)
					some = true
				}
			}
		}
		if !some {
			break
		}
		fmt.Fprintf(out, "\n%d. %s\n", i+1, h.text)
		for _, r := range []role{h.lead, h.lead.other()} {
			for _, n := range notes[r] {
				fmt.Fprintf(out, "  The %v %s\n", r, n.text)
			}
		}
	}
	fmt.Fprintln(out)
	for _, p := range parties {
		switch {
		case p.err != nil && len(p.told) == 0:
			fmt.Fprintf(out, "The %v has met nobody to play with.\n", p.role)
		case p.err != nil && p.cheat == "" && errors.Is(p.err, errLeft):
			fmt.Fprintf(out, "The %v ends the round: the %v is GONE.\n", p.role, p.role.other())
		case p.err != nil && p.cheat == "":
			fmt.Fprintf(out, "The %v ends the round: the %v has CHEATED.\n", p.role, p.role.other())
		case p.err != nil:
			fmt.Fprintf(out, "The %v has ended the round: it saw that the %v cheats, or it is gone.\n", p.role.other(), p.role)
		case p.cheat != "" && len(parties) == 1:
			fmt.Fprintf(out, "The round came to its end. Whether the %v saw the cheat, it says itself.\n", p.role.other())
		}
	}
	if p := parties[0]; judge(parties) == nil && p.cheat == "" {
		r := p.result
		fmt.Fprintf(out, "The %v wins, %d to %d.\n\n", r.winner, r.scores[r.winner], r.scores[r.winner.other()])
		fmt.Fprint(out, "The keys open all 52 cards, also those that nobody was dealt. Here that does no\nharm; in poker, it would show the hands that were folded. And whoever doesn't\nlike its cards can leave before it shows its key: the other one knows who left.\n")
	}
}

// deeds say what a cheat does.
var deeds = map[string]string{
	"score": "it says another score than it has.",
	"swap":  "it deals one card from position 4, which is nobody's.",
	"key":   "in the end, it shows another key than the one it used.",
	"deck":  "its deck holds a card twice.",
}
