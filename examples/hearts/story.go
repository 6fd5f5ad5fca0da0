package main

import (
	"errors"
	"fmt"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/relay"
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
	greeting: `Each seat makes keys for this hand. All that follows is signed by its sender
   and sealed to its recipient. Players who compare the fingerprint of all keys,
   by voice, know that the relay has exchanged none.`,
	promising: `The Host orders the cards in secret, and commits to each card with its key
   before any moves.`,
	dealing: `The Host encrypts the cards by XOR with their keys. It sends the keys to the
   Key Master and the encrypted cards to the Card Dealer, who deals them. Each
   seat asks the Key Master for the keys of its cards.`,
	recording: `Each seat commits to its record of the deal.`,
	passing:   `Each seat commits to three cards, and then passes them to the left.`,
	playing:   `They play.`,
	auditing: `All show everything: table, records, passes, and the signed messages that
   they got. Each seat audits the deal and repeats the play.`,
}

var errRelayCheat = errors.New("-cheat needs -seat beside -relay: the relay itself has no seat")

func errOtherCheat(cheat string, seat int) error {
	return fmt.Errorf("-cheat %s is for another seat: seat %d is the %s", cheat, seat, cheats[seat].name)
}

// printRelay says where the relay is.
func (t *table) printRelay(addr string) error {
	if t.asJSON {
		return nil
	}
	if len(t.seats) == otpdeal.NumSeats {
		fmt.Fprintf(t.out, "Four parties play Hearts, over TCP connections to a relay on %s\nthat can't read what it carries. None of them is trusted to deal.\n", addr)
	} else {
		fmt.Fprintf(t.out, "The relay listens on %s\n", addr)
	}
	return t.out.Flush()
}

// printCheat says which of the seats cheats.
func (t *table) printCheat(seats []*seat) {
	if t.asJSON {
		return
	}
	if len(seats) == 1 {
		fmt.Fprintf(t.out, "You are %s.\n", name(seats[0].number))
	}
	for _, s := range seats {
		if s.cheats {
			fmt.Fprintf(t.out, "%s CHEATS: %s\n", capital(name(s.number)), cheats[s.number].does)
		}
	}
}

// printNote prints what the only seat of this process notes, at once.
func (t *table) printNote(s *seat, n note) {
	if t.asJSON {
		return
	}
	if n.step != waiting {
		fmt.Fprintf(t.out, "\n%d. %s\n", n.step, headings[n.step])
	}
	fmt.Fprintf(t.out, "  Seat %d %s\n", s.number, n.text)
	if n.step == playing {
		t.printTricks(&s.play)
	}
	t.out.Flush()
}

// print prints a hand as far as it went, as the seats of this process saw it, and returns
// what is wrong with it.
func (t *table) print(seats []*seat, err error) error {
	if t.asJSON {
		return t.printResult(seats, err)
	}
	if len(seats) > 1 {
		t.printSteps(seats)
	}
	fmt.Fprintln(t.out)
	for _, s := range seats {
		if s.err != nil {
			fmt.Fprint(t.out, cli.Wrap("", "  ", fmt.Sprintf("Seat %d ends the hand: %v.", s.number, s.err)))
		}
	}
	if err == nil {
		for seat, points := range seats[0].scores {
			fmt.Fprintf(t.out, "Seat %d has %d points.\n", seat, points)
		}
	}
	return err
}

// printSteps prints what several seats have noted.
func (t *table) printSteps(seats []*seat) {
	for step, heading := range headings {
		some := false
		for _, s := range seats {
			for _, n := range s.told {
				if n.step != step || step == waiting {
					continue
				}
				if !some {
					fmt.Fprintf(t.out, "\n%d. %s\n", step, heading)
					some = true
				}
				fmt.Fprintf(t.out, "  Seat %d %s\n", s.number, n.text)
			}
		}
		if step == playing && some {
			t.printTricks(&seats[0].play)
		}
	}
}

// printTricks prints the tricks, which everybody has seen.
func (t *table) printTricks(p *play) {
	fmt.Fprint(t.out, "\n  trick  seat 0  seat 1  seat 2  seat 3  taken by\n")
	for i, trick := range p.tricks {
		var row [otpdeal.NumSeats]string
		for j, c := range trick.cards {
			row[(trick.leader+j)%otpdeal.NumSeats] = c.String()
		}
		row[trick.leader] = "▸" + row[trick.leader]
		fmt.Fprintf(t.out, "     %2d", i+1)
		for _, text := range row {
			fmt.Fprintf(t.out, "  %6s", text)
		}
		fmt.Fprintf(t.out, "  %8d\n", trick.winner())
	}
}

func capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }

// A result is what -json prints.
type result struct {
	cli.Outcome
	OrRelay     bool    `json:"orRelay,omitempty"` // the relay can have done it as well
	Seats       []int   `json:"seats"`             // of this process
	Fingerprint string  `json:"fingerprint,omitempty"`
	Tricks      []taken `json:"tricks,omitempty"`
	Points      []int   `json:"points,omitempty"` // by seat
}

type taken struct {
	Leader int      `json:"leader"`
	Cards  []string `json:"cards"` // from the leader on
	Winner int      `json:"winner"`
}

func (t *table) printResult(seats []*seat, err error) error {
	first := seats[0]
	r := result{Outcome: cli.OutcomeOf(err), Seats: t.seats, Fingerprint: relay.Fingerprint(first.session)}
	var b *relay.Blame
	if errors.As(err, &b) {
		r.OrRelay = b.Relay
	}
	for _, trick := range first.play.tricks {
		r.Tricks = append(r.Tricks, taken{trick.leader, textsOf(trick.cards), trick.winner()})
	}
	if err == nil {
		r.Points = first.scores[:]
	}
	return cli.PrintResult(t.out, r, err)
}
