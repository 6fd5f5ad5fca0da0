package main

import (
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
)

// Rounds of a casino that draws by package seedrng; and those that it altered.
func TestRounds(t *testing.T) {
	text, err := os.ReadFile("testdata/casino.csv")
	if err != nil {
		t.Fatal(err)
	}
	file := string(text)
	for _, c := range []struct {
		old, changed string // the first is replaced
		fair, cards  int
		want         string // the first failure
	}{
		{"", "", 4, 3, ""},
		{"b6b988c5", "b6b988c6", 3, 2, "seedrng: mismatch: "},
		{"c20422cf", "c20422ce", 3, 2, "seedrng: mismatch: "},
		{"c20422cf", "x", 3, 2, "seedrng: malformed: "},
		{"the player's", "another", 3, 2, "the casino dealt 4♥ 8♦ 7♠ A♦ K♦"},
		{"v1,1,", "v1,7,", 3, 2, "the casino dealt 9♥ K♦ J♥ 7♠ 6♥"},
		{"v1,1,", "v1,,", 3, 2, "nonce  isn't a number"},
		{"A♦ K♦", "K♦ A♦", 3, 2, "the seeds give 4♥ 8♦ 7♠ A♦ K♦, the casino dealt 4♥ 8♦ 7♠ K♦ A♦"},
		{"4♥ 8♦ 7♠ A♦ K♦", "", 4, 2, ""}, // a hand that was declined
		{",v1,", ",", 3, 2, "6 columns, not 7 as in the header"},
	} {
		changed := file
		if c.old != "" {
			changed = strings.Replace(file, c.old, c.changed, 1)
		}
		var o struct {
			Result string
			Counts rounds
		}
		status, out, _ := audited(changed, "-batch", "-", "-json")
		if err := json.Unmarshal([]byte(out), &o); err != nil {
			t.Fatal(err)
		}
		r := o.Counts
		if (status == cli.Passed) != (r.Fair == 4) || (o.Result == "passed") != (r.Fair == 4) || r.All != 4 || r.Fair != c.fair || r.Cards != c.cards {
			t.Errorf("%q: status %d, %+v", c.changed, status, o)
		}
		if c.want != "" && (len(r.Failures) != 1 || !strings.Contains(r.Failures[0].Reason, c.want)) {
			t.Errorf("%q: %+v, want %s", c.changed, r.Failures, c.want)
		}
		status, out, _ = audited(changed, "-batch", "-")
		if !strings.HasPrefix(out, "4 rounds.\n  server seeds have the hashes shown  ") || strings.Contains(out, "FAILED") != (status == cli.Failed) {
			t.Errorf("%q: status %d\n%s", c.changed, status, out)
		}
	}
	if status, _, stderr := audited("server,client\n", "-batch", "-"); status != cli.Broken || stderr != "audit: -: no round\n"+help1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}
