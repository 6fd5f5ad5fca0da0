package web_test

import (
	"fmt"
	"path/filepath"
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

// Stakes: typed, halved, doubled, all there is; and the limit of a casino that
// pays no more than so much.
func TestStakes(t *testing.T) {
	b := openBrowser(t)
	h := casinotest.Open(t, filepath.Join(t.TempDir(), "casino.db"))
	l := &liar{}
	b.enter(l.standBefore(t, casinotest.Serve(t, h), h))
	b.setsStakes()
	// The limit stands with the seeds, and that of the next ones with their hash.
	h.SetBankroll(10_000_000)
	b.rotate("1 of 1")
	limits := eval[string](b, `document.querySelector("#seed-limit").textContent + "; " + document.querySelector("#next-limit").textContent`)
	if want := "10,000,000 coins at most; 1,000 coins at most"; limits != want {
		t.Errorf("%s, want %s", limits, want)
	}
	b.do(click("#rotate"))
	b.waitFor(`document.querySelector("#seed-limit").textContent === "1,000 coins at most" && ` + ready)
	b.do(click("#tab-poker"))
	b.do(click("#poker-stake-field button:nth-of-type(3)"))
	b.expectStake("poker", "2") // times 500 for a royal flush
	b.refusesStake("poker", "#deal", "3", "A bet may pay 1,000 coins at most: stake up to 2.")
	l.alters(at("/api/enter", func(answer object) { answer["maxWin"] = 99_000 }))
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "at most with these seeds, and said 1,000 coins before")
}

func (b *tab) expectStake(game, want string) {
	b.Helper()
	if got := eval[string](b, `document.querySelector("#`+game+`-stake").value`); got != want {
		b.Errorf("the stake is %s, not %s", got, want)
	}
}

// refusesStake types a stake with which a game can't be played, as the page says.
func (b *tab) refusesStake(game, button, stake, why string) {
	b.Helper()
	b.fill("#"+game+"-stake", stake)
	if got := b.text(chromedp.CSS("#" + game + "-stake-fault")); !strings.Contains(got, why) ||
		!eval[bool](b, fmt.Sprintf(`document.querySelector(%q).disabled`, button)) {
		b.Errorf("%q: %q, want %q", stake, got, why)
	}
}

// setsStakes sets the stake of dice by buttons and by keys.
func (b *tab) setsStakes() {
	b.Helper()
	b.do(click("#tab-dice"))
	const half, double, most = "1", "2", "3"
	for _, step := range []struct{ button, want string }{
		{half, "2"}, {half, "1"}, {half, "1"}, {double, "2"}, {double, "4"}, {most, "1000"}, {double, "1000"}, {half, "500"},
	} {
		b.do(click(chromedp.CSS("#dice-stake-field button:nth-of-type(" + step.button + ")")))
		b.expectStake("dice", step.want)
	}
	b.fill("#dice-stake", "7")
	b.do(chromedp.Focus(chromedp.CSS("#dice-stake")), chromedp.KeyEvent("r"), chromedp.KeyEvent("\b")) // no roll by a key in a field
	b.roll()
	if got := b.text("#round-list"); !strings.Contains(got, ", 7") || b.rounds() != "1" {
		b.Errorf("%q", got)
	}
	for _, stake := range []string{"0", "1001", "1.5", "", "-1"} {
		b.refusesStake("dice", "#roll-it", stake, "1 to 1,000 coins")
	}
}
