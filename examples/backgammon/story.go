package main

import (
	"errors"
	"fmt"
	"slices"

	"github.com/squaredeal/squaredeal/commit"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// words are what the story of a throw has to say of a protocol.
type words struct {
	throws                            string
	commit, reveal, last, check, dice string
	seed                              string // empty if there is none
	mismatch                          string
	header                            string // of the rows
}

type sayer func(format string, args ...any)

func sayGame(say sayer, g game, parties []*party) {
	say("%s\nThey throw two dice %s.\n", g.protocol.words.throws, times(g.throws))
	for _, p := range parties {
		if p.cheat != "" {
			say("Seat %d CHEATS: %s\n", p.seat, deeds[p.cheat])
		}
	}
}

func times(n int) string {
	if n == 1 {
		return "once"
	}
	return fmt.Sprintf("%d times", n)
}

func sayHellos(say sayer, hellos [2]hello) {
	say("\n1. The seats agree on the game, and each sends 32 fresh random bytes:\n")
	for seat, h := range hellos {
		say("  seat %d sends %x\n", seat, h.fresh)
	}
}

// sayThrow tells a throw from the views of one seat or both: the first one step by
// step, and one that fails, and the others in a row each.
func sayThrow(say sayer, g game, views []view, audit *audit) {
	number := views[0].number
	failed := slices.ContainsFunc(views, func(v view) bool { return v.err != nil })
	if number == 1 || failed {
		saySteps(say, g, views, audit)
	} else {
		if number == 2 {
			say("\nThe other throws go the same way:\n\n%s\n", g.protocol.words.header)
		}
		sayRow(say, g, views)
	}
}

func saySteps(say sayer, g game, views []view, audit *audit) {
	w := g.protocol.words
	say("\nThrow %d, step by step\n", views[0].number)
	if refused := views[0].refused; refused > 0 {
		say("(It ended in a refusal to reveal, and began again, %s.)\n", times(refused))
	}
	say("\n2. %s\n", w.commit)
	sayMessages(say, g, views, 0)
	if sentBy(views, 0, 1) != nil || sentBy(views, 1, 1) != nil {
		say("\n3. %s\n", w.reveal)
		sayMessages(say, g, views, 1)
	}
	if i := slices.IndexFunc(views, func(v view) bool { return v.err != nil }); i >= 0 {
		sayFailure(say, g, views, views[i], audit)
		return
	}
	say("   %s\n", w.last)

	each := func(format string, value func(view) any) {
		for _, v := range views {
			if v.done {
				say("  seat %d "+format+"\n", v.seat, value(v))
			}
		}
	}
	say("\n4. %s\n", w.check)
	each("%s.", func(view) any { return "confirms it" })
	step := 5
	if w.seed != "" {
		say("\n5. %s\n", w.seed)
		each("finds %v", func(v view) any { return v.outcome.seed })
		step++
	}
	say("\n%d. %s\n", step, w.dice)
	each("finds %s", func(v view) any { return fmt.Sprintf("N = %d: %v", v.outcome.dice, v.outcome.dice) })
}

// sentBy returns the message of a seat, nil if there was none, as the seat knows it,
// or else the other one.
func sentBy(views []view, seat, phase int) []byte {
	for _, v := range views {
		if v.seat == seat && v.sent[phase] != nil {
			return v.sent[phase]
		}
	}
	for _, v := range views {
		if v.seat != seat {
			return v.got[phase]
		}
	}
	return nil
}

func sayMessages(say sayer, g game, views []view, phase int) {
	for seat := range 2 {
		switch message := sentBy(views, seat, phase); {
		case message == nil:
		case phase == 1 && len(message) == 0:
			say("  seat %d refuses.\n", seat)
		default:
			lines := g.protocol.lines(phase, message)
			if lines == nil {
				lines = []string{fmt.Sprintf("%s, which aren't such a message", cli.Count(len(message), "byte"))}
			}
			say("  seat %d sends %s\n", seat, lines[0])
			for _, line := range lines[1:] {
				say("               %s\n", line)
			}
		}
	}
}

// sayFailure says why a throw failed, in the view of one seat.
func sayFailure(say sayer, g game, views []view, v view, audit *audit) {
	seat, other := v.seat, 1-v.seat
	for _, c := range views {
		if c.cheats && c.done {
			say("   Seat %d knew that the throw would be %v, which isn't a double.\n", c.seat, c.outcome.dice)
		}
	}
	say("\n")
	switch is := func(target error) bool { return errors.Is(v.err, target) }; {
	case v.cheats && is(errRefused):
		say("By its refusal, seat %d has lost the game.\n", seat)
	case v.cheats:
		say("Seat %d has ended the game: it saw that seat %d cheats, or it has left.\n", other, seat)
	case is(commit.ErrMismatch):
		say("Seat %d checks the reveal of seat %d, and ends the game: %s\n", seat, other, g.protocol.words.mismatch)
		if audit.copied(v) {
			say("That commitment is a copy of seat %d's own.\n", seat)
		} else if o, ok := audit.origin(v); ok {
			say("Seat %d had sent that commitment in throw %d.\n", o.seat, o.number)
		}
		say("Seat %d has CHEATED.\n", other)
	case is(errRefused):
		say("Seat %d asks its toss who is due: seat %d. There is no second try, since a\nseat that may try again may choose. Seat %d has LOST the game.\n", seat, other, other)
	default:
		say("Seat %d has no valid message of seat %d, and ends the game. Seat %d has LOST it.\n", seat, other, other)
	}
}

// sayRow tells a throw in a row.
func sayRow(say sayer, g game, views []view) {
	v := views[0]
	start := func(seat int) string {
		lines := g.protocol.lines(0, sentBy(views, seat, 0))
		return lines[0][:12] + "…"
	}
	result := " -"
	if v.done {
		result = fmt.Sprintf("%2d  %v", v.outcome.dice, v.outcome.dice)
	}
	if v.refused > 0 {
		result += fmt.Sprintf("  %d refused", v.refused)
	}
	say("  %5d  %-14s  %-14s  %-11s  %s\n", v.number, start(0), start(1), g.protocol.source(views), result)
}

// sayEnd sums up a game that was finished.
func sayEnd(say sayer, g game, parties []*party, audit *audit) {
	say("\n")
	seat := parties[0].seat
	switch {
	case parties[0].cheat != "":
		say("The game was finished. Seat %d says itself whether it saw the cheat.\n", 1-seat)
	case g.protocol == &jgammonProtocol:
		say("The documented protocol has accepted every throw.\n")
		audit.say(say, seat)
	case len(parties) == 1:
		say("Seat %d made every check in every throw, and none failed. Both sides have the\nsame seeds, since both know the same commitments.\n", seat)
	default:
		say("Both seats computed the same dice, each by itself, and no check failed.\n")
		if parties[1].cheat != "" {
			say("Seat 1 had no occasion to cheat; with more throws (-throws) it has.\n")
		}
	}
}
