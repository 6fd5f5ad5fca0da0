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
	b.playsByEnter()
	b.playsByLetters()
	b.switchesLettersOff(url)
	b.checksByEnter()
}

// tabTo presses the tabulator key until something has the focus, and then the enter key.
func (b *tab) tabTo(selector string) {
	b.Helper()
	for range 60 {
		b.do(chromedp.KeyEvent("\t"))
		if eval[bool](b, `document.activeElement.matches('`+selector+`')`) {
			b.do(chromedp.KeyEvent("\r"))
			return
		}
	}
	b.Fatalf("Tab doesn't lead to %s", selector)
}

// playsByEnter holds cards by their numbers. A screen reader hears the hand.
func (b *tab) playsByEnter() {
	b.Helper()
	b.tabTo("#deal")
	b.waitFor(dealt)
	five := regexp.MustCompile(`^Dealt: (\w+ of (spades|hearts|diamonds|clubs)(, |\. )){5}`)
	if got := eval[string](b, `document.querySelector("#spoken-poker").textContent`); !five.MatchString(got) {
		b.Errorf("a screen reader says %q", got)
	}
	b.do(chromedp.KeyEvent("1"), chromedp.KeyEvent("4"), chromedp.KeyEvent("4"), chromedp.KeyEvent("5"))
	if got := eval[string](b, `[...document.querySelectorAll("#hand button")].map((card) =>
		card.ariaPressed).join()`); got != "true,false,false,false,true" {
		b.Errorf("held: %s", got)
	}
	eval[bool](b, `document.querySelector("#deal").dispatchEvent(new MouseEvent("click", { detail: 2, bubbles: true }))`)
	if !eval[bool](b, dealt) {
		b.Error("a double click draws at once")
	}
	if !eval[bool](b, `document.activeElement.id === "deal"`) {
		b.Error("the button has lost the focus")
	}
	b.do(chromedp.KeyEvent("\r"))
	b.waitFor(drawn)
}

// playsByLetters deals, asks for the best hold, and draws while the focus is on a card that goes.
func (b *tab) playsByLetters() {
	b.Helper()
	b.do(chromedp.KeyEvent("d"))
	b.waitFor(dealt)
	b.do(chromedp.KeyEvent("b"))
	b.waitFor(`document.querySelector("#advice").textContent !== ""`)
	b.do(chromedp.Focus(chromedp.CSS("#hand button:nth-child(2)")), chromedp.KeyEvent("d"))
	b.waitFor(drawn)
	if !eval[bool](b, `document.activeElement.id === "deal"`) {
		b.Error("nothing has the focus of a card that was drawn")
	}
	rounds := b.rounds()
	b.do(click("#tab-mines"), chromedp.Focus(chromedp.CSS("#mines-count")), chromedp.KeyEvent("m"), chromedp.Sleep(200*time.Millisecond),
		click("#tab-poker"))
	if got := b.rounds(); got != rounds {
		b.Error("a letter that looks for an option plays")
	}
}

// switchesLettersOff does so for this page and after a reload.
func (b *tab) switchesLettersOff(url string) {
	b.Helper()
	b.do(click("#poker .keys input"), chromedp.KeyEvent("d"), chromedp.Navigate(url))
	b.waitFor(ready)
	b.do(chromedp.KeyEvent("d"), chromedp.Sleep(200*time.Millisecond))
	if eval[string](b, `document.querySelector("#seed-rounds").textContent`) != "2" {
		b.Error("keys that are switched off deal")
	}
}

// checksByEnter reveals the seeds, and follows the link of a round.
func (b *tab) checksByEnter() {
	b.Helper()
	b.tabTo("#rotate")
	b.waitFor(checked)
	if got := b.text("#check-verdict"); !strings.Contains(got, "2 of 2 rounds checked") {
		b.Errorf("%q", got)
	}
	b.tabTo("#round-list a")
	b.waitFor(`document.querySelector("#verdict strong")?.textContent === "` + right + `"`)
}

// Programs that list what a page lacks, a line each.
var (
	//go:embed testdata/faint.js
	faint string
	//go:embed testdata/unsound.js
	unsound string
)

// accessible checks a state of a page: nothing unsound, all texts legible in light and dark,
// and nothing that scrolls sideways on a small screen or with text of twice the size.
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
	b.enter(url)
	b.accessibleGames()
	b.accessibleFaults()
	b.accessibleAutoplay()
	own := b.saved(click("#save"), "casino-records.json")
	l.forgets()
	b.do(chromedp.Reload())
	b.expectAlarm(breaks, "forgotten")
	b.accessible("an alarm")
	b.accessibleVerdicts()
	b.accessibleComparison(own)
	b.do(chromedp.Navigate(url + "/sites.html"))
	b.waitFor(`document.readyState === "complete"`)
	b.accessible("other sites")
}

func (b *tab) accessibleGames() {
	b.Helper()
	b.accessible("poker")
	b.do(click("#deal"))
	b.waitFor(dealt)
	b.do(click("#best"))
	b.accessible("a hand")
	b.do(click("#deal"))
	b.waitFor(drawn)
	b.roll()
	b.accessible("dice")
}

// accessibleFaults fills fields with what they don't take.
func (b *tab) accessibleFaults() {
	b.Helper()
	b.fill("#dice-stake", "0")
	b.fill("#next-seed", "=")
	b.accessible("faults")
	b.fill("#dice-stake", "5")
	b.fill("#next-seed", "")
}

func (b *tab) accessibleAutoplay() {
	b.Helper()
	b.rotate("2 of 2")
	b.do(click("#fairness summary"), click("#auto summary"))
	b.accessible("checked")
	b.fill("#auto-bets", "200")
	b.do(click("#auto-start"))
	b.waitFor(`document.querySelector("#auto-status").textContent.startsWith("3 bets")`)
	b.accessible("autoplay")
	b.do(click("#auto-stop"))
	b.waitFor(stopped)
}

// accessibleVerdicts has verify.html check a round, as it was and altered.
func (b *tab) accessibleVerdicts() {
	b.Helper()
	b.do(click("#round-list a"))
	b.waitFor(`document.querySelector("#verdict.ok")`)
	b.accessible("a round that is right")
	b.fill("#received", "0 pays 0")
	b.waitFor(`document.querySelector("#verdict.bad")`)
	b.accessible("a round that isn't")
}

// accessibleComparison has it compare a history with the records of something else.
func (b *tab) accessibleComparison(own []byte) {
	b.Helper()
	b.do(chromedp.Navigate(fromDisk(b.T)), chromedp.SetUploadFiles(chromedp.CSS("#file"),
		[]string{write(b.T, "casino-history.csv", asCSV(b.T, history(b.T, 4)))}),
		chromedp.SetUploadFiles(chromedp.CSS("#own"), []string{write(b.T, "casino-records.json", own)}))
	b.waitFor(`document.querySelector("#file-verdict").textContent.includes("differs")`)
	b.accessible("a comparison")
}
