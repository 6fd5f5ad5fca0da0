package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

// limit sets limits of the player's own, in coins and minutes.
func (b *tab) limit(values map[string]string) string {
	b.Helper()
	eval[bool](b, `document.querySelector("#limits").open = true`)
	for name, value := range values {
		b.fill("#limit-"+name, value)
	}
	b.do(click("#limits-set"))
	b.waitFor(`!document.querySelector("#limits-set").disabled || !document.querySelector("#alarm").hidden`)
	return eval[string](b, `document.querySelector("#limits-status").textContent`)
}

const notSent = `document.querySelector("#dice .result").textContent.includes("wasn’t sent")`

// The page sends no bet beyond a limit that the player has set, in no tab, and after a reload.
func TestOwnLimits(t *testing.T) {
	b := openBrowser(t)
	url := casinotest.Start(t)
	b.enter(url)
	b.roll()
	if got := b.limit(map[string]string{"stake": "3", "day": "100",
		"session": "60"}); got != "In force: 3 coins a bet; 100 coins lost in a day; 60 minutes a session. Counted: 0 coins lost "+
		"today, 0 this week (UTC)." {
		t.Errorf("%q", got)
	}
	b.shot("limits")
	b.accessible("limits")
	b.do(click("#tab-dice"), click("#roll-it"))
	b.waitFor(notSent)
	b.accessible("a bet that isn't sent")
	b.do(click("#tab-mines"))
	if got := b.text("#mines .result"); got != "Open a tile: it comes with your bet." {
		t.Errorf("of a bet on dice, mines say %q", got)
	}
	b.do(click("#tab-dice"))
	b.fill("#dice-stake", "2")
	b.do(click("#roll-it"))
	b.waitFor(rolled)
	other := newTab(t, b.Context)
	other.do(chromedp.Navigate(url))
	other.waitFor(ready)
	other.do(click("#tab-dice"))
	other.fill("#dice-stake", "4")
	other.do(click("#roll-it"))
	other.waitFor(notSent)
	if got := other.limit(map[string]string{"stake": ""}); !strings.Contains(got, "In force: 3 coins a bet") ||
		!strings.Contains(got, "on: 100 coins lost in a day; 60 minutes") {
		t.Errorf("a limit goes at once: %q", got)
	}
	b.do(chromedp.Reload())
	b.waitFor(ready)
	b.do(click("#tab-dice"))
	b.fill("#dice-stake", "4")
	b.do(click("#roll-it"))
	b.waitFor(notSent)
	if got := eval[string](b, `document.querySelector("#limits-status").textContent`); !strings.Contains(got,
		"In force: 3 coins a bet") || !strings.Contains(got, "From ") {
		t.Errorf("%q", got)
	}
	b.rotate("2 of 2")
}

// An answer to a wish for limits that is lost is no lie: the wish is sent again.
func TestOwnLimitLost(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	url := l.start(t)
	b.enter(url)
	l.set(func() { l.gone = true })
	eval[bool](b, `document.querySelector("#limits").open = true`)
	b.fill("#limit-stake", "3")
	b.do(click("#limits-set"))
	b.waitFor(`document.querySelector("#busy").textContent.includes("again")`)
	b.do(chromedp.Navigate("about:blank"))
	l.set(func() { l.gone = false })
	b.do(chromedp.Navigate(url))
	b.waitFor(ready)
	b.waitFor(`document.querySelector("#limits-status").textContent.startsWith("In force: 3 coins a bet")`)
}

// A wish may be granted long before its answer comes, and a pause may be over by then:
// neither is a lie. A wish that is granted too early, or too late, is one.
func TestOwnLimitGranted(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	if got := eval[[]string](b, string(read(t, "testdata/own-granted.js"))); len(got) > 0 {
		t.Errorf("judged wrongly: %q", got)
	}
}

// A bet near midnight, or one that is answered on another day than it was sent, may count on
// another day for the casino than for the browser, so that the casino declines later what
// the browser takes for allowed. That is no lie, for a day.
func TestOwnLimitMidnight(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	if got := eval[[]string](b, string(read(t, "testdata/own-midnight.js"))); len(got) > 0 {
		t.Errorf("judged wrongly: %q", got)
	}
}

// A bet that is declined near the end of a session is judged by the time at which the casino
// declined it, however late the answer comes, unless it wasn't sent then.
func TestOwnLimitReadLate(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	if got := eval[[]string](b, string(read(t, "testdata/own-late.js"))); len(got) > 0 {
		t.Errorf("judged wrongly: %q", got)
	}
}

// A bet that is sent today, and answered tomorrow, as the page was closed in between, counts today.
func TestOwnLimitOvernight(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	url := l.start(t)
	b.enter(url)
	b.limit(map[string]string{"day": "100"})
	l.set(func() { l.gone = true })
	rolls(b, nil)
	b.waitFor(`document.querySelector("#busy").textContent.includes("again")`)
	b.do(chromedp.Navigate("about:blank"))
	l.set(func() { l.gone = false })
	b.inPage(`{ const now = Date.now; Date.now = () => now() + 86400000; }`)
	b.do(chromedp.Navigate(url))
	b.waitFor(ready)
	got := eval[string](b, `document.querySelector("#limits-status").textContent + document.querySelector("#seed-rounds").textContent`)
	if !strings.Contains(got, "Counted: 0 coins lost today") || !strings.HasSuffix(got, ".1") {
		t.Errorf("%q", got)
	}
}
