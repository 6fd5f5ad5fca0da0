package main

import (
	"os"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// Rounds of a casino that draws by package seedrng; and those that it altered.
func TestRounds(t *testing.T) {
	text, err := os.ReadFile("testdata/casino.csv")
	if err != nil {
		t.Fatal(err)
	}
	file := string(text)
	for _, c := range []struct {
		old, changed  string // the first is replaced
		bound, agreed int
		want          string // the first failure
	}{
		{"", "", 4, 3, ""},
		{"b6b988c5", "b6b988c6", 3, 2, "seedrng: mismatch: "},
		{"c20422cf", "c20422ce", 3, 3, "seedrng: mismatch: "},
		{"c20422cf", "x", 3, 2, "seedrng: malformed: "},
		{"the player's", "another", 4, 2, `the outcome: the seeds give "`},
		{"v1,1,", "v1,7,", 4, 2, `the casino says "9♥ K♦ J♥ 7♠ 6♥"`},
		{"v1,1,", "v1,,", 3, 2, `the nonce "" isn't a number`},
		{"A♦ K♦;", "K♦ A♦;", 4, 2, `the outcome: the seeds give "4♥ 8♦ 7♠ A♦ K♦; `},
		{"hold 3 5", "hold 3", 4, 2, "the outcome: the seeds give "},
		{"hold 3 5", "hold 5 3", 3, 2, "malformed: "},
		{"; hold 3 5", "; hold 3 5; hold", 3, 2, "malformed: "},
		{"; hold 3 5", "", 4, 2, "the outcome: the seeds give "},
		{"pays 200,,100,200", "pays 200,,100,100", 4, 2, `the payment: the seeds give "200", the casino says "100"`},
		{"pays 200,,100,200", "pays 200,,200,200", 4, 2, `the stake: the seeds give "100", the casino says "200"`},
		{"pays 200,,100,200", "pays 200,balance,100,200", 4, 2, `the outcome: the seeds give "", the casino says "4♥ 8♦ 7♠ A♦ K♦; `},
		{",,100,100", ",,100,0", 4, 2, `the payment: the seeds give "100", the casino says "0"`}, // a hand that was cancelled
		{",balance,", ",,", 4, 3, `the outcome: the seeds give "`},                               // a bet that was declined
		{",balance,100,100", ",balance,100,0", 4, 3, `the payment: the seeds give "100", the casino says "0"`},
		{",v1,", ",", 3, 2, "9 columns, not 10 as in the header"},
	} {
		changed := file
		if c.old != "" {
			changed = strings.Replace(file, c.old, c.changed, 1)
		}
		status, r := batch(t, changed)
		n := r.Counts
		if (status == cli.Passed) != (c.want == "") || n.Bets != 4 || n.Commitments[sites.Agrees] != c.bound ||
			n.Claims[sites.Agrees] != c.agreed ||
			c.want != "" && !strings.Contains(n.Failures[0].Reason, c.want) {
			t.Errorf("%q: status %d, %+v, want %s", c.changed, status, n, c.want)
		}
	}
	if status, out, _ := audited(file, "-batch", "-"); status != cli.Passed ||
		!strings.HasPrefix(out, "4 bets.\n  results agree                                     3\n") {
		t.Errorf("status %d\n%s", status, out)
	}
	if status, _, stderr := audited("server,client\n", "-batch", "-"); status != cli.Broken || stderr != "audit: -: no bet\n"+help1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}
