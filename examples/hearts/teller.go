package main

import (
	"bufio"
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// A note is what a seat did, saw or checked in a step, in the past tense.
type note struct {
	step  int    // from 1
	place int    // among the notes of its step
	text  string // printed as it is if it has several lines
}

// A teller prints notes: those of a single seat at once, those of several afterwards, each
// text once.
type teller struct {
	out      *bufio.Writer
	headings []string // by step, from 1; what happens in it
	seats    int      // in the hand, whether or not this process plays them

	step int // whose heading was printed last
}

// note prints what the only seat of a process notes. An error of that comes back when the
// output is flushed next.
func (t *teller) note(seat int, n note) {
	t.heading(n.step)
	t.print(n, []int{seat})
	t.out.Flush()
}

// notes prints what several seats have noted.
func (t *teller) notes(bySeat map[int][]note) {
	for step := range t.headings {
		var list []note
		seats := make(map[string][]int)
		for _, seat := range slices.Sorted(maps.Keys(bySeat)) {
			for _, n := range bySeat[seat] {
				if n.step == step {
					list = append(list, n)
					seats[n.text] = append(seats[n.text], seat)
				}
			}
		}
		slices.SortStableFunc(list, func(a, b note) int { return cmp.Compare(a.place, b.place) })
		for _, n := range list {
			if some := seats[n.text]; some != nil {
				t.heading(step)
				t.print(n, some)
				delete(seats, n.text)
			}
		}
	}
}

func (t *teller) heading(step int) {
	if step != t.step {
		t.step = step
		fmt.Fprint(t.out, "\n"+cli.Wrap(fmt.Sprintf("%d. ", step), "   ", t.headings[step]))
	}
}

// print prints a note that some seats made.
func (t *teller) print(n note, seats []int) {
	text := n.text
	switch {
	case strings.Contains(text, "\n"):
		fmt.Fprint(t.out, text)
		return
	case len(seats) == t.seats:
		text = "All seats " + text
	default:
		text = story.Capital(cli.Seats(seats)) + " " + text
	}
	fmt.Fprint(t.out, cli.Wrap("  ", "    ", text))
}

// say prints a paragraph.
func (t *teller) say(format string, args ...any) {
	fmt.Fprint(t.out, cli.Wrap("", "", fmt.Sprintf(format, args...)))
}
