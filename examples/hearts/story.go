package main

import (
	"bufio"
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/otpdeal"
)

// headings say what happens in each step.
var headings = []string{
	"Each seat makes a key pair, and all that follows is sealed to its recipient.\n   Players who compare the fingerprint of all four keys, by voice, know that the\n   hub has exchanged none.",
	"The Host orders the cards in secret, and commits to each card with its key\n   before any moves.",
	"The Host encrypts the cards by XOR with their keys, and sends the keys to the\n   Key Master, the encrypted cards to the Card Dealer. That one deals them to\n   the seats, which ask the Key Master for the keys.",
	"Each seat commits to its record of the deal.",
	"Each seat commits to three cards, and then passes them to the left.",
	"They play.",
	"All commitments are opened: table, records and passes. Each seat audits the\n   deal and repeats the play.",
}

// deeds say how a seat cheats.
var deeds = [otpdeal.NumSeats]string{
	"it deals another table than it has committed to.",
	"it changes a key, and so a card.",
	"it changes a card, under its encryption.",
	"it doesn't follow suit.",
}

// tell tells a hand as far as it went, as the seats of this process saw it.
func tell(out *bufio.Writer, seats []*seat) {
	for _, s := range seats {
		if s.cheats {
			fmt.Fprintf(out, "%s, CHEATS: %s\n", capital(name(s.number)), deeds[s.number])
		}
	}
	for i, heading := range headings {
		some := false
		for _, s := range seats {
			for _, n := range s.told {
				if n.step != i+1 {
					continue
				}
				if !some {
					fmt.Fprintf(out, "\n%d. %s\n", n.step, heading)
					some = true
				}
				fmt.Fprintf(out, "  Seat %d %s\n", s.number, n.text)
			}
		}
		if i+1 == 6 && some {
			sayTricks(out, &seats[0].play)
		}
	}
	fmt.Fprintln(out)
	for _, s := range seats {
		switch {
		case s.err == nil:
		case errors.Is(s.err, errStopped) || errors.Is(s.err, errGone):
			fmt.Fprintf(out, "Seat %d hears that the game is over.\n", s.number)
		default:
			fmt.Fprintf(out, "Seat %d stops the game. It blames\n  %v\n", s.number, s.err)
		}
	}
	if len(seats) > 0 && judge(seats) == nil {
		for seat, points := range seats[0].scores {
			fmt.Fprintf(out, "Seat %d has %d points.\n", seat, points)
		}
	}
}

// sayTricks prints the tricks, which everybody has seen.
func sayTricks(out *bufio.Writer, p *play) {
	fmt.Fprint(out, "\n  trick  seat 0  seat 1  seat 2  seat 3  taken by\n")
	for i, t := range p.tricks {
		var row [otpdeal.NumSeats]string
		for j, c := range t.cards {
			row[(t.leader+j)%otpdeal.NumSeats] = c.String()
		}
		row[t.leader] = "▸" + row[t.leader]
		fmt.Fprintf(out, "     %2d", i+1)
		for _, text := range row {
			fmt.Fprintf(out, "  %6s", text)
		}
		fmt.Fprintf(out, "  %8d\n", t.winner())
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
