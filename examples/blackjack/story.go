package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/duel"
)

// A story is what the parties of this process see, in the order in which they see it: a
// party speaks before it sends and after it has received, so they don't speak at once.
type story struct {
	out   *bufio.Writer
	told  int  // the last step of which the heading is out
	ended bool // somebody has ended the round
}

// begin tells a step's heading, unless it is out.
func (s *story) begin(step int, heading string) {
	if s.told < step {
		s.told = step
		s.out.WriteString("\n" + cli.Wrap(fmt.Sprintf("%d. ", step), "   ", heading))
	}
}

// says tells what a role does.
func (s *story) says(who role, format string, args ...any) {
	s.out.WriteString(cli.Wrap("  ", "    ", fmt.Sprintf("The "+who.String()+" "+format, args...)))
	s.out.Flush()
}

// say tells what the party does, in this step.
func (p *party) say(format string, args ...any) {
	p.story.begin(p.step, p.heading)
	p.story.says(p.role, format, args...)
}

// list tells the points of what was just said.
func (s *story) list(items ...string) {
	for _, item := range items {
		s.out.WriteString(cli.Wrap("    - ", "      ", item))
	}
}

func (s *story) tellWinner(r *result) {
	why := ""
	if r.Scores[0] == r.Scores[1] {
		why = ", as equal scores are the dealer's"
	}
	fmt.Fprintf(s.out, "\nThe %s wins, %d to %d%s.\n", r.Winner, max(r.Scores[0], r.Scores[1]), min(r.Scores[0], r.Scores[1]), why)
}

// tellFailure says how the round ended, for the party that sees it first.
func (p *party) tellFailure(err error) {
	if p.story.ended {
		return
	}
	p.story.ended = true
	who, other := p.role, p.role.other()
	switch {
	case cli.Status(err) != cli.Failed: // nobody has played
	case p.cheat != "":
		fmt.Fprintf(p.story.out, "\nThe %v has ended the round: it saw the cheat, or it has left.\n", other)
	case errors.Is(err, duel.ErrSilent):
		fmt.Fprintf(p.story.out, "\nThe %v ends the round: the %v is GONE, or the line is broken.\n", who, other)
	default:
		fmt.Fprintf(p.story.out, "\nThe %v ends the round: the %v has CHEATED.\n", who, other)
	}
}

// conclude tells how a round went that was finished.
func (p *party) conclude() {
	if p.cheat != "" {
		fmt.Fprintf(p.story.out, "\nThe round was finished. The %v says itself whether it saw the cheat.\n", p.role.other())
		return
	}
	p.story.tellWinner(p.result)
	fmt.Fprint(p.story.out, `
The keys open all 52 cards, including those that nobody was dealt. That does no
harm here; in poker, it would reveal the folded hands. A party that doesn't like
its cards can leave before it shows its key: the other one sees that it is gone,
or that the line is broken, and can't tell which.
`)
}
