// Package story tells people what happens at a table of cards.
package story

import (
	"bufio"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/narrator"
)

// A Reporter prints what happens at a table while it does. Lines of one text that several seats
// have in a row, and actions of several seats, are printed as one.
type Reporter struct {
	Out      *bufio.Writer
	Title    string            // of a round, before its number
	Headings map[string]string // by the kind of line that they explain, before the first one
	Once     []string          // kinds that are left out after the round in which they come first
	Actions  string            // the kind of those
	Name     func(int) string  // of a seat, nil for "seat" and its number

	Asking bool // somebody, on the last line
	round  int
	first  map[string]int // the round in which a kind came first
	same   []narrator.Line
}

// Tell prints a line, but not yet if the next one may belong to it.
func (r *Reporter) Tell(l narrator.Line) {
	first, explained := r.first[l.Kind]
	if explained && l.Round > first && slices.Contains(r.Once, l.Kind) {
		return
	}
	if r.same != nil && (l.Kind != r.same[0].Kind || l.Text != r.same[0].Text && !r.acts(l)) {
		r.Flush()
	}
	if l.Round > r.round {
		r.round = l.Round
		r.Rule(fmt.Sprintf("%s %d", r.Title, l.Round))
	}
	if text := r.Headings[l.Kind]; text != "" && !explained {
		fmt.Fprintln(r.Out)
		r.Say("%s", text)
	}
	if r.first == nil {
		r.first = make(map[string]int)
	}
	if !explained {
		r.first[l.Kind] = l.Round
	}
	r.same = append(r.same, l)
}

// acts reports whether a line is a seat's action.
func (r *Reporter) acts(l narrator.Line) bool { return r.Actions != "" && l.Kind == r.Actions }

// Proved reports whether the next line may belong to the last one, a proof.
func (r *Reporter) Proved() bool {
	return r.same != nil && slices.Contains(r.Once, r.same[0].Kind)
}

// Flush prints the lines that belong together.
func (r *Reporter) Flush() {
	defer r.Out.Flush()
	if r.same == nil {
		return
	}
	text := r.same[0].Named(r.Seats)
	var seats []int
	var actions []string
	for _, l := range r.same {
		if seats = append(seats, l.Seat); l.Seat >= 0 {
			actions = append(actions, r.Seats([]int{l.Seat})+" "+l.Named(r.Seats))
		}
	}
	slices.Sort(seats)
	switch seats = slices.Compact(seats); {
	case r.acts(r.same[0]):
		text = Capital(strings.Join(actions, ", ")) + "."
	case len(seats) > 1:
		text = "Each of " + r.Seats(seats) + " " + text
	case seats[0] >= 0:
		text = Capital(actions[0])
	}
	r.same = nil
	r.begin()
	fmt.Fprint(r.Out, cli.Wrap("  ", "    ", text))
}

// Seats names some seats.
func (r *Reporter) Seats(seats []int) string {
	if r.Name == nil {
		return cli.Seats(seats)
	}
	var names []string
	for _, s := range seats {
		names = append(names, r.Name(s))
	}
	return cli.And(names)
}

// begin begins a line, after a question.
func (r *Reporter) begin() {
	if r.Asking {
		fmt.Fprintln(r.Out)
		r.Asking = false
	}
}

// Say prints a paragraph.
func (r *Reporter) Say(format string, args ...any) {
	r.Flush()
	r.begin()
	fmt.Fprint(r.Out, cli.Wrap("", "", fmt.Sprintf(format, args...)))
	r.Out.Flush()
}

// Ask asks somebody.
func (r *Reporter) Ask(format string, args ...any) {
	r.Say(format, args...)
	fmt.Fprint(r.Out, "> ")
	r.Out.Flush()
	r.Asking = true
}

// Rule prints a line with a text in it.
func (r *Reporter) Rule(text string) {
	r.begin()
	text = "── " + text + " "
	fmt.Fprintln(r.Out, "\n"+text+strings.Repeat("─", 80-utf8.RuneCountInString(text)))
}

// Capital begins a sentence with a text.
func Capital(text string) string {
	_, size := utf8.DecodeRuneInString(text)
	return strings.ToUpper(text[:size]) + text[size:]
}
