package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/examples/internal/cli"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
	"github.com/squaredeal/squaredeal/examples/internal/games"
	"github.com/squaredeal/squaredeal/seedrng"
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
		{"", "", 4, 2, ""},
		{"b6b988c5", "b6b988c6", 3, 1, "seedrng: mismatch: "},
		{"c20422cf", "c20422ce", 3, 2, "seedrng: mismatch: "},
		{"c20422cf", "x", 3, 1, "seedrng: malformed: "},
		{"the player's", "another", 4, 1, `the outcome: the seeds give "`},
		{"v1,1,", "v1,7,", 4, 2, `the casino says "9♥ K♦ J♥ 7♠ 6♥"`},
		{"♥ K♦ J♥ 7♠ 6♥", "\x1b[2J", 4, 2, `, the casino says "9\x1b[2J"`},
		{"v1,1,", "v1,,", 3, 2, `the nonce "" isn't a number`},
		{"A♦ K♦;", "K♦ A♦;", 4, 1, `the outcome: the seeds give "4♥ 8♦ 7♠ A♦ K♦; `},
		{"hold 3 5", "hold 3", 4, 1, "the outcome: the seeds give "},
		{"hold 3 5", "hold 5 3", 3, 1, "malformed: "},
		{"; hold 3 5", "; hold 3 5; hold", 3, 1, "malformed: "},
		{"; hold 3 5", "", 4, 1, "the outcome: the seeds give "},
		{"pays 200,,100,200", "pays 200,,100,100", 4, 1, `the payment: the seeds give "200", the casino says "100"`},
		{"pays 200,,100,200", "pays 200,,200,200", 4, 1, `the stake: the seeds give "100", the casino says "200"`},
		{"pays 200,,100,200", "pays 200,balance,100,200", 4, 1, "a bet that was declined has no steps"},
		{"1789 pays 200,,100", "1789 pays 200,limit,100", 4, 1, `the outcome: the seeds give "", the casino says "1789 pays 200"`},
		{",,100,100", ",,100,0", 4, 2, `the payment: the seeds give "100", the casino says "0"`}, // a hand that was cancelled
		{",balance,", ",,", 4, 2, `the outcome: the seeds give "`},                               // a bet that was declined
		{",balance,100,100", ",balance,100,0", 4, 2, `the payment: the seeds give "100", the casino says "0"`},
		{",v1,", ",", 3, 1, "9 columns, not 10 as in the header"},
	} {
		changed := file
		if c.old != "" {
			changed = strings.Replace(file, c.old, c.changed, 1)
		}
		status, r := batch(t, changed)
		n := r.Counts
		if (status == cli.Passed) != (c.want == "") || n.Bets != 4 || n.Commitments[sites.Agrees] != c.bound ||
			n.Claims[sites.Agrees] != c.agreed || r.Accused != (c.want != "" && n.Malformed == 0) ||
			c.want != "" && !strings.Contains(n.Failures[0].Reason, c.want) {
			t.Errorf("%q: status %d, %+v, want %s", c.changed, status, n, c.want)
		}
	}
	if status, out, _ := audited(file, "-batch", "-"); status != cli.Passed ||
		!strings.HasPrefix(out, "4 bets.\n  results agree                                     2\n") ||
		!strings.Contains(out, "  of these, cancelled: stake given back             1\n"+
			"  of these, declined by the casino                  1\n  commitments") ||
		!strings.Contains(strings.Join(strings.Fields(out), " "), "with your own records: all of these are as the casino tells them.") {
		t.Errorf("status %d\n%s", status, out)
	}
	// The bet on dice, had it been declined.
	declined := strings.Replace(file, "1789 pays 200,,100,200", ",limit,100,100", 1)
	if status, r := batch(t, declined); status != cli.Passed || r.Counts.Declined != 2 || r.Counts.Missed != 1 {
		t.Errorf("status %d, %+v", status, r.Counts)
	}
	if status, _, stderr := audited("server,client\n", "-batch", "-"); status != cli.Broken || stderr != "audit: -: no bet\n"+help1 {
		t.Errorf("status %d, %s", status, stderr)
	}
}

