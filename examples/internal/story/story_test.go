package story_test

import (
	"bufio"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/story"
)

func TestNotes(t *testing.T) {
	var b strings.Builder
	tell := &story.Teller{Out: bufio.NewWriter(&b), Headings: []string{1: "They meet.", 2: "They part."}, Seats: 3}
	tell.Notes(map[int][]story.Note{
		0: {{1, 0, story.Nobody, "came."}, {2, 1, story.All, "  One line.\n  Another.\n"}, {2, 0, 2, "saw seat 2."}},
		1: {{1, 0, story.Nobody, "came."}, {2, 0, 2, "saw seat 2."}, {0, 0, story.Nobody, "waited."}},
		2: {{1, 0, story.Nobody, "came."}, {1, 1, story.Nobody, "smiled."}},
	})
	tell.Out.Flush()
	want := `
1. They meet.
  All seats came.
  Seat 2 smiled.

2. They part.
  All others saw seat 2.
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
	tell := &story.Teller{Out: bufio.NewWriter(&b), Headings: []string{1: "They meet."}, Seats: 3}
	for i, n := range []story.Note{{0, 0, story.Nobody, "waited."}, {1, 0, 0, "came."}, {1, 0, 1, "smiled."}} {
		tell.Note(2, n)
		want := []string{"  Seat 2 waited.\n", "\n1. They meet.\n  Seat 2 came.\n", "  Seat 2 smiled.\n"}[i]
		if !strings.HasSuffix(b.String(), want) {
			t.Errorf("%q", b.String())
		}
	}
}
