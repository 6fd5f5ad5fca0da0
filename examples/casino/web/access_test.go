package web_test

import (
	_ "embed"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/chromedp/chromedp"

	"github.com/squaredeal/squaredeal/examples/casino/internal/casinotest"
	"github.com/squaredeal/squaredeal/examples/internal/clitest"
)

// Hands, a rotation and the check of a round, by the keyboard.
func TestKeyboard(t *testing.T) {
	b := openBrowser(t)
	url := casinotest.Start(t)
	b.enter(url)
	tabTo := func(condition string) {
		t.Helper()
		for range 60 {
			b.do(chromedp.KeyEvent("\t"))
			if eval[bool](b, `document.activeElement.matches('`+condition+`')`) {
				return
			}
		}
		t.Fatalf("Tab doesn't lead to %s", condition)
	}
	tabTo("#deal")
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(dealt)
	five := regexp.MustCompile(`^Dealt: (\w+ of (spades|hearts|diamonds|clubs)(, |\. )){5}`)
	if got := eval[string](b, `document.querySelector("#spoken-poker").textContent`); !five.MatchString(got) {
		t.Errorf("a screen reader says %q", got)
	}
	b.do(chromedp.KeyEvent("1"), chromedp.KeyEvent("4"), chromedp.KeyEvent("4"), chromedp.KeyEvent("5"))
	if got := eval[string](b, `[...document.querySelectorAll("#hand button")].map((card) =>
		card.ariaPressed).join()`); got != "true,false,false,false,true" {
		t.Errorf("held: %s", got)
	}
	eval[bool](b, `document.querySelector("#deal").dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true }))`)
	if !eval[bool](b, dealt) {
		t.Error("a double click draws at once")
	}
	if !eval[bool](b, `document.activeElement.id === "deal"`) {
		t.Error("the button has lost the focus")
	}
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(drawn)
	b.do(chromedp.KeyEvent("d"))
	b.waitFor(dealt)
	b.do(chromedp.KeyEvent("b"))
	b.waitFor(`document.querySelector("#advice").textContent !== ""`)
	b.do(chromedp.Focus(chromedp.CSS("#hand button:nth-child(2)")), chromedp.KeyEvent("d"))
	b.waitFor(drawn)
	if !eval[bool](b, `document.activeElement.id === "deal"`) {
		t.Error("nothing has the focus of a card that was drawn")
	}
	b.do(click("#poker .keys input"), chromedp.KeyEvent("d"), chromedp.Navigate(url))
	b.waitFor(ready)
	b.do(chromedp.KeyEvent("d"), chromedp.Sleep(200*time.Millisecond))
	if eval[string](b, `document.querySelector("#seed-rounds").textContent`) != "2" {
		t.Error("keys that are switched off deal")
	}
	tabTo("#rotate")
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(checked)
	if got := b.text("#check-verdict"); !strings.Contains(got, "2 of 2 rounds checked") {
		t.Errorf("%q", got)
	}
	tabTo("#round-list a")
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(`document.querySelector("#verdict strong")?.textContent === "` + right + `"`)
}

// Programs that list what a page lacks, a line each.
var (
	//go:embed testdata/faint.js
	faint string
	//go:embed testdata/unsound.js
	unsound string
)

// accessible checks a state of a page: nothing unsound, all texts legible in light and dark, and nothing that scrolls sideways on
// a small screen or with text of twice the size.
func (b *tab) accessible(what string) {
	b.Helper()
	if got := eval[string](b, unsound); got != "" {
		b.Errorf("%s:\n%s", what, got)
	}
	for _, scheme := range []string{"light", "dark"} {
		b.scheme(scheme)
		if got := eval[string](b, faint); got != "" {
			b.Errorf("%s, %s:\n%s", what, scheme, got)
		}
	}
	for _, found := range eval[[]string](b, clitest.Axe(b.T)) {
		b.Errorf("%s: %s", what, found)
	}
	b.shot("access-" + what)
	b.do(chromedp.EmulateViewport(360, 800))
	for _, size := range []string{"100%", "200%"} {
		if wide := eval[int](b, `(document.documentElement.style.fontSize = "`+size+`", document.documentElement.scrollWidth)`); wide > 360 {
			b.Errorf("%s is %d pixels wide on a screen of 360, with text of %s", what, wide, size)
		}
	}
	eval[string](b, `document.documentElement.style.fontSize = ""`)
	if got := eval[string](b, unsound); got != "" {
		b.Errorf("%s, on a small screen:\n%s", what, got)
	}
	b.do(chromedp.EmulateViewport(1280, 900))
}

// Everything can be used by all, in each state of the pages.
func TestAccess(t *testing.T) {
	b := openBrowser(t)
	l := &liar{}
	url := l.start(t)
	check := b.accessible
	b.enter(url)
	check("poker")
	b.do(click("#deal"))
	b.waitFor(dealt)
	b.do(click("#best"))
	check("a hand")
	b.do(click("#deal"))
	b.waitFor(drawn)
	b.roll()
	check("dice")
	b.fill("#dice-stake", "0")
	b.fill("#next-seed", "=")
	check("faults")
	b.fill("#dice-stake", "5")
	b.fill("#next-seed", "")
	b.rotate("2 of 2")
	b.do(click("#fairness summary"), click("#auto summary"))
	check("checked")
	b.fill("#auto-bets", "200")
	b.do(click("#auto-start"))
	b.waitFor(`document.querySelector("#auto-status").textContent.startsWith("3 bets")`)
	check("autoplay")
	b.do(click("#auto-stop"))
	b.waitFor(stopped)
	own := b.saved(click("#save"), "casino-records.json")
	l.set(func() { l.forget = true })
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "forgotten")
	check("an alarm")
	b.do(click("#round-list a"))
	b.waitFor(`document.querySelector("#verdict.ok")`)
	check("a round that is right")
	b.fill("#received", "0 pays 0")
	b.waitFor(`document.querySelector("#verdict.bad")`)
	check("a round that isn't")
	b.do(chromedp.Navigate(fromDisk(t)), chromedp.SetUploadFiles(chromedp.CSS("#file"),
		[]string{write(t, "casino-history.csv", asCSV(t, history(t, 4)))}),
		chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(t, "casino-records.json", own)}))
	b.waitFor(`document.querySelector("#file-verdict").textContent.includes("differs")`)
	check("a comparison")
	b.do(chromedp.Navigate(url + "/sites.html"))
	b.waitFor(`document.readyState === "complete"`)
	check("other sites")
}
