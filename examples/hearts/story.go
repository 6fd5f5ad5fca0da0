package main

import (
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// The steps of a hand.
const (
	waiting = iota
	greeting
	promising
	dealing
	recording
	passing
	playing
	auditing
)

// headings say what happens in each step.
var headings = []string{
	greeting:  "Each seat makes keys for this hand. All that follows is signed by its sender and sealed to its recipient. Players who compare the fingerprint of all keys, by voice, know that the relay has exchanged none.",
	promising: "The Host orders the cards in secret, and commits to each card with its key before any moves.",
	dealing:   "The Host encrypts the cards by XOR with their keys. It sends the keys to the Key Master and the encrypted cards to the Card Dealer, who deals them. Each seat asks the Key Master for the keys of its cards.",
	recording: "Each seat commits to its record of the deal.",
	passing:   "Each seat commits to three cards, and then passes them to the left.",
	playing:   "They play. The leader of a trick has a ▸.",
	auditing:  "All show everything: table, records, passes, and the signed messages that they got. Each seat audits the deal and repeats the play.",
}

// teller prints the story.
func (t *table) teller() *story.Teller {
	return &story.Teller{Out: t.out, Headings: headings, Seats: otpdeal.NumSeats}
}

// printRelay says where the relay is.
func (t *table) printRelay(addr string) error {
	switch {
	case t.asJSON && len(t.seats) == otpdeal.NumSeats:
	case t.asJSON:
		fmt.Fprintf(t.stderr, "The relay listens on %s\n", addr)
	case len(t.seats) == otpdeal.NumSeats:
		t.teller().Say("Four parties play Hearts, over TCP connections to a relay on %s that can't read what it carries. None of them is trusted to deal.", addr)
	default:
		fmt.Fprintf(t.out, "The relay listens on %s\n", addr)
	}
	return t.out.Flush()
}

// printSeats says who plays here, and who cheats.
func (t *table) printSeats(seats []*seat) {
	if t.asJSON {
		return
	}
	if len(seats) == 1 {
		fmt.Fprintf(t.out, "You are %s.\n", name(seats[0].number))
	}
	for _, s := range seats {
		if s.cheats {
			fmt.Fprintf(t.out, "%s CHEATS: %s\n", story.Capital(name(s.number)), cheats[s.number].does)
		}
	}
}

// print prints a hand as far as it went, as the seats of this process saw it, and returns
// what is wrong with it.
func (t *table) print(seats []*seat, err error) error {
	if t.asJSON {
		return cli.PrintResult(t.out, resultOf(seats[0], t.seats, err), err)
	}
	notes, reasons := make(map[int][]story.Note), make(map[int]error)
	for _, s := range seats {
		notes[s.number] = s.told
		if s.err != nil && (!s.cheats || len(seats) == 1) {
			reasons[s.number] = s.err
		}
	}
	tell := t.teller()
	if len(seats) > 1 {
		tell.Notes(notes)
	}
	fmt.Fprintln(t.out)
	tell.Ends(reasons)
	if err == nil {
		for seat, points := range seats[0].scores {
			fmt.Fprintf(t.out, "%s has %s.\n", story.Capital(name(seat)), cli.Count(points, "point"))
		}
	}
	return err
}

// tableOf prints the tricks, which everybody has seen.
func tableOf(p *play) string {
	var b strings.Builder
	fmt.Fprint(&b, "\n  trick  seat 0  seat 1  seat 2  seat 3  taken by\n")
	for i, trick := range p.tricks {
		var row [otpdeal.NumSeats]string
		for j, c := range trick.cards {
			row[(trick.leader+j)%otpdeal.NumSeats] = c.String()
		}
		row[trick.leader] = "▸" + row[trick.leader]
		fmt.Fprintf(&b, "     %2d", i+1)
		for _, text := range row {
			fmt.Fprintf(&b, "  %6s", text)
		}
		fmt.Fprintf(&b, "  %8d\n", trick.winner())
	}
	return b.String()
}

// A result is what -json prints.
type result struct {
	relay.Outcome
	Fingerprint string  `json:"fingerprint,omitempty"`
	Tricks      []taken `json:"tricks,omitempty"`
	Points      []int   `json:"points,omitempty"` // by seat
}

type taken struct {
	Leader int      `json:"leader"`
	Cards  []string `json:"cards"` // from the leader's on
	Winner int      `json:"winner"`
}

// resultOf returns what a seat has seen.
func resultOf(s *seat, seats []int, err error) result {
	r := result{Outcome: relay.OutcomeOf(err, seats), Fingerprint: relay.Fingerprint(s.session)}
	for _, trick := range s.play.tricks {
		r.Tricks = append(r.Tricks, taken{trick.leader, textsOf(trick.cards), trick.winner()})
	}
	if err == nil {
		r.Points = s.scores[:]
	}
	return r
}
