package web_test

import (
	"strings"
	"testing"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
)

const (
	ready   = `document.querySelector("#seed-client").textContent.length > 20 && !document.querySelector("#rotate").disabled`
	dealt   = `document.querySelector("#deal").textContent === "Draw" && document.querySelector("#deal").ariaDisabled === "false"`
	drawn   = `document.querySelector("#deal").textContent === "Deal" && document.querySelector("#deal").ariaDisabled === "false"`
	alarmed = `!document.querySelector("#alarm").hidden`
)

func click(selector chromedp.CSS) chromedp.Action[chromedp.Void] { return chromedp.Click(selector) }

// enter opens a casino's page and waits until it can be played at.
func (b *tab) enter(url string) {
	b.Helper()
	b.do(chromedp.Navigate(url))
	b.waitFor(ready)
}

// A hand of poker and a roll, a rotation, its checks, and the link to one.
func TestPlay(t *testing.T) {
	b := openBrowser(t)
	b.enter(casinotest.Start(t))
	b.shot("casino-start")
	b.do(click("#deal"))
	b.waitFor(dealt)
	b.do(click("#hand button:nth-child(2)"), click("#hand button:nth-child(5)"))
	b.shot("casino-dealt")
	b.do(click("#best"))
	b.waitFor(`document.querySelector("#advice").textContent.startsWith("Best: hold")`)
	b.shot("casino-advice")
	b.do(click("#deal"))
	b.waitFor(drawn)
	b.shot("casino-drawn")
	b.do(click("#tab-dice"))
	b.shot("casino-dice")
	b.do(click("#roll-it"))
	b.waitFor(`/wins|loses/.test(document.querySelector("#dice-result").textContent)`)
	b.shot("casino-rolled")
	b.do(click("#rotate"))
	b.waitFor(`!document.querySelector("#check-verdict").hidden`)
	if got := b.text("#check-verdict"); !strings.Contains(got, "2 of 2 rounds checked in this browser") {
		t.Errorf("%q", got)
	}
	b.waitFor(ready)
	b.shot("casino-checked")
}
