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
		text := fmt.Sprintf("You left in hand %d.", last.view.Hand)
		if last.person.paid(last.view) > 0 {
			text += " What you had put into the pot stays there."
		}
		p.say("%s", text)
	} else {
		p.printOuts(last.view)
	}
	if last.looker == nil {
		return err
	}
	return cmp.Or(err, p.printSecrets(last))
}

// whys say why a seat didn't play to the end.
var whys = map[string]string{
	holdem.Left:   "left",
	holdem.Silent: "was silent for too long, as all others said when they went on without it; nobody can prove whose fault that was",
}

// printOuts says which seats didn't play to the end, and what each has.
func (p *party) printOuts(v holdem.View) {
	for _, o := range v.Outs {
		switch {
		case o.Why == holdem.Silent && o.Seat == v.Seat && len(p.seats) < p.Config.Seats:
			p.say("The others didn't hear from you in time, and went on without you. What you had put into the pot stayed there.")
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
	after := "After " + cli.Count(len(v.Results), "hand") + ","
	if len(v.Results) == 0 {
		after = "No hand was finished:"
	}
	p.say("%s %s.", after, cli.And(list))
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
	p.say("The relay has carried %s, %d kB. Looking through them for cards in clear, it finds %s. It could have held messages back, but couldn't have changed any unnoticed. No key was shown: what isn't open stays closed.",
		cli.Count(s.looker.posts, "message"), s.looker.bytes/1000, finds)
	return nil
}

// A result is what -json prints of a match.
type result struct {
	cli.Outcome
	Seat        int          `json:"seat"` // whose view it is
	Fingerprint string       `json:"fingerprint,omitempty"`
	Terms       shownTerms   `json:"terms"`
	Hands       []shownHand  `json:"hands"`
	Outs        []holdem.Out `json:"outs"` // the seats that didn't play to the end
	Stacks      []int        `json:"stacks"`
}

func resultOf(s *seat, err error) result {
	r := result{
		Outcome: cli.OutcomeOf(err), Seat: s.number, Terms: showTerms(s.terms), Hands: showHands(s.view.Results),
		Outs: list(s.view.Outs), Stacks: list(s.view.Stacks),
	}
	if s.keys != nil {
		r.Fingerprint = s.terms.fingerprint(s.keys)
	}
	return r
}

// errOut says why the match was over for a seat that wanted to play on.
func (s *seat) errOut() error {
	if slices.ContainsFunc(s.view.Outs, func(o holdem.Out) bool { return o.Seat == s.number }) {
		return fmt.Errorf("the others went on without seat %d", s.number)
	}
	return fmt.Errorf("most others were gone for seat %d", s.number)
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
			return cli.CheckFailed(s.errOut())
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
