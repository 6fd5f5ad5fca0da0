// Package story tells a hand to people: what its seats noted in each step, at once where
// there is one seat, and afterwards, each text once, where there are several.
package story

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// A Note is what a seat did, saw or checked in a step, in the past tense.
type Note struct {
	Step  int    // 0 is before the first
	Place int    // among the notes of its step
	About int    // the seat that it is about, or Nobody; or All, if it has a subject of its own
	Text  string // printed as it is if it has several lines
}

// Whom a note is about, if it isn't a seat.
const (
	Nobody = -1
	All    = -2
)

// A Teller prints notes.
type Teller struct {
	Out      *bufio.Writer
	Headings []string // by step, from 1; what happens in it
	Seats    int      // in the hand, whether or not this process plays them

	step int // whose heading was printed last
}

// Note prints what the only seat of a process notes, at once. An error of that comes back
// when the output is flushed next.
func (t *Teller) Note(seat int, n Note) {
	t.heading(n.Step)
	t.print(n, []int{seat})
	t.Out.Flush()
}

// Notes prints what several seats have noted.
func (t *Teller) Notes(bySeat map[int][]Note) {
	for step := range t.Headings {
		if step == 0 {
			continue
		}
		var notes []Note
		seats := make(map[string][]int)
		for _, seat := range slices.Sorted(maps.Keys(bySeat)) {
			for _, n := range bySeat[seat] {
				if n.Step == step {
					notes = append(notes, n)
					seats[n.Text] = append(seats[n.Text], seat)
				}
			}
		}
		slices.SortStableFunc(notes, func(a, b Note) int { return cmp.Compare(a.Place, b.Place) })
		for _, n := range notes {
			if some := seats[n.Text]; some != nil {
				t.heading(step)
				t.print(n, some)
				delete(seats, n.Text)
			}
		}
	}
}

func (t *Teller) heading(step int) {
	if step != t.step {
		t.step = step
		fmt.Fprint(t.Out, "\n"+cli.Wrap(fmt.Sprintf("%d. ", step), "   ", t.Headings[step]))
	}
}

// print prints a note that some seats made.
func (t *Teller) print(n Note, seats []int) {
	text := n.Text
	switch {
	case strings.Contains(text, "\n"):
		fmt.Fprint(t.Out, text)
		return
	case n.About == All:
	case len(seats) == t.Seats:
		text = "All seats " + text
	case len(seats) == t.Seats-1 && t.Seats > 2 && n.About != Nobody && !slices.Contains(seats, n.About):
		text = "All others " + text
	default:
		text = Capital(Who(seats)) + " " + text
	}
	fmt.Fprint(t.Out, cli.Wrap("  ", "    ", text))
}

// Say prints a paragraph.
func (t *Teller) Say(format string, args ...any) {
	fmt.Fprint(t.Out, cli.Wrap("", "", fmt.Sprintf(format, args...)))
}

// Who names seats.
func Who(seats []int) string {
	text := make([]string, len(seats))
	for i, seat := range seats {
		text[i] = fmt.Sprint(seat)
	}
	if len(seats) > 1 {
		return "seats " + cli.And(text)
	}
	return "seat " + cli.And(text)
}

// Capital begins a sentence with a text.
func Capital(text string) string { return strings.ToUpper(text[:1]) + text[1:] }
