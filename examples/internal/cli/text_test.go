package cli_test

import (
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

func TestText(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 1: "1", 999: "999", 1000: "1,000", 123456: "123,456",
		1_661_102_543_100: "1,661,102,543,100"} {
		if got := cli.Thousands(n); got != want {
			t.Errorf("%d is written %s, want %s", n, got, want)
		}
		if want += " hands"; n == 1 {
			want = "1 hand"
		}
		if got := cli.Count(n, "hand"); got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestPrintable(t *testing.T) {
	for text, want := range map[string]string{
		"“K♥ é”, 1…": "“K♥ é”, 1…", "a\x1b[2K\n": `"a\x1b[2K\n"`, "\xff": `"\xff"`, "\u202eb": `"\u202eb"`,
	} {
		if got := cli.Printable(text); got != want {
			t.Errorf("%q is printed as %s, want %s", text, got, want)
		}
	}
}
