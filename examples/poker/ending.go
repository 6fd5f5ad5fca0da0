package main

import (
	"cmp"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// print prints how the match ended, and returns what was wrong with it.
func (p *party) print(seats []*seat) error {
	err := judge(seats)
	last := seats[len(seats)-1]
	if p.asJSON {
		return cli.PrintResult(p.out, resultOf(last, err), err)
	}
	if last.table == nil {
		return err
	}
	fmt.Fprintln(p.out)
	if last.person.hasLeft() {
		p.say("You left in hand %d. What you had put into the pot stays there.", last.view.Hand)
	} else {
		p.printOuts(last.view)
	}
	if last.looker == nil {
		return err
	}
	return cmp.Or(err, p.printSecrets(last))
}

// whys say what became of a seat.
var whys = map[string]string{
	holdem.Broke:  "has no chips left",
	holdem.Left:   "left",
	holdem.Silent: "was silent for too long, and the others went on without it; nobody can prove whose fault that was",
}

// printOuts says which seats didn't play to the end, and what each has.
func (p *party) printOuts(v holdem.View) {
	for _, o := range v.Outs {
		switch {
		case o.Why == holdem.Cheated:
			p.say("Seat %d cheated in hand %d, and its own signature proves it: %s.", o.Seat, o.Hand, o.What)
		case o.Why != holdem.Broke:
			p.say("Seat %d %s. What it had put into the pot stayed there.", o.Seat, whys[o.Why])
		}
	}
	var list []string
	for s, chips := range v.Stacks {
		list = append(list, fmt.Sprintf("seat %d has %s", s, cli.Thousands(chips)))
	}
	p.say("After %s, %s.", cli.Count(len(v.Results), "hand"), cli.And(list))
}

// printSecrets says what nobody has seen.
func (p *party) printSecrets(s *seat) error {
	if len(s.view.Cheats) > 0 || s.person.hasLeft() {
		return nil // cards may have been opened that shouldn't be, or after the end of the story
	}
	opened, err := s.looker.check(s.view.Results)
	if err != nil {
		return err
	}
	finds := "none, as no card was opened to all"
	if opened > 0 {
		finds = fmt.Sprintf("the %d that were opened to all, and no other", opened)
	}
	p.say("The relay has carried %s, %d kB. Looking through them for cards in clear, it finds %s. It could have stopped the match, but not have changed anything unnoticed. No key was shown: what isn't open stays closed.",
		cli.Count(s.looker.posts, "message"), s.looker.bytes/1000, finds)
	return nil
}

// A result is what -json prints of a match.
type result struct {
	cli.Outcome
	Seat        int             `json:"seat"` // whose view it is
	Fingerprint string          `json:"fingerprint,omitempty"`
	Terms       terms           `json:"terms"`
	Hands       []holdem.Result `json:"hands"`
	Outs        []holdem.Out    `json:"outs,omitempty"`
	Stacks      []int           `json:"stacks"`
}

func resultOf(s *seat, err error) result {
	r := result{Outcome: cli.OutcomeOf(err), Seat: s.number, Terms: s.terms, Hands: s.view.Results, Outs: s.view.Outs, Stacks: s.view.Stacks}
	if s.keys != nil {
		r.Fingerprint = fingerprint(s)
	}
	return r
}

// judge returns what is wrong with a match, by those seats of this process that don't
// cheat, if there are any.
func judge(seats []*seat) error {
	honest := slices.DeleteFunc(slices.Clone(seats), func(s *seat) bool { return s.cheat != "" })
	if len(honest) == 0 {
		honest = seats
	}
	first := honest[0]
	for _, s := range honest {
		switch {
		case s.err != nil:
			return s.err
		case s.person.hasLeft() || s.stops: // it hasn't seen the end
		case s.view.Err != nil:
			return cli.CheckFailed(fmt.Errorf("the match went on without seat %d, or most others were gone", s.number))
		case !reflect.DeepEqual(s.view.Results, first.view.Results):
			return cli.CheckFailed(fmt.Errorf("seats %d and %d disagree on who won what", first.number, s.number))
		}
	}
	silent := 0
	for _, o := range first.view.Outs {
		if o.Why == holdem.Silent {
			silent++
		}
	}
	if 2*silent > first.terms.Config.Seats {
		return cli.CheckFailed(fmt.Errorf("%d seats are silent: they are gone, or the relay doesn't pass on what they say", silent))
	}
	var texts []string
	var guilty []int
	for _, c := range first.view.Cheats {
		texts = append(texts, fmt.Sprintf("seat %d cheated: %s", c.Seat, c.What))
		guilty = append(guilty, c.Seat)
	}
	if guilty == nil {
		return nil
	}
	return cli.Blame(errors.New(strings.Join(texts, "; ")), guilty...)
}
