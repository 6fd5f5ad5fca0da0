package main

import (
	"bufio"
	"errors"
	"fmt"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// deeds tell what the cheats do.
var deeds = map[string]string{
	"score": "it claims a score that it doesn't have.",
	"key":   "at the end, it shows a key that isn't the one it used.",
	"deck":  "its deck repeats a card.",
	"swap":  "it deals one card from position 4, which is nobody's.",
	"peek":  "it tells the cards apart under the player's encryption, takes the best two, and deals the player the worst.",
}

// A story is what the parties of this process see, in the order in which they see it: a
// party speaks before it sends and after it has received, so they don't speak at once.
type story struct {
	out   *bufio.Writer
	told  int  // the last step of which the heading is out
	ended bool // somebody has ended the round
}

// say says what a party does.
func (p *party) say(format string, args ...any) {
	if p.told < p.step {
		p.told = p.step
		p.out.WriteString("\n" + cli.Wrap(fmt.Sprintf("%d. ", p.step), "   ", p.heading))
	}
	p.out.WriteString(cli.Wrap("  ", "    ", fmt.Sprintf("The "+p.role.String()+" "+format, args...)))
	p.out.Flush()
}

// tellFailure says how the round ended, for the party that sees it first.
func (p *party) tellFailure(err error) {
	if p.ended {
		return
	}
	p.ended = true
	who, other := p.role, p.other()
	switch {
	case cli.Status(err) != cli.Failed:
		fmt.Fprintf(p.out, "\nThe %v has met nobody to play with.\n", who)
	case p.cheat != "":
		fmt.Fprintf(p.out, "\nThe %v has ended the round: it saw the cheat, or it has left.\n", other)
	case errors.Is(err, errLeft):
		fmt.Fprintf(p.out, "\nThe %v ends the round: the %v is GONE.\n", who, other)
	default:
		fmt.Fprintf(p.out, "\nThe %v ends the round: the %v has CHEATED.\n", who, other)
	}
}

// conclude tells how a round went that was finished, with a cheat that was missed if any.
func (p *party) conclude(cheat string) *sight {
	if p.cheat != "" {
		fmt.Fprintf(p.out, "\nThe round was finished. The %v says itself whether it saw the cheat.\n", p.other())
		return nil
	}
	r := p.result
	fmt.Fprintf(p.out, "\nThe %s wins, %d to %d.\n", r.Winner, max(r.Scores[0], r.Scores[1]), min(r.Scores[0], r.Scores[1]))
	return p.end(cheat)
}
