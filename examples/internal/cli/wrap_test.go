package cli_test

import (
	"io"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

func TestWrap(t *testing.T) {
	got := cli.Wrap("  ", "    ", strings.Repeat("♠♠♠♠ ", 16)) + cli.Wrap("", "", strings.Repeat("123 ", 21))
	want := "  " + strings.Repeat("♠♠♠♠ ", 14) + "♠♠♠♠\n    ♠♠♠♠\n" + strings.Repeat("123 ", 19) + "123\n123\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if got, want := cli.WrapTo(9, "", "  ", "to go on, or not"), "to go on,\n  or not\n"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}

// What isn't a terminal has 80 columns.
func TestWidth(t *testing.T) {
	file, err := os.Create(t.TempDir() + "/log")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	for _, w := range []io.Writer{file, &strings.Builder{}, nil} {
		if got := cli.Width(w); got != 80 {
			t.Errorf("%T: %d columns", w, got)
		}
	}
}
