package story_test

import (
	"bufio"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/narrator"
	"github.com/squaredeal/squaredeal/examples/internal/story"
)

// Headings come once, proofs in the first round that has them, and what belongs together
// stands in one line.
func TestReporter(t *testing.T) {
	var text strings.Builder
	r := story.Reporter{Out: bufio.NewWriter(&text), Title: "hand", Headings: map[string]string{"proof": "They prove."},
		Once: []string{"proof"}, Actions: "bet"}
	for _, l := range []narrator.Line{
		{Round: 1, Kind: "proof", Seat: 2, Text: "proved it."}, {Round: 1, Kind: "proof", Seat: 0, Text: "proved it."},
		{Round: 1, Kind: "proof", Seat: 2, Text: "proved it."},
		{Round: 1, Seat: 1, Text: "leaves."},
		{Round: 1, Kind: "bet", Seat: 2, Text: "checks"}, {Round: 1, Kind: "bet", Seat: 0, Text: "bets 2"},
		{Round: 1, Seat: -1, Text: "The flop."}, {Round: 1, Seat: -1, Text: "Shuffled by {0,2}."},
		{Round: 1, Kind: "proof", Seat: 0, Text: "proved it."},
		{Round: 2, Kind: "proof", Seat: 0, Text: "proved it."}, {Round: 2, Kind: "bet", Seat: 0, Text: "folds"},
	} {
		r.Tell(l)
	}
	r.Ask("Your turn?")
	r.Say("It is over.")
	rule := func(text string) string {
		return "\n── " + text + " " + strings.Repeat("─", 80-4-len(text)) + "\n"
	}
	want := rule("hand 1") + "\nThey prove.\n  Each of seats 0 and 2 proved it.\n  Seat 1 leaves.\n  Seat 2 checks, seat 0 bets " +
		"2.\n  The flop.\n  Shuffled by seats 0 and 2.\n  Seat 0 proved it.\n" +
		rule("hand 2") + "  Seat 0 folds.\nYour turn?\n> \nIt is over.\n"
	if diff := cmp.Diff(want, text.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Seats have the names that a reporter gives them.
func TestNames(t *testing.T) {
	var text strings.Builder
	r := story.Reporter{Out: bufio.NewWriter(&text), Title: "hand", Actions: "bet",
		Name: func(seat int) string { return fmt.Sprintf("player %c", 'A'+seat) }}
	for _, l := range []narrator.Line{
		{Round: 1, Seat: 0, Kind: "proof", Text: "proved it."}, {Round: 1, Seat: 2, Kind: "proof", Text: "proved it."},
		{Round: 1, Seat: 1, Text: "leaves."}, {Round: 1, Seat: -1, Text: "Shuffled by {2,0}."}, {Round: 1, Kind: "bet", Seat: 2, Text: "checks"},
	} {
		r.Tell(l)
	}
	r.Flush()
	_, got, _ := strings.Cut(text.String(), "─\n")
	if want := "  Each of player A and player C proved it.\n  Player B leaves.\n  Shuffled by player C and player A.\n  Player " +
		"C checks.\n"; got != want {
		t.Errorf("%q", got)
	}
}
