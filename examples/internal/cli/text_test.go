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
