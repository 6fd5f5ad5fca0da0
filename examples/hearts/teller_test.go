package main

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNotes(t *testing.T) {
	var b strings.Builder
	tell := &teller{out: bufio.NewWriter(&b), headings: []string{1: "They meet.", 2: "They part."}, seats: 3}
	tell.notes(map[int][]note{
		0: {{1, 0, "came."}, {2, 1, "  One line.\n  Another.\n"}, {2, 0, "saw seat 2."}},
		1: {{1, 0, "came."}, {2, 0, "saw seat 2."}},
		2: {{1, 0, "came."}, {1, 1, "smiled."}},
	})
	tell.out.Flush()
	want := `
1. They meet.
  All seats came.
  Seat 2 smiled.

2. They part.
  Seats 0 and 1 saw seat 2.
  One line.
  Another.
`
	if diff := cmp.Diff(want, b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A single seat's notes are printed as they come.
func TestNote(t *testing.T) {
	var b strings.Builder
	tell := &teller{out: bufio.NewWriter(&b), headings: []string{1: "They meet."}, seats: 3}
	for i, n := range []note{{1, 0, "came."}, {1, 0, "smiled."}} {
		tell.note(2, n)
		want := []string{"\n1. They meet.\n  Seat 2 came.\n", "  Seat 2 smiled.\n"}[i]
		if !strings.HasSuffix(b.String(), want) {
			t.Errorf("%q", b.String())
		}
	}
}
