package web_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

const declinedBet = `document.querySelector("#dice-result").textContent.includes("has declined this bet: not enough coins")`

// A bet that the balance doesn't cover is declined; the page says so and plays on,
// and every check counts it.
func TestDeclined(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	b.do(click("#tab-dice"))
	eval[bool](b, `(() => {
		document.querySelector("#dice-stake").value = "100";
		const odds = document.querySelector("#odds");
		odds.value = odds.max; // one roll of 10,000 wins
		odds.dispatchEvent(new Event("input", { bubbles: true }));
		return true;
	})()`)
	const least = `document.querySelector("#odds-text").textContent.startsWith("0.01 %")`
	b.waitFor(least)
	for n := 1; n <= 10; n++ {
		b.do(click("#roll-it"))
		b.waitFor(fmt.Sprintf(`document.querySelector("#seed-rounds").textContent === "%d" &&
			document.querySelector("#busy").textContent === ""`, n))
		b.waitFor(`document.querySelector("#rotate").ariaDisabled === "false"`)
	}
	// The page doesn't offer the bet.
	b.waitFor(`document.querySelector("#roll-it").disabled`)
	eval[bool](b, `(() => {
		document.querySelector("#auto-bets").value = "5";
		document.querySelector("#auto-start").disabled = false;
		document.querySelector("#auto-start").click();
		return true;
	})()`)
	b.waitFor(declinedBet)
	b.waitFor(`document.querySelector("#auto-status").textContent === "0 bets of 5, 0 coins. Stopped: a bet was declined."`)
	if eval[bool](b, alarmed) {
		t.Errorf("an alarm: %s", b.text("#alarm"))
	}
	b.do(chromedp.Reload())
	b.waitFor(ready)
	b.do(click("#refill"))
	b.waitFor(`document.querySelector("#balance").textContent === "1,000"`)
	b.roll()
	b.rotate("12 of 12 rounds checked in this browser")
	if got := b.text("#declined-verdict"); !strings.Contains(got, "One bet was declined; 0 would have won, and about 0.0 by chance.") {
		t.Errorf("%q", got)
	}
	if got := b.text("#round-list"); !strings.Contains(got, "would be") || !strings.Contains(got, "declined") {
		t.Errorf("the list of rounds: %q", got)
	}
	b.shot("casino-declined")

	for name, content := range b.exports() {
		if got := b.checkHistory(name, content); !strings.Contains(got, "All 12 rows are right") ||
			!strings.Contains(got, "One bet was declined; 0 would have won") || !strings.Contains(got, "run from 0 without a gap") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// The page of the check counts declined bets in a history, and finds a casino that chooses them.
func TestVerifyDeclined(t *testing.T) {
	b := openBrowser(t)
	check := func(chosen bool, alter func(line string) string) string {
		t.Helper()
		server := strings.Repeat("0123456789abcdef", 4)
		file := "server,client,hash,game,nonce,sent,received,declined,stake,paid\n"
		for nonce := range uint64(100) {
			r := play(t, server, "a", nonce, "dice under 4950 for 100")
			line := fmt.Sprintf("%s,a,%s,v1,%d,%s,%s,,100,%s\n", server, r.hash, nonce, r.sent, r.received, r.paid)
			if won := r.paid != "0"; nonce%2 == 0 && !chosen || won && chosen {
				line = fmt.Sprintf("%s,a,%s,v1,%d,%s,,balance,100,100\n", server, r.hash, nonce, r.sent)
			}
			file += line
		}
		return b.checkHistory("history.csv", alter(file))
	}
	same := func(file string) string { return file }
	if got := check(false, same); !strings.Contains(got, "All 100 rows are right") ||
		!strings.Contains(got, "50 bets were declined") || !strings.Contains(got, "about 24.8 by chance") || strings.Contains(got, "chooses") {
		t.Errorf("honest: %q", got)
	}
	if got := check(true, same); !strings.Contains(got, "All 100 rows are right") ||
		!strings.Contains(got, "The casino chooses which bets count") {
		t.Errorf("a casino that declines winners: %q", got)
	}
	for name, alter := range map[string]func(string) string{
		"an outcome":    func(s string) string { return strings.Replace(s, ",,balance,", ",1 pays 200,balance,", 1) },
		"a stake taken": func(s string) string { return strings.Replace(s, ",,balance,100,100", ",,balance,100,0", 1) },
	} {
		if got := check(false, alter); !strings.Contains(got, "1 of 100 rows isn’t right") {
			t.Errorf("declined with %s: %q", name, got)
		}
	}
}

// A casino that cancels the hands of poker that pay at the deal is found as well. (A known
// failure: they weren't counted.)
func TestVerifyCancelled(t *testing.T) {
	b := openBrowser(t)
	server := strings.Repeat("0123456789abcdef", 4)
	for name, test := range map[string]struct {
		chosen bool
		want   string
	}{
		"any":     {false, "75 bets were declined or cancelled; "},
		"winners": {true, "The casino chooses which bets count"},
	} {
		file := "server,client,hash,game,nonce,sent,received,declined,stake,paid\n"
		for nonce := range uint64(300) {
			r := play(t, server, "a", nonce, "poker jacks for 500", "hold 1 2 3 4 5")
			if test.chosen && r.paid != "0" || !test.chosen && nonce%4 == 0 {
				r.cancel()
			}
			file += fmt.Sprintf("%s,a,%s,v1,%d,%s,%s,,500,%s\n", server, r.hash, nonce, r.sent, r.received, r.paid)
		}
		got := b.checkHistory("history.csv", file)
		if !strings.Contains(got, "All 300 rows are right") || !strings.Contains(got, test.want) || !test.chosen &&
			strings.Contains(got, "chooses") {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A few declined bets that would have won against all odds show a choice as many do; bets
// that won by chance show none, nor do cancelled rounds that could only be won.
func TestJudgeDeclined(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	if got := eval[[]string](b, `import("/games/index.js").then(({ judgeDeclined }) => {
		const bets = (n, won, chance) => Array.from({ length: n }, (_, i) => ({ won: i < won, chance, cancelled: chance === 1 }));
		return Object.entries({
			"three of the largest wins": [bets(3, 3, 1e-4), true],
			"one of them": [bets(1, 1, 1e-4), false],
			"all of few": [bets(12, 12, 0.04), true],
			"most of some": [bets(22, 20, 0.5), true],
			"about half": [bets(25, 15, 0.5), false],
			"no win": [bets(30, 0, 0.5), false],
			"certain ones, and a lucky one": [[...bets(10, 10, 1), ...bets(1, 1, 0.01)], false],
			"certain ones, and three of the largest wins": [[...bets(10, 10, 1), ...bets(3, 3, 1e-4)], true],
			"none": [[], false],
		}).filter(([, [all, want]]) => judgeDeclined(all).suspicious !== want).map(([what]) => what);
	})`); len(got) > 0 {
		t.Errorf("judged wrongly: %q", got)
	}
}
