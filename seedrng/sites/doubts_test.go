package sites_test

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"testing"

	"github.com/squaredeal/squaredeal/seedrng/sites"
)

// game is a bet of a game, without a result.
func game(t *testing.T, site, game string, fields ...string) (string, string, sites.Bet, string) {
	t.Helper()
	bet := sites.Bet{"server": dice["server"], "client": dice["client"], "nonce": "2"}
	for i := 0; i < len(fields); i += 2 {
		bet[fields[i]] = fields[i+1]
	}
	report, err := sites.Replay(site, game, bet)
	if err != nil {
		t.Fatal(err)
	}
	return site, game, bet, report.Result.String()
}

// judged is the report of a result.
func judged(t *testing.T, site, game string, bet sites.Bet, result string) *sites.Report {
	t.Helper()
	report, err := sites.Replay(site, game, with(bet, "result", result))
	if err != nil {
		t.Fatalf("%s %s, %q: %v", site, game, result, err)
	}
	return report
}

// What is honest, but shown otherwise, doesn't agree and contradicts nobody.
func TestDoubts(t *testing.T) {
	unproven := func(site, game string, bet sites.Bet, result string) {
		t.Helper()
		report := judged(t, site, game, bet, result)
		if err := report.Err(); report.Claim != sites.Differs || report.Doubt == "" || !errors.Is(err, sites.ErrUnproven) ||
			errors.Is(err, sites.ErrMismatch) {
			t.Errorf("%s %s gives %v, not %s: %s, %v", site, game, report.Result, result, report.Claim, err)
		}
		if quick := fast(t, site, game, with(bet, "result", result)); quick.Doubt != report.Doubt {
			t.Errorf("%s %s, %s: %s, by a Replayer %s", site, game, result, report.Doubt, quick.Doubt)
		}
	}
	reversed := func(text, separator string) string {
		all := strings.Split(text, separator)
		var back []string
		for i := range all {
			back = append(back, all[len(all)-1-i])
		}
		return strings.Join(back, separator)
	}
	check := func(change func(result string) string, fields ...string) {
		t.Helper()
		site, name, bet, result := game(t, fields[0], fields[1], fields[2:]...)
		unproven(site, name, bet, change(result))
	}
	// Levels from the top, and the other tiles of each.
	check(func(s string) string { return reversed(s, " | ") }, "stake", "dragontower", "difficulty", "easy")
	check(strings.NewReplacer("0", "1", "1", "0").Replace, "stake", "dragontower", "difficulty", "hard")
	check(func(string) string { return "0 1 3 5 7 9 10 13 14 18" }, "duel", "beef", "mines", "10")
	// Slots from the right.
	check(func(string) string { return "11" }, "duel", "plinko", "rows", "14", "nonce", "1")
	// Names by other numbers, and in another order.
	check(func(string) string { return "2 4 3 5 6" }, "stake", "diamonds")
	check(func(s string) string {
		return strings.Join(append(strings.Fields(s)[2:], strings.Fields(s)[:2]...), " ")
	}, "stake", "diamonds")
	// The player's first card of hilo, which he may choose.
	check(func(s string) string { return "QS " + s[:8] }, "stake", "hilo")
	check(func(s string) string { return s[3:11] }, "stake", "hilo")
	// Rolls without a decimal point, and with one.
	check(func(string) string { return "6" }, "primedice", "dice", "nonce", "1269")
	check(func(s string) string { return s[:2] + "." + "00" }, "duel", "dice", "nonce", "69")
}

// A bet whose seeds are exchanged, in upper case or beside white space contradicts nobody; another
// seed does.
func TestMisplacedSeeds(t *testing.T) {
	server, client := dice["server"], dice["client"]
	const hash = "9d4d6e1d1ee0d0e3a5f1cd2d1a0ce1d0e3a5f1cd2d1a0ce1d0e3a5f1cd2d1a0c"
	for _, c := range []struct {
		server, client string
		doubt          bool
	}{
		{client, server, true}, {strings.ToUpper(server), client, true}, {server + " ", client, true}, {server, "\t" + client, true},
		{server[1:], client, false}, {server, client + ".", false},
	} {
		bet := sites.Bet{"server": c.server, "client": c.client, "nonce": "2"}
		report := judged(t, "stake", "dice", bet, "5.86")
		if err := report.Err(); report.Claim != sites.Differs || (report.Doubt != "") != c.doubt || errors.Is(err, sites.ErrMismatch) == c.doubt {
			t.Errorf("%v: %s, %v", c, report.Doubt, err)
		}
		bet["commitment"] = hash // to none
		if report = judged(t, "stake", "dice", bet, "5.86"); !errors.Is(report.Err(), sites.ErrMismatch) {
			t.Errorf("%v: %v", c, report.Err())
		}
	}
}

