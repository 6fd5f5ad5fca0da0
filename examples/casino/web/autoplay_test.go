package web_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"
)

const stopped = `/Stopped: /.test(document.querySelector("#auto-status").textContent) && document.querySelector("#auto-stop").hidden`

// Autoplay makes as many bets as it was told, or fewer: up to a loss, a win, a decline, an
// alarm, a click; and none after a reload.
func TestAutoplay(t *testing.T) {
	b := openBrowser(t)
	l := &liar{}
	b.enter(l.start(t))
	b.do(click("#tab-dice"), click("#auto summary"))
	b.autoplays("3", "", "", "3 bets of 3")
	if n := b.rounds(); n != "3" {
		t.Errorf("%s rounds", n)
	}
	b.do(click("#tab-poker"))
	b.autoplays("2", "", "", "2 bets of 2")
	b.shot("casino-autoplay-over")
	b.reachesLimits()
	b.refusesNegative("#auto-bets", "#auto-loss", "#auto-win")
	b.stopsAutoplay()

	b.limit(map[string]string{"stake": "3"})
	b.do(click("#tab-dice"), click("#auto summary"))
	b.fill("#dice-stake", "4")
	b.autoplays("5", "", "", "0 bets of 5, 0 coins. Stopped: a bet wasn’t made")
	b.fill("#dice-stake", "1")

	l.alters(at("/api/bet", func(answer object) { answer["nextNonce"] = "1000" }))
	b.autoplays("99", "", "", "0 bets of 99, 0 coins. Stopped: see the message above")
	b.expectAlarm(breaks, "counts 1000 rounds")
}

// autoplay makes bets until they stop, and returns what the page says.
func (b *tab) autoplay(bets, loss, win string) (status string) {
	b.Helper()
	b.fill("#auto-bets", bets)
	b.fill("#auto-loss", loss)
	b.fill("#auto-win", win)
	b.do(click("#auto-start"))
	b.waitFor(stopped)
	return b.text("#auto-status")
}

func (b *tab) autoplays(bets, loss, win, want string) {
	b.Helper()
	if got := b.autoplay(bets, loss, win); !strings.Contains(got, want) {
		b.Errorf("%q, want %q", got, want)
	}
}

// reachesLimits rolls dice until so much is won, and until so much is lost.
func (b *tab) reachesLimits() {
	b.Helper()
	b.do(click("#tab-dice"))
	b.fill("#odds", "0") // nine rolls of ten win
	b.fill("#dice-stake", "20")
	won := ""
	for try := 0; try < 9 && !strings.Contains(won, "the win has reached your limit"); try++ {
		won = b.autoplay("2", "", "1") // which the first roll decides
	}
	if !strings.Contains(won, "the win has reached your limit") {
		b.Error(won)
	}
	b.fill("#dice-stake", "1")
	b.fill("#odds", "99") // one of 10,000
	b.autoplays("99", "12", "", "the loss has reached your limit")
}

// refusesNegative expects that autoplay doesn't begin with -1 in a field.
func (b *tab) refusesNegative(fields ...string) {
	b.Helper()
	for _, field := range fields {
		before := eval[string](b, fmt.Sprintf(`document.querySelector(%q).value`, field))
		b.fill(field, "-1")
		if !eval[bool](b, `document.querySelector("#auto-start").disabled`) {
			b.Errorf("%s takes -1", field)
		}
		b.fill(field, before)
	}
}

// stopsAutoplay stops it by a key, and by a reload.
func (b *tab) stopsAutoplay() {
	b.Helper()
	const begun = `document.querySelector("#auto-status").textContent.startsWith("2 bets")`
	b.fill("#auto-loss", "")
	b.do(click("#auto-start"))
	b.waitFor(begun)
	if eval[bool](b, canPlay) {
		b.Error("bets can be made besides")
	}
	b.shot("casino-autoplay")
	b.do(chromedp.KeyEvent("\x1b"))
	b.waitFor(stopped)
	if got := b.text("#auto-status"); !strings.Contains(got, "you stopped it") {
		b.Errorf("%q", got)
	}
	b.do(click("#auto-start"))
	b.waitFor(begun)
	b.do(chromedp.Reload())
	b.waitFor(ready)
	n := b.rounds()
	b.do(chromedp.Sleep(time.Second))
	if b.rounds() != n {
		b.Error("autoplay goes on after a reload")
	}
}
