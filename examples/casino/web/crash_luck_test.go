package web_test

import (
	"net/http"
	"testing"

	"github.com/chromedp/chromedp"
)

// calmly waits for something, which takes no alarm.
func (b *tab) calmly(expression string) {
	b.Helper()
	b.waitFor(alarmed + ` || ` + expression)
	if eval[bool](b, alarmed) {
		b.Fatalf("a false alarm: %s", b.text("#alarm"))
	}
}

// A tab is closed before its bet is answered. The other one, which nobody tells of it, asks
// again before it bets itself, or begins with new seeds.
func TestCrashTabClosed(t *testing.T) {
	for name, do := range map[string]func(b *tab){
		"and the other bets":    (*tab).presses,
		"and the other rotates": (*tab).reveals,
	} {
		t.Run(name, func(t *testing.T) {
			b, l := openBrowser(t), &liar{}
			address, h, rig := crashCasino(t)
			url := l.standBefore(t, address, h)
			other := newTab(t, b.Context)
			rig.OpenFor(300, 1000)
			b.sit(url)
			other.sit(url)
			l.set(func() { l.refuse = map[string]refusal{crashBetPath: {status: http.StatusBadGateway}} })
			b.do(click("#crash-play"))
			b.waitFor(`document.querySelector("#busy").textContent.includes("again")`)
			b.do(chromedp.Navigate("about:blank"))
			l.honest()
			if bets := rig.Round().Bets; bets != 1 {
				t.Fatalf("%d bets", bets)
			}
			rig.Open()
			other.waitFor(betsOpen)
			do(other)
			other.calmly(`document.querySelector("#crash .facts dd").textContent === "1" && ` + ready) // it is settled
			other.joins(10, "")
			other.reveals()
			other.calmly(checked)
		})
	}
}

// A casino whose events are refused is asked for them again after two seconds.
func TestCrashEventsRefused(t *testing.T) {
	b, l := openBrowser(t), &liar{}
	address, h, _ := crashCasino(t)
	refuses(eventsPath, http.StatusServiceUnavailable, "busy")(l)
	b.inPage(`globalThis.opened = [];
		globalThis.EventSource = class extends EventSource { constructor(url) { super(url); opened.push(performance.now()); } };`)
	b.enter(l.standBefore(t, address, h))
	b.do(click("#tab-crash"))
	b.waitFor(`opened.length === 2`)
	if pause := eval[float64](b, `opened[1] - opened[0]`); pause < 2000 {
		t.Errorf("after %.0f ms", pause)
	}
	l.honest()
	b.calmly(betsOpen)
}