// A seed beside white space is looked for in all eras of the game.
func TestMisplacedSeedsOfAnotherEra(t *testing.T) {
	bet := sites.Bet{"server": "a", "client": "c", "nonce": "7", "rounds": "24"}
	now, err := sites.Replay("bcgame", "coinflip", bet)
	if err != nil {
		t.Fatal(err)
	}
	bet["client"] = "c "
	if report := judged(t, "bcgame", "coinflip-2022", bet, now.Result.String()); errors.Is(report.Err(), sites.ErrMismatch) ||
		report.Doubt == "" {
		t.Error(report.Doubt, report.Err())
	}
	bet["client"] = "d"
	if report := judged(t, "bcgame", "coinflip-2022", bet, now.Result.String()); !errors.Is(report.Err(), sites.ErrMismatch) {
		t.Error(report.Err())
	}
}

// BC.Game's own example is of its first crash; and of eras that aren't here, a bet may be honest, too.
func TestErasNotHere(t *testing.T) {
	example := sites.Bet{"hash": "6b5124897c3c48d0e46cc9249f08c7e560792459f1bad1171224643b5d2be231"}
	if report := judged(t, "bcgame", "crash", example, "1.70"); report.Game != "crash-v1" || report.Err() != nil {
		t.Error(report.Game, report.Err())
	}
	for _, name := range []string{"crash", "crash-v2", "crash-v1"} {
		if report := judged(t, "bustabit", name, example, "77.77"); !errors.Is(report.Err(), sites.ErrUnproven) {
			t.Error(report.Err())
		}
	}
	// Of few digits, some era nearly always has the result: that agrees with nothing.
	hash := sites.Bet{"hash": "4488d92d89d0ed7fbb2ea23b219d569f63207e32fc44b957858838835c1719f1", "back": "2"}
	if report := judged(t, "bustabit", "crash", hash, "1"); report.Claim != sites.Differs || report.Result.String() != "4.71" {
		t.Errorf("%s of %s", report.Claim, report.Game)
	}
}

// Nobody counts from −1, or from 2; and a pay that is another entry of the table isn't that of the
// replay with fewer digits.
func TestNotAsShown(t *testing.T) {
	site, name, bet, result := game(t, "stake", "mines", "mines", "1")
	for text, want := range map[string]sites.Verdict{"1": sites.Agrees, "2": sites.AgreesCounted, "0": sites.Differs, "3": sites.Differs} {
		if report := judged(t, site, name, bet, text); result != "1" || report.Claim != want || want == sites.Differs &&
			!errors.Is(report.Err(), sites.ErrMismatch) {
			t.Errorf("%s: %s", text, report.Claim)
		}
	}
	site, name, bet, result = game(t, "stake", "plinko", "rows", "16", "risk", "low")
	for text, want := range map[string]sites.Verdict{"1.2": sites.Agrees, "1": sites.Differs} {
		if report := judged(t, site, name, bet, text); result != "1.20" || report.Claim != want {
			t.Errorf("%s: %s", text, report.Claim)
		}
	}
}

// A multiplier that is rounded up to another result isn't the replay's.
func TestRoundedUp(t *testing.T) {
	for nonce := range 20_000 {
		bet := sites.Bet{"server": "s", "client": "c", "nonce": strconv.Itoa(nonce)}
		report, err := sites.Replay("stake", "limbo-2020", bet)
		if err != nil {
			t.Fatal(err)
		}
		next := fmt.Sprintf("%.2f", float64(report.Result.Values[0]+1)/100)
		claim := judged(t, "stake", "limbo-2020", bet, next+"0")
		if claim.Claim != sites.Differs {
			t.Fatalf("nonce %d: %v, %s0: %s", nonce, report.Result, next, claim.Claim)
		}
		if claim.Doubt != "" {
			return // rounded to three digits, it is this
		}
	}
	t.Error("no multiplier is rounded up")
}
