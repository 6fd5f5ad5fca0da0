package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// The steps of a hand, as they are told.
const (
	waitStep = iota
	promiseStep
	dealingStep
	passingStep
	playingStep
	auditStep
)

// headings say what happens in each step.
var headings = []string{
	promiseStep: "Each seat draws a secret for this hand, from which follows all that it does by chance: it commits to that, and shows a key to seal letters to it. All that is said is signed, and stands on the board for all to read. Players who compare the fingerprint of the table, by voice, know that they sit at the same one.",
	dealingStep: "The Host orders the cards and encrypts them by XOR with their keys. It sends the keys to the Key Master and the encrypted cards to the Card Dealer, who deals them. Each seat asks the Key Master for the keys of its cards. All these are sealed letters.",
	passingStep: "Each seat commits to three cards, and then passes them to the left.",
	playingStep: "They play. The leader of a trick has a ▸.",
	auditStep:   "All show their secrets. With these, everybody opens all letters, and computes what each seat should have said.",
}

// teller prints the story.
func (p *party) teller() *story.Teller {
	return &story.Teller{Out: p.out, Headings: headings, Seats: otpdeal.NumSeats}
}

// printBoard says where the board is.
func (p *party) printBoard(addr string) error {
	switch {
	case p.asJSON && len(p.seats) == otpdeal.NumSeats:
	case p.asJSON:
		fmt.Fprintf(p.stderr, "The board listens on %s\n", addr)
	case len(p.seats) == otpdeal.NumSeats:
		p.teller().Say("Four parties play Hearts, over TCP connections to a board on %s that everybody reads. None of them is trusted to deal.", addr)
	default:
		fmt.Fprintf(p.out, "The board listens on %s\n", addr)
	}
	return p.out.Flush()
}

// printSeats says who plays here, and who cheats.
func (p *party) printSeats(seats []*seat) {
	if p.asJSON {
		return
	}
	if len(seats) == 1 {
		fmt.Fprintf(p.out, "You are %s.\n", name(seats[0].number))
	}
	for _, s := range seats {
		if s.cheats {
			fmt.Fprintf(p.out, "%s CHEATS: %s\n", story.Capital(name(s.number)), cheats[s.number].does)
		}
	}
}

// print prints a hand as far as it went, as the seats of this process saw it, and returns
// what is wrong with it.
func (p *party) print(seats []*seat, err error) error {
	if p.asJSON {
		return cli.PrintResult(p.out, resultOf(seats[0], p.seats, err), err)
	}
	notes, reasons := make(map[int][]story.Note), make(map[int]error)
	for _, s := range seats {
		notes[s.number] = s.told
		if s.err != nil && (!s.cheats || len(seats) == 1) {
			reasons[s.number] = s.err
		}
	}
	tell := p.teller()
	if len(seats) > 1 {
		tell.Notes(notes)
	}
	fmt.Fprintln(p.out)
	tell.Ends(reasons)
	if err == nil {
		for seat, points := range seats[0].result.play.scores() {
			fmt.Fprintf(p.out, "%s has %s.\n", story.Capital(name(seat)), cli.Count(points, "point"))
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
	cli.Outcome
	Seats       []int   `json:"seats,omitempty"` // of this process
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
	r := result{Outcome: cli.OutcomeOf(err), Seats: seats, Fingerprint: s.fingerprint}
	if s.result == nil {
		return r
	}
	for _, trick := range s.result.play.tricks {
		r.Tricks = append(r.Tricks, taken{trick.leader, textsOf(trick.cards), trick.winner()})
	}
	if err == nil {
		scores := s.result.play.scores()
		r.Points = scores[:]
	}
	return r
}

// show lists cards by suit, for people.
func show(hand []otpdeal.Card) string {
	sorted := slices.SortedFunc(slices.Values(hand), func(a, b otpdeal.Card) int {
		return cmp.Or(int(a.Suit())-int(b.Suit()), strength(a)-strength(b))
	})
	return strings.Join(textsOf(sorted), " ")
}

func textsOf(cards []otpdeal.Card) (texts []string) {
	for _, c := range cards {
		texts = append(texts, c.String())
	}
	return texts
}
