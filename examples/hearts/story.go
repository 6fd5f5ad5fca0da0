package main

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/commit/table/board"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/story"
	"github.com/squaredeal/squaredeal/otpdeal"
)

// The steps of a hand, as they are told.
const (
	promiseStep = 1 + iota
	dealingStep
	passingStep
	playingStep
	auditStep
)

// headings say what happens in each step.
var headings = []string{
	promiseStep: "Each seat draws a secret for this hand, from which follows all that it does by chance: it commits to that, " +
		"and shows a key to seal letters to it. All that is said is signed, and stands on the board for all to read. Players who " +
		"compare the fingerprint of the table, by voice, know that they sit at the same one.",
	dealingStep: "The Host orders the cards and encrypts them by XOR with their keys. It sends the keys to the Key Master and " +
		"the encrypted cards to the Card Dealer, who deals them. Each seat asks the Key Master for the keys of its cards. All " +
		"these are sealed letters.",
	passingStep: "Each seat commits to three cards, and then passes them to the left.",
	playingStep: "They play. The leader of a trick has a ▸.",
	auditStep:   "All show their secrets. With these, everybody opens all letters, and computes what each seat should have said.",
}

// begin says who plays here, and who cheats, and returns what tells the rest.
func (p *party) begin() *teller {
	tell := &teller{out: p.out, headings: headings, seats: otpdeal.NumSeats}
	if p.asJSON {
		return tell
	}
	if len(p.seats) == 1 {
		tell.say("You are %s.", name(p.seats[0]))
	} else {
		tell.say("Four parties play Hearts, on a board that everybody reads. None of them is trusted to deal.")
	}
	if p.cheat != nobody {
		tell.say("%s CHEATS: %s", story.Capital(name(p.cheat)), cheats[p.cheat].does)
	}
	return tell
}

// end prints a hand as far as it went, as the seats of this process saw it, and returns
// what is wrong with it.
func (p *party) end(seats []*seat, h *hand, err error) error {
	if p.asJSON {
		r := result{Outcome: cli.OutcomeOf(err), Seats: p.seats}
		at, _ := seats[0].Terms.Agreement() // which were good for playing
		r.Fingerprint = board.Fingerprint(at.Digest())
		if err == nil {
			scores := h.play.scores()
			r.Points = scores[:]
		}
		return cli.PrintResult(p.out, r, err)
	}
	if tell := seats[0].tell; len(seats) > 1 {
		notes := make(map[int][]note)
		for _, s := range seats {
			notes[s.Number] = s.told
		}
		tell.notes(notes)
	}
	fmt.Fprintln(p.out)
	if err != nil {
		return err
	}
	for seat, points := range h.play.scores() {
		fmt.Fprintf(p.out, "%s has %s.\n", story.Capital(name(seat)), cli.Count(points, "point"))
	}
	return nil
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
	Seats       []int  `json:"seats"` // of this process
	Fingerprint string `json:"fingerprint"`
	Points      []int  `json:"points,omitempty"` // by seat
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
