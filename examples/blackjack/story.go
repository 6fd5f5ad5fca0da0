package main

import (
	"bufio"
	"errors"
	"fmt"
)

// A protocol is a way to play a round.
type protocol struct {
	name     string
	cheats   []string
	headings []heading
	join     func(seat) participant
	// end says what there is to say of a round that was finished.
	end func(out *bufio.Writer, parties []participant)
}

// A heading says what happens in a step, and whose notes come first.
type heading struct {
	text string
	lead role
}

// bySRA is the one for new games: that of package sra.
var bySRA = protocol{
	name:   "sra",
	cheats: []string{cheatScore, cheatKey, cheatDeck, cheatSwap},
	headings: []heading{
		{"Both start from the same 52 numbers, in the same order, which they compute\n   from a name. Each adds random bytes to it, so that these numbers are new,\n   and makes a secret key for this round only.", dealer},
		{"The player encrypts and shuffles the deck.", player},
		{"The dealer does the same on top of that. Now nobody knows where any card is.\n   The cards at positions 0 and 1 are the dealer's, those at 2 and 3 the\n   player's.", dealer},
		{"The player takes its layer off the dealer's cards.", player},
		{"The dealer takes its layer off the player's cards.", dealer},
		{"The player says its score, and shows its key.", player},
		{"The dealer repeats with that key what the player did. If all of it is right,\n   it says its score, and shows its key: to a cheat, that would open all cards.", dealer},
		{"The player repeats with the dealer's key what the dealer did, which couldn't\n   change anything any more.", player},
	},
	join: newParty,
	end: func(out *bufio.Writer, _ []participant) {
		fmt.Fprint(out, "\nThe keys open all 52 cards, including those that nobody was dealt. That does no\nharm here; in poker, it would reveal the folded hands. A party that doesn't like\nits cards can leave before it shows its key; the other one then knows who left.\n")
	},
}

// The ways in which a party can cheat, for -cheat.
const (
	cheatScore = "score" // claim a score that it doesn't have
	cheatKey   = "key"   // show a key that it didn't use
	cheatDeck  = "deck"  // send a deck that repeats a card
	cheatSwap  = "swap"  // deal a card that isn't at the agreed position
	cheatPeek  = "peek"  // recognise encrypted cards, and pick the best
)

// deeds tell what the cheats do.
var deeds = map[string]string{
	cheatScore: "it claims a score that it doesn't have.",
	cheatKey:   "at the end, it shows a key that isn't the one it used.",
	cheatDeck:  "its deck repeats a card.",
	cheatSwap:  "it deals one card from position 4, which is nobody's.",
	cheatPeek:  "it tells the cards apart under the player's encryption, takes\nthe best two, and deals the player the worst.",
}

// tell tells a round as far as it went, as the parties of this process saw it.
func tell(out *bufio.Writer, g *protocol, parties []participant) {
	for _, p := range parties {
		if s := p.common(); s.cheat != "" {
			fmt.Fprintf(out, "The %v CHEATS: %s\n", s.role, deeds[s.cheat])
		}
	}
	for i, h := range g.headings {
		var notes [2][]note
		some := false
		for _, p := range parties {
			for _, n := range p.common().told {
				if n.step == i+1 {
					notes[p.common().role] = append(notes[p.common().role], n)
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
		sayEnding(out, p.common(), len(parties))
	}
	if s := parties[0].common(); judge(parties) == nil && (len(parties) == 2 || s.cheat == "") {
		r := s.result
		fmt.Fprintf(out, "The %v wins, %d to %d.\n", r.winner, r.scores[r.winner], r.scores[r.winner.other()])
		g.end(out, parties)
	}
}

// sayEnding says how a round ended for a party of this process, if that isn't plain.
func sayEnding(out *bufio.Writer, s *seat, here int) {
	other := s.role.other()
	switch {
	case s.err != nil && len(s.told) == 0:
		fmt.Fprintf(out, "The %v has met nobody to play with.\n", s.role)
	case s.err != nil && s.cheat == "" && errors.Is(s.err, errLeft):
		fmt.Fprintf(out, "The %v ends the round: the %v is GONE.\n", s.role, other)
	case s.err != nil && s.cheat == "":
		fmt.Fprintf(out, "The %v ends the round: the %v has CHEATED.\n", s.role, other)
	case s.err != nil:
		fmt.Fprintf(out, "The %v has ended the round: it saw that the %v cheats, or it has left.\n", other, s.role)
	case s.cheat != "" && here == 1:
		fmt.Fprintf(out, "The round was finished. The %v says itself whether it saw the cheat.\n", other)
	}
}
