package main

import (
	"fmt"
	"io"
	"os"
	"regexp"
	"strings"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cards"
	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/holdem"
)

// looks say how a terminal shows things: in colour or not, and in how many columns.
type looks struct {
	colour bool
	out    io.Writer
}

// looksOf returns those of where the output goes (https://no-color.org).
func looksOf(out io.Writer) looks {
	return looks{cli.IsTerminal(out) && os.Getenv("NO_COLOR") == "" && os.Getenv("TERM") != "dumb", out}
}

// wrap is [cli.Wrap] for as many columns as there are now.
func (l looks) wrap(first, rest, text string) string {
	return cli.WrapTo(cli.Width(l.out), first, rest, text)
}

func (l looks) paint(code, text string) string {
	if !l.colour || text == "" {
		return text
	}
	return "\x1b[" + code + "m" + text + "\x1b[0m"
}

func (l looks) bold(text string) string { return l.paint("1", text) }
func (l looks) dim(text string) string  { return l.paint("2", text) }

// cards returns the names of some cards, hearts and diamonds in red.
func (l looks) cards(numbers []int) string { return l.reds(cards.JoinNumbered(numbers)) }

var reds = regexp.MustCompile("(10|[2-9JQKA])[♥♦]")

// reds paints the hearts and diamonds in a text.
func (l looks) reds(text string) string {
	return reds.ReplaceAllStringFunc(text, func(name string) string { return l.paint("31", name) })
}

// rule is a line across the screen with a text in it.
func (l looks) rule(text string) string {
	text = "── " + text + " "
	return l.dim(text+strings.Repeat("─", max(0, cli.Width(l.out)-utf8.RuneCountInString(text)))) + "\n"
}

// table draws the table as a seat sees it.
func (l looks) table(v holdem.View) string {
	var b strings.Builder
	b.WriteString("\n" + l.rule(fmt.Sprintf("hand %d, %s", v.Hand, streetOf(v))))
	for s := range v.Stacks {
		name := fmt.Sprintf("seat %d", s)
		if s == v.Seat {
			name += " (you)"
		}
		b.WriteString(l.seatLine(v, s, name))
	}
	b.WriteString("\n  board  " + l.board(v) + "     pot  " + l.bold(cli.Thousands(v.Pot)) + "\n")
	if len(v.Own) > 0 {
		b.WriteString("  yours  " + l.cards(v.Own) + "\n")
	}
	return b.String() + "\n"
}

// seatLine draws a seat: its name, its chips, and what it has done.
func (l looks) seatLine(v holdem.View, s int, name string) string {
	mark := " "
	if s == v.Turn {
		mark = ">"
	}
	button := " "
	if s == v.Button {
		button = "D"
	}
	state := ""
	switch {
	case v.Gone[s]:
		state = "out"
	case v.Shown[s] != nil:
		state = l.cards(v.Shown[s])
	case v.Folded[s]:
		state = "folded"
	case v.Stacks[s] == 0:
		state = "all-in"
	case v.Bets[s] > 0:
		state = fmt.Sprintf("has bet %d", v.Bets[s])
	}
	line := strings.TrimRight(fmt.Sprintf("%s %s %-12s %9s   %s", mark, button, name, cli.Thousands(v.Stacks[s]), state), " ")
	if v.Folded[s] || v.Gone[s] {
		line = l.dim(line)
	} else if s == v.Turn {
		line = l.bold(line)
	}
	return line + "\n"
}

// board draws the cards that are open to all, and the places of the others.
func (l looks) board(v holdem.View) string {
	var parts []string
	if len(v.Board) > 0 {
		parts = append(parts, l.cards(v.Board))
	}
	for range 5 - len(v.Board) {
		parts = append(parts, l.dim("··"))
	}
	return strings.Join(parts, " ")
}

func streetOf(v holdem.View) string {
	if v.Street == holdem.Preflop {
		return "before the flop"
	}
	return "the " + v.Street.String()
}