// A whole history has the nonces of each pair of seeds from 0 to its last round, and each server
// seed with one client seed; and what a file doesn't say isn't compared.
func TestHistory(t *testing.T) {
	const header = "server,client,hash,game,nonce,sent,received,stake,paid,pair,rounds"
	round := func(client string, nonce uint64, pair int) string {
		const bet = "dice under 4950 for 100"
		seed, err := seedrng.ParseServerSeed(strings.Repeat(strconv.Itoa(pair), 64))
		if err != nil {
			t.Fatal(err)
		}
		stream, err := seedrng.NewStream(seed, client, nonce)
		if err != nil {
			t.Fatal(err)
		}
		o, err := games.Play([]string{bet}, stream)
		if err != nil {
			t.Fatal(err)
		}
		return fmt.Sprintf("%s,%s,%v,v1,%d,%s,%s,100,%d,%d,3", seed.Reveal(), client, seed.Hash(), nonce, bet, o.Received[0], o.Paid, pair)
	}
	first := []string{round("a", 0, 1), round("a", 1, 1), round("a", 2, 1)}
	third := []string{round("b", 0, 3), round("b", 1, 3), round("b", 2, 3)}
	for _, c := range []struct {
		header  string
		rounds  []string
		passed  bool
		accused bool
		want    string
	}{
		{header, first, true, false, "The nonces of 1 pair of seeds run from 0 without a gap."},
		{header, slices.Concat(first, third), true, false, "Pairs of seeds that aren't in the file: 1."},
		{header, slices.Concat(third, first), true, false, "The nonces of 2 pairs of seeds run from 0 without a gap."},
		{header, first[1:], false, false, "line 2: nonce 0 is missing before nonce 1."},
		{header, slices.Concat(first[:1], first[2:], third), false, false, "The nonces of 1 of 2 pairs of seeds don't run from 0 without a gap."},
		{header, first[:2], false, false, "line 3: the pair of seeds ends with nonce 1, and should have 3 rounds."},
		{header, slices.Concat(first, first[2:]), false, false, "line 5: nonce 2 is repeated."},
		{header, slices.Concat(first, []string{round("c", 3, 1)}), false, true, `the server seed of the client seed "a" is used with "c", too.`},
		{header, []string{first[0], strings.TrimSuffix(first[1], "3"), first[2]}, false, false,
			`line 3: the pair of seeds has "" rounds, and "3" by a line before.`},
		{header, []string{strings.TrimSuffix(first[0], "3"), strings.TrimSuffix(first[1], "3")}, true, false,
			"Pairs of seeds whose last rounds may be missing, as the file doesn't say how many they have: 1."},
		{strings.Replace(header, "rounds", "count", 1), first[:2], true, false, "Pairs of seeds whose last rounds may be missing"},
		{strings.Replace(header, "paid", "payout", 1), first, true, false, "were ignored: payout"},
		{strings.Replace(header, "stake", "bet", 1), first, true, false, "without a stake or payment to compare 3"},
		{header, []string{first[0], first[1], strings.Replace(first[2], "v1", "v2", 1)}, false, false, `the game is "v2", not v1`},
		{header, []string{first[0], strings.Replace(first[1], "v1", "v2", 1), first[2]}, false, false,
			"The nonces of 1 pair of seeds run from 0 without a gap."}, // a round that can't be read isn't missing
	} {
		text := c.header + "\n" + strings.Join(c.rounds, "\n")
		status, out, _ := audited(text, "-batch", "-")
		if (status == cli.Passed) != c.passed || !strings.Contains(strings.Join(strings.Fields(out), " "), c.want) ||
			strings.Contains(out, "This contradicts the site.") != c.accused {
			t.Errorf("status %d, want %s\n%s", status, c.want, out)
		}
		clitest.CheckWidth(t, out)
		if status, r := batch(t, text); (status == cli.Passed) != c.passed || r.Accused != c.accused {
			t.Errorf("%s: status %d, %+v", c.want, status, r)
		}
	}
}
