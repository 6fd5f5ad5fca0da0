package cli_test

import (
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
}
