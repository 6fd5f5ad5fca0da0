package web_test

import (
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/web"
)

// openModules returns a tab that can import the page's modules, and shows none of its pages.
func openModules(t *testing.T) *tab {
	t.Helper()
	pages, err := web.Handler()
	if err != nil {
		t.Fatal(err)
	}
	server := httptest.NewServer(pages)
	t.Cleanup(server.Close)
	b := openBrowser(t)
	b.do(chromedp.Navigate(server.URL + "/base.css"))
	return b
}

// said returns what a part of the page's modules fails with, or what it returns.
func (b *tab) said(body string) string {
	b.Helper()
	return eval[string](b, fmt.Sprintf(`(async () => { %s })().then((value) => value ?? "", (err) => err.message)`, body))
}

// A cash-out is taken that this browser has asked for, or that it learns of with the bet.
func TestCashOutJudged(t *testing.T) {
	b := openModules(t)
	for name, c := range map[string]struct{ judge, words string }{
		"nobody asked":               {`mustBeBet(fromTold(told), out)`, "which you didn’t ask for"},
		"asked for later":            {`mustBeBet({ ...fromTold(told), tried: 9000 }, out)`, "was asked to at 9000 ms"},
		"asked for later, by little": {`mustBeBet({ ...fromTold(told), tried: 1600 }, out)`, ""},
		"told with the bet":          {`mustBeBet(fromTold(out), out)`, ""},
		"in the answer to the bet":   {`answered({ asked: { what: "bet", ...told }, over: [], sum: {} }, { bet: out }, "0")`, "didn’t ask for"},
	} {
		got := b.said(`
			const { answered, fromTold, mustBeBet } = await import("/crash/bets.js");
			const told = { chain: 1, round: 2, serverHash: "0", serial: 1, number: 1, name: "ann", sent: "crash for 100" };
			const out = { ...told, cashed: 100 };
			` + c.judge)
		if !strings.Contains(got, c.words) || c.words == "" && got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
}

// A cash-out that was refused as the round had ended is compared with when that was.
func TestCashOutRefused(t *testing.T) {
	b := openModules(t)
	for ran, want := range map[int]string{
		4500: "",
		4501: "round 7 of crash: the casino refused to cash you out after 3000 ms, as it had ended, and it ended after 4501 ms",
	} {
		got := b.said(fmt.Sprintf(`
			const { answered } = await import("/crash/bets.js");
			const bet = { chain: 1, round: 7, serverHash: "ab", serial: 1, number: 1, sent: "crash for 100", tried: 2900, refused: 3000 };
			const sum = { bets: 0, staked: 0, paid: 0, best: 0 };
			answered({ bet, asked: { what: "settle" }, over: [], sum }, { bet: { ...bet, paid: 0 }, balance: 0 }, "ab",
				{ chain: 1, round: 7, starts: 1000, ended: 1000 + %d, bets: 1, point: 110 });`, ran))
		if got != want {
			t.Errorf("after %d ms: %q, want %q", ran, got, want)
		}
	}
}

// What the page says of refusals, of which the player knew the balance and limits.
func TestCrashRefusals(t *testing.T) {
	b := openModules(t)
	for name, c := range map[string]struct{ code, asked, known, want string }{
		"a bet that is late": {"closed", `bet`, `{ balance: 1000 }`, "The bet came too late for this round of crash."},
		"a round that is full": {"full", `bet`, `{ balance: 1000 }`,
			"The bets of this round of crash could win too much already: try a smaller one."},
		"coins that lack": {"balance", `bet`, `{ balance: 999 }`, "The casino has refused this bet: A refusal."},
		"coins that are there": {"balance", `bet`, `{ balance: 1000 }`,
			"the casino has refused a bet of 10 coins on crash for want of coins, and there were 10"},
		"another bet": {"bet-open", `bet`, `{ balance: 1000 }`, "the casino has refused a bet on crash because of another one: A refusal"},
		"a limit that was never set": {"own-limit", `bet`, `{ balance: 1000 }`,
			"the casino has refused a bet on crash by a limit of your own, “A refusal”, that doesn’t forbid it"},
		"a settlement, as the round runs": {"running", `{ what: "settle" }`, `{}`, ""},
		"a settlement":                    {"closed", `{ what: "settle" }`, `{}`, "the casino doesn’t settle your bet on crash: A refusal"},
	} {
		got := b.said(fmt.Sprintf(`
			const { whyRefused } = await import("/app/declined.js");
			const bet = { what: "bet", sent: "crash for 1000" };
			return whyRefused({ code: %q, message: "A refusal" }, %s, %s);`, c.code, c.asked, c.known))
		if got != c.want {
			t.Errorf("%s: %q, want %q", name, got, c.want)
		}
	}
}

// The bets that are listed are called what they are: the greatest of all, or of those that were told.
func TestCrashBetsListed(t *testing.T) {
	b := openModules(t)
	for _, c := range []struct {
		told, all int
		want      string
	}{
		{0, 0, "Nobody has bet yet."},
		{40, 40, "40 bets."},
		{41, 40, "41 bets, of which these are the greatest."},
		{500, 500, "500 bets, of which these are the greatest."},
		{500, 1501, "1,501 bets, of which these are the greatest of the 500 that this page was told."},
	} {
		got := b.said(fmt.Sprintf(`
			const { BetTable } = await import("/crash/table.js");
			const table = new BetTable();
			const bets = Array.from({ length: %d }, (_, i) => ({ number: i + 1, name: "ann", stake: 100 }));
			table.render({ bets, round: { bets: %d }, isOwn: () => false });
			return table.element.querySelector("p").textContent;`, c.told, c.all))
		if got != c.want {
			t.Errorf("%d told of %d: %q, want %q", c.told, c.all, got, c.want)
		}
	}
}

// The casino's time is judged by the device's clock as well, which may stand still or be wrong: what
// it was a minute ago doesn't count any more, unless nothing was heard since.
func TestCrashClock(t *testing.T) {
	b := openModules(t)
	const hour = 3600000
	for name, c := range map[string]struct {
		script string // tick(the casino's time, the page's, the device's) is heard
		want   string // the latest that the casino's can be, after another second
	}{
		"right clocks":                       {`tick(5000, 0, 5000); tick(6000, 1000, 6000);`, "7000"},
		"a device that slept":                {`tick(5000, 0, 5000); sleep(90000);`, "96000"},
		"a device that slept, and old news":  {`tick(5000, 0, 5000); sleep(90000); tick(6000, 0, 95000);`, "96000"},
		"an outage, and old news":            {`tick(5000, 0, 5000); tick(6000, 65000, 70000);`, "71000"},
		"a clock that is an hour slow":       {`tick(5000, 0, 5000 - hour); tick(6000, 1000, 6000 - hour);`, "7000"},
		"a clock that was slow for a moment": {`tick(5000, 0, 5000 - hour); minute(0);`, "66000"},
		"a clock that is set forward":        {`tick(5000, 0, 5000); minute(hour);`, "66000"},
	} {
		got := b.said(fmt.Sprintf(`
			const hour = %d;
			const heard = {};
			globalThis.EventSource = class { addEventListener(name, f) { heard[name] = f; } };
			let [page, device] = [0, 0];
			performance.now = () => page;
			Date.now = () => device;
			const { Feed } = await import("/crash/feed.js");
			const feed = new Feed(() => {}, (err) => { throw err; });
			feed.open();
			const tick = (now, ...clocks) => { [page, device] = clocks; heard.tick({ data: JSON.stringify({ now }) }); };
			const sleep = (ms) => { device += ms; };
			const minute = (off) => { for (let t = 1000; t <= 60000; t += 1000) tick(5000 + t, t, 5000 + t + off); };
			%s
			page += 1000;
			device += 1000;
			return String(feed.latest);`, hour, c.script))
		if got != c.want {
			t.Errorf("%s: %s, want %s", name, got, c.want)
		}
	}
}

// What the page says of a bet that was settled.
func TestCrashOutcome(t *testing.T) {
	b := openModules(t)
	for settled, want := range map[string]string{
		`{ sent: "crash 150 for 1000", point: 150, paid: 1500 }`:           "You got out at 1.50×, and are paid 15 coins. won",
		`{ sent: "crash for 1000", cashed: 8000, point: 300, paid: 1750 }`: "You got out at 1.74×, and are paid 17.50 coins. won",
		`{ sent: "crash 151 for 100", point: 150, paid: 0 }`:               "Crashed at 1.50×: your stake of 1 coin is lost.",
		`{ sent: "crash for 1000", point: 150, paid: 1000 }`:               "Nobody ran this round for a while: your stake is given back.",
		`{ sent: "crash for 1000", paid: 1000 }`:                           "This round was given up: your stake is given back.",
		`{ sent: "crash 150 for 1000", cashed: 100, paid: 1000 }`:          "This round was given up: your stake is given back.",
	} {
		got := b.said(fmt.Sprintf(`
			const { outcomeOf } = await import("/crash/seat.js");
			const { text, paid } = outcomeOf(%s);
			return text + (paid ? " won" : "");`, settled))
		if got != want {
			t.Errorf("%s: %q, want %q", settled, got, want)
		}
	}
}
